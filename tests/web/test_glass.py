"""A recorded search in a real browser: opened, pointed at, asked why, and set beside another."""

from __future__ import annotations

from typing import Any

import pytest

from .axe import violations
from .conftest import Look, Person
from .serving import Server
from .table import go

pytestmark = pytest.mark.slow


PATIENCE = 90_000
"""Milliseconds that a search may take to begin: its kernels may have to be compiled."""


def search(page: Any, region: str = "Search") -> Any:
    """Have a search recorded; returns its region."""
    found = page.get_by_role("region", name=region, exact=True)
    found.get_by_role("button", name="Search and record").click()
    found.get_by_role("treeitem").first.wait_for(timeout=PATIENCE)
    return found


def test_a_tree_is_opened_and_its_boards_are_seen(people: Person, look: Look) -> None:
    page = people()
    go(page, "glass?game=tictactoe&moves=a1%20b2%20a2")
    found = search(page)
    found.get_by_role("treeitem", selected=True).filter(has_text="Depth 4").wait_for()
    before = found.get_by_role("treeitem").count()
    found.get_by_role("button", name="Open all").click()
    found.get_by_role("treeitem").nth(before).wait_for()
    found.get_by_label("Why not this move?").select_option("c1")
    found.get_by_role("group", name="The way to this node").filter(has_text="c1a3").wait_for()
    found.get_by_text("c1 is worth").wait_for()
    page.locator('svg[role=grid][data-ply="5"]').wait_for()
    found.get_by_role("treeitem", selected=True).filter(has_text="game over").wait_for()
    assert violations(page) == []
    look(page, "glass")
    page.mouse.move(1, 1)  # no row may come to lie below it
    tree = found.get_by_role("tree")
    tree.focus()
    page.keyboard.press("ArrowLeft")
    page.locator('svg[role=grid][data-ply="4"]').wait_for()
    found.get_by_role("button", name="One step back").click()
    found.get_by_role("button", name="Close all").click()
    found.get_by_role("treeitem").nth(11).wait_for(state="detached")


def test_a_restart_of_the_server_is_not_noticed(person: Person, mortal: Server) -> None:
    page = person(mortal, "/#/glass?game=tictactoe&moves=a1%20b2%20a2")
    found = search(page)
    mortal.kill()
    mortal.start()
    found.get_by_role("button", name="Open all").click()
    found.get_by_label("Why not this move?").select_option("c1")
    found.get_by_role("treeitem", selected=True).filter(has_text="game over").wait_for(timeout=PATIENCE)
    assert found.get_by_role("alert").count() == 0


def test_two_searches_and_growth(people: Person, look: Look) -> None:
    page = people()
    go(page, "glass?game=tictactoe")
    page.get_by_label("Two searches").check()
    search(page, "Search 1")
    second = search(page, "Search 2")
    root = second.get_by_role("treeitem").first
    root.filter(has_text="2,000 visits").wait_for()
    second.get_by_role("slider").fill("100")
    root.filter(has_text="100 visits").wait_for()
    look(page, "glass-two")


def test_the_parts_of_alpha_beta_are_counted(people: Person) -> None:
    page = people()
    go(page, "glass?game=tictactoe")
    effort = page.get_by_role("region", name="What each part saves")
    effort.get_by_role("button", name="Compare").click()
    effort.get_by_role("row").nth(7).wait_for(timeout=PATIENCE)
    cells = effort.locator("tbody td.number").all_inner_texts()
    counts = [int(text.replace(",", "")) for text in cells]
    assert counts[0] == 1 + 9 + 72 + 504 + 3024  # minimax, four plies
    assert max(counts[1:]) < counts[0]


def test_a_tree_on_a_phone(person: Person, look: Look) -> None:
    page = person(viewport={"width": 390, "height": 844})
    page.goto("/#/glass?game=tictactoe")
    search(page)
    wide = page.evaluate("document.documentElement.scrollWidth")
    assert wide <= 390
    look(page, "glass-phone")


def test_a_lesson_checks_its_exercise(people: Person, look: Look) -> None:
    page = people()
    go(page, "")
    page.get_by_role("link", name="Course").click()
    page.get_by_role("link", name="Minimax").wait_for()
    look(page, "course")
    assert violations(page) == []
    page.get_by_role("link", name="Minimax").click()
    lesson = page.get_by_role("region", name="1. Minimax")
    tree = page.get_by_role("tree")
    tree.wait_for(timeout=PATIENCE)  # the search of a lesson begins by itself
    check = lesson.get_by_role("button", name="Check")
    page.get_by_role("button", name="Open all").click()
    tree.get_by_role("treeitem").filter(has_text="+5").first.click()
    check.click()
    lesson.get_by_text("Not this one").wait_for()
    move = tree.locator('[aria-level="2"]').filter(has_text="-9").nth(1)
    move.click()
    page.keyboard.press("ArrowDown")  # its first reply, the lowest
    check.click()
    lesson.get_by_text("Right.").wait_for()
    assert violations(page) == []
    look(page, "lesson")
    lesson.get_by_role("link", name="All lessons").click()
    page.get_by_role("listitem").filter(has_text="Minimax").get_by_text("solved").wait_for()
    page.get_by_role("link", name="The order of moves").click()
    page.get_by_role("region", name="3. The order of moves").wait_for()
    page.get_by_role("tree").nth(1).wait_for(timeout=PATIENCE)
    look(page, "lesson-beside")
