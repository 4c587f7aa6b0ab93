"""The lobby, the form of a new game, languages and themes, in a real browser."""

from __future__ import annotations

import gzip
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

import nupp
from nupp.rules import GAMES

from .axe import violations_in_themes
from .conftest import Look, Person, expect
from .serving import Server
from .table import COMPILING, ME, Table, ask, create, go, scene_of

pytestmark = pytest.mark.slow


MOST_BYTES = 100_000
"""Of all files that a first visit loads, compressed."""
MOST_OF_ALL = 270_000
"""Of all files of the page together."""


FRAMES = "() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))"


@contextmanager
def loading(page: Any) -> Iterator[None]:
    """Wait in the end until every request of the page is answered, and what an answer asks for as well.

    The page is drawn twice meanwhile, as what it asks for next may follow from what it shows. To wait for
    `networkidle` would take half a second longer.
    """
    waiting: set[Any] = set()
    listeners = {
        "request": lambda asked: waiting.add(asked),
        "requestfinished": lambda asked: waiting.discard(asked),
        "requestfailed": lambda asked: waiting.discard(asked),
    }
    for event, listener in listeners.items():
        page.on(event, listener)
    yield
    quiet = 0
    while quiet < 2:
        page.evaluate(FRAMES)
        quiet = 0 if waiting else quiet + 1
    for event, listener in listeners.items():
        page.remove_listener(event, listener)


def game_link(page: Any, name: str) -> Any:
    return page.locator(f'a[href="#/new/{name}"]')


# ---- from the lobby to a game --------------------------------------------------------------------


def test_every_game_is_shown_with_its_picture(people: Person, look: Look) -> None:
    page = people()
    go(page, "")
    expect(page.locator('a[href^="#/new/"]')).to_have_count(len(GAMES.names()))
    for name in GAMES.names():
        link = game_link(page, name)
        link.scroll_into_view_if_needed()
        link.locator("img").evaluate("image => image.decode()")
        assert link.locator("img").evaluate("image => image.naturalWidth") > 0, name
    look(page, "lobby")


def test_from_the_lobby_to_a_game_against_a_level(person: Person, look: Look) -> None:
    page = person(path="/")
    game_link(page, "othello").click()
    page.get_by_role("heading", name="Othello").wait_for()
    page.get_by_text("6 × 6").click()
    page.get_by_text("Grabs what it can").wait_for()
    page.get_by_text("Badger", exact=True).click()
    page.get_by_text("Trusts its nose").wait_for()
    look(page, "new-game")
    page.get_by_role("button", name="Start the game").click()
    page.locator("[data-room]").wait_for()
    room = page.url.rpartition("/")[2].partition("?")[0]
    created = ask(page, "GET", f"/api/rooms/{room}")
    assert created["game"] == "othello:size=6"
    assert created["seats"][0]["yours"]
    opponent = {"kind": "engine", "name": "level:taste=near", "taken": True, "yours": False}
    assert opponent.items() <= created["seats"][1].items()
    page.go_back()  # the choice is there again the next time
    page.get_by_text("Trusts its nose").wait_for()
    table = Table(page, room)
    table.step(table.scene()["choices"][0]["steps"][0])
    table.wait_more(0)
    page.goto("/#/")
    page.get_by_role("heading", name="Your games").wait_for()
    page.locator(f'section a[href="#/room/{room}"]').wait_for()


def test_one_click_begins_a_game_and_another_one_goes_on_with_it(person: Person, look: Look) -> None:
    page = person(path="/")
    now = page.locator("[data-play-now]")
    now.wait_for()
    assert page.locator("[data-continue]").count() == 0
    look(page, "front")
    game = now.get_attribute("data-play-now")
    now.click()
    page.locator('[data-room][data-state="playing"]').wait_for()
    room = page.url.rpartition("/")[2]
    created = ask(page, "GET", f"/api/rooms/{room}")
    assert created["game"].partition(":")[0] == game
    assert [seat["yours"] for seat in created["seats"]] == [True, False]
    scene = scene_of(page, created["game"], [])
    Table(page, room).step(scene["choices"][0]["steps"][0])  # the second click is the first move
    page.locator('[data-room]:not([data-plies="0"])').wait_for()
    page.goto("/#/")
    page.locator("[data-continue]").click()
    page.locator(f'[data-room="{room}"]').wait_for()


def test_games_are_found_by_what_they_are_like(people: Person) -> None:
    page = people()
    go(page, "")
    links = page.locator('a[href^="#/new/"]')
    links.first.wait_for()
    everything = links.count()
    page.get_by_label("Board").select_option("hexes")
    assert 0 < links.count() < everything
    assert game_link(page, "hexxagon").count() == 1
    assert game_link(page, "othello").count() == 0
    page.get_by_label("Length").select_option("short")
    page.get_by_text("No game fits.").wait_for()
    page.get_by_role("button", name="Show all games").click()
    assert links.count() == everything


