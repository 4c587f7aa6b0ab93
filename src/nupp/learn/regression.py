"""Learning from positions that others have judged: searches that looked ahead, and the results of games."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from nupp.learn.checkpoints import TrainingError, uninterrupted
from nupp.learn.datafile import Reader
from nupp.learn.datasets import Dataset
from nupp.learn.fitting import error_of
from nupp.learn.recipes import RegressionRecipe
from nupp.learn.training import Training
from nupp.rules import Game
from nupp.rules.basics import States
from nupp.search.scores import WIN

HELD_OUT = 0.05
"""The share of the games on which a network is only tested."""


@dataclass(frozen=True)
class Judged:
    """Positions, and float32 their expected results for the side to move, from -1 to 1."""

    states: States
    targets: NDArray[np.float32]

    def __len__(self) -> int:
        return len(self.states)

    def __getitem__(self, rows: Any) -> Judged:
        """Some of the positions: a slice, numbers, or a mask."""
        return Judged(self.states[rows], self.targets[rows])

    @property
    def digest(self) -> str:
        """What tells these positions and targets from others."""
        content = hashlib.sha256(self.states.tobytes())
        content.update(self.targets.tobytes())
        return content.hexdigest()[:16]


def read_judged(paths: Sequence[Path], game: Game, mixture: float) -> tuple[Judged, Judged]:
    """The positions of files of `nupp selfplay` to learn from, and those to be tested on, of other games.

    mixture: how much the result of a game counts against the value that the search found. DataError for a
    file that is none of this game, and TrainingError if there is nothing to learn from.
    """
    data = Dataset.read(paths, game)
    scales = np.array([_scale_of(path) for path in paths])
    shown, held_out = (_judged(half, scales[half.files], mixture) for half in data.split(HELD_OUT))
    if len(shown.states) == 0:
        raise TrainingError(
            f"{len(data)} positions, and none to learn from, as one game in {round(1 / HELD_OUT)} is only "
            "tested on: expected more games"
        )
    return shown, held_out


def _scale_of(path: Path) -> float:
    """The scale of the values in a file; TrainingError if they have none."""
    with Reader(path) as reader:
        scale, judge = reader.header["scale"], reader.header["player"]
    if scale is None:
        raise TrainingError(
            f"{str(path)!r}: the evaluator of {judge} has no scale, so that its values cannot be turned into "
            "results: expected one that has"
        )
    return float(scale)


def _judged(data: Dataset, scales: NDArray[np.float64], mixture: float) -> Judged:
    """Values as results, as `players/expectation.py` has it, mixed with the results of the games."""
    sure = np.abs(data.values) >= WIN
    expected = np.where(sure, np.sign(data.values), data.values / (np.abs(data.values) + scales))
    targets = (1 - mixture) * expected + mixture * data.results
    return Judged(data.states, targets.astype(np.float32))


def regress(
    training: Training[RegressionRecipe], shown: Judged, held_out: Judged
) -> Iterator[Training[RegressionRecipe]]:
    """Fit a network to judged positions without end, in batches and an order that its seed decides.

    Each round goes through all positions once, and ends with a test on those that were held out.
    """
    batch, count = training.recipe.batch, len(shown.states)
    rounds, skipped = divmod(training.progress.batches, -(-count // batch))
    while True:
        order = np.random.default_rng([training.recipe.seed, rounds]).permutation(count)
        for first in range(skipped * batch, count, batch):
            chosen = order[first : first + batch]
            with uninterrupted():
                training.learn(shown.states[chosen], shown.targets[chosen])
                if first + batch >= count and len(held_out.states):
                    network = training.network
                    tested = error_of(training.game, network, held_out.states, held_out.targets)
                    training.progress.tested = tested
            yield training
        rounds, skipped = rounds + 1, 0
