"""The training of each method. PyTorch is imported where a method needs it."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from nupp.extras import require
from nupp.learn.backward import BackwardTraining
from nupp.learn.datasets import Dataset
from nupp.learn.recipes import (
    AlphaZeroRecipe,
    BackwardRecipe,
    CnnRecipe,
    ConvolutionRecipe,
    FeedForwardRecipe,
    Recipe,
    RegressionRecipe,
    TdRecipe,
)
from nupp.learn.regression import RegressionTraining, read_labelled
from nupp.learn.td import TdTraining
from nupp.learn.training import Training
from nupp.rules import Game

if TYPE_CHECKING:
    from nupp.learn.networks.alphazero import PlayParts


def new_training(
    game: Game,
    recipe: Recipe,
    data: Sequence[Path] = (),
    threads: int = 1,
    play_parts: PlayParts | None = None,
) -> Training[Any]:
    """A training that has learnt nothing yet, by the method of its recipe.

    data: files of `nupp selfplay`, for methods that learn from them. play_parts: plays the games of AlphaZero
    in place of threads of this process. TrainingError if the game or the data allow no such training,
    MissingExtraError if this installation allows none, DataError for a file that is not of this game.
    """
    if recipe.packages:
        require("learn", f"training by the method {recipe.method}", *recipe.packages)
    if isinstance(recipe, TdRecipe):
        return TdTraining(game, recipe, threads)
    if isinstance(recipe, RegressionRecipe):
        return RegressionTraining(game, recipe, *read_labelled(data, game, recipe.mixture))
    if isinstance(recipe, BackwardRecipe):
        return BackwardTraining(game, recipe, Dataset.read(data, game))
    import torch

    if isinstance(recipe, AlphaZeroRecipe):
        from nupp.learn.networks.alphazero import AlphaZero

        torch.set_num_threads(1)  # in each thread that plays, and in the one that learns
        return AlphaZero(game, recipe, threads, play_parts)
    torch.set_num_threads(threads)
    if isinstance(recipe, CnnRecipe):
        from nupp.learn.networks.thesis import ThesisTraining

        return ThesisTraining(Dataset.read(data, game), recipe)
    if isinstance(recipe, FeedForwardRecipe):
        from nupp.learn.networks.feedforward import FeedForwardTraining

        return FeedForwardTraining(game, recipe, *read_labelled(data, game, recipe.mixture))
    assert isinstance(recipe, ConvolutionRecipe)
    from nupp.learn.networks.convolution import ConvolutionTraining

    return ConvolutionTraining(game, recipe, *read_labelled(data, game, recipe.mixture))
