"""Tournaments: every two players play a match, or one player plays one against each of the others."""

from __future__ import annotations

import html
import itertools
from collections import Counter
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from nupp.arena.match import Match, Result, seconds_of
from nupp.arena.match_worker import GameTask
from nupp.arena.ranking import REPLICATES, Rating, ranking, ranking_of_two
from nupp.formats import GameRecord


@dataclass(frozen=True)
class Tournament:
    """The settings of a tournament: a match of each pairing, all with the same openings.

    players: their specs. pattern: the match of the first two of them, and but for the players that of all
    others. gauntlet: whether only the first one meets each of the others; else all meet all, a round robin.
    ValueError for fewer than two players, one that is named twice, an odd number of games in a match, or a
    pattern of other players.
    """

    players: tuple[str, ...]
    pattern: Match
    gauntlet: bool = False

    def __post_init__(self) -> None:
        if len(self.players) < 2:
            raise ValueError(f"a tournament of {len(self.players)}: expected two players or more")
        twice = [spec for spec in self.players if self.players.count(spec) > 1]
        if twice:
            raise ValueError(f"player {twice[0]} is named twice: expected different players")
        if self.pattern.games % 2:
            raise ValueError(
                f"games {self.pattern.games}: expected an even number, as openings come in pairs"
            )
        if (self.pattern.first, self.pattern.second) != self.players[:2]:
            raise ValueError(
                f"a pattern of {self.pattern.first} and {self.pattern.second}: expected the first two"
            )

    @cached_property
    def matches(self) -> tuple[Match, ...]:
        """The match of each pairing."""
        pairings = itertools.combinations(self.players, 2)
        met = [pair for pair in pairings if not self.gauntlet or pair[0] == self.players[0]]
        return tuple(
            replace(self.pattern, first=first, second=second, stream=stream)
            for stream, (first, second) in enumerate(met)
        )

    @property
    def games(self) -> int:
        """The number of games in all."""
        return len(self.matches) * self.pattern.games

    def task(self, number: int) -> GameTask:
        """A game of the tournament: each round is a pair of games of every match. See `number_of`."""
        pair, colour = divmod(number, 2)
        round_, place = divmod(pair, len(self.matches))
        return GameTask(number, self.matches[place], 2 * round_ + colour)

    def check(self, number: int, record: GameRecord) -> None:
        """Raise ValueError for a record that cannot be that of a game of the tournament, as in `Match`."""
        task = self.task(number)
        task.match.check(task.index, record)

    def header(self) -> dict[str, Any]:
        """The fields that decide the games, for the file of a tournament."""
        terms = self.pattern.header()["match"]
        shared = {name: value for name, value in terms.items() if name not in ("first", "second")}
        return {"tournament": {"players": list(self.players), "gauntlet": self.gauntlet, **shared}}


def number_of(index: int, place: int, matches: int) -> int:
    """The number that a game of the match at `place` has in a run of `matches` matches."""
    round_, colour = divmod(index, 2)
    return 2 * (round_ * matches + place) + colour


@dataclass(frozen=True)
class TournamentResult:
    """The games of a tournament so far: records by number."""

    tournament: Tournament
    records: dict[int, GameRecord]

    @property
    def seconds(self) -> float:
        """The seconds that the moves of all games took, as `seconds_of` counts them."""
        return seconds_of(self.records.values())

    @property
    def distinct(self) -> int:
        """The number of different games, as `Result.distinct` counts them."""
        return sum(result.distinct for result in self.results)

    @property
    def cut_short(self) -> dict[str, int]:
        """The number of games cut short, by what ended them: neither the rules nor a fault of a player."""
        return dict(sum((Counter(result.cut_short) for result in self.results), Counter[str]()))

    @property
    def players(self) -> tuple[str, ...]:
        return self.tournament.players

    @cached_property
    def results(self) -> tuple[Result, ...]:
        """The result of each match, in the order of the tournament's."""
        records: dict[Match, dict[int, GameRecord]] = {match: {} for match in self.tournament.matches}
        for number, record in sorted(self.records.items()):
            task = self.tournament.task(number)
            records[task.match][task.index] = record
        return tuple(Result(match, played) for match, played in records.items())

    def to_dict(self) -> dict[str, Any]:
        """The result as `nupp tournament --json` prints it."""
        return {
            "game": self.tournament.pattern.game,
            "games": len(self.records),
            "distinct": self.distinct,
            "seconds": round(self.seconds, 3),
            **self.tournament.pattern.setup(),
            "cut_short": self.cut_short,
            "ratings": [rating.to_dict() for rating in self.ratings],
            "matches": [result.to_dict() for result in self.results],
        }

    def _repr_html_(self) -> str:
        """The ratings as a table, for notebooks."""
        rows = [
            f"<tr><td>{html.escape(one.player)}</td><td>{one.elo:+.0f}</td>"
            f"<td>{one.elo_low:+.0f} to {one.elo_high:+.0f}</td></tr>"
            for one in self.ratings
        ]
        heads = "".join(f"<th>{head}</th>" for head in ("player", "Elo", "95 %"))
        return f"<table><tr>{heads}</tr>{''.join(rows)}</table>"

    @cached_property
    def ratings(self) -> tuple[Rating, ...]:
        """The strength of each player by all games together, the best first."""
        return self.rate()

    def rate(self, replicates: int = REPLICATES) -> tuple[Rating, ...]:
        """As `ratings`, with error bars from `replicates` estimates; two players are rated as in a match."""
        if len(self.players) == 2:
            return ranking_of_two(self.players, self.results[0].pairs)
        place = {spec: number for number, spec in enumerate(self.players)}
        pairings = [(place[one.match.first], place[one.match.second], one.pairs) for one in self.results]
        return ranking(self.players, pairings, replicates=replicates)
