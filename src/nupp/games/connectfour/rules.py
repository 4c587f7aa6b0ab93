"""Connect four: stones that fall in an upright board.

Layout of a board of connect four, here 7 x 6. Each side has its stones as the bits of one or more 64-bit
words; a column takes `stride` = height + 1 bits from the bottom up, and the spare bit above it is never
set, so that a line that runs off the board meets an empty bit:

         6 13 20 27 34 41 48   (spare)
         5 12 19 26 33 40 47             bit = column * stride + row
         4 11 18 25 32 39 46             steps: 1 up, stride to the right,
         3 10 17 24 31 38 45                    stride + 1 and stride - 1 along the diagonals
         2  9 16 23 30 37 44
         1  8 15 22 29 36 43
         0  7 14 21 28 35 42
         1  2  3  4  5  6  7
"""

from __future__ import annotations

import itertools
import math
import re
from functools import cached_property
from typing import Annotated, Any

import numpy as np
from numpy.typing import NDArray

from nupp.boards import Cell, Place, SquareBoard, Template
from nupp.boards.board import Segment, regular_polygon
from nupp.boards.labels import Label
from nupp.kernel import Generator, Record, below, mix, record_dtype
from nupp.kernel.bits import ONE, SPREAD, ZERO, bit, lowest_bit, popcount, without_lowest, words
from nupp.rules import register
from nupp.rules.actions import Actions, register_actions
from nupp.rules.basics import NO_MOVE, Kinds, Moves, States
from nupp.rules.contract import Game
from nupp.rules.images import Images, images
from nupp.rules.lines import lines_along
from nupp.rules.movetexts import MoveNotation
from nupp.rules.notation import format_rows, parse_rows, parse_side, split_fields
from nupp.rules.symmetry import Symmetry
from nupp.spec import Between

_NOBODY, _FIRST, _SECOND, _DRAWN = 0, 1, 2, 3

_DIRECTIONS = ((1, 0), (0, 1), (1, 1), (-1, 1))  # rows up and columns to the right, in the order of `steps`

Columns = Annotated[int, Between(1, 32), "columns"]
Rows = Annotated[int, Between(1, 32), "rows"]
Line = Annotated[int, Between(1, 32), "stones in a line that win"]
Size = Annotated[int, Between(0, 32), "columns and rows; 0: as width and height say"]


class ColumnNotation(MoveNotation["ConnectFour"]):
    """Columns by their numbers, or by letters."""

    def normalise(self, game: ConnectFour, text: str) -> str:
        wanted = super().normalise(game, text)
        return str(ord(wanted) - ord("a") + 1) if re.fullmatch("[a-z]", wanted) else wanted


