"""Reversi: counting discs after two plies, against mobility and against opponents made for people."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final, cast

from nupp.arena import Match, Result
from nupp.games.reversi.rules import Reversi
from nupp.rules import Position
from nupp.studies.plots import draw_even, draw_side_by_side
from nupp.studies.sources import TRIPS_TRAPS_TRULL
from nupp.studies.study import Estimate, Findings, Lab, Plot, Study, Table, by_opening, clustered, share
from nupp.studies.verdicts import exceeds, verdict

if TYPE_CHECKING:
    from matplotlib.axes import Axes

GAMES: Final = ("reversi", "othello")
"""The rules of the source, and the world's."""
DISCS: Final = "minimax:depth=2,eval=discs"
LEVELS: Final = (1, 3, 5)
"""Opponents made for people, which stand for people here."""
HARD: Final = 0.75
"""A player that is very hard to beat gets more than this share of the points: it loses one game in four."""
OPPONENTS: Final[Mapping[str, str]] = {
    "random": "random",
    "mobility": "minimax:depth=2,eval=mobility",
    **{f"level-{n}": f"level:n={n}" for n in LEVELS},
    "strong": "strong",
}

END: Final = 128
"""A number of moves that no game on 8 x 8 reaches."""
SHOWN: Final = (10, 20, 30, 40, 50, 60, END)
"""After how many moves discs are counted."""


def parameters(quick: bool) -> Mapping[str, Any]:
    """nodes: of each move; two plies take fewer, and the strong player a few milliseconds."""
    return {"games": 40 if quick else 400, "openings": 4, "nodes": 5000, "seed": 1}


def conduct(lab: Lab) -> Findings:
    params = parameters(lab.quick)
    results = lab.matches(dict(wanted(params)))
    shares = {label: share(result) for label, result in results.items()}
    courses = {rules: course(results[f"{rules}-mobility"]) for rules in GAMES}
    return Findings(
        tables=[
            Table(
                "Points of disc difference at two plies",
                ("against", *GAMES),
                [(name, *(shares[f"{rules}-{name}"] for rules in GAMES)) for name in OPPONENTS],
                "Draws count half. A level looks at few positions and makes random moves: 80 % of level 1's, "
                "47 % of level 3's, 23 % of level 5's. The strong player looks at "
                f"{params['nodes']:,} positions.",
            ),
            Table(
                "Games in which it leads in discs against mobility",
                ("after moves", *GAMES),
                [(ply_text(ply), *(courses[rules][ply] for rules in GAMES)) for ply in SHOWN],
                "As many discs count half; a game that is over counts as it ended.",
            ),
        ],
        found=found(shares),
        stands=stands(shares),
        difference=difference(courses),
        plots=[
            Plot("shares", "Points of disc difference at two plies", lambda axes: draw_shares(axes, shares)),
            Plot(
                "lead",
                "Games in which it leads in discs against mobility",
                lambda axes: draw_lead(axes, courses),
            ),
        ],
    )


def wanted(params: Mapping[str, Any]) -> Iterator[tuple[str, Match]]:
    """The matches of disc difference, by the rules and the opponent."""
    for rules in GAMES:
        for name, opponent in OPPONENTS.items():
            yield (
                f"{rules}-{name}",
                Match(
                    rules,
                    DISCS,
                    opponent,
                    params["games"],
                    params["seed"],
                    nodes=params["nodes"],
                    openings=params["openings"],
                ),
            )


def course(result: Result) -> dict[int, Estimate]:
    """The share of a match's games in which its first player leads in discs after a number of moves, by
    pairs.
    """
    leads = {number: course_of_game(record.replay(), number % 2) for number, record in result.records.items()}

    def leading(ply: int) -> list[float]:
        return by_opening([result], lambda _, number: has_lead(leads[number], ply))

    return {ply: clustered(leading(ply)) for ply in SHOWN}


def has_lead(leads: Sequence[int], ply: int) -> float:
    """1 if a side leads after `ply` moves, or at the end of a shorter game; half if it is even."""
    return (1 + sign(leads[min(ply, len(leads) - 1)])) / 2


def course_of_game(end: Position, side: int) -> list[int]:
    """A side's lead in discs after each move of a game."""
    leads = [lead(end, side)]
    while end.previous is not None:
        end = end.previous
        leads.append(lead(end, side))
    return leads[::-1]


def ply_text(ply: int) -> str:
    return "the end" if ply == END else str(ply)


def sign(number: int) -> int:
    return (number > 0) - (number < 0)


def lead(position: Position, side: int) -> int:
    """A side's discs less those of the other."""
    rules, state = cast(Reversi, position.game), position.state[0]
    return int(rules.discs(state, side)) - int(rules.discs(state, 1 - side))


def found(shares: Mapping[str, Estimate]) -> str:
    against = " and ".join(f"{shares[f'{rules}-mobility']} in {rules}" for rules in GAMES)
    levels = ", ".join(f"{shares[f'{GAMES[0]}-level-{n}']} against level {n}" for n in LEVELS)
    return (
        f"Disc difference at two plies gets {against} of the points against mobility at two plies. In "
        f"{GAMES[0]} it gets {levels} and {shares[f'{GAMES[0]}-strong']} against the strong player."
    )


def stands(shares: Mapping[str, Estimate]) -> str:
    """The verdict on the claim that disc difference is very hard to beat for each level, by the source's
    rules.
    """
    return verdict(exceeds(shares[f"{GAMES[0]}-level-{n}"], HARD) for n in LEVELS)


def difference(courses: Mapping[str, Mapping[int, Estimate]]) -> str:
    before, after = (courses[GAMES[0]][ply] for ply in (SHOWN[1], SHOWN[-1]))
    text = (
        "The source reports no games; how strong its human opponents were is not known. Here a program is "
        f"very hard to beat for a level that gets less than {100 * (1 - HARD):.0f} % of the points. Against "
        f"mobility disc difference leads in {before} of the games after {SHOWN[1]} moves, and at the end in "
        f"{after}"
    )
    if before.low > after.high:
        return f"{text}: discs gained early are turned back, and who has many has few moves."
    return f"{text}."


def draw_shares(axes: Axes, shares: Mapping[str, Estimate]) -> None:
    for number, rules in enumerate(GAMES):
        known = {name: shares[f"{rules}-{name}"] for name in OPPONENTS}
        draw_side_by_side(axes, known, 0.1 * number, fmt="o", color=f"C{2 * number}", label=rules)
    draw_even(axes)
    axes.set(xlabel="opponent", ylabel="points")
    axes.legend()


def draw_lead(axes: Axes, courses: Mapping[str, Mapping[int, Estimate]]) -> None:
    for number, (rules, course) in enumerate(courses.items()):
        known = {ply_text(ply): course[ply] for ply in SHOWN}
        draw_side_by_side(axes, known, 0.1 * number, color=f"C{2 * number}", label=rules)
    draw_even(axes)
    axes.set(xlabel="moves played", ylabel="games in which it leads")
    axes.legend()


STUDY: Final = Study(
    name="reversi-discs",
    title="Reversi: counting discs after two plies",
    source=f"{TRIPS_TRAPS_TRULL}, exercise 2",
    claim=(
        "Although squares differ in worth, the difference of discs after two moves plays so well that people "
        "find it very hard to beat."
    ),
    silent=(
        "What people, how many games, and how ties are broken (here at random). Opponents made for people, "
        "the levels of nupp, stand for them."
    ),
    conduct=conduct,
    parameters=parameters,
)
