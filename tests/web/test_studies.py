"""Studies in a real browser: made, drawn on, shared, edited together, followed, exported and imported."""

from __future__ import annotations

from typing import Any

import pytest

from .axe import violations_in_themes
from .conftest import Look, Person, expect
from .table import ask, go

pytestmark = pytest.mark.slow


NODES = [
    {"parent": -1, "move": "", "note": "Who wins?"},
    {"parent": 0, "move": "b2", "note": "The middle", "shapes": [{"cells": [0, 8], "colour": "red"}]},
    {"parent": 1, "move": "a1"},
    {"parent": 1, "move": "b1", "note": "An edge", "shapes": [{"cells": [4], "colour": "green"}]},
    {"parent": 3, "move": "a3"},
]
CHAPTER = {"type": "add_chapter", "title": "Corners", "game": "tictactoe", "nodes": NODES}


def make(page: Any, *titles: str) -> str:
    chapters = [CHAPTER | {"title": title} for title in titles or ("Corners",)]
    made = ask(page, "POST", "/api/studies", {"title": "Small games", "chapters": chapters})
    return str(made["id"])


def enter(page: Any, study: str, **query: str) -> None:
    words = "&".join(f"{key}={value}" for key, value in query.items())
    go(page, f"studies/{study}{'?' if words else ''}{words}")
    page.locator("svg[role=grid]").wait_for()


def cell(page: Any, number: int) -> Any:
    return page.locator(f'[data-cell="{number}"] polygon').first


def middle(page: Any, number: int) -> tuple[float, float]:
    box = cell(page, number).bounding_box()
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def drawn(page: Any) -> list[str]:
    script = "all => all.map(one => one.getAttribute('class').replace(/ .*/, ''))"
    return list(page.eval_on_selector_all(".arrows > g", script))


def test_a_study_from_its_form_to_drawings(people: Person, look: Look) -> None:
    page = people()
    go(page, "studies")
    page.get_by_label("Title").fill("Forks")
    page.locator("main select").first.select_option("tictactoe")
    page.get_by_role("button", name="Make the study").click()
    page.locator("svg[role=grid]").wait_for()
    for number, ply in ((4, 1), (0, 2)):
        cell(page, number).click()
        page.locator(f'svg[role=grid][data-ply="{ply}"]').wait_for()
    page.get_by_label("Note on this move").fill("A corner\u202e <b>is</b> best")
    page.get_by_label("Note on this move").press("Enter")
    page.locator("[data-note]", has_text="A corner <b>is</b> best").wait_for()
    page.mouse.move(*middle(page, 0))
    page.mouse.down(button="right")
    page.mouse.move(*middle(page, 8))
    page.mouse.up(button="right")
    page.locator(".arrows .drawn-green").wait_for()
    page.get_by_role("button", name="Draw", exact=True).click()
    page.get_by_label("blue").check(force=True)
    cell(page, 2).click()
    cell(page, 2).click()
    page.locator(".arrows .drawn-blue circle").wait_for()
    look(page, "study-drawn")
    page.reload()
    page.locator("svg[role=grid]").wait_for()
    page.keyboard.press("End")
    page.locator(".arrows .drawn-blue circle").wait_for()
    assert drawn(page) == ["drawn-green", "drawn-blue"]
    page.get_by_role("button", name="Erase drawings").click()
    page.locator(".arrows > g").first.wait_for(state="detached")
    page.goto("/#/studies")
    page.get_by_role("link", name="Forks").wait_for()


def test_two_edit_and_a_reader_follows(people: Person, look: Look) -> None:
    ann, bob, eve = people(), people(), people()
    study = make(ann, "Corners", "Edges")
    token = ask(ann, "POST", f"/api/studies/{study}/invitation")["token"]
    enter(ann, study)
    enter(bob, study, edit=token)
    bob.wait_for_url(f"**/#/studies/{study}")  # without the token
    enter(eve, study)
    eve.get_by_text("3 readers").wait_for()
    assert eve.get_by_label("Note on the game").count() == 0
    assert eve.get_by_role("button", name="Draw", exact=True).count() == 0
    bob.get_by_label("Note on the game").fill("Bob was here")
    bob.get_by_label("Note on the game").press("Enter")
    eve.locator("[data-note]", has_text="Bob was here").wait_for()
    ann.get_by_label("Present where I am").check()
    ann.get_by_role("button", name="Edges", exact=True).click()
    ann.keyboard.press("ArrowRight")
    eve.locator('svg[role=grid][data-ply="1"]').wait_for()
    eve.locator('[aria-current="true"]', has_text="Edges").wait_for()
    assert drawn(eve) == ["drawn-red"]
    look(eve, "study-followed")
    eve.keyboard.press("Home")
    eve.locator('svg[role=grid][data-ply="0"]').wait_for()
    expect(eve.get_by_label("Follow the presenter")).not_to_be_checked()
    eve.get_by_label("Follow the presenter").check()
    eve.locator('svg[role=grid][data-ply="1"]').wait_for()
    ann.get_by_role("button", name="Delete the study").click()
    ann.get_by_role("button", name="Really delete?").click()
    eve.get_by_role("alert").filter(has_text="was deleted").wait_for()
    ann.wait_for_url("**/#/studies")


def test_a_reader_tries_moves_that_stay_with_them(people: Person, look: Look) -> None:
    ann, eve = people(), people()
    study = make(ann)
    enter(ann, study)
    enter(eve, study)
    cell(eve, 4).click()  # b2, which the chapter has
    cell(eve, 8).click()  # c3, which it has not
    eve.locator('svg[role=grid][data-ply="2"]').wait_for()
    trying = eve.locator("[data-trial]")
    trying.wait_for()
    look(eve, "study-tried")
    kept = ask(ann, "GET", f"/api/studies/{study}")["chapters"][0]["nodes"]
    assert [one["move"] for one in kept] == ["", "b2", "a1", "b1", "a3"]
    trying.get_by_role("button", name="Back to the study").click()
    eve.locator('svg[role=grid][data-ply="0"]').wait_for()
    trying.wait_for(state="detached")


