"""`nupp solve`: values of games that are known, refusals, and how it ends."""

from __future__ import annotations

import json
import re
import signal
from pathlib import Path

import pytest

from cli.conftest import INTERPRETED, Call, assert_left_in_order, nupp, on_a_terminal

SOLVED = json.loads((Path(__file__).parents[1] / "data" / "solved.json").read_text())


@pytest.mark.slow
def test_connect_four() -> None:
    result = nupp("solve", "connectfour:width=6,height=4")
    assert result.exit_code == 0
    assert result.stderr == "" or "compiling" in result.stderr
    rows = dict(line.split(maxsplit=1) for line in result.stdout.splitlines())
    assert rows["value"] == "second (o)"
    assert rows["plies"] == "24 to the end"
    assert len(rows["line"].split()) == 24
    assert int(rows["positions"]) > 1000


@pytest.mark.slow
def test_othello_as_json() -> None:
    found = json.loads(nupp("solve", "othello:size=4", "--json").stdout)
    assert (found["value"], found["margin"], found["plies"]) == (
        "second",
        SOLVED["othello:size=4"]["margin"],
        None,
    )
    assert found["game"] == "othello:size=4"
    assert found["positions_per_second"] == pytest.approx(found["positions"] / found["seconds"])
    assert found["line"][0] in ("a2", "b1", "c4", "d3")


@pytest.mark.slow
def test_morris_with_a_first_move() -> None:
    for move, value in (("b2", "first"), ("a1", "draw"), ("b1", "second")):
        found = json.loads(nupp("solve", "morris:men=3", "--moves", move, "--json").stdout)
        assert found["value"] == value
        assert "retrograde analysis" in found["method"]


def test_a_finished_game(call: Call) -> None:
    result = call("solve", "tictactoe", "--moves", "1 4 2 5 3", "--json")
    found = json.loads(result.stdout)
    assert (found["value"], found["plies"], found["line"]) == ("first", 0, [])
    assert found["method"] == "the game is over"


def test_what_is_too_large_is_refused_with_an_estimate(call: Call) -> None:
    result = call("solve", "othello")
    assert result.exit_code == 2
    assert result.stdout == ""
    (line,) = result.stderr.splitlines()
    assert line.startswith("nupp: ")
    assert re.search(r"othello .* \d\S* positions, ", line)
    assert "--force" in line


@pytest.mark.slow
def test_more_memory_than_allowed_is_refused() -> None:
    asked = ("solve", "morris:men=6", "--memory", "3")
    result = nupp(*asked)
    assert result.exit_code == 2
    assert re.search(r"memory.* 3 MB .*--force", result.stderr.splitlines()[-1])
    forced = nupp(*asked, "--force")
    assert forced.exit_code == 2
    assert re.search(r"morris:men=6.* 3 MB of memory", forced.stderr.splitlines()[-1])
    assert "--force" not in forced.stderr


def test_a_time_limit_ends_it_with_what_is_known(call: Call) -> None:
    result = call("solve", "othello", "--force", "--time", "100ms")
    assert result.exit_code == 1
    assert result.stdout == ""
    assert re.search(r" \d+(\.\d+)? seconds.* [\d,]+ positions", result.stderr, re.DOTALL)


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--memory", "0"], "0: expected a whole number from 1"),
        (["--time", "soon"], "'soon'.*duration"),
        (["--position", "x"], "position 'x'"),
        (["--depth", "3"], "--depth"),
    ],
)
def test_bad_input(call: Call, words: list[str], said: str) -> None:
    result = call("solve", "othello", *words)
    assert result.exit_code == 2
    assert result.stdout == ""
    assert result.stderr.count("\n") == 1
    assert re.search(said, result.stderr)


@pytest.mark.slow
def test_ctrl_c_when_a_terminal_shows_how_far_it_is() -> None:
    shown, code = on_a_terminal(
        "solve", "connectfour", "--force", signalled=signal.SIGINT, wait_for=b" positions, "
    )
    assert code == 130
    assert " a second" in shown
    assert_left_in_order(shown)


@pytest.mark.slow
def test_the_cursor_is_back_when_the_time_is_up() -> None:
    shown, code = on_a_terminal("solve", "othello", "--force", "--time", "500ms", **INTERPRETED)
    assert code == 1
    assert "solving" in shown
    assert "\x1b[?25h" in shown
