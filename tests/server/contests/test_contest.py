"""What may be done to a tournament of people: joined, withdrawn from, paired, settled and stopped."""

from __future__ import annotations

import hashlib
import json
from dataclasses import replace

import pytest

from nupp.server.contests.contest import Contest
from nupp.server.models.contests import MAX_ENTRANTS, ContestRequest
from nupp.server.rooms.room import RefusedError

WANTED = ContestRequest(name="Cup", game="tictactoe", clock="5m+3s", rounds=3)


def client(name: str) -> str:
    return hashlib.sha256(name.encode()).hexdigest()


def contest(*names: str, **others: object) -> Contest:
    found = Contest.new(WANTED.model_copy(update=others), "tictactoe")
    for name in names:
        found.join(client(name), name)
    return found


def begin(of: Contest, now: float = 0.0) -> None:
    games = [
        replace(one, room=None if one.second is None else f"r{one.first}{one.round}")
        for one in of.next_round()
    ]
    of.begin(games, now)


def test_people_join_and_withdraw_before_the_start() -> None:
    of = contest("ann", "bob", "eve")
    with pytest.raises(RefusedError, match="ann is in"):
        of.join(client("ann"), "other")
    with pytest.raises(RefusedError, match="'Bob' is in"):
        of.join(client("other"), "Bob")
    of.withdraw(client("bob"))
    assert [(one.number, one.name) for one in of.members] == [(1, "ann"), (2, "eve")]
    with pytest.raises(RefusedError, match="not in"):
        of.withdraw(client("bob"))


def test_a_round_is_played_and_the_next_one_pairs_by_points() -> None:
    of = contest("a", "b", "c", "d", "e")
    begin(of)
    assert len(of.unfinished) == 2
    assert sum(one.second is None for one in of.games) == 1
    with pytest.raises(RefusedError, match="2 games go on"):
        of.require_startable()
    for one in of.unfinished:
        of.settle(str(one.room), 1.0, 50.0)
    assert of.began == 50.0
    of.settle("nowhere", 1.0, 99.0)
    assert of.began == 50.0
    of.join(client("late"), "late")
    of.withdraw(client("b"))
    begin(of)
    assert of.round == 2
    here = {n for one in of.games if one.round == 2 for n in (one.first, one.second)}
    assert 6 in here
    assert 2 not in here
    of.join(client("b"), "b")
    assert of.members[1].until is None
    assert Contest.read(json.loads(json.dumps(of.contents()))) == of


def test_it_ends_after_its_rounds_or_when_it_is_stopped() -> None:
    of = contest("a", "b", rounds=1)
    begin(of)
    of.settle(str(of.unfinished[0].room), 0.5, 1.0)
    begin(of)
    assert (of.state, of.round, of.is_over) == ("over", 1, True)
    for act in (lambda: of.join(client("c"), "c"), lambda: of.withdraw(client("a")), of.stop):
        with pytest.raises(RefusedError, match="is over"):
            act()
    other = contest("a")
    with pytest.raises(RefusedError, match="two entrants"):
        other.require_startable()
    other.stop()
    assert other.state == "stopped"


def test_late_entrants_have_the_points_of_the_settings() -> None:
    of = contest("a", "b", late="half")
    begin(of)
    (game,) = of.unfinished
    of.settle(str(game.room), 1.0, 0.0)
    of.join(client("c"), "c")
    points = {one.entrant: one.points for one in of.standings()}
    assert points == {game.first: 1.0, game.second: 0.0, 3: 0.5}


def test_it_has_bounds() -> None:
    of = contest(*map(str, range(MAX_ENTRANTS)))
    with pytest.raises(RefusedError, match=f"at most {MAX_ENTRANTS}"):
        of.join(client("more"), "more")
