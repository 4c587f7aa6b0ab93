"""The words of the shipped games: whole in every language of the page, and of what the games have."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest

import nupp
from nupp.rules import GAMES
from nupp.rules.folder import folders_of
from nupp.rules.words import LANGUAGES, words_of

ROOT = Path(__file__).parents[2]
SHELF = Path(nupp.__file__).parent / "games"
FOLDERS = sorted(path.parent.name for path in SHELF.glob("*/rules.py"))
OTHERS = LANGUAGES[1:]
FORMS = {
    "en": "one other",
    "et": "one other",
    "fi": "one other",
    "lt": "one few many other",
    "pl": "one few many other",
}
"""The plural forms of each language, as browsers know them."""

shipped = [name for name in GAMES.names() if folders_of(nupp.game(name))[0].is_relative_to(SHELF)]


@cache
def words(folder: str, language: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads((SHELF / folder / "words" / f"{language}.json").read_text("utf-8"))
    return found


def texts(value: Any, place: str = "") -> Iterator[tuple[str, str]]:
    """All texts of a file with their places; the forms of a plural share one."""
    if isinstance(value, str):
        yield place, value
    elif isinstance(value, list):
        for number, one in enumerate(value):
            yield from texts(one, f"{place}.{number}")
    else:
        is_plural = "other" in value
        for key, one in value.items():
            yield from texts(one, place if is_plural else f"{place}.{key}")


def plurals(content: dict[str, Any]) -> list[dict[str, str]]:
    return [one for one in content.get("presets", {}).values() if isinstance(one, dict)]


@cache
def page_keys() -> set[str]:
    """The keys of the page's own messages."""
    parts = (ROOT / "web" / "src").glob("*/words/en.ts")
    return {
        key for part in parts for key in re.findall(r'^  "([\w.]+)":', part.read_text("utf-8"), re.MULTILINE)
    }


@pytest.mark.parametrize("folder", FOLDERS)
@pytest.mark.parametrize("language", OTHERS)
def test_every_language_says_as_much_as_english(folder: str, language: str) -> None:
    english, other = (dict(texts(words(folder, code))) for code in ("en", language))
    assert list(english) == list(other)


@pytest.mark.parametrize("folder", FOLDERS)
@pytest.mark.parametrize("language", LANGUAGES)
def test_no_text_is_empty_and_all_have_the_placeholders_of_english(folder: str, language: str) -> None:
    english = dict(texts(words(folder, "en")))
    for place, text in texts(words(folder, language)):
        assert text.strip(), place
        assert set(re.findall(r"\{\w+\}", text)) == set(re.findall(r"\{\w+\}", english[place])), place


@pytest.mark.parametrize("folder", FOLDERS)
@pytest.mark.parametrize("language", LANGUAGES)
def test_plurals_have_the_forms_of_their_language(folder: str, language: str) -> None:
    for one in plurals(words(folder, language)):
        assert len(set(one.values())) == 1 or list(one) == FORMS[language].split()


@pytest.mark.parametrize("folder", FOLDERS)
@pytest.mark.parametrize("language", OTHERS)
def test_nothing_long_is_left_in_english(folder: str, language: str) -> None:
    english = dict(texts(words(folder, "en")))
    assert not [
        place for place, text in texts(words(folder, language)) if len(text) > 24 and text == english[place]
    ]


@pytest.mark.parametrize("name", shipped)
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_game_has_a_name_a_line_and_its_rules(name: str, language: str) -> None:
    found = words_of(nupp.game(name), language)
    assert found.name
    assert found.line
    assert len(found.rules) > 1


@pytest.mark.parametrize("name", shipped)
def test_there_are_words_for_all_parameters_values_sides_and_presets(name: str) -> None:
    game = nupp.game(name)
    known = words_of(game).messages.keys() | page_keys()
    parameters = GAMES.entry(name).parameters
    wanted = {f"param.{one.name}" for one in parameters}
    wanted |= {f"word.{one.name}.{value}" for one in parameters for value in one.choices}
    wanted |= {f"side.{side}" for side in game.sides}
    wanted |= {f"preset.{one.label}" for one in game.view.presets if one.label.isalpha()}
    assert wanted <= known


@pytest.mark.parametrize("folder", FOLDERS)
def test_words_are_of_parameters_and_values_that_there_are(folder: str) -> None:
    content = words(folder, "en")
    parameters = [one for name in content["games"] for one in GAMES.entry(name).parameters]
    names = {one.name for one in parameters}
    assert content.get("parameters", {}).keys() <= names
    values = {
        f"{one.name}.{value}"
        for one in parameters
        for value in (*one.choices, *one.built_in, "true", "false")
    }
    assert content.get("values", {}).keys() <= values


@pytest.mark.parametrize("name", shipped)
def test_presets_are_forms_of_the_game_and_differ(name: str) -> None:
    presets = nupp.game(name).view.presets
    specs = [nupp.game(one.spec).spec for one in presets]
    assert len(set(specs)) == len(specs)
    assert not specs or {spec.partition(":")[0] for spec in specs} == {name}
