"""The summary of a match or a tournament: counted here, once, for all kinds of report."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Final

from nupp.arena.match import Match, Result
from nupp.arena.playing import ending_of
from nupp.arena.ranking import ranking
from nupp.arena.ratings import Standing
from nupp.arena.report.replay import movers_of
from nupp.arena.tournament import number_of
from nupp.formats import TIME_FORFEIT, GameRecord
from nupp.rules import game

BY_THE_RULES: Final = "by the rules"
FAILURE: Final = "failure of a player"

_NOT_SHOWN: Final = ("game", "first", "second", "stream", "seconds", "nodes", "depth", "clock")
_TERMS: Final = {
    "games": "games of a pairing",
    "openings": "random moves of an opening",
    "balance": "nodes to evaluate an opening",
    "proven": "ended once both are certain",
    "max_plies": "drawn after plies",
    "patience": "seconds waited for a late move",
}
"""Conditions as people call them."""

Follow = Callable[[GameRecord], Sequence[int]]
"""Replays a game and returns the side, 0 or 1, that made each move."""


@dataclass(frozen=True)
class Score:
    """Games won, drawn and lost."""

    wins: int = 0
    draws: int = 0
    losses: int = 0

    @classmethod
    def of(cls, points: Sequence[float]) -> Score:
        """The score of games that brought 1, 1/2 or 0 points each."""
        return cls(points.count(1.0), points.count(0.5), points.count(0.0))

    @property
    def games(self) -> int:
        return self.wins + self.draws + self.losses

    @property
    def points(self) -> float:
        return self.wins + self.draws / 2

    @property
    def share(self) -> float | None:
        """The points of a game on the average; None if there is no game."""
        return self.points / self.games if self.games else None


@dataclass(frozen=True)
class Played:
    """One game of the run.

    number: in the run, as its file has it. seats: the places of the first and the second side's players in
    the list of players. movers: who made each move, 0 for the first side, 1 for the second.
    """

    number: int
    seats: tuple[int, int]
    record: GameRecord
    movers: Sequence[int]

    @property
    def plies(self) -> int:
        return len(self.record.moves)

    @property
    def points(self) -> float:
        """The points of the first side."""
        return {"first": 1.0, "draw": 0.5, "second": 0.0}[self.record.outcome or "draw"]

    @property
    def ending(self) -> str:
        """The cause of the end, in words that games share: what a player said when it failed is left out."""
        kind = ending_of(self.record) or BY_THE_RULES
        return FAILURE if kind.endswith(" failed") else kind

    @property
    def at_fault(self) -> int | None:
        """The player that lost because it failed or its time ran out; None in all other games."""
        if self.ending not in (FAILURE, TIME_FORFEIT):
            return None
        return self.seats[1] if self.points else self.seats[0]

    def points_of(self, player: int) -> float:
        """The points of one of its players, by the place in the list."""
        return self.points if player == self.seats[0] else 1 - self.points


@dataclass(frozen=True)
class Strength:
    """A rating in Elo with its 95 % interval, whose ends may be infinite.

    los: the likelihood of superiority over the next in the ranking; None if there is none to compare with.
    group: players of different groups cannot be compared.
    """

    elo: float
    low: float
    high: float
    los: float | None
    group: int = 0


@dataclass(frozen=True)
class PlayerSummary:
    """The figures of one player.

    player: its place in the list of players. sides: its score as the first and as the second side. strength:
    None before the first whole pair; in a match of two, the difference from the other. moves, seconds,
    longest: how many moves it chose, and the time that they took together and the longest of them.
    """

    player: int
    name: str
    sides: tuple[Score, Score]
    strength: Strength | None
    moves: int
    seconds: float
    longest: float

    @property
    def score(self) -> Score:
        first, second = self.sides
        return Score(first.wins + second.wins, first.draws + second.draws, first.losses + second.losses)


@dataclass(frozen=True)
class Summary:
    """The figures of a run.

    game: its spec. sides: what the game calls its sides. ranking: the players, the best first. games: in the
    order of their numbers. results: as given.
    """

    game: str
    sides: tuple[str, str]
    ranking: tuple[PlayerSummary, ...]
    games: tuple[Played, ...]
    results: tuple[Result, ...]

    @property
    def is_match(self) -> bool:
        """True if there is one pairing only, whose ratings are the difference of the two."""
        return len(self.ranking) == 2

    @property
    def distinct(self) -> int:
        """The number of different games, as `Result.distinct` counts them."""
        return sum(result.distinct for result in self.results)

    def met(self, player: int, other: int) -> Score:
        """The score of a player, by its place in the list, against another."""
        return Score.of(self._points.get((player, other), []))

    @cached_property
    def _points(self) -> dict[tuple[int, int], list[float]]:
        """The points that the first of two players got in each game with the second."""
        found: dict[tuple[int, int], list[float]] = {}
        for one in self.games:
            found.setdefault(one.seats, []).append(one.points)
            found.setdefault(one.seats[::-1], []).append(1 - one.points)
        return found

    def lengths(self, outcome: str | None = None) -> list[int]:
        """The number of plies the games took: all, or those of an outcome as records have it."""
        return [one.plies for one in self.games if outcome in (None, one.record.outcome)]

    def endings(self) -> dict[str, Counter[int | None]]:
        """The kinds of endings, the usual one first, each with how often who was at fault."""
        found: dict[str, Counter[int | None]] = {BY_THE_RULES: Counter()}
        for one in self.games:
            found.setdefault(one.ending, Counter())[one.at_fault] += 1
        return found

    def conditions(self) -> dict[str, str]:
        """The settings and conditions of the games, in words; where pairings differ, all that there are."""
        conditions: dict[str, dict[str, None]] = {"game": {self.game: None}}
        conditions["limits"] = {result.match.limits: None for result in self.results}
        for result in self.results:
            terms = result.match.header()["match"]
            for name, value in terms.items():
                if (
                    name not in _NOT_SHOWN
                    and value is not None
                    and not (name == "openings" and "book" in terms)
                ):
                    conditions.setdefault(_TERMS.get(name, name.replace("_", " ")), {})[_in_words(value)] = (
                        None
                    )
        versions = dict.fromkeys(one.record.version for one in self.games)
        return {
            name: ", ".join(values)
            for name, values in (conditions | {"version of nupp": versions}).items()
            if values
        }


def _in_words(value: Any) -> str:
    """The value of a condition as text."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, dict):
        return ", ".join(f"{name} {text}" for name, text in value.items())
    return f"{value:,}".replace(",", " ") if isinstance(value, int) else str(value)


