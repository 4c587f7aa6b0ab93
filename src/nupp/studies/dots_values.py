"""Dots and Boxes: the values of all boards that can be solved, with and without passing."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final

from nupp.studies.plots import legend_below
from nupp.studies.solving import Solved, agreement, agreement_text, difference_text, solved_value
from nupp.studies.sources import TRIPS_TRAPS_TRULL
from nupp.studies.study import Findings, Lab, Plot, Study, Table

if TYPE_CHECKING:
    from matplotlib.axes import Axes

PUBLISHED: Final[Mapping[str, int]] = {
    "1x1": -1,
    "2x1": 0,
    "3x1": -1,
    "4x1": 0,
    "2x2": 2,
    "3x2": -2,
    "4x2": 2,
    "5x2": -2,
    "3x3": -3,
    "4x3": 0,
}
"""The first player's boxes less the second's, without passing; boards are columns x rows of boxes."""
PASSING: Final = ", passing"
"""Ends the name of a board on which a side may pass."""


def parameters(quick: bool) -> Mapping[str, Any]:
    """seconds: after which a board is given up."""
    boards = ("1x1", "2x1", "2x2", "3x2", "3x3") if quick else tuple(PUBLISHED)
    return {"boards": boards, "seconds": 30 if quick else 300}


def spec(board: str) -> str:
    """The game of a board such as `3x2` or `3x2, passing`."""
    width, height = board.removesuffix(PASSING).split("x")
    passing = "true" if board.endswith(PASSING) else "false"
    return f"dotsandboxes:width={width},height={height},passing={passing}"


def conduct(lab: Lab) -> Findings:
    params = parameters(lab.quick)
    boards: Sequence[str] = params["boards"]
    items = [board + ending for board in boards for ending in ("", PASSING)]
    values = lab.values("values", items, lambda board: solved_value(spec(board), params["seconds"]))
    agreed = agreement(values, PUBLISHED, "margin")
    return Findings(
        tables=[
            Table(
                "Boxes of the first player less those of the second",
                ("boxes", "published", "without passing", "with passing", "positions without", "with"),
                list(rows(values, boards)),
                "Columns x rows, under best play of both; published by D. Wilson and by J. Barker and "
                "R. Korf (2012), without passing. No figure: not solved.",
            )
        ],
        found=found(values, boards),
        stands="nothing claimed",
        difference=" ".join(
            text for text in (difference_text(agreed), about_passing(values, boards)) if text
        ),
        plots=[Plot("margins", "Value of the empty board", lambda axes: draw(axes, values, boards))],
    )


def rows(values: Mapping[str, Solved], boards: Sequence[str]) -> Iterator[tuple[Any, ...]]:
    for board in boards:
        plain, passing = values[board], values[board + PASSING]
        yield board, PUBLISHED[board], plain["margin"], passing["margin"], plain["nodes"], passing["nodes"]


def pairs(values: Mapping[str, Solved], boards: Sequence[str]) -> dict[str, tuple[int, int]]:
    """The margins without and with passing of the boards of which both are known."""
    found = {board: (values[board]["margin"], values[board + PASSING]["margin"]) for board in boards}
    return {board: (a, b) for board, (a, b) in found.items() if a is not None and b is not None}


def found(values: Mapping[str, Solved], boards: Sequence[str]) -> str:
    both = pairs(values, boards)
    plain, passing = ([margins[kind] for margins in both.values()] for kind in (0, 1))
    return (
        f"Without passing, {agreement_text(agreement(values, PUBLISHED, 'margin'))}. Of the {len(both)} "
        f"boards solved both ways the first player wins {sum(value > 0 for value in plain)} and the second "
        f"{sum(value < 0 for value in plain)} without passing; with passing {passing.count(0)} are drawn."
    )


def about_passing(values: Mapping[str, Solved], boards: Sequence[str]) -> str:
    """In words, what passing changes; empty if nothing is known of it."""
    both = pairs(values, boards)
    if not both:
        return ""
    changed = [board for board, (plain, passing) in both.items() if plain != passing]
    return (
        "The source lets a side pass, and what is published does not: passing changes the value of "
        f"{', '.join(changed) or 'no board'}. Nobody who may pass has to open a chain for the other."
    )


def draw(axes: Axes, values: Mapping[str, Solved], boards: Sequence[str]) -> None:
    both = pairs(values, boards)
    for kind, (label, colour) in enumerate((("without passing", "C0"), ("with passing", "C2"))):
        places = [number + 0.25 * (kind - 0.5) for number in range(len(both))]
        axes.plot(places, [margins[kind] for margins in both.values()], "o", color=colour, label=label)
    axes.plot(
        range(len(both)), [PUBLISHED[board] for board in both], "_", color="C1", label="published", ms=20
    )
    axes.axhline(0, color="0.8", zorder=0)
    axes.set_xticks(range(len(both)), list(both))
    axes.set(xlabel="board", ylabel="first less second, in boxes")
    legend_below(axes, 3)


STUDY: Final = Study(
    name="dots-values",
    title="Dots and Boxes: the values of small boards",
    source=f"{TRIPS_TRAPS_TRULL}, exercise 4",
    claim=(
        "Dots and Boxes on n x n boxes, 2 < n < 10, in which a side may pass, is set as an exercise in "
        "minimax; what the boards are worth without passing is known from others for some sizes."
    ),
    silent=(
        "What the boards are worth, and whether a side may pass after closing a box (here it may not; two "
        "passes in a row end the game). All that can be solved within a limit of time are, smaller and "
        "oblong boards besides; that of 4 x 4 boxes, a draw without passing, takes half an hour and 9 GB."
    ),
    conduct=conduct,
    parameters=parameters,
)
