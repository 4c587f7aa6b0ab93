"""Rooms in a real browser: two people, what they may ask for, machines, and what goes wrong on the way."""

from __future__ import annotations

import random
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import nupp
from nupp.kernel import interpreted
from nupp.server.play.scene import scene

from .serving import Server
from .table import COMPILING, FRIEND, ME, SMALL, Table, ask, create, engine, open_room, pick

pytestmark = pytest.mark.slow

Person = Callable[..., Any]
Look = Callable[[Any, str], None]


def befriend(person: Person, game: str, at: Server | None = None, **more: Any) -> tuple[Table, Table]:
    """Two people in a room: the first made it, the second came by the link."""
    host, guest = person(at), person(at)
    made = create(host, game, ME, FRIEND, **more)
    room, (_, token) = made["room"]["id"], made["invitations"]
    first = Table(host, room)
    assert first.root.get_attribute("data-state") == "waiting"
    guest.goto(f"/#/room/{room}?seat=1.{token}")
    guest.locator("[data-room]").wait_for()
    assert "seat=" not in guest.url  # a link that is passed on or reloaded takes nothing
    second = Table(guest, room)
    for table in (first, second):
        table.wait_state("playing")
    return first, second


def play_on(tables: tuple[Table, Table], moves: int, rng: random.Random) -> None:
    """Play moves by chance, each by whoever has the turn."""
    for _ in range(moves):
        scene = tables[0].scene()
        plies = scene["ply"]
        tables[scene["to_move"]].play(pick(scene["choices"], rng), plies)
        for table in tables:
            table.wait_plies(plies + 1)


# ---- two people ----------------------------------------------------------------------------------


def test_two_people_play_each_other(person: Person, look: Look) -> None:
    tables = befriend(person, "othello:size=4")
    rng = random.Random(2)
    while tables[0].root.get_attribute("data-state") == "playing":
        play_on(tables, 1, rng)
        assert tables[0].pieces() == tables[1].pieces()
    for table in tables:
        table.wait_state("over")
    assert tables[0].status == tables[1].status
    look(tables[1].page, "two-over")


def test_nobody_moves_for_the_other_side(person: Person) -> None:
    first, second = befriend(person, "tictactoe")
    second.cell(4).click()
    assert second.plies == 0
    refused = ask_refused(second.page, f"/api/rooms/{second.room}/moves", {"ply": 0, "move": "b2"})
    assert "not_your" in refused
    first.cell(4).click()
    second.wait_plies(1)


def ask_refused(page: Any, path: str, body: Any) -> str:
    """The answer to a request that must be refused."""
    with pytest.raises(Exception, match=r"40\d") as caught:
        ask(page, "POST", path, body)
    return str(caught.value)


def test_a_spectator_sees_the_game_and_takes_no_part(person: Person) -> None:
    first, second = befriend(person, "tictactoe")
    watcher = Table(person(), first.room)
    assert watcher.page.locator("[data-act]").count() == 0
    first.cell(0).click()
    watcher.wait_plies(1)
    watcher.cell(4).click()
    second.cell(8).click()
    watcher.wait_plies(2)
    assert watcher.pieces() == {0: 0, 8: 1}
    first.page.get_by_text("1 spectator").wait_for()


def test_an_invitation_counts_once(person: Person) -> None:
    host = person()
    made = create(host, "tictactoe", ME, FRIEND)
    room, token = made["room"]["id"], made["invitations"][1]
    for number in range(2):
        guest = person()
        guest.goto(f"/#/room/{room}?seat=1.{token}")
        guest.locator("[data-room]").wait_for()
        yours = [seat["yours"] for seat in ask(guest, "GET", f"/api/rooms/{room}")["seats"]]
        assert yours == [False, number == 0]
    assert guest.get_by_role("alert").inner_text() != ""


def test_moves_can_be_taken_back_if_the_other_agrees(person: Person) -> None:
    first, second = befriend(person, "tictactoe")
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


def test_a_draw_is_offered_and_accepted(person: Person) -> None:
    first, second = befriend(person, "tictactoe")
    first.act("draw")
    second.page.locator('[data-offer="draw"]').get_by_role("button").first.click()
    for table in (first, second):
        table.wait_state("over")
        assert table.status == "Drawn by agreement"


