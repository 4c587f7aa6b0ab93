"""`nupp train`, apart from its options: the files of a training, and what is shown of it."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

import click

from nupp.cli.files import alone
from nupp.cli.listing import counted
from nupp.cli.thinking import amount, telling_of_compiling
from nupp.extras import require
from nupp.learn.checkpoints import TrainingError, checkpoint_of, resume
from nupp.learn.training import Training, run
from nupp.rules import Game


class TrainingConfig(NamedTuple):
    """The options of a training beside its recipe."""

    out: Path
    seconds: float | None
    positions: int | None
    resume: bool
    log: Path | None
    watch: bool = False

    @property
    def known(self) -> Path | None:
        """The checkpoint to resume from; None if there is none, or if it is not wanted."""
        checkpoint = checkpoint_of(self.out)
        return checkpoint if self.resume and checkpoint.exists() else None

    @contextlib.contextmanager
    def reserved(self) -> Iterator[None]:
        """Keep other trainings from the files, which can be written or resumed; else UsageError."""
        out = self.out
        if out.suffix != ".nupp":
            raise click.UsageError(f"{str(out)!r}: expected a name that ends in .nupp")
        if not out.parent.is_dir():
            raise click.UsageError(f"{str(out)!r} cannot be written: expected a file in a folder that exists")
        with alone(out, "is being trained by another run: expected its end, or another file"):
            self._check_files()
            yield

    def _check_files(self) -> None:
        out, checkpoint = self.out, checkpoint_of(self.out)
        if self.known is not None:
            return
        if self.resume and out.exists():
            raise click.UsageError(
                f"{str(checkpoint)!r} is not there: expected it, or a new file beside {out.name!r}"
            )
        for path in (out, checkpoint):
            if path.exists():
                raise click.UsageError(
                    f"{str(path)!r} exists: expected a new file, or --resume to continue it"
                )

    def share_done(self, training: Training[Any]) -> float:
        """The share of a training that is done, from 0 to 1, by the limit that is nearest."""
        done = training.progress
        limits = (
            (done.steps, training.last_step),
            (done.positions, self.positions),
            (done.seconds, self.seconds),
        )
        return min(1.0, max((figure / limit for figure, limit in limits if limit), default=0.0))


def run_shown(training: Training[Any], config: TrainingConfig) -> str:
    """Run a training, resumed if that is wanted, and show its progress on a terminal; returns the result."""
    if config.known:
        resume(training, config.known)
    before = training.progress.positions
    with (
        tensorboard(config.log) as write,
        _watched(training, config.watch) as play,
        reporting(training.game, config.out, training.unit) as show,
    ):

        def report(training: Training[Any]) -> None:
            show(progress_text(training), config.share_done(training))
            write(training)
            play(training)

        run(training, config.out, config.positions, config.seconds, report)
    text = progress_text(training)
    if training.last_step is not None and training.progress.steps < training.last_step:
        text += ", ended by --time"
    return text if training.progress.positions > before else f"there was nothing left to do: {text}"


@contextlib.contextmanager
def reporting(game: Game, out: Path, unit: str) -> Iterator[Callable[[str, float], object]]:
    """Show a text and the share that is done on a terminal, and report how a training fails.

    unit: that of its steps. ClickException in place of the TrainingError that ends it, and of the OSError if
    its files cannot be written. If it is interrupted, what is kept is reported.
    """
    from nupp.cli.terminal import progress

    checkpoint = checkpoint_of(out)
    try:
        with telling_of_compiling(f"{game.spec} for training"), progress() as bar:
            task = bar.add_task(f"train {game.spec}", total=100)
            yield lambda text, share: bar.update(task, completed=round(100 * share), description=text)
    except TrainingError as error:
        kept = f"; {checkpoint} has what was learnt before" if checkpoint.exists() else ""
        raise click.ClickException(f"{error}{kept}") from None
    except OSError as error:
        if error.filename not in (str(out), str(checkpoint)):
            raise
        kept = f"; --resume continues from {checkpoint}" if checkpoint.exists() else ""
        raise click.ClickException(f"cannot write {error.filename!r}: {error.strerror}{kept}") from error
    except KeyboardInterrupt:
        kept = f"{out}: nothing is kept, as the first {unit} was not finished"
        if checkpoint.exists():
            kept = f"{checkpoint} holds all up to the last whole {unit}; --resume continues from it"
        click.echo(kept, err=True)
        raise


def _watched(
    training: Training[Any], wanted: bool
) -> contextlib.AbstractContextManager[Callable[[Training[Any]], None]]:
    """A function that shows a training's network on a page of this machine, if that is wanted."""
    if not wanted:
        return contextlib.nullcontext(lambda training: None)
    require("server", "--watch")
    from nupp.cli.watching import watched

    return watched(training)


@contextlib.contextmanager
def tensorboard(folder: Path | None) -> Iterator[Callable[[Training[Any]], object]]:
    """A function that writes the figures of a training for TensorBoard into a folder, if one is given."""
    if folder is None:
        yield lambda training: None
        return
    require("learn", "--log", "torch", "tensorboard")
    from torch.utils.tensorboard import SummaryWriter

    with SummaryWriter(str(folder)) as writer:

        def write(training: Training[Any]) -> None:
            for name, figure in training.figures().items():
                writer.add_scalar(name, figure, training.progress.updates)
            writer.flush()

        yield write


def progress_text(training: Training[Any]) -> str:
    """The progress of a training, for people."""
    done, last = training.progress, training.last_step
    whole = max(last or 0, done.steps)  # a resumed training may have had more steps before
    steps = f"{whole} {training.unit if whole == 1 else training.units}"
    parts = [steps if last is None else f"{done.steps} of {steps}"]
    if done.games:
        parts.append(_many(done.games, "game"))
    parts += [_many(done.positions, "position"), f"error {done.error:.3f}"]
    if training.held_out_positions == 0:
        parts.append("no positions held out to test on")
    elif done.tested is not None:
        parts.append(f"{done.tested:.3f} on positions held out")
    if done.policy_error is not None:
        parts.append(f"policy {done.policy_error:.3f}")
    if done.points is not None:
        parts.append(f"{100 * done.points:.0f} % of the last match")
    return ", ".join([*parts, f"{amount(60 * done.positions / max(1e-9, done.seconds))} positions a minute"])


def _many(count: int, noun: str) -> str:
    """A number of things for people: `1 game`, `12.3k games`."""
    return counted(1, noun) if count == 1 else f"{amount(count)} {noun}s"
