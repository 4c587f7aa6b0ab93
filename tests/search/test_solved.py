"""Games whose values are known, and the distances of wins."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

from nupp.evaluators import evaluator
from nupp.games import Game, game
from nupp.games.base import Moves, States
from nupp.kernel import kernel
from nupp.players import Budget, player
from nupp.search.scores import MATE, plies_to_end
from search.oracle import value

SOLVED = json.loads((Path(__file__).parent.parent / "data" / "solved.json").read_text())


@pytest.mark.parametrize("size", ["4x3,k=3", "4x4,k=3", "4x4,k=4"])
def test_mnk(size: str) -> None:
    width, rest = size.split("x")
    rules = game(f"mnk:width={width},height={rest}")
    decision = player("alphabeta:eval=none,table=64", rules).choose(
        rules.start_position(), Budget(seconds=120)
    )
    assert decision.score_kind == SOLVED["mnk"][size]


@pytest.mark.parametrize("dead", [False, True])
def test_tictactoe(dead: bool) -> None:
    rules = game(f"tictactoe:dead={str(dead).lower()}")
    decision = player("alphabeta:table=1,eval=none", rules).choose(rules.start_position())
    assert decision.score_kind == SOLVED["tictactoe"]
    assert decision.score == 0
    assert decision.depth <= 9


@kernel
def best_margin(game: Game, stack: States, moves: Moves, ply: int, low: int, high: int) -> int:
    """The margin under best play as the first player sees it, by plain alpha-beta."""
    side = game.to_move(stack[ply])
    n = game.legal_moves(stack[ply], moves[ply])
    if n == 0:
        return game.margin(stack[ply])
    for i in range(n):
        stack[ply + 1] = stack[ply]
        game.play(stack[ply + 1], moves[ply, i])
        margin = best_margin(game, stack, moves, ply + 1, low, high)
        if side == 0:
            low = max(low, margin)
        else:
            high = min(high, margin)
        if low >= high:
            break
    return low if side == 0 else high


@pytest.mark.parametrize(("spec", "key"), [("none", "margin"), ("winner", "margin_empties_to_winner")])
def test_othello_4x4(spec: str, key: str) -> None:
    rules = game(f"othello:size=4,empties={spec}")
    stack, moves = np.repeat(rules.start_state(), 40), np.zeros((40, rules.max_moves), np.int64)
    assert best_margin(rules, stack, moves, 0, -100, 100) == SOLVED["othello:size=4"][key]


def test_a_win_at_once_and_a_threefold_threat() -> None:
    rules = game("tictactoe")
    searcher = player("alphabeta:table=1", rules)
    at_once = searcher.choose(rules.parse_position("3/o1o/x1x x"))
    assert at_once.move == "b1"
    assert (at_once.score, plies_to_end(int(at_once.score)), at_once.score_text) == (MATE - 1, 1, "win in 1")
    lost = searcher.choose(rules.parse_position("x1x/3/o1x o"))
    assert (lost.score, lost.score_text, len(lost.pv)) == (2 - MATE, "loss in 2", 2)


def test_a_win_is_the_same_distance_at_every_depth_from_there_on() -> None:
    rules = game("mnk:width=4,height=3,k=3")
    searcher = player("alphabeta:table=4,eval=none,quiescence=0", rules)
    start, nothing = rules.start_position(), evaluator("none", rules)
    assert [value(start, nothing, depth) for depth in (6, 7)] == [0, MATE - 7]
    scores = [searcher.choose(start, Budget(depth=depth)).score for depth in range(5, 13)]
    assert scores == [0, 0] + [MATE - 7] * 6
