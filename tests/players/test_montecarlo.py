"""Flat and greedy Monte Carlo: which moves are tried how often, and what is made of it."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from nupp.evaluators import evaluator
from nupp.kernel import interpreted
from nupp.players import Budget, player
from nupp.rules import game


def test_every_move_is_tried_once_and_then_the_best() -> None:
    position = game("othello").start_position().play("f5")
    decision = player("flatmc:n=50", position.game).choose(position)
    assert decision.nodes == len(position.legal_moves) + 50
    assert {one.move for one in decision.candidates} == set(position.legal_moves)
    assert sum(one.visits for one in decision.candidates) == decision.nodes
    assert decision.score == max(one.score for one in decision.candidates)


def test_a_move_that_wins_at_once_is_found() -> None:
    position = game("tictactoe").start_position().play_all(["b2", "a1", "c2", "a3"])
    for seed in range(5):
        decision = player(f"flatmc:seed={seed}", position.game).choose(position)
        assert (decision.move, decision.score) == ("a2", 1)


def test_without_random_moves_the_sign_of_the_evaluation_decides() -> None:
    position = game("othello").start_position().play_all(["f5", "d6", "c3"])
    judge = evaluator("discs", position.game)
    decision = player("flatmc:k=0,n=7,eval=discs", position.game).choose(position)
    with interpreted():
        for one in decision.candidates:
            child = position.play(one.move)
            assert one.score == -np.sign(judge.evaluate(position.game, child.state[0]))


def test_greedy_monte_carlo_tries_what_the_evaluator_likes() -> None:
    position = game("othello").start_position().play_all(["f5", "d6", "c3", "d3", "c4"])
    greedy = player("greedy", position.game).choose(position)
    liked = {one.move: one.score for one in greedy.candidates}
    for seed in range(4):
        decision = player(f"greedymc:top=3,seed={seed}", position.game).choose(position)
        tried = {one.move for one in decision.candidates}
        assert len(tried) == 3
        assert min(liked[move] for move in tried) >= max(liked[move] for move in set(liked) - tried)


@pytest.mark.parametrize("spec", ["flatmc", "greedymc"])
def test_budgets_and_seeds(spec: str) -> None:
    position = game("othello").start_position().play("f5")
    chooser = player(spec, position.game)
    assert chooser.choose(position, Budget(nodes=2)).nodes == 2
    assert chooser.choose(position, Budget(nodes=30)).nodes == 30
    chooser.seed(4)
    first = replace(chooser.choose(position), seconds=0.0)
    chooser.seed(4)
    assert replace(chooser.choose(position), seconds=0.0) == first
