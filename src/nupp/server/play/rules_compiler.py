"""Playing moves given as text, fast: what the server and its workers do for every move."""

from __future__ import annotations

import contextlib
import gc
import threading
from collections.abc import Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractContextManager
from typing import Final

from nupp.kernel import interpreted
from nupp.rules import Game, IllegalMoveError, NotationError, Position, begin, replay
from nupp.rules.position import Play

MOST_COMPILED: Final = 64
"""The number of games whose rules a process compiles: compiled code is never given back."""


Played = tuple[Position, str]
"""The position after a move, and the move as the game writes it."""


class UnplayableError(ValueError):
    """A game with a move that cannot be played: the position before it, how many were good, and why."""

    def __init__(self, position: Position, good: int, reason: str) -> None:
        super().__init__(reason)
        self.position, self.good = position, good


def play_through(position: Position, moves: Iterable[str], play: Play = Position.play) -> Position:
    """The position after several moves, see `replay`; the error for a bad one is an `UnplayableError`."""
    reached = position
    try:
        for following in replay(position, moves, play):
            reached = following
    except (NotationError, IllegalMoveError) as error:
        raise UnplayableError(reached, reached.ply - position.ply, str(error)) from None
    return reached


def _keep_for_good() -> None:
    """Let the search for garbage pass over all that there is now.

    Program and compiler are 200,000 objects: to look at all of them stops every thread for a tenth of a
    second.
    """
    gc.collect()
    gc.freeze()


class RulesCompiler:
    """Compiles the rules of games for the server, which never waits for the compiler.

    Rules are interpreted until a thread has compiled them, or loaded what was compiled before; only what is
    needed for each move is compiled, and only for a limited number of games.
    """

    def __init__(self) -> None:
        self._compiled: set[str] = set()
        self._wanted: set[str] = set()
        self._lock = threading.Lock()
        self._thread = ThreadPoolExecutor(1, "nupp-rules")

    def want(self, game: Game) -> None:
        """Have the rules of a game compiled, soon."""
        with self._lock:
            if game.spec in self._wanted or len(self._wanted) >= MOST_COMPILED:
                return
            self._wanted.add(game.spec)
        self._thread.submit(self._compile, game)

    def _compile(self, game: Game) -> None:
        game.start_position()
        if not self._compiled:
            _keep_for_good()
        self._compiled.add(game.spec)

    def play(self, position: Position, text: str, known: Sequence[str] = ()) -> Played:
        """The position after a move in any usual spelling, and the move as the game writes it.

        known: the legal moves of the position, by whoever has them. Errors as `Position.play`.
        """
        if text in known:
            code, written = position.legal_move_codes[known.index(text)], text
        else:
            with interpreted():
                code = position.parse_move(text)
                written = position.format_move(code)
        with self._way(position.game):
            return position.play_code(code), written

    def replay(self, game: Game, start: str | None, moves: Sequence[str]) -> Position:
        """The position after moves from the start or a text; errors as of `begin` and `play_through`."""
        self.want(game)
        with interpreted():
            position = begin(game, start)
        return play_through(position, moves, lambda before, text: self.play(before, text)[0])

    def _way(self, game: Game) -> AbstractContextManager[None]:
        return contextlib.nullcontext() if game.spec in self._compiled else interpreted()

    def close(self) -> None:
        """End the thread, after what it is about."""
        self._thread.shutdown(wait=False, cancel_futures=True)
