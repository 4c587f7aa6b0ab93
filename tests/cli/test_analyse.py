"""`analyse`: which game of which file is analysed, and the report."""

from __future__ import annotations

import json
import re
import signal
from pathlib import Path
from typing import Any

import pytest

from cli.conftest import INTERPRETED, Call, nupp, on_a_terminal
from nupp.arena import Match, play_match
from nupp.formats import GameRecord
from nupp.kernel import interpreted
from nupp.players import PLAYERS, Decision
from nupp.players.exact import Exact
from nupp.rules import Position

BLUNDER = GameRecord("tictactoe", ("ann", "bob"), ("a1", "b1", "b2", "c1", "c3"), outcome="first", margin=1)
DRAW = GameRecord("tictactoe", ("ann", "bob"), ("b2", "a1"))
ASK = ("--player", "exact")


@pytest.fixture
def games(tmp_path: Path) -> str:
    """A file of two games."""
    path = tmp_path / "games.jsonl"
    path.write_text(f"{DRAW.to_json()}\n\n{BLUNDER.to_json()}\n")
    return str(path)


def test_the_table_in_a_pipe(games: str) -> None:
    lines = nupp("analyse", "tictactoe", "--game", games, *ASK).stdout.splitlines()
    assert lines[0] == "tictactoe: x (ann) against o (bob), x wins"
    assert lines[1].split() == ["move", "side", "played", "verdict", "loss", "after", "depth", "best", "line"]
    assert lines[3].split()[:9] == ["2", "o", "b1", "blunder", "??", "0.50", "0.00", "8", "b2"]
    assert lines[6].split()[:4] == ["5", "x", "c3", "best"]
    assert len({line.index(word) for line, word in zip(lines[1:4], ("played", "a1", "b1"), strict=True)}) == 1
    assert lines[7].startswith("x (ann): 3 moves, mean loss 0.000; ")
    assert lines[8].startswith("o (bob): 2 moves, mean loss 0.250; ")
    assert lines[8].endswith("0 inaccuracies, 0 mistakes, 1 blunder")


def test_json(games: str) -> None:
    found = json.loads(nupp("analyse", "tictactoe", "--game", games, *ASK, "--json").stdout)
    assert list(found) == [
        "game",
        "players",
        "outcome",
        "termination",
        "player",
        "seconds",
        "nodes",
        "depth",
        "moves",
        "depths",
        "values",
        "sides",
    ]
    assert (found["game"], found["player"], found["depth"]) == ("tictactoe", "exact", None)
    assert found["values"] == [0.5, 0.5, 1, 1, 1, 1]
    assert len(found["depths"]) == len(found["moves"]) == 5
    assert found["depths"][1] == 8
    blunder = found["moves"][1]
    assert (blunder["move"], blunder["verdict"], blunder["loss"]) == ("b1", "blunder", 0.5)
    assert found["sides"][1]["verdicts"]["blunder"] == 1


def test_the_graph_is_written_whole(games: str, tmp_path: Path) -> None:
    picture = tmp_path / "graph.svg"
    nupp("analyse", "tictactoe", "--game", games, *ASK, "--svg", str(picture))
    first = picture.read_text()
    nupp("analyse", "tictactoe", "--game", games, *ASK, "--svg", str(picture))
    assert picture.read_text() == first
    assert first.endswith("</svg>\n")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["games.jsonl", "graph.svg"]
    assert "blunder ??" in first
    assert "mistake" not in first
    nupp("analyse", "tictactoe", "--game", games, "--number", "0", *ASK, "--svg", str(picture))
    assert "blunder" not in picture.read_text()


def test_files_of_other_programs(tmp_path: Path) -> None:
    path = tmp_path / "game.sgf"
    path.write_text("(;SZ[3]PB[ann]PW[bob];B[ac];W[bc];B[bb];W[cc];B[ca])")
    shown = nupp("analyse", "tictactoe", "--game", str(path), *ASK).stdout
    assert shown.splitlines()[0] == "tictactoe: x (ann) against o (bob), x wins"
    path.write_text("(;SZ[3]\n;B[ac];W[ac])")
    said = nupp("analyse", "tictactoe", "--game", str(path), *ASK).stderr
    assert said.startswith(f"nupp: {str(path)!r}: line 2, column 10: move 2: 'a1'")
    moves = tmp_path / "moves.txt"
    moves.write_text("1. a1 b1 2. b2")
    assert "3  " in nupp("analyse", "tictactoe", "--game", str(moves), *ASK).stdout


@pytest.mark.parametrize(("spec", "nodes"), [("alphabeta", 1), ("minimax:depth=2", 5)])
def test_a_budget_in_which_nothing_is_searched_is_refused(
    call: Call, games: str, spec: str, nodes: int
) -> None:
    asked = ("analyse", "tictactoe", "--game", games, "--number", "0", "--player", spec, "--nodes")
    refused = call(*asked, str(nodes))
    assert refused.exit_code == 2
    assert refused.stdout == ""
    assert re.search(rf"{spec}.* 7 moves.*\b{nodes}\b.*larger budget", refused.stderr)
    assert call(*asked, "100").exit_code == 0


