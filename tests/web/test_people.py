"""Nicknames, characters, ratings and rated games, in a real browser."""

from __future__ import annotations

import pytest

from .axe import violations
from .conftest import Look, Person
from .table import ME, Table, create, engine

pytestmark = pytest.mark.slow


def test_from_a_nickname_to_a_rating_that_is_taken_along(person: Person, look: Look) -> None:
    page = person(path="/")
    page.get_by_role("link", name="Profile: choose a nickname").click()
    name = page.get_by_role("textbox", name="Nickname")
    for wrong in ("<b>bold</b>", "a\u202ebc"):
        name.fill(wrong)
        page.get_by_role("button", name="Save").click()
        page.get_by_role("alert").get_by_text("cannot be a nickname").wait_for()
    name.fill("Siiri 7")
    page.get_by_role("button", name="Save").click()
    page.get_by_role("heading", name="Siiri 7").wait_for()
    page.get_by_text("No rated games yet.").wait_for()

    room = create(page, "tictactoe", ME, engine("level:n=4,taste=quiet"))["room"]["id"]
    table = Table(page, room)
    bars = page.locator("[data-seat]").all_inner_texts()
    assert any("Hedgehog" in bar for bar in bars)
    assert any("Siiri 7" in bar for bar in bars)
    table.cell(4).click()
    table.wait_more(1)
    page.locator("[data-counts=yes]").get_by_text("Rated").wait_for()
    table.act("resign")
    table.act("resign-sure")
    page.locator("[data-rated]").get_by_text("Rating 1000 →").wait_for()
    look(page, "rated")

    page.get_by_role("link", name="Profile of Siiri 7").click()
    page.locator('[data-rating="tictactoe"]').get_by_text("0 – 0 – 1").wait_for()
    played = page.locator(f'[data-played="{room}"]')
    played.get_by_text("Hedgehog").wait_for()
    page.get_by_label("Result").select_option("1")
    played.wait_for(state="detached")
    page.get_by_label("Result").select_option("")
    played.wait_for()
    assert violations(page) == []
    look(page, "profile")
    page.get_by_role("link", name="All your games, rated or not").click()
    page.locator(f'[data-game="{room}"]').get_by_text("You lost").wait_for()
    page.go_back()
    page.get_by_role("button", name="Make a key").click()
    key = page.locator("[data-key]").input_value()

    phone = person(path="/#/me", width=360, height=740, has_touch=True, is_mobile=True)
    phone.get_by_label("I have a key").fill(key)
    phone.get_by_role("button", name="Use it").click()
    phone.get_by_role("heading", name="Siiri 7").wait_for()
    phone.locator('[data-rating="tictactoe"]').wait_for()
    assert phone.evaluate("document.documentElement.scrollWidth") <= 360
    look(phone, "profile-phone")

    phone.goto("/#/new/tictactoe")
    phone.get_by_text("of your strength").wait_for()
    look(phone, "cast-phone")
    assert violations(phone) == []


def test_a_nickname_of_somebody_else_is_refused(person: Person) -> None:
    for number, expected in enumerate(("Saved.", "is somebody else's nickname")):
        page = person(path="/#/me")
        page.get_by_role("textbox", name="Nickname").fill("Otto" if number else "OTTO")
        page.get_by_role("button", name="Save").click()
        page.get_by_text(expected).wait_for()


def test_all_games_are_listed_and_each_says_why_it_is_not_rated(person: Person, look: Look) -> None:
    page = person(path="/#/games", width=360, height=740)
    page.get_by_text("No games yet.").wait_for()
    begun = create(page, "tictactoe", ME, ME)["room"]["id"]
    create(page, "tictactoe", ME, engine("random"))  # nobody moves in it
    table = Table(page, begun)
    page.get_by_text("Not rated: you play both sides").wait_for()
    for ply, cell in enumerate((0, 3, 1, 4, 2)):
        table.cell(cell).click()
        table.wait_plies(ply + 1)
    guest = create(page, "tictactoe", ME, engine("level:n=4,taste=quiet"))["room"]["id"]
    table = Table(page, guest)
    page.get_by_role("link", name="Not rated: you have no nickname").wait_for()
    table.cell(4).click()
    table.wait_more(0)
    page.goto("/#/games")
    page.locator(f'[data-game="{begun}"]').get_by_text("X won").wait_for()
    games = page.locator("[data-game]").evaluate_all("all => all.map(one => one.dataset.game)")
    assert games == [guest, begun]
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    assert violations(page) == []
    look(page, "games-phone")
