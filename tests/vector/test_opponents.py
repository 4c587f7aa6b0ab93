"""Opponents within vector environments: players with their memory of a game, networks, functions."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

import nupp
from evaluators.networks.little import little_file, little_network
from nupp.evaluators.networks import pack
from nupp.kernel import generator
from nupp.players import Budget, Decision, Player
from nupp.rules import Position
from nupp.vector import NetworkOpponent, PlayerOpponent, make
from nupp.vector.opponents import draw_moves
from plain import plain_rules  # noqa: F401


class Watching(Player):
    """Plays the last legal move, and keeps the positions that it was asked about."""

    def __init__(self, game: Any) -> None:
        super().__init__(game)
        self.seen: list[Position] = []

    def choose(self, position: Position, budget: Any = None, report: Any = None) -> Decision:
        self.seen.append(position)
        code = position.legal_move_codes[-1]
        text = position.format_move(code)
        return Decision(text, code, 0, "eval", (text,), 0, 0, 0.0)


def first_legal(seen: dict[str, Any]) -> Any:
    return seen["action_mask"].argmax(axis=1)


@pytest.mark.parametrize("side", [0, 1])
def test_a_player_sees_the_game_with_its_moves(side: int) -> None:
    player = Watching(nupp.game("tictactoe"))
    env = make("tictactoe", 2, opponent=player, side=side)
    seen, _ = env.reset(seed=1)
    for _ in range(2):
        seen, *_ = env.step(first_legal(seen))
        last = player.seen[-1]
        assert env.position(1).move_codes == (*last.move_codes, last.legal_move_codes[-1])
        assert last.to_move == 1 - side
    for _ in range(8):  # into the next game
        seen, *_ = env.step(first_legal(seen))
    assert {position.ply for position in player.seen} <= set(range(9))
    assert env.position(0).ply == player.seen[-2].ply + 1


def test_a_player_moves_again_where_the_rules_say_so() -> None:
    env = make("dotsandboxes:width=2,height=1", 3, opponent="greedy:seed=1", side=None, autoreset="Disabled")
    seen, info = env.reset(seed=2)
    assert set(info["seat"]) <= {0, 1}
    for _ in range(8):
        if not info["legal_count"].all():
            break
        assert (info["to_move"] == info["seat"]).all()
        seen, _, over, _, info = env.step(first_legal(seen))
    assert over.any()
    for i in np.flatnonzero(over).tolist():
        outcome = env.position(i).outcome
        assert info["rewards"][i].tolist() == [outcome, -outcome]


def test_a_function_gets_the_observations_of_the_games_that_wait_for_it() -> None:
    asked = []

    def last_legal(seen: dict[str, Any]) -> Any:
        asked.append(seen["observation"].shape)
        return 8 - seen["action_mask"][:, ::-1].argmax(axis=1)

    env = make("tictactoe", 3, opponent=last_legal)
    env.reset(seed=1)
    env.step(np.array([0, 1, 2]))
    assert asked == [(3, 3, 3, 3)]
    assert [env.position(i).moves[1] for i in range(3)] == ["c3", "c3", "c3"]
    bad = make("tictactoe", 2, opponent=lambda seen: np.array([4, 4]))
    bad.reset(seed=1)
    with pytest.raises(ValueError, match="opponent's action 4 is not legal in environment 1"):
        bad.step(np.array([0, 4]))
    for answer, words in (
        (np.array([np.nan, 0]), "action nan.*environment 0"),
        (np.array(3), r"\(\).*\(2,\)"),
    ):
        bad = make("tictactoe", 2, opponent=lambda seen, answer=answer: answer)
        bad.reset(seed=1)
        with pytest.raises(ValueError, match=words):
            bad.step(np.array([0, 4]))


def test_a_network_is_asked_for_all_games_at_once(tmp_path: Path) -> None:
    """It likes the cells best that the side to move holds already, and else the first of all."""
    path = tmp_path / "little.nupp"
    path.write_bytes(pack(little_file()))
    env = make("tictactoe", 3, opponent=NetworkOpponent(nupp.game("tictactoe"), str(path), temperature=0))
    env.reset(seed=1)
    env.step(np.array([0, 4, 8]))
    assert [env.position(i).moves[1] for i in range(3)] == ["b1", "a1", "a1"]
    again = make("tictactoe", 2, opponent=str(path))
    again.reset(seed=1)
    again.step(np.array([4, 4]))
    path.write_bytes(pack(little_file(policy=None, onnx=little_network(1))))
    with pytest.raises(ValueError, match="without a policy"):
        make("tictactoe", 2, opponent=path)
    with pytest.raises(ValueError, match="temperature=-1"):
        NetworkOpponent(nupp.game("tictactoe"), str(path), temperature=-1)


def test_moves_are_drawn_by_their_logits() -> None:
    game, found = nupp.game("tictactoe"), np.zeros(4000, np.int64)
    codes, counts = np.array([[3, 5, 7]]), np.array([2], np.int32)
    logits = np.tile(np.log(np.arange(1, 10, dtype=np.float32)), (4000, 1))
    which, output_of = np.zeros(4000, np.int64), np.arange(9, dtype=np.int32)
    draw_moves(game, codes, counts, which, logits, output_of, 1.0, generator(1), found)
    assert set(found) == {3, 5}
    assert (found == 5).mean() == pytest.approx(0.6, abs=0.03)
    draw_moves(game, codes, counts, which, logits, output_of, 0.0, generator(1), found)
    assert set(found) == {5}


def test_an_opponent_may_be_made_by_hand() -> None:
    player = Watching(nupp.game("tictactoe"))
    env = make("tictactoe", 1, opponent=PlayerOpponent(player, Budget(nodes=1)))
    env.reset(seed=1)
    env.step(np.array([0]))
    assert len(player.seen) == 1
