"""nupp's games in PettingZoo: its own tests of environments, and what they promise."""

from __future__ import annotations

import numpy as np
import pytest
from gymnasium.error import ResetNeeded
from pettingzoo.test import api_test, parallel_api_test, seed_test

import nupp
from nupp.adapters.pettingzoo import AGENTS, BoardAEC, BoardParallel
from plain import plain_rules  # noqa: F401


@pytest.mark.parametrize("name", nupp.GAMES.names())
def test_passes_the_tests_of_pettingzoo(name: str) -> None:
    api_test(BoardAEC(name), num_cycles=60)


@pytest.mark.parametrize("name", ["othello", "dotsandboxes"])
def test_passes_its_test_of_seeds(name: str) -> None:
    seed_test(lambda: BoardAEC(name), num_cycles=40)


@pytest.mark.parametrize("spec", ["dotsandboxes:width=2,height=2", "othello:size=4", "lput:rounds=2"])
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


@pytest.mark.parametrize("name", ["tictactoe", "dotsandboxes"])
def test_agents_may_be_asked_at_the_same_time(name: str) -> None:
    """Of the actions that of the side to move counts, and only it has legal ones."""
    env, rng = BoardParallel(name), np.random.default_rng(1)
    seen, _ = env.reset()
    position, total = nupp.game(name).start_position(), dict.fromkeys(AGENTS, 0.0)
    while env.agents:
        legal = {agent: np.flatnonzero(one["action_mask"]).tolist() for agent, one in seen.items()}
        mover = AGENTS[position.to_move]
        assert legal[mover] == sorted(position.actions)
        assert not legal[AGENTS[1 - position.to_move]]
        actions = {agent: int(rng.choice(found or [0])) for agent, found in legal.items()}
        position = position.play_code(position.actions[actions[mover]])
        seen, rewards, over, cut, _ = env.step(actions)
        assert set(over.values()) == {position.is_over}
        assert not any(cut.values())
        total = {agent: total[agent] + reward for agent, reward in rewards.items()}
    assert list(total.values()) == [position.outcome, -position.outcome]
    with pytest.raises(ResetNeeded):
        env.step({})


def test_passes_the_test_of_parallel_environments() -> None:
    """Which asks both agents for any action; the first of the legal ones stands for an illegal one here."""

    class Forgiving(BoardParallel):
        def _play(self, action: object) -> None:
            super()._play(action if action in self._solo.legal else self._solo.legal[0])

    parallel_api_test(Forgiving("tictactoe"), num_cycles=30)


def test_what_cannot_be_is_said() -> None:
    with pytest.raises(ValueError, match=r"'human'.*'ansi'"):
        BoardAEC("tictactoe", render_mode="human")
    with pytest.raises(nupp.SpecError, match="'chess'"):
        BoardAEC("chess")
