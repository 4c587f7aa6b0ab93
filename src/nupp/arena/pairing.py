"""Pairing people round by round: Swiss system and round robin.

Swiss: players meet others with as many points where they can, and nobody twice while it can be avoided. The
players are taken from the best down; each tries the others in the order of the difference in points, of how
well the sides suit both, and of the distance from the place half a score group below, as FIDE's Dutch system
has it (FIDE Handbook C.04.3). What leaves the others without a pairing is taken back. If no pairing without a
game that was played before exists, one such game is allowed, then two, and so on.

Round robin: the tables of Berger (J. Berger, Schachjahrbuch, 1893) in the form of the circle method. An
entrant who comes late meets those that are free in a round, and others in rounds that are appended.
"""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final, Literal

from nupp.arena.standings import Entrant, Pairing, standings

System = Literal["swiss", "round_robin"]

_MOST_STEPS: Final = 20_000
"""The number of tries for a round, after which players get the best of those that are left, in their order:
far more than fields of 64 players need while most have not met.
"""


@dataclass(frozen=True)
class _Player:
    """A player who is to be paired: its points, whom it has met, and the balance of its sides.

    balance: games as the first side less those as the second. last: the side in its last game; 0 for none.
    """

    number: int
    points: float
    met: frozenset[int]
    balance: int
    last: int
    byes: int


def next_round(
    system: System,
    entrants: Sequence[Entrant],
    pairings: Sequence[Pairing],
    rounds: int = 1,
    late: float = 0.0,
) -> tuple[Pairing, ...]:
    """The pairings of the round after those that were played; none if the tournament is over.

    rounds: how many a Swiss tournament has. late: the points for each round before an entrant came, in a
    Swiss tournament. Of an odd number of players one has a bye, a pairing without a second side, which is
    worth a point in a Swiss tournament. Fewer than two players have no round.
    """
    number = max((one.round for one in pairings), default=0) + 1
    active = [one for one in entrants if one.until is None and one.since <= number]
    if len(active) < 2:
        return ()
    if system == "round_robin":
        return tuple(_round_robin(number, entrants, active, pairings))
    if number > rounds:
        return ()
    order = [one.entrant for one in standings(entrants, pairings, late)]
    points = {one.entrant: one.points for one in standings(entrants, pairings, late)}
    here = {one.number for one in active}
    players = [_player(one, points[one], pairings) for one in order if one in here]
    return tuple(_swiss(number, players))


# ---- Swiss ---------------------------------------------------------------------------------------


def _player(number: int, points: float, pairings: Sequence[Pairing]) -> _Player:
    own = [one for one in pairings if number in (one.first, one.second)]
    played = [one for one in own if one.second is not None]
    sides = [1 if one.first == number else -1 for one in played]
    met = frozenset(one.first + (one.second or 0) - number for one in played)
    return _Player(number, points, met, sum(sides), sides[-1] if sides else 0, len(own) - len(played))


def _swiss(round_: int, players: list[_Player]) -> Iterator[Pairing]:
    """The pairings of players, who stand in the order of the standings."""
    last_first = sorted(players[::-1], key=lambda one: one.byes)  # noqa: C415 - the last of equals first
    byes: list[_Player | None] = [*last_first] if len(players) % 2 else [None]
    found, bye = _paired(players, byes)
    yield from (_sides(round_, a, b) for a, b in found)
    if bye is not None:
        yield Pairing(round_, bye.number, None, 1.0)


def _paired(
    players: list[_Player], byes: list[_Player | None]
) -> tuple[list[tuple[_Player, _Player]], _Player | None]:
    """The pairs of players, and who has the bye. byes: who may have it, those first who should."""
    search, most = _Search(), len(players) // 2
    for again, strict, bye in itertools.product(range(most + 1), (True, False), byes):
        found = search.pair([one for one in players if one is not bye], again, strict)
        if found is not None:
            return found, bye
        if search.is_spent:
            break
    # Where all may meet again nothing is taken back: that needs one step for each pair.
    found = _Search().pair([one for one in players if one is not byes[0]], most, strict=False)
    assert found is not None
    return found, byes[0]


