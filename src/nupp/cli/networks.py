"""How `nupp train` trains neural networks; PyTorch is imported by those who ask for one."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from nupp.cli.training import Terms, alphazero_words, ended_words, result_words, supervised_words, told
from nupp.learn.checkpoints import TrainingError
from nupp.learn.datasets import Dataset
from nupp.learn.recipes import AlphaZeroRecipe, CnnRecipe, ConvolutionRecipe, require_torch, require_units
from nupp.learn.regression import read_judged
from nupp.rules import Game


def train_network(
    game: Game, recipe: CnnRecipe | ConvolutionRecipe | AlphaZeroRecipe, terms: Terms
) -> tuple[Any, str]:
    """Train a network; returns how far it has come, and that in words.

    TrainingError or DataError for what cannot be begun, ClickException for a training that failed.
    """
    if isinstance(recipe, ConvolutionRecipe):
        require_units(recipe)
    require_torch(exported=not isinstance(recipe, ConvolutionRecipe))
    import torch

    torch.set_num_threads(terms.threads)
    if isinstance(recipe, AlphaZeroRecipe):
        return _train_alphazero(game, recipe, terms)
    return _train_supervised(game, recipe, terms)


def _train_supervised(game: Game, recipe: CnnRecipe | ConvolutionRecipe, terms: Terms) -> tuple[Any, str]:
    from nupp.learn.networks import convolution, supervised, thesis

    training: supervised.Supervised[Any] = (
        thesis.begin(Dataset.read(terms.data, game), recipe)
        if isinstance(recipe, CnnRecipe)
        else convolution.begin(game, *read_judged(terms.data, game, recipe.mixture), recipe)
    )
    if terms.known:
        supervised.restore_checkpoint(training, terms.known)
    held_out, before = len(training.held_out), training.progress.positions

    def words(done: Any) -> str:
        return supervised_words(done, recipe.epochs, held_out)

    with _log(terms.log) as write, told(game, terms.out, "epoch") as show:

        def report(training: supervised.Supervised[Any]) -> None:
            done = training.progress
            show(words(done), max(terms.share_done(done), done.epochs / recipe.epochs))
            write(done)

        supervised.carry_on(training, terms.out, terms.seconds, report)
    done = training.progress
    return done, result_words(words(done) + ended_words(done, recipe.epochs), before, done)


def _train_alphazero(game: Game, recipe: AlphaZeroRecipe, terms: Terms) -> tuple[Any, str]:
    from nupp.learn.networks import alphazero

    training = (
        alphazero.load_checkpoint(game, recipe, terms.known) if terms.known else alphazero.begin(game, recipe)
    )
    before = training.progress.positions
    with _log(terms.log) as write, told(game, terms.out, "round") as show:

        def report(training: alphazero.AlphaZero) -> None:
            done = training.progress
            show(alphazero_words(done), terms.share_done(done))
            write(done)

        alphazero.carry_on(training, terms.out, terms.positions, terms.seconds, report)
    done = training.progress
    return done, result_words(alphazero_words(done), before, done)


@contextlib.contextmanager
def _log(folder: Path | None) -> Iterator[Callable[[Any], object]]:
    """What writes the figures of a progress for TensorBoard into a folder, if one is given."""
    if folder is None:
        yield lambda progress: None
        return
    try:
        from torch.utils.tensorboard import SummaryWriter
    except ImportError:
        raise TrainingError("--log writes for TensorBoard: expected pip install 'nupp[learn]'") from None
    with SummaryWriter(str(folder)) as writer:

        def write(progress: Any) -> None:
            for name, figure in vars(progress).items():
                if figure is not None:
                    writer.add_scalar(name, figure, progress.steps)
            writer.flush()

        yield write
