"""Positions for learning: read from files, split by game, merged, turned and reflected, as planes.

>>> data = Dataset.read([path], nupp.game(spec))                    # doctest: +SKIP
>>> training, validation = data.unique().split(validation=0.1)      # doctest: +SKIP
>>> for batch in training.batches(1024, seed=1):                    # doctest: +SKIP
...     learn(batch.planes(), batch.results)
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, fields, replace
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from nupp.evaluators.networks.planes import absolute_planes, planes
from nupp.learn.datafile import FACTS, DataError, Reader
from nupp.learn.images import image_of, keys_of, stand_in
from nupp.rules import Game
from nupp.rules.basics import States

_GAME_BITS = 32
"""The bits of a game's number within its file; the file's own is above them."""
_ODD = np.uint64(0x9E3779B97F4A7C15)


@dataclass(frozen=True)
class Dataset:
    """Positions of a game, none of them over, with what is known of each; every array has a row for each.

    states: States. values: float64, what a search thought, and results: float32, how the game ended, 1, 0 or
    -1, or how it would have by best play, if the position was solved; margins: float32, by how much; all from
    the view of the side to move. Where equal positions have been merged, these are means. plies: int32, moves
    made before. games: int64, a number for each game, also of several files. sides: int8, to move. counts:
    int32, how many positions have been merged into one.
    """

    game: Game
    states: States
    values: NDArray[np.float64]
    results: NDArray[np.float32]
    margins: NDArray[np.float32]
    plies: NDArray[np.int32]
    games: NDArray[np.int64]
    sides: NDArray[np.int8]
    counts: NDArray[np.int32]

    @classmethod
    def read(cls, paths: Sequence[Path | str], game: Game, damaged: bool = False) -> Dataset:
        """The positions of files, in order.

        damaged: take what is whole of a file that is damaged or was cut short. DataError for one that cannot
        be read, is of another game or another version, or, without `damaged`, is not whole.
        """
        parts = []
        for number, path in enumerate(paths):
            with Reader(Path(path)) as reader:
                chunks = reader.chunks(game)
                while True:
                    try:
                        chunk = next(chunks, None)
                    except DataError:
                        if not damaged or not reader.is_checked:
                            raise
                        break
                    if chunk is None:
                        break
                    parts.append(_dataset(game, *chunk, number))
        return _joined(game, parts)

    def __len__(self) -> int:
        return len(self.states)

    def __getitem__(self, rows: Any) -> Dataset:
        """The positions of some rows: a slice, numbers, or a mask."""
        return replace(self, **{name: getattr(self, name)[rows] for name in _ARRAYS})

    @property
    def files(self) -> NDArray[np.int64]:
        """The number of the file, from 0, that each position was read from."""
        return self.games >> _GAME_BITS

    def split(self, validation: float = 0.1, seed: int = 0) -> tuple[Dataset, Dataset]:
        """The positions of most games, and those of about a share of the games, drawn by their numbers.

        A game is on the same side whatever other games there are. Positions of the second that stand in the
        first, or of which an image under a symmetry of the game does, are left out.
        """
        if not 0 <= validation <= 1:
            raise ValueError(f"validation {validation:g}: expected a share from 0 to 1")
        drawn = _mixed(self.games.astype(np.uint64) + _mixed(np.array([seed], np.uint64)))
        held_out = (drawn >> np.uint64(11)).astype(np.float64) / 2**53 < validation
        training, rest = self[~held_out], self[held_out]
        return training, rest[~stand_in(self.game, rest.states, training.states)]

    def unique(self) -> Dataset:
        """Every position once, in the order of their first places, with means of what is known of it."""
        _, first, places = np.unique(keys_of(self.states), return_index=True, return_inverse=True)
        order = np.argsort(first)
        weights = np.bincount(places, self.counts)

        def mean(of: NDArray[Any]) -> NDArray[Any]:
            sums = np.bincount(places, of * self.counts) / weights
            return sums[order].astype(of.dtype)

        return replace(
            self[first[order]],
            values=mean(self.values),
            results=mean(self.results),
            margins=mean(self.margins),
            counts=weights[order].astype(np.int32),
        )

    def with_images(self) -> Dataset:
        """The positions and their images under the symmetries of the game, symmetry after symmetry.

        Under those that exchange the sides the other side is to move; values and results stay as they are.
        """
        parts = [self]
        for symmetry in self.game.symmetries[1:]:
            states = image_of(self.game, symmetry, self.states)
            parts.append(replace(self, states=states, sides=self.sides ^ np.int8(symmetry.exchange)))
        return _joined(self.game, parts)

    def batches(self, size: int, seed: int = 0, keep_rest: bool = True) -> Iterator[Dataset]:
        """The positions in batches, in an order drawn from a seed.

        keep_rest: also the last batch, if it is smaller.
        """
        if size < 1:
            raise ValueError(f"batches of {size} positions: expected 1 or more")
        order = np.random.default_rng(seed).permutation(len(self))
        for begin in range(0, len(self), size):
            rows = order[begin : begin + size]
            if keep_rest or len(rows) == size:
                yield self[rows]

    def planes(self) -> NDArray[np.float32]:
        """The positions as networks see them; see `nupp.evaluators.networks.planes.planes`."""
        return planes(self.game, self.states)

    def absolute_planes(self) -> NDArray[np.float32]:
        """The positions as networks see them; see `nupp.evaluators.networks.planes.absolute_planes`."""
        return absolute_planes(self.game, self.states, self.sides)


_ARRAYS = tuple(field.name for field in fields(Dataset) if field.name != "game")


def _dataset(game: Game, states: States, facts: NDArray[Any], file: int) -> Dataset:
    """The positions of a chunk; games of different files have different numbers."""
    return Dataset(
        game,
        states,
        facts["value"].astype(np.float64),
        facts["result"].astype(np.float32),
        facts["margin"].astype(np.float32),
        facts["ply"].astype(np.int32),
        facts["game"].astype(np.int64) + (file << _GAME_BITS),
        facts["side"].astype(np.int8),
        np.ones(len(facts), np.int32),
    )


def _joined(game: Game, parts: Sequence[Dataset]) -> Dataset:
    none = _dataset(game, np.zeros(0, game.State), np.zeros(0, FACTS), 0)
    arrays = {name: np.concatenate([getattr(one, name) for one in (none, *parts)]) for name in _ARRAYS}
    return replace(none, **arrays)  # type: ignore[arg-type]


def _mixed(values: NDArray[np.uint64]) -> NDArray[np.uint64]:
    """Scrambled values; as `nupp.kernel.mix`, for arrays."""
    with np.errstate(over="ignore"):
        values = values * _ODD
        values = (values ^ (values >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
        values = (values ^ (values >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return values ^ (values >> np.uint64(31))
