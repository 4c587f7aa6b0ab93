"""Nine Men's Morris and its kin: the first player against the second at equal depth."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final

from nupp.arena import Match, Result
from nupp.studies.plots import draw_even, draw_side_by_side, legend_below, look
from nupp.studies.sources import TRIPS_TRAPS_TRULL
from nupp.studies.study import Estimate, Findings, Lab, Plot, Study, Table, clustered
from nupp.studies.verdicts import ANSWERS, EVEN, exceeds, lies_within, turned

if TYPE_CHECKING:
    from matplotlib.axes import Axes

GAMES: Final[Mapping[str, str]] = {
    "3 men": "morris:men=3",
    "3 men, flying": "morris:men=3,flying=true",
    "6 men": "morris:men=6",
    "9 men": "morris",
    "9 men, flying": "morris:flying=true",
    "12 men": "morris:men=12",
}
KNOWN: Final[Mapping[str, int]] = {"3 men": 1, "3 men, flying": 0, "6 men": 0, "9 men, flying": 0}
"""Values for the first player under best play."""
WINNERS: Final = {1: "first wins", 0: "draw", -1: "second wins"}


def parameters(quick: bool) -> Mapping[str, Any]:
    return {
        "games": 40 if quick else 400,
        "depths": (1, 2, 3) if quick else (1, 2, 3, 4),
        "max_plies": 300,
        "seed": 1,
    }


def program(depth: int) -> str:
    return f"minimax:depth={depth},eval=mobility"


def conduct(lab: Lab) -> Findings:
    params = parameters(lab.quick)
    results = lab.matches(dict(wanted(params)))
    ends = {label: ends_of(result) for label, result in results.items()}
    points = {label: points_of(counts) for label, counts in ends.items()}
    depths: Sequence[int] = params["depths"]
    return Findings(
        tables=[
            Table(
                "Points of the first player",
                ("game", "best play", *(f"depth {depth}" for depth in depths)),
                [
                    (name, best_play(name), *(points[match_label(name, depth)] for depth in depths))
                    for name in GAMES
                ],
                "Both players look as far; draws count half. Best play: by R. Gasser (1996) for nine men, "
                "else by exhaustive solution.",
            ),
            Table(
                f"What best play leads to, at depth {max(depths)}",
                ("game", "best play", "points of the first", "as under best play"),
                [
                    (name, best_play(name), known, ANSWERS[is_as_known(KNOWN[name], known)])
                    for name in KNOWN
                    for known in (points[match_label(name, max(depths))],)
                ],
                f"As under best play is more than half of the points, less, or, for a draw, "
                f"{100 * EVEN[0]:.0f} to {100 * EVEN[1]:.0f} %; of a whole interval.",
            ),
            Table(
                "Games: first wins / draw / second wins",
                ("game", *(f"depth {depth}" for depth in depths)),
                [
                    (name, *(" / ".join(map(str, ends[match_label(name, depth)])) for depth in depths))
                    for name in GAMES
                ],
                f"Of {sum(map(sum, ends.values())):,} games {different(results.values()):,} are different.",
            ),
        ],
        found=found(points, ends, depths),
        stands="nothing claimed",
        difference=(
            "The source names no result; the value is what perfect play leads to. A search of a few plies "
            "does not see the end of a game, so that games are decided that need not be; and one that ends "
            "with its own move sees what it takes and not what is taken back."
        ),
        plots=[Plot("points", "Points of the first player", lambda axes: draw(axes, points, depths))],
    )


def wanted(params: Mapping[str, Any]) -> Iterator[tuple[str, Match]]:
    """The matches of the program against itself, by game and depth."""
    for name, spec in GAMES.items():
        for depth in params["depths"]:
            yield (
                match_label(name, depth),
                Match(
                    spec,
                    program(depth),
                    program(depth),
                    params["games"],
                    params["seed"],
                    depth=depth,
                    openings=0,
                    max_plies=params["max_plies"],
                ),
            )


def match_label(name: str, depth: int) -> str:
    """The name of a match's file."""
    return f"{name.replace(', ', '-').replace(' ', '-')}-depth-{depth}"


