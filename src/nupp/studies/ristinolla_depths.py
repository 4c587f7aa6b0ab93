"""Five in a row: what each ply of depth costs and brings, and what the missing parts of alpha-beta save."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from itertools import count, islice, pairwise
from statistics import fmean, median
from typing import TYPE_CHECKING, Any, Final, TypedDict

import numpy as np

from nupp.arena import Match, Result
from nupp.arena.openings import random_opening
from nupp.games import Position, game
from nupp.players import Budget, Player, player
from nupp.search.scores import WIN
from nupp.studies.programs import plain_alphabeta
from nupp.studies.study import Estimate, Findings, Lab, Plot, Study, Table, share

if TYPE_CHECKING:
    from matplotlib.axes import Axes

GAME: Final = "mnk:width=15,height=15,k=5"
SOURCE: Final = {"eval": "runs", "candidates": "1"}
DEEPENING: Final = {"iterative": "true", "table": "64", "killers": "true", "history": "true"}
BETTER: Final = {"sorting": "2", **DEEPENING, "pvs": "true"}
METHODS: Final[Mapping[str, str]] = {
    "minimax": "minimax:eval=runs,candidates=1,depth=9",
    "alpha-beta, all squares": plain_alphabeta(eval="runs"),
    "alpha-beta": plain_alphabeta(**SOURCE),
    "with moves sorted": plain_alphabeta(**SOURCE, sorting="2"),
    "with deepening": plain_alphabeta(**SOURCE, sorting="2", **DEEPENING),
    "with PVS": plain_alphabeta(**SOURCE, **BETTER),
}
"""From the course work's two searches to all that it lacked; each is given its depth by the budget."""
ALPHABETA, BEST = "alpha-beta", "with PVS"
DEEPEST: Final = {"minimax": 4, "alpha-beta, all squares": 3}
"""Where a method takes too long beyond."""
PUBLISHED: Final = {3: "too stupid", 4: "nearly always fast", 5: "mostly fast, at times a minute"}


class Effort(TypedDict):
    """What a search took for each position: positions visited, seconds; and its scores."""

    nodes: list[int]
    seconds: list[float]
    scores: list[int]


def parameters(quick: bool) -> Mapping[str, Any]:
    """positions: for the efforts; plies: played before them, in turn."""
    return {
        "depths": (3, 4, 5),
        "positions": 12 if quick else 60,
        "plies": (8, 14, 20),
        "games": 20 if quick else 200,
        "openings": 2,
        "seed": 1,
    }


def conduct(lab: Lab) -> Findings:
    told = parameters(lab.quick)
    results = lab.matches(dict(wanted(told)))
    items = [
        f"{method} {depth}"
        for method in METHODS
        for depth in told["depths"]
        if depth <= DEEPEST.get(method, depth)
    ]
    efforts = lab.values("efforts", items, lambda item: effort(item, positions(told)))
    shares = {label: share(result) for label, result in results.items()}
    return Findings(
        tables=[
            Table(
                "Effort of the source's alpha-beta",
                ("depth", "published", "positions", "at most", "seconds", "at most"),
                [
                    (
                        depth,
                        PUBLISHED.get(depth),
                        *spread(efforts[f"{ALPHABETA} {depth}"]["nodes"]),
                        *spread(efforts[f"{ALPHABETA} {depth}"]["seconds"]),
                    )
                    for depth in told["depths"]
                ],
                f"The median, and the most, of {told['positions']} positions of games.",
            ),
            Table(
                "Strength",
                ("depth", "points", "moves a game"),
                [(label.replace("-", " "), shares[label], length(results[label])) for label in shares],
            ),
            Table(
                "Mean number of positions visited",
                ("search", *(f"depth {depth}" for depth in told["depths"])),
                [
                    (method, *(mean_nodes(efforts, method, depth) for depth in told["depths"]))
                    for method in METHODS
                ],
                "On active squares, those next to a stone, except where all are named. Moves sorted by the "
                "evaluation; deepening with a transposition table, killer moves and the history heuristic; "
                "PVS is the NegaScout that the source did not get to work.",
            ),
        ],
        found=found(efforts, shares, told["depths"]),
        stands=verdict(shares),
        difference=difference(efforts, told["depths"]),
        plots=[Plot("positions", "Mean number of positions visited", lambda axes: draw(axes, efforts, told))],
    )


def wanted(told: Mapping[str, Any]) -> Iterator[tuple[str, Match]]:
    """Each depth against the one before, searched by the fastest method, which finds the same values."""
    depths: Sequence[int] = told["depths"]
    for shallow, deep in pairwise(depths):
        yield (
            f"{deep}-against-{shallow}",
            Match(
                GAME,
                plain_alphabeta(**SOURCE, **BETTER, depth=str(deep)),
                plain_alphabeta(**SOURCE, **BETTER, depth=str(shallow)),
                told["games"],
                told["seed"],
                depth=deep,
                openings=told["openings"],
            ),
        )


