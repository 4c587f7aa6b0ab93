"""What readers see of a room: the same for all who see the same, and choices only for who may move."""

from __future__ import annotations

import json
import random

import pytest
from pydantic_core import to_json

import nupp
from nupp.conformance.variants import base_specs
from nupp.kernel import interpreted
from nupp.players import parse_time_control
from nupp.server.http.identity import digest
from nupp.server.models.rooms import DoneMessage, ErrorMessage, MoveMessage, WholeRoomMessage
from nupp.server.play.rules_compiler import RulesCompiler
from nupp.server.play.scene import contents, without_choices
from nupp.server.rooms.room import Room
from nupp.server.rooms.terms import RoomTerms, new_room
from nupp.server.rooms.view import NOBODY, move_seen, outlook, room_seen, whole_seen
from nupp.store import Reason, SeatKind, StoredSeat

ANN, BOB, EVE = (digest(name) for name in ("ann", "bob", "eve"))


def room(spec: str = "tictactoe", control: str | None = None) -> Room:
    """A room of Ann, who made it, and Bob."""
    seats = StoredSeat(SeatKind.PERSON, "ann", ANN), StoredSeat(SeatKind.PERSON, "bob", BOB)
    game, rules_compiler = nupp.game(spec), RulesCompiler()
    rules_compiler._wanted = {game.spec}  # it is interpreted, and nothing is compiled
    terms = RoomTerms(None if control is None else parse_time_control(control))
    return Room(new_room("r", game, ANN, seats, terms), game.start_position(), rules_compiler)


def room_after_a_move() -> Room:
    """The same after a move of Ann's."""
    found = room()
    found.move(ANN, 0, "b2")
    return found


def test_who_has_the_same_outlook_sees_the_same() -> None:
    found = room_after_a_move()
    assert len({outlook(found, client) for client in (ANN, BOB, EVE)}) == 3
    assert outlook(found, EVE) == outlook(found, digest("another"))
    assert room_seen(found, EVE) == room_seen(found, digest("another"))
    assert room_seen(found, EVE) != room_seen(found, BOB)


def test_only_who_may_move_is_told_of_the_choices() -> None:
    with interpreted():
        found = contents(room_after_a_move().course.position)
    assert found["choices"]["moves"]
    others = without_choices(found)
    assert others == {**found, "choices": None, "aliases": {}}
    assert without_choices(others) is others


def test_a_move_is_reported_with_the_position_that_it_leads_to() -> None:
    found = room_after_a_move()
    with interpreted():
        text = move_seen(found, contents(found.course.position))
    message = MoveMessage.model_validate_json(text)
    assert (message.type, message.ply, message.move, message.version) == ("move", 0, "b2", found.version)
    assert message.scene.ply == 1
    assert message.state == "playing"


@pytest.mark.parametrize("spec", base_specs())
def test_a_message_is_written_as_its_model_would_write_it(spec: str) -> None:
    """With clocks, in the middle of a game and at its end."""
    rng = random.Random(2)
    with interpreted():
        found = room(spec, "5m+3s")
        for ply in range(24):
            position = found.course.position
            if position.is_over:
                break
            found.move((ANN, BOB)[position.to_move], ply, rng.choice(position.legal_moves))
        assert_written_as_its_model(found)
        found.course.finish(Reason.AGREED, 0)
        assert_written_as_its_model(found)


def assert_written_as_its_model(found: Room) -> None:
    """A room's last message has nothing but what the page expects, in the same words."""
    shown = contents(found.course.position)
    for scene in (shown, without_choices(shown)):
        text = move_seen(found, scene)
        assert MoveMessage.model_validate_json(text, strict=True).model_dump_json() == text
        assert json.loads(text)["scene"] == json.loads(to_json(scene))
    whole = whole_seen(found, ANN, NOBODY, shown)
    assert WholeRoomMessage.model_validate_json(whole, strict=True).model_dump_json() == whole


def test_answers_are_compact() -> None:
    error = ErrorMessage(id=None, code="stale", message="too late")
    assert error.model_dump_json() == '{"type":"error","id":null,"code":"stale","message":"too late"}'
    assert DoneMessage(id=3).model_dump_json() == '{"type":"done","id":3,"invitation":null}'
