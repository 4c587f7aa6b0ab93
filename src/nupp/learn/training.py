"""A training of a pattern network: its state, its checkpoints, and the loop that carries it on.

What a training does is decided by its recipe alone: the number of threads changes nothing, and a training
that was killed and is gone on with from its last checkpoint ends with the same weights as one that was not.
"""

from __future__ import annotations

import dataclasses
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextvars import copy_context
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final, Generic, TypeVar

import numpy as np
from numpy.typing import NDArray

from nupp.evaluators.patterns import PatternNetwork, Patterns
from nupp.evaluators.strength import patterns_of
from nupp.evaluators.weights import pack
from nupp.formats import replace_file
from nupp.learn.checkpoints import (
    TrainingError,
    checkpoint_of,
    is_done,
    ran_away,
    reading_checkpoint,
    uninterrupted,
    write_checkpoint,
)
from nupp.learn.fitting import Weights, describe, fit, fresh_weights, network_of, room_for_entries
from nupp.learn.recipes import PatternRecipe, TdRecipe
from nupp.learn.td import Habits, Notebook, new_notebook, play_games, stream
from nupp.rules import Game, start_state
from nupp.rules.basics import States

CHECKPOINT: Final = "nupp training 1"
STREAMS: Final = 4
"""The games of a batch come from so many streams of random numbers, whatever the number of threads."""
SAVE_EVERY: Final = 60.0
"""Seconds between two checkpoints."""

R = TypeVar("R", bound=PatternRecipe)


@dataclass
class Progress:
    """How far a training has come: what it has learnt from, and seconds.

    error: of the last batch, before it was learnt from, the root of the mean squared error of expected
    results on a scale from -1 to 1. tested: the same of the positions of a regression that are not learnt
    from.
    """

    batches: int = 0
    games: int = 0
    positions: int = 0
    seconds: float = 0.0
    error: float = 0.0
    tested: float | None = None


@dataclass
class Training(Generic[R]):
    """A network of patterns in training."""

    game: Game
    recipe: R
    patterns: Patterns
    weights: Weights
    progress: Progress = field(default_factory=Progress)

    @property
    def network(self) -> PatternNetwork:
        """The network as it is now."""
        return network_of(self.patterns, self.weights)

    def to_file(self) -> bytes:
        """The content of a file of the network, with all that is known of its training."""
        return pack(
            self.network, self.game, dataclasses.asdict(self.recipe) | {"progress": vars(self.progress)}
        )

    def learn(self, states: States, targets: NDArray[np.float32]) -> None:
        """Fit the weights to some positions; TrainingError, with the step, if they are no finite numbers."""
        tally = np.zeros(2)
        room = room_for_entries()
        ties = self.patterns.ties
        done = fit(
            self.game, self.patterns, ties, states, targets, self.weights, self.recipe.rate, room, tally
        )
        if done < len(states):
            step = f"batch {self.progress.batches + 1}, position {self.progress.positions + done + 1}"
            raise ran_away(self.game, step, self.recipe.rate)
        self.progress.batches += 1
        self.progress.positions += done
        self.progress.error = describe(tally)


def begin(game: Game, recipe: R) -> Training[R]:
    """A training that has done nothing yet; TrainingError if the game can have no network."""
    try:
        patterns = patterns_of(game)
    except ValueError as error:
        raise TrainingError(f"no network for {game.spec}: {error}") from None
    return Training(game, recipe, patterns, fresh_weights(patterns))


# ---- checkpoints -------------------------------------------------------------------------------------


def save_checkpoint(training: Training[R], path: Path) -> None:
    """Write all of a training to a file, whole or not at all; OSError if that fails."""
    write_checkpoint(path, CHECKPOINT, training, training.weights._asdict())


def load_checkpoint(game: Game, recipe: R, path: Path) -> Training[R]:
    """The training that a file holds; TrainingError and OSError as `reading_checkpoint` has them."""
    training = begin(game, recipe)
    with reading_checkpoint(path, CHECKPOINT, training) as (progress, arrays):
        training.progress = Progress(**progress)
        weights = Weights(**arrays)
        for name, fresh, found in zip(Weights._fields, training.weights, weights, strict=True):
            if found.shape != fresh.shape or found.dtype != fresh.dtype or not np.isfinite(found).all():
                raise ValueError(f"its {name} are none of this network")
        training.weights = weights
    return training


# ---- the loops ---------------------------------------------------------------------------------------


def self_play(training: Training[TdRecipe], threads: int = 1) -> Iterator[Training[TdRecipe]]:
    """Let a network learn from its own games, batch by batch, without end."""
    game, recipe = training.game, training.recipe
    root, share = start_state(game), -(-recipe.batch // STREAMS)
    habits = Habits(recipe.mixture, recipe.epsilon, recipe.openings, recipe.breadth)
    books = [new_notebook(game, share) for _ in range(STREAMS)]

    def play(number: int) -> tuple[int, int]:
        rng = stream(recipe.seed, training.progress.batches, number)
        return play_games(game, network, root, books[number], habits, rng, share)

    with ThreadPoolExecutor(threads) as pool:
        try:
            while True:
                network = training.network
                tasks = [pool.submit(copy_context().run, play, number) for number in range(STREAMS)]
                counts = [task.result() for task in tasks]
                with uninterrupted():
                    training.learn(*_gathered(books, [n for n, _ in counts]))
                    training.progress.games += sum(games for _, games in counts)
                yield training
        finally:
            for book in books:  # whose games nobody waits for any more
                book.stop[0] = 1


def _gathered(books: list[Notebook], counts: list[int]) -> tuple[States, NDArray[np.float32]]:
    """The positions in notebooks, so many in each, and their targets."""
    pairs = list(zip(books, counts, strict=True))
    states = np.concatenate([book.states[:n] for book, n in pairs])
    return states, np.concatenate([book.targets[:n] for book, n in pairs])


def carry_on(
    steps: Iterator[Training[R]],
    training: Training[R],
    out: Path,
    positions: int | None,
    seconds: float | None,
    report: Callable[[Training[R]], object],
) -> None:
    """Carry a training on until it has learnt from so many positions or for so long, and write its network.

    A checkpoint is written every so often and at the end, so that an error or a kill loses no more than what
    came after the last one; and when it is interrupted (KeyboardInterrupt), of all batches that were learnt
    whole. OSError if a file cannot be written, and TrainingError if the numbers run away; the last good
    checkpoint is then left as it was.
    """
    progress, checkpoint = training.progress, checkpoint_of(out)
    spent, began, saved = progress.seconds, time.perf_counter(), time.perf_counter()
    kept = progress.batches
    try:
        while not is_done(progress, positions, seconds):
            next(steps)
            now = time.perf_counter()
            progress.seconds = spent + now - began
            report(training)
            if now - saved >= SAVE_EVERY:
                save_checkpoint(training, checkpoint)
                saved, kept = now, progress.batches
        save_checkpoint(training, checkpoint)
    except KeyboardInterrupt:
        if progress.batches > kept:
            progress.seconds = spent + time.perf_counter() - began
            save_checkpoint(training, checkpoint)
        raise
    replace_file(out, training.to_file())
