"""`nupp book`: made into the data folder or a file, and shown."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from cli.conftest import Call

SMALL = "connectfour:width=4,height=4"


@pytest.fixture(autouse=True)
def _data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NUPP_DATA", str(tmp_path))


@pytest.mark.slow
def test_a_book_is_made_and_shown(call: Call, tmp_path: Path) -> None:
    result = call("book", "make", SMALL, "--plies", "2", "--memory", "4")
    (file,) = tmp_path.rglob("*.book")
    assert result.stdout.startswith(f"{file}: 11 positions, ")
    assert [path for path in file.parent.iterdir() if path.suffix == ".part"] == []
    found = json.loads(call("book", "show", SMALL, "--json").stdout)
    assert (found["plies"], found["positions"], found["start"]) == (2, 11, 0)
    assert "the start: a draw" in call("book", "show", SMALL).stdout
    other = call("book", "show", "connectfour:width=4,height=5")
    assert (other.exit_code, "there is no opening book" in other.stderr) == (2, True)


def test_an_unfinished_book_is_made_in_time_and_resumed(call: Call, tmp_path: Path) -> None:
    result = call("book", "make", SMALL, "--plies", "2", "--memory", "4", "--time", "0.000001s")
    assert "unfinished: for 2 positions of ply 1 no best move is known yet" in result.stdout
    assert json.loads(call("book", "show", SMALL, "--json").stdout)["undecided"] == 2
    assert "unfinished: for 2 positions of ply 1" in call("book", "show", SMALL).stdout
    assert "11 positions, " in call("book", "make", SMALL, "--plies", "2", "--memory", "4").stdout
    assert not list(tmp_path.rglob("*.part"))
