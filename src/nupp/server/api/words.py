"""The words of all games in a language of the page, as the games bring them."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Final, Literal

from fastapi import APIRouter, Request, Response

import nupp
from nupp.rules.words import SECTIONS, Words, words_of
from nupp.server.api.catalogue import KNOWN, Tag, all_games
from nupp.server.http.encodings import Content
from nupp.server.models import games
from nupp.server.offloop import off_loop

router = APIRouter(prefix="/api/words", tags=["games"])

Language = Literal["en", "et", "fi", "lt", "pl"]

_SHARED: Final = tuple(f"{SECTIONS[section]}." for section in ("sides", "players", "player_lines"))
"""The prefixes of keys of messages that mean the same in all games."""


@router.get("/{language}", response_model=games.AllWords, summary="The words of all games", responses=KNOWN)
async def show_words(language: Language, request: Request, if_none_match: Tag = None) -> Response:
    """The names, short rules and messages of all games in a language, in English where it lacks some."""
    return (await off_loop(_all_words, language)).answer("application/json", request)


@lru_cache
def _all_words(language: str) -> Content:
    made = {name: nupp.game(name) for name in all_games()}
    found = {name: words_of(game, language) for name, game in made.items()}
    messages = {key: text for words in found.values() for key, text in words.messages.items()}
    shared = {key: text for key, text in messages.items() if key.startswith(_SHARED)}
    own = {name: _of_game(words, made[name].view.usual_parameters) for name, words in found.items()}
    answer = games.AllWords(games=own, shared=shared)
    return Content.of(answer.model_dump_json().encode())


def _of_game(words: Words, usual: Mapping[str, str]) -> games.GameWords:
    messages = {key: text for key, text in words.messages.items() if not key.startswith(_SHARED)}
    rules = list(words.rules)
    return games.GameWords(
        name=words.name, line=words.line, rules=rules, usual=dict(usual), messages=messages
    )
