"""Hexxagon: what becomes of the ant colony as one of its parameters varies."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import pairwise
from typing import TYPE_CHECKING, Any, Final

from nupp.arena import Match, Result
from nupp.spec import Spec
from nupp.studies import permutation
from nupp.studies.plots import draw_side_by_side, legend_below
from nupp.studies.sources import BOARD_GAMES
from nupp.studies.study import Estimate, Findings, Lab, Plot, Study, Table, share
from nupp.studies.verdicts import exceeds, verdict

if TYPE_CHECKING:
    from matplotlib.axes import Axes

GAME: Final = "hexxagon:holes=none"
USUAL: Final = {"beta": 2.0, "q0": 0.9}
Shares = Mapping[tuple[str, float], Estimate]
"""The points of colonies, by the kind of match and the value of the parameter."""
Colonies = Mapping[tuple[str, float], Sequence[Result]]
"""The matches of each colony, by the same."""
OPPONENTS: Final = {"learning": "greedy", "usual": "the usual colony"}
"""The kinds of matches that show whether wins depend on the parameter, and their opponents."""
SIGNIFICANT: Final = 0.05
"""Of what is called a difference or a change, so much at most is chance."""

STAGES: Final = 4
"""Into how many parts the games of a colony are divided to see whether it learns."""
SOURCE: Final = f"{BOARD_GAMES}, optimal parameters of the ant algorithm"
SILENT: Final = (
    "Against whom the games were played, how many, with which other parameters and from which positions; "
    "what is divided by where no enemy is near; which piece a clone belongs to. Here: against greedy and "
    "against a colony with usual parameters, from random openings; 1 is added to the divisor; the adjacent "
    "piece with the most pheromone; the board of 61 cells, and a game is over when a side is blocked."
)
KINDS: Final = {
    "learning": "against greedy",
    "fixed": "against greedy, without pheromone",
    "usual": "against the usual colony",
}
"""The matches of a colony: one that learns, one whose pheromone stays as it was, and one against its like."""


def claim(parameter: str) -> str:
    """The claim of the source about a parameter."""
    return (
        f"An ant colony played Hexxagon, and the games it won were plotted against {parameter}, to find its "
        "best value. The plots have not come down with the text; that the games won depend on it is what can "
        "be examined."
    )


@dataclass(frozen=True)
class Sweep:
    """One parameter of the colony that varies, and its values in the quick and in the full run."""

    name: str
    quick: Sequence[float]
    full: Sequence[float]

    def parameters(self, quick: bool) -> Mapping[str, Any]:
        """The other parameter is as usual, and a colony plays `games` games, from which it learns."""
        others = {name: value for name, value in USUAL.items() if name != self.name}
        return others | {
            self.name: tuple(self.quick if quick else self.full),
            "alpha": 0.1,
            "colonies": 3 if quick else 5,
            "games": 16 if quick else 200,
            "openings": 2,
            "seed": 1,
        }

    def colony(self, value: float, alpha: float) -> str:
        """The spec of a colony."""
        settings = USUAL | {self.name: value}
        parts = {name: f"{setting:g}" for name, setting in settings.items()}
        return str(Spec("ants", parts | {"alpha": f"{alpha:g}"}))


def study(sweep: Sweep, **words: str) -> Study:
    """The study of a parameter; words: its name, title, claim and so on."""
    return Study(conduct=partial(conduct, sweep=sweep), parameters=sweep.parameters, **words)


def conduct(lab: Lab, sweep: Sweep) -> Findings:
    params = sweep.parameters(lab.quick)
    results = lab.matches(dict(wanted(sweep, params)))
    colonies = {
        (kind, value): [results[label(kind, value, number)] for number in range(params["colonies"])]
        for kind in KINDS
        for value in params[sweep.name]
    }
    found = {key: share(together(matches)) for key, matches in colonies.items()}
    learning = [one for (kind, _), matches in colonies.items() if kind == "learning" for one in matches]
    stages, change = stages_of(learning), p_of_learning(learning)
    chances = {kind: p_of_values(colonies, kind) for kind in OPPONENTS}
    return Findings(
        tables=[
            Table(
                f"Points of the colony by {sweep.name}",
                (sweep.name, *KINDS.values()),
                [(f"{value:g}", *(found[kind, value] for kind in KINDS)) for value in params[sweep.name]],
                "Draws count half. The intervals count games of one colony as independent, which they are "
                f"not quite. The usual colony has beta {USUAL['beta']:g} and q0 {USUAL['q0']:g}, and learns "
                "too.",
            ),
            Table(
                f"How probable such differences between values of {sweep.name} are by chance",
                ("against", "p"),
                [(opponent, round(chances[kind], 4)) for kind, opponent in OPPONENTS.items()],
                f"By permutation of whole colonies, of which there are {params['colonies']} for each value, "
                "each with openings of its own.",
            ),
            Table(
                "What learning brings against greedy",
                ("games of a colony", "points, all values together"),
                list(stages.items()),
                "Whether the last games differ from the first is judged by the change in each colony, whose "
                f"sign is drawn by lot: {permutation.p_text(change)}.",
            ),
        ],
        found=found_words(sweep, found, stages, chances),
        stands=stands(chances),
        difference=difference(found, stages, change),
        plots=[
            Plot(
                "points",
                f"Points against greedy by {sweep.name}",
                partial(draw, name=sweep.name, found=found),
            )
        ],
    )


def wanted(sweep: Sweep, params: Mapping[str, Any]) -> Iterator[tuple[str, Match]]:
    """The matches, by labels: each colony against greedy, with pheromone and without, and the usual one."""
    for place, value in enumerate(params[sweep.name]):
        colony, fixed = sweep.colony(value, params["alpha"]), sweep.colony(value, 0)
        usual = sweep.colony(USUAL[sweep.name], params["alpha"])
        for number in range(params["colonies"]):
            for kind, first, second in (
                ("learning", colony, "greedy"),
                ("fixed", fixed, "greedy"),
                ("usual", colony, usual),
            ):
                seed, openings = params["seed"] + place * params["colonies"] + number, params["openings"]
                match = Match(GAME, first, second, params["games"], seed, depth=1, openings=openings)
                yield label(kind, value, number), match


def label(kind: str, value: float, number: int) -> str:
    """The label of the match of a colony."""
    return f"{kind}-{value:g}-{number}"


def together(results: Sequence[Result]) -> Result:
    """The games of several matches of as many games as one, pairs kept."""
    step = results[0].match.games + results[0].match.games % 2
    records = {
        place * step + number: record
        for place, one in enumerate(results)
        for number, record in one.records.items()
    }
    return Result(results[0].match, records)


def stages_of(results: Sequence[Result]) -> dict[str, Estimate]:
    """The points of all colonies in the first part of their games, the next and so on."""
    return {
        f"{start + 1} to {end}": share(together([part(result, start, end) for result in results]))
        for start, end in stage_bounds(results[0].match.games)
    }


def stage_bounds(games: int) -> list[tuple[int, int]]:
    """The parts of `games` games, of whole pairs: the number of the first game, and that after the last."""
    bounds = [2 * (games * stage // STAGES // 2) for stage in range(STAGES)] + [games]
    return [(start, end) for start, end in pairwise(bounds) if start < end]


def part(result: Result, start: int, end: int) -> Result:
    """Some games of a match, from an even number on."""
    records = {number: record for number, record in result.records.items() if start <= number < end}
    return Result(result.match, records)


def best_and_worst(found: Shares, kind: str) -> tuple[float, float]:
    """The values with the most and the fewest points."""
    values = [value for one, value in found if one == kind]
    ranked = sorted(values, key=lambda value: found[kind, value].value)
    return ranked[-1], ranked[0]


def p_of_values(colonies: Colonies, kind: str) -> float:
    """The probability by chance that values differ as much: each colony counts once."""
    return permutation.p_of_groups(
        [[share(one).value for one in matches] for (other, _), matches in colonies.items() if other == kind]
    )


def p_of_learning(colonies: Sequence[Result]) -> float:
    """The probability by chance that the last games of colonies are as different from the first."""
    first, *_, last = stage_bounds(colonies[0].match.games)
    return permutation.p_of_changes(
        [share(part(one, *last)).value - share(part(one, *first)).value for one in colonies]
    )


def stands(chances: Mapping[str, float]) -> str:
    """The verdict: the number of games won depends on the parameter, against greedy or the usual colony.

    chances: how probable differences as large are without any dependence, for each of the opponents, who
    share the chance of an error (C. Bonferroni, 1936). Without such a difference it is open: that there is
    none cannot be shown.
    """
    return verdict([min(chances.values()) < SIGNIFICANT / len(chances) or None])


def found_words(
    sweep: Sweep, found: Shares, stages: Mapping[str, Estimate], chances: Mapping[str, float]
) -> str:
    best, worst = best_and_worst(found, "learning")
    leader, _ = best_and_worst(found, "usual")
    first, *_, last = stages.values()
    depends = stands(chances) == "stands"
    differences = " and ".join(
        f"against {opponent} {permutation.p_text(chances[kind])}" for kind, opponent in OPPONENTS.items()
    )
    return (
        f"Against greedy the colony does best with {sweep.name} {best:g}, where it gets "
        f"{found['learning', best]} of the points, and worst with {worst:g}: {found['learning', worst]}. "
        f"Against the usual colony the most points, {found['usual', leader]}, go to {sweep.name} {leader:g}. "
        f"{'The values differ beyond chance' if depends else 'That values differ is not certain'}: "
        f"{differences}. "
        f"In their first games all colonies together get {first} against greedy, in their last {last}."
    )


def difference(found: Shares, stages: Mapping[str, Estimate], change: float) -> str:
    """A text on what the colony owes to its pheromone, and what to the rule by which its ants weigh moves."""
    values = list(dict.fromkeys(value for _, value in found))
    better = sum(found["learning", value].value > found["fixed", value].value for value in values)
    best, _ = best_and_worst(found, "fixed")
    words = (
        "The source's plot cannot be compared. As to what pheromone does: with it the colony gets more "
        f"points than without it at {better} of {len(values)} values, and from its first games to its last "
        f"{trend(stages, change)} ({permutation.p_text(change)}). After each move the pheromone on its way "
        "fades towards 7/61 or less of what it was at first, and only a game that was won, or one with more "
        "pieces than the last, makes it grow."
    )
    if exceeds(found["fixed", best]) is not False:
        return words
    return words + (
        f" Without pheromone, too, the colony gets no more than {found['fixed', best]}: its ants divide what "
        "they take by the enemies further off, where greedy takes the most."
    )


def trend(stages: Mapping[str, Estimate], change: float) -> str:
    """A text on whether colonies improve from game to game. change: the probability of as much by chance."""
    first, *_, last = stages.values()
    if change >= SIGNIFICANT:
        return "no change can be measured"
    return "it gets better" if last.value > first.value else "it gets worse"


def draw(axes: Axes, name: str, found: Shares) -> None:
    for kind, shift, style, colour in (("learning", -0.03, "o-", "C0"), ("fixed", 0.03, "s--", "C2")):
        chosen = {value: one for (other, value), one in found.items() if other == kind}
        draw_side_by_side(axes, chosen, shift, "g", fmt=style, color=colour, label=KINDS[kind])
    axes.set(xlabel=name, ylabel="points of the colony", ylim=(0, None))
    legend_below(axes, 2)
