"""What a user's game says of itself, in the languages of the page."""

from __future__ import annotations

import json
from collections.abc import Iterator

import pytest

from .conftest import Person
from .serving import Server
from .table import ME, create

pytestmark = pytest.mark.slow


GAME = """
from typing import Annotated

import nupp
from nupp.games.mnk import Mnk
from nupp.games.mnk.view import MnkView
from nupp.rules import Ending, Preset, register_view
from nupp.spec import Between


@nupp.register
class Ponds(Mnk):
    "Frogs and toads on a pond."

    name = "ponds"
    sides = ("frogs", "toads")

    def __init__(self, width: Annotated[int, Between(3, 5), "width"] = 3) -> None:
        super().__init__(width, 3, 3)


@register_view(Ponds)
class PondsView(MnkView):
    known_presets = {"ponds": (Preset("ponds:width=3"), Preset("ponds:width=4", "wide"))}

    def reason(self, state):
        return super().reason(state)._replace(reason="dry", words="the pond is dry")
"""
WORDS = {
    "en": {
        "games": {"ponds": {"name": "Frog Ponds", "line": "Three in a pond.", "rules": ["Frogs jump."]}},
        "endings": {"dry": "The pond has run dry"},
    },
    "et": {
        "games": {"ponds": {"name": "Konnatiik", "rules": ["Konn hüppab.", "Konn ujub."]}},
        "parameters": {"width": "Tiigi laius"},
        "presets": {"wide": "Lai tiik"},
        "sides": {"frogs": "Konnad", "toads": "Kärnkonnad"},
        "endings": {"dry": "Tiik on kuiv"},
    },
}


@pytest.fixture(scope="module")
def ponds(server: Server, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server with a game of a user's, which has words in two languages and a broken file of a third."""
    folder = tmp_path_factory.mktemp("ponds")
    (folder / "ponds.py").write_text(GAME)
    (folder / "words").mkdir()
    for language, words in WORDS.items():
        (folder / "words" / f"{language}.json").write_text(json.dumps(words))
    (folder / "words" / "fi.json").write_text("{")
    with Server(folder, folder / "ponds.py") as found:
        yield found


def test_a_users_game_speaks_the_language_of_the_page(ponds: Server, person: Person) -> None:
    page = person(at=ponds, path="/", locale="et-EE")
    page.get_by_role("link", name="Konnatiik").first.click()
    page.get_by_role("heading", name="Konnatiik").wait_for()
    page.get_by_role("radio", name="Lai tiik").wait_for()
    page.get_by_text("Kõik mängu seaded").click()
    page.get_by_role("textbox", name="Tiigi laius").wait_for()
    page.get_by_role("group", name="Kärnkonnad").wait_for()
    page.goto("/#/rules/ponds")
    page.get_by_text("Konn ujub.").wait_for()
    assert page.locator(".short li").count() == 2


def test_what_it_lacks_is_said_in_english(ponds: Server, person: Person) -> None:
    page = person(at=ponds, path="/#/rules/ponds", locale="pl-PL")
    page.get_by_role("heading", name="Frog Ponds").wait_for()
    page.get_by_text("Frogs jump.").wait_for()
    page.goto("/#/new/ponds")
    page.get_by_role("radio", name="wide").wait_for()  # the key of a message that there is not


def test_a_game_ends_in_its_own_words(ponds: Server, person: Person) -> None:
    page = person(at=ponds, path="/", locale="et-EE")
    room = create(page, "ponds", ME, ME, moves=["a1", "a2", "b1", "b2"])["room"]["id"]
    page.goto(f"/#/room/{room}")
    page.locator("[data-room]").wait_for()
    page.locator('[data-cell="2"] polygon').first.click()
    page.get_by_text("Tiik on kuiv").wait_for()
    page.get_by_text("Konnad").first.wait_for()


def test_a_broken_file_is_named_and_stops_nothing(ponds: Server, person: Person) -> None:
    page = person(at=ponds, path="/#/rules/ponds", locale="fi-FI")
    page.get_by_role("heading", name="Frog Ponds").wait_for()
    (warning,) = (line for line in ponds.log.read_text().splitlines() if "words left out" in line)
    assert "fi.json: not JSON" in warning
