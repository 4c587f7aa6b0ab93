"""Rooms for everybody: by keyboard alone, on a phone, and heard rather than seen."""

from __future__ import annotations

from typing import Any

import pytest

from nupp.conformance.amounts import THOROUGH

from .axe import violations, violations_in_themes
from .conftest import Look, Person
from .table import COMPILING, ME, SMALL, Table, ask, create, engine, open_room

pytestmark = pytest.mark.slow


#: A board of squares, of hexes, of points, and of edges; words as moves; and men in hand.
BOARDS = ["othello:size=6", "hexxagon", "lput", "morris", "dotsandboxes"]
if THOROUGH:
    BOARDS += ["draughts", "mnk", "connectfour"]  # squares as well


def test_axe_finds_nothing(person: Person, look: Look) -> None:
    page = person(color_scheme="light")
    for game in BOARDS:
        table = open_room(page, game, ME, ME)
        assert violations_in_themes(page) == [], game
        look(page, f"room-{game.partition(':')[0]}")
    page.keyboard.press("?")
    page.locator("dialog[open]").wait_for()
    assert violations_in_themes(page) == []
    look(page, "help")
    page.keyboard.press("Escape")
    assert table.plies == 0


def test_axe_finds_nothing_where_machines_think(people: Person) -> None:
    table = open_room(people(), SMALL, engine("uct"), engine("alphabeta"), budget={"nodes": 1000}, pause=0)
    table.wait_more(1)
    table.wait_state("over")
    assert violations(table.page) == []


def test_a_game_by_keyboard_alone(person: Person, look: Look) -> None:
    page = person()
    table = open_room(page, "tictactoe", ME, ME)
    for _ in range(40):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.getAttribute('role')") == "gridcell":
            break
    else:
        pytest.fail("the board cannot be reached with the tab key")
    for plies, cell in enumerate((0, 4, 1, 8, 2)):
        walk_to(page, cell)
        if plies == 3:
            look(page, "keyboard")
        page.keyboard.press("Enter")
        table.wait_plies(plies + 1)
    table.wait_state("over")
    assert table.status == "X wins"
    assert page.locator("[data-cause]").inner_text() == "A line is complete"
    assert page.locator(".marks .last").count() == 3
    look(page, "ended")


def test_space_asks_for_a_hint_also_on_the_board(people: Person, look: Look) -> None:
    page = people()
    table = open_room(page, SMALL, ME, ME)
    (cell,) = table.scene()["choices"][0]["steps"]
    page.locator(f'[data-cell="{cell}"]').focus()
    page.keyboard.press("Space")
    page.locator(".arrows .hint").wait_for(timeout=COMPILING)
    look(page, "hint")
    assert table.plies == 0
    page.keyboard.press("Enter")
    table.wait_plies(1)
    field = page.get_by_label("Type a move")
    field.press("Space")
    assert field.input_value() == " "


def walk_to(page: Any, cell: int) -> None:
    """Walk over a board of three columns, numbered from below, to a cell, with the arrow keys."""

    def here() -> int:
        return int(page.evaluate("document.activeElement.dataset.cell"))

    while here() // 3 != cell // 3:
        page.keyboard.press("ArrowUp" if here() // 3 < cell // 3 else "ArrowDown")
    while here() % 3 != cell % 3:
        page.keyboard.press("ArrowRight" if here() % 3 < cell % 3 else "ArrowLeft")


def test_cells_and_moves_are_reported_in_words(people: Person) -> None:
    table = open_room(people(), "othello", ME, ME)
    choice = table.scene()["choices"][0]
    page = table.page
    cell = page.locator(f'[data-cell="{choice["steps"][0]}"]')
    assert cell.get_attribute("aria-label") == f"{choice['move']}, empty, can be chosen"
    labels = page.eval_on_selector_all("[role=gridcell]", "all => all.map(one => one.ariaLabel)")
    assert (
        sum("Black disc" in label for label in labels) == sum("White disc" in label for label in labels) == 2
    )
    live = page.locator(".whole > [aria-live=polite]")
    assert live.inner_text() == "Black to move."
    table.play(choice, 0)
    assert live.inner_text() == f"Last move: {choice['move']}. White to move."
    assert cell.get_attribute("aria-label") == f"{choice['move']}, Black disc, last move"


def test_keys_of_the_page(person: Person) -> None:
    table = open_room(person(), "draughts", ME, ME)
    page = table.page
    left = table.cell(0).bounding_box()
    page.keyboard.press("f")
    right = table.cell(0).bounding_box()
    assert (left["x"], left["y"]) != (right["x"], right["y"])
    assert page.locator(".labels").count() == 1
    page.keyboard.press("c")
    assert page.locator(".labels").count() == 0
    page.keyboard.press("c")
    sound = page.get_by_role("button", name="Sound", exact=True)
    pressed = {sound.first.get_attribute("aria-pressed")}
    page.keyboard.press("m")
    pressed.add(sound.first.get_attribute("aria-pressed"))
    assert pressed == {"true", "false"}
    field = page.get_by_label("Type a move")
    field.fill("f")  # keys are letters where one writes
    assert table.cell(0).bounding_box() == right


@pytest.mark.parametrize("game", BOARDS)
def test_on_a_phone(game: str, people: Person, look: Look) -> None:
    page = people(width=360, height=740, has_touch=True, is_mobile=True)
    table = open_room(page, game, ME, ME)
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    box = page.locator("svg[role=grid]").bounding_box()
    assert box["x"] >= 0
    assert box["x"] + box["width"] <= 360
    assert box["width"] >= 330 or box["height"] >= 400
    look(page, f"phone-{game.partition(':')[0]}")
    choice = next(one for one in table.scene()["choices"] if isinstance(one["steps"][0], int))
    for step in choice["steps"]:
        table.cell(step).tap()
    if page.locator("[data-confirm]").count():
        page.locator("[data-confirm]").tap()
    table.wait_plies(1)


def test_a_link_opens_a_game_at_a_ply(people: Person) -> None:
    page = people()
    room = create(page, "tictactoe", ME, ME)["room"]["id"]
    for ply, move in enumerate(["a1", "b2", "c3"]):
        ask(page, "POST", f"/api/rooms/{room}/moves", {"ply": ply, "move": move})
    page.goto(f"/#/room/{room}?ply=2")
    page.locator(f'[data-room="{room}"] svg[role="grid"][data-ply="2"]').wait_for()
    table = Table(page, room)
    table.wait_plies(3)