def ends_of(result: Result) -> tuple[int, int, int]:
    """The number of games that the first side wins, that are drawn, and that the second side wins."""
    outcomes = [record.outcome for record in result.records.values()]
    return outcomes.count("first"), outcomes.count("draw"), outcomes.count("second")


def different(results: Iterable[Result]) -> int:
    """The number of different games in matches."""
    return sum(len({record.moves for record in result.records.values()}) for result in results)


def points_of(ends: tuple[int, int, int]) -> Estimate:
    """The first side's share of the points; the more draws, the narrower its interval."""
    first, drawn, second = ends
    return clustered([1.0] * first + [0.5] * drawn + [0.0] * second)


def best_play(name: str) -> str | None:
    return WINNERS[KNOWN[name]] if name in KNOWN else None


def is_as_known(value: int, points: Estimate) -> bool | None:
    """True if points are as a value leads one to expect: above half, about half, or below; None if open."""
    if value == 0:
        return lies_within(points, *EVEN)
    return exceeds(points if value > 0 else turned(points))


def found(
    points: Mapping[str, Estimate], ends: Mapping[str, tuple[int, int, int]], depths: Sequence[int]
) -> str:
    deepest = max(depths)
    nine = match_label("9 men", deepest)
    better = [name for name in GAMES if points[match_label(name, deepest)].low > 0.5]
    worse = [name for name in GAMES if points[match_label(name, deepest)].high < 0.5]
    expected = [is_as_known(value, points[match_label(name, deepest)]) for name, value in KNOWN.items()]
    drawn = ", ".join(f"{drawn_share(ends, depth):.0f} % at depth {depth}" for depth in depths)
    return (
        f"Of the {len(KNOWN)} games whose value is known, points at depth {deepest} are as under best play "
        f"in {expected.count(True)}, otherwise in {expected.count(False)}, and undecided in "
        f"{expected.count(None)}. "
        f"In Nine Men's Morris at depth {deepest} the first player gets {points[nine]} of the points. At "
        f"that depth the first player is better off with {'; '.join(better) or 'no number of men'}, and the "
        f"second with {'; '.join(worse) or 'no number of men'}. Of all games {drawn} are drawn."
    )


def drawn_share(ends: Mapping[str, tuple[int, int, int]], depth: int) -> float:
    """The share of drawn games of a depth, in per cent."""
    counts = [ends[match_label(name, depth)] for name in GAMES]
    return 100 * sum(drawn for _, drawn, _ in counts) / sum(map(sum, counts))


def draw(axes: Axes, points: Mapping[str, Estimate], depths: Sequence[int]) -> None:
    for number, name in enumerate(GAMES):
        known = {depth: points[match_label(name, depth)] for depth in depths}
        mark, colour = look(number)
        draw_side_by_side(axes, known, 0.08 * (number - 2.5), fmt=mark, color=colour, label=name)
    draw_even(axes)
    axes.set(xlabel="plies looked ahead", ylabel="points of the first player")
    legend_below(axes, 3)


STUDY: Final = Study(
    name="morris-sides",
    title="Nine Men's Morris: first player against second",
    source=f"{TRIPS_TRAPS_TRULL}, exercise 1",
    claim=(
        "Nine Men's Morris is set as an exercise in minimax with a simple evaluation. Whether it helps to "
        "begin is known from others: under best play the game is a draw."
    ),
    silent=(
        "Depth, evaluation and who is better off. Here both sides look equally far, by men and mobility, "
        "from the empty board; equally good moves are drawn by lot, so that games differ. After 300 moves a "
        "game counts as drawn."
    ),
    conduct=conduct,
    parameters=parameters,
)
