"""The training of pattern networks: weights are fitted to values of positions, by gradient descent.

Each weight has a step size of its own, by temporal coherence (D. F. Beal and M. C. Smith, "Temporal coherence
and prediction decay in TD learning", 1999; W. Jaśkowski, "Systematic n-tuple networks for Othello position
evaluation", 2014): as long as the errors that it meets have the same sign it moves by whole steps, and the
more they cancel out the less it moves. So the rate needs neither tuning nor a schedule.
"""

from __future__ import annotations

import dataclasses
import hashlib
from collections.abc import Mapping
from typing import Any, ClassVar, Final, NamedTuple, TypeVar

import numpy as np
from numpy.typing import NDArray

from nupp.evaluators.patterns import MOST_LOOKED_UP, UNIT, PatternNetwork, Patterns
from nupp.evaluators.strength import patterns_of
from nupp.evaluators.weights import pack
from nupp.kernel import kernel
from nupp.learn.recipes import PatternRecipe
from nupp.learn.training import Arrays, Training, for_network_of
from nupp.rules import Game
from nupp.rules.basics import States

R = TypeVar("R", bound=PatternRecipe)

LARGEST: Final = 32767 / UNIT
"""No weight of a network is larger."""

_FINITE: Final = 1e6
"""Sums of weights beyond this are a sign of numbers that have run away."""


class Weights(NamedTuple):
    """The weights of a network that is being fitted, float32, shape (sets of tables, entries).

    values: the weights, as they add up to the inverse hyperbolic tangent of an expected result. nets: the sum
    of the errors that each has met. sums: the sum of their absolute values. Of tied entries only the first is
    used.
    """

    values: NDArray[np.float32]
    nets: NDArray[np.float32]
    sums: NDArray[np.float32]


def fresh_weights(patterns: Patterns) -> Weights:
    """Weights before any training: all zero."""
    shape = patterns.sets, patterns.entries
    return Weights(*(np.zeros(shape, np.float32) for _ in Weights._fields))


def network_of(
    patterns: Patterns, weights: Weights, kind: type[PatternNetwork] = PatternNetwork
) -> PatternNetwork:
    """The network that plays with these weights."""
    scaled = np.clip(weights.values, -LARGEST, LARGEST) * UNIT
    return kind(patterns, np.rint(scaled).astype(np.int16)[:, patterns.ties])


@kernel
def fit(
    game: Game,
    patterns: Patterns,
    ties: NDArray[np.int64],
    states: States,
    targets: NDArray[np.float32],
    weights: Weights,
    curved: bool,
    rate: float,
    found: NDArray[np.int64],
    tally: NDArray[np.float64],
) -> int:
    """Take a step for each position, in their order; returns how many steps were taken.

    targets: what is expected for the side to move: if `curved` the result, from -1 to 1, which is the
    hyperbolic tangent of the sum of the weights, else the sum itself. rate: the share of an error by which
    the sum moves at most. found: room for the entries of a position. tally: the squared errors before
    each step are added to `tally[0]`, the number of positions to `tally[1]`. Stops before a position whose
    value or target is not finite.
    """
    count = patterns.looked_up
    step = rate / count
    for i in range(len(states)):
        chosen, offset = patterns.list_entries(game, states[i], found)
        total = offset / UNIT
        for j in range(count):
            found[j] = ties[found[j]]
            total += weights.values[chosen, found[j]]
        error = targets[i] - (np.tanh(total) if curved else total)
        if not (abs(total) < _FINITE and abs(error) < _FINITE):
            return i
        tally[0] += error * error
        tally[1] += 1
        for j in range(count):
            entry = found[j]
            met = weights.sums[chosen, entry]
            share = abs(weights.nets[chosen, entry]) / met if met > 0 else 1.0
            weights.values[chosen, entry] += step * share * error
            weights.nets[chosen, entry] += error
            weights.sums[chosen, entry] += abs(error)
    return len(states)


@kernel
def add_errors(
    game: Game,
    network: PatternNetwork,
    states: States,
    targets: NDArray[np.float32],
    tally: NDArray[np.float64],
) -> None:
    """Add the errors of a network in positions to a tally; see `fit`."""
    for i in range(len(states)):
        value = network.evaluate(game, states[i]) / UNIT
        error = targets[i] - (np.tanh(value) if network.curved else value)
        tally[0] += error * error
        tally[1] += 1


def error_of(game: Game, network: PatternNetwork, states: States, targets: NDArray[np.float32]) -> float:
    """The root mean squared error of a network in positions whose expected results are known."""
    tally = np.zeros(2)
    add_errors(game, network, states, targets, tally)
    return root_mean(tally)


def root_mean(tally: NDArray[Any]) -> float:
    """The root mean squared error of a tally."""
    return float(np.sqrt(tally[0] / max(1.0, tally[1])))


class PatternTraining(Training[R]):
    """A training of a pattern network, batch by batch; TrainingError if the game can have none."""

    unit, units = "batch", "batches"
    kind: ClassVar[type[PatternNetwork]] = PatternNetwork
    """The kind of network that it trains."""
    save_every = 60.0

    def __init__(self, game: Game, recipe: R) -> None:
        super().__init__(game, recipe)
        with for_network_of(game):
            self.patterns = patterns_of(game)
        self.weights = fresh_weights(self.patterns)

    def begin_with(self, network: PatternNetwork) -> None:
        """Begin with the weights of a network of the same patterns, but with fresh step sizes."""
        weights = fresh_weights(self.patterns)
        weights.values[:] = network.weights / np.float32(UNIT)
        self.weights = weights
        digest = hashlib.sha256(network.weights.tobytes()).hexdigest()[:16]
        self.recipe = dataclasses.replace(self.recipe, begin=digest)

    @property
    def network(self) -> PatternNetwork:
        """The network as it is now."""
        return network_of(self.patterns, self.weights, self.kind)

    def state(self) -> Arrays:
        return self.weights._asdict()

    def restore(self, arrays: Mapping[str, NDArray[Any]]) -> None:
        weights = Weights(**arrays)
        for name, fresh, found in zip(Weights._fields, self.weights, weights, strict=True):
            if found.shape != fresh.shape or found.dtype != fresh.dtype or not np.isfinite(found).all():
                raise ValueError(f"its {name} are not those of this network")
        self.weights = weights

    def network_file(self) -> bytes:
        return pack(self.network, self.game, self.about())

    def learn(self, states: States, targets: NDArray[np.float32]) -> None:
        """Fit the weights to the positions of a batch, and count it; TrainingError if they are not finite."""
        tally, room = np.zeros(2), np.zeros(MOST_LOOKED_UP, np.int64)
        patterns, rate, curved = self.patterns, self.recipe.rate, self.kind.curved
        done = fit(
            self.game, patterns, patterns.ties, states, targets, self.weights, curved, rate, room, tally
        )
        if done < len(states):
            raise self.ran_away(f"position {self.progress.positions + done + 1}")
        self.progress.steps += 1
        self.progress.positions += done
        self.progress.error = root_mean(tally)