def test_a_note_belongs_to_the_move_that_it_was_begun_for(people: Person) -> None:
    ann, bob = people(), people()
    study = make(ann, "Corners", "Edges")
    token = ask(ann, "POST", f"/api/studies/{study}/invitation")["token"]
    enter(ann, study)
    enter(bob, study, edit=token)
    ann.get_by_label("Present where I am").check()
    bob.get_by_label("Follow the presenter").wait_for()
    note = bob.get_by_label("Note on the game")
    note.fill("")
    note.press_sequentially("Before")
    ann.get_by_role("button", name="Edges", exact=True).click()
    ann.keyboard.press("ArrowRight")
    bob.locator('svg[role=grid][data-ply="1"]').wait_for()
    note.press_sequentially(" and after")
    note.press("Tab")
    expect(bob.get_by_label("Note on this move")).to_have_value("The middle")
    bob.get_by_role("button", name="Corners", exact=True).click()
    bob.locator("[data-note]", has_text="Before and after").wait_for()
    chapters = ask(bob, "GET", f"/api/studies/{study}")["chapters"]
    assert [one["nodes"][0]["note"] for one in chapters] == ["Before and after", "Who wins?"]


def test_a_note_that_was_replaced_can_be_put_back(people: Person) -> None:
    ann, bob = people(), people()
    study = make(ann)
    token = ask(ann, "POST", f"/api/studies/{study}/invitation")["token"]
    enter(ann, study)
    ask(bob, "POST", f"/api/studies/{study}/editors", {"token": token})
    ann.get_by_label("Note on the game").fill("Ann's")
    ann.get_by_label("Note on the game").press("Enter")
    ann.locator("[data-note]", has_text="Ann's").wait_for()
    edit = {"type": "note", "chapter": 1, "node": 0, "note": "Bob's", "base": 0}
    ask(bob, "POST", f"/api/studies/{study}/edits", edit)
    ann.get_by_text("Another editor has replaced your note").wait_for()
    ann.get_by_role("button", name="Put it back").click()
    ann.locator("[data-note]", has_text="Ann's").wait_for()


def test_chapters_are_added_from_texts_and_renamed(people: Person, look: Look) -> None:
    page = people()
    study = make(page)
    enter(page, study)
    saved = page.get_by_role("link", name="Study (JSON)").get_attribute("href")
    text = page.evaluate("path => fetch(path).then(answer => answer.text())", saved)
    page.get_by_text("Add a chapter").first.click()
    page.get_by_label("Paste or load a game").fill(text)
    page.get_by_role("button", name="Read", exact=True).click()
    page.locator("ol .chapter").nth(1).wait_for()
    page.get_by_label("Rename").fill("Again")
    page.get_by_label("Rename").press("Enter")
    page.locator("ol .chapter", has_text="Again").wait_for()
    page.get_by_role("button", name="Move up: Again").click()
    page.locator("ol li", has_text="Again").nth(0).wait_for()
    look(page, "study-chapters")
    page.get_by_label("Paste or load a game").fill("1. z9 z8")
    page.get_by_role("button", name="Read", exact=True).click()
    page.get_by_text("game 1: move 1").wait_for()
    page.get_by_role("button", name="Delete the chapter").click()
    page.get_by_role("button", name="Really delete?").click()
    page.locator("ol .chapter", has_text="Again").wait_for(state="detached")


def test_a_study_is_made_of_an_analysis(people: Person) -> None:
    page = people()
    go(page, "analysis?game=tictactoe&moves=b2%20a1&ply=2")
    page.locator('svg[role=grid][data-ply="2"]').wait_for()
    page.get_by_role("button", name="Make a study of it").click()
    page.get_by_role("heading", name="Chapters").wait_for()
    page.keyboard.press("End")
    page.locator('svg[role=grid][data-ply="2"]').wait_for()


def test_axe_finds_nothing(person: Person, look: Look) -> None:
    page = person(color_scheme="light")
    page.goto("/#/studies")
    page.get_by_role("heading", name="Your studies").wait_for()
    page.get_by_text("From a text or a file").click()
    assert violations_in_themes(page) == []
    look(page, "studies")
    enter(page, make(page, "Corners", "Edges"))
    page.keyboard.press("ArrowRight")
    page.get_by_role("button", name="Draw", exact=True).click()
    page.get_by_text("Add a chapter").first.click()
    page.get_by_role("button", name="Make a link for editors").click()
    page.get_by_label("Link for editors").wait_for()
    assert violations_in_themes(page) == []
    look(page, "study")


def test_on_a_phone(person: Person, look: Look) -> None:
    page = person(width=360, height=740, has_touch=True, is_mobile=True)
    page.goto("/#/studies")
    page.get_by_role("heading", name="Your studies").wait_for()
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    look(page, "phone-studies")
    enter(page, make(page))
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    page.get_by_role("button", name="Draw", exact=True).tap()
    cell(page, 0).tap()
    cell(page, 8).tap()
    page.locator(".arrows .drawn-green path").first.wait_for()
    look(page, "phone-study")
    page.get_by_role("button", name="Draw", exact=True).tap()
    cell(page, 3).tap()
    page.locator('svg[role=grid][data-ply="1"]').wait_for()


def test_what_is_no_study_is_reported(people: Person) -> None:
    page = people()
    page.goto("/#/studies/nosuch")
    page.get_by_role("alert").filter(has_text="does not exist").wait_for()
