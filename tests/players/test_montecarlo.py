"""Flat and greedy Monte Carlo: which moves are tried how often, and what is made of it."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from nupp.evaluators import evaluator
from nupp.games import game
from nupp.kernel import generator, interpreted
from nupp.players import Budget, player
from nupp.search.montecarlo import best_share, new_trial, try_moves


def test_every_move_is_tried_once_and_then_the_best() -> None:
    position = game("othello").start_position().play("f5")
    decision = player("flatmc:n=50", position.game).choose(position)
    assert decision.nodes == len(position.legal_moves) + 50
    assert {one.move for one in decision.candidates} == set(position.legal_moves)
    assert sum(one.visits for one in decision.candidates) == decision.nodes
    assert decision.score == max(one.score for one in decision.candidates)


def test_the_next_to_be_tried_has_the_best_share() -> None:
    trial = new_trial(game("tictactoe").start_position(), [0, 1, 2], generator(1))
    trial.tries[:], trial.wins[:] = (10, 4, 2), (6, 2.5, 1)
    assert best_share(trial) == 1
    trial.wins[:] = (6, 2.4, 1.2)
    assert best_share(trial) == 0  # the first of equals


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


def test_compiled_and_interpreted_trials_agree() -> None:
    position = game("othello").start_position()
    judge = evaluator("mobility", position.game)
    trials = [new_trial(position, list(position.legal_move_codes), generator(3)) for _ in range(2)]
    assert try_moves(position.game, judge, trials[0], 6, 20) == 24
    with interpreted():
        try_moves(position.game, judge, trials[1], 6, 20)
    assert trials[0].tries.tolist() == trials[1].tries.tolist()
    assert trials[0].wins.tolist() == trials[1].wins.tolist()
