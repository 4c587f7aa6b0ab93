"""The words of games over HTTP: those of every game, a user's among them, in the languages of the page."""

from __future__ import annotations

import json
import re
import sys
from pathlib import Path
from types import SimpleNamespace
from typing import get_args

import httpx
import pytest

import nupp
from nupp.rules import GAMES, registry
from nupp.rules import words as rules_words
from nupp.rules.words import LANGUAGES
from nupp.server.api import words
from nupp.server.models import games

FILE = """
import nupp
from nupp.games.mnk import TicTacToe


@nupp.register
class Ponds(TicTacToe):
    "Frogs that cross a pond."

    name = "ponds"
    sides = ("frogs", "toads")
"""


def test_the_languages_are_those_of_the_games() -> None:
    assert get_args(words.Language) == LANGUAGES


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_game_has_words(client: httpx.Client, language: str) -> None:
    found = games.AllWords.model_validate_json(client.get(f"/api/words/{language}").content)
    assert list(found.games) == GAMES.names()
    assert all(one.name and one.line and one.rules for one in found.games.values())
    assert found.shared["player.ants"]
    assert not [key for one in found.games.values() for key in one.messages if key.startswith("player.")]


def test_words_differ_by_language_and_game(client: httpx.Client) -> None:
    english, polish = (client.get(f"/api/words/{code}").json()["games"] for code in ("en", "pl"))
    assert (english["draughts"]["name"], polish["draughts"]["name"]) == ("Draughts", "Warcaby")
    quiet = [polish[name]["messages"]["param.quiet"] for name in ("hexxagon", "morris")]
    assert quiet == ["Ruchów bez klonowania do remisu", "Ruchów bez młynka do remisu"]


def test_words_that_are_known_are_not_sent_again(client: httpx.Client) -> None:
    first = client.get("/api/words/fi")
    again = client.get("/api/words/fi", headers={"If-None-Match": first.headers["etag"]})
    assert (again.status_code, again.content) == (304, b"")


def test_another_language_is_refused(client: httpx.Client) -> None:
    assert client.get("/api/words/de").status_code == 422


def test_the_words_of_a_users_game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(registry, "_loaded", {})
    (tmp_path / "ponds.py").write_text(FILE)
    (tmp_path / "words").mkdir()
    brought = {
        "games": {"ponds": {"name": "Tiigid"}},
        "sides": {"frogs": "Konnad"},
        "steps": {"dive": "Sukeldu"},
    }
    (tmp_path / "words" / "et.json").write_text(json.dumps(brought))
    (tmp_path / "words" / "fi.json").write_text("{")
    heard: list[str] = []
    # Warnings themselves belong to all threads, and a server of earlier tests may still be compiling.
    monkeypatch.setattr(
        rules_words, "warnings", SimpleNamespace(warn=lambda text, stacklevel: heard.append(text))
    )
    module = nupp.load_file(tmp_path / "ponds.py")
    try:
        words._all_words.cache_clear()
        found = games.AllWords.model_validate_json(words._all_words("et").plain)
        assert re.search(r"fi\.json: not JSON", heard[0])
        assert (found.games["ponds"].name, found.games["ponds"].rules) == ("Tiigid", [])
        assert found.games["ponds"].messages["step.dive"] == "Sukeldu"
        assert found.shared["side.frogs"] == "Konnad"
    finally:
        words._all_words.cache_clear()
        del sys.modules[module.__name__]
