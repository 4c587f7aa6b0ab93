"""The words of games in the languages of the browser page: names, short rules, parameters, reasons.

A game brings its words in the folder `words` beside its rules, one file a language: `words/et.json`. See
`Words` for what it may hold. Words that are missing are those of English; without any, a game goes by the
name in its spec. A file with a fault is left out, and a warning says in a line what is wrong with it.
"""

from __future__ import annotations

import json
import warnings
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any, Final, TypeAlias

from nupp.rules.contract import Game
from nupp.rules.folder import folders_of

LANGUAGES: Final = ("en", "et", "fi", "lt", "pl")
"""The languages of the page."""

FOLDER: Final = "words"

SECTIONS: Final = {
    "parameters": "param",
    "values": "word",
    "presets": "preset",
    "sides": "side",
    "endings": "cause",
    "steps": "step",
    "prompts": "board",
    "hints": "hint",
    "facts": "fact",
    "fact_values": "value",
    "themes": "puzzle",
    "players": "player",
    "player_lines": "about",
}
"""The sections of a file, and what the keys of their messages begin with on the page."""

_PLURALS: Final = {"zero", "one", "two", "few", "many", "other"}

Message: TypeAlias = str | dict[str, str]
"""A text with `{placeholders}`, or one for each plural form of the number `n`; `other` is always there."""


@dataclass(frozen=True)
class Words:
    """The words of a game in a language.

    name: what it is called. line: what it is about, in a line. rules: the rules in short, sentence by
    sentence. messages: all other texts by the keys of the page, such as `param.size` or `side.black`.

    In a file name, line and rules stand in the section `games`, under the name in the game's specs. The other
    sections hold for all games of the folder: `parameters` by name; `values` by parameter and value
    (`variant.russian`); `presets` by label; `sides`, `endings` (by the key of their reason), `steps`,
    `facts`, `fact_values` and `themes` (of puzzles) by what views say; `prompts` (`take`: the next step takes
    a piece; a value of `phase`: that phase has begun; `stuck`: the piece that was clicked has no move;
    `stuck.` and the key of a fact: the same, where all moves have this fact) and `hints` (`move`, `put`: a
    move that takes a piece beside), in place of the page's own; `players` and `player_lines` by the name of
    a player.
    """

    name: str = ""
    line: str = ""
    rules: tuple[str, ...] = ()
    messages: Mapping[str, Message] = field(default_factory=dict)

    def __or__(self, other: Words) -> Words:
        """These words, with those of `other` in their place where it has any."""
        return Words(
            other.name or self.name,
            other.line or self.line,
            other.rules or self.rules,
            {**self.messages, **other.messages},
        )


def words_of(game: Game, language: str = "en") -> Words:
    """The words of a game in one of `LANGUAGES`, those of English where that lacks some."""
    found = Words()
    for folder in reversed(folders_of(game)):
        files = _files(folder / FOLDER)
        for code in ("en", language):
            if code in files:
                found |= _words(files[code], game.name)
    return found


def _words(content: Mapping[str, Any], label: str) -> Words:
    """The words of a file for the game of a name."""
    own = content.get("games", {}).get(label, {})
    messages = {
        f"{prefix}.{key}": message
        for section, prefix in SECTIONS.items()
        for key, message in content.get(section, {}).items()
    }
    return Words(own.get("name", ""), own.get("line", ""), tuple(own.get("rules", ())), messages)


@cache
def _files(folder: Path) -> dict[str, Mapping[str, Any]]:
    """The files of a folder by their language; of each that is of no use a warning says why."""
    found = {}
    for path in sorted(folder.glob("*.json")):
        try:
            found[path.stem] = _read(path)
        except ValueError as error:
            warnings.warn(f"words left out: {path}: {error}", stacklevel=2)
    return found


def _read(path: Path) -> Mapping[str, Any]:
    """The content of a file; ValueError with what was expected if it is not as `Words` says."""
    if path.stem not in LANGUAGES:
        raise ValueError(f"{path.stem!r} is no language of the page: expected one of {', '.join(LANGUAGES)}")
    try:
        content = json.loads(path.read_text(encoding="utf-8"), object_pairs_hook=_once)
    except OSError as error:
        raise ValueError(error.strerror) from None
    except ValueError as error:
        raise ValueError(f"not JSON: {error}") from None
    for section, entries in _entries(content, "the file").items():
        if section != "games" and section not in SECTIONS:
            raise ValueError(f"unknown section {section!r}: known are games, {', '.join(SECTIONS)}")
        check = _check_game if section == "games" else _check_message
        for key, value in _entries(entries, section).items():
            check(value, f"{section}.{key}")
    return dict(content)


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """An object of JSON; ValueError if a key stands in it twice, as after two changes were joined."""
    found = dict(pairs)
    if len(found) < len(pairs):
        keys = [key for key, _ in pairs]
        raise ValueError(f"{next(key for key in keys if keys.count(key) > 1)!r} stands twice in an object")
    return found


def _entries(value: Any, place: str) -> dict[str, Any]:
    if not isinstance(value, dict):
        raise ValueError(f"{place} is {_shown(value)}: expected an object")
    return value


def _check_game(value: Any, place: str) -> None:
    for key, text in _entries(value, place).items():
        if key == "rules":
            if not isinstance(text, list) or not all(isinstance(one, str) for one in text):
                raise ValueError(f"{place}.rules is {_shown(text)}: expected a list of texts")
        elif key not in ("name", "line"):
            raise ValueError(f"{place} has {key!r}: expected name, line and rules")
        elif not isinstance(text, str):
            raise ValueError(f"{place}.{key} is {_shown(text)}: expected a text")


def _check_message(value: Any, place: str) -> None:
    if isinstance(value, str):
        return
    plural = isinstance(value, dict) and "other" in value and value.keys() <= _PLURALS
    if not plural or not all(isinstance(text, str) for text in value.values()):
        raise ValueError(f"{place} is {_shown(value)}: expected a text, or texts by plural form with `other`")


def _shown(value: Any) -> str:
    """A value as a message quotes it, in short."""
    text = json.dumps(value, ensure_ascii=False)
    return text if len(text) <= 40 else f"{text[:36]} ..."