def test_to_resign_one_is_asked_first(person: Person) -> None:
    first, second = befriend(person, "tictactoe")
    second.act("resign")
    assert second.root.get_attribute("data-state") == "playing"
    second.act("resign-sure")
    for table in (first, second):
        table.wait_state("over")
        assert table.status == "X wins: O resigned"
        assert table.page.locator('[data-act="takeback"]').count() == 0


def test_a_rematch_needs_both_and_no_reload(person: Person, look: Look) -> None:
    first, second = befriend(person, "tictactoe", clock="5m+3s")
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
    assert first.page.locator('[data-act="rematch"]').is_disabled()
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


def test_a_rematch_offered_to_who_has_left_waits_for_them(person: Person) -> None:
    first, second = befriend(person, "tictactoe")
    second.act("resign")
    second.act("resign-sure")
    first.wait_state("over")
    second.page.goto("/#/rules")
    first.page.get_by_text("Your opponent has left.").wait_for()
    first.act("rematch")
    first.page.get_by_text("Rematch offered").wait_for()
    assert first.told()["rematch"] is None
    second.page.goto(f"/#/room/{second.room}")
    second.page.locator('[data-offer="rematch"] [data-accept]').click()
    first.page.locator(f'[data-room]:not([data-room="{first.room}"])').wait_for()


def test_what_decided_a_game_is_drawn(person: Person, look: Look) -> None:
    table = open_room(person(), "tictactoe", ME, ME)
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


def test_there_are_no_hints_between_two_people(person: Person) -> None:
    first, _ = befriend(person, "tictactoe")
    assert first.page.locator('[data-act="draw"]').count() == 1
    assert first.page.locator('[data-act="hint"]').count() == 0
    first.page.keyboard.press("Space")
    first.page.get_by_role("alert").get_by_text("No hints in a game between two people").wait_for()
    assert first.page.locator(".arrows .hint").count() == 0


def test_the_clock_runs_down(person: Person, look: Look) -> None:
    first, second = befriend(person, "tictactoe", clock="2s")
    first.cell(0).click()
    first.wait_plies(1)
    assert first.page.get_by_role("timer").count() == 2
    for table in (first, second):
        table.wait_state("over")
        assert table.status == "X wins: O ran out of time"
    look(first.page, "time-over")


def test_a_deserted_game_can_be_claimed_later_and_its_seat_let_go(person: Person, look: Look) -> None:
    first, second = befriend(person, "tictactoe")
    first.cell(0).click()
    second.wait_plies(1)
    second.cell(4).click()
    first.wait_plies(2)
    second.page.context.close()
    bar = first.page.locator('[data-seat="1"]')
    bar.locator('[data-absence="waiting"]').get_by_text("claim in").wait_for()
    assert first.page.locator('[data-act="claim"]').count() == 0
    look(first.page, "absence")
    assert first.page.locator('[data-act="release"]').inner_text() == "Let someone else play O"
    first.act("release")
    link = first.page.locator("[data-invitation='1'] input")
    link.wait_for()
    other = person()
    other.goto(link.input_value())
    other.locator('[data-room][data-state="playing"]').wait_for()


def test_two_people_talk_and_mute_each_other(person: Person, look: Look) -> None:
    first, second = befriend(person, "tictactoe")
    chats = [table.page.locator("[data-chat]") for table in (first, second)]
    for chat in chats:
        chat.get_by_text("Chat", exact=True).click()
    field = chats[0].get_by_label("Write to your opponent")
    field.fill("<img src=x onerror=alert(1)>")
    field.press("Enter")
    chats[1].get_by_text("<img src=x onerror=alert(1)>").wait_for()
    assert field.input_value() == ""
    chats[1].locator('[data-emote="well_played"]').click()
    chats[0].locator("li").get_by_text("Well played!").wait_for()
    look(first.page, "chat")
    chats[0].get_by_role("button", name="Mute").click()
    chats[0].locator("li").get_by_text("Well played!").wait_for(state="detached")
    field.fill("see http://x.y")
    field.press("Enter")
    first.page.get_by_role("alert").get_by_text("links are not passed on").wait_for()
    assert field.input_value() == "see http://x.y"


