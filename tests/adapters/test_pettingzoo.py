"""nupp's games in PettingZoo: its own tests of environments, and what they promise."""

from __future__ import annotations

import numpy as np
import pytest
from gymnasium.error import ResetNeeded
from pettingzoo.test import api_test, seed_test

import nupp
from nupp.adapters.pettingzoo import AGENTS, BoardAEC
from plain import plain_rules  # noqa: F401


@pytest.mark.parametrize("name", nupp.GAMES.names())
def test_passes_the_tests_of_pettingzoo(name: str) -> None:
    api_test(BoardAEC(name), num_cycles=60)


@pytest.mark.parametrize("name", ["othello", "dotsandboxes"])
def test_passes_its_test_of_seeds(name: str) -> None:
    seed_test(lambda: BoardAEC(name), num_cycles=40)


@pytest.mark.parametrize(
    "spec", ["dotsandboxes:width=2,height=2", "othello:size=4", pytest.param("lput", marks=pytest.mark.slow)]
)
def test_a_game_follows_the_rules(spec: str) -> None:
    rng, env = np.random.default_rng(3), BoardAEC(spec)
    env.reset()
    position = nupp.game(spec).start_position()
    for agent in env.agent_iter():
        seen, reward, over, truncated, _ = env.last()
        if over:
            assert not truncated
            assert reward == (position.outcome if agent == AGENTS[0] else -position.outcome)
            env.step(None)
            continue
        assert (agent, reward) == (AGENTS[position.to_move], 0)
        action = int(rng.choice(np.flatnonzero(seen["action_mask"])))
        assert not env.observe(AGENTS[1 - position.to_move])["action_mask"].any()
        position = position.play_code(position.actions[action])
        env.step(action)
        assert env.position == position
    assert position.is_over


def test_an_illegal_action_is_refused_and_changes_nothing() -> None:
    env = BoardAEC("tictactoe", render_mode="ansi")
    env.reset()
    env.step(4)
    board = env.render()
    for action in (4, 99, None):
        with pytest.raises(nupp.IllegalMoveError, match=rf"\b{action}\b.*legal.*'3/1x1/3 o'"):
            env.step(action)
    assert env.render() == board


@pytest.mark.parametrize("action", [4.9, 4.0, "0", np.float32(4)])
def test_an_action_that_is_no_whole_number_is_refused_and_changes_nothing(action: object) -> None:
    env = BoardAEC("tictactoe")
    env.reset()
    with pytest.raises(TypeError, match="integer"):
        env.step(action)
    assert env.position.moves == ()
    env.step(np.int64(4))
    assert env.position.moves == ("b2",)


def test_steps_outside_a_game_say_what_is_missing() -> None:
    """Before the first one, and after all agents of one are done."""
    env = BoardAEC("tictactoe")
    words = r"reset\(\) before step\(\)"
    with pytest.raises(ResetNeeded, match=words):
        env.step(4)
    env.reset()
    for action in (0, 3, 1, 4, 2, None, None):
        env.step(action)
    assert env.agents == []
    with pytest.raises(ResetNeeded, match=words):
        env.step(None)


def test_what_cannot_be_is_said() -> None:
    with pytest.raises(ValueError, match=r"'human'.*'ansi'"):
        BoardAEC("tictactoe", render_mode="human")
    with pytest.raises(nupp.SpecError, match="'chess'"):
        BoardAEC("chess")
