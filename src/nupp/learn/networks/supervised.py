"""Supervised training of networks that value positions, epoch by epoch."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping
from typing import Any, ClassVar, Final, Generic, Protocol, Self, TypeVar

import numpy as np
import torch
from numpy.typing import NDArray
from torch import nn

from nupp.learn.networks.models import (
    arrays_of,
    is_sound,
    on_device,
    optimizer_arrays,
    restore,
    restore_optimizer,
    seeded,
)
from nupp.learn.recipes import SupervisedRecipe
from nupp.learn.training import Arrays, Training
from nupp.rules import Game

TESTED: Final = 4096
"""Positions that are evaluated at once when errors are measured."""


class Positions(Protocol):
    """Positions that can be counted, and of which some can be taken by their numbers."""

    def __len__(self) -> int: ...
    def __getitem__(self, rows: Any) -> Self: ...


P = TypeVar("P", bound=Positions)
R = TypeVar("R", bound=SupervisedRecipe)


class Supervised(Training[R], Generic[R, P]):
    """A training of a model from `positions`, which is tested on those held out."""

    unit, units = "epoch", "epochs"
    falling: ClassVar[bool] = False
    """True if the rate falls, update by update, to zero at the end of the last epoch."""

    def __init__(
        self,
        game: Game,
        recipe: R,
        model: nn.Module,
        optimizer: torch.optim.Optimizer,
        positions: P,
        held_out: P,
    ) -> None:
        super().__init__(game, recipe)
        self.model, self.optimizer, self.positions, self.held_out = model, optimizer, positions, held_out
        self.last_step, self.held_out_positions = recipe.epochs, len(held_out)

    @abstractmethod
    def examples(self, positions: P) -> tuple[NDArray[Any], NDArray[np.float32]]:
        """The inputs of the network for some positions, and the wanted shares of the point."""

    def step(self) -> None:
        seed, size, errors = self.recipe.seed * 1_000_003 + self.progress.steps, self.recipe.batch, []
        order = np.random.default_rng(seed).permutation(len(self.positions))
        self.model.train()
        with seeded(seed):  # of dropout
            for first in range(0, len(order), size):
                batch = self.positions[order[first : first + size]]
                errors.append(self._update(batch) * len(batch))
                self.progress.positions += len(batch)
        self._require_sound()
        self.progress.error = sum(errors) / len(self.positions)
        if self.held_out_positions:
            self.progress.tested, self.progress.right = self.test(self.held_out)
        self.progress.steps += 1

    def state(self) -> Arrays:
        return arrays_of(self.model, "model") | optimizer_arrays(self.optimizer)

    def restore(self, arrays: Mapping[str, NDArray[Any]]) -> None:
        restore(self.model, arrays, "model")
        restore_optimizer(self.optimizer, arrays)

    def _lower_rate(self) -> None:
        batches = -(-len(self.positions) // self.recipe.batch)
        left = max(0.0, 1 - self.progress.updates / (batches * self.recipe.epochs))
        for group in self.optimizer.param_groups:
            group["lr"] = left * self.recipe.rate

    def _update(self, batch: P) -> float:
        if self.falling:
            self._lower_rate()
        inputs, wanted = on_device(self.examples(batch))
        loss = torch.mean((self.model(inputs) - wanted) ** 2)
        self.optimizer.zero_grad()
        loss.backward()
        self.optimizer.step()
        self.progress.updates += 1
        found = float(loss.detach())
        if not np.isfinite(found):
            raise self.ran_away(f"step {self.progress.updates}")
        return found

    def _require_sound(self) -> None:
        """Raise a TrainingError if the last update left weights that are not finite; no error shows it."""
        self.model.eval()  # inputs as they are, without what training does to them
        (inputs,) = on_device([self.examples(self.positions[: self.recipe.batch])[0]])
        if not is_sound(self.model, inputs):
            raise self.ran_away(f"step {self.progress.updates}")

    def test(self, positions: P) -> tuple[float, float]:
        """The mean squared error on positions, and the share of decided ones whose winner is predicted."""
        self.model.eval()
        found, wanted = list[NDArray[np.float32]](), list[NDArray[np.float32]]()
        with torch.inference_mode():
            for first in range(0, len(positions), TESTED):
                inputs, answers = self.examples(positions[first : first + TESTED])
                found.append(self.model(*on_device([inputs])).cpu().numpy())
                wanted.append(answers)
        answered, expected = np.concatenate(found), np.concatenate(wanted)
        decided = expected != 0.5
        right = ((answered > 0.5) == (expected > 0.5))[decided]
        return float(np.mean((answered - expected) ** 2)), float(np.mean(right)) if decided.any() else 0.0
