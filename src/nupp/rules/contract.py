"""The contract that every game fulfils.

A game is one class with its rules in five short methods that Numba compiles, plus the Python side that reads
and writes moves and positions. `Position` (in `position.py`) is how Python programs use a game; searches use
the compiled methods directly. How a game is drawn is its `View` (`view.py`), and what else it may bring is
kept apart as well: turns made of steps (`turns.py`), the numbers of moves for learners (`actions.py`), and,
outside this package, evaluators, theory for exact searches, and learned strength.
"""

from __future__ import annotations

from abc import abstractmethod
from functools import cached_property
from typing import Any, ClassVar

import numpy as np

from nupp.boards import Board, svg
from nupp.kernel import Generator, KernelObject, Record, below, hash_record, identity_words, interpreted
from nupp.rules.basics import MOVE_CLASSES, Kinds, Moves
from nupp.rules.movetexts import MoveNotation
from nupp.rules.position import Position
from nupp.rules.repetition import NO_REPETITION, Repetition
from nupp.rules.states import read_state, start_state
from nupp.rules.symmetry import Symmetry
from nupp.rules.view import View, view_of


class Game(KernelObject):
    """The rules of a two-player game with perfect information and without chance.

    The docstring of a game states its rules in full, with their source, the notation of its moves, its
    position text and the layout of its state.

    A state is one record of type `State`, all of it zero before `start`. Everything that decides the future
    lies in it and nothing else, so equal positions have equal records, however they were reached (fields
    that are declared as derived aside, see `record_dtype`). A move is a non-negative int64 in the game's own
    encoding. Turns need not alternate.

    The members are in three groups. *Required*: without these there is no game. *Useful*: each has a default
    that is right for every game, and one that says more is searched, shown or learned better. *Expert*:
    defaults that are right and may be bettered for speed.
    """

    # ==== required ================================================================================

    name: ClassVar[str]
    """The name in specs; a subclass that sets it is registered under it. An object made under another name
    has that as its `name`.
    """
    State: np.dtype[Any]
    """The record type of a state; see `record_dtype`."""
    board: Board
    """The geometry that moves and drawings use."""
    max_moves: int
    """No position has more legal moves, whether it is reached by play, read or set up by hand."""
    notation: MoveNotation[Any]
    """The texts of moves, and the other spellings that are read."""

    # ---- rules (compiled) ------------------------------------------------------------------------

    @abstractmethod
    def start(self, state: Record) -> None:
        """Write the initial position into a state that is all zero."""

    @abstractmethod
    def legal_moves(self, state: Record, moves: Moves) -> int:
        """Fill `moves[:n]` with the distinct legal moves and return n; 0 if and only if the game is over."""

    @abstractmethod
    def play(self, state: Record, move: int) -> None:
        """Play a legal move in place. Passes and waits are moves too."""

    @abstractmethod
    def to_move(self, state: Record) -> int:
        """The side to move: 0 for the first player, 1 for the second."""

    @abstractmethod
    def outcome(self, state: Record) -> int:
        """The result of a finished game: +1 if the first player won, -1 if the second, 0 if it is drawn."""

    # ---- texts -----------------------------------------------------------------------------------

    @abstractmethod
    def move_text(self, state: Record, move: int) -> str:
        """The text of a legal move in the game's notation."""

    @abstractmethod
    def format_position(self, state: Record) -> str:
        """The canonical position text of a record."""

    @abstractmethod
    def read_position(self, text: str, state: Record) -> None:
        """Write the position that a text describes into a state that is all zero.

        Raises ValueError (NotationError for what is not in the notation) with what was expected and where.
        """

    # ==== useful ==================================================================================

    sides: tuple[str, str] = ("first", "second")
    """The names of the players."""
    repetition: Repetition[Any] = NO_REPETITION
    """Which position draws when it recurs; by default none."""
    kinds: Kinds = Kinds()
    """The kinds of things that `contents` lists."""

    def margin(self, state: Record) -> int:
        """The first player's score less the second's; the outcome where no score is kept.

        It counts at the end. Networks may look at it in any position, where it need not mean anything.
        """
        return self.outcome(state)

    def contents(self, state: Record, found: Moves) -> int:
        """Fill `found[:n]` with what stands on the cells, as the side to move sees it, and return n.

        A thing of kind k on a cell has the number `cell * kinds.values + k`; empty cells are not listed. Of K
        kinds of pieces, own pieces are of kind 1 .. K, the enemy's of kind K + 1 .. 2 K; kinds that belong to
        neither side follow. From this follow the default view, patterns, and the planes of networks.
        """
        return 0

    def candidates(self, state: Record, moves: Moves, reach: int) -> int:
        """Fill `moves[:n]` with the legal moves worth searching; at least one unless the game is over.

        The larger `reach`, from 1 up, the more moves.
        """
        return self.legal_moves(state, moves)

    def forcing_moves(self, state: Record, moves: Moves) -> int:
        """Fill `moves[:n]` with captures, threats and the like, and return n; none in a game without such.

        Before such moves an evaluation means little, so a quiescence search plays them first.
        """
        return 0

    @cached_property
    def symmetries(self) -> tuple[Symmetry[Any], ...]:
        """The symmetries of the rules and of the start; the identity first."""
        return (Symmetry(self, tuple(range(len(self.board)))),)

    # ==== expert (compiled) =======================================================================

    move_classes: int = MOVE_CLASSES
    """The number of classes that `move_class` distinguishes."""

    def move_class(self, move: int) -> int:
        """The class of a move, 0 .. move_classes - 1, by which history tables distinguish moves."""
        return move % self.move_classes

    def hash(self, state: Record) -> np.uint64:
        """64 bits that are equal for equal positions and differ for others, but for rare collisions."""
        return hash_record(state, self._identity_words)

    def count_moves(self, state: Record, moves: Moves) -> int:
        """The number of legal moves; `moves` may be used as scratch space."""
        return self.legal_moves(state, moves)

    def random_move(self, state: Record, moves: Moves, rng: Generator) -> int:
        """A legal move, each equally likely; NO_MOVE (-1) if the game is over."""
        n = self.legal_moves(state, moves)
        return -1 if n == 0 else moves[below(rng, n)]

    # ==== given ===================================================================================

    spec: str
    """The canonical spec of this game; set by the registry."""

    @cached_property
    def view(self) -> View[Any]:
        """The view of the game: drawing, clicking, and facts about its moves and positions."""
        return view_of(self)

    def start_position(self) -> Position:
        """The position that the game begins with."""
        return Position(self, start_state(self))

    def parse_position(self, text: str) -> Position:
        """The position of a position text; NotationError quotes a bad one and says what was expected."""
        return Position(self, read_state(self, text))

    @property
    def _identity_words(self) -> int:
        """The 64-bit words of a state that distinguish positions."""
        return identity_words(self.State)

    def _repr_svg_(self) -> str:
        """The position that the game begins with, for notebooks."""
        with interpreted():
            return svg(self.view.drawing(start_state(self)[0]), 360)

    def __repr__(self) -> str:
        return f"nupp.game({getattr(self, 'spec', self.name)!r})"
