"""How a person chooses a move on the board in a real browser: by clicks, touches, dragging and typing."""

from __future__ import annotations

import random
import re
from typing import Any

import pytest

import nupp
from nupp.kernel import interpreted
from nupp.server.play.scene import scene

from .conftest import Look, Person, expect
from .table import ME, befriend, open_room

pytestmark = pytest.mark.slow


def centre(element: Any) -> tuple[float, float]:
    box = element.bounding_box()
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


@pytest.fixture(scope="module")
def attack() -> str:
    """A position of L-put in which the unit to act may attack from where it stands or go and attack."""
    rng = random.Random(5)
    with interpreted():
        position = nupp.game("lput").start_position()
        while True:
            choices = scene(position, inspections=False).choices
            assert choices is not None
            lengths = {
                len(steps)
                for move, steps in zip(choices.moves, choices.steps, strict=True)
                if move in choices.facts
            }
            if lengths == {1, 2}:
                return str(position)
            position = position.play(rng.choice(choices.moves))


def test_moves_are_typed(people: Person) -> None:
    table = open_room(people(), "amazons:size=5", ME, ME)
    move = table.scene()["choices"][0]["move"]
    field = table.page.get_by_label("Type a move")
    field.fill(move[:2])
    field.press("Enter")
    table.page.get_by_role("alert").get_by_text("may be one of").wait_for()
    field.fill("zz9")
    field.press("Enter")
    table.page.get_by_role("alert").get_by_text("zz9").wait_for()
    assert field.input_value() == "zz9"  # to be corrected
    field.fill(move.upper())
    field.press("Enter")
    table.wait_plies(1)


def test_staged_moves_are_shown_as_they_are_built(people: Person, look: Look) -> None:
    table = open_room(people(), "amazons:size=5", ME, ME)
    choice = next(one for one in table.scene()["choices"] if len(set(one["steps"])) == 3)
    origin, target, arrow = choice["steps"]
    table.cell(origin).click()
    table.cell(target).click()
    piece = table.page.locator(f'.piece[data-on="{origin}"]')
    assert centre(piece) == pytest.approx(centre(table.cell(target)), abs=4)
    look(table.page, "staged")
    table.page.locator("[data-back]").click()
    assert centre(piece) == pytest.approx(centre(table.cell(origin)), abs=4)
    table.page.keyboard.press("Escape")
    assert table.page.locator("[data-back]").count() == 0
    for cell in (origin, target, arrow):
        table.cell(cell).click()
    table.wait_plies(1)
    assert table.pieces()[target] == 0


def test_the_pointer_tells_whose_turn_it_is_and_covers_no_piece(people: Person) -> None:
    first, second = befriend(people, "othello")
    free = first.scene()["choices"][0]["steps"][0]
    mark = first.page.locator("svg .turn")
    first.cell(free).hover()
    mark.wait_for()
    assert mark.locator(".black").count() == 1
    piece = next(iter(first.pieces()))
    first.cell(piece).hover()
    mark.wait_for(state="detached")
    second.cell(free).hover()  # it is not for them to move
    assert second.page.locator("svg .turn").count() == 0


def test_pieces_are_dragged(people: Person) -> None:
    table = open_room(people(), "draughts:variant=english", ME, ME)
    choice = table.scene()["choices"][0]
    (x0, y0), (x1, y1) = (centre(table.cell(step)) for step in choice["steps"])
    mouse = table.page.mouse
    mouse.move(x0, y0)
    mouse.down()
    mouse.move((x0 + x1) / 2, (y0 + y1) / 2, steps=3)
    mouse.move(x0 + 2, y0 + 2, steps=3)
    mouse.up()  # back where it was: nothing is played
    assert table.plies == 0
    mouse.move(x0, y0)
    mouse.down()
    mouse.move(x1, y1, steps=5)
    mouse.up()
    table.wait_plies(1)


