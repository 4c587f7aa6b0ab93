"""How programs end: Ctrl-C, Ctrl-D, readers that have seen enough, and what a terminal gets to see."""

from __future__ import annotations

import json
import shlex
import signal
import sys
from pathlib import Path
from typing import IO

import pytest

from cli.conftest import INTERPRETED, Start, assert_left_in_order, on_a_terminal, wait_for_lines
from protocols.external.processes import has_ended, number_in

pytestmark = pytest.mark.slow

ROGUE = Path(__file__).parent.parent / "protocols" / "external" / "rogue.py"


def read_until(stream: IO[str], end: str) -> str:
    text = ""
    while not text.endswith(end):
        character = stream.read(1)
        assert character, f"the output ended before {end!r}: {text}"
        text += character
    return text


def test_ctrl_c_while_thinking() -> None:
    """The live line shows a rate of nodes only once the compiled search reports a decision."""
    words = ("best", "tictactoe", "--player", "uct:memory=1", "--nodes", "1000000000", "--json")
    shown, code = on_a_terminal(*words, signalled=signal.SIGINT, wait_for=b" nodes/s, ")
    assert code == 130
    assert_left_in_order(shown)
    assert "{" not in shown


def test_ctrl_c_while_playing(start: Start) -> None:
    running = start("play", "tictactoe", "--second", "human")
    assert running.stdin is not None
    assert running.stdout is not None
    running.stdin.write("b2\n")
    running.stdin.flush()
    read_until(running.stdout, "o> ")
    running.send_signal(signal.SIGINT)
    out, err = running.communicate(timeout=20)
    assert running.returncode == 130
    assert out.endswith('--moves "b2"\nGoodbye.\n')
    assert err == "nupp: interrupted\n"


def test_no_engine_outlives_a_signal(start: Start, tmp_path: Path) -> None:
    """Whether there is time to end it in order, or not; the programs wait for theirs at the same time."""
    cases = [
        (signal.SIGINT, 600, "interrupted"),
        (signal.SIGTERM, 600, "terminated"),
        (signal.SIGTERM, 0.1, "terminated"),
        (signal.SIGHUP, 600, "terminated"),
    ]
    running, engines = [], []
    for i, (_, grace, _) in enumerate(cases):
        command = shlex.join([sys.executable, str(ROGUE), "hangs", str(tmp_path / f"engine{i}")])
        player = f"external:cmd=({command}),grace={grace}"
        running.append(start("best", "tictactoe", "--player", player, "--time", "600s", **INTERPRETED))
    for i, (number, _, _) in enumerate(cases):
        engines.append(number_in(tmp_path / f"engine{i}"))
        running[i].send_signal(number)
    for i, (number, _, word) in enumerate(cases):
        _, err = running[i].communicate(timeout=60)
        assert running[i].returncode == 128 + number
        assert err.splitlines()[-1] == f"nupp: {word}"
        assert has_ended(engines[i])


def test_no_engine_outlives_a_program_that_is_killed(start: Start, tmp_path: Path) -> None:
    command = shlex.join([sys.executable, str(ROGUE), "hangs", str(tmp_path / "engine")])
    running = start(
        "best", "tictactoe", "--player", f"external:cmd=({command})", "--time", "600s", **INTERPRETED
    )
    engine = number_in(tmp_path / "engine")
    running.kill()
    running.communicate(timeout=60)
    assert has_ended(engine)


def test_a_match_that_is_terminated_leaves_its_file_in_order(start: Start, tmp_path: Path) -> None:
    path = tmp_path / "match.jsonl"
    words = ("match", "tictactoe", "random", "random", "--games", "100000", "--depth", "1")
    running = start(*words, "--out", str(path), **INTERPRETED)
    wait_for_lines(running, path, 4)
    running.terminate()
    _, err = running.communicate(timeout=60)
    assert (running.returncode, err.splitlines()[-1]) == (143, "nupp: terminated")
    assert all(json.loads(line) for line in path.read_text().splitlines())


def test_a_pipe_closed_early(start: Start) -> None:
    running = start("games")
    assert running.stdout is not None
    running.stdout.close()
    running.stdout = None
    _, err = running.communicate(timeout=20)
    assert running.returncode == 0
    assert err == ""


def test_a_terminal_gets_colours() -> None:
    shown, code = on_a_terminal("show", "othello")
    assert code == 0
    assert "●" in shown
    assert "\x1b[" in shown


def test_ctrl_d_on_a_terminal() -> None:
    shown, code = on_a_terminal("play", "hexxagon", "--second", "human", typed=b"\x04", wait_for=b"red> ")
    assert code == 0
    assert shown.endswith("Goodbye.\r\n")


def test_best_on_a_terminal_shows_each_depth() -> None:
    words = ("best", "tictactoe", "--player", "alphabeta:table=1", "--depth", "3")
    shown, code = on_a_terminal(*words, **INTERPRETED)
    assert code == 0
    assert "depth" in shown
    assert "\x1b[?25h" in shown  # the cursor is back
