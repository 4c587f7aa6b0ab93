"""Reversi and Othello on boards of 4 x 4 to 16 x 16.

Boards up to 8 x 8 fit into one 64-bit word a side; the layout of 8 x 8, rows numbered from the top:

         a  b  c  d  e  f  g  h
      1  0  1  2  3  4  5  6  7          bit = row * size + column
      2  8  9 10 11 12 13 14 15          steps: 1, size, size + 1, size - 1,
      3 16 17 ...                               towards higher bits and lower ones
      ...
      8 56 57 ...          62 63

A disc on the first or last column is never enclosed along a row or diagonal, so runs are followed through
the inner columns only and no shift can wrap around an edge. Larger boards are cells with a border around
them, row * (size + 2) + column with the corner cell a1 at (1, 1).
"""

from __future__ import annotations

from abc import abstractmethod
from functools import cached_property
from typing import Annotated, Literal

import numpy as np

from nupp.boards import SquareBoard
from nupp.kernel import Record, record_dtype
from nupp.kernel.bits import ONE, ZERO, bit, mask, popcount, write_bits
from nupp.rules import register
from nupp.rules.basics import Kinds, Moves, States
from nupp.rules.contract import Game
from nupp.rules.images import images
from nupp.rules.movetexts import MoveNotation
from nupp.rules.notation import format_rows, parse_rows, parse_side, split_fields
from nupp.rules.symmetry import Symmetry
from nupp.spec import Between

Size = Annotated[int, Between(4, 16), "rows and columns, an even number"]
Opening = Annotated[Literal["placed", "fixed"], "the centre is filled by the players, or given"]
Blocked = Annotated[Literal["ends", "pass"], "a side without a move ends the game, or passes"]
Empties = Annotated[Literal["none", "winner"], "who gets the empty cells at the end"]

BLACK, WHITE = 0, 1


class ReversiNotation(MoveNotation["Reversi"]):
    """Cells by their names, and the usual spellings of a pass."""

    def normalise(self, game: Reversi, text: str) -> str:
        wanted = super().normalise(game, text)
        return "pass" if wanted in ("ps", "pa", "--", "@@") else wanted


class Reversi(Game):
    """Reversi (source: J. Henno, "Trips-traps-trull ja minimax", 2004, exercise 2) and Othello.

    **Rules.** Black (x, first) and white (o) in turn put a disc on an empty cell where, in at least one of
    eight directions, it encloses an unbroken run of enemy discs between itself and an own disc; all runs
    so enclosed turn over. With `opening=placed` the first four moves instead fill the four centre cells in
    any order, turning nothing; with `fixed` the board begins with white on the centre's main diagonal (8 x
    8: d4 e5) and black on the other. A side without a move ends the game (`blocked=ends`), or passes until
    neither can move (`blocked=pass`). More discs wins; `empties=winner` adds the empty cells to the
    winner's margin.

    **Notation.** A move is a cell, `f5`: columns from the left, rows from the *top*; or `pass`. A position
    is rows from row 1 down, and the side to move: `8/8/8/3OX3/3XO3/8/8/8 x`.

    **State.** The discs of both sides (see the layouts above) and the side to move. Move codes are
    row * size + column, and size * size for the pass.
    """

    board: SquareBoard
    name = "reversi"
    sides = ("black", "white")
    notation = ReversiNotation(r"[a-z][0-9]{1,2}|pass", "a cell such as f5, or pass")
    kinds = Kinds(1)

    def __init__(self, size: int, opening: Opening, blocked: Blocked, empties: Empties) -> None:
        if size % 2:
            raise ValueError(f"size={size}: expected an even number from 4 to 16")
        self.size = size
        self.cells = size * size
        self.placed = opening == "placed"
        self.passes = blocked == "pass"
        self.empties_to_winner = empties == "winner"
        self.pass_move = self.cells
        self.max_moves = self.cells
        self.move_classes = self.cells + 1
        middle = size // 2
        self.centre_cells = tuple(
            row * size + column for row in (middle - 1, middle) for column in (middle - 1, middle)
        )
        self.board = SquareBoard(size, size, rows_from="top", stars=size >= 8)

    # ---- what the two representations supply -----------------------------------------------------

    @abstractmethod
    def disc(self, state: Record, cell: int) -> int:
        """The side whose disc lies on a cell: 0 black's, 1 white's, -1 if it is empty."""

    @abstractmethod
    def put(self, state: Record, cell: int, side: int) -> None:
        """Put a disc on an empty cell without turning any."""

    @abstractmethod
    def discs(self, state: Record, side: int) -> int:
        """The number of discs of a side."""

    @abstractmethod
    def mobility(self, state: Record, side: int) -> int:
        """The number of cells on which a side could put a disc if it were its turn."""

    @abstractmethod
    def owners(self, state: Record) -> list[int]:
        """The value of `disc` for each cell, on the Python side."""

    # ---- rules -----------------------------------------------------------------------------------

    def start(self, state: Record) -> None:
        if not self.placed:
            self.put(state, self.centre_cells[0], WHITE)
            self.put(state, self.centre_cells[1], BLACK)
            self.put(state, self.centre_cells[2], BLACK)
            self.put(state, self.centre_cells[3], WHITE)

    def to_move(self, state: Record) -> int:
        return int(state.turn)

    def margin(self, state: Record) -> int:
        black, white = self.discs(state, BLACK), self.discs(state, WHITE)
        if not self.empties_to_winner or black == white:
            return black - white
        return self.cells - 2 * white if black > white else 2 * black - self.cells

    def outcome(self, state: Record) -> int:
        margin = self.margin(state)
        return int(margin > 0) - int(margin < 0)

    def move_class(self, move: int) -> int:
        return move

    # ---- notation --------------------------------------------------------------------------------

    def move_text(self, state: Record, move: int) -> str:
        return "pass" if move == self.pass_move else self.board.name(move)

    def format_position(self, state: Record) -> str:
        symbols = ["XO."[owner] for owner in self.owners(state)]
        return f"{format_rows(symbols, self.board.rows)} {'xo'[state.turn]}"

    def read_position(self, text: str, state: Record) -> None:
        rows, side = split_fields(text, "rows", "side")
        state.turn = parse_side(side, "xo")
        pieces = parse_rows(rows, self.board.rows, "XO")
        taken = {cell for cell, _ in pieces}
        if self.placed and not taken.issuperset(self.centre_cells) and not taken.issubset(self.centre_cells):
            raise ValueError("discs outside the centre before its four cells are filled")
        for cell, symbol in pieces:
            self.put(state, cell, "XO".index(symbol))

    # ---- drawing and symmetries --------------------------------------------------------------------

    @cached_property
    def symmetries(self) -> tuple[ReversiSymmetry, ...]:
        diagonal = {self.centre_cells[0], self.centre_cells[3]}
        images = (ReversiSymmetry(self, tuple(image)) for image in self.board.symmetries.tolist())
        return tuple(
            image for image in images if self.placed or {image.cells[cell] for cell in diagonal} == diagonal
        )


