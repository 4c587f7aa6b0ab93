"""Matches and tournaments, played: with a file that takes each game, in threads or on a cluster."""

from __future__ import annotations

import contextlib
import time
from collections.abc import Callable, Iterable
from dataclasses import replace
from pathlib import Path
from typing import Any

from nupp.arena.crew import Runner, Task, in_threads, prepare_match
from nupp.arena.ledger import Ledger, MatchError
from nupp.arena.match import Match, Result
from nupp.arena.ratings import Sprt, pentanomial
from nupp.arena.tournament import Tournament, TournamentResult
from nupp.formats import GameRecord
from nupp.games import game
from nupp.players import player


def play_match(
    match: Match,
    threads: int = 1,
    out: Path | None = None,
    resume: bool = False,
    sprt: Sprt | None = None,
    report: Callable[[Result], Any] | None = None,
    runner: Runner | None = None,
) -> Result:
    """Play a match, `threads` games at a time or by a runner of another kind, and return its result.

    Each game that ends goes to the file `out` at once, and `report` is told. A file that exists is replaced;
    with `resume` it is gone on with, and the games that it holds are not played again. With `sprt` the match
    ends at the first pair, in the order of their numbers, at which the test decides, and the result is that
    of the games up to there: it does not depend on which of several games at a time ended first.
    If one of the players learns from its games, they are played one after another, whatever `threads`; a
    match that is gone on with begins by teaching it those of the file.
    SpecError or ValueError for bad players, MatchError for a file of another match.
    """
    runner = _ready((match,), threads, runner)
    began, decision = time.perf_counter(), _Decision(sprt)
    with Ledger(out, match.header(), match.games, resume) as ledger:
        result = Result(match, ledger.records, 0.0)
        left = (Task(number, match, number) for number in range(match.games) if number not in ledger.records)
        with contextlib.closing(runner(left, {match: dict(ledger.records)})) as games:
            while not decision.reached(result) and (ended := next(games, None)):
                ledger.write(*ended)
                result = Result(match, ledger.records, time.perf_counter() - began)
                if report:
                    report(result)
    return replace(result, records=decision.counted(result.records))


def play_tournament(
    tournament: Tournament,
    threads: int = 1,
    out: Path | None = None,
    resume: bool = False,
    report: Callable[[TournamentResult], Any] | None = None,
    runner: Runner | None = None,
) -> TournamentResult:
    """Play a tournament, round by round; the rest is as in `play_match`.

    A player that learns does so in each match by itself.
    """
    runner = _ready(tournament.matches, threads, runner)
    began = time.perf_counter()
    with Ledger(out, tournament.header(), tournament.games, resume) as ledger:
        result = TournamentResult(tournament, dict(ledger.records), 0.0)
        taught = {one.match: one.records for one in result.results}
        left = (tournament.task(number) for number in range(tournament.games) if number not in ledger.records)
        with contextlib.closing(runner(left, taught)) as games:
            for number, record in games:
                ledger.write(number, record)
                result = TournamentResult(tournament, dict(ledger.records), time.perf_counter() - began)
                if report:
                    report(result)
    return result


def _ready(matches: Iterable[Match], threads: int, runner: Runner | None) -> Runner:
    """Compile what the players need, so that no clock runs while that is done; returns who plays the games.

    Bad specs are told here, before anything is played.
    """
    chosen = {spec: match for match in matches for spec in (match.first, match.second)}
    learning = [spec for spec, match in chosen.items() if player(spec, game(match.game)).learns]
    if learning and runner:
        raise MatchError(
            f"{learning[0]} learns from one game for the next: expected no cluster, which shares them out"
        )
    for spec, match in chosen.items():
        prepare_match(match, spec)
    return runner or in_threads(1 if learning else threads)


class _Decision:
    """Follows a match to the pair at which the SPRT, if there is one, decides."""

    def __init__(self, sprt: Sprt | None) -> None:
        self._sprt = sprt
        self._points: list[tuple[float, float]] = []  # of each pair, from the first one on
        self._decided = False

    def reached(self, result: Result) -> bool:
        """Whether the test has decided; counts the pairs that have become whole, in order."""
        while self._sprt and not self._decided and {self._games, self._games + 1} <= result.records.keys():
            self._points.append((result.points(self._games), result.points(self._games + 1)))
            self._decided = self._sprt.verdict(pentanomial(self._points)) is not None
        return self._decided

    @property
    def _games(self) -> int:
        return 2 * len(self._points)

    def counted(self, records: dict[int, GameRecord]) -> dict[int, GameRecord]:
        """The games that count: all, or those that the test has decided on."""
        limit = self._games if self._decided else max(records, default=0) + 1
        return {number: record for number, record in records.items() if number < limit}


def match(game: str, first: str, second: str, games: int = 20, *, threads: int = 1, **terms: Any) -> Result:
    """Play a match in one call; `terms` are the other fields of `Match`."""
    return play_match(Match(game, first, second, games, **terms), threads)


def tournament(
    game: str,
    players: Iterable[str],
    games: int = 20,
    *,
    gauntlet: bool = False,
    threads: int = 1,
    **terms: Any,
) -> TournamentResult:
    """Play a tournament in one call, with so many games in each match; `terms` are fields of `Match`."""
    specs = tuple(players)
    if len(specs) < 2:
        raise ValueError(f"a tournament of {len(specs)}: expected two players or more")
    pattern = Match(game, specs[0], specs[1], games, **terms)
    return play_tournament(Tournament(specs, pattern, gauntlet), threads)
