"""Amazons: how long games take with the searches of the thesis, all looking equally far ahead."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import accumulate
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from nupp.arena import Match
from nupp.players import player
from nupp.rules import Position, game, turns_of
from nupp.studies.amazons import (
    ARROWS,
    BASIC,
    CLASSIC,
    HALF,
    TWO,
    board,
    label_of,
    searches_meet,
    seconds_a_game,
)
from nupp.studies.programs import amazons_search
from nupp.studies.sources import AMAZONS
from nupp.studies.study import Estimate, Findings, Lab, Plot, Study, Table
from nupp.studies.verdicts import exceeds, lies_within, ratio, verdict

if TYPE_CHECKING:
    from matplotlib.axes import Axes

PUBLISHED: Final = {
    (CLASSIC, CLASSIC): (413.30, 413.30),
    (CLASSIC, ARROWS): (154.22, 152.63),
    (CLASSIC, TWO): (129.20, 95.49),
    (ARROWS, ARROWS): (0.57, 0.57),
    (ARROWS, TWO): (0.55, 0.53),
    (TWO, TWO): (0.47, 0.47),
}
"""Mean seconds a game, with the first of two playing white and playing black."""
ORDERED: Final = "alphabeta"
"""The package's own search, as deep: classic search that orders moves and remembers positions."""
TENS: Final = 20
"""The least factor that counts as `several tens of times`."""
IMPLAUSIBLE: Final = 10
"""A factor by which no processor is faster than another one of these years."""
ALIKE: Final = 2
"""Times within this factor are alike."""


SEARCHED: Final = (CLASSIC, TWO, ARROWS, HALF, ORDERED)


class Effort(NamedTuple):
    """The effort of a search for all positions of one game: positions visited, and seconds."""

    positions: int
    seconds: float


def parameters(quick: bool) -> Mapping[str, Any]:
    """games: of the fast searches; whole, classic: of two-iteration search, and of classic search."""
    if quick:
        return {"size": 6, "depth": 3, "games": 20, "whole": 20, "classic": 8, "openings": 1, "seed": 1}
    return {"size": 10, "depth": 3, "games": 20, "whole": 10, "classic": 10, "openings": 1, "seed": 1}


def conduct(lab: Lab) -> Findings:
    params = parameters(lab.quick)
    results = lab.matches(dict(wanted(params)))
    times = {pair: seconds_a_game(results[label_of(*pair)]) for pair in PUBLISHED}
    halves = {
        (first, second): seconds_a_game(results[label_of(*halved(first, second))])
        for first, second in PUBLISHED
        if TWO in (first, second) and CLASSIC not in (first, second)
    }
    sample = results[label_of(TWO, TWO)].records[0]
    positions = game(sample.game).start_position(), sample.moves

    def effort(name: str) -> list[float]:
        return effort_of(name, *positions, params["depth"])

    efforts = {
        name: Effort(round(visited), seconds)
        for name, (visited, seconds) in lab.values("efforts", SEARCHED, effort).items()
    }
    return Findings(
        tables=[
            Table(
                f"Mean time of a game at depth {params['depth']}, on {board(params)}",
                ("searches", "published", "here", "times as fast", "two-iteration in half turns"),
                [
                    (
                        f"{first} v {second}",
                        f"{published(first, second):.2f} s",
                        times[first, second],
                        published(first, second) / times[first, second].value if not lab.quick else None,
                        halves.get((first, second)),
                    )
                    for first, second in PUBLISHED
                ],
                "Published for 10 x 10, from the start; here the first turn is random and takes no "
                "time. Of two searches the mean of both colours.",
            ),
            Table(
                f"All {len(sample.moves)} positions of one game, searched",
                ("search", "positions", "seconds", "positions a second", "in the published time, a second"),
                [
                    (
                        name,
                        one.positions,
                        one.seconds,
                        round(one.positions / one.seconds),
                        None
                        if lab.quick or name == ORDERED
                        else round(one.positions / published(*source_pair(name))),
                    )
                    for name, one in efforts.items()
                ],
                "The last column is how many positions a second the source would have visited for its mean "
                "time of a game of the search with itself. The last search is nupp's own, which looks as far "
                "with the same evaluation.",
            ),
        ],
        found=found(times, halves, efforts, lab.quick),
        stands=stands(times),
        difference=difference(efforts, board(params)),
        plots=[Plot("seconds", "Mean time of a game", lambda axes: draw(axes, times, halves))],
    )


def wanted(params: Mapping[str, Any]) -> Iterator[tuple[str, Match]]:
    """The matches, by labels."""
    fast = ((ARROWS, ARROWS), (HALF, HALF), (ARROWS, HALF))
    whole = ((ARROWS, TWO), (TWO, TWO))
    classic = ((CLASSIC, CLASSIC), (CLASSIC, ARROWS), (CLASSIC, TWO))
    for size, pairs in (("games", fast), ("whole", whole), ("classic", classic)):
        for first, second in pairs:
            yield label_of(first, second), searches_meet(first, second, params[size], params)


def halved(first: str, second: str) -> tuple[str, str]:
    """The same searches, two-iteration search counting half turns."""
    return HALF if first == TWO else first, HALF if second == TWO else second


def source_pair(name: str) -> tuple[str, str]:
    """The games of a search with itself in the source, which knows one kind of two-iteration search."""
    return (TWO, TWO) if name == HALF else (name, name)


def published(first: str, second: str) -> float:
    """The published seconds of a game, the mean of both colours."""
    return sum(PUBLISHED[first, second]) / 2


