"""Rounds of self-play: the examples that games leave."""

from __future__ import annotations

import dataclasses

import numpy as np
import pytest

from learn.networks.examples import GAME, TINY
from nupp.kernel import interpreted
from nupp.learn.networks.alphazero import AlphaZero
from nupp.learn.networks.models import TorchNetwork
from nupp.learn.networks.rounds import Examples, joined, no_examples, play_side_by_side

pytestmark = pytest.mark.slow


def test_examples_are_images_of_what_was_played() -> None:
    """Positions and their moves go together, and all symmetries of the game have their share of them."""
    with interpreted():
        training = AlphaZero(GAME, TINY)
        network = TorchNetwork(GAME, "own", training.policy, training.best)
        seeds = [(1, number) for number in range(8)]
        games = play_side_by_side(GAME, [network], [(0, 0)] * 8, TINY, seeds)
        found = joined([game.examples() for game in games])
        moved = 0
        for i, (played, weights) in enumerate(move for game in games for move in game._moves):
            codes = found.codes[found.offsets[i] : found.offsets[i + 1]].tolist()
            state, moves = found.states[i : i + 1], [one.move for one in weights]
            whole = [
                symmetry.cells
                for symmetry in GAME.symmetries
                if symmetry.map_state(played.state) == state
                and [symmetry.map_move(move) for move in moves] == codes
            ]
            assert whole
            moved += GAME.symmetries[0].cells not in whole
        assert moved > len(found.states) / 2


def test_examples_are_cut_from_the_front() -> None:
    def some(count: int, start: int) -> Examples:
        return Examples(
            np.zeros(count, GAME.State),
            np.arange(start, start + count, dtype=np.float32),
            np.arange(count + 1, dtype=np.int64) * 2,
            np.arange(2 * start, 2 * (start + count), dtype=np.int64),
            np.full(2 * count, 0.5, np.float32),
        )

    whole = joined([no_examples(GAME), some(3, 0), some(2, 3)])
    assert whole.offsets.tolist() == [0, 2, 4, 6, 8, 10]
    cut = whole.tail(3)
    assert cut.results.tolist() == [2, 3, 4]
    assert cut.offsets.tolist() == [0, 2, 4, 6]
    assert cut.codes.tolist() == [4, 5, 6, 7, 8, 9]
    assert len(whole.tail(50).states) == 5


def test_rounds_of_one_game_can_be_learnt_from() -> None:
    with interpreted():
        training = AlphaZero(GAME, dataclasses.replace(TINY, games=1, gate=0))
        for _ in range(2):
            training.step()
    assert training.window.states.dtype.type is np.record
    part = no_examples(GAME)
    for _ in range(3):
        part = joined([no_examples(GAME), joined([part])])
        assert part.states.dtype.type is np.record
