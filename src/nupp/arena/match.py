"""Matches: two players, many games, in pairs from one opening with sides exchanged."""

from __future__ import annotations

import contextlib
import html
import json
import os
import threading
import time
from collections.abc import Callable, Generator
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from contextvars import copy_context
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import IO, Any

import numpy as np

from nupp.arena.ratings import Pentanomial, Sprt, Standing, pentanomial, standing
from nupp.formats import TIME_FORFEIT, GameRecord, parse_record, record_of
from nupp.games import Game, Position, game
from nupp.players import Budget, Clock, Player, TimeControl, parse_time_control, player
from nupp.players.warmup import prepare, prepare_clock
from nupp.version import __version__


class MatchError(Exception):
    """A match that cannot go on, such as one whose file belongs to another match; the message says why."""


@dataclass(frozen=True)
class Match:
    """What is to be played; with budgets in nodes or depth, it determines every game.

    game, first, second: specs. games: how many; an odd last one has no partner and counts in the tally
    only. seed: of all random choices. seconds, nodes, depth: the budget of each move. openings: how many
    random moves each pair begins with. clock: the time of each side for a whole game, such as `60s+0.5s`,
    instead of `seconds`; whose runs out has lost. ValueError for what cannot be played so.
    """

    game: str
    first: str
    second: str
    games: int
    seed: int = 0
    seconds: float | None = None
    nodes: int | None = None
    depth: int | None = None
    openings: int = 2
    clock: str | None = None

    def __post_init__(self) -> None:
        if self.clock is not None and self.seconds is not None:
            raise ValueError(f"a clock of {self.clock} and {self.seconds:g} s a move: expected one of them")
        if self.clock is not None:
            parse_time_control(self.clock)
        if self.games < 1:
            raise ValueError(f"games {self.games}: expected 1 or more")
        if self.openings < 0:
            raise ValueError(f"openings {self.openings}: expected 0 or more random moves")

    @property
    def budget(self) -> Budget:
        return Budget(self.seconds, self.nodes, self.depth)

    @property
    def control(self) -> TimeControl | None:
        """The time control of each game, None if there is none."""
        return None if self.clock is None else parse_time_control(self.clock)

    def seeds(self, number: int) -> tuple[int, int, int]:
        """Independent seeds of game `number`: for its opening, the same in both games of a pair, and for
        the first and the second player.
        """
        opening = np.random.SeedSequence((self.seed, 0, number // 2)).generate_state(1, np.uint64)
        players = np.random.SeedSequence((self.seed, 1, number)).generate_state(2, np.uint64)
        low = np.uint64(2**63 - 1)
        return int(opening[0] & low), int(players[0] & low), int(players[1] & low)


@dataclass(frozen=True)
class Result:
    """The games of a match so far: records by number, and how long playing took."""

    match: Match
    records: dict[int, GameRecord]
    seconds: float

    def points(self, number: int) -> float:
        """The first player's points in a game: 1, 1/2 or 0. It has the first side in even games."""
        outcome = self.records[number].outcome
        if outcome == "draw":
            return 0.5
        return float((outcome == "first") == (number % 2 == 0))

    @property
    def pairs(self) -> Pentanomial:
        """The pentanomial of the pairs of which both games are over."""
        whole = [number for number in self.records if number % 2 == 0 and number + 1 in self.records]
        return pentanomial([(self.points(number), self.points(number + 1)) for number in whole])

    @property
    def tally(self) -> tuple[int, int, int]:
        """Wins, draws and losses of the first player."""
        points = [self.points(number) for number in self.records]
        return points.count(1.0), points.count(0.5), points.count(0.0)

    @property
    def lost_on_time(self) -> tuple[int, int]:
        """How many games the first and the second player lost because their time ran out."""
        late = [number for number, one in self.records.items() if one.termination == TIME_FORFEIT]
        points = [self.points(number) for number in late]
        return points.count(0.0), points.count(1.0)

    def standing(self) -> Standing | None:
        """What the whole pairs say; None if there are none."""
        return standing(self.pairs) if sum(self.pairs) else None

    def to_dict(self) -> dict[str, Any]:
        """The result as `nupp match --json` prints it."""
        wins, draws, losses = self.tally
        found: dict[str, Any] = {
            "game": self.match.game,
            "first": self.match.first,
            "second": self.match.second,
            "games": len(self.records),
            "wins": wins,
            "draws": draws,
            "losses": losses,
        }
        found |= {"score": (wins + draws / 2) / len(self.records) if self.records else None}
        known = self.standing()
        found |= {name: getattr(known, name, None) for name in ("elo", "elo_low", "elo_high", "los")}
        found |= {"seconds": round(self.seconds, 3), "seed": self.match.seed, "openings": self.match.openings}
        found |= {"pentanomial": list(self.pairs)}
        if self.match.clock is not None:
            found |= {"clock": self.match.clock, "lost_on_time": list(self.lost_on_time)}
        return found

    def _repr_html_(self) -> str:
        """The result as a table, for notebooks."""
        wins, draws, losses = self.tally
        known = self.standing()
        rating = f"{known.elo:+.0f} ({known.elo_low:+.0f} to {known.elo_high:+.0f})" if known else ""
        heads = ("game", "first", "second", "won", "drawn", "lost", "Elo (95 %)")
        cells = (self.match.game, self.match.first, self.match.second, wins, draws, losses, rating)
        row = "".join(f"<td>{html.escape(str(cell))}</td>" for cell in cells)
        return f"<table><tr>{''.join(f'<th>{head}</th>' for head in heads)}</tr><tr>{row}</tr></table>"


def play_match(
    match: Match,
    threads: int = 1,
    out: Path | None = None,
    resume: bool = False,
    sprt: Sprt | None = None,
    report: Callable[[Result], Any] | None = None,
) -> Result:
    """Play a match, `threads` games at a time, and return its result.

    Each game that ends goes to the file `out` at once, and `report` is told. A file that exists is replaced;
    with `resume` it is gone on with, and the games that it holds are not played again. With `sprt` the match
    ends at the first pair, in the order of their numbers, at which the test decides, and the result is that
    of the games up to there: it does not depend on which of several games at a time ended first.
    If one of the players learns from its games, they are played one after another, whatever `threads`; a
    match that is gone on with begins by teaching it those of the file.
    SpecError or ValueError for bad players, MatchError for a file of another match.
    """
    made = game(match.game)
    for spec in (match.first, match.second):
        if player(spec, made).learns:  # and bad specs are told before anything is played
            threads = 1
        with contextlib.suppress(Exception):  # a player that fails here will lose its games
            prepare(spec, made)  # so that no clock runs while code is compiled
    if match.clock is not None:
        prepare_clock(made)
    records = _records_of(out, match) if out and resume else {}
    began = time.perf_counter()
    result, decision = Result(match, records, 0.0), _Decision(sprt)
    played = _play_games(match, made, threads, dict(records))
    with _Sink(out, match, fresh=not records) as sink, contextlib.closing(played) as games:
        while not decision.reached(result) and (ended := next(games, None)):
            number, records[number] = ended
            sink.write(number, records[number])
            result = Result(match, records, time.perf_counter() - began)
            if report:
                report(result)
    return replace(result, records=decision.counted(records))


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


def match(
    game: str,
    first: str,
    second: str,
    games: int = 20,
    *,
    seed: int = 0,
    seconds: float | None = None,
    nodes: int | None = None,
    depth: int | None = None,
    openings: int = 2,
    clock: str | None = None,
    threads: int = 1,
) -> Result:
    """Play a match in one call; see `Match` for the meaning of the arguments."""
    return play_match(
        Match(game, first, second, games, seed, seconds, nodes, depth, openings, clock), threads
    )


def _play_games(
    match: Match, made: Game, threads: int, done: dict[int, GameRecord]
) -> Generator[tuple[int, GameRecord], None, None]:
    """Play the games that are not done; yields each with its number as it ends.

    When it is closed, the games that are being played are given up at their next move.
    """
    left = iter([number for number in range(match.games) if number not in done])
    local, given_up = threading.local(), threading.Event()

    def play(number: int) -> tuple[int, GameRecord]:
        if not hasattr(local, "players"):
            local.players = [player(spec, made) for spec in (match.first, match.second)]
            for one in local.players:
                one.get_ready()
            if any(one.learns for one in local.players):
                for earlier in sorted(done):
                    _tell_of_end(_seats(local.players, earlier), done[earlier].replay())
        return number, play_game(match, made, local.players, number, given_up)

    with ThreadPoolExecutor(threads) as pool:
        running: set[Future[tuple[int, GameRecord]]] = set()
        try:
            while True:
                for number in left:
                    running.add(pool.submit(copy_context().run, play, number))
                    if len(running) >= threads:
                        break
                if not running:
                    return
                ended, running = wait(running, return_when=FIRST_COMPLETED)
                for future in sorted(ended, key=lambda future: future.result()[0]):
                    yield future.result()
        finally:
            given_up.set()


class _GivenUpError(Exception):
    """A game that nobody waits for any more."""


def play_game(
    match: Match, made: Game, players: list[Player], number: int, given_up: threading.Event
) -> GameRecord:
    """Play one game of a match. A player that fails or moves illegally loses it, with its words kept.

    So does one whose time runs out, whatever it wanted to play.
    _GivenUpError at the next move once `given_up` is set.
    """
    opening_seed, *player_seeds = match.seeds(number)
    for one, seed in zip(players, player_seeds, strict=True):
        one.seed(seed)
    seats = _seats(players, number)
    position = opening(made, match.openings, opening_seed)
    seconds = [0.0] * position.ply
    clock, fault = Clock(match.control), dict[str, Any]()
    while not position.is_over:
        if given_up.is_set():
            raise _GivenUpError
        side = position.to_move
        winner = "second" if side == 0 else "first"
        budget = clock.budget(position, match.budget)
        clock.start(side)
        try:
            code = seats[side].choose(position, budget).code
            taken = clock.stop()
            if clock.fallen(side):
                fault = {"outcome": winner, "termination": TIME_FORFEIT}
                break
            position = position.play(code)
        except Exception as error:  # whatever a player does wrong, the match goes on
            fault = {"outcome": winner, "termination": f"{made.sides[side]} failed: {error}"}
            break
        seconds.append(round(taken, 6))
    _tell_of_end(seats, position)
    names = (seats[0].spec, seats[1].spec)
    return record_of(position, names, seconds=tuple(seconds), clock=match.clock, seed=match.seed, **fault)


def _seats(players: list[Player], number: int) -> list[Player]:
    """The players of a game of a match by the sides that they have in it."""
    return players if number % 2 == 0 else players[::-1]


def _tell_of_end(seats: list[Player], position: Position) -> None:
    """Tell both sides of the end of a game, unless a player has failed before it."""
    if position.is_over:
        for side, one in enumerate(seats):
            one.game_over(position, side)


def opening(made: Game, plies: int, seed: int) -> Position:
    """The start followed by random legal moves, never past the end of the game."""
    rng = np.random.default_rng(seed)
    position = made.start_position()
    for _ in range(plies):
        following = position.play_code(int(rng.choice(position.legal_move_codes)))
        if following.is_over:
            break
        position = following
    return position


# ---- files -------------------------------------------------------------------------------------


def _header(match: Match) -> str:
    fields = {name: value for name, value in asdict(match).items() if name != "clock" or value is not None}
    return json.dumps({"match": fields, "version": __version__})


class _Sink:
    """The file that takes each game as it ends, or nothing at all; a line is written and flushed at once."""

    def __init__(self, path: Path | None, match: Match, fresh: bool) -> None:
        self._path, self._match, self._fresh = path, match, fresh
        self._file: IO[str] | None = None

    def __enter__(self) -> _Sink:
        if self._path:
            self._file = self._path.open("w" if self._fresh else "a", encoding="utf-8")
            if self._fresh:
                self._put(_header(self._match))
        return self

    def write(self, number: int, record: GameRecord) -> None:
        self._put(json.dumps({"number": number} | json.loads(record.to_json())))

    def _put(self, line: str) -> None:
        if self._file:
            self._file.write(line + "\n")
            self._file.flush()
            os.fsync(self._file.fileno())

    def __exit__(self, *error: object) -> None:
        if self._file:
            self._file.close()


def _records_of(path: Path, match: Match) -> dict[int, GameRecord]:
    """The games that a match's file holds; a last line that was cut short is taken off the file.

    A file of anything else is left as it is: MatchError.
    """
    content = path.read_bytes() if path.exists() else b""
    header = f"{_header(match)}\n".encode()
    if header.startswith(content):  # nothing is there but the beginning of this match
        return {}
    if not content.startswith(header):
        raise MatchError(f"{path} holds another match, or one of another version: expected {_header(match)}")
    whole, _, cut = content.rpartition(b"\n")
    lines = whole.split(b"\n")[1:]
    records = dict(_numbered(path, match, number, line) for number, line in enumerate(lines, start=2))
    if cut:
        os.truncate(path, len(content) - len(cut))
    return records


def _numbered(path: Path, match: Match, line_number: int, line: bytes) -> tuple[int, GameRecord]:
    """The number and the record of a game, from a line of a match's file."""
    try:
        found = json.loads(line)
        number = found.pop("number")
        record = parse_record(json.dumps(found))
        if number not in range(match.games) or record.outcome is None:
            raise ValueError("it is no game of this match")
        return number, record
    except (ValueError, KeyError, AttributeError, TypeError) as error:
        raise MatchError(
            f"{path}, line {line_number}: {line[:60].decode(errors='replace')!r}: {error}"
        ) from None
