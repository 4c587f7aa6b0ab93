"""Training of the feed-forward networks that are compiled with the search, from labelled positions."""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from torch import nn

from nupp.evaluators.dense import MOST_UNITS
from nupp.evaluators.feedforward import FeedForward
from nupp.evaluators.inputs import MOST_INPUTS, MOST_STEPS, Inputs
from nupp.evaluators.layouts import sets_of_stages
from nupp.evaluators.patterns import images_of
from nupp.evaluators.stages import Stages, stages_of
from nupp.evaluators.strength import inputs_of, strength_of
from nupp.evaluators.weights import pack
from nupp.kernel import REALS, SHORTS, kernel
from nupp.learn.checkpoints import TrainingError
from nupp.learn.networks.models import DEVICE, seeded
from nupp.learn.networks.supervised import Supervised
from nupp.learn.recipes import FeedForwardRecipe
from nupp.learn.regression import LabelledPositions
from nupp.learn.training import for_network_of
from nupp.rules import Game
from nupp.rules.basics import Moves, States


class FeedForwardModel(nn.Module):  # type: ignore[misc]
    """The network of `nupp.evaluators.feedforward`, as PyTorch trains it.

    Input: int64 (positions, 1 + views * inputs.most), the set of weights of the last layer, and for each view
    the inputs, filled up with the number `inputs.count`. Output: float32 (positions), the
    expected share of the point for the side to move.
    """

    def __init__(self, inputs: Inputs[Any], sets: int, units: int, hidden: int) -> None:
        super().__init__()
        self.inputs, self.units = inputs, units
        self.rows = nn.EmbeddingBag(inputs.count + 1, units, mode="sum", padding_idx=inputs.count)
        nn.init.normal_(self.rows.weight, std=inputs.most**-0.5)
        self.begun = self.rows.weight.detach().clone()  # a resumed training draws the same
        self.bias = nn.Parameter(torch.zeros(units))
        self.inner = nn.Linear(inputs.views * units, hidden)
        self.last = nn.Linear(hidden, sets)
        nn.init.zeros_(self.last.weight)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        views = x[:, 1:].reshape(len(x) * self.inputs.views, -1)
        units = torch.relu(self.rows(views) + self.bias).reshape(len(x), -1)
        values = self.last(torch.relu(self.inner(units)))
        return torch.sigmoid(2 * values.gather(1, x[:, :1])).flatten()

    def evaluator(self, game: Game, stage_of: Sequence[int]) -> FeedForward:
        """The network as searches use it."""
        units, hidden, views = self.units, self.last.in_features, self.inputs.views
        lanes = SHORTS if self.inputs.steps > 0 else REALS  # so that states can keep sums
        room, inner_room = -(-units // lanes) * lanes, -(-hidden // REALS) * REALS
        rows = np.zeros((self.inputs.count + 1, room), np.float32)
        inner, inner_bias = np.zeros((views, room, inner_room), np.float32), np.zeros(inner_room, np.float32)
        last = np.zeros((self.last.out_features, 1 + inner_room), np.float32)
        rows[:-1, :units] = self._learnt_rows()[:-1]
        rows[-1, :units] = _numbers(self.bias)
        inner[:, :units, :hidden] = _numbers(self.inner.weight).T.reshape(views, units, hidden)
        inner_bias[:hidden] = _numbers(self.inner.bias)
        last[:, 0], last[:, 1 : 1 + hidden] = _numbers(self.last.bias), _numbers(self.last.weight)
        return FeedForward(
            game,
            self.inputs,
            stage_of,
            rows,
            inner.reshape(-1, inner_room),
            inner_bias,
            np.float32(FeedForward.unit) * last,
        )

    def _learnt_rows(self) -> NDArray[np.float32]:
        """The rows in the steps of the inputs; those that no position has asked for are 0."""
        rows, steps = _numbers(self.rows.weight).copy(), self.inputs.steps
        rows[(rows == _numbers(self.begun)).all(axis=1)] = 0
        if steps > 0:
            rows = np.clip(np.rint(rows * steps), -MOST_STEPS, MOST_STEPS).astype(np.float32)
            rows /= np.float32(steps)
        return rows


def _numbers(tensor: torch.Tensor) -> NDArray[np.float32]:
    found: NDArray[np.float32] = tensor.detach().cpu().numpy()
    return found


class FeedForwardTraining(Supervised[FeedForwardRecipe, LabelledPositions]):
    """A training of such a network; TrainingError if the game can have none.

    The last layer has as many sets of weights as the game's pattern networks have of tables. Each batch is
    shown as one of the symmetries of the game has it.
    """

    model: FeedForwardModel
    falling = True

    def __init__(
        self,
        game: Game,
        recipe: FeedForwardRecipe,
        positions: LabelledPositions,
        held_out: LabelledPositions,
    ) -> None:
        with for_network_of(game):
            self.inputs = inputs_of(game)
        if recipe.units * self.inputs.views > MOST_UNITS:
            most = MOST_UNITS // self.inputs.views
            raise TrainingError(
                f"units {recipe.units}: expected 1 to {most}, as both sides' views have as many"
            )
        self.stages = stages_of(game)
        self.stage_of = sets_of_stages(strength_of(game).layout, self.stages.count)
        self.images = images_of_inputs(game, self.inputs)
        sets = max(self.stage_of) + 1
        with seeded(recipe.seed):
            model = FeedForwardModel(self.inputs, sets, recipe.units, recipe.hidden).to(DEVICE)
        optimizer = torch.optim.Adam(model.parameters(), recipe.rate)
        recipe = dataclasses.replace(recipe, data=positions.digest)
        super().__init__(game, recipe, model, optimizer, positions, held_out)

    def examples(self, positions: LabelledPositions) -> tuple[NDArray[Any], NDArray[np.float32]]:
        found = encode(self.game, self.inputs, self.stages, self.stage_of, positions.states)
        if self.model.training:
            rng = np.random.default_rng([self.recipe.seed, self.progress.updates])
            found[:, 1:] = self.images[rng.integers(len(self.images))][found[:, 1:]]
        return found, ((1 + positions.targets) / 2).astype(np.float32)

    def network_file(self) -> bytes:
        return pack(self.model.evaluator(self.game, self.stage_of), self.game, self.about())


def images_of_inputs(game: Game, inputs: Inputs[Any]) -> NDArray[np.int64]:
    """The input that each symmetry of a game makes of each: int64 (images, inputs + 1).

    The last one stands for none, and stays.
    """
    if not inputs.are_placed:
        return np.arange(inputs.count + 1)[None]
    values = game.kinds.values
    cells = np.array(images_of(game))
    things = (cells[:, :, None] * values + np.arange(values)).reshape(len(cells), -1)
    return np.pad(things, ((0, 0), (0, 1)), constant_values=things.shape[1])


def encode(
    game: Game, inputs: Inputs[Any], stages: Stages[Any], stage_of: Sequence[int], states: States
) -> NDArray[np.int64]:
    """Positions as a `FeedForwardModel` takes them."""
    found = np.full((len(states), 1 + inputs.views * inputs.most), inputs.count)
    room = np.zeros(MOST_INPUTS, np.int64)
    write_inputs(game, inputs, stages, np.array(stage_of), np.ascontiguousarray(states), room, found)
    return found


@kernel
def write_inputs(
    game: Game,
    inputs: Inputs[Any],
    stages: Stages[Any],
    stage_of: NDArray[np.int64],
    states: States,
    room: Moves,
    found: NDArray[np.int64],
) -> None:
    """Write the set of weights and the inputs of each position to its row; room: for those of one view."""
    for i in range(len(states)):
        side, place, n = game.to_move(states[i]), 1, 0
        for view in range(inputs.views):
            n = inputs.list(game, states[i], side ^ view, room)
            for j in range(n):
                found[i, place + j] = room[j]
            place += inputs.most
        found[i, 0] = stage_of[stages.of(game, states[i], inputs.filled(game, states[i], n))]