class ReversiSymmetry(Symmetry[Reversi]):
    """An image of the cells; a move names a cell or passes."""

    def map_move(self, move: int) -> int:
        return move if move == self.game.pass_move else self.cells[move]

    def map_state(self, state: States) -> States:
        image = np.zeros(1, self.game.State)
        image[0].turn = state[0].turn
        for cell, side in enumerate(self.game.owners(state[0])):
            if side >= 0:
                self.game.put(image[0], self.cells[cell], side)
        return image


class BitboardReversi(Reversi):
    """Reversi on boards up to 8 x 8: one 64-bit word a side.

    **State.** `own` and `enemy`, the discs of the side to move and of the other, and `turn`. `play` swaps
    the two, so that no code asks whose turn it is.
    """

    def __init__(self, size: int, opening: Opening, blocked: Blocked, empties: Empties) -> None:
        super().__init__(size, opening, blocked, empties)
        self.full = mask(range(self.cells))
        self.inner = mask(cell for cell in range(self.cells) if 0 < cell % size < size - 1)
        self.centre = mask(self.centre_cells)
        self.board_images = images([dict(enumerate(image)) for image in self.board.symmetries.tolist()])
        self.State = record_dtype(("own", np.uint64), ("enemy", np.uint64), ("turn", np.int8))

    def legal_moves(self, state: Record, moves: Moves) -> int:
        targets = self.placements(state.own, state.enemy)
        if targets == ZERO:
            if self.passes and self.placements(state.enemy, state.own) != ZERO:
                moves[0] = self.pass_move
                return 1
            return 0
        return write_bits(targets, 0, 1, moves, 0)

    def count_moves(self, state: Record, moves: Moves) -> int:
        targets = self.placements(state.own, state.enemy)
        if targets == ZERO:
            return int(self.passes and self.placements(state.enemy, state.own) != ZERO)
        return popcount(targets)

    def play(self, state: Record, move: int) -> None:
        own, enemy = state.own, state.enemy
        if move != self.pass_move:
            disc = bit(move)
            turned = self.turned(disc, own, enemy)
            own |= disc | turned
            enemy &= ~turned
        state.own, state.enemy = enemy, own
        state.turn = 1 - int(state.turn)

    # ---- the board -----------------------------------------------------------------------------

    def placements(self, own: np.uint64, enemy: np.uint64) -> np.uint64:
        """The cells on which the owner of `own` may put a disc."""
        empty = self.full & ~(own | enemy)
        if self.placed and (empty & self.centre) != ZERO:
            return empty & self.centre
        return self.enclosing(own, enemy, empty)

    def enclosing(self, own: np.uint64, enemy: np.uint64, empty: np.uint64) -> np.uint64:
        """The empty cells from which a disc of `own` would enclose discs of `enemy`."""
        size, inner = self.size, enemy & self.inner
        found = self.up(own, inner, 1) << ONE | self.down(own, inner, 1) >> ONE
        found |= self.up(own, enemy, size) << np.uint64(size) | self.down(own, enemy, size) >> np.uint64(size)
        found |= self.up(own, inner, size + 1) << np.uint64(size + 1)
        found |= self.down(own, inner, size + 1) >> np.uint64(size + 1)
        found |= self.up(own, inner, size - 1) << np.uint64(size - 1)
        found |= self.down(own, inner, size - 1) >> np.uint64(size - 1)
        return found & empty

    def turned(self, disc: np.uint64, own: np.uint64, enemy: np.uint64) -> np.uint64:
        """The enemy discs that a new disc turns over; none while the centre is being filled."""
        size, inner = self.size, enemy & self.inner
        if self.placed and (self.centre & ~(own | enemy)) != ZERO:
            return ZERO
        turned = self.closed_up(disc, own, inner, 1) | self.closed_down(disc, own, inner, 1)
        turned |= self.closed_up(disc, own, enemy, size) | self.closed_down(disc, own, enemy, size)
        turned |= self.closed_up(disc, own, inner, size + 1) | self.closed_down(disc, own, inner, size + 1)
        turned |= self.closed_up(disc, own, inner, size - 1) | self.closed_down(disc, own, inner, size - 1)
        return turned

    def up(self, seed: np.uint64, through: np.uint64, step: int) -> np.uint64:
        """The unbroken runs of `through` that begin one step above a bit of `seed`.

        A run on a board of at most 8 x 8 has at most six discs: one, two, and twice two more (the parallel
        prefix fill of chess programs, by S. Lefler and G. Isenberg).
        """
        one, two = np.uint64(step), np.uint64(2 * step)
        run = through & (seed << one)
        run |= through & (run << one)
        pairs = through & (through << one)
        run |= pairs & (run << two)
        return run | (pairs & (run << two))

    def down(self, seed: np.uint64, through: np.uint64, step: int) -> np.uint64:
        """As `up`, towards lower bits."""
        one, two = np.uint64(step), np.uint64(2 * step)
        run = through & (seed >> one)
        run |= through & (run >> one)
        pairs = through & (through >> one)
        run |= pairs & (run >> two)
        return run | (pairs & (run >> two))

    def closed_up(self, disc: np.uint64, own: np.uint64, through: np.uint64, step: int) -> np.uint64:
        """The run above a disc if an own disc closes it, else nothing."""
        run = self.up(disc, through, step)
        return run if (run << np.uint64(step)) & own != ZERO else ZERO

    def closed_down(self, disc: np.uint64, own: np.uint64, through: np.uint64, step: int) -> np.uint64:
        """As `closed_up`, towards lower bits."""
        run = self.down(disc, through, step)
        return run if (run >> np.uint64(step)) & own != ZERO else ZERO

    def side_discs(self, state: Record, side: int) -> np.uint64:
        """The discs of a side as a bitboard."""
        discs: np.uint64 = state.own if side == state.turn else state.enemy
        return discs

    def disc(self, state: Record, cell: int) -> int:
        if state.own & bit(cell) != ZERO:
            return int(state.turn)
        return 1 - int(state.turn) if state.enemy & bit(cell) != ZERO else -1

    def contents(self, state: Record, found: Moves) -> int:
        return write_bits(state.enemy, 2, 3, found, write_bits(state.own, 1, 3, found, 0))

    def put(self, state: Record, cell: int, side: int) -> None:
        if side == state.turn:
            state.own |= bit(cell)
        else:
            state.enemy |= bit(cell)

    def owners(self, state: Record) -> list[int]:
        first, second = (int(self.side_discs(state, side)) for side in range(2))
        return [(first >> cell & 1) + 2 * (second >> cell & 1) - 1 for cell in range(self.cells)]

    def discs(self, state: Record, side: int) -> int:
        return popcount(self.side_discs(state, side))

    def mobility(self, state: Record, side: int) -> int:
        own, enemy = self.side_discs(state, side), self.side_discs(state, 1 - side)
        return popcount(self.placements(own, enemy))


