"""Pairings round by round: nobody meets another twice while it can be avoided, and all are paired."""

from __future__ import annotations

import itertools
from collections import Counter
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nupp.arena import pairing
from nupp.arena.pairing import System, berger, next_round
from nupp.arena.standings import Entrant, Pairing, standings


def played(
    system: System,
    size: int,
    rounds: int,
    data: st.DataObject | None = None,
    late: dict[int, int] | None = None,
) -> tuple[list[Entrant], list[Pairing]]:
    """A tournament to its end, with results that are drawn. late: how many come before each round."""
    entrants = [Entrant(number) for number in range(1, size + 1)]
    pairings: list[Pairing] = []
    round_, found = 1, (Pairing(0, 0, None),)
    while found:
        for _ in range((late or {}).get(round_, 0)):
            entrants.append(Entrant(len(entrants) + 1, since=round_))
        found = next_round(system, entrants, pairings, rounds)
        round_ += 1
        results = st.sampled_from([1.0, 0.5, 0.0])
        for one in found:
            points = (
                one.points
                if one.second is None
                else (data.draw(results) if data else float(one.first < one.second))
            )
            pairings.append(Pairing(one.round, one.first, one.second, points))
    return entrants, pairings


def pairs(pairings: list[Pairing]) -> Counter[frozenset[int | None]]:
    return Counter(frozenset((one.first, one.second)) for one in pairings if one.second is not None)


def can_be_avoided(players: list[int], met: set[frozenset[int | None]]) -> bool:
    """Whether players, one of them with a bye if they are odd, can be paired without a game played before."""
    if len(players) % 2:
        return any(can_be_avoided([one for one in players if one != bye], met) for bye in players)
    if not players:
        return True
    first, *others = players
    return any(
        frozenset((first, other)) not in met and can_be_avoided([one for one in others if one != other], met)
        for other in others
    )


@given(st.integers(2, 9), st.integers(1, 9), st.data())
def test_swiss(size: int, rounds: int, data: st.DataObject) -> None:
    entrants, pairings = played("swiss", size, rounds, data)
    met: set[frozenset[int | None]] = set()
    byes: Counter[int] = Counter()
    for round_ in range(1, rounds + 1):
        games = [one for one in pairings if one.round == round_]
        here = [number for one in games for number in (one.first, one.second) if number is not None]
        assert sorted(here) == list(range(1, size + 1))  # all are paired, or have the one bye
        assert sum(one.second is None for one in games) == size % 2
        again = [pair for pair in pairs(games) if pair in met]
        assert not again or not can_be_avoided(list(range(1, size + 1)), met)
        for one in games:
            if one.second is None:
                byes[one.first] += 1
        met |= set(pairs(games))
    games_ended = sum(one.second is not None for one in pairings)
    assert sum(one.points for one in standings(entrants, pairings)) == games_ended + byes.total()


def test_swiss_pairs_those_with_as_many_points() -> None:
    entrants, pairings = played("swiss", 16, 4)
    points: Counter[int] = Counter()
    for round_ in range(1, 5):
        for one in pairings:
            if one.round == round_:
                assert one.second is not None
                assert points[one.first] == points[one.second]
        for one in pairings:
            if one.round == round_:
                points[min(one.first, one.second or 0)] += 1
    assert standings(entrants, pairings)[0].points == 4


def test_nobody_has_a_second_bye_before_all_have_had_one() -> None:
    _, pairings = played("swiss", 7, 7)
    byes = Counter(one.first for one in pairings if one.second is None)
    assert set(byes.values()) == {1}
    assert len(byes) == 7


@given(st.integers(8, 40), st.data())
def test_sides_are_balanced_and_large_fields_are_paired(size: int, data: st.DataObject) -> None:
    _, pairings = played("swiss", size, 5, data)
    assert max(pairs(pairings).values()) == 1
    balance: Counter[int] = Counter()
    for one in pairings:
        if one.second is not None:
            balance[one.first] += 1
            balance[one.second] -= 1
    assert max(map(abs, balance.values())) <= 3


def test_rounds_after_all_have_met_are_paired_in_few_steps(monkeypatch: pytest.MonkeyPatch) -> None:
    looked = 0
    discord = pairing._discord

    def counted(*args: Any) -> tuple[bool, float, int, int]:
        nonlocal looked
        looked += 1
        return discord(*args)

    monkeypatch.setattr(pairing, "_discord", counted)
    monkeypatch.setattr(pairing, "_MOST_STEPS", 300)
    _, pairings = played("swiss", 13, 18)
    assert Counter(one.round for one in pairings) == dict.fromkeys(range(1, 19), 7)
    for round_ in range(1, 19):
        here = [n for one in pairings if one.round == round_ for n in (one.first, one.second) if n]
        assert sorted(here) == list(range(1, 14))
    assert looked < 18 * 12 * 400  # a step looks at 11 others at most


def test_late_entrants_of_a_swiss_tournament_get_what_the_settings_say() -> None:
    entrants, pairings = played("swiss", 4, 3, late={3: 2})
    zero, half = (
        {one.entrant: one.points for one in standings(entrants, pairings, late)} for late in (0, 0.5)
    )
    assert half[6] - zero[6] == half[5] - zero[5] == 1.0
    assert half[1] == zero[1]


@given(st.integers(2, 12))
def test_round_robin_of_all(size: int) -> None:
    entrants, pairings = played("round_robin", size, 1)
    assert pairs(pairings) == dict.fromkeys(map(frozenset, itertools.combinations(range(1, size + 1), 2)), 1)
    assert max(one.round for one in pairings) == size - 1 + size % 2
    firsts = Counter(one.first for one in pairings if one.second is not None)
    assert max(firsts.values()) - min(firsts[one.number] for one in entrants) <= 2
    assert sum(one.points for one in standings(entrants, pairings)) == size * (size - 1) / 2


@given(st.integers(2, 7), st.dictionaries(st.integers(2, 6), st.integers(1, 2), max_size=2))
def test_round_robin_appends_the_games_of_those_who_come_late(size: int, late: dict[int, int]) -> None:
    entrants, pairings = played("round_robin", size, 1, late=late)
    everybody = [one.number for one in entrants]
    assert pairs(pairings) == dict.fromkeys(map(frozenset, itertools.combinations(everybody, 2)), 1)
    for round_ in {one.round for one in pairings}:
        here = [n for one in pairings if one.round == round_ for n in (one.first, one.second) if n]
        assert len(here) == len(set(here))


@pytest.mark.parametrize("system", ["swiss", "round_robin"])
def test_who_has_withdrawn_is_not_paired(system: System) -> None:
    entrants = [Entrant(1), Entrant(2), Entrant(3, until=0), Entrant(4), Entrant(5, since=2)]
    found = next_round(system, entrants, [], 3)
    assert {number for one in found for number in (one.first, one.second)} - {None} == {1, 2, 4}
    assert next_round(system, entrants[:1], [], 3) == ()


def test_the_tables_of_berger() -> None:
    rounds = [berger([1, 2, 3, 4], number) for number in range(1, 5)]
    assert [sorted(map(sorted, one)) for one in rounds] == [
        [[1, 4], [2, 3]],
        [[1, 3], [2, 4]],
        [[1, 2], [3, 4]],
        [],
    ]
