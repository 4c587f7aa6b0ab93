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
from nupp.learn.regression import LabelledPositions
from nupp.learn.training import for_network_of


class ThesisTraining(Supervised[CnnRecipe, Dataset]):
    """A training of the thesis's network on absolute planes.

    TrainingError if the game or the positions allow none.
    """

    def __init__(self, data: Dataset, recipe: CnnRecipe) -> None:
        with for_network_of(data.game):
            planes = shape_seen(data.game, "absolute")
        positions, held_out = data.split(recipe.validation, recipe.seed)
        if not len(positions):
            raise TrainingError(f"the data holds {len(data)} positions: expected some to learn from")
        with seeded(recipe.seed):
            model = thesis_network(planes, Shape(recipe.filters, recipe.dense, recipe.dropout)).to(DEVICE)
        require_room(model)
        recipe = dataclasses.replace(recipe, data=LabelledPositions(data.states, data.results).digest)
        optimizer = torch.optim.SGD(model.parameters(), recipe.rate)
        super().__init__(data.game, recipe, model, optimizer, positions, held_out)

    def examples(self, positions: Dataset) -> tuple[NDArray[Any], NDArray[np.float32]]:
        shares = (1 + positions.results * (1 - 2 * positions.sides)) / 2
        return positions.absolute_planes(), shares.astype(np.float32)

    def network_file(self) -> bytes:
        return pack(to_file(self.game, "absolute", None, self.model, self.about()))
