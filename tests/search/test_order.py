"""The order of moves and late move reductions: what they may change, and what they may not."""

from __future__ import annotations

import random
from itertools import product
from typing import Any

import pytest

from nupp.kernel import interpreted
from nupp.players import player
from nupp.rules import game
from search.oracle import some_positions, value
from search.subjects import REAL, check_values, subject

SMALL = ["mnk 4x3", "othello 4x4", "reversi 4x4", "maze"]
"""Subjects whose true values the oracle can find."""


@pytest.mark.parametrize("name", REAL)
def test_the_order_of_moves_does_not_change_the_value(name: str) -> None:
    one, rng = subject(name), random.Random(11)
    for order_by_eval, entries in product((1, 2), (0, 4, 1 << 12)):
        chooser = one.alphabeta(deeper=False, order_by_eval=order_by_eval, entries=entries)
        check_values(one, chooser, rng)


@pytest.mark.slow
@pytest.mark.parametrize("name", SMALL)
@pytest.mark.parametrize("parts", [{"reductions": 4}, {"reductions": 12, "order_by_eval": 2}, {"threads": 2}])
def test_what_is_called_certain_is_certain(name: str, parts: dict[str, Any]) -> None:
    one, rng = subject(name), random.Random(13)
    certain = 0
    for position in one.positions:
        if position.ply < 4 and name != "maze":  # too far from the end for the oracle
            continue
        true = value(position, one.judge, 12)
        chooser = one.alphabeta(depth=rng.randint(1, 9), entries=1 << 12, **parts)
        decision = chooser.choose(position)
        if decision.score_kind != "eval":
            certain += 1
            assert decision.score_kind == ("draw" if true == 0 else "win" if true > 0 else "loss")
    assert certain > len(one.positions) // 10


@pytest.mark.slow
def test_reductions_and_each_way_of_sorting_save_nodes() -> None:
    """At the same depth; what they lose by it is for matches to tell."""
    rules = game("othello")
    positions = some_positions(rules, 8, random.Random(3), range(10, 30))

    def nodes(parts: str) -> int:
        return sum(player(f"alphabeta:depth=7{parts}", rules).choose(one).nodes for one in positions)

    unsorted, by_history = nodes(",history=false"), nodes("")
    assert by_history < 0.95 * unsorted
    assert nodes(",order_by_eval=2") < 0.95 * by_history
    assert nodes(",reductions=4") < 0.5 * by_history


def test_sorting_finds_refutations_first() -> None:
    """Whatever x plays but the block, o completes a line: sorted, it is the first reply that is tried."""
    rules = game("mnk:width=5,height=5,k=4")
    plain = "alphabeta:depth=2,tactics=false,quiescence=0,table=0,killers=false,history=false,iterative=false"
    with interpreted():
        position = rules.start_position().play_all(["a1", "c5", "b3", "d5", "c1", "e5"])
        unsorted, by_value = (
            player(f"{plain},order_by_eval={one}", rules).choose(position) for one in (0, 1)
        )
    assert by_value.move == unsorted.move == "b5"
    assert 2 * by_value.nodes < unsorted.nodes
