"""Supervised training of networks that judge positions: epoch by epoch, with checkpoints between them."""

from __future__ import annotations

import dataclasses
import time
from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final, Generic, Protocol, Self, TypeVar

import numpy as np
import torch
from numpy.typing import NDArray
from torch import nn

from nupp.formats import replace_file
from nupp.learn.checkpoints import (
    TrainingError,
    checkpoint_of,
    is_done,
    ran_away,
    reading_checkpoint,
    write_checkpoint,
)
from nupp.learn.networks.models import (
    arrays_of,
    is_sound,
    on_device,
    optimizer_arrays,
    restore,
    restore_optimizer,
    seeded,
)
from nupp.learn.recipes import CnnRecipe, ConvolutionRecipe
from nupp.rules import Game

CHECKPOINT: Final = "nupp supervised 1"
TESTED: Final = 4096
"""Positions that are judged at once when errors are found."""


class Positions(Protocol):
    """Positions that can be counted, and of which some can be taken by their numbers."""

    def __len__(self) -> int: ...
    def __getitem__(self, rows: Any) -> Self: ...


P = TypeVar("P", bound=Positions)


@dataclass
class Progress:
    """How far a training has come, and seconds.

    error: the mean squared error of the last epoch, while it learnt. tested: of the positions that are not
    learnt from. right: the share of those of which the winner is told. Errors are those of the share of the
    point that a side gets.
    """

    epochs: int = 0
    steps: int = 0
    positions: int = 0
    seconds: float = 0.0
    error: float = 0.0
    tested: float | None = None
    right: float | None = None


@dataclass
class Supervised(ABC, Generic[P]):
    """A training: the network, and the positions from which it learns and on which it is tested."""

    game: Game
    recipe: CnnRecipe | ConvolutionRecipe
    model: nn.Module
    optimizer: torch.optim.Optimizer
    data: P
    held_out: P
    progress: Progress = field(default_factory=Progress)

    @abstractmethod
    def examples(self, positions: P) -> tuple[NDArray[Any], NDArray[np.float32]]:
        """What the network is shown of positions, and the shares of the point that it is to answer."""

    @abstractmethod
    def to_file(self) -> bytes:
        """The content of a file of the network, with all that is known of its training."""

    def told(self) -> dict[str, Any]:
        """What a file of the network tells of its training."""
        return dataclasses.asdict(self.recipe) | {"progress": vars(self.progress)}

    def learn_epoch(self) -> None:
        """Learn once from all positions; TrainingError, with the step, if the numbers run away."""
        seed, size, errors = self.recipe.seed * 1_000_003 + self.progress.epochs, self.recipe.batch, []
        order = np.random.default_rng(seed).permutation(len(self.data))
        self.model.train()
        with seeded(seed):  # of dropout
            for begin in range(0, len(order), size):
                batch = self.data[order[begin : begin + size]]
                errors.append(self._step(batch) * len(batch))
                self.progress.positions += len(batch)
        self._require_sound()
        self.progress.epochs += 1
        self.progress.error = sum(errors) / len(self.data)
        if len(self.held_out):
            self.progress.tested, self.progress.right = self.test(self.held_out)

    def before_step(self) -> None:
        """What is done before every step; here nothing."""

    def _step(self, batch: P) -> float:
        self.before_step()
        shown, wanted = on_device(self.examples(batch))
        loss = torch.mean((self.model(shown) - wanted) ** 2)
        self.optimizer.zero_grad()
        loss.backward()
        self.optimizer.step()
        self.progress.steps += 1
        found = float(loss.detach())
        if not np.isfinite(found):
            raise self._ran_away()
        return found

    def _require_sound(self) -> None:
        """TrainingError if the last step has left numbers that are not finite: no error tells of it yet."""
        self.model.eval()  # shown as they are, without what training does to them
        (shown,) = on_device([self.examples(self.data[: self.recipe.batch])[0]])
        if not is_sound(self.model, shown):
            raise self._ran_away()

    def _ran_away(self) -> TrainingError:
        step = f"epoch {self.progress.epochs + 1}, step {self.progress.steps}"
        return ran_away(self.game, step, self.recipe.rate)

    def test(self, positions: P) -> tuple[float, float]:
        """The mean squared error on some positions, and the share of decided ones whose winner it tells."""
        self.model.eval()
        found, wanted = list[NDArray[np.float32]](), list[NDArray[np.float32]]()
        with torch.inference_mode():
            for first in range(0, len(positions), TESTED):
                shown, answers = self.examples(positions[first : first + TESTED])
                found.append(self.model(*on_device([shown])).cpu().numpy())
                wanted.append(answers)
        answered, expected = np.concatenate(found), np.concatenate(wanted)
        decided = expected != 0.5
        right = ((answered > 0.5) == (expected > 0.5))[decided]
        return float(np.mean((answered - expected) ** 2)), float(np.mean(right)) if decided.any() else 0.0


def save_checkpoint(training: Supervised[Any], path: Path) -> None:
    """Write all of a training but its data to a file, whole or not at all; OSError if that fails."""
    arrays = arrays_of(training.model, "model") | optimizer_arrays(training.optimizer)
    write_checkpoint(path, CHECKPOINT, training, arrays)


def restore_checkpoint(training: Supervised[Any], path: Path) -> None:
    """Bring a training that has done nothing yet to where the one in a file is.

    The number of its epochs may be another one, unless what an epoch does depends on it, as in the recipe of
    a convolutional network for the search. TrainingError and OSError as `reading_checkpoint` has them.
    """
    free = "epochs" if isinstance(training.recipe, CnnRecipe) else ""
    with reading_checkpoint(path, CHECKPOINT, training, except_for=free) as (progress, arrays):
        restore(training.model, arrays, "model")
        restore_optimizer(training.optimizer, arrays)
        training.progress = Progress(**progress)


def carry_on(
    training: Supervised[Any],
    out: Path,
    seconds: float | None,
    report: Callable[[Supervised[Any]], object] = lambda training: None,
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
