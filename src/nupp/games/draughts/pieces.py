"""The pieces of draughts: how men and kings step and jump on bitboards, in all variants.

Layout. The cells are bits of a 64-bit word. After every two rows a bit is left out that is never set, so
that a step in each direction is the same shift everywhere, and a step off the board leads to a bit that is
no cell. With 8 x 8 squares (a row has 4 cells, two rows take 9 bits) and with 10 x 10 (5 cells, 11 bits):

           0   1   2   3                     0   1   2   3   4
         4   5   6   7   (8)               5   6   7   8   9   (10)
           9  10  11  12                    11  12  13  14  15
        13  14  15  16   (17)             16  17  18  19  20   (21)
          18  19  20  21                    22  23  24  25  26
        22  23  24  25   (26)             27  28  29  30  31   (32)
          27  28  29  30                    33  34  35  36  37
        31  32  33  34   (35)             38  39  40  41  42   (43)
                                            44  45  46  47  48
                                          49  50  51  52  53   (54)

      steps: up left - 5, up right - 4    steps: up left - 6, up right - 5
             down left + 4, right + 5            down left + 5, right + 6

The board turned by 180 degrees is the word read backwards.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final, Literal, NamedTuple

import numpy as np

from nupp.boards import DarkSquares
from nupp.kernel import KernelObject, kernel
from nupp.kernel.bits import ONE, ZERO, bit, lowest_bit, mask, nth_bit, popcount, without_lowest
from nupp.rules.basics import NO_MOVE, Moves

WHITE, BLACK = 0, 1

_UP_LEFT, _UP_RIGHT, _DOWN_LEFT = 0, 1, 2  # and 3 is down right; 3 - d is opposite to d


class Variant(NamedTuple):
    """The rules in which the variants differ."""

    size: int
    begins: int  # WHITE or BLACK
    backwards: bool  # men capture backwards, too
    flying: bool  # kings move any distance
    majority: bool  # as many pieces as possible must be taken
    last_row: Literal["crosses", "crowns", "ends"]  # what becomes of a capture of a man that reaches it
    king_moves: int  # by each side in a row, without a capture, that draw
    algebraic: bool  # cells may be given as c3, too


VARIANTS: Final = {
    "international": Variant(10, WHITE, True, True, True, "crosses", 25, False),
    "brazilian": Variant(8, WHITE, True, True, True, "crosses", 15, True),
    "polish8": Variant(8, WHITE, True, True, False, "crosses", 15, True),
    "pool": Variant(8, BLACK, True, True, False, "crosses", 15, True),
    "russian": Variant(8, WHITE, True, True, False, "crowns", 15, True),
    "english": Variant(8, BLACK, False, False, False, "ends", 40, False),
}


class View(NamedTuple):
    """The board as a side sees it: its men, its kings, the enemy's pieces, the empty cells; and the side."""

    men: np.uint64
    kings: np.uint64
    enemy: np.uint64
    empty: np.uint64
    side: int


