"""An exact solver of connect four: alpha-beta with a null window on bitboards.

Layout. As in the game, a column takes height + 1 bits from the bottom up, the highest of which stays empty:

         6 13 20 27 34 41 48
        ---------------------
         5 12 19 26 33 40 47
         4 11 18 25 32 39 46         bit = column * (height + 1) + row
         3 10 17 24 31 38 45
         2  9 16 23 30 37 44
         1  8 15 22 29 36 43
         0  7 14 21 28 35 42

A position is `own`, the stones of the side to move, and `mask`, all stones. `own + mask + bottom` is
different for each position, and the key under which the table keeps it.

A score is 0 for a draw and otherwise 1 + the stones that the winner still has in hand after his last one,
negative if that is the other side. Moves that lose at once are never looked at, the others are tried in the
order of the threats they make, and then from the centre outwards (Allis, 1988; Tromp's Fhourstones, 1996;
Pons, 2015).
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from nupp.kernel import KernelObject, StopFlag, kernel, stop_flag
from nupp.kernel.bits import ONE, ZERO, popcount
from nupp.search.nodes import is_spent

_MIRROR_STONES = 14
"""As long as there are fewer stones, a position and its mirror image are one in the table."""


class Columns(KernelObject):
    """The geometry of a board whose bits fit into 64, and what follows from it for four in a row."""

    def __init__(self, width: int, height: int) -> None:
        self.width, self.height = width, height
        self.rise = height + 1
        self.cells = width * height
        bottom = sum(1 << column * self.rise for column in range(width))
        self.bottom = np.uint64(bottom)
        self.board = np.uint64(bottom * ((1 << height) - 1))
        self.columns = np.array([((1 << height) - 1) << c * self.rise for c in range(width)], np.uint64)
        self.wholes = np.array([((1 << self.rise) - 1) << c * self.rise for c in range(width)], np.uint64)
        middle = (width - 1) / 2
        self.order = np.array(sorted(range(width), key=lambda column: abs(column - middle)))
        self.steps = np.array([self.rise, height, height + 2])

    def wins(self, own: np.uint64, mask: np.uint64) -> np.uint64:
        """The empty cells on which a stone would complete four of `own`, reached by stones already or not."""
        found = (own << ONE) & (own << np.uint64(2)) & (own << np.uint64(3))  # upright
        for step in self.steps:
            one, two, three = np.uint64(step), np.uint64(2 * step), np.uint64(3 * step)
            pair = (own << one) & (own << two)
            found |= pair & (own << three)
            found |= pair & (own >> one)
            pair = (own >> one) & (own >> two)
            found |= pair & (own >> three)
            found |= pair & (own << one)
        empty: np.uint64 = found & (self.board ^ mask)
        return empty

    def playable(self, mask: np.uint64) -> np.uint64:
        """The cells on which a stone comes to rest."""
        cells: np.uint64 = (mask + self.bottom) & self.board
        return cells

    def safe(self, own: np.uint64, mask: np.uint64) -> np.uint64:
        """The playable cells after which the other side cannot win at once; there is no win for `own`."""
        cells = self.playable(mask)
        threats = self.wins(own ^ mask, mask)
        forced = cells & threats
        if forced != ZERO:
            if forced & (forced - ONE) != ZERO:
                return ZERO
            cells = forced
        return cells & ~(threats >> ONE)

    def mirrored(self, board: np.uint64) -> np.uint64:
        """The board with left and right exchanged."""
        image = ZERO
        for column in range(self.width):
            shift = (self.width - 1 - 2 * column) * self.rise
            part = board & self.wholes[column]
            image |= part << np.uint64(shift) if shift >= 0 else part >> np.uint64(-shift)
        return image

    def key(self, own: np.uint64, mask: np.uint64, stones: int) -> np.uint64:
        """Different for different positions, and early in the game equal for mirror images."""
        key: np.uint64 = own + mask + self.bottom
        if stones < _MIRROR_STONES:
            key = min(key, self.mirrored(own) + self.mirrored(mask) + self.bottom)
        return key


class Memory(NamedTuple):
    """The arrays of a search.

    keys: uint64, a power of two. bounds: int16, what is known of the keys: an upper bound is twice the score,
    a lower bound one more. cells, ranks: (cells + 1, width), the moves by number of stones, and their order.
    counts: int64 (2), positions visited and how many may be. stop: the stop flag.
    """

    keys: NDArray[np.uint64]
    bounds: NDArray[np.int16]
    cells: NDArray[np.uint64]
    ranks: NDArray[np.int64]
    counts: NDArray[np.int64]
    stop: StopFlag


def new_memory(columns: Columns, megabytes: int) -> Memory:
    """An empty table of at most this size."""
    entries = 1 << max(10, (megabytes * 1024 * 1024 // 10).bit_length() - 1)
    return Memory(
        keys=np.zeros(entries, np.uint64),
        bounds=np.zeros(entries, np.int16),
        cells=np.zeros((columns.cells + 1, columns.width), np.uint64),
        ranks=np.zeros((columns.cells + 1, columns.width), np.int64),
        counts=np.array([0, np.iinfo(np.int64).max]),
        stop=stop_flag(),
    )


@kernel
def slot(memory: Memory, key: np.uint64) -> int:
    """Where a key is kept."""
    return int((key * np.uint64(0x9E3779B97F4A7C15)) >> np.uint64(20)) & (len(memory.keys) - 1)


@kernel
def negamax(
    c: Columns, memory: Memory, own: np.uint64, mask: np.uint64, stones: int, alpha: int, beta: int
) -> int:
    """The score for the side to move, which cannot win at once, as far as it matters between the bounds."""
    if is_spent(memory.counts, memory.stop):
        return alpha

    # 1. Moves after which the other side does not win at once.
    safe = c.safe(own, mask)
    if safe == ZERO:
        return -((c.cells - stones) // 2)
    if stones >= c.cells - 2:
        return 0

    # 2. Bounds: the other side wins with its second move at best, and this one with its own second.
    alpha = max(alpha, -((c.cells - 2 - stones) // 2))
    beta = min(beta, (c.cells - 1 - stones) // 2)
    if alpha >= beta:
        return alpha
    key = c.key(own, mask, stones)
    place = slot(memory, key)
    if memory.keys[place] == key:
        bound = int(memory.bounds[place])
        if bound & 1 != 0:
            alpha = max(alpha, bound >> 1)
        else:
            beta = min(beta, bound >> 1)
        if alpha >= beta:
            return alpha if bound & 1 != 0 else beta

    # 3. Order the moves by the threats they make.
    n = 0
    cells, ranks = memory.cells[stones], memory.ranks[stones]
    for column in c.order:
        move = safe & c.columns[column]
        if move != ZERO:
            rank = popcount(c.wins(own | move, mask | move))
            j = n
            while j > 0 and ranks[j - 1] < rank:
                cells[j], ranks[j] = cells[j - 1], ranks[j - 1]
                j -= 1
            cells[j], ranks[j] = move, rank
            n += 1

    # 4. Search them.
    for i in range(n):
        move = cells[i]
        score = -negamax(c, memory, own ^ mask, mask | move, stones + 1, -beta, -alpha)
        if memory.stop[0] != 0:
            return alpha
        if score >= beta:
            memory.keys[place], memory.bounds[place] = key, 2 * score + 1
            return score
        alpha = max(alpha, score)
    memory.keys[place], memory.bounds[place] = key, 2 * alpha
    return alpha


@kernel
def solve(c: Columns, memory: Memory, own: np.uint64, mask: np.uint64, stones: int) -> int:
    """The score of a position in which nobody has won yet, by null windows that halve what it may be."""
    if c.wins(own, mask) & c.playable(mask) != ZERO:
        return (c.cells + 1 - stones) // 2
    low, high = -((c.cells - stones) // 2), (c.cells + 1 - stones) // 2
    while low < high and memory.stop[0] == 0:
        middle = low + (high - low) // 2
        if middle <= 0 and low // 2 < middle:
            middle = int(low / 2)
        elif middle >= 0 and high // 2 > middle:
            middle = high // 2
        score = negamax(c, memory, own, mask, stones, middle, middle + 1)
        if score <= middle:
            high = score
        else:
            low = score
    return low
