"""Rooms of two people in a real browser: how they come together, play, talk and part."""

from __future__ import annotations

import random
import re
from typing import Any

import pytest

from .conftest import Look, Person, expect
from .table import FRIEND, ME, Table, ask, befriend, create, play_on

pytestmark = pytest.mark.slow


def test_two_people_play_each_other(people: Person, look: Look) -> None:
    tables = befriend(people, "othello:size=4")
    rng = random.Random(2)
    while tables[0].root.get_attribute("data-state") == "playing":
        play_on(tables, 1, rng)
        assert tables[0].pieces() == tables[1].pieces()
    for table in tables:
        table.wait_state("over")
    assert tables[0].status == tables[1].status
    look(tables[1].page, "two-over")


def test_nobody_moves_for_the_other_side(people: Person) -> None:
    first, second = befriend(people, "tictactoe")
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


def test_a_spectator_sees_the_game_and_takes_no_part(people: Person) -> None:
    first, second = befriend(people, "tictactoe")
    watcher = Table(people(), first.room)
    assert watcher.page.locator("[data-act]").count() == 0
    first.cell(0).click()
    watcher.wait_plies(1)
    watcher.cell(4).click()
    second.cell(8).click()
    watcher.wait_plies(2)
    assert watcher.pieces() == {0: 0, 8: 1}
    first.page.get_by_text("1 spectator").wait_for()


def test_an_invitation_counts_once(people: Person) -> None:
    host = people()
    made = create(host, "tictactoe", ME, FRIEND)
    room, token = made["room"]["id"], made["invitations"][1]
    for number in range(2):
        guest = people()
        guest.goto(f"/#/room/{room}?seat=1.{token}")
        guest.locator(f'[data-room="{room}"]').wait_for()
        yours = [seat["yours"] for seat in ask(guest, "GET", f"/api/rooms/{room}")["seats"]]
        assert yours == [False, number == 0]
    expect(guest.get_by_role("alert")).not_to_have_text("")


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


def test_there_are_no_hints_between_two_people(people: Person) -> None:
    first, _ = befriend(people, "tictactoe")
    first.page.locator('[data-act="draw"]').wait_for()
    assert first.page.locator('[data-act="hint"]').count() == 0
    first.page.keyboard.press("Space")
    first.page.get_by_role("alert").get_by_text("No hints in a game between two people").wait_for()
    assert first.page.locator(".arrows .hint").count() == 0


def test_the_clock_runs_down(people: Person, look: Look) -> None:
    first, second = befriend(people, "tictactoe", clock="2s")
    first.cell(0).click()
    first.wait_plies(1)
    expect(first.page.get_by_role("timer")).to_have_count(2)
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


def test_two_people_talk_and_mute_each_other(people: Person, look: Look) -> None:
    first, second = befriend(people, "tictactoe")
    chats = [table.page.locator("[data-chat]") for table in (first, second)]
    for chat in chats:
        chat.get_by_text("Chat", exact=True).click()
    field = chats[0].get_by_label("Write to your opponent")
    field.fill("<img src=x onerror=alert(1)>")
    field.press("Enter")
    chats[1].get_by_text("<img src=x onerror=alert(1)>").wait_for()
    expect(field).to_have_value("")
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
    expect(unread).to_have_text(re.compile("^1"))
    look(second.page, "chat-unread")
    assert second.page.locator("[data-chat][open]").count() == 0
    second.page.locator("[data-chat] summary").click()
    unread.wait_for(state="detached")
    expect(second.page.locator("[data-chat] li")).to_have_count(1)
