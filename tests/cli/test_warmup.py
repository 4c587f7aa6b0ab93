"""`nupp warmup`: kernels are compiled once, and cleared when it is wanted."""

from __future__ import annotations

import json
import re
import subprocess
from pathlib import Path

import pytest

from cli.conftest import Call, Program


@pytest.mark.slow
def test_everything_is_compiled_once(call: Call, program: Program, tmp_path: Path) -> None:
    """An empty cache is reported and costs no thinking time; warming up compiles the rest, and nothing again.

    That holds for a player each. Which there are to warm up, `tests/players/test_warmup.py` looks at.
    """
    assert call("new-game", "hexes", "--out", str(tmp_path)).exit_code == 0
    rules = tmp_path / "nupp-hexes" / "src" / "nupp_hexes" / "__init__.py"
    cache, game = {"NUPP_CACHE": str(tmp_path / "kernels")}, "hexes:size=3"

    def run(*words: str) -> subprocess.CompletedProcess[str]:
        return program("--load", str(rules), *words, **cache)

    searched = run("best", game, "--player", "flatmc", "--time", "0.5s", "--json")
    (line,) = searched.stderr.splitlines()
    assert re.match(f"compiling {game}", line)
    best = json.loads(searched.stdout)
    assert best["nodes"] >= 9  # all moves, which take far less than the time once they are compiled
    players = ("--player", "minimax")
    cold = run("warmup", game, *players, "--profile")
    assert cold.returncode == 0
    assert re.search(r"^ +\d+\.\d\d +1  minimax$", cold.stdout, re.MULTILINE)
    assert cold.stdout.startswith("1 game ready in ")
    assert " 0 kernels compiled" not in cold.stdout
    assert str(tmp_path / "kernels") in cold.stdout
    assert " 0 kernels compiled" in run("warmup", game, *players).stdout
    assert run("best", game, "--player", "minimax", "--depth", "3", "--json").stderr == ""


def test_warming_up_clears_what_is_its_own(
    call: Call, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("NUPP_CACHE", str(tmp_path))
    for name in ("old.kernel", "letter.txt"):
        (tmp_path / name).touch()
    assert call("warmup", "tictactoe").exit_code == 0
    assert (tmp_path / "old.kernel").exists()
    assert call("warmup", "tictactoe", "--clear").exit_code == 0
    assert [path.name for path in tmp_path.iterdir()] == ["letter.txt"]
