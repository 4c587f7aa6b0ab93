"""The notation of moves: writing and reading them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING, Generic, TypeVar

import numpy as np

from nupp.kernel import Record, interpreted
from nupp.rules.basics import IllegalMoveError, NotationError

if TYPE_CHECKING:
    from nupp.rules.contract import Game

G = TypeVar("G", bound="Game")

_MOST_SHOWN = 8


class MoveNotation(Generic[G]):
    """The notation of moves: what their texts look like, and which spellings are read.

    A game whose moves have but one spelling needs no subclass; `Game.move_text` writes its moves.

    pattern: a regular expression for the text of any move, in lower case. words: what a move looks like, in
    words that complete "expected ...", such as `a cell such as f5, or pass`.
    """

    def __init__(self, pattern: str, words: str) -> None:
        self.pattern, self.words = pattern, words

    def normalise(self, game: G, text: str) -> str:
        """The text of a move for one of its usual spellings, in lower case."""
        return text.strip().lower()

    def texts(self, game: G, state: Record, moves: Sequence[int]) -> list[str]:
        """The texts of legal moves; to be overridden where that is faster than one by one."""
        return [game.move_text(state, move) for move in moves]

    def hint(self, game: G, state: Record, wanted: str) -> str:
        """The hint that is added to the message that a well-written move is not legal; empty by default."""
        return ""

    def read(self, game: G, state: Record, text: str) -> int:
        """The legal move that a text stands for, in any usual spelling.

        Raises NotationError if it is not a move of this game at all, and IllegalMoveError if it is one but
        cannot be played here; both quote the text.
        """
        wanted = self.normalise(game, text)
        if not re.fullmatch(self.pattern, wanted):
            raise NotationError(f"{text!r} is not a move of {game.name}: expected {self.words}")
        legal = legal_codes(game, state)
        texts = {
            shown.lower(): move for shown, move in zip(self.texts(game, state, legal), legal, strict=True)
        }
        if wanted in texts:
            return texts[wanted]
        if not texts:
            raise IllegalMoveError(f"{text!r} cannot be played: the game is over")
        shown = ", ".join(list(texts)[:_MOST_SHOWN]) + (", ..." if len(texts) > _MOST_SHOWN else "")
        choice = f"one of {len(texts)} moves: " if len(texts) > 1 else ""
        raise IllegalMoveError(
            f"{text!r} is not legal here: expected {choice}{shown}{self.hint(game, state, wanted)}"
        )


class CellNotation(MoveNotation[G]):
    """The notation of a game whose moves are the numbers of cells, and written as their names."""

    def texts(self, game: G, state: Record, moves: Sequence[int]) -> list[str]:
        """As in every game, but faster: a large board has hundreds of moves."""
        cells = game.board.cells
        return [cells[move].name for move in moves]


def legal_codes(game: Game, state: Record) -> list[int]:
    """The legal moves of a state, computed without compiled code."""
    moves = np.empty(game.max_moves, np.int64)
    with interpreted():
        return [int(move) for move in moves[: game.legal_moves(state, moves)]]