class Pieces(KernelObject):
    """The moves and captures of men and kings of a variant.

    Directions d are 0 up left, 1 up right, 2 down left, 3 down right. Move codes are, from the lowest bit,
    target (6 bits), origin (6 bits), and the word of the captured pieces without that of the first row, on
    which nothing is ever captured.
    """

    def __init__(self, variant: Variant, max_moves: int) -> None:
        half = variant.size // 2
        self.size, self.max_moves = variant.size, max_moves
        self.backwards, self.flying, self.majority = variant.backwards, variant.flying, variant.majority
        self.crowns_at_once, self.last_row_ends = variant.last_row == "crowns", variant.last_row == "ends"
        self.near, self.far = np.uint64(half), np.uint64(half + 1)
        self.cells = self.mask(range(half * variant.size))
        self.rows = np.array([self.mask(row) for row in DarkSquares(variant.size).rows])
        self.last_row = self.rows[[0, -1]]
        self.row_before_last = self.rows[[1, -2]]

    # ---- steps -----------------------------------------------------------------------------------

    def step(self, board: np.uint64, d: int) -> np.uint64:
        """The neighbours in direction d, some of which may be no cells."""
        if d == _UP_LEFT:
            return board >> self.far
        if d == _UP_RIGHT:
            return board >> self.near
        return board << (self.near if d == _DOWN_LEFT else self.far)

    def slide(self, board: np.uint64, empty: np.uint64, d: int) -> np.uint64:
        """The empty cells before the given ones in direction d, up to the next piece."""
        found, front = ZERO, self.step(board, d) & empty
        while front != ZERO:
            found |= front
            front = self.step(front, d) & empty
        return found

    def is_forward(self, side: int, d: int) -> bool:
        """True if the men of a side move in direction d."""
        return (d < _DOWN_LEFT) == (side == WHITE)

    # ---- moves without a capture -------------------------------------------------------------------

    def targets(self, view: View, d: int) -> np.uint64:
        """The cells that pieces reach in direction d; no two pieces reach the same one."""
        movers = view.men | view.kings if self.is_forward(view.side, d) else view.kings
        targets = self.step(movers, d) & view.empty
        return targets | self.slide(view.kings, view.empty, d) if self.flying else targets

    def quiet_move(self, target: int, empty: np.uint64, d: int) -> int:
        """The code of the move in direction d to a cell: its origin is the next piece behind the cell."""
        origin = self.step(bit(target), 3 - d)
        while self.flying and origin & empty != ZERO:
            origin = self.step(origin, 3 - d)
        return lowest_bit(origin) << 6 | target

    def list_quiet_moves(self, view: View, moves: Moves) -> int:
        """Fill `moves[:n]` with the moves without a capture, and return n."""
        n = 0
        for d in range(4):
            targets = self.targets(view, d)
            while targets != ZERO:
                moves[n] = self.quiet_move(lowest_bit(targets), view.empty, d)
                targets = without_lowest(targets)
                n += 1
        return n

    def count_quiet_moves(self, view: View) -> int:
        """The number of moves without a capture."""
        n = 0
        for d in range(4):
            n += popcount(self.targets(view, d))
        return n

    def nth_quiet_move(self, view: View, index: int) -> int:
        """The move without a capture number `index`, from 0, in the order in which they are listed."""
        for d in range(4):
            targets = self.targets(view, d)
            here = popcount(targets)
            if index < here:
                return self.quiet_move(nth_bit(targets, index), view.empty, d)
            index -= here
        return NO_MOVE

    # ---- captures ----------------------------------------------------------------------------------

    def capturers(self, view: View) -> np.uint64:
        """The men and kings that can capture."""
        found = ZERO
        for d in range(4):
            prey = view.enemy & self.step(view.empty, 3 - d)  # it has an empty cell behind it
            before = self.step(prey, 3 - d)
            if self.backwards or self.is_forward(view.side, d):
                found |= before & view.men
            if self.flying and view.kings != ZERO:
                before |= self.step(self.slide(prey, view.empty, 3 - d), 3 - d)
            found |= before & view.kings
        return found

    def list_captures(self, view: View, capturers: np.uint64, moves: Moves) -> int:
        """Fill `moves[:n]` with the captures of those who can, and return n."""
        n = 0
        while capturers != ZERO:
            origin = lowest(capturers)
            capturers ^= origin
            n = go_on(self, moves, n, origin, ZERO, self.setting_out(view, origin))
        return n

    def setting_out(self, view: View, origin: np.uint64) -> View:
        """The view of one piece that begins a capture: the cell that it leaves counts as empty."""
        return only(View(view.men, view.kings, view.enemy, view.empty | origin, view.side), origin)

    def jump(self, view: View, d: int) -> tuple[np.uint64, np.uint64]:
        """The piece that the only piece in view jumps in direction d, and the empty cells behind; else 0."""
        flies = self.flying and view.kings != ZERO
        at = view.kings
        if self.backwards or self.is_forward(view.side, d):
            at |= view.men
        if flies:
            at |= self.slide(at, view.empty, d)
        over = self.step(at, d) & view.enemy
        landings = self.step(over, d) & view.empty
        if flies:
            landings |= self.slide(landings, view.empty, d)
        return over, landings

    def landed(self, view: View, over: np.uint64, landings: np.uint64) -> View:
        """The view after a jump, with a piece on each cell on which it may have landed.

        The jumped piece is no enemy any more that could be jumped, but its cell is not empty.
        """
        enemy = view.enemy ^ over
        if view.kings != ZERO or (self.crowns_at_once and landings & self.last_row[view.side] != ZERO):
            return View(ZERO, landings, enemy, view.empty, view.side)
        return View(landings, ZERO, enemy, view.empty, view.side)

    def onward(self, view: View) -> np.uint64:
        """Those of the pieces that have just landed which must go on."""
        if self.last_row_ends and view.men & self.last_row[view.side] != ZERO:
            return ZERO
        return self.capturers(view)

    def add_captures(
        self, moves: Moves, n: int, origin: np.uint64, targets: np.uint64, taken: np.uint64
    ) -> int:
        """Append captures that differ only in the target to `moves[:n]`, each once; returns the new n."""
        if self.majority and n > 0:
            more = popcount(taken) - popcount(self.taken(moves[0]))
            if more < 0:
                return n
            if more > 0:
                n = 0
        while targets != ZERO and n < self.max_moves:
            target = lowest(targets)
            targets ^= target
            n = append_once(moves, n, self.code(origin, target, taken))
        return n

    def is_crowned(self, target: np.uint64, taken: np.uint64, side: int) -> bool:
        """True if a man's move makes it a king.

        A capture that crosses the last row jumps a piece on the row before it, and no other does.
        """
        if self.crowns_at_once and taken & self.row_before_last[side] != ZERO:
            return True
        return bool(target & self.last_row[side] != ZERO)

    def paths(self, view: View, taken: np.uint64 = ZERO) -> Iterator[tuple[tuple[np.uint64, ...], np.uint64]]:
        """All that the only piece in view can do, after it has jumped `taken`, on the Python side.

        Yields the cells on which it lands, and all that is taken then.
        """
        for d in range(4):
            over, landings = self.jump(view, d)
            if landings:
                after = self.landed(view, over, landings)
                onward = self.onward(after)
                for cell in each_bit(onward):
                    for path, all_ in self.paths(only(after, cell), taken | over):
                        yield (cell, *path), all_
                if not onward:
                    yield from (((cell,), taken | over) for cell in each_bit(landings))

    # ---- move codes --------------------------------------------------------------------------------

    def code(self, origin: np.uint64, target: np.uint64, taken: np.uint64) -> int:
        """The code of a move."""
        ends = lowest_bit(origin) << 6 | lowest_bit(target)
        return np.int64(taken >> self.near) << 12 | ends  # type: ignore[return-value]

    def origin(self, move: int) -> np.uint64:
        """The cell that a move begins on."""
        return bit(move >> 6 & 63)

    def target(self, move: int) -> np.uint64:
        """The cell that a move ends on."""
        return bit(move & 63)

    def taken(self, move: int) -> np.uint64:
        """The pieces that a move captures."""
        return np.uint64(move >> 12) << self.near

    # ---- cells, on the Python side ---------------------------------------------------------------

    def mask(self, cells: Iterable[int]) -> np.uint64:
        """The bits of some cells, counted from 0."""
        return mask(cell + cell // self.size for cell in cells)

    def cell(self, at: np.uint64) -> int:
        """The cell that a bit stands for."""
        position = int(at).bit_length() - 1
        return position - position // (self.size + 1)

    def turned(self, board: np.uint64) -> np.uint64:
        """The board turned by 180 degrees."""
        last = self.size * self.size // 2 - 1
        return self.mask(last - self.cell(at) for at in each_bit(board))


@kernel
def go_on(pieces: Pieces, moves: Moves, n: int, origin: np.uint64, taken: np.uint64, view: View) -> int:
    """Append to `moves[:n]` the captures of the only piece in view, which can capture; returns the new n.

    It has come from `origin` and jumped `taken` on its way.
    """
    for d in range(4):
        over, landings = pieces.jump(view, d)
        if landings != ZERO:
            after = pieces.landed(view, over, landings)
            onward = pieces.onward(after)
            if onward == ZERO:
                n = pieces.add_captures(moves, n, origin, landings, taken | over)
            while onward != ZERO:
                cell = lowest(onward)
                onward ^= cell
                n = go_on(pieces, moves, n, origin, taken | over, only(after, cell))
    return n


@kernel
def only(view: View, at: np.uint64) -> View:
    """The view of one piece alone; the others are then neither in it nor empty."""
    return View(view.men & at, view.kings & at, view.enemy, view.empty, view.side)


@kernel
def append_once(moves: Moves, n: int, move: int) -> int:
    """Append a move to `moves[:n]` unless it is among them; returns the new n."""
    for i in range(n):
        if moves[i] == move:
            return n
    moves[n] = move
    return n + 1


@kernel
def lowest(board: np.uint64) -> np.uint64:
    """The board with only its lowest set bit."""
    return board & (~board + ONE)


def each_bit(board: np.uint64) -> Iterator[np.uint64]:
    """The boards of one bit each that make up a board, from the lowest, on the Python side."""
    rest = int(board)
    while rest:
        yield np.uint64(rest & -rest)
        rest &= rest - 1
