"""What all trainings have in common: checkpoints from which they are gone on with, ends, and failures."""

from __future__ import annotations

import contextlib
import dataclasses
import json
import signal
import threading
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

from nupp.evaluators.archives import read_archive, write_archive
from nupp.formats import replace_file
from nupp.rules import Game

if TYPE_CHECKING:
    from _typeshed import DataclassInstance


class TrainingError(ValueError):
    """A training that cannot go on, or a checkpoint that is none; the message says why."""


class AnyTraining(Protocol):
    """What a checkpoint is made of, beside arrays."""

    @property
    def game(self) -> Game: ...
    @property
    def recipe(self) -> DataclassInstance: ...
    @property
    def progress(self) -> DataclassInstance: ...


class Counts(Protocol):
    """The part of a progress that tells when a training is done."""

    positions: int
    seconds: float


def checkpoint_of(out: Path) -> Path:
    """Where the checkpoint of a training lies whose network is to be written to `out`."""
    return out.with_name(f"{out.name}.training")


def write_checkpoint(path: Path, form: str, training: AnyTraining, arrays: Mapping[str, Any]) -> None:
    """Write a checkpoint of a format to a file, whole or not at all; OSError if that fails."""
    about = {
        "format": form,
        "game": training.game.spec,
        "recipe": dataclasses.asdict(training.recipe),
        "progress": dataclasses.asdict(training.progress),
    }
    replace_file(path, write_archive(about, arrays, compressed=False))


@contextlib.contextmanager
def reading_checkpoint(
    path: Path, form: str, training: AnyTraining, except_for: str = ""
) -> Iterator[tuple[dict[str, Any], dict[str, Any]]]:
    """The progress and the arrays in a file, with which a training that has done nothing is gone on with.

    TrainingError, which quotes the name, unless the file is whole and of this format, game and recipe, whose
    field `except_for` may differ, and for a ValueError, KeyError or TypeError of those who take it apart.
    OSError if it cannot be read.
    """
    try:
        about, arrays = read_archive(path.read_bytes(), training.game, form)
        _require_same(about["recipe"], dataclasses.asdict(training.recipe), except_for)
        yield about["progress"], arrays
    except (ValueError, KeyError, TypeError) as error:
        raise TrainingError(f"{str(path)!r} cannot be gone on with: {error}") from None


def _require_same(known: dict[str, Any], wanted: dict[str, Any], except_for: str) -> None:
    """ValueError, which names a field, if two recipes differ; the digest of the data, where other fields have
    their part, is named last.
    """
    fields: dict[str, Any] = json.loads(json.dumps(wanted))
    for name in sorted(fields, key=lambda name: name == "data"):
        value = fields[name]
        if name == except_for or known.get(name) == value:
            continue
        if name == "data":
            raise ValueError("it was begun with other --data")
        raise ValueError(
            f"it was begun with {spelled(name)}={json.dumps(known.get(name))}, not {json.dumps(value)}"
        )


def spelled(name: str) -> str:
    """How a field of a recipe is called where people write it; `lambda` is no name in Python."""
    return "lambda" if name == "mixture" else name


def is_done(progress: Counts, positions: int | None, seconds: float | None) -> bool:
    """Whether a training has had so many positions, or taken so long; of None there is no end."""
    enough = positions is not None and progress.positions >= positions
    return enough or (seconds is not None and progress.seconds >= seconds)


@contextlib.contextmanager
def uninterrupted() -> Iterator[None]:
    """Have Ctrl-C and SIGTERM wait for the end of what is done within, so that it is done whole.

    Only what a handler in Python would do is put off: not the end of a program that has none.
    """
    if threading.current_thread() is not threading.main_thread():  # no other one is interrupted
        yield
        return
    met: list[int] = []
    found = {number: signal.getsignal(number) for number in (signal.SIGINT, signal.SIGTERM)}
    handlers = {number: handler for number, handler in found.items() if callable(handler)}
    try:
        for number in handlers:
            signal.signal(number, lambda number, frame: met.append(number))
        yield
    finally:
        for number, handler in handlers.items():
            signal.signal(number, handler)
        for missed in met[:1]:
            signal.raise_signal(missed)


def ran_away(game: Game, where: str, rate: float) -> TrainingError:
    """The error of a training whose numbers are no longer finite, with the step at which that was seen."""
    return TrainingError(
        f"training of {game.spec}: the numbers ran away in {where}: expected finite ones (a lower rate than "
        f"{rate:g} may help)"
    )