def test_a_message_that_nobody_sees_is_announced_and_counted(person: Person, look: Look) -> None:
    first, second = befriend(lambda at: person(at, width=360, height=740), "tictactoe")
    first.page.locator("[data-chat] summary").click()
    first.page.locator('[data-emote="hello"]').click()
    second.page.get_by_role("alert").get_by_text("Hello!").wait_for()
    unread = second.page.locator("[data-unread]")
    assert unread.inner_text().startswith("1")
    look(second.page, "chat-unread")
    assert second.page.locator("[data-chat][open]").count() == 0
    second.page.locator("[data-chat] summary").click()
    unread.wait_for(state="detached")
    assert second.page.locator("[data-chat] li").count() == 1


def test_who_comes_by_an_invitation_is_asked_for_a_nickname(person: Person, look: Look) -> None:
    host, guest = person(), person(width=360, height=740)
    host.goto("/#/lobby")
    host.evaluate("() => { navigator.share = async ({url}) => { window.shared = url; }; }")
    host.locator("[data-friend]").click()
    host.locator("[data-invite]").click()
    link = host.locator("[data-invitation] input").input_value()
    host.locator("[data-share]").click()
    assert host.evaluate("window.shared") == link
    guest.goto(link)
    naming = guest.locator("[data-naming]")
    naming.get_by_label("What shall your opponent call you?").fill("Kadri Kivi")
    look(guest, "naming")
    naming.get_by_role("button", name="Save").click()
    naming.wait_for(state="detached")
    host.locator("[data-seat]").get_by_text("Kadri Kivi").wait_for()


# ---- what one does alone -------------------------------------------------------------------------


def test_moves_are_typed(person: Person) -> None:
    table = open_room(person(), "amazons:size=5", ME, ME)
    move = table.scene()["choices"][0]["move"]
    field = table.page.get_by_label("Type a move")
    field.fill(move[:2])
    field.press("Enter")
    assert "may be one of" in table.page.get_by_role("alert").inner_text()
    field.fill("zz9")
    field.press("Enter")
    table.page.get_by_role("alert").get_by_text("zz9").wait_for()
    assert field.input_value() == "zz9"  # to be corrected
    field.fill(move.upper())
    field.press("Enter")
    table.wait_plies(1)


def test_a_game_is_taken_along(person: Person) -> None:
    exports = {
        "Game (JSON)": b"{",
        "Game (with tags)": b"[Game",
        "Moves (text)": b"b2",
        "Board (SVG)": b"<svg",
        "Board (PNG)": b"\x89PNG",
    }
    table = open_room(person(), "tictactoe", ME, ME)
    table.cell(4).click()
    table.wait_plies(1)
    table.page.get_by_text("Save and share").click()
    for name, begins in exports.items():
        with table.page.expect_download() as download:
            table.page.locator("details").get_by_text(name, exact=True).click()
        assert Path(download.value.path()).read_bytes().startswith(begins), name
        assert download.value.suggested_filename.startswith("tictactoe"), name


def test_a_game_is_looked_through_without_leaving_it(person: Person) -> None:
    first, second = befriend(person, "tictactoe")
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


def test_staged_moves_are_shown_as_they_are_built(person: Person, look: Look) -> None:
    table = open_room(person(), "amazons:size=5", ME, ME)
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


def centre(element: Any) -> tuple[float, float]:
    box = element.bounding_box()
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def test_the_pointer_tells_whose_turn_it_is_and_covers_no_piece(person: Person) -> None:
    first, second = befriend(person, "othello")
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


def test_pieces_are_dragged(person: Person) -> None:
    table = open_room(person(), "draughts:variant=english", ME, ME)
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


def test_an_attack_is_told_before_it_is_made(person: Person, attack: str, look: Look) -> None:
    table = open_room(person(), "lput", ME, ME, position=attack)
    choices = table.scene()["choices"]
    go = next(one for one in choices if len(one["steps"]) == 2 and one["facts"])
    here, struck = go["steps"]
    table.cell(here).click()
    assert table.plies == 0  # to go there would be a move, too: it waits to be confirmed
    assert table.page.locator("[data-confirm]").count() == 1
    table.cell(struck).hover()
    told = table.page.locator(".tray").inner_text()
    damage = dict(map(tuple, go["facts"]))["damage"]
    assert re.search(rf"Damage\s+{re.escape(damage)}\b", told)
    assert "Struck back" in told
    look(table.page, "lput-attack")
    table.cell(struck).click()
    table.wait_plies(1)