def test_a_live_game_is_shown_to_who_wants_it(people: Person, look: Look) -> None:
    page = people()
    go(page, "")
    page.get_by_role("button", name="Watch a live game").click()
    board = page.locator("[data-live] svg[role=grid]")
    board.wait_for(timeout=COMPILING)
    page.locator('[data-live] svg[role=grid]:not([data-ply="0"])').wait_for(timeout=COMPILING)
    look(page, "front-live")
    page.get_by_role("button", name="Stop").click()
    page.locator('[data-live="false"]').wait_for()


@pytest.mark.parametrize(("width", "height"), [(1280, 800), (360, 740), (740, 360)])
def test_what_one_came_for_is_on_the_first_screen(
    width: int, height: int, person: Person, look: Look
) -> None:
    page = person(width=width, height=height, has_touch=width < 1000, is_mobile=width < 1000)
    for path, wanted in (("", "[data-play-now]"), ("new/hexxagon", ".begin"), ("new/mnk", ".begin")):
        with loading(page):
            page.goto(f"/#/{path}")
            page.locator(wanted).wait_for()
        box = page.locator(wanted).bounding_box()
        assert box["y"] >= 0, path
        assert box["y"] + box["height"] <= height, path
        look(page, f"first-{path.replace('/', '-') or 'lobby'}-{width}")


def test_any_player_with_its_parameters(person: Person) -> None:
    page = person()
    page.goto("/#/new/tictactoe")
    page.get_by_text("Other player", exact=True).click()
    page.get_by_label("Which player?").select_option("uct")
    page.get_by_text("Settings", exact=True).click()
    exploration = page.get_by_label("weight of the confidence bound")
    exploration.fill("-1")
    assert exploration.get_attribute("aria-invalid") == "true"
    assert page.get_by_role("button", name="Start the game").is_disabled()
    exploration.fill("1.5")
    page.get_by_role("button", name="Start the game").click()
    page.locator("[data-room]").wait_for()
    room = page.url.rpartition("/")[2]
    created = ask(page, "GET", f"/api/rooms/{room}")
    assert created["seats"][1]["name"] == "uct:exploration=1.5"


def test_a_friend_gets_the_other_seat_by_the_link(person: Person, look: Look) -> None:
    host, guest = person(path="/"), person()
    host.locator("[data-friend]").click()
    host.get_by_role("combobox", name="Games").select_option("hexxagon")
    host.locator("[data-invite]").click()
    host.get_by_role("img", name="Code of the link, to scan").wait_for()
    host.locator('[data-room][data-state="waiting"]').wait_for()
    look(host, "invitation")
    link = host.locator("input[readonly]").input_value()
    guest.goto(link)
    guest.locator('[data-room][data-state="playing"]').wait_for()
    host.locator('[data-room][data-state="playing"]').wait_for()


def test_what_cannot_be_is_refused_in_the_form(people: Person) -> None:
    page = people()
    go(page, "new/amazons")
    page.get_by_text("All settings of the game").click()
    page.get_by_label("Size", exact=True).fill("17")
    page.get_by_text("Enter at most 10.").wait_for()
    assert page.get_by_role("button", name="Start the game").is_disabled()
    page.get_by_label("Size", exact=True).fill("6")
    page.get_by_text("Start from a position").click()
    page.get_by_label("Position as text").fill("nonsense")
    page.get_by_role("alert").filter(has_text="nonsense").wait_for()
    assert page.get_by_role("button", name="Start the game").is_disabled()
    page.goto("/#/new/chess")
    page.get_by_role("alert").filter(has_text="There is no game chess.").wait_for()


def test_games_of_others_can_be_watched(people: Person) -> None:
    host, guest = people(), people()
    hidden = create(host, "labyrinth", ME, ME)["room"]["id"]
    room = create(host, "labyrinth", ME, ME, public=True)["room"]["id"]
    go(guest, "?game=labyrinth")
    guest.get_by_role("heading", name="Games to watch").wait_for()
    assert guest.locator(f'a[href="#/room/{hidden}"]').count() == 0
    guest.locator(f'a[href="#/room/{room}"]').click()
    guest.locator("[data-room]").wait_for()


# ---- languages, themes, phones -------------------------------------------------------------------


