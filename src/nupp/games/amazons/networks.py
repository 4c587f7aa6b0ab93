"""The features and patterns that networks of the Game of the Amazons look at."""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from nupp.evaluators.features import Features
from nupp.evaluators.layouts import RIGHT, UP, Layout, blocks
from nupp.evaluators.patterns import Family, images_of, share
from nupp.evaluators.scenes import Scene
from nupp.games.amazons.evaluation import (
    Territory,
    Words,
    amazons_of,
    any_cell,
    both,
    empty_cells,
    spread_once,
    without,
)
from nupp.games.amazons.rules import Amazons
from nupp.kernel import Record, kernel, scratch
from nupp.kernel.bits import ONE, ZERO
from nupp.rules import Game
from nupp.rules.basics import Moves

_1, _2, _3, _4 = np.uint64(1), np.uint64(2), np.uint64(3), np.uint64(4)


class Reach(Features[Amazons]):
    """Features of what amazons can reach.

    The cells that are nearer to own amazons than to the enemy's, less the reverse (see `Territory`); a third
    of those that are equally near, negative if the enemy's amazon moves next; a quarter of the cells that own
    amazons see, less the same of the enemy's.
    """

    name = "reach"
    games = Amazons
    count = 3

    def __init__(self) -> None:
        self.territory = Territory()

    def write(self, game: Amazons, state: Record, found: Moves) -> int:
        side = int(state.turn)
        closer, ties = self.territory.spread(game, state)
        found[0] = closer
        found[1] = (-ties if game.is_shooting(state) else ties) // 3
        found[2] = (game.mobility(state, side) - game.mobility(state, 1 - side)) // 4
        return 0


class Nearness(Scene[Amazons]):
    """Amazons, and by which side and in how many moves each empty cell can be reached first.

    Kinds: 0 an arrow or an edge; 1 an own amazon, 2 an enemy's; 3 a cell that none can reach; 4 to 7 one that
    own amazons reach in 1, 2, 3 or more moves and the enemy's in more, 8 to 11 the same of the enemy's; 12 to
    15 one that both reach in equally many if an own amazon moves next, 16 to 19 if the enemy's does. Both
    sides spread over the board as in `Territory`.
    """

    name = "nearness"
    games = Amazons

    def count_kinds(self, game: Amazons) -> int:
        return 20

    def fill(self, game: Amazons, state: Record, frame: Moves) -> None:
        side, bits = int(state.turn), scratch(_BITS).view(np.uint64)
        for i in range(_BITS):
            bits[i] = ZERO
        left = empty = empty_cells(game, state)
        own, enemy = amazons_of(game, state, side), amazons_of(game, state, 1 - side)
        note(own, 1, bits)
        note(enemy, 2, bits)
        moves, shared = 0, 16 if game.is_shooting(state) else 12
        while any_cell(own) or any_cell(enemy):
            own, enemy, left = spread_once(game, own, enemy, empty, left)
            ties = both(own, enemy)
            note(without(own, ties), 4 + moves, bits)
            note(without(enemy, ties), 8 + moves, bits)
            note(ties, shared + moves, bits)
            moves = min(moves + 1, 3)
        note(left, 3, bits)
        unfold(bits, frame[self.stride + 1 : self.stride * (self.height + 1)])


_BITS: Final = 10
"""The bits of kinds below 32: bit b of those of the cells in the low word, and in the high one, at 2 * b."""


@kernel
def note(cells: Words, kind: int, bits: NDArray[np.uint64]) -> None:
    """Write a kind to cells that have none yet."""
    for i in range(0, _BITS, 2):
        if kind >> (i >> 1) & 1:
            bits[i] |= cells[0]
            bits[i + 1] |= cells[1]


@kernel
def unfold(bits: NDArray[np.uint64], kinds: Moves) -> None:
    """Write the kinds of all cells, and of the walls after the rows, into an array."""
    for word in range(2):
        one, two, four = bits[word], bits[2 + word], bits[4 + word]
        eight, sixteen = bits[6 + word], bits[8 + word]
        for i in range(min(64, len(kinds) - 64 * word)):
            at = np.uint64(i)
            kind = one >> at & ONE | (two >> at & ONE) << _1 | (four >> at & ONE) << _2
            kinds[64 * word + i] = np.int64(kind | (eight >> at & ONE) << _3 | (sixteen >> at & ONE) << _4)


def blocks_side_by_side(game: Game) -> list[Family]:
    """Blocks of two by two cells side by side; most is in the features."""
    corners = {y * game.size + x for y in range(0, game.size, 2) for x in range(0, game.size, 2)}  # type: ignore[attr-defined]
    found = blocks(game.board.neighbours, 2, 2, RIGHT, UP)
    return share((block for block in found if block[0] in corners), images_of(game))


LAYOUT = Layout(blocks_side_by_side, 8, Reach)
