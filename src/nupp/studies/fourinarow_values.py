"""Four in a row, free and with gravity: the values of all boards that can be solved."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any, Final

from nupp.studies.solving import Solved, agreement, agreement_text, difference_text, solved_value
from nupp.studies.sources import TRIPS_TRAPS_TRULL
from nupp.studies.study import Findings, Lab, Plot, Study, Table

if TYPE_CHECKING:
    from matplotlib.axes import Axes

PUBLISHED: Final[Mapping[str, int]] = {
    "free 4x4": 0,
    "free 5x4": 0,
    "free 5x5": 0,
    "free 6x5": 1,
    "gravity 4x4": 0,
    "gravity 5x4": 0,
    "gravity 6x4": -1,
    "gravity 7x4": 0,
    "gravity 8x4": -1,
    "gravity 5x5": 0,
    "gravity 6x5": 0,
    "gravity 7x5": 0,
    "gravity 8x5": 1,
    "gravity 6x6": -1,
    "gravity 7x6": 1,
}
"""Values for the first player; boards are columns x rows."""
GAMES: Final = {"free": "fourinarow", "gravity": "connectfour"}
KINDS: Final = {"free": "Placed freely", "gravity": "With gravity"}
WINNERS: Final = {1: "first wins", 0: "draw", -1: "second wins"}
SMALL: Final = ("free 4x4", "free 5x4", "free 5x5", "free 6x5", "free 6x6", "free 7x7")
SMALL_UPRIGHT: Final = ("gravity 4x4", "gravity 5x4", "gravity 6x4", "gravity 5x5", "gravity 6x5")
LARGE: Final = ("free 6x4", "free 7x6", "free 8x8", "free 9x9")
LARGE_UPRIGHT: Final = (
    *("gravity 7x4", "gravity 8x4", "gravity 5x6", "gravity 7x5", "gravity 8x5", "gravity 6x6"),
    "gravity 7x6",
)


def parameters(quick: bool) -> Mapping[str, Any]:
    """seconds: after which a board is given up, by the game."""
    boards = SMALL + SMALL_UPRIGHT if quick else SMALL + LARGE + SMALL_UPRIGHT + LARGE_UPRIGHT
    return {"boards": boards, "free": 60, "gravity": 30 if quick else 900}


def spec(board: str) -> str:
    """The game of a board such as `free 6x5`."""
    kind, width, height = board.replace("x", " ").split()
    return f"{GAMES[kind]}:width={width},height={height}"


def conduct(lab: Lab) -> Findings:
    params = parameters(lab.quick)
    values = lab.values(
        "values", params["boards"], lambda board: solved_value(spec(board), params[board.split()[0]])
    )
    agreed = agreement(values, PUBLISHED, "outcome")
    return Findings(
        tables=[
            Table(
                "Values of the empty board",
                ("board", "published", "here", "the game lasts", "proved by", "positions", "seconds"),
                list(rows(values)),
                "Columns x rows; published with gravity by J. Tromp, and free by J. Uiterwijk and J. van den "
                'Herik ("The advantage of the initiative", 2000). The number of moves is that of a game in '
                "which the winner "
                "hurries. With gravity 7 x 7, 8 x 8 and 9 x 9 were not tried.",
            )
        ],
        found=found(values),
        stands="nothing claimed",
        difference=difference_text(agreed),
        plots=[Plot("positions", "Positions that the proofs took", lambda axes: draw(axes, values))],
    )


def rows(values: Mapping[str, Solved]) -> Iterator[tuple[Any, ...]]:
    for board, known in values.items():
        published = WINNERS[PUBLISHED[board]] if board in PUBLISHED else None
        here = "not solved" if known["outcome"] is None else WINNERS[known["outcome"]]
        method = known["method"] and known["method"].partition(" with ")[0]
        yield board, published, here, known["plies"], method, known["nodes"], known["seconds"]


def found(values: Mapping[str, Solved]) -> str:
    solved = {board: known["outcome"] for board, known in values.items() if known["outcome"] is not None}
    missing = [board for board in values if board not in solved]
    left = f", all but {', '.join(missing)}" if missing else ""
    parts = []
    for kind in GAMES:
        ends = [end for board, end in solved.items() if board.startswith(kind)]
        parts.append(
            f"{KINDS[kind]} the first player wins {ends.count(1)} of {len(ends)} boards and the second "
            f"{ends.count(-1)}"
        )
    return (
        f"{len(solved)} of {len(values)} boards are solved{left}; "
        f"{agreement_text(agreement(values, PUBLISHED, 'outcome'))}. {'. '.join(parts)}."
    )


def draw(axes: Axes, values: Mapping[str, Solved]) -> None:
    solved = {board: known["nodes"] for board, known in values.items() if known["nodes"] is not None}
    axes.barh(list(solved), list(solved.values()), color="C0")
    axes.set(xscale="log", xlabel="positions")
    axes.invert_yaxis()


STUDY: Final = Study(
    name="fourinarow-values",
    title="Four in a row: the values of small boards",
    source=f"{TRIPS_TRAPS_TRULL}, exercise 5",
    claim=(
        "Four in a row on n x n squares, 4 < n < 10, free or with gravity, is set as an exercise in minimax; "
        "what the boards are worth is known from others for some sizes."
    ),
    silent=(
        "What the boards are worth. All that can be solved within a limit of time are, oblong ones and those "
        "of 4 x 4 besides."
    ),
    conduct=conduct,
    parameters=parameters,
)
