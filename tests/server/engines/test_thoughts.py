"""A player's thoughts as they are sent to the page."""

from __future__ import annotations

from nupp.players import player
from nupp.rules import game
from nupp.server.engines.thoughts import thought_of


def test_a_move_without_a_search_says_nothing_of_the_result() -> None:
    start = game("tictactoe").start_position()
    thought = thought_of(start, player("random", start.game).choose(start), "random", True)
    assert thought.expectation is None
    assert thought.score_text == "no score"


def test_the_result_is_that_of_the_first_side() -> None:
    position = game("tictactoe").start_position().play("a1").play("b1").play("a2").play("b2").play("c3")
    thought = thought_of(position, player("minimax", position.game).choose(position), "minimax", True)
    assert (thought.side, thought.move, thought.expectation) == (1, "b3", 0.0)
    values = {one.move: one.expectation for one in thought.candidates}
    assert values["b3"] == 0.0