_EMPTY, _BORDER = -1, 2


class LargeReversi(Reversi):
    """Reversi on boards from 10 x 10: an array of cells with a border.

    **State.** `cells[row * (size + 2) + column]`, rows and columns from 1: the side whose disc lies there,
    -1 if none, 2 on the border; and `turn`.
    """

    def __init__(self, size: int, opening: Opening, blocked: Blocked, empties: Empties) -> None:
        super().__init__(size, opening, blocked, empties)
        self.stride = size + 2
        steps = (1, self.stride, self.stride + 1, self.stride - 1)
        self.steps = np.array([*steps, *(-step for step in steps)])
        self.State = record_dtype(("turn", np.int8), ("cells", np.int8, (self.stride * self.stride,)))

    # A state begins as zeros, so the record holds each cell's content plus one: 0 empty, 1 black, 2 white.

    def at(self, state: Record, position: int) -> int:
        """The content of a position: 0 or 1 a disc, -1 nothing or the border."""
        return int(state.cells[position]) - 1

    def position(self, cell: int) -> int:
        """The place of a cell in the array with the border."""
        return (cell // self.size + 1) * self.stride + cell % self.size + 1

    def disc(self, state: Record, cell: int) -> int:
        return self.at(state, self.position(cell))

    def contents(self, state: Record, found: Moves) -> int:
        n = 0
        for cell in range(self.cells):
            side = self.disc(state, cell)
            if side >= 0:
                found[n] = 3 * cell + 1 + (side ^ int(state.turn))
                n += 1
        return n

    def owners(self, state: Record) -> list[int]:
        cells = state.cells.reshape(self.stride, self.stride)[1:-1, 1:-1]
        return [int(content) - 1 for content in cells.ravel().tolist()]

    def put(self, state: Record, cell: int, side: int) -> None:
        state.cells[self.position(cell)] = side + 1

    def discs(self, state: Record, side: int) -> int:
        n = 0
        for cell in range(self.cells):
            n += self.disc(state, cell) == side
        return n

    def turned_along(self, state: Record, position: int, side: int, step: int) -> int:
        """The number of enemy discs a disc of `side` would turn along one direction."""
        cells, n = state.cells, 0
        position += step
        while cells[position] == 2 - side:
            n += 1
            position += step
        return n if cells[position] == side + 1 else 0

    def encloses(self, state: Record, cell: int, side: int) -> bool:
        """True if a disc of `side` on a cell, if it is empty, would enclose any."""
        if self.disc(state, cell) >= 0:
            return False
        position, turned = self.position(cell), 0
        for step in self.steps:
            turned = self.turned_along(state, position, side, step)
            if turned > 0:
                break
        return turned > 0

    def mobility(self, state: Record, side: int) -> int:
        n = 0
        if self.filling_centre(state):
            for centre in self.centre_cells:
                n += self.disc(state, centre) < 0
            return n
        for cell in range(self.cells):
            n += self.encloses(state, cell, side)
        return n

    def filling_centre(self, state: Record) -> bool:
        """True if the opening still fills the centre."""
        if self.placed:
            for cell in self.centre_cells:
                if self.disc(state, cell) < 0:
                    return True
        return False

    def legal_moves(self, state: Record, moves: Moves) -> int:
        side, n = int(state.turn), 0
        if self.filling_centre(state):
            for cell in self.centre_cells:
                if self.disc(state, cell) < 0:
                    moves[n] = cell
                    n += 1
            return n
        for cell in range(self.cells):
            if self.encloses(state, cell, side):
                moves[n] = cell
                n += 1
        if n == 0 and self.passes and self.mobility(state, 1 - side) > 0:
            moves[0] = self.pass_move
            return 1
        return n

    def play(self, state: Record, move: int) -> None:
        side = int(state.turn)
        state.turn = 1 - side
        if move == self.pass_move:
            return
        if not self.filling_centre(state):
            for step in self.steps:
                position = self.position(move)
                for _ in range(self.turned_along(state, position, side, step)):
                    position += step
                    state.cells[position] = side + 1
        self.put(state, move, side)


@register
def reversi(
    size: Size = 8, opening: Opening = "placed", blocked: Blocked = "ends", empties: Empties = "none"
) -> Reversi:
    """Reversi as the source has it: the players fill the centre; a blocked side ends the game."""
    kind = BitboardReversi if size <= 8 else LargeReversi
    return kind(size, opening, blocked, empties)


@register
def othello(
    size: Size = 8, opening: Opening = "fixed", blocked: Blocked = "pass", empties: Empties = "none"
) -> Reversi:
    """Othello as the world plays it: a given centre; a blocked side passes."""
    return reversi(size, opening, blocked, empties)
