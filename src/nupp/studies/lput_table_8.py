"""L-put: alpha-beta with its evaluations of health and of damage against each other."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any, Final

from nupp.arena import Match, Result
from nupp.studies.plots import draw_rows, legend_below, name_rows
from nupp.studies.programs import lput_alphabeta
from nupp.studies.sources import LPUT
from nupp.studies.study import Estimate, Findings, Lab, Plot, Study, Table, proportion, share
from nupp.studies.verdicts import exceeds, turned, verdict

if TYPE_CHECKING:
    from matplotlib.axes import Axes

EVALUATORS: Final = ("health", "damage")
PUBLISHED: Final = {
    ("health", "health"): 0,
    ("health", "damage"): 1,
    ("damage", "health"): 0,
    ("damage", "damage"): 0,
}
"""1 if blue won, by the evaluations of blue and of red, whose ties the distance from the centre breaks."""


def parameters(quick: bool) -> Mapping[str, Any]:
    return {"depth": 2, "games": 40 if quick else 400, "openings": 4, "seed": 1}


def conduct(lab: Lab) -> Findings:
    params = parameters(lab.quick)
    results = lab.matches(dict(wanted(params)))
    cells = {
        (blue, red): (one_game(results, blue, red), points_of_blue(results, blue, red))
        for blue in EVALUATORS
        for red in EVALUATORS
    }
    better = share(results["health-damage"])
    agree = sum(PUBLISHED[cell] == start for cell, (start, _) in cells.items())
    blue = sum(estimate.value for _, estimate in cells.values()) / len(cells)
    return Findings(
        tables=[
            Table(
                "Points of blue",
                ("blue v red", "published", "the same game here", "from random openings"),
                [
                    (f"{blue} v {red}", PUBLISHED[blue, red], start, estimate)
                    for (blue, red), (start, estimate) in cells.items()
                ],
                "One game a cell, as in the source, from the start position; and many that begin with random "
                "moves, of which draws count half.",
            )
        ],
        found=(
            f"From the start position {agree} of 4 games end as published. Over {params['games']} games from "
            f"random openings health gets {better} of the points against damage, and blue {100 * blue:.0f} % "
            "of all points."
        ),
        stands=stands({cell: estimate for cell, (_, estimate) in cells.items()}, better),
        difference=(
            "A program that chooses by fixed rules plays the same game each time, so that a single game says "
            "little of how often a side wins; and the map of the source is not published."
        ),
        plots=[Plot("shares", "Points of blue, with 95 % intervals", lambda axes: draw(axes, cells))],
    )


def wanted(params: Mapping[str, Any]) -> Iterator[tuple[str, Match]]:
    """The matches, by labels: the game of the source, and many from random openings."""
    for first, second in (("health", "health"), ("health", "damage"), ("damage", "damage")):
        players = lput_alphabeta(f"{first}+position"), lput_alphabeta(f"{second}+position")
        depth = params["depth"]
        yield f"{first}-{second}-start", Match("lput", *players, 2, depth=depth, openings=0)
        yield (
            f"{first}-{second}",
            Match(
                "lput", *players, params["games"], params["seed"], depth=depth, openings=params["openings"]
            ),
        )


def one_game(results: Mapping[str, Result], blue: str, red: str) -> float:
    """Blue's points in the game from the start position."""
    if (blue, red) == ("damage", "health"):
        return 1 - results["health-damage-start"].points(1)
    return results[f"{blue}-{red}-start"].points(0)


def points_of_blue(results: Mapping[str, Result], blue: str, red: str) -> Estimate:
    """Blue's share of the points from random openings."""
    turned = (blue, red) == ("damage", "health")
    result = results["health-damage" if turned else f"{blue}-{red}"]
    numbers = [number for number in result.records if number % 2 == turned]
    points = sum(result.points(number) for number in numbers)
    return proportion(len(numbers) - points if turned else points, len(numbers))


def stands(cells: Mapping[tuple[str, str], Estimate], better: Estimate) -> str:
    """The verdict: blue is the stronger side in the one cell and the weaker in three, and health the better.

    cells: blue's points from random openings, as one game shows nothing of who is stronger. better: those of
    health against damage.
    """
    return verdict(
        [exceeds(found if PUBLISHED[cell] else turned(found)) for cell, found in cells.items()]
        + [exceeds(better)]
    )


def draw(axes: Axes, cells: Mapping[tuple[str, str], tuple[float, Estimate]]) -> None:
    rows = range(len(cells))
    draw_rows(axes, rows, [found for _, found in cells.values()], label="from random openings")
    axes.plot([PUBLISHED[cell] for cell in cells], rows, "D", color="C1", label="published")
    axes.plot([start for start, _ in cells.values()], rows, "x", color="C0", label="the same game")
    name_rows(axes, [f"{blue} v {red}" for blue, red in cells], "points of blue")
    legend_below(axes, 3)


STUDY: Final = Study(
    name="lput-table-8",
    title="L-put: health against damage",
    source=f"{LPUT}, table 8",
    claim=(
        "Alpha-beta of depth 2 played itself, each side with one of two evaluations, ties broken by "
        "the distance from the centre, one game a cell: blue won only with health against damage, so that "
        "health, the simpler evaluation, is the more successful one."
    ),
    silent="The map, how ties between moves are broken, and how many games a cell stands for (here one).",
    conduct=conduct,
    parameters=parameters,
)
