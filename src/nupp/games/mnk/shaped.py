"""An m,n,k game whose states know the shapes of all empty cells, kept up to date from move to move."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import numpy as np
from numpy.typing import NDArray

from nupp.games.mnk.rules import _DRAWN, _FIRST, _NOBODY, Mnk
from nupp.games.mnk.shapes import (
    DECIDING,
    EDGE,
    FORCING,
    PRESSING,
    SETS,
    SETS_OF,
    WINNING,
    pair_of,
)
from nupp.kernel import Field, Record, kernel, mix, record_dtype
from nupp.kernel.bits import ONE, ZERO, lowest_bit, write_bits
from nupp.rules.basics import Moves, States

_ACTIVE: Final = 2
"""The distance from a stone, along a line, within which cells are active."""
_WAYS: Final = ((0, 1), (1, 0), (1, 1), (1, -1))


IDENTITY: Final = ("stones", "key", "empty", "turn", "winner")
"""The fields of a state that are those of an m,n,k game's; the others follow from them."""


class ShapedMnk(Mnk):
    """An m,n,k game whose states hold the shapes of all empty cells, for searches.

    keys[cell, direction]: the line through an empty cell. pairs[cell, side]: see `pair_of`.
    values[side, role]: see `shape_worth`. sets[side, kind, word]: cells as bits, by the sets of `shapes.py`.
    active[word]: cells beside a stone, or two cells from one along a line. The keys of a cell with a stone
    mean nothing. more: derived fields besides these.
    """

    def __init__(self, width: int, height: int, k: int, dead: bool, more: Sequence[Field] = ()) -> None:
        super().__init__(width, height, k, dead=dead)
        self.cell_words = -(-self.cells // 64)
        self.cell_steps = np.array([rise * width + run for rise, run in _WAYS])
        self.ahead, self.behind = self._reaches(1), self._reaches(-1)
        self.edges = self._edge_keys()
        self.sets_of = SETS_OF
        self.State = record_dtype(
            *((name, *self.State.fields[name][:1]) for name in IDENTITY),  # type: ignore[index]
            derived=[
                ("keys", np.uint16, (self.cells, len(_WAYS))),
                ("sets", np.uint64, (2, SETS, self.cell_words)),
                ("active", np.uint64, (self.cell_words,)),
                ("values", np.int32, (2, 2)),
                ("pairs", np.uint8, (self.cells, 2)),
                *more,
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

    def shape_worth(self, state: Record, side: int, role: int) -> int:
        return int(state.values[side, role])

    def pair_at(self, state: Record, side: int, cell: int) -> int:
        return int(state.pairs[cell, side])

    # ---- keeping up ------------------------------------------------------------------------------

    def add_stone(self, state: Record, side: int, move: int) -> None:
        """Bring the derived fields up to date after a stone of a side was put on a cell."""
        self.put_pairs(state, move, 0, 0)
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
        if old != new:
            self.see_cell(state, cell)

    def see_cell(self, state: Record, cell: int) -> None:
        """Bring the pairs of an empty cell up to date with its keys."""
        one, two, three, four = self.four_shapes(state, cell)
        first = pair_of(one & 15, two & 15, three & 15, four & 15)
        second = pair_of(one >> 4, two >> 4, three >> 4, four >> 4)
        self.put_pairs(state, cell, first, second)

    def four_shapes(self, state: Record, cell: int) -> tuple[int, int, int, int]:
        """The shapes of an empty cell for both sides, by direction."""
        keys = state.keys
        return (
            int(self.shapes[keys[cell, 0]]),
            int(self.shapes[keys[cell, 1]]),
            int(self.shapes[keys[cell, 2]]),
            int(self.shapes[keys[cell, 3]]),
        )

    def put_pairs(self, state: Record, cell: int, first: int, second: int) -> None:
        """Enter the pairs of a cell; 0, which is worth nothing and in no set, for one that is not empty."""
        self.put_pair(state, 0, cell, first)
        self.put_pair(state, 1, cell, second)

    def put_pair(self, state: Record, side: int, cell: int, pair: int) -> None:
        """Enter the pair of a cell for a side."""
        old = int(state.pairs[cell, side])
        if old == pair:
            return
        state.pairs[cell, side] = pair
        state.values[side, 0] += self.worth[0, pair] - self.worth[0, old]
        state.values[side, 1] += self.worth[1, pair] - self.worth[1, old]
        before, after = int(self.sets_of[old]), int(self.sets_of[pair])
        if before != after:
            word, place = cell >> 6, ONE << np.uint64(cell & 63)
            for kind in range(SETS):
                if (before ^ after) >> kind & 1:
                    state.sets[side, kind, word] ^= place

    def derive(self, state: Record) -> None:
        """Fill in what follows from the stones; the derived fields have to be zero."""
        for cell in range(self.cells):
            for direction in range(4):
                state.keys[cell, direction] = self.edges[cell, direction]
        for cell in range(self.cells):
            self.see_cell(state, cell)
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
    """Fill in what follows from the stones of each state; the derived fields have to be zero."""
    for i in range(len(states)):
        game.derive(states[i])
