"""Standings and their tie-breaks."""

from __future__ import annotations

from nupp.arena.standings import Entrant, Pairing, Standing, standings


def test_tie_breaks_by_hand() -> None:
    entrants = [Entrant(number) for number in (1, 2, 3, 4)]
    pairings = [
        Pairing(1, 1, 2, 1.0),
        Pairing(1, 3, 4, 0.5),
        Pairing(2, 3, 1, 0.0),
        Pairing(2, 4, 2, 1.0),
        Pairing(3, 1, 4, None),
        Pairing(3, 2, None, 1.0),
    ]
    assert standings(entrants, pairings) == (
        Standing(1, 2.0, 1.5, 1.5, 2, 2),
        Standing(4, 1.5, 1.5, 1.25, 1, 2),
        Standing(2, 1.0, 3.5, 0.0, 0, 2),
        Standing(3, 0.5, 3.5, 0.75, 0, 2),
    )


def test_numbers_decide_in_the_end() -> None:
    assert [one.entrant for one in standings([Entrant(2), Entrant(1)], [])] == [1, 2]
