"""Positions to learn from: how their games ended, and which moves searches preferred."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from nupp.kernel import interpreted
from nupp.learn.images import image_of
from nupp.rules import Game
from nupp.rules.basics import States


class Examples(NamedTuple):
    """Positions to learn from.

    states: States (n). results: float32 (n), what is to be expected, for the side to move, from -1 to 1.
    offsets: int64 (n + 1); position i has the moves codes[offsets[i] : offsets[i + 1]], int64, and the
    policy's shares of them, float32, together 1.
    """

    states: States
    results: NDArray[np.float32]
    offsets: NDArray[np.int64]
    codes: NDArray[np.int64]
    shares: NDArray[np.float32]

    def tail(self, count: int) -> Examples:
        """The last `count` positions."""
        rows = np.zeros(len(self.states), np.bool_)
        rows[max(0, len(rows) - count) :] = True
        return self.where(rows)

    def where(self, rows: NDArray[np.bool_]) -> Examples:
        """The positions of which `rows` says so, in their order."""
        counts = np.diff(self.offsets)
        moves = np.repeat(rows, counts)
        return Examples(
            self.states[rows],
            self.results[rows],
            offsets_of(counts[rows]),
            self.codes[moves],
            self.shares[moves],
        )


def offsets_of(counts: NDArray[Any]) -> NDArray[np.int64]:
    """Where the moves of each position begin, and where the last ones end: int64 (n + 1)."""
    return np.concatenate([[0], np.cumsum(counts)]).astype(np.int64)


def no_examples(game: Game) -> Examples:
    """Examples without a position."""
    return Examples(
        np.zeros(0, game.State),
        np.zeros(0, np.float32),
        np.zeros(1, np.int64),
        np.zeros(0, np.int64),
        np.zeros(0, np.float32),
    )


def joined(parts: Sequence[Examples]) -> Examples:
    """Examples that hold those of all parts, of which there is at least one."""
    return Examples(
        # Without a type NumPy may make plain structures of records.
        np.concatenate([part.states for part in parts], dtype=parts[0].states.dtype),
        np.concatenate([part.results for part in parts]),
        offsets_of(np.concatenate([np.diff(part.offsets) for part in parts])),
        np.concatenate([part.codes for part in parts]),
        np.concatenate([part.shares for part in parts]),
    )


def imaged(game: Game, examples: Examples, rng: np.random.Generator) -> Examples:
    """Examples as they look under symmetries of the game, one drawn by lot for each position."""
    states, codes = examples.states.copy(), examples.codes.copy()
    drawn = rng.integers(len(game.symmetries), size=len(states))
    for number, symmetry in enumerate(game.symmetries[1:], 1):
        rows = drawn == number
        moves = np.repeat(rows, np.diff(examples.offsets))
        states[rows] = image_of(game, symmetry, states[rows])
        known, places = np.unique(codes[moves], return_inverse=True)
        with interpreted():
            images = np.array([symmetry.map_move(code) for code in known.tolist()], np.int64)
        codes[moves] = images[places]
    return examples._replace(states=states, codes=codes)
