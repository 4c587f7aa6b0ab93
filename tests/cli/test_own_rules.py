"""Rules of one's own that go wrong: the message names the line of the file, and what was meant."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from cli.conftest import Program, nupp

RULES = """
import nupp
from nupp.games.mnk.rules import Mnk

@nupp.register
class Own(Mnk):
    name = "own"

    def __init__(self):
        super().__init__(3, 3, 3)
"""
FEW = "        self.max_moves = 4\n"
MISSPELT = "\n    def play(self, state, move):\n        state.trn = 1\n"
TEXTS = "\n    def legal_moves(self, state, moves):\n        moves[0] = str(1)\n        return 1\n"


@pytest.mark.parametrize(
    ("change", "words", "said"),
    [
        (
            FEW,
            "moves own",
            r"own: index 4 .* size 4\b.*buffer of moves",
        ),
        (MISSPELT, "moves own --moves a1", r"'trn'.*own\.py, line 13\b"),
        (MISSPELT, "perft own 2", r"own: play fails after .*'trn'.*own\.py, line 13\b"),
        (TEXTS, "perft own 2", r"own\.py, line 13\b.*--debug"),
    ],
)
def test_where_rules_fail_is_reported(tmp_path: Path, change: str, words: str, said: str) -> None:
    file = tmp_path / "own.py"
    file.write_text(RULES + change)
    done = nupp("--load", str(file), *words.split())
    assert done.exit_code == 1
    assert re.search(said, done.stderr.splitlines()[-1])


@pytest.mark.slow
def test_how_to_go_on_later_names_the_file(program: Program, tmp_path: Path) -> None:
    file = tmp_path / "my own.py"
    file.write_text(RULES)
    words = ("play", "own", "--first", "human", "--second", "random", "--moves", "a1 b2")
    done = program("--load", str(file), *words, typed="quit\n")
    assert f"nupp --load '{file}' play own --first human" in done.stdout


def test_a_file_that_registers_no_game_is_warned_of(tmp_path: Path) -> None:
    file = tmp_path / "unlisted.py"
    file.write_text(RULES.replace("@nupp.register", ""))
    done = nupp("--load", str(file), "games")
    expected = f"{file} registers no game: expected @nupp.register before class Own"
    assert f"nupp: warning: {expected}\n" == done.stderr
    file.write_text("")
    assert not nupp("--load", str(file), "games").stderr
