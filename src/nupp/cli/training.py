"""What `nupp train` asks of every kind of training, and what it tells while one goes on."""

from __future__ import annotations

import contextlib
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

import click

from nupp.cli.listing import counted
from nupp.cli.thinking import amount, telling_of_compiling
from nupp.formats import locked
from nupp.learn.checkpoints import TrainingError, checkpoint_of
from nupp.rules import Game


class Terms(NamedTuple):
    """What the command line asks for beside the recipe."""

    out: Path
    data: tuple[Path, ...]
    seconds: float | None
    positions: int | None
    threads: int
    resume: bool
    log: Path | None

    @property
    def known(self) -> Path | None:
        """The checkpoint to go on with, if one is wanted and there is one."""
        checkpoint = checkpoint_of(self.out)
        return checkpoint if self.resume and checkpoint.exists() else None

    def share_done(self, progress: Any) -> float:
        """How much of a training is done, from 0 to 1, by its time and positions."""
        shares = [0.0]
        if self.seconds:
            shares.append(progress.seconds / self.seconds)
        if self.positions:
            shares.append(progress.positions / self.positions)
        return min(1.0, max(shares))


@contextlib.contextmanager
def held(out: Path) -> Iterator[None]:
    """Keep other trainings from a file and its checkpoint; UsageError if it can be none, or one has it."""
    if out.suffix != ".nupp":
        raise click.UsageError(f"{str(out)!r}: expected a name that ends in .nupp")
    if not out.parent.is_dir():
        raise click.UsageError(f"{str(out)!r} cannot be written: expected a file in a folder that exists")
    with contextlib.ExitStack() as stack:
        try:
            stack.enter_context(locked(out))
        except BlockingIOError:
            raise click.UsageError(
                f"{str(out)!r} is being trained by another run: expected its end, or another file"
            ) from None
        yield


def check_files(terms: Terms) -> None:
    """UsageError unless the files of a training, which are held, can be written, or gone on with."""
    out = terms.out
    if terms.known is not None:
        return
    if terms.resume and out.exists():
        raise click.UsageError(
            f"{str(checkpoint_of(out))!r} is not there: expected it, or a new file beside {out.name!r}"
        )
    for path in (out, checkpoint_of(out)):
        if path.exists():
            raise click.UsageError(f"{str(path)!r} exists: expected a new file, or --resume to go on with it")


@contextlib.contextmanager
def told(game: Game, out: Path, step: str) -> Iterator[Callable[[str, float], object]]:
    """Tell of a training while it goes on: words and its share, on a terminal; and where it failed.

    step: at the ends of what a checkpoint can be written. ClickException in place of the TrainingError that
    ends it, and of the OSError if its files cannot be written. If it is interrupted, what is kept is told.
    """
    from nupp.cli.terminal import progress

    checkpoint = checkpoint_of(out)
    try:
        with telling_of_compiling(f"{game.spec} for training"), progress() as bar:
            bar.disable = not sys.stderr.isatty()
            task = bar.add_task(f"train {game.spec}", total=100)
            yield lambda words, share: bar.update(task, completed=round(100 * share), description=words)
    except TrainingError as error:
        kept = f"; {checkpoint} has what was learnt before" if checkpoint.exists() else ""
        raise click.ClickException(f"{error}{kept}") from None
    except OSError as error:
        if error.filename not in (str(out), str(checkpoint)):
            raise
        kept = f"; --resume goes on from {checkpoint}" if checkpoint.exists() else ""
        raise click.ClickException(f"cannot write {error.filename!r}: {error.strerror}{kept}") from error
    except KeyboardInterrupt:
        kept = f"{out}: nothing is kept, as the first {step} was not learnt to its end"
        if checkpoint.exists():
            kept = (
                f"{checkpoint}: what was learnt up to the last whole {step} is kept; --resume goes on from it"
            )
        click.echo(kept, err=True)
        raise


def tested_words(progress: Any, held_out: int | None) -> str:
    """The error on positions that are not learnt from, or that of those so many, 0, there are none.

    held_out: None where a training has no such positions.
    """
    if held_out == 0:
        return ", no positions held out to test on"
    return "" if progress.tested is None else f", {progress.tested:.3f} on positions held out"


def result_words(words: str, before: int, progress: Any) -> str:
    """What has come of a training that had learnt from so many positions `before` it was gone on with."""
    return words if progress.positions > before else f"there was nothing left to do: {words}"


def _many(count: int, noun: str) -> str:
    """So many of a thing, for people: `1 game`, `12.3k games`."""
    return counted(1, noun) if count == 1 else f"{amount(count)} {noun}s"


def patterns_words(progress: Any, held_out: int | None = None) -> str:
    """How far the training of a network of patterns has come; held_out: see `tested_words`."""
    speed = amount(60 * progress.positions / max(1e-9, progress.seconds))
    games = f"{_many(progress.games, 'game')}, " if progress.games else ""
    learnt = f"{_many(progress.positions, 'position')}, {speed} a minute"
    return f"{games}{learnt}, error {progress.error:.3f}{tested_words(progress, held_out)}"


def supervised_words(progress: Any, epochs: int, held_out: int) -> str:
    """How far a training from positions has come that goes through them for so many epochs.

    held_out: see `tested_words`.
    """
    whole = counted(max(epochs, progress.epochs), "epoch")  # it may have had more before
    learnt = f"{progress.epochs} of {whole}, {_many(progress.positions, 'position')}"
    return f"{learnt}, error {progress.error:.3f}{tested_words(progress, held_out)}"


def ended_words(progress: Any, epochs: int) -> str:
    """What has ended such a training, if it has not come to the end of its epochs."""
    return ", ended by --time" if progress.epochs < epochs else ""


def alphazero_words(progress: Any) -> str:
    """How far a training by self-play has come."""
    match = "" if progress.points is None else f", {100 * progress.points:.0f} % of the last match"
    rounds, games = counted(progress.rounds, "round"), _many(progress.games, "game")
    played = f"{rounds}, {games}, {_many(progress.positions, 'position')}"
    return f"{played}, error {progress.value_error:.3f}, policy {progress.policy_error:.3f}{match}"
