"""PUCT in steps: leaves that wait, priors, values taken back, and a full tree."""

from __future__ import annotations

import numpy as np
import pytest

from nupp.evaluators.networks import Answers
from nupp.kernel import interpreted
from nupp.players.networks import PuctSearch
from nupp.rules import game

GAME = game("tictactoe")


def evenly(count: int, outputs: int = 9) -> Answers:
    return Answers(np.zeros(count, np.float32), np.zeros((count, outputs), np.float32))


def test_virtual_losses_send_walks_to_different_leaves_and_are_taken_back() -> None:
    with interpreted():
        search = PuctSearch.new(GAME, 2000, 8, 1.5)
        search.begin(GAME.start_position(), 100)
        assert len(search.gather(8)) == 1  # the root, until it is judged
        search.absorb(evenly(1), np.arange(9, dtype=np.int32))
        states = search.gather(6)
        assert len(states) == 6
        assert len({state.tobytes() for state in states}) == 6
        assert search.leaves.losses.sum() == 12  # each leaf and the root, six times
        search.absorb(evenly(6), np.arange(9, dtype=np.int32))
        assert not search.leaves.losses.any()
        assert search.tree.nodes[0]["visits"] == 7


def test_priors_are_the_softmax_of_the_legal_moves() -> None:
    with interpreted():
        search = PuctSearch.new(GAME, 2000, 1, 1.5)
        search.begin(GAME.start_position().play_all(["a1", "b2"]), 5)
        search.gather(1)
        logits = np.arange(10, dtype=np.float32)[None] / 3
        output_of = np.array([0, 1, 9, 9, 4, 5, 6, 7, 8], np.int32)
        search.absorb(Answers(np.zeros(1, np.float32), logits), output_of)
        found = {weight.move: weight.prior for weight in search.weights}
    shares = {move: float(np.exp(logits[0, output_of[move]])) for move in found}
    assert found == pytest.approx({move: share / sum(shares.values()) for move, share in shares.items()})
    assert len(found) == 7


def test_a_value_is_taken_back_as_each_side_sees_it() -> None:
    with interpreted():
        search = PuctSearch.new(GAME, 2000, 1, 1.5)
        search.begin(GAME.start_position(), 2)
        for worth in (0.25, 0.5):
            search.gather(1)
            answers = evenly(1)._replace(values=np.array([worth], np.float32))
            search.absorb(answers, np.arange(9, dtype=np.int32))
        assert search.is_over
        assert search.weights[0].mean == -0.5  # of the side that moved there
        assert search.tree.nodes[0]["value"] == pytest.approx((0.25 - 0.5) / 2)


def test_a_full_tree_stops_growing_and_goes_on_learning() -> None:
    with interpreted():
        search = PuctSearch.new(GAME, 40, 4, 1.5)
        search.begin(GAME.start_position(), 200)
        while not search.is_over:
            states = search.gather(4)
            search.absorb(evenly(len(states)), np.arange(9, dtype=np.int32))
        assert search.tree.search[0]["used"] <= 40
        assert search.tree.nodes[0]["visits"] == 200
        assert not search.leaves.losses.any()
