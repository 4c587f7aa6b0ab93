"""`nupp solve`: values of games that are known, refusals, and how it ends."""

from __future__ import annotations

import json
import re
import time
from pathlib import Path

import pytest

from cli.conftest import Call, Program
from cli.test_leaving import interrupt, on_a_terminal, start

SOLVED = json.loads((Path(__file__).parents[1] / "data" / "solved.json").read_text())


def test_connect_four(program: Program) -> None:
    result = program("solve", "connectfour:width=6,height=4")
    assert result.returncode == 0
    assert result.stderr == "" or "compiling" in result.stderr
    rows = dict(line.split(maxsplit=1) for line in result.stdout.splitlines())
    assert rows["value"] == "second (o)"
    assert rows["plies"] == "24 to the end"
    assert len(rows["line"].split()) == 24
    assert int(rows["positions"]) > 1000


def test_othello_as_json(program: Program) -> None:
    found = json.loads(program("solve", "othello:size=4", "--json").stdout)
    assert (found["value"], found["margin"], found["plies"]) == (
        "second",
        SOLVED["othello:size=4"]["margin"],
        None,
    )
    assert found["game"] == "othello:size=4"
    assert found["positions_per_second"] == pytest.approx(found["positions"] / found["seconds"])
    assert found["line"][0] in ("a2", "b1", "c4", "d3")


def test_morris_with_a_first_move(program: Program) -> None:
    for move, value in (("b2", "first"), ("a1", "draw"), ("b1", "second")):
        found = json.loads(program("solve", "morris:men=3", "--moves", move, "--json").stdout)
        assert found["value"] == value
        assert "retrograde analysis" in found["method"]


def test_a_finished_game(call: Call) -> None:
    result = call("solve", "tictactoe", "--moves", "1 4 2 5 3", "--json")
    found = json.loads(result.stdout)
    assert (found["value"], found["plies"], found["line"]) == ("first", 0, [])
    assert found["method"] == "the game is over"


def test_what_is_too_large_is_refused_with_an_estimate(program: Program) -> None:
    result = program("solve", "othello")
    assert result.returncode == 2
    assert result.stdout == ""
    line = result.stderr.splitlines()[-1]
    assert line.startswith("nupp: solving othello from here takes about ")
    assert "positions, " in line
    assert "--force tries it nevertheless" in line


def test_more_memory_than_allowed_is_refused(program: Program) -> None:
    result = program("solve", "morris:men=6", "--memory", "20")
    assert result.returncode == 2
    assert "MB of memory, of which 20 MB are allowed; --force" in result.stderr.splitlines()[-1]
    forced = program("solve", "morris:men=6", "--memory", "20", "--force")
    assert forced.returncode == 2
    assert "can be reached in morris:men=6, and 20 MB of memory hold no more" in forced.stderr
    assert "--force" not in forced.stderr


def test_a_time_limit_ends_it_with_what_is_known(program: Program) -> None:
    result = program("solve", "othello", "--force", "--time", "300ms")
    assert result.returncode == 1
    assert result.stdout == ""
    assert re.search(r"stopped after \d+(\.\d+)? seconds", result.stderr)
    assert result.stderr.splitlines()[-1].endswith("positions: nothing is known of its value")


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--memory", "0"], "0 is not in the range"),
        (["--time", "soon"], "'soon' is not a duration"),
        (["--position", "x"], "position 'x' of othello"),
        (["--depth", "3"], "--depth"),
    ],
)
def test_bad_input(call: Call, words: list[str], said: str) -> None:
    result = call("solve", "othello", *words)
    assert result.exit_code == 2
    assert result.stdout == ""
    assert result.stderr.count("\n") == 1
    assert said in result.stderr


def test_ctrl_c(program: Program) -> None:
    program("solve", "connectfour", "--time", "1ms")  # so that it solves and does not compile
    running = start("solve", "connectfour", "--force")
    time.sleep(5)
    assert "Traceback" not in interrupt(running)


def test_a_terminal_shows_how_far_it_is() -> None:
    shown, code = on_a_terminal("solve", "connectfour", "--force", "--time", "1500ms")
    assert code == 1
    assert "positions, " in shown
    assert "a second" in shown
    assert "\x1b[?25h" in shown  # the cursor is back
