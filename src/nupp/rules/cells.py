"""A base for games of pieces on the cells of a board, from which all but the rules follows.

Layout of a state. `cells` holds a number a cell, 0 for an empty one and else 1 + the place of what stands
there in `pieces`; `turn` is the side to move. On a board of 3 x 3 with `pieces = "XO"`:

    cells  0 0 0  1 2 0  0 0 1          row 3   . . X
    turn   1                            row 2   X O .           O is to move
                                        row 1   . . .
                                                a b c
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from typing import Any, ClassVar, Final, TypeVar

import numpy as np
from numpy.typing import DTypeLike, NDArray

from nupp.boards import Board, Drawing, Piece
from nupp.boards.drawing import COLOURS
from nupp.kernel import Record, kernel, record_dtype
from nupp.rules.basics import Moves, States, Symmetry
from nupp.rules.contract import Game
from nupp.rules.notation import format_rows, parse_rows, parse_side, split_fields, with_pieces
from nupp.rules.view import View, register_view

EMPTY: Final = 0
"""What `cells` holds where nothing stands."""

IMAGES: Final = {"left-right": (-1, 1), "up-down": (1, -1), "half-turn": (-1, -1)}
"""What may be done to a board: what happens to how far a cell is to the right of the middle, and below it."""


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
    kept: ClassVar[tuple[str, ...]] = ()
    """What may be done to the board without changing the game: words of `IMAGES`."""
    turned: ClassVar[bool] = False
    """Whether the sides play towards each other: networks see the board of the second turned by half."""

    def __init__(
        self, board: Board, max_moves: int, *fields: tuple[str, DTypeLike] | tuple[str, DTypeLike, Any]
    ) -> None:
        """Take the board, the most moves that a position has, and further fields of a state, see `derive`."""
        self.board, self.max_moves, self.size = board, max_moves, len(board)
        self.piece_kinds, self.other_kinds = len(self.pieces) // 2, len(self.neutral)
        self.facing = self.turned
        first, second = (side[0].lower() for side in self.sides)
        if self.side_letters == Game.side_letters and self.sides != Game.sides and first != second:
            self.side_letters = first + second
        self.State = record_dtype(*fields, ("cells", np.int8, (self.size,)), ("turn", np.int8))

    # ---- rules (compiled) ----------------------------------------------------------------------

    def start(self, state: Record) -> None:
        """Begin with the empty board."""

    def to_move(self, state: Record) -> int:
        return int(state.turn)

    def outcome(self, state: Record) -> int:
        """By default the side that cannot move has lost."""
        return 2 * int(state.turn) - 1

    def contents(self, state: Record, found: Moves) -> int:
        n, kinds = 0, self.piece_kinds
        for cell in range(self.size):
            kind = int(state.cells[cell])
            if kind != EMPTY:
                seen = self.size - 1 - cell if self.facing and state.turn == 1 else cell
                if kind <= 2 * kinds and state.turn == 1:  # own pieces come first
                    kind += kinds if kind <= kinds else -kinds
                found[n] = seen * self.cell_values + kind
                n += 1
        return n

    # ---- positions -------------------------------------------------------------------------------

    def derive(self, state: Record) -> None:
        """Set the further fields of a state from its cells and the side to move; nothing by default.

        Called when a position is read. ValueError for one that cannot be, with what was expected.
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

    def map_state(self, symmetry: Symmetry, state: States) -> States:
        image = np.zeros(1, self.State)
        kinds, cells = self.piece_kinds, state[0].cells.tolist()
        for cell, target in enumerate(symmetry.cells):
            kind = cells[cell]
            if symmetry.exchange and 0 < kind <= 2 * kinds:
                kind += kinds if kind <= kinds else -kinds
            image[0].cells[target] = kind
        image[0].turn = state[0].turn ^ symmetry.exchange
        self.derive(image[0])
        return image

    @cached_property
    def symmetries(self) -> tuple[Symmetry, ...]:
        """The identity and what `kept` lists, as far as it maps the board onto itself."""
        return tuple(Symmetry(image) for image in self._images())

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

    def __init__(self, board: Board, *fields: tuple[str, DTypeLike] | tuple[str, DTypeLike, Any]) -> None:
        super().__init__(board, len(board) + len(self.words), *fields)
        self.move_classes = self.max_moves
        self.move_pattern = "|".join([_cell_pattern(board), *self.words])  # type: ignore[misc]
        self.notation = " or ".join([f"a cell such as {board.name(0)}", *self.words])

    def move_class(self, move: int) -> int:
        return move

    def move_text(self, state: Record, move: int) -> str:
        return self.board.name(move) if move < self.size else self.words[move - self.size]

    def map_move(self, symmetry: Symmetry, move: int) -> int:
        return symmetry.cells[move] if move < self.size else move


class MovingGame(CellGame):
    """Games in which a piece goes from one cell to another, and takes what stands there.

    The code of a move is `size` * origin + target. It is written `a2-a3`, and `a2xb3` where it takes.
    """

    def __init__(
        self, board: Board, max_moves: int, *fields: tuple[str, DTypeLike] | tuple[str, DTypeLike, Any]
    ) -> None:
        super().__init__(board, max_moves, *fields)
        cell, self.move_classes = _cell_pattern(board), self.size * self.size
        self.move_pattern = f"({cell})[-x]({cell})"  # type: ignore[misc]
        names = board.name(0), board.name(1)
        self.notation = f"a move such as {'-'.join(names)} or {'x'.join(names)}"

    def move_class(self, move: int) -> int:
        return move

    def move_text(self, state: Record, move: int) -> str:
        origin, target = divmod(move, self.size)
        sign = "-" if state.cells[target] == EMPTY else "x"
        return f"{self.board.name(origin)}{sign}{self.board.name(target)}"

    def map_move(self, symmetry: Symmetry, move: int) -> int:
        origin, target = divmod(move, self.size)
        return symmetry.cells[origin] * self.size + symmetry.cells[target]


def _cell_pattern(board: Board) -> str:
    """A regular expression for the name of a cell."""
    return "|".join(sorted(map(re.escape, board.numbers), key=len, reverse=True))


C = TypeVar("C", bound=CellGame)


@register_view(CellGame)
class CellView(View[C]):
    """Pieces with the letters of their kinds, and a board on which positions can be set up."""

    @property
    def symbols(self) -> tuple[str, str]:
        kinds = self.game.piece_kinds
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
        """What stands on a cell, by its number in `cells`."""
        kinds, symbol = self.game.piece_kinds, self.game.symbols[kind]
        if kind > 2 * kinds:
            return Piece(cell, -1, symbol, "arrow")
        return Piece(cell, int(kind > kinds), symbol)

    def pieces_to_place(self) -> tuple[Piece, ...]:
        return tuple(self.piece(0, kind) for kind in range(1, len(self.game.symbols)))

    def position_with(self, state: Record, placed: Mapping[int, str], side: int) -> str:
        text = self.game.format_position(state)
        return with_pieces(text, placed, self.game.rows, self.game.side_letters[side])