class _Search:
    """A search for the pairing of a round, with one number of steps for all that is tried."""

    def __init__(self) -> None:
        self._steps = 0

    @property
    def is_spent(self) -> bool:
        """True if all steps are used up."""
        return self._steps > _MOST_STEPS

    def pair(self, players: list[_Player], again: int, strict: bool) -> list[tuple[_Player, _Player]] | None:
        """A pairing of an even number of players; None if there is none, or the steps are used up.

        again: the number of games that may have been played before. strict: whether no two meet who have
        both been on the same side twice more often than on the other.
        """
        if not players:
            return []
        first, *others = players
        group = sum(one.points == first.points for one in others) + 1
        ranked = sorted(
            range(len(others)), key=lambda place: _discord(first, others[place], place + 1 - group // 2)
        )
        for place in ranked:
            left = again - (others[place].number in first.met)
            self._steps += 1
            if self.is_spent:
                return None
            if left < 0 or (strict and _clash(first, others[place]) > 1):
                continue
            found = self.pair([*others[:place], *others[place + 1 :]], left, strict)
            if found is not None:
                return [(first, others[place]), *found]
        return None


def _discord(a: _Player, b: _Player, distance: int) -> tuple[bool, float, int, int]:
    """The discord of two players, to be made small. distance: from the place half a score group below."""
    return b.number in a.met, abs(a.points - b.points), _clash(a, b), abs(distance)


def _clash(a: _Player, b: _Player) -> int:
    """The extent to which two players need the same side; 0 if they do not."""
    return min(abs(a.balance), abs(b.balance)) if a.balance * b.balance > 0 else 0


def _sides(round_: int, a: _Player, b: _Player) -> Pairing:
    """A game of two players: the one that has been first less often, or was second last, is first."""
    key_a, key_b = (a.balance, a.last), (b.balance, b.last)
    if key_a == key_b:
        first, second = (a, b) if (a.number + round_) % 2 else (b, a)
    else:
        first, second = (a, b) if key_a < key_b else (b, a)
    return Pairing(round_, first.number, second.number)


# ---- round robin ---------------------------------------------------------------------------------


def _round_robin(
    round_: int, entrants: Sequence[Entrant], active: list[Entrant], pairings: Sequence[Pairing]
) -> Iterator[Pairing]:
    """The pairings of a round, byes included; none if all have met."""
    table = [one.number for one in entrants if one.since == 1]
    here = {one.number for one in active}
    met = {frozenset((one.first, one.second)) for one in pairings if one.second is not None}
    due = [pair for pair in berger(table, round_) if here.issuperset(pair)]
    busy = {number for pair in due for number in pair}
    firsts = Counter(one.first for one in pairings if one.second is not None)
    planned = len(table) - 1 + len(table) % 2
    free = sorted(here - busy)
    late = [
        (a, b)
        for a in free
        for b in free
        if a < b and not {a, b} <= {*table} and frozenset((a, b)) not in met
    ]
    left = Counter(number for pair in late for number in pair)
    for a, b in sorted(late, key=lambda pair: (-left[pair[0]] - left[pair[1]], pair)):
        if not {a, b} & busy:
            busy |= {a, b}
            due.append((a, b) if firsts[a] <= firsts[b] else (b, a))
    if not due and round_ > planned:
        return
    yield from (Pairing(round_, first, second) for first, second in due)
    yield from (Pairing(round_, number, None, 0.0) for number in free if number not in busy)


def berger(players: Sequence[int], round_: int) -> list[tuple[int, int]]:
    """The pairs of a round, counted from 1, of a table in which all meet once; none after its last round."""
    circle: list[int | None] = [*players] if len(players) % 2 == 0 else [*players, None]
    count = len(circle)
    if not 1 <= round_ < count:
        return []
    *turning, fixed = circle
    turn = round_ - 1
    turned = [*turning[turn:], *turning[:turn]]
    pairs = [(turned[0], fixed) if round_ % 2 else (fixed, turned[0])]
    for place in range(1, count // 2):
        a, b = turned[place], turned[-place]
        pairs.append((a, b) if place % 2 else (b, a))
    return [(a, b) for a, b in pairs if a is not None and b is not None]
