"""The file of a run: what it takes, what it refuses, and that nothing in it is ever lost."""

from __future__ import annotations

import errno
import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from nupp.arena.result_log import MatchError, ResultLog, header_of
from nupp.formats import GameRecord, files
from nupp.version import __version__

HEADER: dict[str, Any] = {"match": {"game": "tictactoe", "first": "strong", "second": "random", "seed": 3}}


def record(number: int) -> GameRecord:
    """One of up to eight moves, stopped there."""
    moves = ("a1", "b1", "c1", "a2", "b2", "a3", "b3", "c3")[:number]
    return GameRecord(
        "tictactoe", ("a", "b"), moves, outcome="draw", termination="adjudicated", seconds=(0.5,) * len(moves)
    )


def resumed(path: Path, header: dict[str, Any] = HEADER, games: int = 10) -> dict[int, GameRecord]:
    with ResultLog(path, header, games, resume=True) as found:
        return dict(found.records)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """A file with games 0, 2 and 5."""
    path = tmp_path / "run.jsonl"
    with ResultLog(path, HEADER, 10) as new:
        for number in (0, 2, 5):
            new.write(number, record(number))
    return path


def test_what_is_written_comes_back(path: Path) -> None:
    assert resumed(path) == {number: record(number) for number in (0, 2, 5)}
    lines = [json.loads(line) for line in path.read_text().splitlines()]
    assert [line.get("number") for line in lines] == [None, 0, 2, 5]
    with ResultLog(path, HEADER, 10, resume=True) as more:
        more.write(1, record(1))
    assert sorted(resumed(path)) == [0, 1, 2, 5]


def test_without_resuming_the_file_begins_anew(path: Path) -> None:
    with ResultLog(path, HEADER, 10) as new:
        assert new.records == {}
    assert len(path.read_text().splitlines()) == 1


def test_every_run_has_a_name_of_its_own_which_stays(path: Path) -> None:
    run = header_of(path)["run"]
    resumed(path)
    assert header_of(path) == HEADER | {"version": __version__, "run": run}
    with ResultLog(path, HEADER, 10):
        assert header_of(path)["run"] != run


def test_a_file_of_a_run_without_a_name_is_gone_on_with(path: Path) -> None:
    changed(path, 0, lambda header: {name: value for name, value in header.items() if name != "run"})
    before = path.read_bytes()
    assert sorted(resumed(path)) == [0, 2, 5]
    assert path.read_bytes() == before


def test_without_a_path_games_are_kept_in_memory() -> None:
    with ResultLog(None, HEADER, 10) as kept:
        kept.write(3, record(3))
    assert kept.records == {3: record(3)}


# ---- who else writes ---------------------------------------------------------------------------

HOLDING = """
import sys
from pathlib import Path
from nupp.arena.result_log import ResultLog
with ResultLog(Path(sys.argv[1]), {"match": {}}, 10):
    print("held", flush=True)
    sys.stdin.read()
"""


