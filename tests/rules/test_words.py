"""The words that games bring: found beside their rules, filled up from English, left out where bad."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import pytest

import nupp
from nupp.rules import Game, registry
from nupp.rules.words import words_of

FILE = """
import nupp
from nupp.games.hex import Hex


@nupp.register
class Ponds(Hex):
    "Frogs that cross a pond."

    name = "ponds"
"""

ENGLISH = {
    "games": {"ponds": {"name": "Ponds", "line": "Cross the pond.", "rules": ["Frogs jump.", "Fish swim."]}},
    "parameters": {"size": "Size of the pond"},
    "prompts": {"take": "Eat a frog."},
    "presets": {"frogs": {"one": "{n} frog", "other": "{n} frogs"}},
}


@pytest.fixture
def ponds(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Game:
    """A game of a user's that was loaded from a file."""
    monkeypatch.setattr(registry, "_loaded", {})
    (tmp_path / "ponds.py").write_text(FILE)
    module = nupp.load_file(tmp_path / "ponds.py")
    monkeypatch.delitem(sys.modules, module.__name__, raising=False)
    sys.modules[module.__name__] = module
    return nupp.game("ponds")


def write(folder: Path, language: str, content: Any) -> None:
    (folder / "words").mkdir(exist_ok=True)
    text = content if isinstance(content, str) else json.dumps(content)
    (folder / "words" / f"{language}.json").write_text(text, encoding="utf-8")


def test_words_lie_beside_the_file_of_a_game(ponds: Game, tmp_path: Path) -> None:
    write(tmp_path, "en", ENGLISH)
    write(tmp_path, "et", {"games": {"ponds": {"name": "Tiigid"}}, "sides": {"red": "Konnad"}})
    words = words_of(ponds, "et")
    assert (words.name, words.line, words.rules) == (
        "Tiigid",
        "Cross the pond.",
        ("Frogs jump.", "Fish swim."),
    )
    assert words.messages["side.red"] == "Konnad"
    assert words.messages["param.size"] == "Size of the pond"
    assert words.messages["board.take"] == "Eat a frog."
    assert words.messages["preset.frogs"] == {"one": "{n} frog", "other": "{n} frogs"}
    assert words_of(ponds, "pl").name == "Ponds"


def test_a_game_has_the_words_of_that_which_it_is_derived_from(ponds: Game) -> None:
    words = words_of(ponds, "et")
    assert (words.name, words.rules) == ("", ())
    assert words.messages["step.swap"] == words_of(nupp.game("hex"), "et").messages["step.swap"]


def test_a_variant_has_the_words_of_its_game() -> None:
    assert words_of(nupp.game("hex:size=5"), "fi") == words_of(nupp.game("hex"), "fi")


def test_games_of_a_folder_go_by_their_names() -> None:
    assert [words_of(nupp.game(name), "pl").name for name in ("mnk", "tictactoe")] == [
        "Pięć w rzędzie",
        "Kółko i krzyżyk",
    ]


@pytest.mark.parametrize(
    ("language", "content", "message"),
    [
        ("et", "{", "not JSON"),
        ("et", b"\xff".decode("latin-1"), "not JSON"),
        ("et", '{"sides": {}, "sides": {}}', "not JSON: 'sides' stands twice"),
        ("xx", {}, "'xx' is no language of the page: expected one of en, et, fi, lt, pl"),
        ("et", [], r"the file is \[\]: expected an object"),
        ("et", {"colours": {}}, "unknown section 'colours': known are games, parameters"),
        ("et", {"sides": ["red"]}, r'sides is \["red"\]: expected an object'),
        ("et", {"sides": {"red": 7}}, r"sides\.red is 7: expected a text, or texts by plural form"),
        ("et", {"presets": {"a": {"one": "x"}}}, r"presets\.a is .*: expected a text, .* with `other`"),
        ("et", {"presets": {"a": {"other": "x", "dual": "y"}}}, r"presets\.a is .*: expected a text"),
        (
            "et",
            {"games": {"ponds": {"title": "x"}}},
            r"games\.ponds has 'title': expected name, line and rules",
        ),
        ("et", {"games": {"ponds": {"name": None}}}, r"games\.ponds\.name is null: expected a text"),
        ("et", {"games": {"ponds": {"rules": "x"}}}, r'games\.ponds\.rules is "x": expected a list of texts'),
    ],
)
def test_a_bad_file_is_named_in_a_line_and_left_out(
    language: str, content: Any, message: str, ponds: Game, tmp_path: Path
) -> None:
    write(tmp_path, "en", ENGLISH)
    write(tmp_path, language, content)
    with pytest.warns(UserWarning, match=rf"words left out: .*words/{language}\.json: {message}") as warnings:
        words = words_of(ponds, "et")
    assert words.name == "Ponds"
    assert "\n" not in str(warnings[0].message)
    assert words_of(ponds, "et") == words  # without another warning


def test_a_file_that_cannot_be_read_is_left_out(ponds: Game, tmp_path: Path) -> None:
    (tmp_path / "words" / "et.json").mkdir(parents=True)
    with pytest.warns(UserWarning, match=r"et\.json: Is a directory"):
        assert words_of(ponds, "et").name == ""
