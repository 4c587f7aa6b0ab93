"""Evaluators of the Game of the Amazons.

All of them value the turn: for the side whose amazon moves next, which is the side to move,
but the other side while an amazon of a staged game has yet to shoot.
"""

from __future__ import annotations

from typing import Annotated

import numpy as np

from nupp.evaluators import Evaluator, register
from nupp.games.amazons.rules import Amazons
from nupp.kernel import Record, kernel, mix
from nupp.kernel.bits import ONE, ZERO, popcount
from nupp.spec import Between

# ---- territory -----------------------------------------------------------------------------------------


@register
class Territory(Evaluator[Amazons]):
    """Empty cells that own amazons can reach in fewer moves than the enemy's, less the reverse.

    Such a cell counts 10, and one that both reach in equally many moves 2 for the side whose amazon moves
    next: the queen's territory of J. Lieberum, "An evaluation function for the game of amazons", 2005.

    Both sides spread over the board at once, a move further in each round, and a cell belongs to whom comes
    first. Where a side comes second it stops: wherever it could go from there, the enemy is a move earlier.
    """

    name = "territory"
    games = Amazons
    scale = 40.0
    unit = 10
    tempo = True

    def evaluate(self, game: Amazons, state: Record) -> int:
        closer, ties = self.spread(game, state)
        return 10 * closer + (-2 if game.is_shooting(state) else 2) * ties

    def spread(self, game: Amazons, state: Record) -> tuple[int, int]:
        """The cells nearer to own amazons less those nearer to the enemy's, and those as near to either."""
        side, empty = int(state.turn), empty_cells(game, state)
        own, enemy = amazons_of(game, state, side), amazons_of(game, state, 1 - side)
        left, closer, ties = empty, 0, 0
        while any_cell(own) or any_cell(enemy):
            own, enemy, left = spread_once(game, own, enemy, empty, left)
            closer += count(own) - count(enemy)
            ties += count(both(own, enemy))
        return closer, ties


Words = tuple[np.uint64, np.uint64]
"""Cells of a board, row by row in two words, low and high, with an empty bit after each row; 110 bits on
10 x 10. What runs off an edge ends on such a bit."""
_64 = np.uint64(64)


@kernel
def spread_once(
    game: Amazons, own: Words, enemy: Words, empty: Words, left: Words
) -> tuple[Words, Words, Words]:
    """Of the cells that are left, those that each side reaches with one move more, and what is left then."""
    own, enemy = both(moved(game, own, empty), left), both(moved(game, enemy, empty), left)
    return own, enemy, without(without(left, own), enemy)


@kernel
def empty_cells(game: Amazons, state: Record) -> Words:
    """The empty cells of a board."""
    low = high = ZERO
    for row in range(game.size):
        bits, at = np.uint64(~state.lines[row]) & np.uint64((1 << game.size) - 1), row * (game.size + 1)
        if at < 64:
            low |= bits << np.uint64(at)
        if at >= 64:
            high |= bits << np.uint64(at - 64)
        elif at + game.size > 64:
            high |= bits >> np.uint64(64 - at)
    return low, high


@kernel
def amazons_of(game: Amazons, state: Record, side: int) -> Words:
    """The cells of a side's amazons."""
    low = high = ZERO
    for number in range(4):
        cell = int(state.amazons[side, number])
        if cell != game.nowhere:
            at = cell + int(game.line[cell, 0])
            low |= ONE << np.uint64(at) if at < 64 else ZERO
            high |= ONE << np.uint64(at - 64) if at >= 64 else ZERO
    return low, high


@kernel
def moved(game: Amazons, start: Words, empty: Words) -> Words:
    """The cells that a queen can reach in one move from some of the cells of `start`, and those of `start`.

    Up and then down each axis the reach grows by one step, by two and by four over rows of as many empty
    cells, and by two again (P. Kogge and H. Stone, "A parallel algorithm for the efficient solution of a
    general class of recurrence equations", 1973): nine in all. These are more steps than most queens need,
    but none depends on the board, and so the compiler takes all four axes at once, side by side in wide
    registers, as long as they are one plain loop.
    """
    low = high = ZERO
    for axis in range(4):
        one = game.strides[axis]
        two, four = one + one, one + one + one + one
        pairs = empty[0] & empty[0] << one, empty[1] & (empty[1] << one | empty[0] >> _64 - one)
        fours = pairs[0] & pairs[0] << two, pairs[1] & (pairs[1] << two | pairs[0] >> _64 - two)
        near, far = start
        far |= empty[1] & (far << one | near >> _64 - one)
        near |= empty[0] & near << one
        far |= pairs[1] & (far << two | near >> _64 - two)
        near |= pairs[0] & near << two
        far |= fours[1] & (far << four | near >> _64 - four)
        near |= fours[0] & near << four
        high |= far | pairs[1] & (far << two | near >> _64 - two)
        low |= near | pairs[0] & near << two
        pairs = empty[0] & (empty[0] >> one | empty[1] << _64 - one), empty[1] & empty[1] >> one
        fours = pairs[0] & (pairs[0] >> two | pairs[1] << _64 - two), pairs[1] & pairs[1] >> two
        near, far = start
        near |= empty[0] & (near >> one | far << _64 - one)
        far |= empty[1] & far >> one
        near |= pairs[0] & (near >> two | far << _64 - two)
        far |= pairs[1] & far >> two
        near |= fours[0] & (near >> four | far << _64 - four)
        far |= fours[1] & far >> four
        low |= near | pairs[0] & (near >> two | far << _64 - two)
        high |= far | pairs[1] & far >> two
    return low, high


