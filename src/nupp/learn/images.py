"""Images of many positions under the symmetries of a game, and which of them are known from elsewhere."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from nupp.evaluators.patterns import images_of as cells_seen
from nupp.kernel import interpreted, kernel
from nupp.rules import Game
from nupp.rules.basics import Moves, States
from nupp.rules.symmetry import Symmetry
from nupp.search.symmetry import Images, images_of, words_of, write_image


def image_of(game: Game, symmetry: Symmetry[Any], states: States) -> States:
    """The images of positions under a symmetry of their game."""
    images, plain = images_of(game), [one for one in game.symmetries[1:] if not one.exchange]
    found = states.copy()
    if symmetry in plain and len(images.table) > 0 and len(states) > 0:
        map_words(images, plain.index(symmetry), words_of(found))
        return found
    with interpreted():
        for row in range(len(states)):
            found[row] = symmetry.map_state(states[row : row + 1])[0]
    return found


@kernel
def map_words(images: Images, number: int, rows: NDArray[np.uint64]) -> None:
    """Replace states, given as their words, by their images under the symmetry of a number."""
    image = images.scratch[1]
    for i in range(len(rows)):
        write_image(images, number, rows[i], image)
        for w in range(len(images.words)):
            rows[i, images.words[w]] = image[w]


def keys_of(states: States) -> NDArray[Any]:
    """The memory of each state as one value that can be compared."""
    return np.ascontiguousarray(states).view(np.dtype((np.void, states.dtype.itemsize)))


def stand_in(game: Game, states: States, others: States) -> NDArray[np.bool_]:
    """Which of some positions, or their images under a symmetry of the game, are among others."""
    known = keys_of(others)
    found = np.asarray(np.isin(keys_of(states), known))
    if len(states) == 0 or len(game.symmetries) == 1:
        return found
    rows = np.flatnonzero(~found & _look_alike(game, states, others))
    for symmetry in game.symmetries[1:]:
        found[rows] |= np.isin(keys_of(image_of(game, symmetry, states[rows])), known)
    return found


def _look_alike(game: Game, states: States, others: States) -> NDArray[np.bool_]:
    """Which of some positions have on their cells what others have, as images are."""
    # Those are few, so that few have to be mapped whole.
    if game.kinds.values == 1:
        return np.ones(len(states), np.bool_)
    cells = np.array(cells_seen(game))
    drawn = np.random.default_rng(0).integers(0, 2**64, (len(game.board), game.kinds.values), np.uint64)
    turned = drawn[cells].reshape(len(cells), -1)
    seen = np.zeros((len(cells), len(states)), np.uint64)
    known = np.zeros((1, len(others)), np.uint64)
    room = np.zeros(len(game.board), np.int64)
    sum_drawn(game, np.ascontiguousarray(states), turned, room, seen)
    sum_drawn(game, np.ascontiguousarray(others), drawn.reshape(1, -1), room, known)
    return np.asarray(np.isin(seen, known).any(axis=0))


@kernel
def sum_drawn(
    game: Game, states: States, drawn: NDArray[np.uint64], room: Moves, found: NDArray[np.uint64]
) -> None:
    """Fill `found` (rows of `drawn`, positions) with sums of what is drawn for the things on the cells."""
    for i in range(len(states)):
        n = game.contents(states[i], room)
        for image in range(len(drawn)):
            for place in range(n):
                found[image, i] += drawn[image, room[place]]