@pytest.mark.parametrize("resume", [False, True])
def test_a_file_that_another_process_writes_is_left_alone(tmp_path: Path, resume: bool) -> None:
    path = tmp_path / "run.jsonl"
    command = [sys.executable, "-c", HOLDING, str(path)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as other:
        assert other.stdout is not None
        assert other.stdout.readline() == "held\n"
        before = path.read_bytes()
        with (
            pytest.raises(MatchError, match=r"run\.jsonl'.*another run"),
            ResultLog(path, {"match": {}}, 10, resume),
        ):
            pass
        assert path.read_bytes() == before
        other.communicate("")
    assert resumed(path, {"match": {}}) == {}


def test_two_in_one_process_do_not_write_one_file(path: Path) -> None:
    with ResultLog(path, HEADER, 10, resume=True), pytest.raises(MatchError, match="another run"):
        resumed(path)
    assert len(resumed(path)) == 3


# ---- files that are not as they should be ------------------------------------------------------


@pytest.mark.parametrize("kept", [1, 20, -1])
def test_a_line_cut_short_is_taken_off(path: Path, kept: int) -> None:
    whole = path.read_bytes()
    last = whole.splitlines(keepends=True)[-1]
    path.write_bytes(whole[: -len(last)] + last[:kept])
    with pytest.warns(UserWarning, match=r"run\.jsonl.*cut short"):
        assert sorted(resumed(path)) == [0, 2]
    assert path.read_bytes() == whole[: -len(last)]
    with ResultLog(path, HEADER, 10, resume=True) as more:
        more.write(5, record(5))
    assert path.read_bytes() == whole


def test_lines_that_went_through_windows_are_read(path: Path) -> None:
    path.write_bytes(path.read_bytes().replace(b"\n", b"\r\n"))
    assert sorted(resumed(path)) == [0, 2, 5]


def changed(path: Path, number: int, change: Callable[[Any], Any]) -> None:
    """Change a line of the file, counted from 0, as JSON."""
    lines = path.read_text().splitlines()
    lines[number] = json.dumps(change(json.loads(lines[number])))
    path.write_text("".join(f"{line}\n" for line in lines))


@pytest.mark.parametrize(
    ("line", "change", "said"),
    [
        (0, lambda header: header | {"version": "0.0.7"}, r"0\.0\.7"),
        (
            0,
            lambda header: {**header, "match": header["match"] | {"seed": 4}},
            r"--seed 4\b.*--seed 3",
        ),
        (
            0,
            lambda header: {**header, "match": header["match"] | {"nodes": 9}},
            r"--nodes 9\b",
        ),
        (
            0,
            lambda header: {**header, "match": header["match"] | {"book": {}}},
            "--book None",
        ),
        (
            0,
            lambda header: {"tournament": header["match"], "version": header["version"]},
            "no match",
        ),
        (0, lambda header: ["games"], r"line 1\b.*'\[\"games\"\]'"),
        (0, lambda header: {"match": 5}, "line 1"),
        (2, lambda game: game | {"number": 0}, r"line 3\b.*game 0\b.*line 2"),
        (
            2,
            lambda game: game | {"number": 10},
            r"\b10 games\b.*\b3\b.*\b10\b",
        ),
        (2, lambda game: game | {"number": -1}, r"line 3\b.*no game"),
        (2, lambda game: game | {"number": "1"}, r"line 3\b.*no number"),
        (2, lambda game: {k: v for k, v in game.items() if k != "number"}, r"line 3\b.*no number"),
        (
            2,
            lambda game: {k: v for k, v in game.items() if k != "outcome"},
            r"line 3\b.*no game",
        ),
        (2, lambda game: game | {"moves": 7}, r"line 3\b.*moves.*'7'"),
        (3, lambda game: [[game]], r"line 4\b.*no number"),
        (2, lambda game: game | {"version": "0.0.7"}, r"line 3\b.*0\.0\.7"),
        (3, lambda game: game | {"moves": ["a1", "a1"], "seconds": []}, r"line 4\b.*move 2\b.*'a1'"),
        (3, lambda game: game | {"termination": None}, r"line 4\b.*not over.*\b5 moves"),
        (
            3,
            lambda game: game | {"moves": ["a1", "b1", "a2", "b2", "a3"], "outcome": "second"},
            r"line 4\b.*\('second', None, 'adjudicated'\).*\('first', 1, None\)",
        ),
    ],
)
def test_a_file_that_is_not_of_this_run_is_refused_and_kept(
    path: Path, line: int, change: Callable[[Any], Any], said: str
) -> None:
    changed(path, line, change)
    path.write_bytes(path.read_bytes() + b'{"number": 7, "ga')
    before = path.read_bytes()
    with pytest.raises(MatchError, match=said) as caught:
        resumed(path)
    assert str(path) in str(caught.value)
    assert "\n" not in str(caught.value)
    assert path.read_bytes() == before


def test_the_moves_of_so_many_games_only_are_played_again(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    changed(path, 3, lambda game: game | {"moves": ["a1", "a1"], "seconds": []})
    monkeypatch.setattr("nupp.arena.result_log.REPLAYED", 2)
    assert len(resumed(path)) == 3
    monkeypatch.setattr("nupp.arena.result_log.REPLAYED", 3)
    with pytest.raises(MatchError, match="line 4"):
        resumed(path)


def test_a_line_nested_without_end_is_refused(path: Path) -> None:
    path.write_bytes(path.read_bytes() + b"[" * 200_000 + b"\n")
    with pytest.raises(MatchError, match="line 5"):
        resumed(path)


@pytest.mark.parametrize("name", ["folder", "folder/none/run.jsonl"])
def test_a_file_that_cannot_be_opened_is_reported(tmp_path: Path, name: str) -> None:
    (tmp_path / "folder").mkdir()
    with pytest.raises(MatchError, match=r"'.*folder.*'"):
        resumed(tmp_path / name)


# ---- disks that are full -----------------------------------------------------------------------


def test_a_full_disk_leaves_the_file_in_order(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The line that did not fit is taken off, and the run can be gone on with."""
    before = path.read_bytes()

    def full(descriptor: int) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    with ResultLog(path, HEADER, 10, resume=True) as more:
        with monkeypatch.context() as patched:
            patched.setattr(os, "fsync", full)
            with pytest.raises(MatchError, match=r"No space left on device.*\b3\b"):
                more.write(7, record(7))
        assert 7 not in more.records
    assert path.read_bytes() == before
    assert sorted(resumed(path)) == [0, 2, 5]


FILLING = """
import resource, signal, sys
from pathlib import Path
from nupp.arena.result_log import ResultLog
from nupp.formats import GameRecord
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
resource.setrlimit(resource.RLIMIT_FSIZE, (2000, 2000))
with ResultLog(Path(sys.argv[1]), {"match": {}}, 100, resume=True) as log:
    for number in range(100):
        if number not in log.records:
            game = GameRecord("tictactoe", ("a", "b"), (), outcome="draw", termination="adjudicated")
            log.write(number, game)
"""


@pytest.mark.slow
def test_a_file_that_may_grow_no_more_keeps_all_whole_games(tmp_path: Path) -> None:
    """The system takes a part of the last line before it refuses the rest."""
    path = tmp_path / "run.jsonl"
    for _ in range(2):
        found = subprocess.run(
            [sys.executable, "-c", FILLING, str(path)], capture_output=True, text=True, check=False
        )
        assert found.returncode == 1
        last = found.stderr.splitlines()[-1]
        assert "MatchError: cannot write" in last
        assert "File too large" in last
        content = path.read_text()
        assert content.endswith("\n")
        games = [json.loads(line)["number"] for line in content.splitlines()[1:]]
        assert games == list(range(len(games)))
        assert len(games) > 5
    assert len(resumed(path, {"match": {}}, 100)) == len(games)


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no /dev/full")
def test_a_device_is_no_file_for_games() -> None:
    with pytest.raises(MatchError, match=r"'/dev/full'.*file"):
        resumed(Path("/dev/full"))


def test_systems_without_locks_get_a_file_all_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(files, "fcntl", None)
    with ResultLog(tmp_path / "run.jsonl", HEADER, 10) as new:
        new.write(0, record(0))
    assert resumed(tmp_path / "run.jsonl") == {0: record(0)}
