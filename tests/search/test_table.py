"""The transposition table: what is kept, what is replaced, and what a later search may find."""

from __future__ import annotations

import numpy as np
import pytest

from nupp.search.scores import MATE, WIN
from nupp.search.table import (
    EXACT,
    LOWER,
    UPPER,
    Table,
    from_root,
    new_table,
    next_generation,
    probe,
    salted,
    store,
)
from plain import plain_rules  # noqa: F401


def key_of(position: int, generation: int = 1) -> np.uint64:
    with np.errstate(over="ignore"):
        return salted(np.uint64(position), generation)


def is_kept(table: Table, position: int, generation: int = 1) -> bool:
    return probe(table, key_of(position, generation), 0)[0]


def keep(table: Table, position: int, depth: int, score: int = 5, ply: int = 0, generation: int = 1) -> None:
    store(table, generation, key_of(position, generation), 3, score, depth, LOWER, ply)


@pytest.mark.parametrize("megabytes", [0, 0.0001, 1, 1.5, 3])
def test_size_is_a_power_of_two_within_the_memory_allowed(megabytes: float) -> None:
    table = new_table(megabytes)
    assert len(table) >= 2
    assert len(table) & (len(table) - 1) == 0
    assert table.nbytes <= max(megabytes * 2**20, 2 * table.itemsize)
    assert table.nbytes * 2 > megabytes * 2**20


@pytest.mark.parametrize("bound", [EXACT, LOWER, UPPER])
@pytest.mark.parametrize("score", [0, 17, -17, WIN - 1, 1 - WIN])
def test_what_is_stored_is_found(bound: int, score: int) -> None:
    table = new_table(0.01)
    store(table, 1, key_of(99), 1 << 40, score, 7, bound, 4)
    assert probe(table, key_of(99), 4) == (True, 1 << 40, score, 7, bound)
    assert not is_kept(table, 98)


@pytest.mark.parametrize("sign", [1, -1])
def test_won_games_are_kept_by_their_distance_from_the_position(sign: int) -> None:
    table = new_table(0)
    keep(table, 1, depth=3, score=sign * (MATE - 10), ply=4)  # six plies from the position
    assert probe(table, key_of(1), 0)[2] == sign * (MATE - 6)
    assert probe(table, key_of(1), 7)[2] == sign * (MATE - 13)
    assert from_root(sign * (MATE - 6), 7) == sign * (MATE - 13)


def test_an_empty_table_finds_nothing() -> None:
    table = new_table(0)
    assert not any(is_kept(table, position) for position in range(100))


def test_a_bucket_keeps_the_deepest_and_the_latest() -> None:
    table = new_table(0)
    keep(table, 1, depth=9)
    keep(table, 2, depth=2)
    keep(table, 3, depth=4)
    assert [is_kept(table, position) for position in (1, 2, 3)] == [True, False, True]
    keep(table, 4, depth=9)  # as deep: the later one takes the first place
    assert [is_kept(table, position) for position in (1, 4)] == [False, True]


def test_a_position_found_again_is_replaced_in_its_place() -> None:
    table = new_table(0)
    keep(table, 1, depth=9, score=1)
    keep(table, 1, depth=2, score=2)
    assert probe(table, key_of(1), 0)[2] == 2
    assert np.count_nonzero(table["check"]) == 1


def test_entries_of_earlier_searches_are_neither_found_nor_in_the_way() -> None:
    table = new_table(0)
    keep(table, 1, depth=9, generation=1)
    assert not is_kept(table, 1, generation=2)
    keep(table, 2, depth=1, generation=2)
    assert is_kept(table, 2, generation=2)
    assert not is_kept(table, 1)


def test_every_generation_keeps_a_position_in_the_same_place() -> None:
    """Else searches would push different entries out, and differ in what they find."""
    places = set()
    for generation in range(1, 128):
        table = new_table(0.05)
        keep(table, 12345, depth=1, generation=generation)
        places.update(np.flatnonzero(table["check"]).tolist())
    assert len(places) == 1


def test_the_table_is_cleared_before_a_generation_recurs() -> None:
    table = new_table(0.01)
    generation = 1
    for _ in range(126):
        keep(table, generation, depth=1, generation=generation)
        generation = next_generation(table, generation)
    assert generation == 127
    assert table["check"].any()
    assert next_generation(table, generation) == 1
    assert not table["check"].any()


def test_keys_are_never_the_key_of_an_empty_entry() -> None:
    assert all(key_of(position, generation) for position in range(200) for generation in (1, 2, 127))


@pytest.mark.parametrize("torn", ["move", "facts"])
def test_an_entry_that_two_threads_wrote_is_not_found(torn: str) -> None:
    one, other, table = new_table(0), new_table(0), new_table(0)
    keep(one, 1, depth=3, score=5)
    store(other, 1, key_of(2), 8, 6, 4, UPPER, 0)
    table[0] = one[0]
    table[torn][0] = other[torn][0]
    assert not is_kept(table, 1)
    assert not is_kept(table, 2)
