"""How `nupp train` trains neural networks: what it checks first, and what it tells meanwhile."""

from __future__ import annotations

import contextlib
import sys
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import click

from nupp.cli.thinking import amount, telling_of_compiling
from nupp.games import Game
from nupp.learn.datasets import Dataset
from nupp.learn.networks.recipes import AlphaZeroRecipe, CnnRecipe, require_torch
from nupp.learn.training import TrainingError, checkpoint_of

if TYPE_CHECKING:
    from nupp.learn.networks.alphazero import AlphaZero
    from nupp.learn.networks.supervised import Supervised

Scalars = Callable[[int, dict[str, float]], object]


class Terms(NamedTuple):
    """What the command line asks for beside the recipe."""

    out: Path
    data: tuple[Path, ...]
    seconds: float | None
    positions: int | None
    threads: int
    resume: bool
    log: Path | None


def train_network(game: Game, recipe: CnnRecipe | AlphaZeroRecipe, terms: Terms) -> tuple[Any, str]:
    """Train a network; returns how far it has come, and that in words.

    TrainingError or DataError for what cannot be begun, ClickException for a training that failed.
    """
    require_torch()
    import torch

    torch.set_num_threads(terms.threads)
    training, carry_on, summary = (
        _cnn(game, recipe, terms) if isinstance(recipe, CnnRecipe) else _alphazero(game, recipe, terms)
    )
    try:
        with telling_of_compiling(f"{game.spec} for training"), _bar(game) as show, _log(terms.log) as write:

            def report(training: Any) -> None:
                known = vars(training.progress)
                show(summary(training), _share(training, terms))
                write(
                    training.progress.steps, {name: known[name] for name in known if known[name] is not None}
                )

            carry_on(report)
    except TrainingError as error:
        raise click.ClickException(
            f"{error}; {checkpoint_of(terms.out)} has what was learnt before"
        ) from None
    return training.progress, summary(training)


def _cnn(
    game: Game, recipe: CnnRecipe, terms: Terms
) -> tuple[Any, Callable[..., None], Callable[[Any], str]]:
    from nupp.learn.networks import supervised

    data = Dataset.read(terms.data, game)
    checkpoint = checkpoint_of(terms.out)
    training = (
        supervised.load_checkpoint(data, recipe, checkpoint)
        if terms.resume and checkpoint.exists()
        else supervised.begin(data, recipe)
    )
    return training, partial(supervised.carry_on, training, terms.out, terms.seconds), cnn_words


def _alphazero(
    game: Game, recipe: AlphaZeroRecipe, terms: Terms
) -> tuple[Any, Callable[..., None], Callable[[Any], str]]:
    from nupp.learn.networks import alphazero

    checkpoint = checkpoint_of(terms.out)
    training = (
        alphazero.load_checkpoint(game, recipe, checkpoint)
        if terms.resume and checkpoint.exists()
        else alphazero.begin(game, recipe)
    )
    carry_on = partial(alphazero.carry_on, training, terms.out, terms.positions, terms.seconds)
    return training, carry_on, alphazero_words


def cnn_words(training: Supervised) -> str:
    done = training.progress
    tested = "" if done.tested is None else f", {done.tested:.3f} on positions held out"
    return f"{done.epochs} epochs, {amount(done.positions)} positions, error {done.error:.3f}{tested}"


def alphazero_words(training: AlphaZero) -> str:
    done = training.progress
    match = "" if done.points is None else f", {done.points:.0%} of the last match"
    return (
        f"{done.rounds} rounds, {amount(done.games)} games, {amount(done.positions)} positions, error "
        f"{done.value_error:.3f}, policy {done.policy_error:.3f}{match}"
    )


def _share(training: Any, terms: Terms) -> float:
    """How much of a training is done, from 0 to 1."""
    done, shares = training.progress, [0.0]
    if terms.seconds:
        shares.append(done.seconds / terms.seconds)
    if terms.positions:
        shares.append(done.positions / terms.positions)
    if isinstance(training.recipe, CnnRecipe):
        shares.append(done.epochs / training.recipe.epochs)
    return min(1.0, max(shares))


@contextlib.contextmanager
def _bar(game: Game) -> Iterator[Callable[[str, float], object]]:
    """A progress bar on a terminal, nothing in a pipe."""
    from nupp.cli.terminal import progress

    with progress() as bar:
        bar.disable = not sys.stderr.isatty()
        task = bar.add_task(f"train {game.spec}", total=100)
        yield lambda words, share: bar.update(task, completed=round(100 * share), description=words)


@contextlib.contextmanager
def _log(folder: Path | None) -> Iterator[Scalars]:
    """What writes figures for TensorBoard into a folder, if one is given."""
    if folder is None:
        yield lambda step, figures: None
        return
    try:
        from torch.utils.tensorboard import SummaryWriter
    except ImportError:
        raise TrainingError("--log writes for TensorBoard: expected pip install 'nupp[learn]'") from None
    with SummaryWriter(str(folder)) as writer:

        def write(step: int, figures: dict[str, float]) -> None:
            for name, figure in figures.items():
                writer.add_scalar(name, figure, step)
            writer.flush()

        yield write