def test_a_game_by_its_number(games: str) -> None:
    shown = nupp("analyse", "tictactoe", "--game", games, "--number", "0", *ASK).stdout
    assert "o (bob), not finished" in shown.splitlines()[0]
    assert len(shown.splitlines()) == 2 + len(DRAW.moves) + 2


def test_the_file_of_a_match(tmp_path: Path) -> None:
    """Its header is no game, its games have numbers, and the last line may still be being written."""
    path = tmp_path / "match.jsonl"
    with interpreted():
        result = play_match(Match("tictactoe", "random", "lines", games=3, nodes=10), out=path)
    content = path.read_text()
    path.write_text(content + '{"number": 7, "game": "tict')
    for words, number in (((), 2), (("--number", "1"), 1)):
        shown = nupp("analyse", "tictactoe", "--game", str(path), *words, *ASK, "--json").stdout
        assert [one["move"] for one in json.loads(shown)["moves"]] == list(result.records[number].moves)


@pytest.mark.parametrize(
    ("content", "words", "said"),
    [
        ("", (), "no game.*JSON object"),
        ("\n{}\n", (), r"line 2: '\{\}'.*JSON object"),
        ("[1]\n", (), r"line 1: '\[1\]'.*JSON object"),
        ("hello\n", (), r"line 1: 'hello'.*JSON object"),
        ("[" * 100_000, (), r"line 1: .*\[\["),
        (f"{DRAW.to_json()}\n", ("--number", "1"), "no game 1.* 0"),
        ('{"number": "one", "game": "tictactoe"}\n', (), "line 1: number .*'one'.*whole number"),
        (
            '{"game": "tictactoe", "players": ["a", "b"], "moves": ["a1", "a1"]}',
            (),
            "move 2: 'a1'",
        ),
        ('{"game": "chess", "players": ["a", "b"], "moves": ["e4"]}', (), "game 'chess'"),
        (
            '{"game": "othello", "players": ["a", "b"], "moves": ["f5"]}',
            (),
            r"\bothello\b.*\btictactoe\b",
        ),
        (
            '{"game": "othello", "players": ["a", "b"], "moves": ["f5", "f5"]}',
            (),
            r"\bothello\b.*\btictactoe\b",
        ),
        ('{"game": "tictactoe", "players": ["a", "b"], "moves": []}', (), r"\bmoves\b"),
        ("<!doctype html>\n<p>1 moves</p>", (), "games.jsonl.*file of games"),
        (
            f"{DRAW.to_json()}\n",
            ("--player", "random"),
            "random.*looks ahead.*strong",
        ),
        (f"{DRAW.to_json()}\n", ("--player", "human"), "'human'.*alphabeta"),
        (f"{DRAW.to_json()}\n", ("--svg", "/nowhere/at/all.svg"), "'/nowhere/at/all.svg'"),
        (
            f"{DRAW.to_json()}\n",
            ("--svg", "graph.png"),
            "'graph.png'.*SVG",
        ),
    ],
    ids=lambda value: value[:30] if isinstance(value, str) else None,
)
def test_bad_input(call: Call, tmp_path: Path, content: str, words: tuple[str, ...], said: str) -> None:
    path = tmp_path / "games.jsonl"
    path.write_text(content)
    result = call("analyse", "tictactoe", "--game", str(path), *words)
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr.startswith("nupp: ")
    assert re.search(said, result.stderr)
    assert result.stderr.count("\n") == 1


def test_files_that_cannot_be_read(call: Call, tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    path.write_bytes(b"\xff\xfe\x00")
    for file, said in ((path, "text"), (tmp_path, "read"), (tmp_path / "none", "read")):
        result = call("analyse", "tictactoe", "--game", str(file))
        assert (result.exit_code, result.stdout) == (2, "")
        assert said in result.stderr
        assert repr(str(file)) in result.stderr
    assert "'--game'" in call("analyse", "tictactoe").stderr


def test_ctrl_c_leaves_no_half_file(call: Call, games: str, tmp_path: Path) -> None:
    asked: list[str] = []

    class Interrupted(Exact):
        """Gets a Ctrl-C at its third position."""

        def choose(self, position: Position, *arguments: Any, **more: Any) -> Decision:
            asked.append(str(position))
            if len(asked) == 3:
                signal.raise_signal(signal.SIGINT)
            return super().choose(position, *arguments, **more)

    PLAYERS.add("interrupted", Interrupted)
    words = ("--player", "interrupted", "--svg", str(tmp_path / "graph.svg"))
    result = call("analyse", "tictactoe", "--game", games, *words)
    assert (result.exit_code, result.stderr) == (130, "nupp: interrupted\n")
    assert len(asked) == 3
    assert [path.name for path in tmp_path.iterdir()] == ["games.jsonl"]


@pytest.mark.slow
def test_a_terminal_gets_colours(games: str) -> None:
    shown, code = on_a_terminal("analyse", "tictactoe", "--game", games, *ASK, **INTERPRETED)
    assert code == 0
    assert "\x1b[1;31m" in shown
    assert "blunder ??" in shown
    assert "\x1b[?25h" in shown  # the progress bar has gone, and the cursor is back
