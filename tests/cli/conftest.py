"""The command line called in this process, and started as a program."""

from __future__ import annotations

import contextlib
import os
import pty
import signal
import subprocess
import sys
import sysconfig
import time
import venv
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from nupp.cli.main import cli
from nupp.kernel import interpreted
from nupp.learn.selfplay import SelfPlay, record_self_play

Call = Callable[..., Result]
Program = Callable[..., "subprocess.CompletedProcess[str]"]
Start = Callable[..., "subprocess.Popen[str]"]

NUPP = [sys.executable, "-m", "nupp"]

INTERPRETED: dict[str, Any] = {"NUMBA_DISABLE_JIT": "1"}
"""The environment of a program that runs kernels as plain Python."""


def execute(*command: str | Path) -> subprocess.CompletedProcess[str]:
    """Run a program to its end."""
    return subprocess.run([*map(str, command)], capture_output=True, text=True, check=False)


def installed(package: Path, folder: Path) -> Path:
    """A Python in which a package is installed, and what is installed here can be imported."""
    venv.create(folder, with_pip=False)
    python = folder / "bin" / "python"
    site = execute(python, "-c", "import sysconfig; print(sysconfig.get_path('purelib'))").stdout.strip()
    here = sysconfig.get_path("purelib")
    Path(site, "here.pth").write_text(f"import site; site.addsitedir({here!r})\n")
    install = ("install", "--quiet", "--no-deps", "--no-build-isolation", package)
    done = execute(sys.executable, "-m", "pip", "--python", python, *install)
    assert done.returncode == 0, done.stderr
    return python


def nupp(*words: str, typed: str = "") -> Result:
    """Call nupp in this process with compiled kernels; `typed` is its standard input."""
    return CliRunner().invoke(cli, words, input=typed, catch_exceptions=False)


@pytest.fixture
def call() -> Call:
    """Call nupp in this process with kernels as plain Python."""

    def call(*words: str, typed: str = "") -> Result:
        with interpreted():
            return nupp(*words, typed=typed)

    return call


@pytest.fixture
def program() -> Program:
    """Run nupp as a program to its end."""

    def run(*words: str, typed: str = "", **environment: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [*NUPP, *words],
            input=typed,
            env={**os.environ, **environment},
            capture_output=True,
            text=True,
            timeout=120,
        )

    return run


@pytest.fixture
def start() -> Iterator[Start]:
    """Start nupp as a program. One that still runs when the test ends is killed."""
    with contextlib.ExitStack() as stack:

        def start(*words: str, **environment: str) -> subprocess.Popen[str]:
            running = subprocess.Popen(
                [*NUPP, *words],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                env={**os.environ, **environment},
                text=True,
            )
            stack.callback(_end, running)
            return running

        yield start


def _end(running: subprocess.Popen[str]) -> None:
    running.kill()
    running.wait()
    for stream in (running.stdin, running.stdout, running.stderr):
        if stream and not stream.closed:
            with contextlib.suppress(BrokenPipeError):
                stream.close()


def on_a_terminal(
    *words: str,
    typed: bytes = b"",
    signalled: int = 0,
    wait_for: bytes = b"",
    **environment: str,
) -> tuple[str, int]:
    """Run nupp on a terminal; return what it shows and its exit code.

    `typed` is typed, and `signalled` sent, once `wait_for` is shown.
    """
    colours = {"TERM": "xterm-256color", "COLUMNS": "100", "LANG": "C.UTF-8"}
    environment = {**os.environ, **colours, **environment}
    environment.pop("NO_COLOR", None)
    master, slave = pty.openpty()
    running = subprocess.Popen([*NUPP, *words], stdin=slave, stdout=slave, stderr=slave, env=environment)
    os.close(slave)
    shown, waiting = b"", bool(typed or signalled)
    try:
        while read := _read(master):
            shown += read
            if waiting and wait_for in shown:
                waiting = False
                if typed:
                    os.write(master, typed)
                if signalled:
                    running.send_signal(signalled)
        return shown.decode(), running.wait(timeout=20)
    finally:
        running.kill()
        running.wait()
        os.close(master)


def _read(terminal: int) -> bytes:
    """Wait for output on a terminal; nothing when all its other ends are closed."""
    try:
        return os.read(terminal, 65536)
    except OSError:
        return b""


def interrupt(running: subprocess.Popen[str]) -> str:
    """Send Ctrl-C to a program, which leaves soon and in order; return what it says on stderr."""
    running.send_signal(signal.SIGINT)
    began = time.monotonic()
    out, err = running.communicate(timeout=20)
    assert running.returncode == 130
    assert time.monotonic() - began < 5
    assert out == ""
    assert err.splitlines()[-1] == "nupp: interrupted"
    return err


def assert_left_in_order(shown: str) -> None:
    """The cursor is back after Ctrl-C, and a line says why."""
    before, _, after = shown.rpartition("\x1b[?25h")
    assert "\x1b[?25l" in before
    assert "\x1b[?25l" not in after
    assert "nupp: interrupted\r\n" in after
    assert "Traceback" not in shown


def wait_for_lines(running: subprocess.Popen[str], path: Path, number: int) -> None:
    """Wait until a program has written some lines into a file; AssertionError if it ends before."""
    end = time.monotonic() + 60
    while not path.exists() or path.read_bytes().count(b"\n") < number:
        assert time.monotonic() < end
        assert running.poll() is None
        time.sleep(0.01)


def lines(*typed: str) -> str:
    """What somebody types, line by line."""
    return "".join(f"{line}\n" for line in typed)


@pytest.fixture(scope="session")
def positions(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A file of positions of 30 games of tic-tac-toe."""
    path = tmp_path_factory.mktemp("positions") / "positions"
    record_games(path)
    return path


def record_games(path: Path, games: int = 30, seed: int = 0) -> None:
    """Write the positions of some games of tic-tac-toe."""
    plan = SelfPlay("tictactoe", "alphabeta:table=1", depth=1, games=games, seed=seed, openings=4)
    with interpreted():
        record_self_play(plan, path)
