"""Engines of five in a row, asked by the protocol of Gomocup."""

from __future__ import annotations

import shlex
import sys
from pathlib import Path
from typing import Any
from unittest.mock import Mock

import pytest

from nupp.games.mnk.gomocup.dialogue import GomocupDialogue
from nupp.players import Budget, player
from nupp.players.budget import Remaining
from nupp.protocols import EngineError, External, SearchInfo
from nupp.protocols.dialogue import Chosen
from nupp.protocols.program import Program
from nupp.rules import game
from protocols.external.processes import number_in

TWICE = Path(__file__).with_name("twice.py")


DEAF = Path(__file__).with_name("deaf.py")


def test_gomocup_takes_back_what_it_limited() -> None:
    """A limit stays until it is set to 0, which is no limit; one that was never set is never sent."""
    rules = game("mnk:width=7,height=6")
    program = Mock(spec=Program)
    program.line.return_value = "OK"
    talk = GomocupDialogue(rules, program, {})
    limit_lines = []
    asked: tuple[dict[str, Any], ...] = ({"seconds": 1}, {"nodes": 60}, {"depth": 3}, {"seconds": 1})
    for limits in asked:
        program.say.reset_mock()
        talk.ask(rules.start_position(), Budget(**limits))
        limit_lines.append([line for (line,), _ in program.say.call_args_list if "max_" in line])
    assert limit_lines == [
        [],
        ["INFO max_node 60"],
        ["INFO max_node 0", "INFO max_depth 3"],
        ["INFO max_node 0", "INFO max_depth 0"],
    ]


@pytest.mark.parametrize(
    ("budget", "least"), [(Budget(seconds=1), 0.9), (Budget(seconds=0.3, clock=Remaining((1.05, 5.0))), 0.9)]
)
def test_gomocup_tells_less_time_than_there_is(budget: Budget, least: float) -> None:
    """So that a move that takes it all is there before the engine gets a stop."""
    rules = game("mnk:width=7,height=6")
    program = Mock(spec=Program)
    program.line.return_value = "OK"
    GomocupDialogue(rules, program, {}).ask(rules.start_position(), budget)
    said = [line.split() for (line,), _ in program.say.call_args_list]
    milliseconds = next(int(words[2]) for words in said if words[:2] == ["INFO", "timeout_turn"])
    assert 1000 * least < milliseconds < 1000


def test_what_was_said_once_more_is_no_answer_to_the_next_question(
    engine: list[External], tmp_path: Path
) -> None:
    command = shlex.join([sys.executable, str(TWICE), str(tmp_path / "said")])
    one = player(f"external:cmd=({command}),protocol=gomocup", "mnk")
    assert isinstance(one, External)
    engine.append(one)
    position = game("mnk").start_position()
    for number, move in enumerate(("a10", "b10", "c10")):
        assert one.choose(position, Budget(seconds=60)).move == move
        assert number_in(tmp_path / f"said{number}") == number  # for the second time
        position = position.play(move).play(position.legal_moves[number])


def test_who_does_not_know_how_to_stop_may_say_so_late(engine: list[External]) -> None:
    """In the middle of the next search, or while the next game begins."""
    one = player(
        f"external:cmd=({shlex.join([sys.executable, str(DEAF)])}),protocol=gomocup,grace=600", "mnk"
    )
    assert isinstance(one, External)
    engine.append(one)
    moves = iter(("a10", "b10", "c10", "d10"))
    for _ in range(2):
        position = game("mnk").start_position()
        for reply in range(2):
            move = one.choose(position, Budget(seconds=0.1)).move
            assert move == next(moves)
            position = position.play(move).play(position.legal_moves[reply])


def test_unknown_is_no_answer_but_to_a_stop() -> None:
    """One for each; and none to an earlier one after the next move."""
    rules = game("mnk:width=7,height=6")
    program = Mock(spec=Program)
    program.line.return_value = "OK"
    talk = GomocupDialogue(rules, program, {})
    start = rules.start_position()
    talk.ask(start, Budget(seconds=1))
    talk.stop()
    assert talk.hear("UNKNOWN command", SearchInfo()) is None
    with pytest.raises(EngineError, match="'UNKNOWN command'"):
        talk.hear("UNKNOWN command", SearchInfo())
    talk.stop()
    talk.ask(start, Budget(seconds=1))
    assert isinstance(talk.hear("3,3", SearchInfo()), Chosen)
    with pytest.raises(EngineError, match="'UNKNOWN command'"):
        talk.hear("UNKNOWN command", SearchInfo())