def positions(told: Mapping[str, Any]) -> list[Position]:
    """Positions of games that are not decided as far as a search of depth 4 sees."""
    plies: Sequence[int] = told["plies"]
    drawn = (middle_position(seed, plies[seed % len(plies)]) for seed in count(told["seed"]))
    return list(islice((position for position in drawn if position is not None), told["positions"]))


@cache
def middle_position(seed: int, plies: int) -> Position | None:
    """The position after so many moves of a game of depth 2; None if it is decided.

    seed: of the two random moves that the game begins with.
    """
    searcher = player(METHODS[BEST], game(GAME))
    position = random_opening(game(GAME), 2, np.random.default_rng(seed))
    while position.ply < plies:
        position = position.play_code(searcher.choose(position, Budget(depth=2)).code)
        if position.is_over:
            return None
    return position if abs(searcher.choose(position, Budget(depth=4)).score) < WIN else None


def effort(item: str, positions: Sequence[Position]) -> Effort:
    """What a search takes for positions; item: its name and its depth."""
    method, _, depth = item.rpartition(" ")
    searcher: Player = player(METHODS[method], game(GAME))
    searcher.choose(positions[0], Budget(depth=1))  # compiles
    found = [searcher.choose(position, Budget(depth=int(depth))) for position in positions]
    return Effort(
        nodes=[one.nodes for one in found],
        seconds=[round(one.seconds, 4) for one in found],
        scores=[int(one.score) for one in found],
    )


def spread(values: Sequence[float]) -> tuple[float, float]:
    """The median and the largest."""
    return median(values), max(values)


def mean_nodes(efforts: Mapping[str, Effort], method: str, depth: int) -> int | None:
    known = efforts.get(f"{method} {depth}")
    return None if known is None else round(fmean(known["nodes"]))


def length(result: Result) -> float:
    """The mean number of moves of a match's games."""
    return round(fmean(len(record.moves) for record in result.records.values()), 1)


def saved(efforts: Mapping[str, Effort], depth: int, before: str, after: str) -> float:
    """How many times fewer positions one method visits than another."""
    return fmean(efforts[f"{before} {depth}"]["nodes"]) / fmean(efforts[f"{after} {depth}"]["nodes"])


def found(efforts: Mapping[str, Effort], shares: Mapping[str, Estimate], depths: Sequence[int]) -> str:
    strength = ", ".join(f"depth {label.replace('-', ' ')} gets {known}" for label, known in shares.items())
    deepest = depths[-1]
    usual, longest = spread(efforts[f"{ALPHABETA} {deepest}"]["seconds"])
    times = saved(efforts, deepest, ALPHABETA, BEST)
    return (
        f"Of the points, {strength}. The source's alpha-beta of depth {deepest} takes {usual:.2g} s at the "
        f"median and {longest:.2g} s at most; with all that it lacked it visits {times:.0f} times fewer "
        "positions."
    )


def verdict(shares: Mapping[str, Estimate]) -> str:
    """By whether depth 3 is clearly the weaker one, against depth 4."""
    known = shares["4-against-3"]
    return "stands" if known.low > 0.5 else "does not stand" if known.high < 0.5 else "open"


def difference(efforts: Mapping[str, Effort], depths: Sequence[int]) -> str:
    usual, longest = spread(efforts[f"{ALPHABETA} {depths[-1]}"]["nodes"])
    means = [fmean(efforts[f"{ALPHABETA} {depth}"]["nodes"]) for depth in depths]
    plies = ", ".join(f"{more / fewer:.0f}" for fewer, more in pairwise(means))
    return (
        f"Times are those of another machine and of compiled code; what can be compared is their spread. "
        f"Each ply more takes so many times the positions: {plies}. At depth {depths[-1]} the hardest "
        f"position takes {longest / usual:.0f} times the median, as a minute is to a few seconds."
    )


def draw(axes: Axes, efforts: Mapping[str, Effort], told: Mapping[str, Any]) -> None:
    for number, method in enumerate(METHODS):
        known = [(depth, mean_nodes(efforts, method, depth)) for depth in told["depths"]]
        shown = [(depth, nodes) for depth, nodes in known if nodes is not None]
        axes.plot(*zip(*shown, strict=True), "o-", color=f"C{number}", label=method)
    axes.set_xticks(list(told["depths"]))
    axes.set(yscale="log", xlabel="plies looked ahead", ylabel="positions")
    axes.legend(loc="upper center", bbox_to_anchor=(0.5, -0.15), ncols=3)


STUDY: Final = Study(
    name="ristinolla-depths",
    title="Five in a row: depths 3, 4 and 5",
    source='J. Vesterinen, "TiraLabra" (course work, in Finnish, 2014)',
    claim=(
        "Alpha-beta on active squares with 4**length for runs plays at depth 4, nearly always fast; depth 3 "
        "is too stupid to parry quite trivial threats, and depth 5 at times thinks for a minute. Sorting "
        "moves, iterative deepening and NegaScout are said to be missing."
    ),
    silent=(
        "The size of the board (here 15 x 15), the machine, the positions, and games between the depths. "
        "Here each depth plays the one before, and the searches meet the same positions."
    ),
    conduct=conduct,
    parameters=parameters,
)
