"""m,n,k games: five in a row on a board of any size, and tic-tac-toe.

Layout of a board, here 5 x 3. Each side has its stones as the bits of one or more 64-bit words; a row
takes `stride` = width + 1 bits, and the spare bit at its end is never set, so that a line that runs
off the board meets an empty bit:

        12 13 14 15 16  17          bit = row * stride + column
         6  7  8  9 10  11          steps: 1 right, stride up,
         0  1  2  3  4   5                 stride + 1 and stride - 1 along the diagonals
         a  b  c  d  e  (spare)
"""

from __future__ import annotations

from functools import cached_property
from typing import Annotated, Any

import numpy as np
from numpy.typing import NDArray

from nupp.boards import SquareBoard
from nupp.games.mnk.shapes import EDGE, LONGEST, PAIRS, WORTH, pair_of, shape_table
from nupp.kernel import Generator, Record, below, mix, record_dtype
from nupp.kernel.bits import (
    ONE,
    ZERO,
    lowest_bit,
    mask,
    number_of,
    popcount,
    without_lowest,
    words,
    write_bits,
)
from nupp.rules import register
from nupp.rules.basics import Kinds, Moves, States
from nupp.rules.contract import Game
from nupp.rules.images import Images, images
from nupp.rules.lines import lines_along
from nupp.rules.movetexts import CellNotation
from nupp.rules.notation import format_rows, parse_rows, parse_side, split_fields
from nupp.rules.symmetry import Symmetry
from nupp.spec import Between

_NOBODY, _FIRST, _SECOND, _DRAWN = 0, 1, 2, 3
_CELL = r"[a-z]{1,2}[0-9]{1,2}"


def _distance(width: int, height: int, cell: int) -> int:
    """The distance of a cell from the centre of a board: the larger, the farther."""
    row, column = divmod(cell, width)
    return (2 * row - height + 1) ** 2 + (2 * column - width + 1) ** 2


