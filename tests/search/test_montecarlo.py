"""Trials of moves by random games: which move comes next, compiled and interpreted."""

from __future__ import annotations

from nupp.evaluators import evaluator
from nupp.kernel import generator, interpreted
from nupp.rules import game
from nupp.search.montecarlo import best_share, new_trial, try_moves


def test_the_next_to_be_tried_has_the_best_share() -> None:
    trial = new_trial(game("tictactoe").start_position(), [0, 1, 2], generator(1))
    trial.tries[:], trial.wins[:] = (10, 4, 2), (6, 2.5, 1)
    assert best_share(trial) == 1
    trial.wins[:] = (6, 2.4, 1.2)
    assert best_share(trial) == 0  # the first of equals


def test_compiled_and_interpreted_trials_agree() -> None:
    position = game("othello").start_position()
    judge = evaluator("mobility", position.game)
    trials = [new_trial(position, list(position.legal_move_codes), generator(3)) for _ in range(2)]
    assert try_moves(position.game, judge, trials[0], 6, 20) == 24
    with interpreted():
        try_moves(position.game, judge, trials[1], 6, 20)
    assert trials[0].tries.tolist() == trials[1].tries.tolist()
    assert trials[0].wins.tolist() == trials[1].wins.tolist()
