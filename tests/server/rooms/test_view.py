"""What readers see of a room: the same for all who see the same, and choices only for who may move."""

from __future__ import annotations

import nupp
from nupp.kernel import interpreted
from nupp.server.http.identity import digest
from nupp.server.models.rooms import DoneMessage, ErrorMessage
from nupp.server.play.rules_compiler import RulesCompiler
from nupp.server.play.scene import scene, without_choices
from nupp.server.rooms.room import Room
from nupp.server.rooms.terms import RoomTerms, new_room
from nupp.server.rooms.view import move_seen, outlook, room_seen
from nupp.store import SeatKind, StoredSeat

ANN, BOB, EVE = (digest(name) for name in ("ann", "bob", "eve"))


def room() -> Room:
    """A room of Ann, who made it, and Bob, after a move of hers."""
    seats = StoredSeat(SeatKind.PERSON, "ann", ANN), StoredSeat(SeatKind.PERSON, "bob", BOB)
    game, rules_compiler = nupp.game("tictactoe"), RulesCompiler()
    rules_compiler._wanted = {game.spec}  # it is interpreted, and nothing is compiled
    stored = new_room("r", game, ANN, seats, RoomTerms())
    found = Room(stored, game.start_position(), rules_compiler)
    found.move(ANN, 0, "b2")
    return found


def test_who_has_the_same_outlook_sees_the_same() -> None:
    found = room()
    assert len({outlook(found, client) for client in (ANN, BOB, EVE)}) == 3
    assert outlook(found, EVE) == outlook(found, digest("another"))
    assert room_seen(found, EVE) == room_seen(found, digest("another"))
    assert room_seen(found, EVE) != room_seen(found, BOB)


def test_only_who_may_move_is_told_of_the_choices() -> None:
    with interpreted():
        found = scene(room().course.position)
    assert found.choices is not None
    others = without_choices(found)
    assert (others.choices, others.aliases) == (None, {})
    assert {**vars(found), "choices": None, "aliases": {}} == vars(others)
    assert without_choices(others) is others


def test_a_move_is_told_with_the_position_that_it_leads_to() -> None:
    found = room()
    with interpreted():
        message = move_seen(found, scene(found.course.position))
    assert (message.type, message.ply, message.move, message.version) == ("move", 0, "b2", found.version)
    assert message.scene.ply == 1
    assert message.state == "playing"


def test_answers_are_compact() -> None:
    error = ErrorMessage(id=None, code="stale", message="too late")
    assert error.model_dump_json() == '{"type":"error","id":null,"code":"stale","message":"too late"}'
    assert DoneMessage(id=3).model_dump_json() == '{"type":"done","id":3,"invitation":null}'
