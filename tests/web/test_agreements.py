"""What two people ask each other for in a real browser: takebacks, draws, rematches; and resigning."""

from __future__ import annotations

import pytest

from .conftest import Look, Person, expect
from .table import befriend

pytestmark = pytest.mark.slow


def test_moves_can_be_taken_back_if_the_other_agrees(people: Person) -> None:
    first, second = befriend(people, "tictactoe")
    first.cell(0).click()
    first.wait_plies(1)
    first.act("takeback")
    offer = second.page.locator('[data-offer="takeback"]')
    offer.get_by_role("button").nth(1).click()
    first.page.locator('[data-offer="takeback"]').wait_for(state="detached")
    assert first.plies == 1
    first.act("takeback")
    offer.get_by_role("button").first.click()
    for table in (first, second):
        table.wait_plies(0)
        assert table.pieces() == {}


def test_a_draw_is_offered_and_accepted(people: Person) -> None:
    first, second = befriend(people, "tictactoe")
    first.act("draw")
    second.page.locator('[data-offer="draw"]').get_by_role("button").first.click()
    for table in (first, second):
        table.wait_state("over")
        assert table.status == "Drawn by agreement"


def test_to_resign_one_is_asked_first(people: Person) -> None:
    first, second = befriend(people, "tictactoe")
    second.act("resign")
    assert second.root.get_attribute("data-state") == "playing"
    second.act("resign-sure")
    for table in (first, second):
        table.wait_state("over")
        assert table.status == "X wins: O resigned"
        assert table.page.locator('[data-act="takeback"]').count() == 0


def test_a_rematch_needs_both_and_no_reload(people: Person, look: Look) -> None:
    first, second = befriend(people, "tictactoe", clock="5m+3s")
    first.page.get_by_text("Clocks start with the first move").wait_for()
    first.page.evaluate("window.here = true")
    first.act("resign")
    first.act("resign-sure")
    first.page.get_by_role("heading", name="You lost").wait_for()
    second.page.get_by_role("heading", name="You won!").wait_for()
    assert first.status == second.status == "O wins: X resigned"
    first.act("rematch")
    offer = second.page.locator('[data-offer="rematch"]')
    offer.get_by_text("X offers a rematch").wait_for()
    expect(first.page.locator('[data-act="rematch"]')).to_be_disabled()
    look(second.page, "rematch-offered")
    offer.get_by_role("button").nth(1).click()
    first.page.get_by_role("alert").get_by_text("Your rematch offer was declined").wait_for()
    second.act("rematch")
    first.page.locator('[data-offer="rematch"] [data-accept]').click()
    for table in (first, second):
        table.page.locator(f'[data-room]:not([data-room="{first.room}"])').wait_for()
    again = str(second.page.locator("[data-room]").get_attribute("data-room"))
    assert again == first.page.locator("[data-room]").get_attribute("data-room")
    assert first.page.evaluate("window.here")
    second.page.locator('[data-cell="4"] polygon').first.click()
    first.page.locator('[data-room][data-plies="1"]').wait_for()


def test_a_rematch_offered_to_who_has_left_waits_for_them(people: Person) -> None:
    first, second = befriend(people, "tictactoe")
    second.act("resign")
    second.act("resign-sure")
    first.wait_state("over")
    second.page.goto("/#/rules")
    first.page.get_by_text("Your opponent has left.").wait_for()
    first.act("rematch")
    first.page.get_by_text("Rematch offered").wait_for()
    assert first.see()["rematch"] is None
    second.page.goto(f"/#/room/{second.room}")
    second.page.locator('[data-offer="rematch"] [data-accept]').click()
    first.page.locator(f'[data-room]:not([data-room="{first.room}"])').wait_for()
