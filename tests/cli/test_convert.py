"""`nupp convert`: every game of a file, in the format asked for, and nothing lost that both hold."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from cli.conftest import Call
from nupp.formats import GameRecord, format_named, read_games, write_games

ONE = GameRecord("othello", ("ann", "bob"), ("f5", "d6", "c3"), outcome="first", termination="resignation")
TWO = GameRecord("othello", ("cid", "dan"), ("f5", "f6"), seconds=(0.5, 1.25))
KEPT = GameRecord(
    "tictactoe",
    ("ann", "bob"),
    ("b2", "a1"),
    outcome="first",
    termination="time forfeit",
    seconds=(0.5, 0.25),
    waited=3.5,
    opening=1,
    clock="1s",
    seed=7,
    version="0.0.9",
    extra={"event": "cup"},
)


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "games.jsonl"
    path.write_text(f"{ONE.to_json()}\n{TWO.to_json()}\n")
    return path


def records(path: Path) -> list[GameRecord]:
    return [one.record for one in read_games(path.read_text())]


def test_all_games_of_a_file(call: Call, file: Path) -> None:
    out = file.with_suffix(".ggf")
    result = call("convert", str(file), str(out))
    assert (result.exit_code, result.stdout, result.stderr) == (0, f"{out}: 2 games as ggf\n", "")
    back = file.with_name("back.jsonl")
    assert call("convert", str(out), str(back)).exit_code == 0
    assert records(back) == [ONE, TWO]


def test_standard_output(call: Call, file: Path) -> None:
    result = call("convert", str(file), "-", "--to", "transcript", "--number", "1")
    assert (result.exit_code, result.stdout) == (0, "f5f6\n")


def test_json_loses_nothing(call: Call, tmp_path: Path) -> None:
    (tmp_path / "in.jsonl").write_text(f"{KEPT.to_json()}\n")
    result = call("convert", str(tmp_path / "in.jsonl"), "-", "--to", "json")
    assert result.stdout == f"{KEPT.to_json()}\n"


def test_variations_and_notes_stay_where_the_format_has_them(call: Call, tmp_path: Path) -> None:
    tree = "(;RU[othello];B[fe]C[so](;W[df];B[cc])(;W[ff]))"
    (tmp_path / "in.sgf").write_text(tree)
    out = tmp_path / "out.sgf"
    assert call("convert", str(tmp_path / "in.sgf"), str(out)).exit_code == 0
    (before,), (after,) = read_games(tree), read_games(out.read_text())
    assert after.tree == before.tree
    assert len(after.tree) == 5


def test_moves_need_a_game(call: Call, tmp_path: Path) -> None:
    (tmp_path / "moves.txt").write_text("f5 d6 c3\n")
    out = tmp_path / "out.sgf"
    result = call("convert", str(tmp_path / "moves.txt"), str(out))
    assert result.exit_code == 1
    assert re.search("game 0: .*moves.*game", result.stderr)
    assert not out.exists()
    assert call("convert", str(tmp_path / "moves.txt"), str(out), "--game", "othello").exit_code == 0
    assert records(out)[0].moves == ("f5", "d6", "c3")


def test_faults_are_reported_and_what_is_before_them_is_written(call: Call, tmp_path: Path) -> None:
    path, out = tmp_path / "games.jsonl", tmp_path / "out.jsonl"
    wrong = GameRecord("tictactoe", ("a", "b"), ("b2", "b2"))
    path.write_text(f"{ONE.to_json()}\n{wrong.to_json()}\nnonsense\n{TWO.to_json()}\n")
    result = call("convert", str(path), str(out))
    assert result.exit_code == 1
    assert result.stdout == f"{out}: 3 games as json\n"
    first, second, last = result.stderr.splitlines()
    assert first.startswith(f"nupp: {str(path)!r}, game 1: line 2, column 1: move 2: 'b2'")
    assert second.startswith(f"nupp: {str(path)!r}, game 2: line 3: 'nonsense'")
    assert last.startswith(f"nupp: {str(path)!r}: 2 games")
    assert [one.moves for one in records(out)] == [ONE.moves, ("b2",), TWO.moves]


@pytest.mark.parametrize(
    ("out", "words", "said"),
    [
        ("out.txt", (), "out.txt'.*--to .*json, ggf, "),
        ("out", (), "out'.*--to "),
        ("out.pdn", (), r"othello.*\bpdn\b.*json, ggf, "),
        ("out.txt", ("--to", "moves"), r"\bmoves\b.*one game"),
        ("out.sgf", ("--number", "2"), "games.jsonl'.* 2.* 0, 1"),
        ("none/out.sgf", (), "none/out.sgf': No such file"),
    ],
)
def test_bad_input(call: Call, file: Path, out: str, words: tuple[str, ...], said: str) -> None:
    path = file.parent / out
    if path.parent.exists():
        path.write_text("before")
    result = call("convert", str(file), str(path), *words)
    assert (result.exit_code, result.stdout) == (2, "")
    assert re.search(said, result.stderr)
    assert result.stderr.count("\n") == 1
    assert not path.exists() or path.read_text() == "before"


def test_a_file_that_is_not_there(call: Call, tmp_path: Path) -> None:
    result = call("convert", str(tmp_path / "no.pdn"), "-", "--to", "json")
    assert (result.exit_code, result.stdout) == (2, "")
    assert "no.pdn': No such file" in result.stderr


def test_a_single_game_goes_into_formats_of_one(call: Call, tmp_path: Path) -> None:
    record = GameRecord("mnk", ("ann", "bob"), ("h8", "i9"), seconds=(0.12, 0.5))
    (tmp_path / "in.sgf").write_text("".join(write_games([record], format_named("sgf"))))
    result = call("convert", str(tmp_path / "in.sgf"), "-", "--to", "psq")
    assert result.stdout == "Piskvorky 15x15, 0:0, 0\n8,8,0\n9,7,0\nann\nbob\n-1\n"
