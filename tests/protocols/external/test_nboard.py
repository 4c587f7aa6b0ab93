"""Engines of Othello, asked by NBoard."""

from __future__ import annotations

import pytest

from nupp.players import Budget, player
from nupp.protocols import EngineError, External
from nupp.rules import game
from protocols.external.programs import spec_of


@pytest.mark.slow
def test_nboard_refuses_a_limit_of_nodes_alone(engine: list[External]) -> None:
    """It would search to the end of the game; with a depth or a time, too, one of those ends the search."""
    one = player(spec_of("othello:size=4", "nboard"), "othello:size=4")
    assert isinstance(one, External)
    engine.append(one)
    start = game("othello:size=4").start_position()
    with pytest.raises(EngineError, match=r"nboard.*nodes.*70.*time or depth"):
        one.choose(start, Budget(nodes=70))
    assert one.choose(start, Budget(nodes=70, depth=1)).move in start.legal_moves


def test_a_position_that_no_game_led_to(engine: list[External]) -> None:
    one = player(spec_of("othello:size=4", "nboard"), "othello:size=4")
    assert isinstance(one, External)
    engine.append(one)
    position = game("othello:size=4").parse_position("4/OOX1/1XX1/4 o")
    assert one.choose(position, Budget(depth=2)).move in position.legal_moves
