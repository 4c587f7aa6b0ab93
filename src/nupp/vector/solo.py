"""One game that is stepped by the kernels of a batch, with as little around it as there can be.

For environments of other libraries that hold a single game: a step takes a few microseconds.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from nupp.rules import Game, IllegalMoveError, Position
from nupp.vector.batch import GameBatch, Snapshot
from nupp.vector.encodings import Encoding
from nupp.vector.stepping import BEGIN, SELF_PLAY, Options, Shown


class Solo:
    """A game, which has to be begun first; actions are the numbers of moves (see `Actions`).

    legal: the numbers of the legal moves, empty if and only if the game is over. to_move: 0 or 1. outcome:
    +1, 0 or -1 for the first player; 0 while the game goes on. options: see `Options`.
    """

    __slots__ = ("_args", "_codes", "_known", "_numbers", "_shown", "batch", "legal", "outcome", "to_move")

    def __init__(self, game: Game, encoding: Encoding, options: Options = SELF_PLAY) -> None:
        self._take(GameBatch(game, 1, encoding, options))
        self.legal: list[int] = []
        self.to_move = self.outcome = 0
        self._known: Position | None = None

    def _take(self, batch: GameBatch) -> None:
        self.batch = batch
        self._shown: Shown = batch.shown
        self._codes, self._numbers = batch.games.codes[0], self._shown.numbers[0]
        self._args = batch.arguments

    @property
    def game(self) -> Game:
        """The rules."""
        return self.batch.game

    @property
    def is_over(self) -> bool:
        """True if the game is over."""
        return not self.legal

    def begin(self) -> None:
        """Begin a new game."""
        self.play_code(BEGIN)

    def play(self, action: Any) -> None:
        """Play the move of a number; IllegalMoveError for one that is not legal, and nothing is played."""
        try:
            code = self._codes[self.legal.index(action)]
        except ValueError:
            raise IllegalMoveError(f"action {action} is not legal in {str(self.position)!r}") from None
        if self.batch.is_tight():
            self.batch.make_room()
            self._take(self.batch)
        self.play_code(code)

    def play_code(self, code: int) -> None:
        """Play a move, or what else may be chosen for a game (see `stepping`), without a check."""
        batch = self.batch
        if code == BEGIN:
            self._known = None
        batch.games.chosen[0] = code
        batch.stepper(*self._args)
        self.legal = self._numbers[: self._shown.counts[0]].tolist()
        self.to_move = int(self._shown.sides[0])
        self.outcome = 0 if self.legal else int(self._shown.results[0, 0])

    def seen(self) -> NDArray[Any]:
        """A copy of what the encoding shows."""
        return self._shown.seen.reshape(self.batch.encoding.shape).copy()

    def mask(self) -> NDArray[np.int8]:
        """A copy of the mask of the legal actions."""
        return np.array(self._shown.mask[0])

    def code(self, action: int) -> int:
        """The code of the move of a legal number."""
        return int(self._codes[self.legal.index(action)])

    @property
    def position(self) -> Position:
        """The position with the moves that led to it; known ones are not played again."""
        games = self.batch.games
        if self._known is None:
            self._known = self.batch.position(0)
        for code in games.played[0, self._known.ply : games.plies[0]].tolist():
            self._known = self._known.play_code(code)
        return self._known

    def copy(self) -> Solo:
        """The same game, to be played on apart."""
        other = Solo.__new__(Solo)
        other._take(self.batch.copy())
        other._known = self._known
        other.legal, other.to_move, other.outcome = self.legal, self.to_move, self.outcome
        return other

    def __deepcopy__(self, memo: object) -> Solo:
        return self.copy()

    def __reduce__(self) -> tuple[Any, ...]:
        batch = self.batch
        rest = self.legal, self.to_move, self.outcome
        return _restored, (batch.game, batch.encoding, batch.options, batch.save(), rest)


def _restored(
    game: Game, encoding: Encoding, options: Options, saved: Snapshot, rest: tuple[list[int], int, int]
) -> Solo:
    """A game that was pickled."""
    vars(game).setdefault("spec", saved.spec)  # which is no part of a pickled game
    solo = Solo(game, encoding, options)
    solo.batch.restore(saved)
    solo._take(solo.batch)
    solo.legal, solo.to_move, solo.outcome = rest
    return solo
