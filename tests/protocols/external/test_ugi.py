"""Engines that talk UGI: what they tell of their search."""

from __future__ import annotations

from nupp.players import Budget
from nupp.protocols import External
from nupp.rules import game
from protocols.external.programs import rogue


def test_nonsense_is_passed_over(engine: list[External]) -> None:
    one = rogue("nonsense")
    engine.append(one)
    decision = one.choose(game("tictactoe").start_position(), Budget(seconds=60))
    assert (decision.move, decision.score, decision.pv) == ("c3", 0.12, ("c3", "a1"))
    assert (decision.depth, decision.nodes) == (3, 45)


def test_other_lines_than_the_best_are_not_the_moves(engine: list[External]) -> None:
    """An engine that reports several lines reports them in any order."""
    one = rogue("several")
    engine.append(one)
    decision = one.choose(game("tictactoe").start_position(), Budget(seconds=60))
    assert (decision.move, decision.score, decision.pv) == ("b2", 3.0, ("b2", "a1"))
