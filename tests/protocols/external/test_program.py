"""Programs that do what they should not, or are not there: the messages, and that the programs are ended."""

from __future__ import annotations

from pathlib import Path

import pytest

from nupp.players import Budget, player
from nupp.protocols import EngineError
from nupp.rules import game
from protocols.external.processes import has_ended, number_in
from protocols.external.programs import ROGUE, rogue

pytestmark = pytest.mark.slow


@pytest.mark.parametrize(
    ("mode", "words"),
    [
        ("cheats", r"'a1' is not legal"),
        ("babbles", r"'\[2J🂡'"),
        ("resigns", r"answered ''"),
        ("dies", r"code 7\b.*'the stack overflowed in evaluate\(\)'"),
        ("floods", r"hangs.*'info string blah"),
        ("hangs", r"hangs.*'readyok'"),
        ("endless", r"65536 bytes.*'word word"),
    ],
)
def test_what_goes_wrong_is_reported_in_its_words(mode: str, words: str) -> None:
    """One clear error; the program is ended, and the next move has a new one."""
    one = rogue(mode, grace=0.5)
    position = game("tictactoe").start_position().play("a1")
    for _ in range(2):
        with pytest.raises(EngineError, match=words) as caught:
            one.choose(position, Budget(seconds=0.2))
        assert "\n" not in str(caught.value)
        assert str(ROGUE) in str(caught.value)


@pytest.mark.parametrize("mode", ["mute", "spam"])
def test_who_never_gets_ready(mode: str) -> None:
    with pytest.raises(EngineError, match=r"ugiok.* 1 s"):
        rogue(mode, start=1).get_ready()


@pytest.mark.parametrize("command", ["a\0b"])
def test_a_command_that_no_system_takes(command: str) -> None:
    with pytest.raises(EngineError, match="null byte"):
        player(f"external:cmd=({command})", "tictactoe").get_ready()


def test_a_program_that_is_not_there() -> None:
    one = player("external:cmd=(/no/such/program --engine)", "tictactoe")
    with pytest.raises(EngineError, match=r"/no/such/program --engine.*No such file"):
        one.get_ready()


@pytest.mark.parametrize(("mode", "words"), [("child", "'z9'"), ("parent", r"code 3\b")])
def test_children_are_ended_too(mode: str, words: str, tmp_path: Path) -> None:
    """Those of an engine that is ended, and of one that has ended by itself."""
    one = rogue(mode, str(tmp_path / "child"))
    with pytest.raises(EngineError, match=words):
        one.choose(game("tictactoe").start_position(), Budget(seconds=600))
    assert has_ended(number_in(tmp_path / "child"))
