"""Hashes: equal for equal positions however they were reached, and different for all others."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from nupp.conformance.amounts import amount
from nupp.conformance.observe import Sample
from nupp.conformance.requirements import Scope, requirement
from nupp.kernel import Generator, generator, kernel
from nupp.rules import Game, start_state
from nupp.rules.basics import Moves, States

# Half as many do not show that a hash leaves out a counter that seldom matters.
POSITIONS = amount(600_000, 3_000_000)


@kernel
def walk(
    game: Game,
    stack: States,
    moves: Moves,
    rng: Generator,
    longest: int,
    states: States,
    keys: NDArray[np.uint64],
) -> int:
    """Fill `states` and `keys` from random games of at most `longest` moves from `stack[0]`."""
    stack[1], plies = stack[0], 0
    for i in range(len(states)):
        states[i] = stack[1]
        keys[i] = game.hash(stack[1])
        move = game.random_move(stack[1], moves, rng)
        plies += 1
        if move < 0 or plies > longest:
            stack[1], plies = stack[0], 0
        else:
            game.play(stack[1], move)
    return 0


def contents(states: NDArray[np.void]) -> NDArray[np.uint64]:
    """A digest of each state's bytes that has nothing in common with the games' own hashes."""
    words = states.view(np.uint64).reshape(len(states), -1)
    digest = np.full(len(states), 0x243F6A8885A308D3, np.uint64)
    for column in range(words.shape[1]):
        digest = (digest ^ words[:, column]) * np.uint64(0xD6E8FEB86659FD93)
        digest ^= digest >> np.uint64(32)
        digest *= np.uint64(0xFF51AFD7ED558CCD)
        digest ^= digest >> np.uint64(29)
    return digest


def count_different(values: NDArray[np.uint64]) -> int:
    """The number of different values. Sorted, random ones are counted 20 times as fast as by `np.unique`."""
    ordered = np.sort(values)
    return int(np.count_nonzero(ordered[1:] != ordered[:-1])) + len(values[:1])


@requirement(Scope.DEFAULTS)
def equal_positions_have_equal_hashes_and_others_have_not(base: Sample) -> None:
    """Most from whole games, a sixth from openings, where many games reach the same positions."""
    stack = np.repeat(start_state(base.game), 2)
    moves = np.empty(base.game.max_moves, np.int64)
    states, keys = np.zeros(POSITIONS, base.game.State), np.zeros(POSITIONS, np.uint64)
    whole, rng = POSITIONS * 5 // 6, generator(11)
    walk(base.game, stack, moves, rng, 100_000, states[:whole], keys[:whole])
    walk(base.game, stack, moves, rng, 4, states[whole:], keys[whole:])
    digests = contents(states)
    different = count_different(digests)
    pairs = count_different(digests * np.uint64(0x9E3779B97F4A7C15) ^ keys)
    assert pairs == different, "equal positions have different hashes"
    assert count_different(keys) == different, "different positions have equal hashes"
