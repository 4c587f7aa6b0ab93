"""Training of the thesis's network: from positions of games to how they ended."""

from __future__ import annotations

import dataclasses
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray

from nupp.evaluators.networks import pack
from nupp.evaluators.networks.planes import shape_seen
from nupp.learn.checkpoints import TrainingError
from nupp.learn.datasets import Dataset
from nupp.learn.networks.models import DEVICE, Shape, require_room, seeded, thesis_network, to_file
from nupp.learn.networks.supervised import Supervised
from nupp.learn.recipes import CnnRecipe
from nupp.learn.regression import Judged


class ThesisTraining(Supervised[Dataset]):
    """A training of the thesis's network, which is shown absolute planes."""

    def examples(self, positions: Dataset) -> tuple[NDArray[Any], NDArray[np.float32]]:
        shares = (1 + positions.results * (1 - 2 * positions.sides)) / 2
        return positions.absolute_planes(), shares.astype(np.float32)

    def to_file(self) -> bytes:
        return pack(to_file(self.game, "absolute", None, self.model, self.told()))


def begin(data: Dataset, recipe: CnnRecipe) -> ThesisTraining:
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
    require_room(model)
    recipe = dataclasses.replace(recipe, data=Judged(data.states, data.results).digest)
    optimizer = torch.optim.SGD(model.parameters(), recipe.rate)
    return ThesisTraining(game, recipe, model, optimizer, learnt, held_out)
