"""How programs end: Ctrl-C, Ctrl-D, readers that have seen enough, and what a terminal gets to see."""

from __future__ import annotations

import json
import os
import pty
import shlex
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import IO

import pytest

from cli.conftest import NUPP, Program
from protocols.processes import has_ended, number_in

ROGUE = Path(__file__).parent.parent / "protocols" / "rogue.py"


def start(*words: str) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [*NUPP, *words],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def read_until(stream: IO[str], end: str) -> str:
    text = ""
    while not text.endswith(end):
        character = stream.read(1)
        assert character, f"the output ended before {end!r}: {text}"
        text += character
    return text


def interrupt(running: subprocess.Popen[str]) -> str:
    """Send Ctrl-C to a program, which leaves soon and in order; returns what it says on stderr."""
    running.send_signal(signal.SIGINT)
    began = time.monotonic()
    out, err = running.communicate(timeout=20)
    assert running.returncode == 130
    assert time.monotonic() - began < 5
    assert out == ""
    assert err.splitlines()[-1] == "nupp: interrupted"
    return err


def test_ctrl_c_while_thinking(program: Program) -> None:
    program("best", "tictactoe:dead=true", "--nodes", "1")  # so that it thinks and does not compile
    running = start("best", "mnk", "--time", "30s", "--json")
    time.sleep(2)
    assert "Traceback" not in interrupt(running)


def test_ctrl_c_while_playing() -> None:
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


@pytest.mark.parametrize(
    ("number", "grace", "word"),
    [
        (signal.SIGINT, 600, "interrupted"),
        (signal.SIGTERM, 600, "terminated"),
        (signal.SIGTERM, 0.1, "terminated"),
    ],
)
def test_no_engine_outlives_a_signal(number: int, grace: float, word: str, tmp_path: Path) -> None:
    """Whether there is time to end it in order, or not."""
    command = shlex.join([sys.executable, str(ROGUE), "hangs", str(tmp_path / "engine")])
    player = f"external:cmd=({command}),grace={grace}"
    running = start("best", "tictactoe", "--player", player, "--time", "600s")
    engine = number_in(tmp_path / "engine")
    running.send_signal(number)
    _, err = running.communicate(timeout=60)
    assert running.returncode == 128 + number
    assert err.splitlines()[-1] == f"nupp: {word}"
    assert has_ended(engine)


def test_a_match_that_is_terminated_leaves_its_file_in_order(tmp_path: Path) -> None:
    path = tmp_path / "match.jsonl"
    running = start(
        "match", "tictactoe", "random", "random", "--games", "100000", "--depth", "1", "--out", str(path)
    )
    while not (path.exists() and path.read_text().count("\n") > 3):
        time.sleep(0.01)
    running.terminate()
    _, err = running.communicate(timeout=60)
    assert (running.returncode, err.splitlines()[-1]) == (143, "nupp: terminated")
    assert all(json.loads(line) for line in path.read_text().splitlines())


def test_a_pipe_closed_early() -> None:
    running = start("games")
    assert running.stdout is not None
    running.stdout.close()
    running.stdout = None
    _, err = running.communicate(timeout=20)
    assert running.returncode == 0
    assert err == ""


def on_a_terminal(*words: str, typed: bytes = b"", wait_for: bytes = b"") -> tuple[str, int]:
    """What a terminal shows of a command, and its exit code; types after `wait_for` has been shown."""
    master, slave = pty.openpty()
    environment = {**os.environ, "TERM": "xterm-256color", "COLUMNS": "100", "LANG": "C.UTF-8"}
    environment.pop("NO_COLOR", None)
    running = subprocess.Popen([*NUPP, *words], stdin=slave, stdout=slave, stderr=slave, env=environment)
    os.close(slave)
    shown = b""
    while True:
        try:
            read = os.read(master, 65536)
        except OSError:  # all ends of the terminal are closed
            break
        if not read:
            break
        shown += read
        if typed and wait_for in shown:
            os.write(master, typed)
            typed = b""
    os.close(master)
    return shown.decode(), running.wait(timeout=20)


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
    shown, code = on_a_terminal("best", "tictactoe", "--depth", "4")
    assert code == 0
    assert "depth" in shown
    assert "\x1b[?25h" in shown  # the cursor is back