@register
class Mnk(Game):
    """k in a row on a board of m x n cells (source: the course work "TiraLabra", 2014).

    **Rules.** The players, x (first) and o, take turns to put a stone on an empty cell. The first to get a
    line of at least `k` stones in a row, column or diagonal wins; with `exact`, exactly k, and a move that
    makes both an exact line and a longer one wins. A full board without such a line is a draw. With `dead`
    the game is drawn as soon as every run of k cells holds stones of both sides.

    **Notation.** A move is a cell, `e5`: columns a, b, ... from the left, rows 1, 2, ... from the bottom.
    A position is rows from the top and the side to move: `3/1x1/3 o`.

    **State.** `stones[side, word]` as drawn above, `key` (an incremental hash), the number of empty cells,
    the side to move, and who has won.
    """

    board: SquareBoard
    name = "mnk"
    sides = ("x", "o")
    notation = CellNotation(_CELL, "a cell such as e5")
    kinds = Kinds(1)

    def __init__(
        self,
        width: Annotated[int, Between(1, 32), "columns"] = 15,
        height: Annotated[int, Between(1, 32), "rows"] = 15,
        k: Annotated[int, Between(1, 32), "stones in a line that win"] = 5,
        exact: Annotated[bool, "longer lines do not win"] = False,
        dead: Annotated[bool, "drawn as soon as nobody can win any more"] = False,
    ) -> None:
        if k > max(width, height):
            raise ValueError(f"k={k} fits on no line of a board of {width} x {height}: expected less")
        self.width, self.height, self.k, self.exact, self.dead = width, height, k, exact, dead
        self.cells = width * height
        self.stride = width + 1
        self.words = -(-self.stride * height // 64)
        self.bits = self.words * 64
        self.row_mask = np.uint64((1 << width) - 1)
        self.steps = np.array([1, self.stride, self.stride + 1, self.stride - 1])
        self.line_starts = np.array([self._line_starts(*way) for way in ((0, 1), (1, 0), (1, 1), (1, -1))])
        self.max_moves = self.move_classes = self.cells
        self.all_cells = self.row_mask if self.words > 1 else mask(map(self.bit_of, range(self.cells)))
        self.from_centre = np.array(
            sorted(range(self.cells), key=lambda cell: _distance(width, height, cell))
        )
        self.board = SquareBoard(width, height, grid="cells" if k < 4 else "points", stars=width > 6)
        self.board_images = self._board_images()
        self.has_shapes = 3 <= k <= LONGEST and not exact
        self.shapes = shape_table(k) if self.has_shapes else np.zeros(1, np.uint8)
        self.worth = WORTH
        self.State = record_dtype(
            ("stones", np.uint64, (2, self.words)),
            ("key", np.uint64),
            ("empty", np.int16),
            ("turn", np.int8),
            ("winner", np.int8),
        )

    # ---- rules ---------------------------------------------------------------------------------

    def start(self, state: Record) -> None:
        state.empty = self.cells

    def legal_moves(self, state: Record, moves: Moves) -> int:
        if state.winner != _NOBODY:
            return 0
        n = 0
        for row in range(self.height):
            n = write_bits(self.row_mask & ~self.row_bits(state, row), row * self.width, 1, moves, n)
        return n

    def count_moves(self, state: Record, moves: Moves) -> int:
        return 0 if state.winner != _NOBODY else int(state.empty)

    def random_move(self, state: Record, moves: Moves, rng: Generator) -> int:
        if state.winner != _NOBODY:
            return -1
        while True:  # even on a board that is nearly full this beats listing the moves
            cell = below(rng, self.cells)
            if not self.occupied(state, self.bit_of(cell)):
                return cell

    def contents(self, state: Record, found: Moves) -> int:
        side, n = int(state.turn), 0
        for kind in range(1, 3):
            for word in range(self.words):
                stones = state.stones[side ^ (kind - 1), word]
                while stones != ZERO:
                    position = 64 * word + lowest_bit(stones)
                    stones = without_lowest(stones)
                    found[n] = 3 * (position - position // self.stride) + kind
                    n += 1
        return n

    def candidates(self, state: Record, moves: Moves, reach: int) -> int:
        """Active squares: empty cells within `reach` king steps of a stone; the centre of an empty board."""
        if state.winner != _NOBODY:
            return 0
        if state.empty == self.cells:
            moves[0] = (self.height // 2) * self.width + self.width // 2
            return 1
        n = 0
        for row in range(self.height):
            near = ZERO
            for other in range(max(0, row - reach), min(self.height, row + reach + 1)):
                near |= self.row_bits(state, other)
            for _ in range(reach):
                near |= near << ONE | near >> ONE
            near &= self.row_mask & ~self.row_bits(state, row)
            n = write_bits(near, row * self.width, 1, moves, n)
        return n if n > 0 else self.legal_moves(state, moves)

    def play(self, state: Record, move: int) -> None:
        side = int(state.turn)
        position = self.bit_of(move)
        state.stones[side, position >> 6] |= ONE << np.uint64(position & 63)
        state.key ^= mix(np.uint64(2 * move + side + 1))
        state.empty -= 1
        state.turn = 1 - side
        if self.wins(state, side, position):
            state.winner = _FIRST + side
        elif state.empty == 0 or (self.dead and self.is_dead(state)):
            state.winner = _DRAWN

    def to_move(self, state: Record) -> int:
        return int(state.turn)

    def outcome(self, state: Record) -> int:
        return int(state.winner == _FIRST) - int(state.winner == _SECOND)

    def hash(self, state: Record) -> np.uint64:
        key: np.uint64 = state.key ^ np.uint64(state.turn)
        return key

    # ---- the board -----------------------------------------------------------------------------

    def bit_of(self, cell: int) -> int:
        """The bit of a cell."""
        return cell + cell // self.width

    def row_bits(self, state: Record, row: int) -> np.uint64:
        """The stones of both sides on a row, bit by column."""
        position = row * self.stride
        word, shift = position >> 6, np.uint64(position & 63)
        bits: np.uint64 = (state.stones[0, word] | state.stones[1, word]) >> shift
        if word + 1 < self.words and shift != ZERO:
            bits |= (state.stones[0, word + 1] | state.stones[1, word + 1]) << (np.uint64(64) - shift)
        return bits & self.row_mask

    def has(self, state: Record, side: int, position: int) -> bool:
        """True if a side has a stone on a bit; False off the board."""
        if position < 0 or position >= self.bits:
            return False
        return bool((state.stones[side, position >> 6] >> np.uint64(position & 63)) & ONE != ZERO)

    def occupied(self, state: Record, position: int) -> bool:
        """True if either side has a stone on a bit of the board."""
        word = state.stones[0, position >> 6] | state.stones[1, position >> 6]
        return bool((word >> np.uint64(position & 63)) & ONE != ZERO)

    def run_length(self, state: Record, side: int, position: int, step: int) -> int:
        """The length of the unbroken run of a side's stones through a stone, along one direction."""
        length = 1
        ahead = position + step
        while self.has(state, side, ahead):
            length += 1
            ahead += step
        behind = position - step
        while self.has(state, side, behind):
            length += 1
            behind -= step
        return length

    def wins(self, state: Record, side: int, position: int) -> bool:
        """True if the stone just set on a bit makes a winning line."""
        if self.words == 1 and not self.exact:
            return self.has_line(state.stones[side, 0])
        for step in self.steps:
            length = self.run_length(state, side, position, step)
            if length == self.k or (length > self.k and not self.exact):
                return True
        return False

    def has_line(self, stones: np.uint64) -> bool:
        """True if a one-word board holds k stones in a line."""
        found = ZERO
        for step in self.steps:
            found |= lines_along(stones, step, self.k)
        return bool(found != ZERO)

    def is_dead(self, state: Record) -> bool:
        """True if every run of k cells holds stones of both sides."""
        return self.open_lines(state, 0) == 0 and self.open_lines(state, 1) == 0

    def open_lines(self, state: Record, side: int) -> int:
        """The number of runs of k cells that hold no stone of the other side."""
        n = 0
        for direction in range(len(self.steps)):
            for word in range(self.words):
                lines = self.line_starts[direction, word]
                for i in range(self.k):
                    lines &= ~self.stones_from(state, 1 - side, 64 * word + i * self.steps[direction])
                n += popcount(lines)
        return n

    def stones_from(self, state: Record, side: int, position: int) -> np.uint64:
        """The stones of a side on the 64 bits from a bit of the board on."""
        word, shift = position >> 6, np.uint64(position & 63)
        bits = ZERO
        if word < self.words:
            bits = state.stones[side, word] >> shift
        if word + 1 < self.words:
            bits |= state.stones[side, word + 1] << ONE << (np.uint64(63) - shift)
        return bits

    # ---- threats ---------------------------------------------------------------------------------

    def forcing_moves(self, state: Record, moves: Moves) -> int:
        """The cells that complete a run of k for either side; the mover's own come first."""
        n, side = 0, int(state.turn)
        if state.winner == _NOBODY:
            n = self.list_completing(state, side, moves, n)
            n = self.list_completing(state, 1 - side, moves, n)
        return n

    def list_completing(self, state: Record, side: int, moves: Moves, n: int) -> int:
        """Add the cells that complete a run of k for a side to `moves[:n]`; returns the new n."""
        for direction in range(len(self.steps)):
            for word in range(self.words):
                lines = self.lacking_one(state, side, direction, word)
                while lines != ZERO:
                    first = 64 * word + lowest_bit(lines)
                    lines = without_lowest(lines)
                    n = self.add_gap(state, side, first, self.steps[direction], moves, n)
        return n

    def lacking_one(self, state: Record, side: int, direction: int, word: int) -> np.uint64:
        """The places where runs of k cells begin in which a side lacks one stone, in a word and direction."""
        whole, lacking = self.line_starts[direction, word], ZERO
        for i in range(self.k):
            stones = self.stones_from(state, side, 64 * word + i * self.steps[direction])
            lacking = (lacking & stones) | (whole & ~stones)
            whole &= stones
        return lacking

    def add_gap(self, state: Record, side: int, first: int, step: int, moves: Moves, n: int) -> int:
        """Add the cell that a side lacks in a run to `moves[:n]`, if it is empty and not among them yet."""
        position = first
        while self.has(state, side, position):
            position += step
        cell = position - position // self.stride
        if self.occupied(state, position):
            return n
        for i in range(n):
            if moves[i] == cell:
                return n
        moves[n] = cell
        return n + 1

    # ---- shapes ----------------------------------------------------------------------------------

    def shape_worth(self, state: Record, side: int, role: int) -> int:
        """The worth of the shapes of a side, as the side to move (role 0) or as the other one (role 1)."""
        worth = 0
        for cell in range(self.cells):
            if not self.occupied(state, self.bit_of(cell)):
                worth += self.worth[role, self.pair_at(state, side, cell)]
        return worth

    def list_pairs(self, state: Record, side: int, found: Moves) -> int:
        """Fill `found[:n]` with the joint pairs of the empty cells as a side sees them, and return n.

        Own pair times PAIRS, plus the enemy's; cells that are worth nothing to either side are left out.
        """
        n = 0
        for cell in range(self.cells):
            if not self.occupied(state, self.bit_of(cell)):
                joint = PAIRS * self.pair_at(state, side, cell) + self.pair_at(state, 1 - side, cell)
                if joint > 0:
                    found[n] = joint
                    n += 1
        return n

    def copy_sums(self, state: Record, side: int, width: int, sums: NDArray[np.int32]) -> bool:
        """Copy the `width` sums that a state keeps for a side (see `summed.py`); False if it keeps none."""
        return False

    def pair_at(self, state: Record, side: int, cell: int) -> int:
        """The two best shapes that a stone of a side on an empty cell would make; see `pair_of`."""
        return pair_of(
            (int(self.shapes[self.key_of(state, cell, 0)]) >> (4 * side)) & 15,
            (int(self.shapes[self.key_of(state, cell, 1)]) >> (4 * side)) & 15,
            (int(self.shapes[self.key_of(state, cell, 2)]) >> (4 * side)) & 15,
            (int(self.shapes[self.key_of(state, cell, 3)]) >> (4 * side)) & 15,
        )

    def key_of(self, state: Record, cell: int, direction: int) -> int:
        """The key of the line through a cell, by which `shapes` is read."""
        key, position = 0, self.bit_of(cell)
        for sign in (-1, 1):
            there, on_board = position, True
            for i in range(1, self.k):
                there += sign * self.steps[direction]
                on_board = on_board and self.is_cell(there)
                code = EDGE
                if on_board:
                    code = int(self.has(state, 0, there)) + 2 * int(self.has(state, 1, there))
                slot = self.k - 1 - i if sign < 0 else self.k - 2 + i
                key |= code << (2 * slot)
        return key

    def is_cell(self, position: int) -> bool:
        """True if a bit, one step from a cell in some direction, is that of a cell of the board."""
        return 0 <= position < self.stride * self.height and position % self.stride < self.width

    def _board_images(self) -> Images:
        """The images of a one-word board under the symmetries; of larger ones nothing."""
        if self.words > 1:
            return images([{0: 0}])
        bits = [self.bit_of(cell) for cell in range(self.cells)]
        return images(
            [
                {bit: bits[target] for bit, target in zip(bits, symmetry, strict=True)}
                for symmetry in self.board.symmetries.tolist()
            ]
        )

    def _line_starts(self, rise: int, run: int) -> NDArray[np.uint64]:
        """The first bits, as words, of all runs of k cells in a direction."""
        reach = self.k - 1
        firsts = (
            self.bit_of(row * self.width + column)
            for row, column in np.ndindex(self.height, self.width)
            if row + reach * rise < self.height and 0 <= column + reach * run < self.width
        )
        return words(firsts, self.words)

    # ---- what exact searches ask -----------------------------------------------------------------

    def cell_at(self, position: int) -> int:
        """The cell of a bit."""
        return position - position // self.stride

    def runs_within(self, cells: np.uint64) -> np.uint64:
        """The union of all runs of k that lie within some cells of a one-word board."""
        found = ZERO
        for direction in range(len(self.steps)):
            step = self.steps[direction]
            run = self.line_starts[direction, 0]
            if run != ZERO:
                for i in range(self.k):
                    run &= cells >> np.uint64(i * step)
                for i in range(self.k):
                    found |= run << np.uint64(i * step)
        return found

    # ---- notation ------------------------------------------------------------------------------

    def move_text(self, state: Record, move: int) -> str:
        return self.board.name(move)

    def format_position(self, state: Record) -> str:
        return f"{format_rows(self.symbols_of(state), self.board.rows)} {'xo'[state.turn]}"

    def read_position(self, text: str, state: Record) -> None:
        rows, side = split_fields(text, "rows", "side")
        pieces = parse_rows(rows, self.board.rows, "xo")
        state.turn = parse_side(side, "xo")
        state.empty = self.cells - len(pieces)
        for cell, symbol in pieces:
            owner, position = "xo".index(symbol), self.bit_of(cell)
            state.stones[owner, position >> 6] |= ONE << np.uint64(position & 63)
            state.key ^= mix(np.uint64(2 * cell + owner + 1))
        winners = {
            "xo".index(symbol)
            for cell, symbol in pieces
            if self.wins(state, "xo".index(symbol), self.bit_of(cell))
        }
        if len(winners) == 2:
            raise ValueError("both sides have won: expected a line of one side at the most")
        if winners:
            state.winner = _FIRST + winners.pop()
        elif state.empty == 0 or (self.dead and self.is_dead(state)):
            state.winner = _DRAWN

    def symbols_of(self, state: Record) -> list[str]:
        first, second = (number_of(stones) for stones in state.stones)
        return [".xo"[(first >> bit & 1) + 2 * (second >> bit & 1)] for bit in self._bits]

    @cached_property
    def _bits(self) -> list[int]:
        """The bit of each cell."""
        return list(map(self.bit_of, range(self.cells)))

    # ---- drawing and symmetries ------------------------------------------------------------------

    @cached_property
    def symmetries(self) -> tuple[Symmetry[Any], ...]:
        return tuple(MnkSymmetry(self, tuple(image)) for image in self.board.symmetries.tolist())


class MnkSymmetry(Symmetry[Mnk]):
    """An image of the cells; a move names a cell."""

    def map_move(self, move: int) -> int:
        return self.cells[move]

    def map_state(self, state: States) -> States:
        image: Any = np.zeros(1, self.game.State)
        image[0].empty, image[0].turn, image[0].winner = state[0].empty, state[0].turn, state[0].winner
        for cell, symbol in enumerate(self.game.symbols_of(state[0])):
            if symbol != ".":
                side, target = "xo".index(symbol), self.cells[cell]
                position = self.game.bit_of(target)
                image[0].stones[side, position >> 6] |= ONE << np.uint64(position & 63)
                image[0].key ^= mix(np.uint64(2 * target + side + 1))
        return image  # type: ignore[no-any-return]


class DigitNotation(CellNotation["TicTacToe"]):
    """Cells by their names or by digits, row by row from the top left."""

    def normalise(self, game: TicTacToe, text: str) -> str:
        wanted = super().normalise(game, text)
        if wanted in set("123456789"):
            return [game.board.name(cell) for row in game.board.rows for cell in row][int(wanted) - 1]
        return wanted


@register
class TicTacToe(Mnk):
    """Tic-tac-toe: three in a row on 3 x 3 (source: J. Henno, "Trips-traps-trull ja minimax", 2004).

    The m,n,k game 3,3,3 with all its rules. Besides `b2` a move may be given as a digit, 1 to 9 from the top
    left, as in the source's terminal game. With `dead` the game is drawn as soon as nobody can win; that is
    the default in the terminal.
    """

    name = "tictactoe"
    notation = DigitNotation(_CELL, "a cell such as b2, or a digit 1..9 from the top left")

    def __init__(self, dead: Annotated[bool, "drawn as soon as nobody can win any more"] = False) -> None:
        super().__init__(3, 3, 3, dead=dead)


@register
class FourInARow(Mnk):
    """Four in a row (source: J. Henno, "Trips-traps-trull ja minimax", 2004, exercise 5).

    **Rules.** The players, x (first) and o, take turns to put a stone on any empty cell.
    The first to get a line of at least four stones in a row, column or diagonal wins. A full board without
    such a line is a draw. The source plays on 5 x 5 to 9 x 9 cells.

    **Notation.** A move is a cell, `e5`: columns a, b, ... from the left, rows 1, 2, ... from the bottom.
    A position is rows from the top and the side to move: `7/7/7/3x3/7/7/7 o`.

    **State.** That of the m,n,k game with k = 4, which this is.
    """

    name = "fourinarow"

    def __init__(
        self,
        size: Annotated[int, Between(4, 32), "columns and rows"] = 7,
        width: Annotated[int, Between(0, 32), "columns; 0: as size"] = 0,
        height: Annotated[int, Between(0, 32), "rows; 0: as size"] = 0,
    ) -> None:
        width, height = width or size, height or size
        if max(width, height) < 4:
            raise ValueError(f"no line of four fits on a board of {width} x {height}")
        super().__init__(width, height, k=4)
