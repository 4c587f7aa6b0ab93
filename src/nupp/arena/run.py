"""Matches and tournaments, played: with a file that takes each game, in threads or on a cluster."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

from nupp.arena.match import Match, Result
from nupp.arena.match_worker import (
    GameTask,
    Runner,
    Watch,
    in_threads,
    player_of_match,
    prepare_match,
    require_ready,
)
from nupp.arena.openings import require_plies
from nupp.arena.ratings import Pentanomial, Sprt, with_pair
from nupp.arena.result_log import MatchError, ResultLog
from nupp.arena.tournament import Tournament, TournamentResult
from nupp.formats import GameRecord
from nupp.rules import game

Report = Callable[[int, GameRecord], object]
"""Called with each game of a run and its number: first those in the file, then each as it ends."""


def play_match(
    match: Match,
    threads: int = 1,
    out: Path | None = None,
    resume: bool = False,
    sprt: Sprt | None = None,
    report: Report = lambda number, record: None,
    runner: Runner | None = None,
) -> Result:
    """Play a match, `threads` games at a time or by a runner of another kind, and return its result.

    Each game that ends goes to the file `out` at once, and to `report`. A file that exists is replaced; with
    `resume` the run in it is resumed, and the games that it holds are not played again. With `sprt` the match
    ends at the first pair, in the order of their numbers, at which the test decides, and the result is that
    of the games up to there: it does not depend on which of several games at a time ended first. If one of
    the players learns from its games, they are played one after another, whatever `threads`; a resumed match
    begins by teaching it those of the file. SpecError or ValueError for bad players, and for openings longer
    than the game; MatchError for players that cannot be made or get ready, and for a file of another match.
    """
    _check_openings(match)
    runner = _ready((match,), threads, runner)
    decision = _Decision(sprt)
    with ResultLog(out, match.header(), match.games, resume, match.check) as log:
        result = Result(match, log.records)
        taught = {match: dict(log.records)}
        left = (
            GameTask(number, match, number) for number in range(match.games) if number not in taught[match]
        )
        with contextlib.closing(runner(left, taught)) as games:
            for known in log.records.items():
                report(*known)
            while not decision.reached(result) and (ended := next(games, None)):
                log.write(*ended)
                report(*ended)
    return Result(match, decision.counted(log.records))


def play_tournament(
    tournament: Tournament,
    threads: int = 1,
    out: Path | None = None,
    resume: bool = False,
    report: Report = lambda number, record: None,
    runner: Runner | None = None,
    watch: Watch = lambda number, position: None,
) -> TournamentResult:
    """Play a tournament, round by round; the rest is as in `play_match`.

    watch: called with each position that is played here, and the number of its game. A player that learns
    does so in each match separately.
    """
    _check_openings(tournament.pattern)
    runner = _ready(tournament.matches, threads, runner, watch)
    with ResultLog(out, tournament.header(), tournament.games, resume, tournament.check) as log:
        known = dict(log.records)
        taught = {one.match: one.records for one in TournamentResult(tournament, known).results}
        left = (tournament.task(number) for number in range(tournament.games) if number not in known)
        with contextlib.closing(runner(left, taught)) as games:
            for number, record in known.items():
                report(number, record)
            for number, record in games:
                log.write(number, record)
                report(number, record)
    return TournamentResult(tournament, log.records)


def _check_openings(match: Match) -> None:
    if match.book is None:
        require_plies(game(match.game), match.openings)


def _ready(
    matches: Iterable[Match],
    threads: int,
    runner: Runner | None,
    watch: Watch = lambda number, position: None,
) -> Runner:
    """Return the runner for the games, after compiling what players need, so that no clock runs meanwhile.

    Bad specs, and players that cannot be made or get ready, are reported here, before anything is played. On
    a cluster players get ready on its machines, which may have programs that are not here.
    """
    chosen = {spec: match for match in matches for spec in (match.first, match.second)}
    made = {spec: player_of_match(match, spec) for spec, match in chosen.items()}
    learning = [spec for spec, one in made.items() if one.learns]
    if learning and runner:
        raise MatchError(
            f"{learning[0]} learns from one game for the next: expected no cluster, which shares them out"
        )
    for spec, match in chosen.items():
        one = made.pop(spec)  # its memory is needed no longer than this
        if runner is None:
            require_ready(match, spec, one)
        prepare_match(match, one)
    return runner or in_threads(1 if learning else threads, watch)


class _Decision:
    """Follows a match to the pair at which the SPRT, if there is one, decides."""

    def __init__(self, sprt: Sprt | None) -> None:
        self._sprt = sprt
        self._pairs: Pentanomial = (0, 0, 0, 0, 0)  # from the first one on
        self._decided = False

    def reached(self, result: Result) -> bool:
        """True if the test has decided; counts the pairs that have become whole, in order."""
        while self._sprt and not self._decided and {self._games, self._games + 1} <= result.records.keys():
            points = result.points(self._games) + result.points(self._games + 1)
            self._pairs = with_pair(self._pairs, points)
            self._decided = self._sprt.verdict(self._pairs) is not None
        return self._decided

    @property
    def _games(self) -> int:
        return 2 * sum(self._pairs)

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
    """Play a tournament in one call, with `games` games in each match; `terms` are fields of `Match`."""
    specs = tuple(players)
    if len(specs) < 2:
        raise ValueError(f"a tournament of {len(specs)}: expected two players or more")
    pattern = Match(game, specs[0], specs[1], games, **terms)
    return play_tournament(Tournament(specs, pattern, gauntlet), threads)
