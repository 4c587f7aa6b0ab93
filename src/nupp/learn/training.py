"""The trainer: one loop for all methods.

A method is a `Training`: it takes steps, gives its state for a checkpoint and takes it back, and writes its
network. `run` does the rest, after `checkpoints.resume` where a training goes on. The recipe alone decides
what a training learns: not the number of threads, and not whether it was killed and resumed.
"""

from __future__ import annotations

import contextlib
import dataclasses
import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, ClassVar, Generic, TypeVar

from numpy.typing import NDArray

from nupp.formats import replace_file
from nupp.learn.checkpoints import TrainingError, checkpoint_of, write_checkpoint
from nupp.learn.recipes import Recipe
from nupp.rules import Game

R = TypeVar("R", bound=Recipe)
Arrays = dict[str, NDArray[Any]]


@dataclass
class Progress:
    """The progress of a training. None: a figure that the method does not have, or not yet.

    steps: batches, epochs or rounds. games: that the network has played. positions: learnt from; of
    AlphaZero, played. updates: of the weights by an optimizer. seconds: spent. error: of the last step,
    before its positions were learnt from; tested: the same on positions held out. Of pattern networks it is
    the root mean squared error of results from -1 to 1, of others the mean squared error. right: the share of
    the positions held out whose winner is predicted. policy_error: the cross-entropy of moves. points: the
    share of the points of the last gating match. accepted: how often the network that learns became the best
    one.
    """

    steps: int = 0
    games: int = 0
    positions: int = 0
    updates: int = 0
    seconds: float = 0.0
    error: float = 0.0
    tested: float | None = None
    right: float | None = None
    policy_error: float | None = None
    points: float | None = None
    accepted: int | None = None


class Training(ABC, Generic[R]):
    """A training by some method."""

    unit: ClassVar[str]
    """The name of a step: `batch`, `epoch` or `round`."""
    units: ClassVar[str]
    """Its plural."""
    save_every: ClassVar[float] = 0.0
    """Seconds between two checkpoints at least; they are written between steps."""

    last_step: int | None = None
    """The number of steps after which a training ends; None if only time and positions end it."""
    held_out_positions: int | None = None
    """The number of test positions; None where a method has none."""

    def __init__(self, game: Game, recipe: R) -> None:
        self.game, self.recipe, self.progress = game, recipe, Progress()

    @abstractmethod
    def step(self) -> None:
        """Learn from one batch, epoch or round, and count it; TrainingError if the numbers run away."""

    @abstractmethod
    def state(self) -> Arrays:
        """All that was learnt, by the names of arrays."""

    @abstractmethod
    def restore(self, arrays: Mapping[str, NDArray[Any]]) -> None:
        """Take back a `state`; ValueError or KeyError if it is not of such a training."""

    @abstractmethod
    def network_file(self) -> bytes:
        """The content of a file of the network, with `about` in it."""

    def figures(self) -> dict[str, Any]:
        """The progress by names, without figures that the method does not have."""
        found = {self.units: self.progress.steps} | vars(self.progress)
        return {name: value for name, value in found.items() if value is not None and name != "steps"}

    def about(self) -> dict[str, Any]:
        """The recipe and the progress, as a file of the network records them."""
        return dataclasses.asdict(self.recipe) | {"progress": self.figures()}

    def is_done(self, positions: int | None, seconds: float | None) -> bool:
        """True if the training has reached a limit; None if there is no limit."""
        done = self.progress
        limits = ((done.steps, self.last_step), (done.positions, positions), (done.seconds, seconds))
        return any(limit is not None and figure >= limit for figure, limit in limits)

    def ran_away(self, part: str) -> TrainingError:
        """The error for numbers that are not finite, with the part of the next step where they were seen."""
        return TrainingError(
            f"training of {self.game.spec}: the numbers ran away in {self.unit} {self.progress.steps + 1}, "
            f"{part}: expected finite ones (a lower rate than {self.recipe.rate:g} may help)"
        )


@contextlib.contextmanager
def for_network_of(game: Game) -> Iterator[None]:
    """Turn the ValueError of a game that can have no such network into a TrainingError."""
    try:
        yield
    except ValueError as error:
        raise TrainingError(f"no network for {game.spec}: {error}") from None


def run(
    training: Training[Any],
    out: Path,
    positions: int | None = None,
    seconds: float | None = None,
    report: Callable[[Training[Any]], object] = lambda training: None,
) -> None:
    """Train until a limit is reached, and write the network to `out`.

    A checkpoint lies beside it: after a kill or an error at most the steps of the last `save_every` seconds
    are lost, and after KeyboardInterrupt none. OSError if a file cannot be written, TrainingError if the
    numbers run away; the last good checkpoint then stays as it was.
    """
    checkpoint, began = checkpoint_of(out), time.perf_counter() - training.progress.seconds
    saved, kept = time.perf_counter(), training.progress.steps
    try:
        while not training.is_done(positions, seconds):
            training.step()
            training.progress.seconds = time.perf_counter() - began
            if time.perf_counter() - saved >= training.save_every:
                write_checkpoint(training, checkpoint)
                saved, kept = time.perf_counter(), training.progress.steps
            report(training)
    except KeyboardInterrupt:
        if training.progress.steps > kept:
            training.progress.seconds = time.perf_counter() - began
            write_checkpoint(training, checkpoint)
        raise
    if training.progress.steps > kept:
        write_checkpoint(training, checkpoint)
    replace_file(out, training.network_file())