@pytest.mark.parametrize(
    ("language", "title", "draughts"),
    [
        ("et", "Mida mängime?", "Kabe"),
        ("fi", "Mitä pelataan?", "Tammi"),
        ("lt", "Ką žaisime?", "Šaškės"),
        ("pl", "W co zagramy?", "Warcaby"),
    ],
)
def test_languages(language: str, title: str, draughts: str, person: Person, look: Look) -> None:
    page = person(path="/")
    page.get_by_role("combobox", name="Language").select_option(language)
    page.get_by_role("heading", name=title).wait_for()
    page.locator(f"html[lang={language}]").wait_for()
    page.reload()
    page.get_by_role("heading", name=title).wait_for()  # the choice is kept
    page.goto("/#/rules/draughts")
    page.get_by_role("heading", name=draughts).wait_for()
    page.locator(".short li").nth(6).wait_for()
    assert not page.locator(".short li").first.inner_text().startswith("Only the dark")
    look(page, f"rules-{language}")


def test_the_language_of_the_browser_comes_first(person: Person) -> None:
    person(path="/", locale="fi-FI").get_by_role("heading", name="Mitä pelataan?").wait_for()


def test_the_theme_is_kept(person: Person) -> None:
    page = person(path="/", color_scheme="light")
    ground = "getComputedStyle(document.documentElement).backgroundColor"
    light = page.evaluate(ground)
    for name in ("Colours: system", "Colours: light"):
        page.get_by_role("button", name=name).click()
    page.get_by_role("button", name="Colours: dark").wait_for()
    dark = page.evaluate(ground)
    assert dark != light
    page.reload()
    page.get_by_role("button", name="Colours: dark").wait_for()
    assert page.evaluate(ground) == dark


PAGES = [
    "",
    "new/hexxagon",
    "new/draughts",
    "rules",
    "rules/lput",
    "analysis",
    "tournaments",
    "experiments",
    "studies",
    "contests",
]


def test_no_page_is_wider_than_a_phone(person: Person, look: Look) -> None:
    page = person(width=360, height=740, has_touch=True, is_mobile=True)
    for path in PAGES:
        with loading(page):
            go(page, path)
        assert page.evaluate("document.documentElement.scrollWidth") <= 360, path
        look(page, f"phone-{path.replace('/', '-') or 'lobby'}")


def test_axe_finds_nothing(person: Person, look: Look) -> None:
    page = person(color_scheme="light")
    for path in (*PAGES, "nowhere"):
        with loading(page):
            go(page, path)
        for summary in page.locator("main summary").all():
            summary.click()
        assert violations_in_themes(page) == [], path
        look(page, path.replace("/", "-") or "lobby")


def test_a_new_page_is_reported_and_read_from_its_top(people: Person) -> None:
    page = people()
    go(page, "")
    page.get_by_role("link", name="Experiments").click()
    page.get_by_role("heading", name="Experiments").wait_for()
    expect(page).to_have_title("Experiments · nupp")
    page.wait_for_function("() => document.activeElement.id === 'main'")
    page.go_back()
    page.get_by_role("heading", name="What shall we play?").wait_for()
    expect(page).to_have_title("nupp")


def test_the_example_of_a_game_can_be_stepped_through(people: Person) -> None:
    page = people()
    go(page, "rules/hexxagon")
    board = page.locator("svg[role=grid]")
    board.wait_for()
    assert board.get_attribute("data-ply") == "0"
    page.get_by_role("button", name="Forward").click()
    page.locator('svg[role=grid][data-ply="1"]').wait_for()
    page.locator("h1").click()
    page.keyboard.press("End")
    plies = page.locator("ol button").count()
    page.locator(f'svg[role=grid][data-ply="{plies}"]').wait_for()
    page.keyboard.press("ArrowLeft")
    page.locator(f'svg[role=grid][data-ply="{plies - 1}"]').wait_for()


# ---- weight and speed ----------------------------------------------------------------------------


def test_a_first_visit_is_light(person: Person, server: Server) -> None:
    page = person()
    with loading(page):
        page.goto("/")
    script = "performance.getEntriesByType('resource').map(one => new URL(one.name).pathname)"
    loaded = [path for path in page.evaluate(script) if not path.startswith("/api/")]
    folder = Path(nupp.__file__).parent / "server" / "static"
    files = [folder / "index.html", *(folder / path.lstrip("/") for path in loaded)]
    sizes = {file.name: len(gzip.compress(file.read_bytes())) for file in files if file.is_file()}
    assert any(name.endswith(".js") for name in sizes)
    whole = sum(
        len(gzip.compress(file.read_bytes())) for file in folder.rglob("*") if file.suffix in (".js", ".css")
    )
    paint = page.evaluate("performance.getEntriesByName('first-contentful-paint')[0].startTime")
    print(f"\nfirst visit {sum(sizes.values())} bytes, all files {whole}; first paint after {paint:.0f} ms")
    assert sum(sizes.values()) < MOST_BYTES
    assert whole < MOST_OF_ALL
