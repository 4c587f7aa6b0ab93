"""Positions as planes for convolutional networks: one of ones and zeros for each kind of thing on cells."""

from __future__ import annotations

from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from nupp.boards import Grid
from nupp.evaluators.stages import require_kinds
from nupp.kernel import kernel
from nupp.rules import Game
from nupp.rules.basics import Moves, States

Planes = NDArray[np.float32]
"""float32 (positions, channels, height, width), 0 or 1."""


def grid_of(game: Game) -> Grid:
    """The places of the cells of a game's board on planes."""
    return game.board.lattice


def planes(game: Game, states: States) -> Planes:
    """Return the contents of the cells, as the side to move sees them.

    Channels: the kinds of the side's own pieces, the same of the enemy's, then what belongs to neither side;
    see `Game.contents`. ValueError for a game that does not list the contents of its cells.
    """
    require_kinds(game)
    channels, grid = game.kinds.values - 1, grid_of(game)
    found = np.zeros((len(states), channels, grid.height * grid.width), np.float32)
    fill_planes(game, np.ascontiguousarray(states), grid.places, np.zeros(len(game.board), np.int64), found)
    return found.reshape(len(states), channels, grid.height, grid.width)


def absolute_planes(game: Game, states: States, sides: NDArray[np.int8]) -> Planes:
    """Return the contents of the cells, whoever is to move.

    Channels: the kinds of the first side's pieces, the same of the second's, what belongs to neither side,
    and whatever is not empty. sides: to move in each position. ValueError for a game that shows its board
    turned to one of the sides.
    """
    if game.kinds.turned:
        raise ValueError(
            f"{game.name} shows its board to each side as it sits: expected a game that does not"
        )
    found, kinds = planes(game, states), game.kinds.pieces
    second = sides == 1
    own, enemy = found[second, :kinds].copy(), found[second, kinds : 2 * kinds].copy()
    found[second, :kinds], found[second, kinds : 2 * kinds] = enemy, own
    return np.concatenate([found, found.max(axis=1, keepdims=True)], axis=1)


# ---- what networks are shown ---------------------------------------------------------------------


def shape_seen(game: Game, sees: str) -> tuple[int, int, int]:
    """The channels, height and width of `planes_seen`; ValueError for an unknown way of seeing."""
    _, channels, height, width = planes_seen(game, np.zeros(0, game.State), sees).shape
    return channels, height, width


def planes_seen(game: Game, states: States, sees: str) -> Planes:
    """Return the input of a network: `own`, as the side to move sees it, or `absolute`, whoever is to move.

    With `own`, two planes are added: ones on all cells, which show the edges, and ones if the second side is
    to move, since boards and rules may not look the same to both. ValueError for other words.
    """
    if sees == "absolute":
        return absolute_planes(game, states, sides_of(game, states))
    if sees != "own":
        raise ValueError(f"it sees {sees!r}: expected own or absolute")
    grid, found = grid_of(game), planes(game, states)
    extra = np.zeros((len(states), 2, grid.height * grid.width), np.float32)
    extra[:, 0, grid.places] = 1
    extra[:, 1] = sides_of(game, states)[:, None]
    return np.concatenate([found, extra.reshape(len(states), 2, grid.height, grid.width)], axis=1)


def sides_of(game: Game, states: States) -> NDArray[np.int8]:
    """Return the side to move in each position."""
    sides = np.zeros(len(states), np.int8)
    note_sides(game, np.ascontiguousarray(states), sides)
    return sides


@kernel
def note_sides(game: Game, states: States, sides: NDArray[np.int8]) -> None:
    for i in range(len(states)):
        sides[i] = game.to_move(states[i])


@kernel
def fill_planes(
    game: Game, states: States, places: NDArray[np.int64], contents: Moves, found: NDArray[np.float32]
) -> None:
    """Fill `found` (positions, channels, places), all zero, with a 1 for every thing on a cell."""
    for i in range(len(states)):
        n = game.contents(states[i], contents)
        for j in range(n):
            kind = contents[j] % game.kinds.values
            found[i, kind - 1, places[contents[j] // game.kinds.values]] = 1.0


@lru_cache
def plane_images(game: Game) -> NDArray[np.int64]:
    """Return the origin of each place of an image's planes: int64 (symmetries, height * width).

    The image of a position has `planes.reshape(..., -1)[..., row]` for planes, for the row of any symmetry of
    the game; places that are no cells go where the cells around them go. Of a game that shows its board
    turned to one of the sides only the identity is given.
    """
    symmetries = game.symmetries[:1] if game.kinds.turned else game.symmetries
    return np.stack([origins(grid_of(game), np.array(one.cells)) for one in symmetries])


def origins(grid: Grid, cells: NDArray[np.int64]) -> NDArray[np.int64]:
    """The origin of each place under an image of the cells, of which the grid makes an affine map."""
    found = np.arange(grid.height * grid.width)
    every = np.stack([*np.divmod(found, grid.width), np.ones_like(found)], axis=1).astype(float)
    targets = every[grid.places[cells]]
    affine = np.linalg.lstsq(every[grid.places], targets, rcond=None)[0]
    rows, columns, _ = np.rint(every @ affine).astype(np.int64).T
    inside = (rows >= 0) & (rows < grid.height) & (columns >= 0) & (columns < grid.width)
    images = np.where(inside, rows * grid.width + columns, -1)
    free = np.ones(len(found), np.bool_)
    free[grid.places] = False
    moved = free & inside & free[images]
    found[images[moved]] = np.flatnonzero(moved)
    found[grid.places[cells]] = grid.places
    return found