def test_the_first_touch_tells_of_an_attack_and_the_second_makes_it(
    person: Person, attack: str, look: Look
) -> None:
    table = open_room(person(has_touch=True, is_mobile=True), "lput", ME, ME, position=attack)
    blow = next(one for one in table.scene()["choices"] if len(one["steps"]) == 1 and one["facts"])
    (struck,) = blow["steps"]
    table.cell(struck).tap()
    table.page.locator("[data-confirm]").wait_for()
    damage = dict(map(tuple, blow["facts"]))["damage"]
    assert re.search(rf"Damage\s+{re.escape(damage)}\b", table.page.locator(".tray").inner_text())
    assert table.plies == 0
    look(table.page, "lput-touch")
    table.cell(struck).tap()
    table.wait_plies(1)


def test_one_touch_makes_a_plain_move(person: Person) -> None:
    table = open_room(person(has_touch=True, is_mobile=True), "othello", ME, ME)
    (step,) = table.scene()["choices"][0]["steps"]
    table.cell(step).tap()
    table.wait_plies(1)


def test_units_can_be_inspected(person: Person, look: Look) -> None:
    table = open_room(person(), "lput", ME, ME)
    one = table.scene()["inspections"][0]
    unit = dict(map(tuple, one["facts"]))["unit"]
    label = table.page.locator(f'[data-cell="{one["cell"]}"]').get_attribute("aria-label")
    assert f" {unit}, 16" in label
    assert re.fullmatch(r"Blue to move: [a-z]+\.", table.status)
    table.cell(one["cell"]).hover()
    assert table.page.locator(".marks .reach").count() == len(one["reach"])
    assert "Hit points" in table.page.locator(".tray").inner_text()
    look(table.page, "lput-inspect")


def test_a_unit_is_inspected_by_a_long_touch(person: Person) -> None:
    table = open_room(person(has_touch=True, is_mobile=True), "lput", ME, ME)
    one = next(one for one in table.scene()["inspections"] if one["reach"])
    x, y = centre(table.cell(one["cell"]))
    touch = table.page.context.new_cdp_session(table.page)
    touch.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [{"x": x, "y": y}]})
    reach = table.page.locator(".marks .reach")
    reach.first.wait_for()
    assert reach.count() == len(one["reach"])
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
        table.play(find(table, move), plies)
    placed, taken = find(table, "e4xb6")["steps"]
    table.step(placed)
    page.get_by_text("Remove one of the opponent’s men.").wait_for()
    assert buttons.bounding_box() == place
    table.cell(0).click()  # a point that means nothing leaves the man where it was put
    assert page.locator("[data-back]").count() == 1
    table.step(taken)
    table.wait_plies(5)
    assert table.told()["moves"][4] == "e4xb6"


def test_the_end_of_placing_is_announced_and_men_are_counted(person: Person, look: Look) -> None:
    page = person(width=360, height=740)
    moves = "a1 d1 a4 a7 d7 g7 g1 g4 b2 b4 b6 d6 f6 f4 f2 d2 c3"
    table = open_room(page, "morris", ME, ME, moves=moves.split())
    page.locator("[data-seat]").first.get_by_text("To place").wait_for()
    table.play(find(table, "e3"), 17)
    page.get_by_role("alert").get_by_text("All men are placed").wait_for()
    look(page, "phase")
    page.locator('[data-seat="0"]').get_by_text("Men").wait_for()


@pytest.mark.parametrize("side", [0, 1])
def test_ones_own_pieces_are_below_also_where_the_first_side_begins_above(
    side: int, person: Person, look: Look
) -> None:
    seats = (ME, engine("random")) if side == 0 else (engine("random"), ME)
    table = open_room(person(), "draughts:variant=english", *seats)
    table.page.locator(f'[data-seat="{side}"]').wait_for()
    box = {
        cell: table.page.locator(f'[data-cell="{cell}"]').first.bounding_box()["y"] for cell in (0, 31)
    }  # the first cell is black's, the last white's
    assert (box[0] > box[31]) == (side == 0)
    look(table.page, f"own-below-{side}")


# ---- machines ------------------------------------------------------------------------------------


def test_machines_play_pause_and_step(person: Person, look: Look) -> None:
    players = engine("alphabeta:depth=2"), engine("uct")
    # The pause is long enough for the game not to be over by then on a busy machine.
    table = open_room(person(), SMALL, *players, budget={"nodes": 2000}, pause=1)
    table.wait_more(2)
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
    assert panels.count() == 2
    for panel in panels.all():
        assert panel.locator("dd").count() == 4
        assert panel.locator("tbody tr").count() >= 1
    table.page.get_by_label("Pause between moves").select_option("0")
    table.act("play")
    table.wait_state("over")


