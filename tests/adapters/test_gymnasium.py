"""nupp's games in Gymnasium: its own check of environments, and what they promise."""

from __future__ import annotations

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

import nupp
from nupp.adapters.gymnasium import ID, BoardEnv
from nupp.rules import Kinds
from plain import plain_rules  # noqa: F401


@pytest.mark.parametrize("name", nupp.GAMES.names())
def test_passes_the_check_of_gymnasium(name: str) -> None:
    env = gymnasium.make(ID, game=name, side=None)
    check_env(env.unwrapped, skip_render_check=True)


def play(env: BoardEnv, seed: int) -> tuple[list[int], float]:
    """A game of random legal moves: the moves of both sides, and the reward at the end."""
    rng = np.random.default_rng(seed)
    seen, info = env.reset(seed=seed)
    while True:
        assert np.array_equal(seen["action_mask"], info["action_mask"])
        action = rng.choice(np.flatnonzero(seen["action_mask"]))
        seen, reward, over, truncated, info = env.step(action)
        assert not truncated
        assert not info["illegal"]
        if over:
            return list(env.position.move_codes), reward
        assert reward == 0


@pytest.mark.parametrize("side", [0, 1])
def test_the_winner_is_rewarded(side: int) -> None:
    env, rewards = BoardEnv("othello:size=4", side=side), set()
    for seed in range(16):
        _, reward = play(env, seed)
        assert reward == env.position.outcome * (1, -1)[side]
        rewards.add(reward)
    assert {-1, 1} <= rewards


def test_a_seed_settles_the_game() -> None:
    env = BoardEnv("connectfour:width=5,height=4", side=None)
    games = [play(env, seed) for seed in (1, 2, 1)]
    assert games[0] == games[2]
    assert games[0] != games[1]


def test_a_side_may_have_several_turns() -> None:
    env = BoardEnv("dotsandboxes:width=1,height=2", "greedy", side=1)
    for seed in range(5):
        play(env, seed)


def test_an_illegal_action_loses() -> None:
    env = BoardEnv("tictactoe", render_mode="ansi")
    env.reset(seed=1)
    env.step(np.int64(4))
    board = env.render()
    _, reward, over, _, info = env.step(np.int64(4))
    assert (reward, over, info["illegal"]) == (-1.0, True, True)
    assert env.render() == board


def test_there_is_no_step_without_a_game() -> None:
    """Before the first one, after one that was lost by an illegal action, and after one that has ended."""
    env = BoardEnv("tictactoe")
    with pytest.raises(gymnasium.error.ResetNeeded, match="reset"):
        env.step(np.int64(4))
    env.reset(seed=1)
    env.step(np.int64(4))
    env.step(np.int64(4))
    with pytest.raises(gymnasium.error.ResetNeeded):
        env.step(np.int64(0))
    play(env, 1)
    with pytest.raises(gymnasium.error.ResetNeeded):
        env.step(np.int64(0))


@pytest.mark.parametrize("action", [1.7, np.float32(1.0), "1", None])
def test_an_action_is_a_whole_number(action: object) -> None:
    env = BoardEnv("tictactoe")
    env.reset(seed=1)
    with pytest.raises(TypeError):
        env.step(action)  # type: ignore[arg-type]
    assert env.position.ply == 0


def test_what_cannot_be_is_said() -> None:
    for options, message in (
        ({"side": 2}, r"side=2.*0, 1"),
        ({"render_mode": "human"}, r"'human'.*'ansi'"),
        ({"opponent": "nobody"}, "'nobody'"),
        ({"game": "chess"}, "'chess'"),
    ):
        with pytest.raises(ValueError, match=message):
            BoardEnv(**{"game": "tictactoe"} | options)


def test_only_games_that_tell_their_contents_can_be_observed() -> None:
    class Mute(type(nupp.game("tictactoe"))):  # type: ignore[misc]
        kinds = Kinds()

    with pytest.raises(ValueError, match="cells"):
        BoardEnv(Mute())
