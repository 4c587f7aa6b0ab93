"""The standings of a tournament that is played round by round, with the usual tie-breaks."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True)
class Entrant:
    """A player of a tournament.

    number: its own. since: the first round in which it plays. until: the last round before it withdrew; None
    while it plays.
    """

    number: int
    since: int = 1
    until: int | None = None


@dataclass(frozen=True)
class Pairing:
    """A game of a round, or a bye, which has no second side.

    points: of the first side, 1, 0.5 or 0; None while the game goes on.
    """

    round: int
    first: int
    second: int | None
    points: float | None = None

    def points_of(self, entrant: int) -> float:
        """The points of one of its players; 0 while the game goes on."""
        if self.points is None:
            return 0.0
        return self.points if entrant == self.first else 1.0 - self.points


@dataclass(frozen=True)
class Standing:
    """The standing of an entrant; games: those that have ended, without byes.

    buchholz: the points of its opponents (B. Buchholz, 1932). sonneborn_berger: those of the opponents that
    it has beaten, and half of those that it has drawn with (W. Sonneborn and J. Berger, 1886).
    """

    entrant: int
    points: float
    buchholz: float
    sonneborn_berger: float
    wins: int
    games: int


def standings(
    entrants: Sequence[Entrant], pairings: Sequence[Pairing], late: float = 0.0
) -> tuple[Standing, ...]:
    """The standings, the best first: by points, Buchholz, Sonneborn-Berger, wins, and number.

    late: the points for each round before an entrant came. A bye counts for neither tie-break.
    """
    points = {
        one.number: late * (one.since - 1)
        + sum(game.points_of(one.number) for game in pairings if one.number in (game.first, game.second))
        for one in entrants
    }
    found = [_standing(one.number, points, pairings) for one in entrants]
    return tuple(
        sorted(
            found,
            key=lambda one: (-one.points, -one.buchholz, -one.sonneborn_berger, -one.wins, one.entrant),
        )
    )


def _standing(number: int, points: dict[int, float], pairings: Sequence[Pairing]) -> Standing:
    ended = [
        one
        for one in pairings
        if number in (one.first, one.second) and one.second is not None and one.points is not None
    ]
    met = [(one.first + (one.second or 0) - number, one.points_of(number)) for one in ended]
    return Standing(
        number,
        points[number],
        sum(points[other] for other, _ in met),
        sum(points[other] * gained for other, gained in met),
        sum(gained == 1.0 for _, gained in met),
        len(met),
    )
