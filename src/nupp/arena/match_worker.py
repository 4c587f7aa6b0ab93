"""The players of a run, which are made once, and the threads in which they play."""

from __future__ import annotations

import contextlib
import threading
from collections.abc import Callable, Generator, Iterable
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from contextvars import copy_context
from dataclasses import dataclass
from functools import partial

from nupp.arena.match import Match
from nupp.arena.playing import GivenUpError, call_within, failure, play_game, reason, report_end
from nupp.arena.result_log import MatchError
from nupp.formats import GameRecord, record_of
from nupp.formats.record import OUTCOMES
from nupp.kernel import by_processor_time
from nupp.players import Player, player
from nupp.players.warmup import prepare, prepare_clock
from nupp.rules import Position, game
from nupp.spec import SpecError

Watch = Callable[[int, Position], object]
"""Called with the positions of games as they are played, and the numbers of these, in whatever thread."""


@dataclass(frozen=True)
class GameTask:
    """Game `index` of a match, which has a number in the whole run."""

    number: int
    match: Match
    index: int


def make_within(seconds: float, spec: str, make: Callable[[], Player]) -> Player:
    """The player of a spec, made within some seconds.

    SpecError if the spec is bad, MatchError with the player's words if it fails or hangs while it is made.
    """
    try:
        return call_within(seconds, make, threading.Event())
    except SpecError:
        raise
    except Exception as error:
        raise MatchError(f"player {spec} cannot be made: {reason(error)}") from error


def player_of_match(match: Match, spec: str) -> Player:
    """A player of a match, made within its time; errors as in `make_within`."""
    return make_within(match.conditions.untimed, spec, partial(player, spec, game(match.game)))


def require_ready(match: Match, spec: str, made: Player) -> None:
    """Raise MatchError if a player of a match cannot get ready, such as a program that does not start.

    Such a player would lose every game, which says nothing about its strength.
    """
    make_within(match.conditions.untimed, spec, partial(_ready, made))


def prepare_match(match: Match, made: Player) -> None:
    """Compile what a player of a match needs, or load it from disk, so that no clock runs meanwhile.

    A player that fails or hangs here is left alone: it will lose its games.
    """
    with contextlib.suppress(Exception):
        call_within(match.conditions.untimed, partial(prepare, made), threading.Event())
    if match.clock is not None:
        prepare_clock(made.game)


class MatchWorker:
    """A worker that plays games in one thread, and keeps its players from game to game.

    taught: the games that players who learn are shown before their first one, by match. watch: called with
    each position that is played.
    """

    def __init__(
        self,
        taught: dict[Match, dict[int, GameRecord]] | None = None,
        watch: Watch = lambda number, position: None,
    ) -> None:
        self._watch = watch
        self._games = {match: dict(records) for match, records in (taught or {}).items()}
        self._players: dict[tuple[object, ...], Player] = {}
        self._learned: set[Match] = set()

    def play(self, task: GameTask, opening: Position, given_up: threading.Event) -> GameRecord:
        """Play a game of a match from its opening; GivenUpError soon after `given_up` is set."""
        match, index = task.match, task.index
        seats = list[Player]()
        for side, spec in enumerate(match.seats(index)):
            try:
                seats.append(self._player(match, (index + side) % 2, spec, given_up))
            except GivenUpError:
                raise
            except Exception as error:  # nothing was wrong with it when the run began
                return _lost_unplayed(match, index, opening, side, error)
        self._teach(match, seats if index % 2 == 0 else seats[::-1], given_up)
        _, *seeds = match.seeds(index)
        with by_processor_time() if match.processor else contextlib.nullcontext():
            record, sound = play_game(
                opening,
                seats,
                seeds if index % 2 == 0 else seeds[::-1],
                match.conditions,
                given_up,
                partial(self._watch, task.number),
                seed=match.seed,
            )
        if any(one.learns for one in seats):
            self._games.setdefault(match, {})[index] = record
        if not sound:
            self._leave_alone(match, seats)
        return record

    def _player(self, match: Match, place: int, spec: str, given_up: threading.Event) -> Player:
        """The first (0) or second (1) player of a match.

        One that learns is kept for its match alone. One that remembers positions is made anew for each game
        without a limit of time: what it chooses would depend on the games that were played here before.
        """
        key: tuple[object, ...] = (match.game, place, spec)
        known = self._players.get(key) or self._players.get((*key, match))
        if known is None or (known.remembers and not known.learns and match.is_determined):
            known = call_within(match.conditions.untimed, partial(_new_player, spec, match.game), given_up)
            self._players[(*key, match) if known.learns else key] = known
        return known

    def _teach(self, match: Match, players: list[Player], given_up: threading.Event) -> None:
        """Show players who learn, in the order of the match, its earlier games."""
        if match in self._learned or not any(one.learns for one in players):
            return
        self._learned.add(match)
        for index, record in sorted(self._games.get(match, {}).items()):
            position = record.replay()
            if position.is_over:
                seats = players if index % 2 == 0 else players[::-1]
                report_end(seats, position, match.conditions.untimed, given_up)

    def _leave_alone(self, match: Match, seats: list[Player]) -> None:
        """Forget players of which one may be thinking still; those who take their places learn all again."""
        self._players = {key: one for key, one in self._players.items() if one not in seats}
        self._learned.discard(match)


def _new_player(spec: str, name: str) -> Player:
    """A player, with the memory that it needs."""
    return _ready(player(spec, game(name)))


def _ready(made: Player) -> Player:
    """A player once it has the memory that it needs."""
    made.get_ready()
    return made


def _lost_unplayed(match: Match, index: int, opening: Position, side: int, error: Exception) -> GameRecord:
    """The record of a game in which a player could not even sit down."""
    return record_of(
        opening,
        match.names(index),
        seconds=(0.0,) * len(opening.moves),
        opening=len(opening.moves),
        clock=match.conditions.clock,
        seed=match.seed,
        outcome=OUTCOMES[-1 if side == 0 else 1],
        termination=failure(opening, side, error),
    )


Games = Generator[tuple[int, GameRecord], None, None]
"""The games of a run as they end, each with its number. Closed, it gives up those that are being played."""

Runner = Callable[[Iterable[GameTask], dict[Match, dict[int, GameRecord]]], Games]
"""Plays tasks, given the games that players who learn are taught before."""


def in_threads(threads: int, watch: Watch = lambda number, position: None) -> Runner:
    """A runner that plays `threads` games at a time in threads of this process; watch: as of MatchWorker."""

    def run(tasks: Iterable[GameTask], taught: dict[Match, dict[int, GameRecord]]) -> Games:
        local, given_up = threading.local(), threading.Event()

        def play(task: GameTask) -> tuple[int, GameRecord]:
            if not hasattr(local, "worker"):
                local.worker = MatchWorker(taught, watch)
            return task.number, local.worker.play(task, task.match.opening(task.index), given_up)

        left = iter(tasks)
        with ThreadPoolExecutor(threads) as pool:
            running: set[Future[tuple[int, GameRecord]]] = set()
            try:
                while True:
                    for task in left:
                        running.add(pool.submit(copy_context().run, play, task))
                        if len(running) >= threads:
                            break
                    if not running:
                        return
                    ended, running = wait(running, return_when=FIRST_COMPLETED)
                    yield from sorted((future.result() for future in ended), key=lambda game: game[0])
            finally:
                given_up.set()

    return run
