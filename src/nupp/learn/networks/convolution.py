"""Training of the convolutional networks that are compiled with the search, from labelled positions."""

from __future__ import annotations

import dataclasses
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from torch import nn

from nupp.evaluators.convolution import AROUND, Convolution
from nupp.evaluators.networks.planes import grid_of, plane_images
from nupp.evaluators.scenes import WALL, Scene
from nupp.evaluators.strength import scene_of
from nupp.evaluators.weights import pack
from nupp.kernel import REALS, kernel
from nupp.learn.networks.models import DEVICE, seeded
from nupp.learn.networks.supervised import Supervised
from nupp.learn.recipes import ConvolutionRecipe
from nupp.learn.regression import LabelledPositions
from nupp.learn.training import for_network_of
from nupp.rules import Game
from nupp.rules.basics import Moves, States


class ConvolutionModel(nn.Module):  # type: ignore[misc]
    """The network of `nupp.evaluators.convolution`, as PyTorch trains it.

    Input: uint8 (positions, height, width), kinds. Output: float32 (positions), the expected share of the
    point for the side to move. Sums over the cells are divided by a tenth of the number of cells, about that
    to which a channel answers, so that the next layer's inputs have the size for which it is initialised.
    """

    def __init__(self, kinds: int, cells: int, channels: int, hidden: int) -> None:
        super().__init__()
        self.kinds, self.share = kinds, 10 / cells
        self.convolution = nn.Conv2d(kinds - 1, channels, 3, padding=1)
        self.inner = nn.Linear(channels, hidden)
        self.last = nn.Linear(hidden, 1)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        seen = nn.functional.one_hot(x.long(), self.kinds)[..., 1:].permute(0, 3, 1, 2).float()
        found = torch.relu(self.convolution(seen)) * (x != WALL).unsqueeze(1)
        units = torch.relu(self.inner(self.share * found.sum((2, 3))))
        return torch.sigmoid(2 * self.last(units)).flatten()

    def evaluator(self, scene: Scene[Any]) -> Convolution:
        """The network as searches use it."""

        def numbers(tensor: torch.Tensor) -> NDArray[np.float32]:
            found: NDArray[np.float32] = tensor.detach().cpu().numpy()
            return found

        channels, hidden = self.convolution.out_channels, self.last.in_features
        room, inner_room = (-(-units // REALS) * REALS for units in (channels, hidden))
        rows = np.zeros((1 + AROUND * self.kinds, room), np.float32)
        inner, inner_bias = np.zeros((room, inner_room), np.float32), np.zeros(inner_room, np.float32)
        last = np.zeros(1 + inner_room, np.float32)
        rows[0, :channels] = numbers(self.convolution.bias)
        weights = numbers(self.convolution.weight)[:, :, ::-1]  # rows from the lower one
        rows[1 + AROUND :, :channels] = weights.transpose(1, 2, 3, 0).reshape(-1, channels)
        inner[:channels, :hidden] = np.float32(self.share) * numbers(self.inner.weight).T
        inner_bias[:hidden] = numbers(self.inner.bias)
        last[0], last[1 : 1 + hidden] = numbers(self.last.bias)[0], numbers(self.last.weight)[0]
        return Convolution(scene, rows, inner, inner_bias, np.float32(Convolution.unit) * last)


class ConvolutionTraining(Supervised[ConvolutionRecipe, LabelledPositions]):
    """A training of such a network; TrainingError if the game can have none.

    Each batch is shown as one of the symmetries of the game has it.
    """

    model: ConvolutionModel
    falling = True

    def __init__(
        self,
        game: Game,
        recipe: ConvolutionRecipe,
        positions: LabelledPositions,
        held_out: LabelledPositions,
    ) -> None:
        with for_network_of(game):
            kinds = scene_of(game).kinds
        with seeded(recipe.seed):
            model = ConvolutionModel(kinds, len(game.board), recipe.channels, recipe.hidden).to(DEVICE)
        optimizer = torch.optim.Adam(model.parameters(), recipe.rate)
        recipe = dataclasses.replace(recipe, data=positions.digest)
        super().__init__(game, recipe, model, optimizer, positions, held_out)

    def examples(self, positions: LabelledPositions) -> tuple[NDArray[Any], NDArray[np.float32]]:
        kinds = kinds_of(self.game, positions.states)
        if self.model.training:
            images = plane_images(self.game)
            rng = np.random.default_rng([self.recipe.seed, self.progress.updates])
            kinds = kinds.reshape(len(kinds), -1)[:, images[rng.integers(len(images))]].reshape(kinds.shape)
        return kinds, ((1 + positions.targets) / 2).astype(np.float32)

    def network_file(self) -> bytes:
        return pack(self.model.evaluator(scene_of(self.game)), self.game, self.about())


def kinds_of(game: Game, states: States) -> NDArray[np.uint8]:
    """The kinds of the places, for the side to move: uint8 (positions, height, width); see `Scene`."""
    scene, grid = scene_of(game), grid_of(game)
    found = np.zeros((len(states), grid.height * grid.width), np.uint8)
    fill_kinds(
        game, scene, np.ascontiguousarray(states), grid.places, np.zeros(scene.length, np.int64), found
    )
    return found.reshape(len(states), grid.height, grid.width)


@kernel
def fill_kinds(
    game: Game,
    scene: Scene[Any],
    states: States,
    places: NDArray[np.int64],
    frame: Moves,
    found: NDArray[np.uint8],
) -> None:
    """Fill `found` (positions, places), all of them walls, with the kinds of the cells."""
    for i in range(len(states)):
        scene.write(game, states[i], frame)
        for cell in range(len(places)):
            found[i, places[cell]] = frame[scene.places[cell]]