@kernel
def both(one: Words, other: Words) -> Words:
    """The cells that are in both."""
    return one[0] & other[0], one[1] & other[1]


@kernel
def without(one: Words, other: Words) -> Words:
    """The cells of one that are not in the other."""
    return one[0] & ~other[0], one[1] & ~other[1]


@kernel
def any_cell(cells: Words) -> bool:
    """True if there is a cell."""
    return bool(cells[0] | cells[1] != ZERO)


@kernel
def count(cells: Words) -> int:
    """The number of cells."""
    return popcount(cells[0]) + popcount(cells[1])


# ---- ratios of moves -------------------------------------------------------------------------------------

_MILLION = 1_000_000


@register
class Mobility(Evaluator[Amazons]):
    """The ratio of moves: (a - b + bias) / (a + b + bias), in millionths, rounded down.

    a and b are the numbers of cells that the own and the enemy's amazons see, summed over the amazons. The
    bias is -0.4, or 0.4 if the enemy's amazon moves next. A side whose turn it is and which cannot move has
    -1. A `noise` other than 0 adds a number from 0 to 3, the same each time for a position and a seed; no two
    different ratios are closer than 5.

    The basic evaluation of the source, a Lithuanian bachelor's thesis, about 2021.
    """

    name = "mobility"
    games = Amazons
    scale = 300_000.0
    unit = _MILLION
    tempo = True

    def __init__(
        self, noise: Annotated[int, Between(0, 1 << 31), "seed of tiny random numbers; 0: none"] = 0
    ) -> None:
        self.noise = noise

    def evaluate(self, game: Amazons, state: Record) -> int:
        return self.moves_ratio(game, state) + self.draw(game, state)

    def moves_ratio(self, game: Amazons, state: Record) -> int:
        """The ratio of moves, for the side to move."""
        side = int(state.turn)
        return self.ratio(game, state, game.mobility(state, side), game.mobility(state, 1 - side))

    def ratio(self, game: Amazons, state: Record, own: int, enemy: int) -> int:
        """The ratio of two counts, for the side to move."""
        bias = 4 if game.is_shooting(state) else -4
        if own == 0 and bias < 0:
            return -_MILLION
        return _MILLION * (10 * (own - enemy) + bias) // (10 * (own + enemy) + bias)

    def draw(self, game: Amazons, state: Record) -> int:
        """A random number from 0 to 3 that the position and the seed determine."""
        if self.noise == 0:
            return 0
        drawn = mix(game.hash(state) ^ mix(np.uint64(self.noise))) >> np.uint64(62)
        return np.int64(drawn)  # type: ignore[return-value]


@register
class Directions(Mobility):
    """Weighted ratios of moves and of open directions: cof1 * moves + (1 - cof1) * directions, in millionths.

    The first is that of `mobility`, the second the same ratio of the numbers of empty cells next to amazons,
    summed over the amazons. `cof1` is rounded to ten-thousandths. A `noise` other than 0 adds a number from
    0 to 3 here, too, which may also reorder values that differ by less.

    The improved evaluation of the source, which found 0.45 the best.
    """

    name = "directions"

    def __init__(
        self,
        cof1: Annotated[float, Between(0, 1), "weight of the moves, the rest that of the directions"] = 0.45,
        noise: Annotated[int, Between(0, 1 << 31), "seed of tiny random numbers; 0: none"] = 0,
    ) -> None:
        super().__init__(noise)
        self.moves_weight = round(10_000 * cof1)

    def evaluate(self, game: Amazons, state: Record) -> int:
        side = int(state.turn)
        own, enemy = self.open_directions(game, state, side), self.open_directions(game, state, 1 - side)
        value = self.moves_weight * self.moves_ratio(game, state)
        value += (10_000 - self.moves_weight) * self.ratio(game, state, own, enemy)
        return value // 10_000 + self.draw(game, state)

    def open_directions(self, game: Amazons, state: Record, side: int) -> int:
        """The number of empty cells next to each amazon of a side, summed over them."""
        n = 0
        for number in range(4):
            cell = int(state.amazons[side, number])
            for axis in range(4):
                here, view = int(game.place[cell, axis]), game.view_from(state, cell, axis, cell)
                first, last = int(game.first[view]), int(game.first[view]) + int(game.counts[view])
                n += int(first < here) + int(last > here)
        return n