def pause_after_a_thought(table: Table) -> Any:
    """Pause a game of machines and go back to the position thought about last; the panel that tells of it."""
    table.wait_more(2)
    table.act("pause")
    table.wait_state("paused")
    ply = table.plies - 1
    table.page.keyboard.press("ArrowLeft")
    table.page.locator(f'svg[role="grid"][data-ply="{ply}"]').wait_for()
    return table.page.locator("[data-search]").nth(ply % 2)


def test_the_principal_variation_is_shown_on_the_board(person: Person, look: Look) -> None:
    players = engine("alphabeta:depth=6"), engine("alphabeta:depth=5")
    table = open_room(person(), SMALL, *players, budget={"nodes": 3000}, pause=0.5)
    line = pause_after_a_thought(table).get_by_role("group").get_by_role("button")
    assert line.count() >= 2
    line.nth(1).hover()
    numbers = table.page.locator(".arrows .number")
    numbers.nth(1).wait_for()
    assert numbers.all_text_contents() == ["1", "2"]
    look(table.page, "variation")
    table.page.mouse.move(1, 1)
    numbers.first.wait_for(state="detached")
    line.first.focus()
    numbers.first.wait_for()
    assert numbers.all_text_contents() == ["1"]


def test_visits_make_a_heat_map(person: Person, look: Look) -> None:
    table = open_room(person(), SMALL, engine("uct"), engine("uct"), budget={"nodes": 3000}, pause=0.5)
    pause_after_a_thought(table)
    heat = table.page.locator(".heat polygon")
    table.page.get_by_role("button", name="Heat map").click()
    heat.first.wait_for()
    assert 1 <= heat.count() <= 12
    look(table.page, "heat")
    table.page.get_by_role("button", name="Heat map").click()
    assert heat.count() == 0


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


def test_the_graph_of_values_outlives_a_reload(person: Person) -> None:
    players = engine("alphabeta:depth=2"), engine("alphabeta:depth=3")
    table = open_room(person(), SMALL, *players, budget={"nodes": 2000}, pause=0)
    table.wait_state("over")
    graph = table.page.get_by_role("slider", name="Expected result of Black").locator("path.line")
    known = graph.get_attribute("d")
    assert known.count(" ") >= 4
    table.page.reload()
    graph.wait_for()
    assert graph.get_attribute("d") == known


def test_a_person_plays_a_machine_and_takes_back(person: Person) -> None:
    table = open_room(person(), SMALL, ME, engine("alphabeta"), budget={"nodes": 2000})
    table.step(table.scene()["choices"][0]["steps"][0])
    table.wait_more(1)
    table.wait_plies(2)
    table.act("takeback")
    table.wait_plies(0)
    table.page.keyboard.press("Space")
    table.page.locator(".arrows .hint").wait_for(timeout=COMPILING)
    table.page.get_by_role("status").get_by_text("Hint:").wait_for()


def test_after_a_loss_an_easier_machine_plays_and_mistakes_are_reviewed(person: Person, look: Look) -> None:
    table = open_room(person(), SMALL, ME, engine("level:n=3"))
    table.step(table.scene()["choices"][0]["steps"][0])
    table.wait_more(1)
    table.act("resign")
    table.act("resign-sure")
    page = table.page
    page.get_by_role("heading", name="You lost").wait_for()
    assert page.locator('[data-act="harder"]').count() == 1
    assert page.get_by_role("table", name="Final count").locator("td").all_inner_texts()[1:] != []
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


# ---- what goes wrong -----------------------------------------------------------------------------


def test_a_reload_loses_nothing(person: Person) -> None:
    tables = befriend(person, SMALL)
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
    assert tables[0].told()["moves"][4] == scene["choices"][0]["move"]
    play_on(tables, 2, random.Random(7))


def test_a_room_that_is_none(person: Person) -> None:
    page = person()
    page.goto("/#/room/nowhere")
    assert "nowhere" in page.get_by_role("alert").inner_text()


def find(table: Table, move: str) -> dict[str, Any]:
    """A legal move by its text."""
    return next(choice for choice in table.scene()["choices"] if choice["move"] == move)
