"""The features and patterns that networks of connect four look at.

Boards are one word, as drawn in `rules.py`. A *threat* is an empty cell on which a stone would complete a
line. Towards the end columns fill up in pairs of moves: one side gets the upper cells of all pairs, counted
from the top down, and the other the lower ones. So which threats are good for something depends on their
rows (V. Allis, "A Knowledge-Based Approach of Connect-Four", 1988).

        upper   . . . . . . .
        lower   . . . . . . .
        upper   . . o . . . .       a threat of o, above
        lower   . . x . . . .       a threat of x, the lowest of its column
        upper   . . . . . . .       not within reach before there is a stone here
        lower   x . o . . . .
"""

from __future__ import annotations

import numpy as np

from nupp.evaluators.features import Features
from nupp.evaluators.layouts import RIGHT, UP, Layout, blocks, lines
from nupp.evaluators.patterns import Family, Pattern, images_of, share
from nupp.games.connectfour.rules import ConnectFour
from nupp.kernel import Record, kernel
from nupp.kernel.bits import ONE, ZERO, popcount
from nupp.rules import Game
from nupp.rules.basics import Moves
from nupp.rules.lines import completing


class Threats(Features[ConnectFour]):
    """The threats of both sides; on boards of more than one word all zero.

    0. Threats out of reach, by side and row, as `by_row` numbers them.
    1. The same of those that are the lowest of their columns.
    2. Three times the own threats within reach, and the enemy's, two of each at the most.
    3. Lines that the sides have once columns are filled up in pairs: seven times the own, and the enemy's.
    4. Twice the columns with threats out of reach, and 1 more if the lowest in lower rows are an odd number.
    """

    name = "threats"
    games = ConnectFour
    count = 5

    def write(self, game: ConnectFour, state: Record, found: Moves) -> int:
        for feature in range(self.count):
            found[feature] = 0
        if game.words > 1:
            return 0
        turn = int(state.turn)
        own, enemy = state.stones[turn, 0], state.stones[1 - turn, 0]
        empty, reach = game.word_cells & ~(own | enemy), game.landings(own | enemy)
        mine = completing(game.steps, game.k, own) & empty
        theirs = completing(game.steps, game.k, enemy) & empty
        lowest = (mine | theirs) & ~reach
        lowest &= ~above(game, lowest)
        uppers = game.word_uppers
        found[0] = by_row(mine & ~reach, theirs & ~reach, uppers)
        found[1] = by_row(mine & lowest, theirs & lowest, uppers)
        found[2] = 3 * min(2, popcount(mine & reach)) + min(2, popcount(theirs & reach))
        # With an odd number of empty cells it is the other side that begins each pair, and so gets the lower
        # one.
        own_half = empty & uppers if popcount(empty) & 1 else empty & ~uppers
        found[3] = paired(lines_in(game, own | own_half), lines_in(game, enemy | empty & ~own_half))
        found[4] = 2 * popcount(lowest) + (popcount(lowest & ~uppers) & 1)
        return 0


@kernel
def by_row(mine: np.uint64, theirs: np.uint64, uppers: np.uint64) -> int:
    """A number for threats: up to two of each side in lower rows count, and one in upper ones."""
    lower = 3 * min(2, popcount(mine & ~uppers)) + min(2, popcount(theirs & ~uppers))
    return 4 * lower + 2 * int(mine & uppers != ZERO) + int(theirs & uppers != ZERO) - 18


@kernel
def paired(own: int, enemy: int) -> int:
    """A number for how many lines each side has; more than six count as six."""
    return 7 * min(6, own) + min(6, enemy) - 24


@kernel
def above(game: ConnectFour, cells: np.uint64) -> np.uint64:
    """The cells that have one of some cells below them in their column."""
    found: np.uint64 = cells << ONE & game.word_cells
    for _ in range(2, game.height):
        found |= found << ONE & game.word_cells
    return found


@kernel
def lines_in(game: ConnectFour, stones: np.uint64) -> int:
    """The number of lines of k cells that these stones would fill."""
    n = 0
    for step in game.steps:
        line = stones
        for i in range(1, game.k):
            line &= stones >> np.uint64(i * step) if i * step < 64 else ZERO
        n += popcount(line)
    return n


def blocks_and_diagonals(game: Game) -> list[Family]:
    """Blocks of eight to ten cells, and all diagonals."""
    neighbours = game.board.neighbours
    found: list[Pattern] = []
    for width, height in ((5, 2), (2, 4), (3, 3)):
        found += blocks(neighbours, width, height, RIGHT, UP)
    found += (line[:10] for line in lines(neighbours) if len(line) > 3)
    return share(found, images_of(game))


LAYOUT = Layout(blocks_and_diagonals, 2, Threats, in_turn=True)
