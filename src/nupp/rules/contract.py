"""What a game is: the contract that every game fulfils, and all that follows from it.

A game is one class with its rules in seven short methods that Numba compiles, plus the Python side that
reads and writes moves and positions. `Position` (in `position.py`) is how Python programs use a game;
searches use the compiled methods directly.
"""

from __future__ import annotations

import inspect
import re
from abc import abstractmethod
from collections.abc import Sequence
from functools import cached_property
from typing import Any, ClassVar

import numpy as np

from nupp.boards import Board, svg
from nupp.kernel import Generator, KernelObject, Record, below, hash_record, interpreted
from nupp.rules.basics import (
    IllegalMoveError,
    Moves,
    NotationError,
    States,
    Symmetry,
)
from nupp.rules.position import Position
from nupp.rules.view import View, view_of


class Game(KernelObject):
    """The rules of a two-player game with perfect information and without chance.

    The docstring of a game states its rules in full, with their source, the notation of its moves, its
    position text and the layout of its state.

    **Compiled side.** A state is one record of type `State`, all of it zero before `start`. Everything
    that decides the future lies in it and nothing else, so equal positions have equal records, however
    they were reached. A move is a non-negative int64 in the game's own encoding. Turns need not
    alternate. A game must define `start`, `legal_moves`, `play`, `to_move` and `outcome`; the other
    methods have defaults that are right for every game and may be bettered.

    **Python side.** `format_position`, `read_position`, `move_text`, `move_pattern` and `notation` have no
    default; the rest follows from them. How the game is drawn and clicked is its `View` (see `view.py`).
    """

    name: ClassVar[str]
    """The name in specs; a subclass with a name of its own is registered under it."""
    sides: tuple[str, str] = ("first", "second")
    """What the players are called."""
    side_letters: str = "12"
    """What the players are called in position texts."""
    move_pattern: ClassVar[str]
    """A regular expression for the text of a move, in lower case."""
    notation: str
    """How a move is written, in words that complete "expected ..."."""
    repetition: int = 0
    """The n-th occurrence of a position draws the game; 0 if the rules know no such draw."""

    spec: str
    """The canonical spec of this game; set by the registry."""
    State: np.dtype[Any]
    """The record type of a state."""
    board: Board
    """The geometry that moves and drawings use."""
    max_moves: int
    """No position has more legal moves."""
    move_classes: int = 4096
    """The number of classes that `move_class` tells apart."""
    phases: int = 1
    """How many moves a turn takes: more than 1 where it is made of steps, such as a move and then a shot."""

    piece_kinds: int = 0
    """How many kinds of pieces each side has, as `contents` tells them apart."""
    other_kinds: int = 0
    """How many kinds of things stand on cells that belong to neither side."""
    facing: bool = False
    """Whether `contents` shows the board to one of the sides turned by half, the last cell first."""

    # ---- rules (compiled) ----------------------------------------------------------------------

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
        """Whose turn it is: 0 for the first player, 1 for the second."""

    @abstractmethod
    def outcome(self, state: Record) -> int:
        """Of a finished game: +1 if the first player won, -1 if the second, 0 if it is drawn."""

    def margin(self, state: Record) -> int:
        """Of a finished game: the first player's score less the second's; the outcome where none is kept."""
        return self.outcome(state)

    def hash(self, state: Record) -> np.uint64:
        """64 bits that are equal for equal positions and differ for others, but for rare collisions."""
        return hash_record(state, self.state_words)

    def repetition_key(self, state: Record) -> np.uint64:
        """64 bits that are equal for what the rules count as the same position when it is repeated.

        The hash, unless the state holds what does not count, such as the number of quiet moves; a game
        whose state does overrides `forget_quiet`, too.
        """
        return self.hash(state)

    def forget_quiet(self, state: Record) -> None:
        """Forget in place what does not count for repetition: states of equal repetition key become equal."""

    # ---- what a game may say more cleverly (compiled) --------------------------------------------

    def reversible_plies(self, state: Record) -> int:
        """How many of the last moves may have been undone since: no earlier position can recur."""
        return 1_000_000

    def count_moves(self, state: Record, moves: Moves) -> int:
        """The number of legal moves; `moves` may be used as scratch space."""
        return self.legal_moves(state, moves)

    def random_move(self, state: Record, moves: Moves, rng: Generator) -> int:
        """A legal move, each equally likely; NO_MOVE (-1) if the game is over."""
        n = self.legal_moves(state, moves)
        return -1 if n == 0 else moves[below(rng, n)]

    def candidates(self, state: Record, moves: Moves, reach: int) -> int:
        """Fill `moves[:n]` with the legal moves worth searching; at least one unless the game is over.

        `reach` from 1 up says how far to cast about: the larger, the more moves.
        """
        return self.legal_moves(state, moves)

    def noisy_moves(self, state: Record, moves: Moves) -> int:
        """Fill `moves[:n]` with the legal moves before which an evaluation means little, and return n.

        Captures and the like, which a quiescence search looks at; none in a game without such.
        """
        return 0

    def contents(self, state: Record, found: Moves) -> int:
        """Fill `found[:n]` with what stands on the cells, as the side to move sees it, and return n.

        A thing of kind k on a cell has the number `cell * cell_values + k`; nothing is said of empty cells.
        Of K `piece_kinds`, own pieces are of kind 1 .. K, the enemy's of kind K + 1 .. 2 K, and what belongs
        to neither side follows. None are told by a game that does not say what stands on its cells, which has
        a `cell_values` of 1.
        """
        return 0

    def stage(self, state: Record, filled: int) -> int:
        """How far the game has come, 0 .. stages - 1; `filled` is how many cells have something on them."""
        return filled

    def phase(self, state: Record) -> int:
        """How many moves of the turn have been made already, 0 .. phases - 1."""
        return 0

    def move_class(self, move: int) -> int:
        """The class of a move, 0 .. move_classes - 1, by which history tables tell moves apart."""
        return move % self.move_classes

    def actions(self, state: Record, moves: Moves, n: int, found: Moves) -> None:
        """Write the numbers of the legal moves `moves[:n]`, all of them as listed, to `found[:n]`.

        By these numbers, 0 .. action_count - 1, learners and other libraries know moves: no two legal moves
        of a position have the same, and the same moves of equal positions always have the same. By default
        the class of a move, or if an earlier move has that the next number that is free; a game in which
        many moves share a class betters this and `action_count`.
        """
        for i in range(n):
            number = self.move_class(moves[i])
            while number in found[:i]:
                number = (number + 1) % self.action_count
            found[i] = number

    # ---- notation --------------------------------------------------------------------------------

    @abstractmethod
    def move_text(self, state: Record, move: int) -> str:
        """A legal move in the game's notation."""

    def move_texts(self, state: Record, moves: Sequence[int]) -> list[str]:
        """The texts of legal moves; a game in which that is faster than one by one may say how."""
        return [self.move_text(state, move) for move in moves]

    def normalise_move(self, text: str) -> str:
        """Bring a usual spelling of a move into the game's notation, in lower case."""
        return text.strip().lower()

    def format_move(self, state: States, move: int) -> str:
        """A legal move of a state (an array of one record) in the game's notation."""
        return self.move_text(state[0], int(move))

    def parse_move(self, state: States, text: str) -> int:
        """The legal move that a text stands for, in any usual spelling.

        Raises NotationError if it is not a move of this game at all, and IllegalMoveError if it is one but
        cannot be played here; both quote the text.
        """
        wanted = self.normalise_move(text)
        if not re.fullmatch(self.move_pattern, wanted):
            raise NotationError(f"{text!r} is not a move of {self.label}: expected {self.notation}")
        legal = self.moves_of(state)
        texts = {
            shown.lower(): move for shown, move in zip(self.move_texts(state[0], legal), legal, strict=True)
        }
        if wanted in texts:
            return texts[wanted]
        if not texts:
            raise IllegalMoveError(f"{text!r} cannot be played: the game is over")
        shown = ", ".join(list(texts)[:8]) + (", ..." if len(texts) > 8 else "")
        choice = f"one of {len(texts)} moves: " if len(texts) > 1 else ""
        raise IllegalMoveError(
            f"{text!r} is not legal here: expected {choice}{shown}{self.hint(state[0], wanted)}"
        )

    def hint(self, state: Record, wanted: str) -> str:
        """What to add to the message that a move, rightly written, is not legal; nothing by default."""
        return ""

    def moves_of(self, state: States) -> list[int]:
        """The legal moves of a state, computed without compiled code."""
        moves = np.empty(self.max_moves, np.int64)
        with interpreted():
            return [int(move) for move in moves[: self.legal_moves(state[0], moves)]]

    # ---- positions -------------------------------------------------------------------------------

    def start_state(self) -> States:
        """The initial position as an array of one record."""
        state = np.zeros(1, self.State)
        with interpreted():
            self.start(state[0])
        return state

    @abstractmethod
    def format_position(self, state: Record) -> str:
        """The canonical position text of a record."""

    @abstractmethod
    def read_position(self, text: str, state: Record) -> None:
        """Write the position that a text describes into a state that is all zero.

        Raises ValueError (NotationError for what is not in the notation) with what was expected and where.
        """

    def parse_state(self, text: str) -> States:
        """The state of a position text; NotationError quotes a bad one and says what was expected."""
        state = np.zeros(1, self.State)
        try:
            with interpreted():
                self.read_position(text, state[0])
        except ValueError as error:
            raise NotationError(f"position {text!r} of {self.label}: {error}") from None
        return state

    def start_position(self) -> Position:
        """The position that the game begins with."""
        return Position(self, self.start_state())

    def parse_position(self, text: str) -> Position:
        """The position of a position text; NotationError quotes a bad one and says what was expected."""
        return Position(self, self.parse_state(text))

    # ---- symmetries ------------------------------------------------------------------------------

    @cached_property
    def symmetries(self) -> tuple[Symmetry, ...]:
        """The symmetries of the rules and the start; the identity first.

        A game that knows more than the identity overrides this, `map_move` and `map_state`.
        """
        return (Symmetry(tuple(range(len(self.board)))),)

    def map_move(self, symmetry: Symmetry, move: int) -> int:
        """The image of a move."""
        return move

    def map_state(self, symmetry: Symmetry, state: States) -> States:
        """The image of a position, as a new state."""
        return state.copy()

    # ---- turns made of steps ---------------------------------------------------------------------
    # The games below share their states with this one: at the beginning of a turn all three mean the same
    # by a record. Only a game that does not draw by repetition can have them, since no history goes along.

    def staged_game(self) -> Game | None:
        """The same game with each step of a turn a move of its own; None if turns have no steps."""
        return self if self.phases > 1 else None

    def abridged_game(self) -> Game | None:
        """The game in which a turn is its first step alone; None if turns have no steps.

        A turn that has been begun in the staged game is finished with all its steps.
        """
        return None

    def join_moves(self, steps: Sequence[int]) -> int:
        """The move of this game that the steps of a turn, moves of the staged game, come to."""
        (move,) = steps
        return move

    # ---- what follows ----------------------------------------------------------------------------

    @cached_property
    def view(self) -> View[Any]:
        """How the game is drawn and clicked, and what may be said of its moves and positions."""
        return view_of(self)

    @property
    def label(self) -> str:
        """The name under which the game was made, as in `othello`."""
        return getattr(self, "spec", self.name).partition(":")[0]

    @property
    def rules(self) -> str:
        """The rules and the notation in words: the docstring of the class that states them.

        Without what it says of the state, which is for those who read the code.
        """
        texts = [inspect.cleandoc(kind.__doc__ or "") for kind in type(self).__mro__]
        text = next((text for text in texts if "**Rules.**" in text), texts[0])
        return text.partition("**State.**")[0].rstrip()

    @property
    def cell_values(self) -> int:
        """How many kinds of contents a cell may have, being empty among them."""
        return 1 + 2 * self.piece_kinds + self.other_kinds

    @property
    def action_count(self) -> int:
        """How many numbers `actions` gives to moves; at least `max_moves`."""
        return max(self.move_classes, self.max_moves)

    @property
    def stages(self) -> int:
        """How many stages `stage` tells apart."""
        return len(self.board) + 1

    @property
    def state_words(self) -> int:
        """The size of a state in 64-bit words."""
        return self.State.itemsize // 8

    def _repr_svg_(self) -> str:
        """The position that the game begins with, for notebooks."""
        with interpreted():
            return svg(self.view.drawing(self.start_state()[0]), 360)

    def __repr__(self) -> str:
        return f"nupp.game({getattr(self, 'spec', self.name)!r})"
