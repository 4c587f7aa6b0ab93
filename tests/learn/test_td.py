"""Self-play for temporal differences: targets from first principles."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from evaluators.positions import random_network
from learn.trainings import RECIPE, RULES
from nupp.evaluators import Evaluator
from nupp.evaluators.patterns import UNIT
from nupp.evaluators.strength import patterns_of
from nupp.kernel import Record, generator, interpreted
from nupp.learn.td import TdSettings, TdTraining, new_buffer, play_batch
from nupp.rules import Game, game, start_state


def test_without_random_moves_and_with_lambda_1_positions_have_the_result_of_their_game() -> None:
    network = TdTraining(RULES, RECIPE).network
    buffer, rng = new_buffer(RULES, 1), generator(7)
    results = []
    for _ in range(40):
        n, games = play_batch(RULES, network, start_state(RULES), buffer, TdSettings(1.0, 0.0, 4, 64), rng, 1)
        assert games == 1
        with interpreted():
            assert [int(state.empty) for state in buffer.states[:n]] == list(
                range(buffer.states[0].empty, buffer.states[0].empty + n)
            )
            seen = {
                float(target) * (1 - 2 * int(RULES.to_move(state)))
                for target, state in zip(buffer.targets[:n], buffer.states[:n], strict=True)
            }
        results.extend(seen)
        assert len(seen) == 1
    assert set(results) == {-1.0, 1.0}


def test_after_random_moves_the_value_of_the_best_one_counts() -> None:
    """A network that knows nothing promises a draw unless it can win at once."""
    network = TdTraining(RULES, RECIPE).network
    buffer = new_buffer(RULES, 300)
    n, _ = play_batch(
        RULES, network, start_state(RULES), buffer, TdSettings(0.7, 1.0, 0, 64), generator(7), 300
    )
    moves = np.zeros(RULES.max_moves, np.int64)
    wins = 0
    with interpreted():
        for i in range(n):
            can_win = False
            for move in moves[: RULES.legal_moves(buffer.states[i], moves)].tolist():
                state = buffer.states[i : i + 1].copy()
                RULES.play(state[0], move)
                can_win |= RULES.outcome(state[0]) == 1 - 2 * RULES.to_move(buffer.states[i])
            wins += can_win
            assert buffer.targets[i] == can_win
    assert 0 < wins < n


def test_compiled_and_interpreted_self_play_are_the_same() -> None:
    network = TdTraining(RULES, RECIPE).network
    buffers = [new_buffer(RULES, 30) for _ in range(2)]
    settings = TdSettings(0.5, 0.2, 3, 4)
    results = []
    for buffer, plain in zip(buffers, (False, True), strict=True):
        arguments = RULES, network, start_state(RULES), buffer, settings, generator(5), 30
        if plain:
            with interpreted():
                results.append(play_batch(*arguments))
        else:
            results.append(play_batch(*arguments))
    assert results[0] == results[1]
    assert buffers[0].states.tobytes() == buffers[1].states.tobytes()
    assert buffers[0].targets.tolist() == buffers[1].targets.tolist()


@pytest.mark.parametrize("plies", [1, 3])
def test_with_quiescence_the_best_move_is_valued_after_captures(plies: int) -> None:
    """A move has the value that all lines of captures give it; where captures are due nothing is learnt."""
    rules = game("draughts:variant=english")
    network = random_network(patterns_of(rules))
    buffer, settings = new_buffer(rules, 40, plies), TdSettings(0.5, 1.0, 30, 64, plies)
    with interpreted():
        n, _ = play_batch(rules, network, start_state(rules), buffer, settings, generator(4), 40)
        captures = 0
        for state, target in zip(buffer.states[:n], buffer.targets[:n], strict=True):
            moves = moves_of(rules, state)
            assert not any(map(rules.is_capture, moves))
            after = [played(rules, state, move) for move in moves]
            best = max(-value_of(rules, network, child, plies) for child in after)
            assert target == pytest.approx(np.tanh(best / UNIT), abs=1e-6)
            captures += any(rules.is_capture(move) for child in after for move in moves_of(rules, child))
    assert captures > n / 2


def value_of(rules: Any, network: Evaluator[Any], state: Record, plies: int) -> float:
    """The value of a position for the side to move, by all lines of at most some plies of captures."""
    moves = moves_of(rules, state)
    if not moves:
        return float("-inf")
    captures = [move for move in moves if rules.is_capture(move)]
    if not captures or plies == 0:
        return int(network.evaluate(rules, state))
    return max(-value_of(rules, network, played(rules, state, move), plies - 1) for move in captures)


def moves_of(rules: Game, state: Record) -> list[int]:
    found = np.zeros(rules.max_moves, np.int64)
    return [int(move) for move in found[: rules.legal_moves(state, found)]]


def played(rules: Game, state: Record, move: int) -> Record:
    after = state.copy()
    rules.play(after, move)
    return after
