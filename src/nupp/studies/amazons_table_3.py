"""Amazons: how much moves and how much open directions should weigh in the improved evaluation."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from typing import TYPE_CHECKING, Any, Final

from nupp.arena import Match, Result, play_match
from nupp.studies.amazons import BASIC, HALF, TWO, evaluations_meet
from nupp.studies.plots import draw_estimates, draw_even, legend_below
from nupp.studies.sources import AMAZONS
from nupp.studies.study import (
    Estimate,
    Findings,
    Lab,
    Plot,
    Study,
    Table,
    by_opening,
    clustered,
    proportion,
    share,
)
from nupp.studies.verdicts import ANSWERS, exceeds, turned, verdict

if TYPE_CHECKING:
    from matplotlib.axes import Axes

PUBLISHED: Final = {
    0.0: (-13, -16),
    0.1: (-74, 30),
    0.2: (-42, 40),
    0.3: (-16, 52),
    0.35: (30, 28),
    0.4: (35, 14),
    0.43: (54, 6),
    0.45: (62, 34),
    0.47: (72, 16),
    0.5: (68, 24),
    0.55: (100, -44),
    0.6: (-26, -4),
    0.7: (-22, -2),
    0.8: (14, -65),
    0.9: (-99, 100),
    1.0: (-8, 4),
}
"""Games won less games lost by the improved evaluation as white and as black, of 100 each, by cof1."""
EACH: Final = 100
"""Published games of each colour."""
BETTER: Final = (0.3, 0.55)
"""Between these the source found the improved evaluation better than the basic one."""
BEST: Final = 0.45
"""With this cof1 the source found it best."""
SEARCHES: Final = {"3 half turns": (HALF, 3), "2 turns": (TWO, 2)}
"""Depths by names: those that can be played thousands of times."""

Sweep = Mapping[float, Result]


def parameters(quick: bool) -> Mapping[str, Any]:
    """games: for each cof1 and search. repeated: for these, games from the start with random numbers."""
    terms = {"size": 10, "openings": 4, "seed": 1}
    if quick:
        return {"cof1": [0.1, 0.45, 0.9], "games": 40, "repeated": [0.45], "noises": 3, **terms}
    return {"cof1": list(PUBLISHED), "games": 200, "repeated": [0.1, 0.45, 0.9], "noises": 10, **terms}


def conduct(lab: Lab) -> Findings:
    params = parameters(lab.quick)
    results = lab.matches(dict(wanted(params)))
    sweeps = {name: {one: results[label_for(name, one)] for one in params["cof1"]} for name in SEARCHES}
    games = lab.values(
        "from-the-start",
        map(str, params["repeated"]),
        lambda cof1: repeated(float(cof1), params, lab.threads),
    )
    return Findings(
        tables=[
            Table(
                "Points of the improved evaluation against the basic one",
                ("cof1", "published, won less lost", "published", *SEARCHES),
                [
                    (
                        f"{one:g}",
                        "{:+} {:+}".format(*PUBLISHED[one]),
                        published(one),
                        *(share(sweep[one]) for sweep in sweeps.values()),
                    )
                    for one in params["cof1"]
                ],
                "Won less lost as white and as black; for cof1 = 0.3 the source adds -16 and 52 to 46. The "
                "intervals of published figures hold if its games were independent. Here all cof1 have the "
                "same openings: figures of several are compared, and put together, by opening.",
            ),
            Table(
                "The same game again: from the start, with random numbers that only part equal values",
                ("cof1", "games", "won as white", "won as black", "ways the first ten turns go"),
                [(one, *repetition(played)) for one, played in games.items()],
                "At 3 half turns. Every game has other random numbers.",
            ),
        ],
        found=found(sweeps),
        stands=stands(sweeps),
        difference=difference(sweeps, games),
        plots=[Plot("points", "Points of the improved evaluation", lambda axes: draw(axes, sweeps))],
    )


def wanted(params: Mapping[str, Any]) -> Iterator[tuple[str, Match]]:
    """The matches of both sweeps, by labels."""
    for name, (search, depth) in SEARCHES.items():
        for one in params["cof1"]:
            yield (
                label_for(name, one),
                evaluations_meet(search, depth, (improved(one), BASIC), params["games"], params),
            )


def label_for(name: str, cof1: float) -> str:
    """The label of a match."""
    return f"{name}-{cof1:g}".replace(" ", "-")


def improved(cof1: float) -> str:
    """The improved evaluation with a weight of the moves."""
    return f"directions:cof1={cof1:g}"


def repeated(cof1: float, params: Mapping[str, Any], threads: int) -> list[list[Any]]:
    """Games from the start with the source's random numbers, in turn as white and as black.

    Returns points of the improved evaluation and how the first ten turns go, of each game.
    """
    games: list[list[Any]] = []
    for noise in range(1, params["noises"] + 1):
        evaluators = f"{improved(cof1)},noise={noise}", f"{BASIC}:noise={noise}"
        match = evaluations_meet(HALF, 3, evaluators, 2, {**params, "openings": 0})
        result = play_match(match, threads)
        games += [[result.points(one), " ".join(result.records[one].moves[:20])] for one in range(2)]
    return games


def repetition(games: Sequence[Sequence[Any]]) -> tuple[int, str, str, int]:
    """The number of games, those won as white and as black, and the number of ways their first turns go."""
    white, black = games[::2], games[1::2]
    won = [f"{sum(points for points, _ in one):g} of {len(one)}" for one in (white, black)]
    ways = sum(len({beginning for _, beginning in one}) for one in (white, black))
    return len(games), won[0], won[1], ways


def published(cof1: float) -> Estimate:
    """The published share of the points."""
    return proportion(sum((EACH + ahead) / 2 for ahead in PUBLISHED[cof1]), 2 * EACH)


def ahead(result: Result) -> tuple[float, float]:
    """Games won less games lost as white and as black, of as many as were published."""
    shares = (share(result, side).value for side in range(2))
    white, black = (2 * EACH * (one - 0.5) for one in shares)
    return white, black


def jump(figures: Sequence[float]) -> float:
    """The difference of neighbours: the root of the mean square."""
    squares = [(one - other) ** 2 for one, other in pairwise(figures)]
    return math.sqrt(sum(squares) / len(squares))


def chance_jump(games: int) -> float:
    """The jump between equal programs by chance, of won less lost in 100, from `games` games of a colour."""
    return math.sqrt(2 / games) * EACH


def pooled(sweep: Sweep, low: float, high: float) -> Estimate:
    """The points of all matches with a cof1 from `low` to `high`; games of one opening hang together."""
    return clustered(by_opening([result for one, result in sweep.items() if low <= one <= high]))


def below(sweep: Sweep) -> Estimate:
    """The points with less cof1 than where the source found the improved evaluation better."""
    return pooled(sweep, 0, math.nextafter(BETTER[0], 0))


def above(sweep: Sweep) -> Estimate:
    """The points with more cof1 than that, but not 1, with which both evaluations are the same."""
    return pooled(sweep, math.nextafter(BETTER[1], 1), math.nextafter(1, 0))


def is_best(sweep: Sweep, cof1: float = BEST) -> bool | None:
    """True if a cof1 gets more points from the same openings than each other one; None if undecided.

    The intervals of all comparisons hold together.
    """
    own, others = by_opening([sweep[cof1]]), [result for one, result in sweep.items() if one != cof1]
    more = {
        exceeds(
            clustered([(1 + a - b) / 2 for a, b in zip(own, by_opening([other]), strict=True)], len(others))
        )
        for other in others
    }
    return False if False in more else None if None in more else True


def best(sweep: Sweep) -> tuple[float, Estimate]:
    """The best cof1, and its points."""
    one = max(sweep, key=lambda cof1: share(sweep[cof1]).value)
    return one, share(sweep[one])


def found(sweeps: Mapping[str, Sweep]) -> str:
    sentences = []
    for name, sweep in sweeps.items():
        top, points = best(sweep)
        sentences.append(
            f"At {name} the improved evaluation gets {pooled(sweep, *BETTER)} of the points with cof1 from "
            f"{BETTER[0]:g} to {BETTER[1]:g}, {below(sweep)} with less and {above(sweep)} with more but not "
            f"1; the most with {top:g}: {points}. Whether {BEST:g} is best: {ANSWERS[is_best(sweep)]}."
        )
    return " ".join(sentences)


def stands(sweeps: Mapping[str, Sweep]) -> str:
    """The verdict: the improved evaluation is better in the middle, best with BEST, worse on either side."""
    claims = []
    for sweep in sweeps.values():
        worse = (exceeds(turned(one)) for one in (below(sweep), above(sweep)))
        claims += [exceeds(pooled(sweep, *BETTER)), is_best(sweep), *worse]
    return verdict(claims)


def difference(sweeps: Mapping[str, Sweep], games: Mapping[str, Sequence[Sequence[Any]]]) -> str:
    """The jumps of neighbouring figures, there and here, and what the source's games have in common, in
    words.
    """
    known = next(iter(sweeps.values()))
    theirs = [jump(column) for column in zip(*(PUBLISHED[one] for one in known), strict=True)]
    ours = [jump(column) for column in zip(*map(ahead, known.values()), strict=True)]
    each = max(len(result.records) for result in known.values()) // 2
    ways = sum(repetition(played)[3] for played in games.values())
    played = sum(map(len, games.values()))
    return (
        f"From one cof1 to the next the published figures jump by {theirs[0]:.0f} as white and "
        f"{theirs[1]:.0f} as black; by chance 100 games of each would give {chance_jump(EACH):.0f}. Those "
        f"from random openings jump by {ours[0]:.0f} and {ours[1]:.0f}, by chance {chance_jump(each):.0f} of "
        f"{each} games. The source's games all begin from the start and differ by tiny random numbers, which "
        f"only part equal values: {played} such games here begin in {ways} ways. Its 100 games are a few "
        "games many times, and its best cof1 is chosen among such figures. That it played 3,200 games "
        "suggests, like its times, that its depth counted half turns."
    )


def draw(axes: Axes, sweeps: Mapping[str, Sweep]) -> None:
    axes.plot(
        list(PUBLISHED), [published(one).value for one in PUBLISHED], "D--", color="C1", label="published"
    )
    for (name, sweep), colour in zip(sweeps.items(), ("C0", "C2"), strict=True):
        draw_estimates(axes, list(sweep), [share(one) for one in sweep.values()], color=colour, label=name)
    draw_even(axes)
    axes.set(xlabel="cof1, the weight of moves", ylabel="points against the basic evaluation")
    legend_below(axes, 3)


STUDY: Final = Study(
    name="amazons-table-3",
    title="Amazons: the weight of moves in the improved evaluation",
    source=f"{AMAZONS}, table 3",
    claim=(
        "With two-iteration search and 100 games a colour for each cof1, the improved evaluation was better "
        "than the basic one with cof1 from 0.3 to 0.55, best with 0.45 (96 games more won than lost), and "
        "mostly worse outside."
    ),
    silent=(
        "The depth; here three half turns and two turns. How large its random numbers are, by which games "
        "differ; here they differ by random opening turns, in pairs with sides exchanged."
    ),
    conduct=conduct,
    parameters=parameters,
)
