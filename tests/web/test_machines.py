"""Rooms with machines in a real browser: against each other and against a person, and what they think."""

from __future__ import annotations

import re
from typing import Any

import pytest

from .conftest import Look, Person, expect
from .table import COMPILING, ME, SMALL, Table, ask, engine, open_room

pytestmark = pytest.mark.slow


def test_machines_play_pause_and_step(people: Person, look: Look) -> None:
    players = engine("alphabeta:depth=2"), engine("uct")
    # The pause is long enough for the game not to be over by then on a busy machine.
    table = open_room(people(), SMALL, *players, budget={"nodes": 2000}, pause=1)
    table.wait_more(0)
    table.act("pause")
    table.wait_state("paused")
    assert table.status.startswith("Paused · ")
    assert "to move" in table.status
    plies = table.plies
    table.act("step")
    table.wait_plies(plies + 1)
    table.wait_state("paused")
    table.act("step")
    table.wait_plies(plies + 2)
    look(table.page, "machines")
    panels = table.page.locator("[data-search]")
    expect(panels).to_have_count(2)
    for panel in panels.all():
        expect(panel.locator("dd")).to_have_count(4)
        panel.locator("tbody tr").first.wait_for()
    table.page.get_by_label("Pause between moves").select_option("0")
    table.act("play")
    table.wait_state("over")


def pause_after_a_thought(table: Table) -> Any:
    """Pause a game of machines and go back to the position thought about last; the panel that says so."""
    table.wait_more(0)
    table.act("pause")
    table.wait_state("paused")
    ply = table.plies - 1
    table.page.keyboard.press("ArrowLeft")
    table.page.locator(f'svg[role="grid"][data-ply="{ply}"]').wait_for()
    return table.page.locator("[data-search]").nth(ply % 2)


def test_the_principal_variation_is_shown_on_the_board(people: Person, look: Look) -> None:
    players = engine("alphabeta:depth=6"), engine("alphabeta:depth=5")
    table = open_room(people(), SMALL, *players, budget={"nodes": 3000}, pause=0.5)
    line = pause_after_a_thought(table).get_by_role("group").get_by_role("button")
    line.nth(1).hover()
    numbers = table.page.locator(".arrows .number")
    expect(numbers).to_have_text(["1", "2"])
    look(table.page, "variation")
    table.page.mouse.move(1, 1)
    numbers.first.wait_for(state="detached")
    line.first.focus()
    expect(numbers).to_have_text(["1"])


def test_visits_make_a_heat_map(people: Person, look: Look) -> None:
    table = open_room(people(), SMALL, engine("uct"), engine("uct"), budget={"nodes": 3000}, pause=0.5)
    pause_after_a_thought(table)
    heat = table.page.locator(".heat polygon")
    table.page.get_by_role("button", name="Heat map").click()
    heat.first.wait_for()
    assert 1 <= heat.count() <= 12
    look(table.page, "heat")
    table.page.get_by_role("button", name="Heat map").click()
    expect(heat).to_have_count(0)


def test_what_was_thought_is_shown_where_it_was_thought(person: Person, look: Look) -> None:
    table = open_room(person(), SMALL, ME, engine("uct"), budget={"nodes": 3000})
    page = table.page
    for step in table.scene()["choices"][0]["steps"]:
        table.cell(step).click()
    table.wait_more(1)
    table.wait_plies(2)
    panel = page.locator("[data-search]")
    assert not panel.locator("tbody").is_visible()  # who plays asks for it first, and once
    panel.get_by_text("What it thinks").click()
    candidate = panel.locator("tbody button").first
    box = candidate.bounding_box()
    candidate.hover()
    before = page.locator('svg[role="grid"][data-ply="1"]')
    before.wait_for()
    page.locator(".arrows .best").wait_for()
    assert candidate.bounding_box() == box
    assert page.locator(".past").inner_text() == "Before move 2 · the game waits for you"
    assert table.status == "White to move."
    panel.get_by_role("group").get_by_role("button").nth(1).hover()
    page.locator(".arrows .number").nth(1).wait_for()
    assert page.locator(".arrows .side").first.evaluate("one => one.classList.contains('white')")
    assert page.locator(".arrows .side").nth(1).evaluate("one => one.classList.contains('black')")
    look(page, "thought-shown")
    page.mouse.move(1, 1)
    table.wait_plies(2)
    heat = page.get_by_role("button", name="Heat map")
    heat.click()
    before.wait_for()
    page.locator(".heat polygon").first.wait_for()
    look(page, "thought-heat")
    page.reload()
    heat.click()
    page.locator(".heat polygon").first.wait_for()
    heat.click()
    table.wait_plies(2)
    assert page.locator(".past").inner_text() == ""
    assert table.status == "Black to move."


def test_the_graph_of_values_outlives_a_reload(people: Person) -> None:
    players = engine("alphabeta:depth=2"), engine("alphabeta:depth=3")
    table = open_room(people(), SMALL, *players, budget={"nodes": 2000}, pause=0)
    table.wait_state("over")
    graph = table.page.get_by_role("slider", name="Expected result of Black").locator("path.line")
    known = graph.get_attribute("d")
    assert known.count(" ") >= 4
    table.page.reload()
    graph.wait_for()
    expect(graph).to_have_attribute("d", known)


def test_a_person_plays_a_machine_and_takes_back(people: Person) -> None:
    table = open_room(people(), SMALL, ME, engine("alphabeta"), budget={"nodes": 2000})
    table.step(table.scene()["choices"][0]["steps"][0])
    table.wait_more(1)
    table.wait_plies(2)
    table.act("takeback")
    table.wait_plies(0)
    table.page.keyboard.press("Space")
    table.page.locator(".arrows .hint").wait_for(timeout=COMPILING)
    table.page.get_by_role("status").get_by_text("Hint:").wait_for()


def test_after_a_loss_an_easier_machine_plays_and_mistakes_are_reviewed(people: Person, look: Look) -> None:
    table = open_room(people(), SMALL, ME, engine("level:n=3"))
    table.step(table.scene()["choices"][0]["steps"][0])
    table.wait_more(1)
    table.act("resign")
    table.act("resign-sure")
    page = table.page
    page.get_by_role("heading", name="You lost").wait_for()
    page.locator('[data-act="harder"]').wait_for()
    page.get_by_role("table", name="Final count").locator("td").nth(1).wait_for()
    assert page.locator("[data-open-analysis]").inner_text() == "Analysis"
    look(page, "machine-over")
    page.locator("[data-review]").click()
    page.wait_for_url(re.compile(r"/#/analysis\?.*\breview="))
    page.locator("svg[role=grid][data-ply]").wait_for()
    page.go_back()
    page.locator('[data-act="easier"]').click()
    page.locator(f'[data-room]:not([data-room="{table.room}"])').wait_for()
    again = ask(page, "GET", f"/api/rooms/{page.url.rpartition('/')[2]}")
    assert [seat["name"] for seat in again["seats"]] == ["level:n=2", ""]
    assert again["game"] == SMALL
