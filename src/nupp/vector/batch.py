"""A batch of games that are stepped together, without any library for learners."""

from __future__ import annotations

import copy
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from typing import Any, Final, NamedTuple, TypeVar

import numpy as np
from numpy.typing import NDArray

from nupp.kernel import generator, interpreting
from nupp.rules import Actions, Game, Position, actions_of, start_state
from nupp.vector.encodings import Encoding, room_for
from nupp.vector.stepping import (
    BEGIN,
    EITHER,
    FIRST,
    ILLEGAL,
    KEEP,
    Games,
    Options,
    Shown,
    find_moves,
    step_games,
)

A = TypeVar("A", Games, Shown)

ROOM: Final = 256
"""Moves by which the memory of a game is longer than the game so far."""
LEAST_A_THREAD: Final = 64
"""Fewer games are not worth a thread."""


class Snapshot(NamedTuple):
    """The games of a batch at one time, as arrays that can be pickled; see `GameBatch.save`."""

    spec: str
    games: Games
    shown: Shown


class GameBatch:
    """Games of one kind that are stepped together; see `Games` and `Shown` for their arrays.

    game: the rules. count: of games, in `threads` threads. encoding: what is seen of them. options: how they
    are played. Every game is to be begun before it is stepped.
    """

    def __init__(
        self, game: Game, count: int, encoding: Encoding, options: Options, threads: int = 1
    ) -> None:
        for name, value in (("num_envs", count), ("threads", threads)):
            if value < 1:
                raise ValueError(f"{name}={value}: expected at least 1")
        self.game, self.count, self.encoding, self.options = game, count, encoding, options
        self.actions = actions_of(game)
        self.all = np.arange(count)
        self._parts = _parts(count, threads)
        self._rooms = [room_for(game, encoding) for _ in self._parts]
        self._pool = ThreadPoolExecutor(len(self._parts)) if len(self._parts) > 1 else None
        self.games = self._new_games()
        self._sets = self._new_set(), self._new_set()
        self._turn = 0
        self.stepper: Callable[..., None] = step_games.ready(*self.arguments)
        self._find = find_moves.ready(self.shown, self.games, self.all, self.shown.over, 0)

    def _new_games(self) -> Games:
        count, game = self.count, self.game
        return Games(
            states=np.zeros(count, game.State),
            starts=np.repeat(start_state(game), count),
            codes=np.zeros((count, game.max_moves), np.int64),
            plies=np.zeros(count, np.int64),
            played=np.zeros((count, ROOM), np.int64),
            keys=np.zeros((count, ROOM if game.repetition.draws_at else 1), np.uint64),
            rngs=np.zeros((count, 4), np.uint64),
            seats=np.full(count, FIRST if self.options.seat == EITHER else self.options.seat, np.int8),
            begun=np.zeros(count, np.int64),
            chosen=np.full(count, BEGIN, np.int64),
        )

    def _new_set(self) -> Shown:
        count, size, kind = self.count, self.encoding.size, self.encoding.dtype
        return Shown(
            seen=np.zeros((count, size), kind),
            mask=np.zeros((count, self.actions.count), np.int8),
            numbers=np.zeros((count, self.game.max_moves), np.int32),
            counts=np.zeros(count, np.int32),
            sides=np.zeros(count, np.int8),
            results=np.zeros((count, 2), np.float32),
            rewards=np.zeros(count, np.float32),
            over=np.zeros(count, np.bool_),
            cut=np.zeros(count, np.bool_),
            final=np.zeros((count if self.options.at_once else 0, size), kind),
        )

    @property
    def shown(self) -> Shown:
        """The state of things after the last step."""
        return self._sets[self._turn]

    @property
    def _rules(self) -> tuple[Game, Actions[Any], Encoding]:
        return self.game, self.actions, self.encoding

    @property
    def arguments(self) -> tuple[Any, ...]:
        """The arguments of `stepper`, a call of `step_games`, to step all games in this thread."""
        rest = self._rooms[0], self.all, 0, self.count
        return *self._rules, self.games, self.shown, self.options, *rest

    # ---- stepping --------------------------------------------------------------------------------

    def find(self, actions: NDArray[np.int64], resting: NDArray[np.bool_], otherwise: int = ILLEGAL) -> int:
        """Choose the moves of some actions; see `find_moves`."""
        return int(self._find(self.shown, self.games, actions, resting, otherwise))

    def step(self) -> Shown:
        """Do in all games what is chosen in `games.chosen`, and return what is seen then."""
        self._turn = 1 - self._turn
        shown = self.shown
        for array in (shown.results, shown.rewards, shown.over, shown.cut):
            array.fill(0)
        if self.is_tight():
            self.make_room()
        self._run(self.all)
        return shown

    def go_on(self, which: NDArray[np.int64]) -> None:
        """Do in some games what is chosen there, as a part of the last step."""
        self._run(which)

    def _run(self, which: NDArray[np.int64]) -> None:
        def work(part: int, first: int, last: int) -> None:
            arrays = self.games, self.shown, self.options, self._rooms[part]
            self.stepper(*self._rules, *arrays, which, first, last)

        if self._pool is None or len(which) < len(self.all) or interpreting():
            work(0, 0, len(which))
            return
        tasks = [self._pool.submit(work, number, *part) for number, part in enumerate(self._parts)]
        for task in tasks:
            task.result()

    def is_tight(self) -> bool:
        """True if the next step may need more memory; then `make_room` is to be called before it."""
        return bool(self.games.plies.max() >= self.games.played.shape[1] - ROOM // 2)

    def make_room(self) -> None:
        """Make room for games that are longer than those so far."""
        old = self.games
        wider = np.zeros((self.count, 2 * old.played.shape[1]), np.int64)
        wider[:, : old.played.shape[1]] = old.played
        keys = old.keys
        if self.game.repetition.draws_at:
            keys = np.zeros(wider.shape, np.uint64)
            keys[:, : old.keys.shape[1]] = old.keys
        self.games = old._replace(played=wider, keys=keys)

    def close(self) -> None:
        """End the threads."""
        if self._pool is not None:
            self._pool.shutdown()

    # ---- beginning, saving -------------------------------------------------------------------------

    def seed(self, which: NDArray[np.int64], seeds: Sequence[int]) -> None:
        """Begin the random numbers of some games anew, each with its seed."""
        for i, one in zip(which.tolist(), seeds, strict=True):
            self.games.rngs[i] = generator(one)

    def begin(self, which: NDArray[np.int64]) -> Shown:
        """Begin new games in some rows; the others stay as they are."""
        self.games.chosen.fill(KEEP)
        self.games.chosen[which] = BEGIN
        return self.step()

    def save(self) -> Snapshot:
        """A copy of the games, with all that decides how they go on but for an opponent's own memory."""
        return Snapshot(self.game.spec, _copy_of(self.games), _copy_of(self.shown))

    def copy(self) -> GameBatch:
        """The same games, to be played on apart; in one thread."""
        other = copy.copy(self)
        other.games, other._sets = _copy_of(self.games), (_copy_of(self.shown), self._sets[1 - self._turn])
        other._turn, other._pool = 0, None
        other._rooms = [self._rooms[0].copy()]
        return other

    def restore(self, saved: Snapshot) -> Shown:
        """Go back to a saved batch; ValueError for one of another game, size or encoding."""
        own = {name: array.shape for name, array in self.shown._asdict().items()}
        other = {name: array.shape for name, array in saved.shown._asdict().items()}
        if saved.spec != self.game.spec or own != other:
            raise ValueError(
                f"a snapshot of {len(saved.games.plies)} games of {saved.spec}: expected one of "
                f"{self.count} games of {self.game.spec} with the same observations"
            )
        self.games = _copy_of(saved.games)
        self._turn = 1 - self._turn
        pairs: Iterator[tuple[NDArray[Any], NDArray[Any]]] = zip(self.shown, saved.shown, strict=True)
        for own_array, array in pairs:
            own_array[...] = array
        return self.shown

    def position(self, i: int) -> Position:
        """The position of a game with the moves that led to it, from its opening on."""
        start = Position(self.game, self.games.starts[i : i + 1].copy())
        return start.play_all(self.games.played[i, : self.games.plies[i]].tolist(), Position.play_code)

    def start_from(self, which: NDArray[np.int64], positions: Sequence[Position]) -> None:
        """Let some games begin with these positions from now on; ValueError for one that is over."""
        for i, position in zip(which.tolist(), positions, strict=True):
            if position.is_over or position.game.spec != self.game.spec:
                raise ValueError(f"{position!r}: expected a position of {self.game.spec} that is not over")
            self.games.starts[i] = position.state[0]


def _copy_of(arrays: A) -> A:
    """A tuple of arrays with copies of them."""
    return type(arrays)(*(array.copy() for array in arrays))  # type: ignore[arg-type]


def _parts(count: int, threads: int) -> list[tuple[int, int]]:
    """The first and the last row, exclusive, of each thread's part of a batch."""
    threads = max(1, min(threads, count // LEAST_A_THREAD))
    ends = [count * part // threads for part in range(threads + 1)]
    return list(pairwise(ends))