@register
class ConnectFour(Game):
    """Connect four (source: J. Henno, "Trips-traps-trull ja minimax", 2004, exercise 5).

    **Rules.** The board stands upright. The players, x (first) and o, take turns to drop a stone into a
    column that is not full; it comes to rest on the stones there. The first to get a line of at least
    `k` stones in a row, column or diagonal wins. A full board without such a line is a draw.

    **Notation.** A move is the number of a column, `4`, from the left; its letter, `d`, is understood too. A
    position is rows from the top and the side to move: `7/7/7/7/7/3x3 o`.

    **State.** `stones[side, word]` as drawn above, the side to move, and who has won. The code of a move is
    the bit on which the stone comes to rest.
    """

    board: Rack
    name = "connectfour"
    sides = ("x", "o")
    notation = ColumnNotation("[1-9][0-9]?", "the number of a column such as 4")
    kinds = Kinds(1)

    def __init__(self, width: Columns = 7, height: Rows = 6, k: Line = 4, size: Size = 0) -> None:
        if size > 0:
            if (width, height) != (7, 6):
                raise ValueError(f"size={size} with a width or height: expected the one or the other")
            width = height = size
        if k > max(width, height):
            raise ValueError(f"k={k} fits on no line of a board of {width} x {height}: expected less")
        self.width, self.height, self.k = width, height, k
        self.stride = height + 1
        self.words = -(-self.stride * width // 64)
        self.steps = np.array([1, self.stride, self.stride + 1, self.stride - 1])
        self.tops = words((self.bit_of(height - 1, column) for column in range(width)), self.words)
        self.line_starts = np.array([self._line_starts(*rise_and_run) for rise_and_run in _DIRECTIONS])
        self.word_cells, self.word_uppers = self._word_cells()
        self.columns = tuple(sorted(range(width), key=lambda column: abs(2 * column - width + 1)))
        self.max_moves = width
        self.move_classes = self.stride * width
        self.board = Rack(width, height)
        self.board_images = self._board_images()
        self.State = record_dtype(
            ("stones", np.uint64, (2, self.words)), ("turn", np.int8), ("winner", np.int8)
        )

    # ---- rules ---------------------------------------------------------------------------------

    def start(self, state: Record) -> None:
        pass  # an empty board and x to move: all zero

    def legal_moves(self, state: Record, moves: Moves) -> int:
        """The columns from the middle outwards: good moves tend to be there, and are best searched first."""
        if state.winner != _NOBODY:
            return 0
        n = 0
        for column in self.columns:
            row = self.stones_in(state, column)
            moves[n] = self.bit_of(row, column)
            n += int(row < self.height)
        return n

    def count_moves(self, state: Record, moves: Moves) -> int:
        return 0 if state.winner != _NOBODY else self.open_columns(state)

    def random_move(self, state: Record, moves: Moves, rng: Generator) -> int:
        if state.winner != _NOBODY:
            return NO_MOVE
        while True:  # few columns are full before a game ends
            column = below(rng, self.width)
            row = self.stones_in(state, column)
            if row < self.height:
                return self.bit_of(row, column)

    def play(self, state: Record, move: int) -> None:
        side = int(state.turn) & 1  # `& 1` shows the compiler that no index is negative
        state.stones[side, self.word_of(move)] |= bit(move & 63)
        state.turn = 1 - side
        if self.has_line(state, side):
            state.winner = _FIRST + side
        elif self.open_columns(state) == 0:
            state.winner = _DRAWN

    def to_move(self, state: Record) -> int:
        return int(state.turn)

    def outcome(self, state: Record) -> int:
        return int(state.winner == _FIRST) - int(state.winner == _SECOND)

    def hash(self, state: Record) -> np.uint64:
        key = ZERO
        for word in range(self.words):
            key = mix(key ^ state.stones[0, word] * SPREAD ^ state.stones[1, word])
        return key ^ np.uint64(state.turn)

    def move_class(self, move: int) -> int:
        return move

    def contents(self, state: Record, found: Moves) -> int:
        side, n = int(state.turn), 0
        for kind in range(1, 3):
            for word in range(self.words):
                stones = state.stones[side ^ (kind - 1), word]
                while stones != ZERO:
                    position = 64 * word + lowest_bit(stones)
                    stones = without_lowest(stones)
                    cell = position % self.stride * self.width + position // self.stride
                    found[n] = 3 * cell + kind
                    n += 1
        return n

    # ---- what exact searches ask -----------------------------------------------------------------

    # ---- the board -----------------------------------------------------------------------------

    def bit_of(self, row: int, column: int) -> int:
        """The bit of a cell."""
        return column * self.stride + row

    def word_of(self, position: int) -> int:
        """The word that a bit is in."""
        return 0 if self.words == 1 else position >> 6

    def landings(self, stones: np.uint64) -> np.uint64:
        """The cells of a one-word board with these stones on which the next one may come to rest."""
        bottoms = self.tops[0] >> np.uint64(self.height - 1)
        cells: np.uint64 = (stones + bottoms) & ~(self.tops[0] << ONE)
        return cells

    def stones_in(self, state: Record, column: int) -> int:
        """The number of stones in a column."""
        position = self.bit_of(0, column)
        return lowest_bit(~(self.stones_from(state, 0, position) | self.stones_from(state, 1, position)))

    def open_columns(self, state: Record) -> int:
        """The number of columns that are not full."""
        n = 0
        for word in range(self.words):
            n += popcount(self.tops[word] & ~(state.stones[0, word] | state.stones[1, word]))
        return n

    def stones_from(self, state: Record, side: int, position: int) -> np.uint64:
        """The stones of a side on the 64 bits from a bit of the board on."""
        word, shift = self.word_of(position), np.uint64(position & 63)
        stones: np.uint64 = state.stones[side, word] >> shift
        if word + 1 < self.words:
            stones |= state.stones[side, word + 1] << ONE << (np.uint64(63) - shift)
        return stones

    def stones_ahead(self, state: Record, side: int, word: int, distance: int) -> np.uint64:
        """The stones of a side that are `distance` bits ahead of the bits of a word."""
        position = 64 * word + distance
        return self.stones_from(state, side, position) if position < 64 * self.words else ZERO

    def has_line(self, state: Record, side: int) -> bool:
        """True if a side has k stones in a line: its board laid over itself, shifted, without a branch."""
        found = ZERO
        for word in range(self.words):
            for step in self.steps:
                found |= self.lines_in(state, side, word, step)
        return bool(found != ZERO)

    def lines_in(self, state: Record, side: int, word: int, step: int) -> np.uint64:
        """The cells in a word with which a side's lines of k begin, along one direction."""
        line: np.uint64 = state.stones[side, word]
        if self.words == 1:
            return lines_along(line, step, self.k)
        for i in range(1, self.k):
            line &= self.stones_ahead(state, side, word, i * step)
        return line

    # ---- notation ------------------------------------------------------------------------------

    def move_text(self, state: Record, move: int) -> str:
        return str(move // self.stride + 1)

    def format_position(self, state: Record) -> str:
        return f"{format_rows(self.symbols_of(state), self.board.rows)} {'xo'[state.turn]}"

    def read_position(self, text: str, state: Record) -> None:
        rows, side = split_fields(text, "rows", "side")
        pieces = parse_rows(rows, self.board.rows, "xo")
        state.turn = parse_side(side, "xo")
        for owner, name in enumerate("xo"):
            stones = (self.bit_at(cell) for cell, symbol in pieces if symbol == name)
            state.stones[owner] = words(stones, self.words)
        for row, column in (divmod(cell, self.width) for cell, _ in pieces):
            if row > self.stones_in(state, column):
                where = f"row {self.height - row}, column {column + 1}"
                raise ValueError(f"the stone in {where} hangs in the air: expected a stone below it")
        winners = [owner for owner in range(2) if self.has_line(state, owner)]
        if len(winners) == 2:
            raise ValueError("both sides have won: expected a line of one side at the most")
        if winners:
            state.winner = _FIRST + winners[0]
        elif self.open_columns(state) == 0:
            state.winner = _DRAWN

    def symbols_of(self, state: Record) -> list[str]:
        """The content of each cell: x, o, or a point."""
        first, second = (sum(int(word) << 64 * i for i, word in enumerate(side)) for side in state.stones)
        return ["x" if first >> i & 1 else "o" if second >> i & 1 else "." for i in self._bits]

    @cached_property
    def _bits(self) -> list[int]:
        """The bit of each cell."""
        return list(map(self.bit_at, range(len(self.board))))

    def bit_at(self, cell: int) -> int:
        """The bit of a cell, given by its number on the board."""
        return self.bit_of(*divmod(cell, self.width))

    def _line_starts(self, rise: int, run: int) -> NDArray[np.uint64]:
        """The first cells, as words, of all lines of k cells in a direction."""
        cells = np.ndindex(self.height, self.width)
        reach = self.k - 1
        firsts = (
            self.bit_of(row, column)
            for row, column in cells
            if 0 <= row + reach * rise < self.height and column + reach * run < self.width
        )
        return words(firsts, self.words)

    def _word_cells(self) -> tuple[np.uint64, np.uint64]:
        """The cells of a one-word board, and the upper ones of pairs from the top down; 0 if it is larger."""
        if self.words > 1:
            return ZERO, ZERO
        rows = [[self.bit_of(row, column) for column in range(self.width)] for row in range(self.height)]
        cells, uppers = (words(itertools.chain(*some), 1)[0] for some in (rows, rows[::-2]))
        return cells, uppers

    def _board_images(self) -> Images:
        """A one-word board and its mirror image; of larger ones nothing."""
        if self.words > 1:
            return images([{0: 0}])
        columns, stride = range(self.width), self.stride
        bits = [[column * stride + row for row in range(self.height)] for column in columns]
        boards = np.array(bits), np.array(bits[::-1])
        return images([dict(zip(boards[0].flat, board.flat, strict=True)) for board in boards])

    # ---- drawing and symmetries ------------------------------------------------------------------

    @cached_property
    def symmetries(self) -> tuple[Symmetry[Any], ...]:
        cells = np.arange(len(self.board)).reshape(self.height, self.width)
        images = (cells, cells[:, ::-1])[: self.width]  # a single column is its own mirror image
        return tuple(RackSymmetry(self, tuple(image.ravel().tolist())) for image in images)


class RackSymmetry(Symmetry[ConnectFour]):
    """The mirror image of the rack, or the rack as it is."""

    def map_move(self, move: int) -> int:
        column, row = divmod(move, self.game.stride)
        return self.game.bit_at(self.cells[row * self.game.width + column])

    def map_state(self, state: States) -> States:
        image: Any = state.copy()
        symbols = self.game.symbols_of(state[0])
        for side, name in enumerate("xo"):
            cells = (self.cells[cell] for cell, symbol in enumerate(symbols) if symbol == name)
            image[0].stones[side] = words(map(self.game.bit_at, cells), self.game.words)
        return image  # type: ignore[no-any-return]


@register_actions(ConnectFour)
class ColumnActions(Actions[ConnectFour]):
    """A move's number is its column."""

    distinct = True

    def __init__(self, game: ConnectFour) -> None:
        self.count = game.width

    def number(self, game: ConnectFour, state: Record, move: int) -> int:
        return move // game.stride

    def codes(self, game: ConnectFour) -> NDArray[np.int64]:
        """The moves into an empty rack."""
        return game.stride * np.arange(game.width)


class Rack(SquareBoard):
    """The upright board: round holes, with the numbers of the columns below them."""

    def _make_cell(self, row: int, column: int) -> Cell:
        square = super()._make_cell(row, column)
        return square._replace(outline=tuple(regular_polygon(square.x, square.y, 0.46, 48, math.pi / 48)))

    @cached_property
    def labels(self) -> tuple[Label, ...]:
        return tuple(Label(str(n), n - 0.5, self.height + 0.4) for n in range(1, self.width + 1))

    @cached_property
    def lines(self) -> tuple[Segment, ...]:
        return ()

    @cached_property
    def template(self) -> Template:
        """Rows of cells with a blank or two between, and the numbers of the columns below."""
        spacing = len(str(self.width)) + 1
        numbers = "".join(str(n).ljust(spacing) for n in range(1, self.width + 1))
        row = ".".ljust(spacing) * self.width
        places = (Place(self._line(y), spacing * x) for y, x in np.ndindex(self.height, self.width))
        return Template((*[row] * self.height, numbers), tuple(places))
