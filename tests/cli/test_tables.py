"""`nupp tables`: built into the data folder or a file, checked and shown."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from cli.conftest import nupp

pytestmark = pytest.mark.slow

ENGLISH = "draughts:variant=english"


@pytest.fixture(autouse=True)
def _data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NUPP_DATA", str(tmp_path))


def test_a_table_is_built_checked_and_shown(tmp_path: Path) -> None:
    file = tmp_path / "two.endgames"
    result = nupp("tables", "build", ENGLISH, "--pieces", "2", "--out", str(file))
    assert result.stdout.startswith(f"{file}: 3,600 positions of up to 2 pieces, ")
    assert result.stderr.endswith("3,600 of 3,600 positions\n")
    assert list(tmp_path.iterdir()) == [file]
    result = nupp("tables", "check", ENGLISH, "--table", str(file), "--positions", "500")
    checked = result.stdout.removeprefix(f"{file}: ").split()
    assert checked[0] == checked[2]
    assert result.exit_code == 0


def test_a_table_in_the_data_folder_is_used(tmp_path: Path) -> None:
    spec = f"{ENGLISH},draws=false"
    nupp("tables", "build", spec, "--pieces", "2")
    found = json.loads(nupp("tables", "show", "draughts:variant=pool", "--json").stdout)
    assert found["pieces"] > 2
    built = list(tmp_path.rglob("*.endgames"))
    assert [path.name for path in built] == ["draughts-variant=english-draws=false-2.endgames"]


def test_what_cannot_be_built_is_said_in_a_line(tmp_path: Path) -> None:
    result = nupp("tables", "build", "hex", "--pieces", "3")
    assert result.exit_code == 2
    assert "hex does not say what its endgames are" in result.stderr
    result = nupp("tables", "show", "hex")
    assert (result.exit_code, "there is no endgame table for hex" in result.stderr) == (2, True)
    file = tmp_path / "some.endgames"
    file.write_text("nonsense")
    result = nupp("tables", "check", ENGLISH, "--table", str(file))
    assert (result.exit_code, f"{str(file)!r} is no endgame table" in result.stderr) == (2, True)
