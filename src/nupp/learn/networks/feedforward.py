"""Training of the feed-forward networks that are compiled with the search, from labelled positions."""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from torch import nn

from nupp.evaluators.contract import MOST_CELLS
from nupp.evaluators.feedforward import FeedForward, count_inputs
from nupp.evaluators.layouts import sets_of_stages
from nupp.evaluators.patterns import images_of
from nupp.evaluators.stages import Stages, stages_of
from nupp.evaluators.strength import strength_of
from nupp.evaluators.weights import pack
from nupp.kernel import REALS, kernel
from nupp.learn.networks.models import DEVICE, seeded
from nupp.learn.networks.supervised import Supervised
from nupp.learn.recipes import FeedForwardRecipe
from nupp.learn.regression import LabelledPositions
from nupp.learn.training import for_network_of
from nupp.rules import Game
from nupp.rules.basics import Moves, States


class FeedForwardModel(nn.Module):  # type: ignore[misc]
    """The network of `nupp.evaluators.feedforward`, as PyTorch trains it.

    Input: int64 (positions, 1 + cells), the set of weights of the last layer, and the things on the board,
    filled up with the number `things`. Output: float32 (positions), the expected share of the point for the
    side to move.
    """

    def __init__(self, things: int, cells: int, sets: int, units: int, hidden: int) -> None:
        super().__init__()
        self.things = things
        self.rows = nn.EmbeddingBag(things + 1, units, mode="sum", padding_idx=things)
        nn.init.normal_(self.rows.weight, std=cells**-0.5)
        self.bias = nn.Parameter(torch.zeros(units))
        self.inner = nn.Linear(units, hidden)
        self.last = nn.Linear(hidden, sets)
        nn.init.zeros_(self.last.weight)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        units = torch.relu(self.rows(x[:, 1:]) + self.bias)
        values = self.last(torch.relu(self.inner(units)))
        return torch.sigmoid(2 * values.gather(1, x[:, :1])).flatten()

    def evaluator(self, game: Game, stage_of: Sequence[int]) -> FeedForward:
        """The network as searches use it."""

        def numbers(tensor: torch.Tensor) -> NDArray[np.float32]:
            found: NDArray[np.float32] = tensor.detach().cpu().numpy()
            return found

        units, hidden = self.inner.in_features, self.last.in_features
        room, inner_room = (-(-count // REALS) * REALS for count in (units, hidden))
        rows = np.zeros((self.things + 1, room), np.float32)
        inner, inner_bias = np.zeros((room, inner_room), np.float32), np.zeros(inner_room, np.float32)
        last = np.zeros((self.last.out_features, 1 + inner_room), np.float32)
        rows[:-1, :units] = numbers(self.rows.weight)[:-1]
        rows[-1, :units] = numbers(self.bias)
        inner[:units, :hidden] = numbers(self.inner.weight).T
        inner_bias[:hidden] = numbers(self.inner.bias)
        last[:, 0], last[:, 1 : 1 + hidden] = numbers(self.last.bias), numbers(self.last.weight)
        return FeedForward(game, stage_of, rows, inner, inner_bias, np.float32(FeedForward.unit) * last)


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
            things = count_inputs(game)
        self.stages = stages_of(game)
        self.stage_of = sets_of_stages(strength_of(game).layout, self.stages.count)
        self.images = images_of_things(game)
        cells, sets = len(game.board), max(self.stage_of) + 1
        with seeded(recipe.seed):
            model = FeedForwardModel(things, cells, sets, recipe.units, recipe.hidden).to(DEVICE)
        optimizer = torch.optim.Adam(model.parameters(), recipe.rate)
        recipe = dataclasses.replace(recipe, data=positions.digest)
        super().__init__(game, recipe, model, optimizer, positions, held_out)

    def examples(self, positions: LabelledPositions) -> tuple[NDArray[Any], NDArray[np.float32]]:
        inputs = inputs_of(self.game, self.stages, self.stage_of, positions.states)
        if self.model.training:
            rng = np.random.default_rng([self.recipe.seed, self.progress.updates])
            inputs[:, 1:] = self.images[rng.integers(len(self.images))][inputs[:, 1:]]
        return inputs, ((1 + positions.targets) / 2).astype(np.float32)

    def network_file(self) -> bytes:
        return pack(self.model.evaluator(self.game, self.stage_of), self.game, self.about())


def images_of_things(game: Game) -> NDArray[np.int64]:
    """The thing that each symmetry of a game makes of each: int64 (images, things + 1).

    The last one stands for none, and stays.
    """
    values = game.kinds.values
    cells = np.array(images_of(game))
    things = (cells[:, :, None] * values + np.arange(values)).reshape(len(cells), -1)
    return np.pad(things, ((0, 0), (0, 1)), constant_values=things.shape[1])


def inputs_of(game: Game, stages: Stages[Any], stage_of: Sequence[int], states: States) -> NDArray[np.int64]:
    """The inputs of a `FeedForwardModel` for positions."""
    found = np.full((len(states), 1 + len(game.board)), count_inputs(game))
    room = np.zeros(MOST_CELLS, np.int64)
    fill_inputs(game, stages, np.array(stage_of), np.ascontiguousarray(states), room, found)
    return found


@kernel
def fill_inputs(
    game: Game,
    stages: Stages[Any],
    stage_of: NDArray[np.int64],
    states: States,
    room: Moves,
    found: NDArray[np.int64],
) -> None:
    """Write the set of weights and the things of each position to its row; room: for those of one."""
    for i in range(len(states)):
        filled = game.contents(states[i], room)
        found[i, 0] = stage_of[stages.of(game, states[i], filled)]
        for place in range(filled):
            found[i, 1 + place] = room[place]
