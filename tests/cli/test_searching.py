"""`perft`, `best`, `bench`, `warmup`: what is computed."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

import pytest

from cli.conftest import Call, Program
from nupp.players.bench import POSITIONS


def test_perft_ends_with_the_number_alone(call: Call) -> None:
    assert call("perft", "othello", "3").stdout == "56\n"
    assert call("perft", "othello", "0").stdout == "1\n"
    assert call("perft", "tictactoe", "2", "--moves", "1 4 2 5 3").stdout == "0\n"


def test_perft_divide(call: Call) -> None:
    lines = call("perft", "othello", "3", "--divide", "--threads", "2").stdout.splitlines()
    assert lines == ["d3: 14", "c4: 14", "f5: 14", "e6: 14", "56"]


def test_best_for_people(call: Call) -> None:
    text = call("best", "tictactoe", "--player", "alphabeta", "--depth", "9", "--moves", "1 5 9 3").stdout
    assert "move    a1\n" in text
    assert "score   win in 3 for x\n" in text
    assert "depth   3\n" in text


def test_best_multipv(call: Call) -> None:
    text = call("best", "tictactoe", "--moves", "1 5 9 3 7", "--depth", "2", "--multipv", "3").stdout
    assert "1. " in text
    assert "3. " in text
    assert "loss in 2" in text


def test_best_json(call: Call) -> None:
    result = call("best", "othello", "--player", "alphabeta:eval=mobility", "--depth", "2", "--json")
    found = json.loads(result.stdout)
    assert list(found) == [
        "game",
        "player",
        "move",
        "score",
        "score_kind",
        "unit",
        "pv",
        "depth",
        "nodes",
        "seconds",
        "candidates",
    ]
    assert found["game"] == "othello"
    assert found["player"] == "alphabeta:eval=mobility"
    assert found["pv"][0] == found["move"] == found["candidates"][0]["move"]
    assert found["score_kind"] == "eval"
    assert found["depth"] == 2


@pytest.mark.parametrize("player", ["random", "greedy", "reply", "minimax:depth=2", "strong"])
def test_best_asks_any_player(call: Call, player: str) -> None:
    result = call("best", "tictactoe", "--player", player, "--nodes", "20", "--json")
    assert json.loads(result.stdout)["move"] in call("moves", "tictactoe").stdout.split()


def test_bench_json(call: Call, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("nupp.cli.bench.POSITIONS", POSITIONS[1:2])
    found = json.loads(call("bench", "--json").stdout)
    assert found["nodes"] == found["positions"][0]["nodes"] == 982
    assert len(found["signature"]) == 8
    text = call("bench").stdout
    assert "tictactoe after 2 moves, depth 7" in text
    assert text.endswith(f"signature {found['signature']}\n")


@pytest.mark.slow
def test_everything_is_compiled_once(call: Call, program: Program, tmp_path: Path) -> None:
    """An empty cache is told of and costs no thinking time; warming up compiles the rest, and nothing again.

    The game is one without evaluators, each of which would have to be compiled, too.
    """
    assert call("new-game", "hexes", "--out", str(tmp_path)).exit_code == 0
    rules = tmp_path / "nupp-hexes" / "src" / "nupp_hexes" / "__init__.py"
    cache, game = {"NUPP_CACHE": str(tmp_path / "kernels")}, "hexes:size=3"

    def run(*words: str) -> subprocess.CompletedProcess[str]:
        return program("--load", str(rules), *words, **cache)

    counted = run("perft", game, "2")
    assert counted.stdout == "72\n"
    (line,) = counted.stderr.splitlines()
    assert line.startswith(f"compiling {game} for perft, once")
    best = run("best", game, "--time", "1s", "--json")
    assert json.loads(best.stdout)["score_kind"] == "loss"  # it saw all of the game
    cold = run("warmup", game)
    assert cold.returncode == 0
    assert cold.stdout.startswith("1 game ready in ")
    assert " 0 kernels compiled" not in cold.stdout
    assert str(tmp_path / "kernels") in cold.stdout
    assert " 0 kernels compiled" in run("warmup", game).stdout
    assert run("best", game, "--depth", "3", "--json").stderr == ""
    assert run("perft", game, "3").stderr == ""


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