def effort_of(name: str, start: Position, moves: tuple[str, ...], depth: int) -> list[float]:
    """The effort of a search for all positions of a game: positions visited, and seconds.

    By half turns each turn is searched twice: before the amazon moves, and before she shoots.
    """
    if name == HALF:
        turns = turns_of(start.game)
        if turns is None:
            raise ValueError(f"{start.game.spec}: expected a game by steps")
        start, moves = turns.staged.start_position(), tuple(step for turn in moves for step in steps_of(turn))
    spec = f"{ORDERED}:depth={depth},eval={BASIC}" if name == ORDERED else amazons_search(name, depth)
    chooser = player(spec, start.game)
    chooser.choose(start.play(moves[0]))  # so that compiling it takes no time below
    before = accumulate(moves[:-1], lambda position, move: position.play(move), initial=start)
    found = [chooser.choose(position) for position in before]
    return [sum(one.nodes for one in found), sum(one.seconds for one in found)]


def steps_of(turn: str) -> tuple[str, str]:
    """An amazon's move and her arrow: `d1-d7/g7` is `d1-d7` and `/g7`."""
    step, _, arrow = turn.partition("/")
    return step, f"/{arrow}"


def found(
    times: Mapping[tuple[str, str], Estimate],
    halves: Mapping[tuple[str, str], Estimate],
    efforts: Mapping[str, Effort],
    quick: bool,
) -> str:
    classic, arrows, two = (times[name, name] for name in (CLASSIC, ARROWS, TWO))
    half = halves[TWO, TWO]
    longer = {name: published(CLASSIC, CLASSIC) / published(name, name) for name in (ARROWS, TWO)}
    own = efforts[ORDERED]

    def source(seconds: float) -> str:
        """The factor by which a game of classic search took longer in the source, as text."""
        times = published(CLASSIC, CLASSIC) / seconds
        return "" if quick else f", {times:.2g} times as fast as the source's classic search"

    return (
        f"A game of classic search with itself takes {classic}{source(classic.value)}. It takes "
        f"{ratio(classic, two)} as long as one of two-iteration search in whole turns ({two}; published "
        f"{longer[TWO]:,.0f} times), {ratio(classic, half)} as long as in half turns ({half}) and "
        f"{ratio(classic, arrows)} as long as one of move-then-arrow ({arrows}; published "
        f"{longer[ARROWS]:,.0f} times). For one and the same game classic search visits "
        f"{efforts[CLASSIC].positions:,.0f} positions between turns, two-iteration search "
        f"{efforts[TWO].positions:,.0f} between steps, in half turns {efforts[HALF].positions:,.0f}. "
        f"The search of nupp, which looks as far, visits {own.positions:,.0f} in {own.seconds:.2g} s"
        f"{source(own.seconds)}."
    )


def stands(times: Mapping[tuple[str, str], Estimate]) -> str:
    """The verdict: classic search takes tens of times as long as the fast ones, and those equally long."""
    classic, arrows, two = (times[name, name] for name in (CLASSIC, ARROWS, TWO))
    return verdict(
        [
            exceeds(ratio(classic, two), TENS),
            exceeds(ratio(classic, arrows), TENS),
            lies_within(ratio(arrows, two), 1 / ALIKE, ALIKE),
        ]
    )


def difference(efforts: Mapping[str, Effort], place: str) -> str:
    """A text on whether the published time allows three turns, by how much faster the source had to be."""
    rates = {name: efforts[name].positions / published(TWO, TWO) for name in (TWO, HALF)}
    faster = {name: rate * efforts[name].seconds / efforts[name].positions for name, rate in rates.items()}
    speeds = (
        "Two-iteration search saves the listing of arrows that are not looked at, but no positions between "
        f"turns. To look three turns ahead on {place} in 0.47 s a game takes {rates[TWO] / 1e6:,.0f} million "
        f"positions a second, {faster[TWO]:,.2g} times as many as here; a turn and a half, three plies if "
        f"move and arrow are one each, takes {rates[HALF] / 1e6:,.2g} million, {faster[HALF]:,.2g} times as "
        "many."
    )
    if faster[TWO] > IMPLAUSIBLE >= faster[HALF]:
        return f"{speeds} The published time is that of a search in half turns, whatever the text says."
    return speeds


def draw(
    axes: Axes,
    times: Mapping[tuple[str, str], Estimate],
    halves: Mapping[tuple[str, str], Estimate],
) -> None:
    rows = range(len(PUBLISHED))
    axes.plot([published(*pair) for pair in PUBLISHED], rows, "D", color="C1", label="published")
    for label, found, colour in (
        ("here", times, "C0"),
        ("in half turns", halves, "C2"),
    ):
        known = [(row, found[pair].value) for row, pair in enumerate(PUBLISHED) if pair in found]
        axes.plot(
            [seconds for _, seconds in known], [row for row, _ in known], "o", color=colour, label=label
        )
    axes.set_yticks(rows, [f"{first} v {second}" for first, second in PUBLISHED])
    axes.set(xscale="log", ylim=(len(PUBLISHED) - 0.5, -0.5), xlabel="seconds a game")
    axes.xaxis.set_major_formatter("{x:g}")
    axes.xaxis.set_minor_formatter("")
    axes.legend(loc="upper right", bbox_to_anchor=(1, -0.15), ncols=3)


STUDY: Final = Study(
    name="amazons-table-6",
    title="Amazons: the time of the searches",
    source=f"{AMAZONS}, table 6",
    claim=(
        "At depth 3, 20 games each, a game of classic search with itself took 413 s, one against a fast "
        "search 95 to 154 s, and one among move-then-arrow and two-iteration search 0.47 to 0.57 s: the two "
        "fast ones are alike, and classic search is several tens of times slower."
    ),
    silent=(
        "The machine, and how its programs list and order moves; here nothing is ordered. It wrote its "
        "programs in C++; those here are compiled to native code as well."
    ),
    conduct=conduct,
    parameters=parameters,
)
