"""L-put: Monte Carlo, with a tree and without, against alpha-beta where simulations are cheap."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import partial
from typing import TYPE_CHECKING, Any, Final

from nupp.arena import Match
from nupp.players import Budget, player
from nupp.players.warmup import prepare
from nupp.rules import game
from nupp.studies.plots import draw_even, draw_side_by_side, legend_below
from nupp.studies.programs import lput_monte_carlo
from nupp.studies.sources import LPUT
from nupp.studies.study import Estimate, Findings, Lab, Plot, Study, Table, share
from nupp.studies.verdicts import exceeds, verdict

if TYPE_CHECKING:
    from matplotlib.axes import Axes

GAME: Final = "lput"
ALPHABETA: Final = "alphabeta:eval=health+position"
SHALLOW: Final = "alphabeta:depth=2,eval=health+position"
"""As deep as the source's alpha-beta looked, however much time there is."""
ENDLESS: Final = 10**9
"""More simulations than there is time for."""
CHALLENGERS: Final = {
    "flat": lput_monte_carlo(ENDLESS),
    "uct": "uct:eval=health+position",
    "uct-cut": "uct:cutoff=10,eval=health+position",
    "uct-implicit": "uct:cutoff=10,eval=health+position,implicit=0.5",
}
"""The kinds of Monte Carlo, by labels."""
WORDS: Final = {
    "flat": "flat Monte Carlo",
    "uct": "UCT to the end",
    "uct-cut": "UCT, 10 moves",
    "uct-implicit": "UCT, 10 moves, with evaluations in the tree",
}
AS_MANY: Final = 150
"""The simulations of the source for a move: 100, and one for each of about 50 moves."""
NEEDED_BY_THE_SOURCE: Final = 1_000
"""The number of positions for which the source could not generate the moves in ten seconds."""


def parameters(quick: bool) -> Mapping[str, Any]:
    return {
        "seconds": (0.003, 0.01) if quick else (0.01, 0.03, 0.1),
        "games": 6 if quick else 24,
        "simulations": (AS_MANY,) if quick else (AS_MANY, 1_000),
        "games by simulations": 10 if quick else 60,
        "openings": 4,
        "seed": 1,
    }


def conduct(lab: Lab) -> Findings:
    params = parameters(lab.quick)
    speeds = lab.values("speeds", ["alphabeta", *CHALLENGERS], speed)
    results = lab.matches(dict(wanted(params)))
    shares = {label: share(result) for label, result in results.items()}
    timed = {name: [shares[f"{name}-{budget:g}s"] for budget in params["seconds"]] for name in CHALLENGERS}
    shallow = {
        name: [shares[shallow_label(name, budget)] for budget in params["seconds"]] for name in CHALLENGERS
    }
    counted = {name: [shares[f"{name}-{count}"] for count in params["simulations"]] for name in CHALLENGERS}
    return Findings(
        tables=[
            Table(
                "Points against alpha-beta in equal time",
                ("seconds a move", *(f"{budget:g}" for budget in params["seconds"])),
                [(WORDS[name], *found) for name, found in timed.items()],
                "Draws count half. Alpha-beta deepens until its time is up, with the same evaluation.",
            ),
            Table(
                "Points against alpha-beta of depth 2",
                ("seconds a move", *(f"{budget:g}" for budget in params["seconds"])),
                [(WORDS[name], *found) for name, found in shallow.items()],
                "The opponent of the source: more time gives simulations, and alpha-beta nothing.",
            ),
            Table(
                "Points against alpha-beta with as many positions as simulations",
                ("simulations", *map(str, params["simulations"])),
                [(WORDS[name], *found) for name, found in counted.items()],
                f"{AS_MANY} is what the source could afford. A simulation of ten moves is eleven positions.",
            ),
            Table(
                f"Points of UCT against flat Monte Carlo with {AS_MANY} simulations each",
                ("program", "points"),
                [(WORDS[name], shares[f"{name}-flat"]) for name in CHALLENGERS if name != "flat"],
            ),
            Table(
                "What is cheap",
                ("program", "a second"),
                [("alpha-beta: positions", round(speeds["alphabeta"]))]
                + [(f"{WORDS[name]}: simulations", round(speeds[name])) for name in CHALLENGERS],
                "From the start position, on the machine named; the source could not generate moves for "
                f"{NEEDED_BY_THE_SOURCE:,} positions in ten seconds.",
            ),
        ],
        found=found_words(params, timed, shallow, counted, shares),
        stands=verdict([exceeds(shallow["flat"][-1]), exceeds(shares["uct-cut-flat"])]),
        difference=difference(shallow, counted, speeds),
        plots=[
            Plot("time", "Points against alpha-beta in equal time", partial(draw, params=params, timed=timed))
        ],
    )


