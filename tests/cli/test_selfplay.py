"""`selfplay`: positions of games that are played or that were saved, and what cannot be."""

from __future__ import annotations

import json
import os
import re
import subprocess
from pathlib import Path

import pytest

import nupp
from cli.conftest import NUPP, Call
from nupp.kernel import interpreted
from nupp.learn.datafile import Reader
from nupp.learn.datasets import Dataset
from nupp.learn.recipes import TdRecipe
from nupp.learn.td import TdTraining

FEW = ("--games", "5", "--depth", "1", "--openings", "4", "--player", "alphabeta:table=0")
SGF = "(;GM[4]SZ[3]RU[tictactoe];B[bb];W[aa];B[ab];W[ba];B[cb])"


def read(path: Path) -> Dataset:
    with interpreted():
        return Dataset.read([path], nupp.game("tictactoe"))


def test_games_are_played_into_a_file(call: Call, tmp_path: Path) -> None:
    path = tmp_path / "x.data"
    result = call("selfplay", "tictactoe", "--out", str(path), *FEW)
    assert result.exit_code == 0, result.stderr
    found = read(path)
    assert result.stdout == f"{path}: {len(found)} positions; 5 games\n"
    before = path.read_bytes()
    result = call("selfplay", "tictactoe", "--out", str(path), *FEW, "--resume", "--json")
    assert json.loads(result.stdout) == {
        "game": "tictactoe",
        "file": str(path),
        "positions": len(found),
        "games": 5,
    }
    assert path.read_bytes() == before
    more = call("selfplay", "tictactoe", "--out", str(path), *FEW, "--games", "9", "--resume")
    assert (more.exit_code, "games=5, not 9: expected games=5" in more.stderr) == (2, True)
    assert path.read_bytes() == before


@pytest.mark.parametrize(
    ("player", "depth"),
    [("alphabeta", 4), ("alphabeta:depth=1", None), ("alphabeta: depth = 6", None), ("{net}", 4)],
)
def test_a_depth_of_the_player_is_the_limit(
    call: Call, tmp_path: Path, player: str, depth: int | None
) -> None:
    """Wherever else a spec may have the word."""
    path, net = tmp_path / "x.data", tmp_path / "depth=2.nupp"
    net.write_bytes(TdTraining(nupp.game("tictactoe"), TdRecipe()).network_file())
    spec = player.format(net=f"alphabeta:table=0,eval=({net})")
    words = ("--games", "1", "--openings", "8", "--player", spec)
    result = call("selfplay", "tictactoe", "--out", str(path), *words)
    assert result.exit_code in (0, 1), result.stderr
    with Reader(path) as reader:
        assert reader.header["depth"] == depth


@pytest.mark.slow
def test_a_cluster_plays_the_same_games(call: Call, tmp_path: Path) -> None:
    pytest.importorskip("ray")
    few = ("--games", "70", "--depth", "1", "--openings", "6", "--player", "alphabeta:table=0")
    alone, together = (tmp_path / name for name in ("alone", "together"))
    call("selfplay", "tictactoe", "--out", str(alone), *few)
    done = subprocess.run(
        [*NUPP, "selfplay", "tictactoe", "--out", str(together), *few, "--ray", "local"],
        env=os.environ | {"NUMBA_DISABLE_JIT": "1"},
        capture_output=True,
        text=True,
        timeout=1800,
    )
    assert done.returncode == 0, done.stderr
    assert together.read_bytes() == alone.read_bytes()


def test_saved_games_are_taken(call: Call, tmp_path: Path) -> None:
    path, games = tmp_path / "x.data", tmp_path / "games.sgf"
    games.write_text(f"{SGF}\n{SGF[:-20]}\n(;GM[4]SZ[15];B[hh])")
    words = ("--import", str(games), "--least", "2", "--player", "alphabeta:table=0", "--depth", "1")
    result = call("selfplay", "tictactoe", "--out", str(path), *words)
    assert result.exit_code == 1
    assert re.search(r"x\.data: .*\b5 positions.*\b1 game", result.stdout)
    assert ", 1 with a fault" in result.stdout
    assert f"nupp: {str(games)!r}, game 1: line " in result.stderr
    assert read(path).results.tolist() == [1, -1, 1, -1, 1]


@pytest.mark.parametrize(
    ("words", "code", "said"),
    [
        (("--player", "greedy"), 2, "greedy.*alphabeta"),
        (("--player", "alphabet"), 2, "player 'alphabet'"),
        (("--openings", "9", "--max-plies", "9"), 2, "openings 9, max_plies 9"),
        (("--import", "/nowhere.sgf"), 2, "read '/nowhere.sgf'"),
        (("--ray", "local", "--threads", "2"), 2, "--ray local.*--threads"),
        (("--unfinished", "guess"), 2, "'guess'.*drop"),
        (("--least", "3"), 2, "--least.*--import"),
        (("--unfinished", "drop"), 2, "--unfinished.*--import"),
    ],
)
def test_bad_input(call: Call, tmp_path: Path, words: tuple[str, ...], code: int, said: str) -> None:
    result = call("selfplay", "tictactoe", "--out", str(tmp_path / "x"), "--depth", "1", *words)
    assert (result.exit_code, result.stdout) == (code, "")
    assert re.search(said, result.stderr)
    assert result.stderr.count("\n") == 1
    assert not (tmp_path / "x").exists()


@pytest.mark.parametrize("words", [("--games", "9"), ("--max-plies", "9"), ("--threads", "2"), ("--resume",)])
def test_saved_games_are_not_played(call: Call, tmp_path: Path, words: tuple[str, ...]) -> None:
    games = tmp_path / "games.sgf"
    games.write_text(SGF)
    result = call("selfplay", "tictactoe", "--out", str(tmp_path / "x"), "--import", str(games), *words)
    assert (result.exit_code, result.stdout) == (2, "")
    assert re.search(f"{words[0]}.*--import", result.stderr)
    assert not (tmp_path / "x").exists()


def test_a_file_without_positions_is_no_success(call: Call, tmp_path: Path) -> None:
    words = "--depth", "1", "--games", "3", "--openings", "50"
    result = call("selfplay", "tictactoe", "--out", str(tmp_path / "x"), *words)
    assert result.exit_code == 1
    assert re.search("0 positions.* 3 games.* 50 ", result.stderr)
    assert "x: 0 positions; 3 games" in result.stdout


def test_an_import_without_positions_leaves_no_file_in_the_way(call: Call, tmp_path: Path) -> None:
    games = tmp_path / "games.sgf"
    games.write_text(SGF)
    words = ("selfplay", "tictactoe", "--out", str(tmp_path / "x"), "--import", str(games), "--depth", "1")
    result = call(*words, "--least", "6")
    assert result.exit_code == 1
    assert re.search(r"nothing .*\b0 positions.*\b1 too short", result.stdout)
    assert call(*words, "--least", "5").exit_code == 0


def test_files_that_cannot_be_used(call: Call, tmp_path: Path) -> None:
    path = tmp_path / "x"
    path.write_text("my own words")
    for words, code, said in (
        ((), 2, "x' exists.*--resume"),
        (("--resume",), 1, "x'.*file of positions"),
    ):
        result = call("selfplay", "tictactoe", "--out", str(path), *FEW, *words)
        assert (result.exit_code, result.stdout) == (code, "")
        assert re.search(said, result.stderr)
        assert path.read_text() == "my own words"
    result = call("selfplay", "tictactoe", "--out", str(tmp_path / "none" / "x"), *FEW)
    assert result.exit_code == 2
    assert re.search("none.*folder", result.stderr)
