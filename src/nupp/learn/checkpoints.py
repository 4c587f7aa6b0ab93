"""Checkpoints, from which a training is resumed: `write_checkpoint` and `resume`."""

from __future__ import annotations

import contextlib
import dataclasses
import json
import signal
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from nupp.evaluators.archives import read_archive, write_archive
from nupp.formats import replace_file

if TYPE_CHECKING:
    from nupp.learn.recipes import Recipe
    from nupp.learn.training import Training

FORMAT: Final = "nupp training 2"


class TrainingError(ValueError):
    """A training that cannot go on, or a checkpoint that cannot be resumed; the message says why."""


def checkpoint_of(out: Path) -> Path:
    """The file of the checkpoint of a training that writes its network to `out`."""
    return out.with_name(f"{out.name}.training")


def write_checkpoint(training: Training[Any], path: Path) -> None:
    """Write all of a training but its data to a file, whole or not at all; OSError if that fails."""
    about = {
        "format": FORMAT,
        "game": training.game.spec,
        "recipe": dataclasses.asdict(training.recipe),
        "progress": dataclasses.asdict(training.progress),
    }
    replace_file(path, write_archive(about, training.state(), compressed=False))


def resume(training: Training[Any], path: Path) -> None:
    """Bring a new training to where the checkpoint in a file was.

    TrainingError, which quotes the name, unless the file is whole and of the same game and recipe,
    `extendable` fields aside. OSError if it cannot be read.
    """
    try:
        about, arrays = read_archive(path.read_bytes(), training.game, FORMAT)
        _require_same(about["recipe"], training.recipe)
        training.restore(arrays)
        training.progress = dataclasses.replace(training.progress, **about["progress"])
    except (ValueError, KeyError, TypeError) as error:
        raise TrainingError(f"{str(path)!r} cannot be resumed: {error}") from None


def _require_same(known: dict[str, Any], recipe: Recipe) -> None:
    """Raise a ValueError that names the first field in which a recipe differs from that of a file.

    A field that the file lacks, since recipes had none then, has its default. The digest of the data, which
    depends on other fields, comes last.
    """
    fields, usual = (json.loads(json.dumps(one)) for one in (dataclasses.asdict(recipe), _defaults(recipe)))
    known = usual | known
    for name in sorted(fields, key=lambda name: name == "data"):
        value = fields[name]
        if name in recipe.extendable or known.get(name) == value:
            continue
        if name == "data":
            raise ValueError("it was begun with other --data")
        raise ValueError(
            f"it was begun with {spelled(name)}={json.dumps(known.get(name))}, not {json.dumps(value)}"
        )


def _defaults(recipe: Recipe) -> dict[str, Any]:
    """The fields of a recipe that have a default, with it."""
    given = {field.name: field.default for field in dataclasses.fields(recipe)}
    return {name: value for name, value in given.items() if value is not dataclasses.MISSING}


def spelled(name: str) -> str:
    """The name of a recipe's field on the command line; `lambda` is a keyword of Python."""
    return "lambda" if name == "mixture" else name


@contextlib.contextmanager
def uninterrupted() -> Iterator[None]:
    """Delay Ctrl-C, SIGTERM and SIGHUP to the end of the block, so that it runs as a whole.

    Only handlers in Python are delayed, not the end of a program that has none.
    """
    if threading.current_thread() is not threading.main_thread():  # no other one is interrupted
        yield
        return
    met: list[int] = []
    found = {number: signal.getsignal(number) for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)}
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
