"""The page on screens of all shapes, as an app, and without a network, in a real browser."""

from __future__ import annotations

from typing import Any

import pytest

from nupp.conformance.amounts import THOROUGH, amount
from nupp.rules import GAMES

from .conftest import PATIENCE, Look, Person, expect
from .serving import Server
from .table import ME, Table, ask, open_room

pytestmark = pytest.mark.slow


SHAPES = ["amazons", "dotsandboxes", "draughts", "hex", "hexxagon", "labyrinth", "lput", "morris"]
"""Games with boards of each shape, with and without moves of several steps."""
PHONE = {"has_touch": True, "is_mobile": True}


def bottom(element: Any) -> float:
    box = element.bounding_box()
    return float(box["y"] + box["height"])


def wait_width(element: Any, least: float = 0, most: float = 10_000) -> None:
    """Wait until an element is a number of pixels wide."""
    script = """async (one, [least, most]) => {
        const width = () => one.getBoundingClientRect().width;
        while (width() < least || width() > most) await new Promise(requestAnimationFrame);
    }"""
    element.evaluate(script, [least, most], timeout=PATIENCE)


def begin_a_move(table: Table) -> None:
    """Take the first step of a move of several, if there is one, so that buttons come below the board."""
    steps = max((choice["steps"] for choice in table.scene()["choices"]), key=len)
    if len(steps) > 1 and isinstance(steps[0], int):
        table.step(steps[0])
        table.page.locator("[data-back]").wait_for()


def test_the_board_and_both_sides_are_on_the_first_screen_of_a_desktop(person: Person, look: Look) -> None:
    page = person(width=1280, height=800)
    for game in GAMES.names() if THOROUGH else SHAPES:
        table = open_room(page, game, ME, ME)
        begin_a_move(table)
        look(page, f"desktop-{game}")
        own = page.locator("[data-seat]").last
        assert page.locator("svg[role=grid]").bounding_box()["y"] >= 0, game
        assert max(bottom(own), bottom(page.locator("svg[role=grid]"))) <= 800, game


@pytest.mark.parametrize(("width", "height"), [(667, 375), (844, 390)][: amount(1, 2)])
def test_on_a_phone_that_lies_the_board_is_beside_the_panels(
    width: int, height: int, person: Person, look: Look
) -> None:
    page = person(width=width, height=height, **PHONE)
    for game in ("hexxagon", "lput", "othello"):
        table = open_room(page, game, ME, ME)
        begin_a_move(table)
        look(page, f"lying-{width}-{game}")
        board, moves = page.locator("svg[role=grid]"), page.get_by_label("Type a move")
        assert bottom(board) <= height, game
        assert board.bounding_box()["height"] > 0.65 * height, game
        assert moves.bounding_box()["x"] > board.bounding_box()["x"] + board.bounding_box()["width"]
        assert page.evaluate("document.documentElement.scrollWidth") <= width
    page.goto("/#/analysis?game=othello")
    board = page.locator("svg[role=grid]")
    board.wait_for()
    look(page, f"lying-{width}-analysis")
    assert bottom(board) <= height
    assert page.get_by_role("heading", name="Engine").bounding_box()["x"] > width / 2


def test_small_cells_are_enlarged_for_fingers(person: Person, look: Look) -> None:
    page = person(width=360, height=740, **PHONE)
    table = open_room(page, "othello", ME, ME)
    zoom = page.get_by_role("button", name="Enlarge the board")
    assert zoom.count() == 0
    table = open_room(page, "lput", ME, ME)
    zoom.tap()
    zoom.tap()
    one = table.scene()["inspections"][0]["cell"]
    wait_width(table.cell(one), least=36)
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    look(page, "enlarged")
    choice = next(choice for choice in table.scene()["choices"] if isinstance(choice["steps"][0], int))
    for step in choice["steps"]:
        table.cell(step).tap()
    if page.locator("[data-confirm]").count():
        page.locator("[data-confirm]").tap()
    table.wait_plies(1)
    for _ in range(2):
        page.get_by_role("button", name="Make the board smaller").tap()
    wait_width(page.locator("svg[role=grid]"), most=360)


def test_on_a_phone_that_lies_a_large_board_is_enlarged_step_by_step_and_taps_hit(
    person: Person, look: Look
) -> None:
    page = person(width=740, height=360, **PHONE)
    table = open_room(page, "mnk:width=15,height=15,k=5", ME, ME)
    zoom, sizes = page.get_by_role("button", name="Enlarge the board"), []
    while True:
        sizes.append(table.cell(112).bounding_box()["width"])
        if zoom.is_disabled():
            break
        zoom.tap()
        wait_width(table.cell(112), least=sizes[-1] + 1)
    assert sizes[0] > 18
    assert sizes[-1] > 55
    assert len(sizes) == 4
    table.cell(112).tap()
    table.wait_plies(1)
    assert list(table.pieces()) == [112]
    look(page, "enlarged-lying")


def test_the_page_can_be_installed(person: Person) -> None:
    page = person(path="/")
    found = page.evaluate("fetch(document.querySelector('link[rel=manifest]').href).then(one => one.json())")
    assert (found["display"], found["start_url"]) == ("standalone", "./")
    for icon in found["icons"]:
        assert page.request.get(icon["src"].removeprefix(".")).ok, icon
    purposes = {icon.get("purpose", "any") for icon in found["icons"]}
    assert purposes == {"any", "maskable"}


def test_without_a_server_the_page_says_so_and_keeps_what_was_typed(
    person: Person, mortal: Server, look: Look
) -> None:
    page = person(mortal, "/", service_workers="allow")
    page.evaluate("navigator.serviceWorker.ready")
    page.reload()  # now its parts are kept
    page.goto("/#/analysis")
    text = page.get_by_label("The game as text")
    text.fill("f5 d6 c3")
    mortal.kill()
    page.reload()
    page.get_by_text("The server does not answer. Is it still running?").wait_for()
    look(page, "no-server")
    mortal.start()
    page.get_by_role("button", name="Try again").click()
    expect(text).to_have_value("f5 d6 c3")
    page.context.set_offline(True)
    page.get_by_text("You are offline. What you typed is kept").wait_for()
    page.context.set_offline(False)


@pytest.mark.parametrize(("width", "height"), [(1280, 800), (1440, 900)][: amount(1, 2)])
def test_the_header_of_a_desktop_has_one_row_in_every_language_with_the_longest_nickname(
    width: int, height: int, person: Person, look: Look
) -> None:
    page = person(path="/", width=width, height=height)
    ask(page, "POST", "/api/me", {"name": f"Wilhelmina Wuor {width}"})
    page.reload()
    page.locator(".nickname").wait_for()
    links = page.locator("header nav a")
    for language in ("en", "et", "fi", "lt", "pl"):
        page.locator("header select").select_option(language)
        page.locator(f"html[lang={language}]").wait_for()
        look(page, f"header-{width}-{language}")
        assert page.get_by_role("banner").bounding_box()["height"] < 64, language
        assert page.locator(".nickname").is_visible()
        last, first_tool = links.last.bounding_box(), page.locator(".person").bounding_box()
        assert last["x"] + last["width"] <= first_tool["x"], language
        assert page.evaluate("document.documentElement.scrollWidth") <= width
