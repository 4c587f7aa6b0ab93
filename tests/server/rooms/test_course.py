"""The clocks of rooms: whose runs, when it falls, and what is charged to nobody."""

from __future__ import annotations

from nupp.server.rooms import agreements
from nupp.server.rooms.room import open_room
from server.rooms.rooms import ANN, BOB, ENGINE, RULES, Time, clock, person, refused, room, seen


def test_clocks_start_with_the_first_move(time: Time) -> None:
    found = room(control="60s+2s", moves=("b2",))
    found.course.resume()
    time.now += 100
    assert found.course.flag_in() is None
    found.move(BOB, 1, "a1")
    assert clock(found) == {"control": "60s+2s", "left": [60.0, 60.0], "running": 0}
    time.now += 3
    agreements.takeback(found, BOB)
    agreements.takeback(found, ANN)
    assert clock(found) == {"control": "60s+2s", "left": [57.0, 60.0], "running": None}


def test_the_clock_of_who_is_to_move_runs_and_falls(time: Time) -> None:
    found = room(control="60s+2s")
    found.move(ANN, 0, "b2")
    time.now += 10
    found.move(BOB, 1, "a1")
    assert clock(found) == {"control": "60s+2s", "left": [60.0, 52.0], "running": 0}
    assert found.course.moves[1].seconds == 10
    assert found.course.flag_in() == 60
    time.now += 60.5
    assert refused(found, lambda one: one.move(ANN, 2, "c3")) == "time"
    change = found.fall()
    assert change is not None
    assert change.state == "over"
    assert seen(found, None)["end"] == {
        "outcome": -1,
        "margin": None,
        "reason": "time",
        "words": "o wins on time",
        "cause": None,
    }
    assert found.fall() is None
    assert refused(found, lambda one: agreements.takeback(one, BOB)) == "over"


def test_times_are_kept_but_not_that_of_being_away(time: Time) -> None:
    found = room(control="60s")
    for ply, (who, move) in enumerate(((ANN, "b2"), (BOB, "c3"), (ANN, "c2"))):
        time.now += ply
        found.move(who, ply, move)
    time.now += 6
    assert found.suspend() is not None
    kept = found.stored()
    time.now += 1000
    again = open_room(kept, RULES)
    assert clock(again) == {"control": "60s", "left": [58.0, 53.0], "running": None}
    again.course.resume()
    time.now += 1
    assert again.course.flag_in() == 52
    again.move(BOB, 3, "a1")
    agreements.takeback(again, BOB)
    agreements.takeback(again, ANN)
    assert clock(open_room(again.stored(), RULES)) == {
        "control": "60s",
        "left": [58.0, 52.0],
        "running": None,
    }


def test_an_engine_is_not_charged_before_it_thinks(time: Time) -> None:
    found = room(person("ann", ANN), ENGINE, control="60s")
    found.course.resume()
    found.move(ANN, 0, "b2")
    time.now += 30  # its code is being compiled
    found.course.engine_begins()
    time.now += 3
    assert found.course.engine_clock() == (57.0, 0.0)
    found.move(None, 1, "a1")
    assert clock(found) == {"control": "60s", "left": [60.0, 57.0], "running": 0}


def test_the_clock_of_an_engine_runs_on_whoever_comes(time: Time) -> None:
    found = room(ENGINE, person("ann", ANN), control="60s")
    found.move(None, 0, "a3")
    found.move(ANN, 1, "b3")
    found.course.engine_begins()
    time.now += 2
    found.course.resume()  # as when somebody connects
    time.now += 3
    found.course.stand_still()  # it has chosen
    time.now += 7
    change = found.move(None, 2, "b2")
    assert (change.moves[0].seconds, change.moves[0].left) == (5, (55.0, 60.0))
    time.now += 4
    found.course.resume()
    time.now += 1
    change = found.move(ANN, 3, "a1")
    assert change is not None
    assert change.moves[0].seconds == 5
