"""Training of the convolutional networks that are compiled with the search: from judged positions."""

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
from nupp.learn.checkpoints import TrainingError
from nupp.learn.networks.models import DEVICE, seeded
from nupp.learn.networks.supervised import Supervised
from nupp.learn.recipes import ConvolutionRecipe, require_units
from nupp.learn.regression import Judged
from nupp.rules import Game
from nupp.rules.basics import Moves, States


class ConvolutionModel(nn.Module):  # type: ignore[misc]
    """The network of `nupp.evaluators.convolution`, as PyTorch trains it.

    Input: uint8 (positions, height, width), kinds. Output: float32 (positions), the share of the point that
    the side to move may expect. The sums over the cells are divided by a tenth of their number, about that of
    the cells to which a channel answers, so that what comes next is of the size that layers begin with.
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
        """The network as searches have it."""

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


class ConvolutionTraining(Supervised[Judged]):
    """A training of such a network; each batch is shown as one of the symmetries of the game has it."""

    model: ConvolutionModel
    recipe: ConvolutionRecipe

    def examples(self, positions: Judged) -> tuple[NDArray[Any], NDArray[np.float32]]:
        kinds = kinds_of(self.game, positions.states)
        if self.model.training:
            images = plane_images(self.game)
            rng = np.random.default_rng([self.recipe.seed, self.progress.steps])
            kinds = kinds.reshape(len(kinds), -1)[:, images[rng.integers(len(images))]].reshape(kinds.shape)
        return kinds, ((1 + positions.targets) / 2).astype(np.float32)

    def before_step(self) -> None:
        """Let the rate fall, step by step, to nothing at the end of the last epoch."""
        batches = -(-len(self.data) // self.recipe.batch)
        left = max(0.0, 1 - self.progress.steps / (batches * self.recipe.epochs))
        for group in self.optimizer.param_groups:
            group["lr"] = left * self.recipe.rate

    def to_file(self) -> bytes:
        return pack(self.model.evaluator(scene_of(self.game)), self.game, self.told())


def begin(game: Game, shown: Judged, held_out: Judged, recipe: ConvolutionRecipe) -> ConvolutionTraining:
    """A training that has done nothing yet; TrainingError if the game can have no such network.

    Nor can any game have one of a size that `require_units` refuses.
    """
    require_units(recipe)
    try:
        scene = scene_of(game)
    except ValueError as error:
        raise TrainingError(f"no network for {game.spec}: {error}") from None
    with seeded(recipe.seed):
        cells = len(game.board)
        model = ConvolutionModel(scene.kinds, cells, recipe.channels, recipe.hidden).to(DEVICE)
    optimizer = torch.optim.Adam(model.parameters(), recipe.rate)
    recipe = dataclasses.replace(recipe, data=shown.digest)
    return ConvolutionTraining(game, recipe, model, optimizer, shown, held_out)


def kinds_of(game: Game, states: States) -> NDArray[np.uint8]:
    """What each place of a grid is to the side to move: uint8 (positions, height, width); see `Scene`."""
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
