"""Positions that are images of each other as one, for searches that keep every position they have seen.

The symmetries that a game states map its states in Python, one by one. Where they do no more than move the
bits of bitboards, compiled code can do the same by tables: what each half-byte becomes under each symmetry.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from nupp.kernel import interpreted, kernel
from nupp.rules import Game, start_state
from nupp.rules.basics import States
from nupp.rules.movetexts import legal_codes
from nupp.rules.symmetry import Symmetry

_SAMPLES: Final = 24  # positions on which the tables are compared with what the game says


class Images(NamedTuple):
    """The images of a state under the symmetries of its game, but for those that exchange the sides.

    words: int64 (m), the 64-bit words of a state whose bits move. halves: int64 (n), the half-bytes of these
    words that matter, 16 * word + half-byte. table: uint64 (symmetries, n, 16, m), what each value of a
    half-byte becomes; without the identity. scratch: uint64 (2, m).
    """

    words: NDArray[np.int64]
    halves: NDArray[np.int64]
    table: NDArray[np.uint64]
    scratch: NDArray[np.uint64]


def images_of(game: Game) -> Images:
    """The images of a game's states; none but each state itself if its symmetries do more than move bits.

    That they do not is checked on states of random games. The tables are made once; `scratch` is the caller's
    own.
    """
    images = _checked_tables(game)
    return images._replace(scratch=np.zeros_like(images.scratch))


@lru_cache(maxsize=64)
def _checked_tables(game: Game) -> Images:
    symmetries = [one for one in game.symmetries[1:] if not one.exchange]
    images = _tables(game, symmetries, _bitboards(game) if symmetries else [])
    with interpreted():
        for state in _samples(game) if symmetries else ():
            for number, symmetry in enumerate(symmetries):
                if _image(images, number, state).tobytes() != symmetry.map_state(state).tobytes():
                    return _tables(game, [], [])
    return images


@kernel
def canonicalise(images: Images, state: NDArray[np.uint64]) -> None:
    """Replace a state, given as its words, by the image whose words are the least."""
    least, image = images.scratch[0], images.scratch[1]
    width = len(images.words)
    for w in range(width):
        least[w] = state[images.words[w]]
    for number in range(len(images.table)):
        write_image(images, number, state, image)
        w = 0
        while w < width - 1 and image[w] == least[w]:
            w += 1
        if image[w] < least[w]:
            for w in range(width):
                least[w] = image[w]
    for w in range(width):
        state[images.words[w]] = least[w]


@kernel
def write_image(images: Images, number: int, state: NDArray[np.uint64], image: NDArray[np.uint64]) -> None:
    """Fill `image` with the words that move, under the symmetry of a number."""
    image[:] = np.uint64(0)
    for i in range(len(images.halves)):
        half = images.halves[i]
        value = int(state[half >> 4] >> np.uint64(4 * (half & 15))) & 15
        for w in range(len(image)):
            image[w] |= images.table[number, i, value, w]


# ---- in Python, not in kernels -----------------------------------------------------------------------


def words_of(states: States) -> NDArray[np.uint64]:
    """The memory of states as 64-bit words, a row for each."""
    return states.view(np.uint64).reshape(len(states), -1)


def _bitboards(game: Game) -> list[int]:
    """The words of a state that are 64 bits without a sign."""
    fields = (game.State.fields or {}).values()
    return [
        word
        for kind, offset, *_ in fields
        if kind.base == np.uint64
        for word in range(offset // 8, (offset + kind.itemsize) // 8)
    ]


def _tables(game: Game, symmetries: Sequence[Symmetry[Any]], words: list[int]) -> Images:
    """The tables, from what the game says of states with a single bit."""
    bits = np.zeros((len(symmetries), len(words), 64, len(words)), np.uint64)
    state = np.zeros(1, game.State)
    for number, symmetry in enumerate(symmetries):
        for w, word in enumerate(words):
            for bit in range(64):
                words_of(state)[0, word] = np.uint64(1 << bit)
                with interpreted():
                    bits[number, w, bit] = words_of(symmetry.map_state(state))[0, words]
            words_of(state)[0, word] = 0
    moved = bits.reshape(len(symmetries), 16 * len(words), 4, len(words)).any(axis=(0, 2, 3))
    halves = np.flatnonzero(moved)
    table = np.zeros((len(symmetries), len(halves), 16, len(words)), np.uint64)
    for i, half in enumerate(halves.tolist()):
        for value in range(16):
            for bit in range(4):
                if value >> bit & 1:
                    table[:, i, value] |= bits[:, half // 16, half % 16 * 4 + bit]
    return Images(
        words=np.array(words, np.int64),
        halves=np.array([16 * words[half // 16] + half % 16 for half in halves.tolist()], np.int64),
        table=table,
        scratch=np.zeros((2, len(words)), np.uint64),
    )


def _image(images: Images, number: int, state: States) -> States:
    image = state.copy()
    found = np.zeros(len(images.words), np.uint64)
    write_image(images, number, words_of(state)[0], found)
    words_of(image)[0, images.words] = found
    return image


def _samples(game: Game) -> Iterator[States]:
    """Positions of a random game or two, interpreted."""
    rng = random.Random(1)
    state = start_state(game)
    for _ in range(_SAMPLES):
        yield state
        state = state.copy()
        moves = legal_codes(game, state[0])
        if moves:
            game.play(state[0], rng.choice(moves))
        else:
            state = start_state(game)
