"""Engines of draughts, asked by Hub: the variant and the clocks that they are sent."""

from __future__ import annotations

from unittest.mock import Mock

import pytest

from nupp.games.draughts.hub.dialogue import HubDialogue
from nupp.players import Budget
from nupp.players.budget import Remaining
from nupp.protocols import EngineError
from nupp.protocols.program import Program
from nupp.rules import game


def greeted(*params: str) -> list[str]:
    """What is said to an engine of Brazilian draughts with some parameters while it gets ready."""
    program = Mock(spec=Program, words="")
    program.line.side_effect = [*params, "wait", "ready"]
    HubDialogue(game("draughts:variant=brazilian"), program, {}).greet(1)
    return [line for (line,), _ in program.say.call_args_list]


def test_the_variant_is_told_to_who_knows_of_variants() -> None:
    known = 'param name=variant value=normal type=enum values="normal brazilian"'
    assert greeted(known) == ["hub", "set-param name=variant value=brazilian", "init"]
    assert greeted() == ["hub", "init"]


def test_who_does_not_play_the_variant_is_refused() -> None:
    with pytest.raises(EngineError, match=r"normal, frisian.*brazilian"):
        greeted('param name=variant value=normal type=enum values="normal frisian"')


@pytest.mark.parametrize(
    ("budget", "level"),
    [
        (Budget(nodes=50, depth=3), "level depth=3 nodes=50"),
        (Budget(seconds=2), "level move-time=2"),
        (Budget(seconds=2, clock=Remaining((9.0, 60.0), 0.5)), "level time=8.5 inc=0.5"),
    ],
)
def test_the_limits_of_a_search(budget: Budget, level: str) -> None:
    """Hub adds the increment before a move."""
    program = Mock(spec=Program)
    rules = game("draughts")
    HubDialogue(rules, program, {}).ask(rules.start_position(), budget)
    (position,), (limits,), (go,) = (words for words, _ in program.say.call_args_list)
    assert position.startswith("pos pos=W")
    assert (limits, go) == (level, "go think")
