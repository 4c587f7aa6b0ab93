"""What every protocol has to say about asking an engine: its options, and when it stops."""

from __future__ import annotations

import shlex
import sys

import pytest

from nupp.players import Budget, player
from nupp.protocols import EngineError, External
from nupp.rules import game
from protocols.external.programs import ROGUE, rogue, spec_of


def test_who_waits_for_stop_is_told_to(engine: list[External]) -> None:
    one = rogue("slow")
    engine.append(one)
    assert one.choose(game("tictactoe").start_position(), Budget(seconds=0.1)).move == "c3"


@pytest.mark.slow
@pytest.mark.parametrize(
    ("spec", "protocol", "options", "words"),
    [
        ("tictactoe", "ugi", "depht=3", "'depht'.*evaluator, player, ponder"),
        ("tictactoe", "ugi", "ponder=perhaps", "info string error: .*perhaps"),
        ("tictactoe", "ugi", "Ponder=true", None),
        ("draughts:variant=english", "hub", "book=true", "'book'.*player, variant"),
        ("draughts:variant=english", "hub", "player=nobody", "error .*nobody"),
        ("draughts:variant=english", "hub", "player=random", None),
    ],
)
def test_options_that_an_engine_does_not_take_are_reported(
    spec: str, protocol: str, options: str, words: str | None, engine: list[External]
) -> None:
    one = player(f"{spec_of(spec, protocol)},options=({options})", spec)
    assert isinstance(one, External)
    engine.append(one)
    if words is None:
        one.get_ready()
        return
    with pytest.raises(EngineError, match=words):
        one.get_ready()


def test_an_engine_that_has_no_options_takes_none() -> None:
    command = shlex.join([sys.executable, str(ROGUE), "dies"])
    one = player(f"external:cmd=({command}),options=(threads=2)", "tictactoe")
    with pytest.raises(EngineError, match=r"'threads'.*none"):
        one.get_ready()
