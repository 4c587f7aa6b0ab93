"""Analyses that are kept: found again for the same game, player and budget, and bounded."""

from __future__ import annotations

from nupp.players import Budget
from nupp.rules import Position, game
from nupp.server.models.work.jobs import MoveAnalysisEvent
from nupp.server.play.analyses import Analyses


def after(*moves: str) -> Position:
    return game("tictactoe").start_position().play_all(moves)


def events(count: int) -> list[MoveAnalysisEvent]:
    return [MoveAnalysisEvent.model_construct() for _ in range(count)]


def test_the_same_question_has_the_same_answer() -> None:
    kept, budget, made = Analyses(), Budget(seconds=0.5), events(2)
    kept.keep(after("b2", "a1"), "strong", budget, made)
    assert kept.find(after("b2", "a1"), "strong", budget) == tuple(made)
    assert kept.find(after("a1", "b2"), "strong", budget) is None
    assert kept.find(after("b2", "a1"), "uct", budget) is None
    assert kept.find(after("b2", "a1"), "strong", Budget(seconds=1)) is None
    other = game("tictactoe").parse_position("3/1x1/3 o").play("a1")
    assert kept.find(other, "strong", budget) is None


def test_what_was_not_asked_for_longest_goes_first() -> None:
    kept, budget = Analyses(most=5), Budget(seconds=0.5)
    first, second, third = after("a1", "a2"), after("b1", "b2"), after("c1", "c2")
    for last in (first, second):
        kept.keep(last, "strong", budget, events(2))
    kept.keep(first, "strong", budget, events(2))
    kept.keep(third, "strong", budget, events(2))
    assert [kept.find(last, "strong", budget) is None for last in (first, second, third)] == [
        False,
        True,
        False,
    ]
    kept.keep(second, "strong", budget, events(6))
    assert [kept.find(last, "strong", budget) for last in (first, second, third)] == [None] * 3
