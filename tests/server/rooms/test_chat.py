"""Words and signs between two players."""

from __future__ import annotations

import pytest

from server.guests import Guest, pair
from server.rest import Running

pytestmark = pytest.mark.slow


def test_two_players_talk_and_nobody_else_hears_it(served: Running) -> None:
    room, ann, bob = pair(served.url)
    eve = Guest(served.url)
    with ann.line(room) as first, eve.line(room) as third:
        third.until("room")
        assert first.do("chat", text="  hello   <b>Bob</b> ")["type"] == "done"
        assert first.do("chat", emote="good_game")["type"] == "done"
        assert third.do("chat", emote="hello")["code"] == "not_your_seat"
        with bob.line(room) as second:  # he comes later, and again
            heard = [second.until("chat") for _ in range(2)]
        assert [(one["side"], one["text"], one["emote"]) for one in heard] == [
            (0, "hello <b>Bob</b>", None),
            (0, None, "good_game"),
        ]
        assert all(message["type"] != "chat" for message in third.heard)


@pytest.mark.parametrize(
    ("words", "code"),
    [
        ({"text": "see http://x.y"}, "no_links"),
        ({"text": "www.example.org"}, "no_links"),
        ({"text": "play at bad.com now"}, "no_links"),
        ({"text": "a\u202eb"}, "bad_message"),
        ({"text": "x" * 201}, "bad_message"),
        ({"text": "   "}, "bad_message"),
        ({"text": "x", "emote": "hello"}, "bad_message"),
        ({}, "bad_message"),
        ({"emote": "rude"}, "bad_message"),
    ],
)
def test_what_is_not_passed_on(served: Running, words: dict[str, str], code: str) -> None:
    room, ann, _ = pair(served.url)
    with ann.line(room) as first:
        first.send("chat", **words)
        assert first.until("error")["code"] == code


def test_a_flood_is_held_up(served: Running) -> None:
    room, ann, _ = pair(served.url)
    with ann.line(room) as first:
        answers = [first.do("chat", text=f"message {number}") for number in range(12)]
        assert [one["type"] for one in answers[:5]] == ["done"] * 5
        assert answers[-1]["code"] == "too_many"


def test_strangers_give_signs_only(served: Running) -> None:
    room, ann, _ = pair(served.url, public=True)
    with ann.line(room) as first:
        assert first.do("chat", text="hello")["code"] == "chat_off"
        assert first.do("chat", emote="hello")["type"] == "done"


def test_one_does_not_talk_to_a_machine(served: Running) -> None:
    ann = Guest(served.url)
    made = ann.make({"kind": "me"}, {"kind": "engine", "player": "random"})
    with ann.line(made["room"]["id"]) as first:
        assert first.do("chat", emote="hello")["code"] == "not_your_seat"
