"""Draughts: the greedy program, the greedy one that thinks of the reply, and game trees."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from itertools import combinations, pairwise
from typing import TYPE_CHECKING, Any, Final

from nupp.arena import Match, Result
from nupp.studies.plots import draw_even, draw_side_by_side
from nupp.studies.sources import BOARD_GAMES
from nupp.studies.study import Estimate, Findings, Lab, Plot, Study, Table, share
from nupp.studies.verdicts import exceeds, turned, verdict

if TYPE_CHECKING:
    from matplotlib.axes import Axes

GAME: Final = "draughts:variant=polish8"
EVALUATOR: Final = "eval=(material:king=100)"
"""A count of pieces, in which a king is one piece."""


def parameters(quick: bool) -> Mapping[str, Any]:
    return {
        "depths": (3, 4) if quick else (3, 4, 5, 6),
        "games": 60 if quick else 400,
        "openings": 4,
        "seed": 1,
    }


def programs(depths: Sequence[int]) -> dict[str, str]:
    """The specs of the programs, from the one that looks one ply ahead to the deepest tree."""
    trees = {f"tree-{depth}": f"minimax:depth={depth},{EVALUATOR}" for depth in depths}
    return {"greedy": f"greedy:{EVALUATOR}", "reply": f"reply:{EVALUATOR}"} | trees


def conduct(lab: Lab) -> Findings:
    params = parameters(lab.quick)
    results = lab.matches(dict(wanted(params)))
    shares = {label: share(result) for label, result in results.items()}
    specs = programs(params["depths"])
    steps = {(one, deeper): shares[f"{deeper}-{one}"] for one, deeper in pairwise(specs)}
    return Findings(
        tables=[
            Table(
                "Points of the row against the column",
                ("program", *map(words, specs)),
                [(words(row), *(against(shares, row, column) for column in specs)) for row in specs],
                "Nothing is published. Draws count half.",
            ),
            Table(
                "One ply more",
                ("program", "against", "points", "won, drawn, lost", "plies a game"),
                [
                    step_row(one, deeper, results[f"{deeper}-{one}"], found)
                    for (one, deeper), found in steps.items()
                ],
            ),
            Table(
                "Against random moves",
                ("program", "points"),
                [(words(name), shares[f"{name}-random"]) for name in specs],
            ),
        ],
        found=found_words(steps, shares),
        stands=stands(steps, shares),
        difference=difference(shares, results),
        plots=[
            Plot("depths", "Points by plies looked ahead", partial(draw, shares=shares, specs=list(specs)))
        ],
    )


def wanted(params: Mapping[str, Any]) -> Iterator[tuple[str, Match]]:
    """The matches, by labels; the deeper of two programs is the first."""
    specs = programs(params["depths"])
    pairs = [(deeper, one) for one, deeper in combinations(specs, 2)] + [(name, "random") for name in specs]
    for first, second in pairs:
        players = specs[first], specs.get(second, second)
        depth = max(params["depths"])
        yield (
            f"{first}-{second}",
            Match(GAME, *players, params["games"], params["seed"], depth=depth, openings=params["openings"]),
        )


def words(name: str) -> str:
    """A program for people."""
    if name.startswith("tree-"):
        return f"tree of {name.removeprefix('tree-')} plies"
    return {"reply": "greedy less the reply"}.get(name, name)


def against(shares: Mapping[str, Estimate], row: str, column: str) -> Estimate | None:
    """The points of one program against another, None against itself."""
    if row == column:
        return None
    return shares[f"{row}-{column}"] if f"{row}-{column}" in shares else turned(shares[f"{column}-{row}"])


def step_row(one: str, deeper: str, result: Result, found: Estimate) -> tuple[Any, ...]:
    """A row of the table of single plies."""
    plies = [len(record.moves) for record in result.records.values()]
    return (
        words(deeper),
        words(one),
        found,
        ", ".join(map(str, result.tally)),
        round(sum(plies) / len(plies)),
    )


def found_words(steps: Mapping[tuple[str, str], Estimate], shares: Mapping[str, Estimate]) -> str:
    parts = [f"{found} for {words(deeper)} against {words(one)}" for (one, deeper), found in steps.items()]
    return (
        f"Of the points, one ply more brings {'; '.join(parts)}. Against random moves greedy gets "
        f"{shares['greedy-random']}."
    )


def difference(shares: Mapping[str, Estimate], results: Mapping[str, Result]) -> str:
    """A text on the source's opinion of simple methods, by the figures."""
    replies = results["reply-greedy"]
    (won, drawn, _), worth = replies.tally, exceeds(shares["greedy-random"])
    return (
        "The source publishes no games of draughts, only the order of the three methods. Greedy has nothing "
        "to choose by where no move captures, so that it "
        + ("is better than random moves, " if worth else "is not shown to be better than random moves, ")
        + f"but what it offers is taken: who sees the reply wins {won} of {len(replies.records)} games "
        f"against it and draws {drawn}."
    )


def stands(steps: Mapping[tuple[str, str], Estimate], shares: Mapping[str, Estimate]) -> str:
    """The verdict: each program improves on the one before, and both simple ones on random moves."""
    simple = (shares[f"{name}-random"] for name in ("greedy", "reply"))
    return verdict(exceeds(found) for found in (*steps.values(), *simple))


def draw(axes: Axes, shares: Mapping[str, Estimate], specs: Sequence[str]) -> None:
    draw_even(axes)
    for shift, colour, style, opponents, label in (
        (-0.02, "C0", "o-", specs[:-1], "one ply less"),
        (0.02, "C2", "s--", ["greedy"] * (len(specs) - 1), "greedy"),
    ):
        pairs = enumerate(zip(specs[1:], opponents, strict=True), 2)
        found = {plies: shares[f"{name}-{other}"] for plies, (name, other) in pairs}
        draw_side_by_side(axes, found, shift, color=colour, fmt=style, label=f"against {label}")
    axes.set(xlabel="plies looked ahead", ylabel="points")
    axes.legend(loc="lower right")


STUDY: Final = Study(
    name="draughts-greedy",
    title="Draughts: greedy, greedy with the reply, game tree",
    source=f"{BOARD_GAMES}, draughts",
    claim=(
        "It programs draughts by the largest immediate gain, then less what the opponent's best reply gains, "
        "and then by minimax in a tree of moves of a given height, each as what improves on the one before. "
        "It says that simple methods are often very effective, and publishes no games."
    ),
    silent=(
        "How high the tree is, which of equal moves is played, what a king is worth, whether the largest "
        "capture is compulsory, and when a game is drawn. Here: several heights, a random one of equal "
        "moves, a king is one piece, any capture will do, and draws as people play; pieces are counted at "
        "the end of the tree, whatever is hanging there."
    ),
    conduct=conduct,
    parameters=parameters,
)
