"""Parts of a round of self-play as other processes play them, perhaps on other machines."""

from __future__ import annotations

import platform
from typing import NamedTuple

import numpy as np
import torch
from numpy.typing import NDArray

from nupp.evaluators.networks import Policy
from nupp.learn.checkpoints import TrainingError
from nupp.learn.networks.alphazero import AlphaZero, PartResult, PartTask, network_of, new_model, play_part
from nupp.learn.networks.models import arrays_of, restore
from nupp.learn.recipes import AlphaZeroRecipe
from nupp.learn.training import Arrays
from nupp.rules import game, load_file
from nupp.rules.registry import loaded_files
from nupp.version import __version__


class Round(NamedTuple):
    """A round of self-play, apart from its parts.

    version: of nupp where the training is. files: of the user's games, loaded first. spec: of the game.
    classes: of moves with an output of the network (see `Policy`). weights: of the network that plays.
    """

    version: str
    files: tuple[str, ...]
    spec: str
    recipe: AlphaZeroRecipe
    classes: NDArray[np.int64]
    weights: Arrays


def round_of(training: AlphaZero) -> Round:
    """The round that a training is about to play."""
    weights = arrays_of(training.best, "best")
    spec, classes = training.game.spec, training.policy.classes
    return Round(__version__, loaded_files(), spec, training.recipe, classes, weights)


def play_elsewhere(common: Round, task: PartTask) -> PartResult:
    """Play a part of a round in this process.

    TrainingError if this machine has another version of nupp, SpecError if a file is not there.
    """
    if common.version != __version__:
        raise TrainingError(f"{platform.node()} has nupp {__version__}: expected {common.version}")
    for file in common.files:
        if file not in loaded_files():
            load_file(file)
    torch.set_num_threads(1)
    rules = game(common.spec)
    policy = Policy(rules, common.classes)
    model = new_model(rules, common.recipe, policy.outputs)
    restore(model, common.weights, "best")
    return play_part(rules, common.recipe, network_of(rules, policy, model), task)
