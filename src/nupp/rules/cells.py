"""A base for games of pieces on the cells of a board, from which all but the rules follows.

Layout of a state. `cells` holds a number a cell, 0 for an empty one and else 1 + the place of what stands
there in `pieces`; `turn` is the side to move. On a board of 3 x 3 with `pieces = "XO"`:

    cells  0 0 0  1 2 0  0 0 1          row 3   . . X
    turn   1                            row 2   X O .           O is to move
                                        row 1   . . .
                                                a b c
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import cached_property
from typing import ClassVar, Final, TypeVar

import numpy as np
from numpy.typing import NDArray

from nupp.boards import Board, Drawing, Piece, piece_on
from nupp.boards.drawing import COLOURS
from nupp.kernel import Field, Record, kernel, record_dtype
from nupp.rules.actions import ListedActions, register_actions
from nupp.rules.basics import Kinds, Moves, States
from nupp.rules.contract import Game
from nupp.rules.movetexts import MoveNotation
from nupp.rules.notation import format_rows, initials, parse_rows, parse_side, split_fields, with_pieces
from nupp.rules.symmetry import Symmetry
from nupp.rules.view import View, register_view

EMPTY: Final = 0
"""The value of `cells` where nothing stands."""

IMAGES: Final = {"left-right": (-1, 1), "up-down": (1, -1), "half-turn": (-1, -1)}
"""The images of a board, by name: the factors of a cell's distance to the right of the middle, and below it.
"""


@kernel
def list_kind(cells: NDArray[np.int8], kind: int, moves: Moves) -> int:
    """Fill `moves[:n]` with the cells that hold a kind, or `EMPTY`, and return n."""
    n = 0
    for cell in range(len(cells)):
        if cells[cell] == kind:
            moves[n] = cell
            n += 1
    return n


@kernel
def count_kind(cells: NDArray[np.int8], kind: int) -> int:
    """The number of cells that hold a kind, or `EMPTY`."""
    n = 0
    for cell in range(len(cells)):
        n += int(cells[cell] == kind)
    return n


@kernel
def first_of_kind(cells: NDArray[np.int8], kind: int) -> int:
    """The first cell that holds a kind, or `EMPTY`; -1 if there is none."""
    for cell in range(len(cells)):
        if cells[cell] == kind:
            return cell
    return -1


class CellSymmetry(Symmetry["CellGame"]):
    """An image of the cells, under which each side keeps its pieces unless the sides are exchanged."""

    def map_state(self, state: States) -> States:
        image = np.zeros(1, self.game.State)
        kinds, cells = self.game.kinds.pieces, state[0].cells.tolist()
        for cell, target in enumerate(self.cells):
            kind = cells[cell]
            if self.exchange and 0 < kind <= 2 * kinds:
                kind += kinds if kind <= kinds else -kinds
            image[0].cells[target] = kind
        image[0].turn = state[0].turn ^ self.exchange
        self.game.derive(image[0])
        return image


class PlacingSymmetry(CellSymmetry):
    """A move names a cell, or is a word, which stays what it is."""

    def map_move(self, move: int) -> int:
        return self.cells[move] if move < len(self.cells) else move


class MovingSymmetry(CellSymmetry):
    """A move names two cells."""

    def map_move(self, move: int) -> int:
        origin, target = divmod(move, len(self.cells))
        return self.cells[origin] * len(self.cells) + self.cells[target]


class CellGame(Game):
    """Games of pieces on cells, whose state is what stands on each cell and whose turn it is.

    A subclass gives `pieces`, `legal_moves` and `play`, and calls `__init__` with its board. It derives from
    `PlacingGame` or `MovingGame`, which write moves. Position texts name the sides by their initials, if
    those differ and `side_letters` says nothing else.
    """

    pieces: ClassVar[str]
    """A letter for each kind of piece: those of the first side, then as many of the second."""
    neutral: ClassVar[str] = ""
    """A letter for each kind of thing that belongs to neither side."""
    _symmetry: ClassVar[type[CellSymmetry]]
    kept: ClassVar[tuple[str, ...]] = ()
    """The images of the board that do not change the game: words of `IMAGES`."""
    side_letters: str = ""
    """The letters of the sides in position texts; their initials unless given."""
    turned: ClassVar[bool] = False
    """True if the sides play towards each other: networks see the board of the second turned by half."""

    def __init__(self, board: Board, max_moves: int, *fields: Field, derived: Sequence[Field] = ()) -> None:
        """Take the board, the most moves that a position has, and further fields of a state.

        derived: fields that follow from what stands on the cells and the side to move, see `derive`.
        """
        self.board, self.max_moves, self.size = board, max_moves, len(board)
        self.kinds = Kinds(len(self.pieces) // 2, len(self.neutral), self.turned)
        self.side_letters = self.side_letters or initials(self.sides)
        cells = ("cells", np.int8, (self.size,))
        self.State = record_dtype(*fields, cells, ("turn", np.int8), derived=derived)

    # ---- rules (compiled) ----------------------------------------------------------------------

    def start(self, state: Record) -> None:
        """Begin with the empty board."""

    def to_move(self, state: Record) -> int:
        return int(state.turn)

    def outcome(self, state: Record) -> int:
        """By default the side that cannot move has lost."""
        return 2 * int(state.turn) - 1

    def contents(self, state: Record, found: Moves) -> int:
        n, kinds = 0, self.kinds.pieces
        for cell in range(self.size):
            kind = int(state.cells[cell])
            if kind != EMPTY:
                seen = self.size - 1 - cell if self.kinds.turned and state.turn == 1 else cell
                if kind <= 2 * kinds and state.turn == 1:  # own pieces come first
                    kind += kinds if kind <= kinds else -kinds
                found[n] = seen * self.kinds.values + kind
                n += 1
        return n

    # ---- positions -------------------------------------------------------------------------------

    def derive(self, state: Record) -> None:
        """Set the derived fields of a state; nothing by default.

        Called when a position is read or mapped. ValueError for one that cannot be, with what was expected.
        """

    @property
    def symbols(self) -> str:
        """The letter of each number in `cells`, a point for an empty one."""
        return f".{self.pieces}{self.neutral}"

    @property
    def rows(self) -> Sequence[Sequence[int]]:
        """The cells as one sees them, row by row from the top."""
        found: Sequence[Sequence[int]] = self.board.rows  # type: ignore[attr-defined]
        return found

    def format_position(self, state: Record) -> str:
        rows = format_rows([self.symbols[kind] for kind in state.cells], self.rows)
        return f"{rows} {self.side_letters[state.turn]}"

    def read_position(self, text: str, state: Record) -> None:
        rows, side = split_fields(text, "rows", "side")
        state.turn = parse_side(side, self.side_letters)
        for cell, symbol in parse_rows(rows, self.rows, self.symbols[1:]):
            state.cells[cell] = self.symbols.index(symbol)
        self.derive(state)

    @cached_property
    def symmetries(self) -> tuple[CellSymmetry, ...]:
        """The identity and what `kept` lists, as far as it maps the board onto itself."""
        return tuple(self._symmetry(self, image) for image in self._images())

    def _images(self) -> Iterator[tuple[int, ...]]:
        middle = np.mean(self.board.centres, axis=0)
        places = np.rint(1000 * (self.board.centres - middle)).astype(np.int64)
        at = {tuple(place): cell for cell, place in enumerate(places.tolist())}
        for factors in ((1, 1), *(IMAGES[word] for word in self.kept)):
            image = [at.get(tuple(place)) for place in (places * factors).tolist()]
            if None not in image:
                yield tuple(cell for cell in image if cell is not None)


class PlacingGame(CellGame):
    """Games in which a move names a cell, on which something is put.

    The code of a move is its cell, and `size` + i the word number i of `words`.
    """

    words: ClassVar[tuple[str, ...]] = ()
    """Moves that name no cell, such as `pass`."""
    _symmetry = PlacingSymmetry

    def __init__(self, board: Board, *fields: Field, derived: Sequence[Field] = ()) -> None:
        super().__init__(board, len(board) + len(self.words), *fields, derived=derived)
        self.move_classes = self.max_moves
        self.notation = MoveNotation(
            "|".join([_cell_pattern(board), *self.words]),
            " or ".join([f"a cell such as {board.name(0)}", *self.words]),
        )

    def move_class(self, move: int) -> int:
        return move

    def move_text(self, state: Record, move: int) -> str:
        return self.board.name(move) if move < self.size else self.words[move - self.size]


@register_actions(PlacingGame)
class PlacingActions(ListedActions[PlacingGame]):
    """Cells, and then words."""

    def __init__(self, game: PlacingGame) -> None:
        super().__init__(range(game.max_moves))


class MovingGame(CellGame):
    """Games in which a piece goes from one cell to another, and takes what stands there.

    The code of a move is `size` * origin + target. It is written `a2-a3`, and `a2xb3` where it takes.
    """

    _symmetry = MovingSymmetry

    def __init__(
        self,
        board: Board,
        max_moves: int,
        *fields: Field,
        directions: Collection[int] = (),
        derived: Sequence[Field] = (),
    ) -> None:
        """Make the game as every game of pieces on cells is made.

        directions: those of the board's `neighbours` in which pieces step, as the side to move sees them; if
        none are given, a piece may go from any cell to any other. Learners number moves by these.
        """
        super().__init__(board, max_moves, *fields, derived=derived)
        cell, self.move_classes = _cell_pattern(board), self.size * self.size
        names = board.name(0), board.name(1)
        self.notation = MoveNotation(
            f"({cell})[-x]({cell})", f"a move such as {'-'.join(names)} or {'x'.join(names)}"
        )
        self.ways = tuple(_steps(board, directions) or itertools.permutations(range(self.size), 2))

    def move_class(self, move: int) -> int:
        return move

    def move_text(self, state: Record, move: int) -> str:
        origin, target = divmod(move, self.size)
        sign = "-" if state.cells[target] == EMPTY else "x"
        return f"{self.board.name(origin)}{sign}{self.board.name(target)}"


def _steps(board: Board, directions: Collection[int]) -> list[tuple[int, int]]:
    """Each cell with its neighbours in some directions."""
    near = board.neighbours[:, [*directions]].tolist()
    return [(cell, other) for cell, others in enumerate(near) for other in sorted(others) if other >= 0]


@register_actions(MovingGame)
class MovingActions(ListedActions[MovingGame]):
    """A number for each way that a piece may go, as the side to move sees the board."""

    def __init__(self, game: MovingGame) -> None:
        super().__init__(origin * game.size + target for origin, target in game.ways)

    def code(self, game: MovingGame, state: Record, move: int) -> int:
        if game.kinds.turned and state.turn == 1:
            return game.size * game.size - 1 - move
        return move


def _cell_pattern(board: Board) -> str:
    """A regular expression for the name of a cell."""
    return "|".join(sorted(map(re.escape, board.numbers), key=len, reverse=True))


C = TypeVar("C", bound=CellGame)


@register_view(CellGame)
class CellView(View[C]):
    """Pieces with the letters of their kinds, and a board on which positions can be set up."""

    @property
    def side_letters(self) -> str:
        return self.game.side_letters

    @property
    def symbols(self) -> tuple[str, str]:
        kinds = self.game.kinds.pieces
        return self.game.pieces[:kinds], self.game.pieces[kinds:]

    def drawing(self, state: Record) -> Drawing:
        pieces = [self.piece(cell, kind) for cell, kind in enumerate(state.cells.tolist()) if kind != EMPTY]
        return Drawing(self.game.board, tuple(pieces), colours=self.colours)

    @property
    def colours(self) -> tuple[str, str]:
        """The colours of the sides: those by which they are called, or else black and white."""
        first, second = self.game.sides
        return (first, second) if {first, second} <= set(COLOURS) else ("black", "white")

    def piece(self, cell: int, kind: int) -> Piece:
        """The piece on a cell, by its number in `cells`."""
        kinds, symbol = self.game.kinds.pieces, self.game.symbols[kind]
        if kind > 2 * kinds:
            return piece_on(cell, -1, symbol, "arrow")
        return piece_on(cell, int(kind > kinds), symbol)

    def pieces_to_place(self) -> tuple[Piece, ...]:
        return tuple(self.piece(0, kind) for kind in range(1, len(self.game.symbols)))

    def position_with(self, state: Record, placed: Mapping[int, str], side: int) -> str:
        text = self.game.format_position(state)
        return with_pieces(text, placed, self.game.rows, self.side_letters[side])
