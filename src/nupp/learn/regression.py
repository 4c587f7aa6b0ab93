"""Labelled positions, from searches and results of games; pattern networks that learn from them."""

from __future__ import annotations

import dataclasses
import hashlib
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from nupp.kernel import kernel
from nupp.learn.checkpoints import TrainingError, uninterrupted
from nupp.learn.datafile import Reader
from nupp.learn.datasets import Dataset
from nupp.learn.fitting import PatternTraining, error_of
from nupp.learn.recipes import RegressionRecipe
from nupp.rules import Game
from nupp.rules.basics import Moves, States
from nupp.search.scores import WIN
from nupp.search.tactics import Tactics, tactics_of

HELD_OUT = 0.05
"""The share of the games that is held out for tests."""
_CHUNK: Final = 16_384
"""The positions whose states are at a time those of searches, which may be much larger."""


@dataclasses.dataclass(frozen=True)
class LabelledPositions:
    """Positions, and float32 their expected results for the side to move, from -1 to 1."""

    states: States
    targets: NDArray[np.float32]

    def __len__(self) -> int:
        return len(self.states)

    def __getitem__(self, rows: Any) -> LabelledPositions:
        """Some of the positions: a slice, numbers, or a mask."""
        return LabelledPositions(self.states[rows], self.targets[rows])

    @property
    def digest(self) -> str:
        """A digest of the positions and targets."""
        content = hashlib.sha256(self.states.tobytes())
        content.update(self.targets.tobytes())
        return content.hexdigest()[:16]


def read_labelled(
    paths: Sequence[Path], game: Game, mixture: float
) -> tuple[LabelledPositions, LabelledPositions]:
    """Positions of files of `nupp selfplay` to learn from, and those held out, which are of other games.

    Positions that searches do not evaluate are left out; see `evaluated`.

    mixture: the share of the game's result in a target; the rest is the value that the search found.
    DataError for a file that is not of this game, TrainingError if there is nothing to learn from.
    """
    data = Dataset.read(paths, game)
    data = data[evaluated(game, data.states)]
    scales = np.array([_scale_of(path) for path in paths])
    positions, held_out = (_labelled(half, scales[half.files], mixture) for half in data.split(HELD_OUT))
    if len(positions.states) == 0:
        raise TrainingError(
            f"{len(data)} positions, and none to learn from, as one game in {round(1 / HELD_OUT)} is held "
            "out: expected more games"
        )
    return positions, held_out


def _scale_of(path: Path) -> float:
    """The scale of the values in a file; TrainingError if they have none."""
    with Reader(path) as reader:
        scale, spec = reader.header["scale"], reader.header["player"]
    if scale is None:
        raise TrainingError(
            f"{str(path)!r}: the evaluator of {spec} has no scale, so that its values cannot be turned into "
            "results: expected one that has"
        )
    return float(scale)


def _labelled(data: Dataset, scales: NDArray[np.float64], mixture: float) -> LabelledPositions:
    """Positions with targets: values as results, as in `players/expectation.py`, and results of games."""
    sure = np.abs(data.values) >= WIN
    expected = np.where(sure, np.sign(data.values), data.values / (np.abs(data.values) + scales))
    targets = (1 - mixture) * expected + mixture * data.results
    return LabelledPositions(data.states, targets.astype(np.float32))


def evaluated(game: Game, states: States) -> NDArray[np.bool_]:
    """True for each position that searches evaluate: not all moves are forcing, nor is a reply forced."""
    tactics, found = tactics_of(game), np.zeros(len(states), np.bool_)
    room = np.zeros(game.max_moves, np.int64)
    for first in range(0, len(states), _CHUNK):
        some = slice(first, first + _CHUNK)
        find_evaluated(tactics.game, tactics, tactics.states(states[some]), room, found[some])
    return found


@kernel
def find_evaluated(
    game: Game, tactics: Tactics[Any], states: States, moves: Moves, found: NDArray[np.bool_]
) -> None:
    """Write to `found` what `evaluated` returns; moves: room for those of a position."""
    for i in range(len(states)):
        total = game.count_moves(states[i], moves)
        is_forced = tactics.forced_replies(states[i], moves) == 1
        found[i] = not is_forced and game.forcing_moves(states[i], moves) < total


class RegressionTraining(PatternTraining[RegressionRecipe]):
    """A training of a pattern network from labelled positions, in batches and an order drawn from its seed.

    After each pass through all positions it is tested on those held out.
    """

    def __init__(
        self,
        game: Game,
        recipe: RegressionRecipe,
        positions: LabelledPositions,
        held_out: LabelledPositions,
    ) -> None:
        super().__init__(game, dataclasses.replace(recipe, data=positions.digest))
        self.positions, self.held_out, self.held_out_positions = positions, held_out, len(held_out)
        self._pass, self._order = -1, np.zeros(0, np.int64)

    def step(self) -> None:
        batch, count = self.recipe.batch, len(self.positions)
        number, place = divmod(self.progress.steps, -(-count // batch))
        if number != self._pass:
            self._pass, self._order = (
                number,
                np.random.default_rng([self.recipe.seed, number]).permutation(count),
            )
        chosen = self.positions[self._order[place * batch : (place + 1) * batch]]
        with uninterrupted():
            self.learn(chosen.states, chosen.targets)
            if (place + 1) * batch >= count and self.held_out_positions:
                held_out = self.held_out
                self.progress.tested = error_of(self.game, self.network, held_out.states, held_out.targets)
