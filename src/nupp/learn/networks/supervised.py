"""Supervised training of the thesis's network: from positions of games to how they ended."""

from __future__ import annotations

import dataclasses
import hashlib
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

import numpy as np
import torch
from numpy.typing import NDArray
from torch import nn

from nupp.evaluators.networks import pack
from nupp.evaluators.networks.planes import shape_seen
from nupp.formats import replace_file
from nupp.games import Game
from nupp.learn.checkpoints import (
    TrainingError,
    checkpoint_of,
    is_done,
    ran_away,
    reading_checkpoint,
    write_checkpoint,
)
from nupp.learn.datasets import Dataset
from nupp.learn.networks.models import (
    DEVICE,
    Shape,
    TorchNetwork,
    arrays_of,
    on_device,
    restore,
    seeded,
    thesis_network,
    to_file,
)
from nupp.learn.networks.recipes import CnnRecipe

CHECKPOINT: Final = "nupp cnn 1"
TESTED: Final = 4096
"""Positions that are judged at once when errors are found."""


@dataclass
class Progress:
    """How far a training has come, and seconds.

    error: the mean squared error of the last epoch, while it learnt. tested: of the positions that are not
    learnt from. right: the share of those of which the winner is told. Errors are those of the share of the
    point that the first side gets.
    """

    epochs: int = 0
    steps: int = 0
    positions: int = 0
    seconds: float = 0.0
    error: float = 0.0
    tested: float | None = None
    right: float | None = None


@dataclass
class Supervised:
    """A training: the network, and the positions from which it learns and on which it is tested."""

    game: Game
    recipe: CnnRecipe
    model: nn.Module
    optimizer: torch.optim.Optimizer
    data: Dataset
    held_out: Dataset
    progress: Progress = field(default_factory=Progress)

    def to_file(self) -> bytes:
        """The content of a file of the network, with all that is known of its training."""
        recipe = dataclasses.asdict(self.recipe) | {"progress": vars(self.progress)}
        return pack(to_file(self.game, "absolute", None, self.model, recipe))

    def learn_epoch(self) -> None:
        """Learn once from all positions; TrainingError, with the step, if the numbers run away."""
        one, errors = self.recipe, []
        self.model.train()
        with seeded(one.seed * 1_000_003 + self.progress.epochs):  # of dropout
            for batch in self.data.batches(one.batch, seed=one.seed * 1_000_003 + self.progress.epochs):
                errors.append(self._step(batch) * len(batch))
                self.progress.positions += len(batch)
        self.progress.epochs += 1
        self.progress.error = sum(errors) / len(self.data)
        if len(self.held_out):
            self.progress.tested, self.progress.right = self.test(self.held_out)

    def _step(self, batch: Dataset) -> float:
        planes, wanted = on_device([batch.absolute_planes(), shares_of(batch)])
        loss = torch.mean((self.model(planes) - wanted) ** 2)
        self.optimizer.zero_grad()
        loss.backward()
        self.optimizer.step()
        self.progress.steps += 1
        found = float(loss.detach())
        if not np.isfinite(found):
            step = f"epoch {self.progress.epochs + 1}, step {self.progress.steps}"
            raise ran_away(self.game, step, self.recipe.rate)
        return found

    def test(self, data: Dataset) -> tuple[float, float]:
        """The mean squared error on some positions, and the share of decided ones whose winner it tells."""
        network = TorchNetwork(self.game, "absolute", None, self.model)
        parts = [data[i : i + TESTED] for i in range(0, len(data), TESTED)]
        found = np.concatenate([network.run(part.absolute_planes()).values for part in parts])
        wanted = shares_of(data)
        decided = wanted != 0.5
        right = (found > 0.5) == (wanted > 0.5)
        return float(np.mean((found - wanted) ** 2)), float(np.mean(right[decided])) if decided.any() else 0.0


def shares_of(data: Dataset) -> NDArray[np.float32]:
    """The share of the point that the first side got in the games of some positions."""
    return ((1 + data.results * (1 - 2 * data.sides)) / 2).astype(np.float32)


def digest_of(data: Dataset) -> str:
    """What tells one set of positions from others."""
    whole = hashlib.sha256(np.ascontiguousarray(data.states).tobytes())
    whole.update(data.results.tobytes())
    return whole.hexdigest()[:16]


def begin(data: Dataset, recipe: CnnRecipe) -> Supervised:
    """A training that has done nothing yet; TrainingError if the game or the positions allow none."""
    game = data.game
    try:
        planes = shape_seen(game, "absolute")
    except ValueError as error:
        raise TrainingError(f"no network for {game.spec}: {error}") from None
    learnt, held_out = data.split(recipe.validation, recipe.seed)
    if not len(learnt):
        raise TrainingError(f"the data holds {len(data)} positions: expected some to learn from")
    with seeded(recipe.seed):
        model = thesis_network(planes, Shape(recipe.filters, recipe.dense, recipe.dropout)).to(DEVICE)
    recipe = dataclasses.replace(recipe, data=digest_of(data))
    return Supervised(game, recipe, model, torch.optim.SGD(model.parameters(), recipe.rate), learnt, held_out)


def save_checkpoint(training: Supervised, path: Path) -> None:
    """Write all of a training but its data to a file, whole or not at all; OSError if that fails."""
    write_checkpoint(path, CHECKPOINT, training, arrays_of(training.model, "model"))


def load_checkpoint(data: Dataset, recipe: CnnRecipe, path: Path) -> Supervised:
    """The training that a file holds; the number of its epochs may be another than that of the recipe.

    TrainingError and OSError as `reading_checkpoint` has them.
    """
    training = begin(data, recipe)
    with reading_checkpoint(path, CHECKPOINT, training, except_for="epochs") as (progress, arrays):
        restore(training.model, arrays, "model")
        training.progress = Progress(**progress)
    return training


def carry_on(
    training: Supervised,
    out: Path,
    seconds: float | None,
    report: Callable[[Supervised], object] = lambda training: None,
) -> None:
    """Learn for the epochs of the recipe, or until the time is over, and write the network.

    A checkpoint is written after every epoch. OSError if a file cannot be written, and TrainingError if the
    numbers run away; the last good checkpoint is then left as it was.
    """
    progress = training.progress
    spent, began = progress.seconds, time.perf_counter()
    while progress.epochs < training.recipe.epochs and not is_done(progress, None, seconds):
        training.learn_epoch()
        progress.seconds = spent + time.perf_counter() - began
        save_checkpoint(training, checkpoint_of(out))
        report(training)
    replace_file(out, training.to_file())
