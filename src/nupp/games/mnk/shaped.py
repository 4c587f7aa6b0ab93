"""An m,n,k game whose states know the shapes of all empty cells, kept up to date from move to move."""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from nupp.games.mnk.rules import _DRAWN, _FIRST, _NOBODY, Mnk
from nupp.games.mnk.shapes import (
    DECIDING,
    EDGE,
    FORCING,
    OPEN_THREE,
    PRESSING,
    SETS,
    SHAPE_COUNTS,
    SHAPES,
    WINNING,
    digit_of,
    sets_of,
)
from nupp.kernel import Record, kernel, mix, record_dtype
from nupp.kernel.bits import ONE, ZERO, lowest_bit, popcount, write_bits
from nupp.rules.basics import Moves, States

_ACTIVE: Final = 2
"""The distance from a stone, along a line, within which cells are active."""
_WAYS: Final = ((0, 1), (1, 0), (1, 1), (1, -1))


class ShapedMnk(Mnk):
    """An m,n,k game whose states hold the shapes of all empty cells, for searches.

    keys[cell, direction]: the line through an empty cell. counts[side, shape]: how many empty cells have it,
    in all directions. sets[side, kind, word]: cells as bits, by the sets of `shapes.py`. active[word]: cells
    beside a stone, or two cells from one along a line. The keys of a cell with a stone mean nothing.
    """

    def __init__(self, width: int, height: int, k: int, dead: bool) -> None:
        super().__init__(width, height, k, dead=dead)
        self.cell_words = -(-self.cells // 64)
        self.cell_steps = np.array([rise * width + run for rise, run in _WAYS])
        self.ahead, self.behind = self._reaches(1), self._reaches(-1)
        self.edges = self._edge_keys()
        self.State = record_dtype(
            *((name, *self.State.fields[name][:1]) for name in ("stones", "key", "empty", "turn", "winner")),  # type: ignore[index]
            derived=[
                ("keys", np.uint16, (self.cells, len(_WAYS))),
                ("sets", np.uint64, (2, SETS, self.cell_words)),
                ("active", np.uint64, (self.cell_words,)),
                ("counts", np.int16, (2, SHAPES)),
            ],
        )

    # ---- rules -----------------------------------------------------------------------------------

    def start(self, state: Record) -> None:
        state.empty = self.cells
        self.derive(state)

    def play(self, state: Record, move: int) -> None:
        side = int(state.turn)
        position = self.bit_of(move)
        wins = self.is_in(state, side, WINNING, move)
        state.stones[side, position >> 6] |= ONE << np.uint64(position & 63)
        state.key ^= mix(np.uint64(2 * move + side + 1))
        state.empty -= 1
        state.turn = 1 - side
        self.add_stone(state, side, move)
        if wins:
            state.winner = _FIRST + side
        elif state.empty == 0 or (self.dead and self.is_dead(state)):
            state.winner = _DRAWN

    def candidates(self, state: Record, moves: Moves, reach: int) -> int:
        """Active cells, and all that make or stop a four or an open three; the centre of an empty board."""
        if state.winner != _NOBODY:
            return 0
        n = 0
        for word in range(self.cell_words):
            cells = state.active[word] | state.sets[0, FORCING, word] | state.sets[1, FORCING, word]
            cells |= state.sets[0, PRESSING, word] | state.sets[1, PRESSING, word]
            n = write_bits(cells, 64 * word, 1, moves, n)
        if n == 0 and state.empty == self.cells:
            moves[0] = (self.height // 2) * self.width + self.width // 2
            return 1
        return n if n > 0 else self.legal_moves(state, moves)

    def forcing_moves(self, state: Record, moves: Moves) -> int:
        """The cells where the side to move makes a four or better, those that win or decide first."""
        if state.winner != _NOBODY:
            return 0
        side = int(state.turn)
        n = self.list_set(state, side, WINNING, moves, 0)
        if n == 0:
            n = self.list_set(state, side, DECIDING, moves, 0)
        if n == 0:
            n = self.list_set(state, side, FORCING, moves, 0)
        return n

    # ---- sets of cells ---------------------------------------------------------------------------

    def is_in(self, state: Record, side: int, kind: int, cell: int) -> bool:
        """True if a cell is in a set."""
        return bool((state.sets[side, kind, cell >> 6] >> np.uint64(cell & 63)) & ONE != ZERO)

    def has_any(self, state: Record, side: int, kind: int) -> bool:
        """True if a set is not empty."""
        found = ZERO
        for word in range(self.cell_words):
            found |= state.sets[side, kind, word]
        return bool(found != ZERO)

    def list_set(self, state: Record, side: int, kind: int, moves: Moves, n: int) -> int:
        """Append the cells of a set to `moves[:n]`; returns the new n."""
        for word in range(self.cell_words):
            n = write_bits(state.sets[side, kind, word], 64 * word, 1, moves, n)
        return n

    def first_in(self, state: Record, side: int, kind: int) -> int:
        """The first cell of a set; -1 if it is empty."""
        for word in range(self.cell_words):
            if state.sets[side, kind, word] != ZERO:
                return 64 * word + lowest_bit(state.sets[side, kind, word])
        return -1

    def shape_of(self, state: Record, side: int, cell: int, direction: int) -> int:
        """The shape that a stone of a side on an empty cell would make in a direction."""
        return self.shape_in(int(state.keys[cell, direction]), side)

    def shape_in(self, key: int, side: int) -> int:
        """The shape for a side under a key."""
        return (int(self.shapes[key]) >> (4 * side)) & 15

    def count_shapes(self, state: Record, counts: NDArray[np.int64]) -> None:
        for side in range(2):
            for shape in range(SHAPES):
                counts[SHAPE_COUNTS * side + shape] = state.counts[side, shape]
            for kind in range(SETS):
                n = 0
                for word in range(self.cell_words):
                    n += popcount(state.sets[side, kind, word])
                counts[SHAPE_COUNTS * side + SHAPES + kind] = n

    # ---- keeping up ------------------------------------------------------------------------------

    def add_stone(self, state: Record, side: int, move: int) -> None:
        """Bring the derived fields up to date after a stone of a side was put on a cell."""
        self.count_cell(state, move, -1)
        self.put_bits(state, move, ZERO, ZERO)
        state.active[move >> 6] &= ~(ONE << np.uint64(move & 63))
        position = self.bit_of(move)
        for direction in range(4):
            cell_step, step = self.cell_steps[direction], self.steps[direction]
            for i in range(1, self.ahead[move, direction] + 1):
                cell = move + i * cell_step
                if not self.occupied(state, position + i * step):
                    self.see_stone(state, side, cell, direction, self.k - 1 - i, i)
            for i in range(1, self.behind[move, direction] + 1):
                cell = move - i * cell_step
                if not self.occupied(state, position - i * step):
                    self.see_stone(state, side, cell, direction, self.k - 2 + i, i)

    def see_stone(
        self, state: Record, side: int, cell: int, direction: int, slot: int, distance: int
    ) -> None:
        """Enter a new stone in the line of an empty cell."""
        key = state.keys[cell, direction]
        old = int(self.shapes[key])
        key |= np.uint16((1 + side) << (2 * slot))
        state.keys[cell, direction] = key
        new = int(self.shapes[key])
        if distance <= _ACTIVE:
            state.active[cell >> 6] |= ONE << np.uint64(cell & 63)
        if old == new:
            return
        state.counts[0, old & 15] -= 1
        state.counts[0, new & 15] += 1
        state.counts[1, old >> 4] -= 1
        state.counts[1, new >> 4] += 1
        if max(old & 15, new & 15) >= OPEN_THREE or max(old >> 4, new >> 4) >= OPEN_THREE:
            self.sort_cell(state, cell)

    def sort_cell(self, state: Record, cell: int) -> None:
        """Put an empty cell into the sets to which it belongs."""
        first, second = 0, 0
        for direction in range(4):
            shapes = int(self.shapes[state.keys[cell, direction]])
            first += digit_of(shapes & 15)
            second += digit_of(shapes >> 4)
        self.put_bits(state, cell, np.uint64(sets_of(first)), np.uint64(sets_of(second)))

    def put_bits(self, state: Record, cell: int, first: np.uint64, second: np.uint64) -> None:
        """Set what sets a cell belongs to, for both sides."""
        word, shift = cell >> 6, np.uint64(cell & 63)
        for kind in range(SETS):
            bit = np.uint64(kind)
            state.sets[0, kind, word] &= ~(ONE << shift)
            state.sets[0, kind, word] |= ((first >> bit) & ONE) << shift
            state.sets[1, kind, word] &= ~(ONE << shift)
            state.sets[1, kind, word] |= ((second >> bit) & ONE) << shift

    def count_cell(self, state: Record, cell: int, change: int) -> None:
        """Add to the counts of the shapes of a cell."""
        for direction in range(4):
            shapes = int(self.shapes[state.keys[cell, direction]])
            state.counts[0, shapes & 15] += change
            state.counts[1, shapes >> 4] += change

    def derive(self, state: Record) -> None:
        """Fill in what follows from the stones; the derived fields have to be zero."""
        for cell in range(self.cells):
            for direction in range(4):
                state.keys[cell, direction] = self.edges[cell, direction]
        for cell in range(self.cells):
            self.count_cell(state, cell, 1)
        for cell in range(self.cells):
            position = self.bit_of(cell)
            for side in range(2):
                if self.has(state, side, position):
                    self.add_stone(state, side, cell)

    # ---- tables ----------------------------------------------------------------------------------

    def _reaches(self, sign: int) -> NDArray[np.int8]:
        """The cells between a cell and an edge, at most k - 1, by cell and direction."""
        found = np.zeros((self.cells, len(_WAYS)), np.int8)
        for cell, direction in np.ndindex(*found.shape):
            rise, run = _WAYS[direction]
            row, column = divmod(cell, self.width)
            for i in range(1, self.k):
                there = row + sign * i * rise, column + sign * i * run
                if not (0 <= there[0] < self.height and 0 <= there[1] < self.width):
                    break
                found[cell, direction] = i
        return found

    def _edge_keys(self) -> NDArray[np.uint16]:
        """The keys of an empty board: the slots that lie off it."""
        found = np.zeros((self.cells, len(_WAYS)), np.uint16)
        for cell, direction in np.ndindex(*found.shape):
            beyond = [self.k - 1 - i for i in range(int(self.behind[cell, direction]) + 1, self.k)]
            beyond += [self.k - 2 + i for i in range(int(self.ahead[cell, direction]) + 1, self.k)]
            found[cell, direction] = sum(EDGE << 2 * slot for slot in beyond)
        return found


@kernel
def derive(game: ShapedMnk, states: States) -> None:
    """Fill in what follows from the stones of `states[0]`."""
    game.derive(states[0])
