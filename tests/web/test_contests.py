"""Tournaments of people in a real browser: joined by link, played on live boards, and their standings."""

from __future__ import annotations

from typing import Any

import pytest

from .axe import violations_in_themes
from .conftest import Look, Person, expect
from .table import ask, go

pytestmark = pytest.mark.slow


WANTED = {"name": "Cup", "game": "tictactoe", "clock": "5m+3s", "rounds": 2}
WON = ("b2", "a1", "b1", "a2", "b3")


def make(page: Any, **others: Any) -> str:
    return str(ask(page, "POST", "/api/contests", WANTED | others)["id"])


def join(page: Any, contest: str, name: str) -> None:
    ask(page, "POST", f"/api/contests/{contest}/entrants", {"name": name})


def test_a_tournament_from_its_form_to_its_end(people: Person, look: Look) -> None:
    owner, ann, bob = people(), people(), people()
    go(owner, "contests")
    owner.get_by_label("Name", exact=True).fill("Evening cup")
    owner.locator("main select").first.select_option("tictactoe")
    owner.get_by_label("Rounds").fill("1")
    look(owner, "contest-form")
    owner.get_by_role("button", name="Make the tournament").click()
    owner.get_by_role("heading", name="Evening cup").wait_for()
    contest = owner.url.rpartition("/")[2]
    for page, name in ((ann, "Ann"), (bob, "Bob")):
        go(page, f"contests/{contest}")
        page.get_by_label("Your name here").fill(name)
        page.get_by_role("button", name="Join").click()
        page.get_by_role("button", name="Withdraw").wait_for()
    owner.get_by_text("2 entrants").wait_for()
    owner.get_by_role("button", name="Start").click()
    owner.locator(".boards svg[role=grid]").wait_for()
    ann.get_by_role("link", name="Your game: play").click()
    ann.locator("[data-room]").wait_for()
    room = ann.url.rpartition("/")[2]
    (game,) = ask(owner, "GET", f"/api/contests/{contest}")["pairings"]
    sides = (ann, bob) if game["first"] == 1 else (bob, ann)
    for ply, move in enumerate(WON):
        ask(sides[ply % 2], "POST", f"/api/rooms/{room}/moves", {"ply": ply, "move": move})
        if ply == 2:
            owner.locator('.boards svg[data-ply="3"]').wait_for()
            look(owner, "contest-boards")
    owner.locator("strong", has_text="1–0").wait_for()
    owner.get_by_text("The next round begins in").wait_for()
    owner.get_by_role("button", name="Begin the next round").click()
    owner.get_by_role("status").filter(has_text="over").wait_for()
    expect(owner.locator("tbody tr").first.locator("td").nth(1)).to_have_text("1")
    look(owner, "contest-over")


def test_results_are_set_by_who_made_it(people: Person) -> None:
    owner, ann, bob = people(), people(), people()
    contest = make(owner, system="round_robin")
    join(ann, contest, "Ann")
    join(bob, contest, "Bob")
    ask(owner, "POST", f"/api/contests/{contest}/rounds")
    for page, buttons in ((owner, 3), (ann, 0)):
        go(page, f"contests/{contest}")
        page.get_by_role("heading", name="Round 1").wait_for()
        expect(page.get_by_role("button", name="Set the result")).to_have_count(buttons)
    owner.get_by_role("button", name="Set the result ½–½").click()
    ann.locator("strong", has_text="½–½").wait_for()
    owner.get_by_role("button", name="End the tournament").click()
    owner.get_by_role("button", name="Really end it?").click()
    ann.get_by_role("status").filter(has_text="stopped").wait_for()


def test_axe_finds_nothing(people: Person, look: Look) -> None:
    page, other = people(color_scheme="light"), people()
    page.goto("/#/contests")
    page.get_by_role("heading", name="Latest tournaments").wait_for()
    assert violations_in_themes(page) == []
    contest = make(page)
    join(page, contest, "Ann")
    join(other, contest, "Bob")
    ask(page, "POST", f"/api/contests/{contest}/rounds")
    page.goto(f"/#/contests/{contest}")
    page.locator(".boards svg[role=grid]").wait_for()
    assert violations_in_themes(page) == []
    look(page, "contest")


def test_on_a_phone(people: Person, look: Look) -> None:
    page, other = people(width=360, height=740, has_touch=True, is_mobile=True), people()
    page.goto("/#/contests")
    page.get_by_role("heading", name="Latest tournaments").wait_for()
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    look(page, "phone-contests")
    contest = make(page)
    join(page, contest, "Ann")
    join(other, contest, "Bob")
    ask(page, "POST", f"/api/contests/{contest}/rounds")
    page.goto(f"/#/contests/{contest}")
    page.locator(".boards svg[role=grid]").wait_for()
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    look(page, "phone-contest")


def test_what_is_no_tournament_is_reported(people: Person) -> None:
    page = people()
    page.goto("/#/contests/nosuch")
    page.get_by_role("alert").filter(has_text="does not exist").wait_for()
