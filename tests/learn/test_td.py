"""Self-play for temporal differences: targets from first principles."""

from __future__ import annotations

import numpy as np

from learn.trainings import RECIPE, RULES
from nupp.kernel import generator, interpreted
from nupp.learn.td import TdSettings, TdTraining, new_buffer, play_batch
from nupp.rules import start_state


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
