"""`nupp tables`: built into the data folder or a file, checked and shown."""

from __future__ import annotations

import json
import re
import shutil
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest

from cli.conftest import nupp
from nupp.formats import locked
from nupp.rules import game
from nupp.search.endgames import Builder, Numbering, bytes_needed, place_of, write_table

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


@pytest.mark.parametrize("options", [["--pieces", "2"], ["--pieces", "3", "--outcomes"]])
def test_a_table_that_is_not_used_is_named(options: list[str]) -> None:
    result = nupp("tables", "build", ENGLISH, *options)
    assert result.exit_code == 0
    last = result.stderr.splitlines()[-1]
    assert last.startswith("strong does not use it: ")
    assert last.endswith("english-4.endgames has 4 pieces already")


@pytest.mark.parametrize("options", [[], ["--outcomes"]])
def test_a_sound_table_is_not_built_again(tmp_path: Path, options: list[str]) -> None:
    file = tmp_path / f"two.{'outcomes' if options else 'endgames'}"
    command = ("tables", "build", ENGLISH, "--pieces", "2", *options, "--out", str(file))
    assert "strong does not use it" not in nupp(*command).stderr
    built = file.read_bytes()
    again = nupp(*command)
    assert (again.exit_code, again.stderr) == (0, "")
    assert again.stdout == f"{file} is there already; remove it to build it anew\n"
    file.write_bytes(built[:-1] + bytes([built[-1] ^ 1]))
    assert "3,600 positions" in nupp(*command).stdout
    assert file.read_bytes() == built


def test_outcomes_are_built_by_themselves(tmp_path: Path) -> None:
    file = tmp_path / "two.outcomes"
    result = nupp(
        "tables", "build", ENGLISH, "--pieces", "2", "--outcomes", "--memory", "1", "--out", str(file)
    )
    assert result.stdout.startswith(f"{file}: 3,600 positions of up to 2 pieces, ")
    assert list(tmp_path.iterdir()) == [file]
    assert file.stat().st_size < 3600 / 4 + 512
    result = nupp("tables", "check", ENGLISH, "--table", str(file), "--positions", "500")
    assert result.exit_code == 0
    file.write_bytes(file.read_bytes()[:-1] + b"0")
    result = nupp("tables", "check", ENGLISH, "--table", str(file))
    assert (result.exit_code, "its values are not those" in result.stderr) == (2, True)


def test_both_kinds_in_use_are_shown(tmp_path: Path) -> None:
    spec = "morris:men=6"
    for options in (("--pieces", "6"), ("--pieces", "7", "--outcomes")):
        assert nupp("tables", "build", spec, *options).exit_code == 0
    shown = json.loads(nupp("tables", "show", spec, "--json").stdout)
    assert (shown["pieces"], [one["pieces"] for one in shown["others"]]) == (6, [7])
    assert nupp("tables", "show", spec).stdout.count(" positions of up to ") == 2
    checked = nupp("tables", "check", spec, "--positions", "99")
    lines = [line.split() for line in checked.stdout.splitlines()]
    assert [(Path(line[0]).name, line[1] == line[3]) for line in lines] == [
        ("morris-men=6-6.endgames:", True),
        ("morris-men=6-7.outcomes:", True),
    ]


@pytest.mark.parametrize("kind", ["endgames", "outcomes"])
def test_a_file_is_verified_for_the_game_it_is_for(tmp_path: Path, kind: str) -> None:
    file = tmp_path / f"two.{kind}"
    nupp(
        "tables",
        "build",
        ENGLISH,
        "--pieces",
        "2",
        "--out",
        str(file),
        *["--outcomes"] * (kind == "outcomes"),
    )
    result = nupp("tables", "verify", str(file), "--positions", "99")
    assert (result.exit_code, result.stdout.startswith(f"{file}: ")) == (0, True)
    right, none = result.stdout.split("; ")
    assert right.endswith(" values are right")
    assert none == f"{99 - int(right.split()[-4])} of the numbers drawn are no positions, or came twice\n"
    file.write_bytes(file.read_bytes()[:-9])
    result = nupp("tables", "verify", str(file))
    assert (result.exit_code, f"{str(file)!r} is damaged" in result.stderr) == (2, True)


@pytest.mark.filterwarnings("default")
@pytest.mark.parametrize("command", [["tables", "show"], ["tables", "check", "--positions", "9"], ["best"]])
def test_a_damaged_table_is_left_out(command: list[str]) -> None:
    rules = game(ENGLISH)
    path = place_of(rules, 5)
    path.parent.mkdir(parents=True)
    write_table(path, rules, 5, np.zeros(9, np.uint8))
    options = ["--nodes", "99", "--position", "W:WK1,K5:BK20"] if command == ["best"] else []
    result = nupp(*command, ENGLISH, *options)
    words = f"nupp: warning: endgame table left out: {str(path)!r} has 9 bytes of values: expected"
    assert (result.exit_code, words in result.stderr) == (0, True)
    assert "known win" in result.stdout or "english-4.endgames" in result.stdout


def test_what_does_not_fit_on_the_disk_is_not_begun(tmp_path: Path) -> None:
    file = tmp_path / "eight.endgames"
    result = nupp("tables", "build", ENGLISH, "--pieces", "8", "--out", str(file))
    assert result.exit_code == 2
    assert "TB of disk while they are built: " in result.stderr
    assert list(tmp_path.iterdir()) == []


def test_sizes_are_in_units_that_suit_them(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shutil, "disk_usage", lambda folder: SimpleNamespace(free=12_345))
    result = nupp("tables", "build", ENGLISH, "--pieces", "3", "--out", str(tmp_path / "t.endgames"))
    assert result.exit_code == 2
    assert re.search(r"positions take [\d.]+ (MB|kB) of disk.* has 12.3 kB free", result.stderr)


def test_a_build_that_is_resumed_needs_room_for_the_rest_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file, rules = tmp_path / "two.endgames", game(ENGLISH)
    needed = bytes_needed(Numbering(rules, 2), outcomes=False)
    command = ("tables", "build", ENGLISH, "--pieces", "2", "--out", str(file))
    monkeypatch.setattr(shutil, "disk_usage", lambda folder: SimpleNamespace(free=needed - 1))
    assert nupp(*command).exit_code == 2
    Builder(rules, 2, tmp_path / "two.endgames.part")
    assert nupp(*command).exit_code == 0
    file.unlink()
    Builder(rules, 2, tmp_path / "two.endgames.part")
    monkeypatch.setattr(shutil, "disk_usage", lambda folder: SimpleNamespace(free=0))
    assert nupp(*command).exit_code == 2


def test_a_table_is_built_by_one_process_at_a_time(tmp_path: Path) -> None:
    file = tmp_path / "two.endgames"
    command = ("tables", "build", ENGLISH, "--pieces", "2", "--out", str(file))
    with locked(file):
        result = nupp(*command)
    assert result.exit_code == 2
    assert f"{str(file)!r} is being built by another process: expected its end" in result.stderr
    assert list(tmp_path.iterdir()) == []
    assert nupp(*command).exit_code == 0


def test_an_address_without_a_cluster_is_said_in_a_line() -> None:
    pytest.importorskip("ray")
    result = nupp("tables", "build", ENGLISH, "--ray", "127.0.0.1:1")
    assert (result.exit_code, "no Ray cluster answers at '127.0.0.1:1'" in result.stderr) == (2, True)


def test_a_cluster_and_threads_are_one_too_many() -> None:
    result = nupp("tables", "build", ENGLISH, "--ray", "local", "--threads", "2")
    assert (result.exit_code, "--ray local and --threads 2" in result.stderr) == (2, True)


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