def summarise(players: Sequence[str], results: Sequence[Result], follow: Follow = movers_of) -> Summary:
    """Count everything in the games of a run.

    players: their specs. results: one for each pairing, in the order of the run, which may still go on.
    follow: how a game is replayed. ValueError for a result of a player that is not in the list, or if there
    is no result or results of different games; RecordError for a game with an illegal move.
    """
    games = {result.match.game for result in results}
    if len(games) != 1:
        raise ValueError(f"results of {len(games)} games: expected one or more, all of the same game")
    spec = games.pop()
    pairings = [(*_seats(players, result.match), result) for result in results]
    numbered = sorted(
        (number_of(index, place, len(pairings)), place, index)
        for place, (_, _, result) in enumerate(pairings)
        for index in result.records
    )
    played = tuple(_played(number, index, *pairings[place], follow) for number, place, index in numbered)
    strengths = _strengths(players, pairings)
    order = strengths if len(players) != 2 else sorted(strengths, key=lambda one: -_points(played, one))
    ranked = tuple(_player(players, one, strengths[one], played) for one in order)
    return Summary(spec, game(spec).sides, ranked, played, tuple(results))


def _played(number: int, index: int, first: int, second: int, result: Result, follow: Follow) -> Played:
    """Game `index` of the match of two players, which has a number in the whole run."""
    record = result.records[index]
    return Played(number, (first, second) if index % 2 == 0 else (second, first), record, follow(record))


def _seats(players: Sequence[str], match: Match) -> tuple[int, int]:
    """The places of a match's players in the list; of a player that meets itself, the first two."""
    try:
        first = players.index(match.first)
        return first, players.index(match.second, first + 1 if match.first == match.second else 0)
    except ValueError:
        known = ", ".join(map(repr, players))
        raise ValueError(
            f"a match of {match.first!r} and {match.second!r}: expected two of {known}"
        ) from None


def _points(played: Sequence[Played], player: int) -> float:
    return sum(one.points_of(player) for one in played)


def _strengths(
    players: Sequence[str], pairings: Sequence[tuple[int, int, Result]]
) -> dict[int, Strength | None]:
    """The strength of each player, the best first; a match of two is reported by its own figures."""
    if len(players) == 2:
        (first, second, result), *_ = pairings
        return _of_two(first, second, result.standing())
    rated = ranking(players, [(first, second, result.pairs) for first, second, result in pairings])
    return {
        one.index: Strength(one.elo, one.elo_low, one.elo_high, one.los, one.group) if one.games else None
        for one in rated
    }


def _of_two(first: int, second: int, known: Standing | None) -> dict[int, Strength | None]:
    """The strengths of the players of a match: the differences from each other."""
    if known is None:
        return {first: None, second: None}
    return {
        first: Strength(known.elo, known.elo_low, known.elo_high, known.los),
        second: Strength(-known.elo, -known.elo_high, -known.elo_low, 1 - known.los),
    }


def _player(
    players: Sequence[str], player: int, strength: Strength | None, played: Sequence[Played]
) -> PlayerSummary:
    mine = [one for one in played if player in one.seats]
    sides = tuple(
        Score.of([one.points_of(player) for one in mine if one.seats[side] == player]) for side in (0, 1)
    )
    times = [
        seconds
        for one in mine
        for side, seconds in list(zip(one.movers, one.record.seconds, strict=False))[
            one.record.opening or 0 :
        ]
        if one.seats[side] == player
    ]
    return PlayerSummary(
        player, players[player], (sides[0], sides[1]), strength, len(times), sum(times), max(times, default=0)
    )
