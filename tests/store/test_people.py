"""People, their ratings and their rated games, in a database of each kind."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from nupp.store import NameTakenError, PeopleStore, Person, RatedSeat, Rating
from nupp.store.people import SUREST, UNSURE, plain
from store.examples import ANN, BOB, EVE

KEY = "1" * 64


@pytest.fixture
def people(url: str) -> Iterator[PeopleStore]:
    """The people of an empty database."""
    with PeopleStore(url) as opened:
        yield opened


def machine(rating: float = 1000.0) -> RatedSeat:
    return RatedSeat("level:n=3", rating=Rating(rating, SUREST))


def person(one: Person) -> RatedSeat:
    return RatedSeat(one.name, one.number)


# ---- ratings -------------------------------------------------------------------------------------


def test_the_example_of_glickman() -> None:
    """M. Glickman, Example of the Glicko-2 system (2013), whose three games are one period there."""
    before = Rating(1500, 200, 0.06)
    after = before.after(Rating(1400, 30), 1).after(Rating(1550, 100), 0).after(Rating(1700, 300), 0)
    assert after.rating == pytest.approx(1464, abs=5)
    assert after.deviation == pytest.approx(151.5, abs=3)


def test_a_rating_goes_up_by_wins_and_becomes_surer() -> None:
    rating = Rating()
    for number in range(200):
        following = rating.after(Rating(rating.rating, SUREST), number % 2)
        assert (following.rating > rating.rating) == (number % 2 == 1)
        assert SUREST <= following.deviation <= UNSURE
        rating = following
    assert rating.deviation < SUREST + 1


# ---- people --------------------------------------------------------------------------------------


@pytest.mark.slow
def test_a_nickname_is_ones_own(people: PeopleStore) -> None:
    assert people.of_client(ANN) is None
    ann = people.name(ANN, "Ann B.")
    assert people.of_client(ANN) == ann == people.named(" ann b")
    for same in ("Ann B.", "ANN-B", "Änn b", "ａｎｎｂ"):
        with pytest.raises(NameTakenError, match="somebody else has it"):
            people.name(BOB, same)
    assert people.name(ANN, "ann b") == Person(ann.number, "ann b", False)
    assert people.name(BOB, "Bob").number != ann.number
    assert people.of_client(EVE) is None


@pytest.mark.slow
def test_a_key_takes_a_person_along(people: PeopleStore) -> None:
    ann, bob = people.name(ANN, "Ann"), people.name(BOB, "Bob")
    assert people.claim(EVE, KEY) is None
    people.set_key(ann.number, KEY)
    for client in (EVE, BOB, BOB):
        assert people.claim(client, KEY) == Person(ann.number, "Ann", True)
    assert people.of_client(BOB) == people.of_client(EVE) == people.of_client(ANN)
    assert people.named("Bob") == bob  # and nobody else gets that name
    people.set_key(ann.number, "2" * 64)
    assert people.claim(BOB, KEY) is None
    with pytest.raises(ValueError, match="SHA-256"):
        people.set_key(ann.number, "secret")


@pytest.mark.slow
def test_a_game_is_rated_once_and_for_both(people: PeopleStore) -> None:
    ann, bob = people.name(ANN, "Ann"), people.name(BOB, "Bob")
    assert people.rate("r1", "hex", (person(ann), person(bob)), -1)
    assert not people.rate("r1", "hex", (person(ann), person(bob)), 1)
    assert people.rate("r2", "hex", (machine(1200), person(ann)), 0)
    assert people.rate("r3", "othello", (person(ann), machine()), 1)
    with pytest.raises(ValueError, match="both sides"):
        people.rate("r4", "hex", (person(ann), person(ann)), 1)
    hex, othello = people.ratings(ann.number)
    assert [(one.game, one.wins, one.draws, one.losses) for one in (hex, othello)] == [
        ("hex", 0, 1, 1),
        ("othello", 1, 0, 0),
    ]
    assert othello.rating.rating > 1000
    (of_bob,) = people.ratings(bob.number)
    assert of_bob.rating.rating > 1000 > hex.rating.rating
    last, before, first = people.games(ann.number)
    assert [one.room for one in (last, before, first)] == ["r3", "r2", "r1"]
    assert (first.opponent, first.engine, first.score, first.side) == ("Bob", False, 0.0, 0)
    assert (before.opponent, before.engine, before.score, before.side) == ("level:n=3", True, 0.5, 1)
    assert before.before == first.after
    assert before.after == hex.rating.rating
    assert people.games(ann.number, game="hex", score=0.5) == (before,)
    assert people.games(ann.number, room="r1") == (first,)
    assert people.games(ann.number, offset=1, limit=1) == (before,)


def test_names_that_look_the_same() -> None:
    assert plain("Ann B.") == plain("ａｎｎ-b") == plain("Änn  B") == "annb"
    assert plain("...") == ""
