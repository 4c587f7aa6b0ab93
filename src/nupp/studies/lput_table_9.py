"""L-put: minimax, flat Monte Carlo and greedy Monte Carlo against each other."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import partial
from itertools import combinations_with_replacement
from typing import TYPE_CHECKING, Any, Final

from nupp.arena import Match, Result
from nupp.studies.plots import draw_even, draw_rows, draw_side_by_side, legend_below, name_rows
from nupp.studies.programs import lput_alphabeta, lput_monte_carlo
from nupp.studies.sources import LPUT
from nupp.studies.study import Estimate, Findings, Lab, Plot, Study, Table, proportion, share
from nupp.studies.verdicts import EVEN, exceeds, lies_within, turned, verdict

if TYPE_CHECKING:
    from matplotlib.axes import Axes

GAME: Final = "lput"
NAMES: Final = {"minimax": "minimax", "flat": "Monte Carlo", "greedy": "greedy Monte Carlo"}
"""The programs of the table, and what the source calls them."""
WORDS: Final = NAMES | {
    "ordered": "Monte Carlo, best evaluated first",
    "alone": "greedy",
    "random": "random moves",
}
PUBLISHED: Final = {
    ("minimax", "minimax"): 0,
    ("minimax", "flat"): 1,
    ("minimax", "greedy"): 1,
    ("flat", "minimax"): 0,
    ("flat", "flat"): 0.5,
    ("flat", "greedy"): 0.4,
    ("greedy", "minimax"): 0,
    ("greedy", "flat"): 0.6,
    ("greedy", "greedy"): 0.6,
}
"""The share of its games that blue won, by the programs of blue and of red."""
ALL: Final = 1_000
"""As many moves on trial as there are."""
ORDERED: Final = "ordered-flat"
"""Monte Carlo that tries all moves, the best evaluated first, against Monte Carlo."""
GAMES_OF_THE_SOURCE: Final = 10
"""In each cell."""


def parameters(quick: bool) -> Mapping[str, Any]:
    return {
        "depth": 2,
        "k": 10,
        "n": 100,
        "top": 10,
        "games": 6 if quick else 100,
        "more": (1_000, 10_000),
        "ordered": 2 if quick else 40,
        "openings": 4,
        "seed": 1,
    }


def programs(params: Mapping[str, Any]) -> dict[str, str]:
    """The specs of the programs of the table."""
    return {
        "minimax": lput_alphabeta(),
        "flat": lput_monte_carlo(params["n"], k=params["k"]),
        "greedy": lput_monte_carlo(params["n"], params["top"], params["k"]),
    }


def conduct(lab: Lab) -> Findings:
    params = parameters(lab.quick)
    results = lab.matches(dict(wanted(params)))
    cells = {cell: points_of_blue(results, *cell) for cell in PUBLISHED}
    shares = {
        label: share(result) for label, result in results.items() if label not in set(labels_of_the_table())
    }
    curve = {params["n"]: shares["minimax-flat"]} | {n: shares[f"minimax-flat-{n}"] for n in params["more"]}
    return Findings(
        tables=[
            Table(
                "Points of blue, from the start position",
                ("blue v red", "published", "here"),
                [
                    (f"{NAMES[blue]} v {NAMES[red]}", of_the_source((blue, red)), found)
                    for (blue, red), found in cells.items()
                ],
                f"Published are shares of {GAMES_OF_THE_SOURCE} games, whose intervals are ours. Minimax "
                "draws no random numbers: against itself it plays one game, however often.",
            ),
            Table(
                "Points from random openings, with sides exchanged",
                ("match", "points of the first"),
                [(words(label), found) for label, found in shares.items()],
                "`Greedy` takes the move that the evaluation likes best at once, without any simulation. "
                "A number is that of the simulations, where it is not the source's.",
            ),
        ],
        found=found_words(cells, shares, params),
        stands=stands(shares),
        difference=difference(shares),
        plots=[
            Plot("cells", "Points of blue, with 95 % intervals", partial(draw_cells, cells=cells)),
            Plot("simulations", "Monte Carlo against minimax of depth 2", partial(draw_curve, curve=curve)),
        ],
    )


def wanted(params: Mapping[str, Any]) -> Iterator[tuple[str, Match]]:
    """The matches, by labels: the cells of the table, and then what explains them."""
    specs, games, depth, seed = programs(params), params["games"], params["depth"], params["seed"]
    for label, (first, second) in labels_of_the_table().items():
        number = 2 if first == second == "minimax" else games if first == second else 2 * games
        yield label, Match(GAME, specs[first], specs[second], number, seed, depth=depth, openings=0)
    for label, first, second in comparisons(params):
        number, openings = params["ordered"] if label == ORDERED else 2 * games, params["openings"]
        yield label, Match(GAME, first, second, number, seed, depth=depth, openings=openings)


def labels_of_the_table() -> dict[str, tuple[str, str]]:
    """The matches that fill the table, one for each two cells with the same programs."""
    return {
        f"start-{first}-{second}": (first, second)
        for first, second in combinations_with_replacement(NAMES, 2)
    }


def comparisons(params: Mapping[str, Any]) -> Iterator[tuple[str, str, str]]:
    """Labels and specs of the matches from random openings."""
    specs = programs(params)
    yield "minimax-flat", specs["minimax"], specs["flat"]
    for n in params["more"]:
        yield f"minimax-flat-{n}", specs["minimax"], lput_monte_carlo(n, k=params["k"])
    yield "minimax-greedy", specs["minimax"], specs["greedy"]
    yield "greedy-flat", specs["greedy"], specs["flat"]
    yield ORDERED, lput_monte_carlo(params["n"], ALL, params["k"]), specs["flat"]
    yield "greedy-alone", specs["greedy"], "greedy:eval=health+position"
    yield "flat-random", specs["flat"], "random"


def words(label: str) -> str:
    """A match from random openings, for people."""
    first, second, *more = label.split("-")
    return f"{WORDS[first]} v {WORDS[second]}" + (f", {int(more[0]):,}" if more else "")


def points_of_blue(results: Mapping[str, Result], blue: str, red: str) -> Estimate:
    """Blue's share of the points in a cell of the table, exact where every game is the same.

    Blue is the first side.
    """
    labels = {programs: label for label, programs in labels_of_the_table().items()}
    swapped = (blue, red) not in labels
    records = results[labels[(red, blue) if swapped else (blue, red)]].records
    outcomes = [one.outcome for number, one in records.items() if blue == red or number % 2 == swapped]
    points = sum({"first": 1.0, "draw": 0.5}.get(outcome or "", 0.0) for outcome in outcomes)
    found = proportion(points, len(outcomes))
    return found._replace(low=found.value, high=found.value) if blue == red == "minimax" else found


def of_the_source(cell: tuple[str, str]) -> Estimate:
    """A published share with the interval that so few games leave."""
    return proportion(PUBLISHED[cell] * GAMES_OF_THE_SOURCE, GAMES_OF_THE_SOURCE)


def agrees(cell: tuple[str, str], found: Estimate) -> bool:
    """True if some strength explains both the published share and the one found here."""
    published = of_the_source(cell)
    return published.low <= found.high and found.low <= published.high


def stands(shares: Mapping[str, Estimate]) -> str:
    """The verdict: minimax beats both kinds of Monte Carlo, these are even, and play as random moves do."""
    even = (lies_within(shares[label], *EVEN) for label in ("greedy-flat", "flat-random"))
    return verdict([exceeds(shares["minimax-flat"]), exceeds(shares["minimax-greedy"]), *even])


def found_words(
    cells: Mapping[tuple[str, str], Estimate], shares: Mapping[str, Estimate], params: Mapping[str, Any]
) -> str:
    agreeing = sum(agrees(cell, found) for cell, found in cells.items())
    most = max(params["more"])
    return (
        f"The intervals of {agreeing} of {len(cells)} cells meet those of the published ones. From random "
        f"openings minimax gets {shares['minimax-flat']} of the points against Monte Carlo and "
        f"{shares['minimax-greedy']} against greedy Monte Carlo. Monte Carlo gets {shares['flat-random']} "
        f"against random moves, and greedy Monte Carlo {shares['greedy-flat']} against Monte Carlo. With "
        f"{most:,} simulations instead of {params['n']} minimax still gets {shares[f'minimax-flat-{most}']}."
    )


def difference(shares: Mapping[str, Estimate]) -> str:
    """A text on the reason for which greedy Monte Carlo differs from the source, if it does."""
    parts = []
    if exceeds(shares["flat-random"]):
        parts.append(
            "That even games between the two kinds of Monte Carlo show play at random does not follow: ten "
            f"games a cell are few, and against random moves Monte Carlo gets {shares['flat-random']}."
        )
    if exceeds(shares["greedy-flat"], of_the_source(("greedy", "flat")).value):
        likely = "" if exceeds(shares[ORDERED]) else "perhaps "
        parts.append(
            f"Greedy Monte Carlo is so much better here {likely}because of the order in which it tries "
            "moves: each is simulated until its share falls below that of another, many end with equal "
            "shares, and of those the first is played, here the one that the evaluation likes best. Monte "
            f"Carlo that tries all moves in that order gets {shares[ORDERED]} against Monte Carlo as it is."
        )
    if exceeds(shares["greedy-alone"]) is False:
        parts.append(
            "The simulations do worse than the evaluation alone: greedy Monte Carlo gets "
            f"{shares['greedy-alone']} against greedy, which looks one ply ahead."
        )
    return " ".join(parts)


def draw_cells(axes: Axes, cells: Mapping[tuple[str, str], Estimate]) -> None:
    rows = range(len(cells))
    published = [of_the_source(cell) for cell in cells]
    draw_rows(axes, [row - 0.12 for row in rows], list(cells.values()), label="here")
    draw_rows(axes, [row + 0.12 for row in rows], published, "C1", marker="D", label="published")
    name_rows(axes, [f"{NAMES[blue]} v {NAMES[red]}" for blue, red in cells], "points of blue")
    legend_below(axes, 2)


def draw_curve(axes: Axes, curve: Mapping[int, Estimate]) -> None:
    draw_even(axes)
    draw_side_by_side(axes, {n: turned(one) for n, one in curve.items()}, digits=",")
    axes.set(xlabel="simulations besides one for each move", ylabel="points of Monte Carlo")


STUDY: Final = Study(
    name="lput-table-9",
    title="L-put: minimax and Monte Carlo",
    source=f"{LPUT}, table 9",
    claim=(
        "Alpha-beta of depth 2, flat Monte Carlo and greedy Monte Carlo (100 simulations of 10 random "
        "moves), all with health and position, played ten games a cell: minimax won every game against Monte "
        "Carlo, whose two kinds were about even with each other and so, it says, play almost at random."
    ),
    silent=(
        "The map; in which order moves are tried, which decides between equal ones: here as the rules list "
        "them, for greedy Monte Carlo the best evaluated first; whether games were drawn: here draws count "
        "half."
    ),
    conduct=conduct,
    parameters=parameters,
)