def test_an_attack_is_reported_before_it_is_made(people: Person, attack: str, look: Look) -> None:
    table = open_room(people(), "lput", ME, ME, position=attack)
    choices = table.scene()["choices"]
    go = next(one for one in choices if len(one["steps"]) == 2 and one["facts"])
    here, struck = go["steps"]
    table.cell(here).click()
    assert table.plies == 0  # to go there would be a move, too: it waits to be confirmed
    assert table.page.locator("[data-confirm]").count() == 1
    table.cell(struck).hover()
    tray = table.page.locator(".tray")
    damage = dict(map(tuple, go["facts"]))["damage"]
    expect(tray).to_contain_text(re.compile(rf"Damage\s+{re.escape(damage)}\b"), use_inner_text=True)
    expect(tray).to_contain_text("Struck back")
    look(table.page, "lput-attack")
    table.cell(struck).click()
    table.wait_plies(1)


def test_the_first_touch_tells_of_an_attack_and_the_second_makes_it(
    people: Person, attack: str, look: Look
) -> None:
    table = open_room(people(has_touch=True, is_mobile=True), "lput", ME, ME, position=attack)
    blow = next(one for one in table.scene()["choices"] if len(one["steps"]) == 1 and one["facts"])
    (struck,) = blow["steps"]
    table.cell(struck).tap()
    table.page.locator("[data-confirm]").wait_for()
    damage = dict(map(tuple, blow["facts"]))["damage"]
    tray = table.page.locator(".tray")
    expect(tray).to_contain_text(re.compile(rf"Damage\s+{re.escape(damage)}\b"), use_inner_text=True)
    assert table.plies == 0
    look(table.page, "lput-touch")
    table.cell(struck).tap()
    table.wait_plies(1)


def test_one_touch_makes_a_plain_move(people: Person) -> None:
    table = open_room(people(has_touch=True, is_mobile=True), "othello", ME, ME)
    (step,) = table.scene()["choices"][0]["steps"]
    table.cell(step).tap()
    table.wait_plies(1)


def test_units_can_be_inspected(people: Person, look: Look) -> None:
    table = open_room(people(), "lput", ME, ME)
    one = table.scene()["inspections"][0]
    unit = dict(map(tuple, one["facts"]))["unit"]
    label = table.page.locator(f'[data-cell="{one["cell"]}"]').get_attribute("aria-label")
    assert f" {unit}, 16" in label
    assert re.fullmatch(r"Blue to move: [a-z]+\.", table.status)
    table.cell(one["cell"]).hover()
    expect(table.page.locator(".marks .reach")).to_have_count(len(one["reach"]))
    expect(table.page.locator(".tray")).to_contain_text("Hit points")
    look(table.page, "lput-inspect")


def test_a_unit_is_inspected_by_a_long_touch(people: Person) -> None:
    table = open_room(people(has_touch=True, is_mobile=True), "lput", ME, ME)
    one = next(one for one in table.scene()["inspections"] if one["reach"])
    x, y = centre(table.cell(one["cell"]))
    touch = table.page.context.new_cdp_session(table.page)
    touch.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [{"x": x, "y": y}]})
    reach = table.page.locator(".marks .reach")
    expect(reach).to_have_count(len(one["reach"]))
    touch.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    reach.first.wait_for(state="detached")
    assert table.plies == 0
    assert table.page.locator("[data-back]").count() == 0


def test_buttons_stay_where_they_are_while_a_move_takes_several_steps(person: Person) -> None:
    page = person(width=360, height=740)
    table = open_room(page, "morris", ME, ME)
    buttons = page.locator("[data-actions]")
    place = buttons.bounding_box()
    assert place["y"] + place["height"] <= 740
    for plies, move in enumerate(("f4", "b6", "g4", "d5")):
        table.play(table.find(move), plies)
    placed, taken = table.find("e4xb6")["steps"]
    table.step(placed)
    page.get_by_text("Remove one of the opponent’s men.").wait_for()
    assert buttons.bounding_box() == place
    table.cell(0).click()  # a point that means nothing leaves the man where it was put
    assert page.locator("[data-back]").count() == 1
    table.step(taken)
    table.wait_plies(5)
    assert table.see()["moves"][4] == "e4xb6"