def wanted(params: Mapping[str, Any]) -> Iterator[tuple[str, Match]]:
    """The matches, by labels: in equal time, with equal numbers, and Monte Carlo against its like."""
    seed, openings = params["seed"], params["openings"]
    for name, spec in CHALLENGERS.items():
        for budget in params["seconds"]:
            yield (
                f"{name}-{budget:g}s",
                Match(GAME, spec, ALPHABETA, params["games"], seed, seconds=budget, openings=openings),
            )
            yield (
                shallow_label(name, budget),
                Match(GAME, spec, SHALLOW, params["games"], seed, seconds=budget, openings=openings),
            )
        opponents = {str(count): (count, ALPHABETA) for count in params["simulations"]}
        if name != "flat":
            opponents["flat"] = AS_MANY, CHALLENGERS["flat"]
        for label, (count, opponent) in opponents.items():
            yield (
                f"{name}-{label}",
                Match(
                    GAME,
                    forgetful(spec),
                    opponent,
                    params["games by simulations"],
                    seed,
                    nodes=count,
                    openings=openings,
                ),
            )


def shallow_label(name: str, seconds: float) -> str:
    """The label of a match against alpha-beta that looks as far ahead as the source's."""
    return f"{name}-depth-2-{seconds:g}s"


def forgetful(spec: str) -> str:
    """A program that has no more simulations for a move than it makes for it."""
    return f"{spec},keep=false" if spec.startswith("uct") else spec


def speed(name: str) -> float:
    """The number of positions or simulations a program manages in a second."""
    start, spec = game(GAME).start_position(), CHALLENGERS.get(name, ALPHABETA)
    program = player(spec, start.game)
    prepare(program)
    program.get_ready()
    return program.choose(start, Budget(seconds=0.5)).nodes_per_second


def found_words(
    params: Mapping[str, Any],
    timed: Mapping[str, list[Estimate]],
    shallow: Mapping[str, list[Estimate]],
    counted: Mapping[str, list[Estimate]],
    shares: Mapping[str, Estimate],
) -> str:
    deep, source = (
        "; ".join(f"{WORDS[name]} {found[-1]}" for name, found in points.items())
        for points in (timed, shallow)
    )
    best = max(counted, key=lambda name: counted[name][0].value)
    return (
        f"{answer(timed)} With {params['seconds'][-1]:g} s a move, of the points against alpha-beta: "
        f"{deep}. Against alpha-beta of depth 2, as the source had it, with as much time: {source}. "
        f"With {AS_MANY} simulations, against alpha-beta with as many positions, the best is {WORDS[best]}: "
        f"{counted[best][0]}. UCT with simulations of ten moves gets {shares['uct-cut-flat']} against flat "
        "Monte Carlo with as many."
    )


def answer(timed: Mapping[str, list[Estimate]]) -> str:
    """A text on whether UCT beats alpha-beta in equal time."""
    found = [exceeds(one) for name, budgets in timed.items() if name != "flat" for one in budgets]
    if True in found:
        return f"In equal time UCT beats alpha-beta in {found.count(True)} of {len(found)} matches."
    if None in found:
        return (
            "In equal time no kind of UCT is shown to beat alpha-beta, and "
            f"{found.count(False)} of {len(found)} matches are clearly lost."
        )
    return "In equal time UCT beats alpha-beta with none of the budgets."


def difference(
    shallow: Mapping[str, list[Estimate]], counted: Mapping[str, list[Estimate]], speeds: Mapping[str, float]
) -> str:
    """A text on whether the number of simulations is what Monte Carlo lacks."""
    flat, implicit, without = shallow["flat"][-1], counted["uct-implicit"][0], counted["uct-cut"][0]
    lesson = ", so that their number is not what it lacks" if exceeds(flat) is False else ""
    words = (
        f"Simulations are cheap here: {speeds['flat']:,.0f} a second. With the most time flat Monte Carlo "
        f"gets {flat} against alpha-beta of depth 2{lesson}. It simulates the move that has the best "
        "share so far until that fails, and ten random moves say little about a position."
    )
    if not exceeds(implicit, without.high):
        return words
    return words + (
        f" Evaluations in the tree, which need none, bring UCT {implicit} of the points with {AS_MANY} "
        f"simulations, where it gets {without} without them."
    )


def draw(axes: Axes, params: Mapping[str, Any], timed: Mapping[str, list[Estimate]]) -> None:
    draw_even(axes)
    for number, (name, colour) in enumerate(zip(timed, ("C1", "C0", "C2", "C3"), strict=True)):
        found = dict(zip(params["seconds"], timed[name], strict=True))
        draw_side_by_side(axes, found, 0.04 * number - 0.06, "g", label=WORDS[name], color=colour)
    axes.set(xlabel="seconds a move", ylabel="points")
    legend_below(axes, 2)


STUDY: Final = Study(
    name="lput-time",
    title="L-put: does UCT beat alpha-beta when simulations are cheap?",
    source=f"{LPUT}, conclusions and future work",
    claim=(
        "Monte Carlo lost to alpha-beta. The thesis blames it on simulations that are too slow, so that "
        "there are too few, and names Monte Carlo with upper confidence bounds as what may do better."
    ),
    silent=(
        "How UCB would be used, and what time is equal. Here: UCT with simulations to the end of the game, "
        "of ten moves and an evaluation, and with evaluations in the tree as well; alpha-beta with a table "
        "and iterative deepening, or of depth 2 as in the source; and the source's evaluation for all."
    ),
    conduct=conduct,
    parameters=parameters,
)
