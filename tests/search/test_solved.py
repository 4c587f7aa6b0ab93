"""Games whose values are known."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

from nupp.players import Budget, player
from nupp.rules import game, start_state
from search.oracle import best_margin

SOLVED = json.loads((Path(__file__).parent.parent / "data" / "solved.json").read_text())


@pytest.mark.slow
@pytest.mark.parametrize("size", ["4x3,k=3", "4x4,k=3"])
def test_mnk(size: str) -> None:
    width, rest = size.split("x")
    rules = game(f"mnk:width={width},height={rest}")
    decision = player("alphabeta:eval=none,table=64", rules).choose(
        rules.start_position(), Budget(seconds=120)
    )
    assert decision.score_kind == SOLVED["mnk"][size]


def test_tictactoe() -> None:
    rules = game("tictactoe")
    decision = player("alphabeta:table=1,eval=none", rules).choose(rules.start_position())
    assert decision.score_kind == SOLVED["tictactoe"]
    assert decision.score == 0
    assert decision.depth <= 9


@pytest.mark.parametrize(("spec", "key"), [("none", "margin"), ("winner", "margin_empties_to_winner")])
def test_othello_4x4(spec: str, key: str) -> None:
    rules = game(f"othello:size=4,empties={spec}")
    stack, moves = np.repeat(start_state(rules), 40), np.zeros((40, rules.max_moves), np.int64)
    assert best_margin(rules, stack, moves, 0, -100, 100) == SOLVED["othello:size=4"][key]
