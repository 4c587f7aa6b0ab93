"""What a room shows in a real browser, what is saved of it, and what goes wrong on the way."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest

from .conftest import Look, Person
from .serving import Server
from .table import ME, SMALL, befriend, engine, open_room, play_on

pytestmark = pytest.mark.slow


def test_what_decided_a_game_is_drawn(people: Person, look: Look) -> None:
    table = open_room(people(), "tictactoe", ME, ME)
    for ply, cell in enumerate((0, 3, 1, 4, 2)):
        table.cell(cell).click()
        table.wait_plies(ply + 1)
    table.wait_state("over")
    page = table.page
    assert page.locator("svg .decisive").count() == 3
    assert page.locator("svg .winning").count() == 1
    assert (table.status, page.locator("[data-cause]").inner_text()) == ("X wins", "A line is complete")
    page.get_by_role("heading", name="Game over").wait_for()
    look(page, "line-over")
    page.locator("[data-back-to-games]").click()
    page.get_by_role("heading", name="Your games").wait_for()


def test_a_game_is_taken_along(people: Person) -> None:
    exports = {
        "Game (JSON)": b"{",
        "Game (with tags)": b"[Game",
        "Moves (text)": b"b2",
        "Board (SVG)": b"<svg",
        "Board (PNG)": b"\x89PNG",
    }
    table = open_room(people(), "tictactoe", ME, ME)
    table.cell(4).click()
    table.wait_plies(1)
    table.page.get_by_text("Save and share").click()
    for name, begins in exports.items():
        with table.page.expect_download() as download:
            table.page.locator("details").get_by_text(name, exact=True).click()
        assert Path(download.value.path()).read_bytes().startswith(begins), name
        assert download.value.suggested_filename.startswith("tictactoe"), name


def test_a_game_is_looked_through_without_leaving_it(people: Person) -> None:
    first, second = befriend(people, "tictactoe")
    for plies, cell in enumerate((0, 4, 8)):
        (first, second)[plies % 2].cell(cell).click()
        for table in (first, second):
            table.wait_plies(plies + 1)
    page, keyboard = first.page, first.page.keyboard

    def at(ply: int) -> Any:
        return page.locator(f'svg[role="grid"][data-ply="{ply}"]')

    keyboard.press("Home")
    at(0).wait_for()
    assert first.pieces() == {}
    assert first.status == "X to move."
    keyboard.press("ArrowRight")
    at(1).wait_for()
    assert first.pieces() == {0: 0}
    # What is said of the turn is said of the position that is shown.
    assert first.status == "O to move."
    assert page.locator(".past").inner_text() == "After move 1"
    assert "to move" in page.locator('[data-seat="1"]').inner_text()
    assert "to move" not in page.locator('[data-seat="0"]').inner_text()
    second.cell(2).click()  # the other plays on meanwhile
    page.locator('[data-room][data-plies="4"]').wait_for()
    assert at(1).count() == 1
    assert page.locator(".past").inner_text() == "After move 1 · the game waits for you"
    first.cell(3).click()  # one cannot move in the past
    assert first.plies == 4
    page.locator('[data-move="3"]').click()
    at(3).wait_for()
    keyboard.press("End")
    at(4).wait_for()
    first.cell(3).click()
    second.wait_plies(5)


def test_the_end_of_placing_is_announced_and_men_are_counted(person: Person, look: Look) -> None:
    page = person(width=360, height=740)
    moves = "a1 d1 a4 a7 d7 g7 g1 g4 b2 b4 b6 d6 f6 f4 f2 d2 c3"
    table = open_room(page, "morris", ME, ME, moves=moves.split())
    page.locator("[data-seat]").first.get_by_text("To place").wait_for()
    table.play(table.find("e3"), 17)
    page.get_by_role("alert").get_by_text("All men are placed").wait_for()
    look(page, "phase")
    page.locator('[data-seat="0"]').get_by_text("Men").wait_for()


@pytest.mark.parametrize("side", [0, 1])
def test_ones_own_pieces_are_below_also_where_the_first_side_begins_above(
    side: int, people: Person, look: Look
) -> None:
    seats = (ME, engine("random")) if side == 0 else (engine("random"), ME)
    table = open_room(people(), "draughts:variant=english", *seats)
    table.page.locator(f'[data-seat="{side}"]').wait_for()
    box = {
        cell: table.page.locator(f'[data-cell="{cell}"]').first.bounding_box()["y"] for cell in (0, 31)
    }  # the first cell is black's, the last white's
    assert (box[0] > box[31]) == (side == 0)
    look(table.page, f"own-below-{side}")


def test_a_reload_loses_nothing(people: Person) -> None:
    tables = befriend(people, SMALL)
    play_on(tables, 5, random.Random(4))
    before = tables[1].pieces()
    tables[1].page.reload()
    tables[1].wait_plies(5)
    assert tables[1].pieces() == before
    play_on(tables, 3, random.Random(5))


def test_the_server_is_killed_in_mid_game(person: Person, mortal: Server, look: Look) -> None:
    tables = befriend(person, SMALL, mortal)
    play_on(tables, 4, random.Random(6))
    scene = tables[0].scene()
    mortal.kill()
    for table in tables:
        table.page.locator('[data-room][data-connection="lost"]').wait_for()
    # A move that is made meanwhile is sent when the server is back.
    mover = tables[scene["to_move"]]
    mover.step(scene["choices"][0]["steps"][0])
    look(mover.page, "lost")
    mortal.start()
    for table in tables:
        table.wait_plies(5)
        table.page.locator('[data-room][data-connection="open"]').wait_for()
    assert tables[0].see()["moves"][4] == scene["choices"][0]["move"]
    play_on(tables, 2, random.Random(7))


def test_a_room_that_is_none(people: Person) -> None:
    page = people()
    page.goto("/#/room/nowhere")
    page.get_by_role("alert").filter(has_text="nowhere").wait_for()
