"""Amazons: the searches of the thesis with equal time, and nupp's own."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any, Final

from nupp.arena import Match, Result
from nupp.studies.amazons import ARROWS, BASIC, CLASSIC, TWO, label_of, meeting, points_of
from nupp.studies.plots import draw_even, draw_side_by_side, legend_below, look
from nupp.studies.programs import amazons_search
from nupp.studies.sources import AMAZONS
from nupp.studies.study import Estimate, Findings, Lab, Plot, Study, Table
from nupp.studies.verdicts import exceeds, turned, verdict

if TYPE_CHECKING:
    from matplotlib.axes import Axes

FULL: Final = "alphabeta"
"""nupp's alpha-beta on whole turns with all its parts and the basic evaluation."""
STRONG: Final = "strong"
PAIRS: Final = ((TWO, CLASSIC), (ARROWS, CLASSIC), (TWO, ARROWS), (FULL, TWO), (STRONG, FULL))


def parameters(quick: bool) -> Mapping[str, Any]:
    """seconds: of a move. games: for each two programs and each time."""
    terms = {"size": 10, "openings": 4, "seed": 1}
    if quick:
        return {"seconds": [0.01, 0.03], "games": 4, **terms}
    return {"seconds": [0.02, 0.08, 0.32], "games": 20, **terms}


def conduct(lab: Lab) -> Findings:
    params = parameters(lab.quick)
    results = lab.matches(dict(wanted(params)))
    points = {
        (first, second): {one: points_of(at_time(results, one), first, second) for one in params["seconds"]}
        for first, second in PAIRS
    }
    return Findings(
        tables=[
            Table(
                "Points of the first of two programs, by the time of a move",
                ("programs", *(f"{one:g} s" for one in params["seconds"])),
                [(f"{first} v {second}", *found.values()) for (first, second), found in points.items()],
                f"{params['games']} games each. All but {STRONG} use the basic evaluation.",
            )
        ],
        found=found(points),
        stands=stands(points),
        difference=(
            "The source compared its searches at equal depth only, and two-iteration search, as its times "
            "and scores suggest (tables 5 and 6), by half turns: both its speed and its weakness would come "
            "from looking less far ahead. In whole turns it sees what classic search sees as deep, and "
            "visits no fewer positions between turns."
        ),
        plots=[Plot("points", "Points by the time of a move", lambda axes: draw(axes, points))],
    )


Points = Mapping[tuple[str, str], Mapping[float, Estimate]]
"""The points of the first of two programs, by the seconds of a move."""


def program(name: str) -> str:
    """The spec of a program that thinks as long as it is given."""
    if name == FULL:
        return f"alphabeta:eval={BASIC}"
    return STRONG if name == STRONG else amazons_search(name, depth=0)


def wanted(params: Mapping[str, Any]) -> Iterator[tuple[str, Match]]:
    """The matches, by labels."""
    for seconds in params["seconds"]:
        for first, second in PAIRS:
            specs = program(first), program(second)
            match = meeting((first, second), specs, params["games"], params, seconds=seconds)
            yield f"{seconds:g}s-{label_of(first, second)}", match


def at_time(results: Mapping[str, Result], seconds: float) -> Mapping[str, Result]:
    """The matches with a time of a move, by labels without it."""
    start = f"{seconds:g}s-"
    return {label[len(start) :]: one for label, one in results.items() if label.startswith(start)}


def found(points: Points) -> str:
    """The points at the longest time, and which of the source's searches is ahead at each."""
    last = max(next(iter(points.values())))
    figures = ", ".join(
        f"{first} gets {found[last]} against {second}" for (first, second), found in points.items()
    )
    ahead = ", ".join(f"{leader(points, one) or 'none'} at {one:g} s" for one in points[TWO, CLASSIC])
    return (
        f"With {last:g} s a move {figures}. Of the source's three searches, shown to be ahead of both "
        f"others: {ahead}."
    )


def leader(points: Points, seconds: float) -> str | None:
    """The one of the source's searches that gets more than half of the points against each other one, if any.

    As far as intervals show: a share whose interval holds a half puts nobody ahead.
    """
    known = {pair: points[pair][seconds] for pair in PAIRS[:3]}
    known |= {(second, first): turned(found) for (first, second), found in known.items()}
    winners = [first for (first, _), found in known.items() if exceeds(found)]
    return next((name for name in (CLASSIC, ARROWS, TWO) if winners.count(name) == 2), None)


def stands(points: Points) -> str:
    """The verdict: each fast search beats classic search, at every time, each of which is a separate part."""
    return verdict([exceeds(one) for name in (TWO, ARROWS) for one in points[name, CLASSIC].values()])


def draw(axes: Axes, points: Points) -> None:
    for number, ((first, second), found) in enumerate(points.items()):
        marks, colour = look(number)
        style = {"fmt": marks, "color": colour, "label": f"{first} v {second}"}
        draw_side_by_side(axes, found, 0.04 * (number - 2), "g", **style)
    draw_even(axes)
    axes.set(xlabel="seconds a move", ylabel="points of the first")
    legend_below(axes, 2)


STUDY: Final = Study(
    name="amazons-time",
    title="Amazons: the searches with equal time",
    source=f"{AMAZONS}, section 4.1 and its conclusions",
    claim=(
        "It held that its two fast searches, weaker than classic search at equal depth, have the advantage "
        "where time is limited, as they can look further ahead; it did not play such games."
    ),
    silent=(
        "How a search uses a given time; here all deepen iteratively, and move-then-arrow gives half of its "
        "time to the amazon's move."
    ),
    conduct=conduct,
    parameters=parameters,
)
