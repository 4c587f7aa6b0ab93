"""The transposition table: what is kept, what is replaced, and what a later search may find."""

from __future__ import annotations

import numpy as np
import pytest

from nupp.kernel import interpreted
from nupp.search.scores import MATE, WIN
from nupp.search.table import (
    EXACT,
    LOWER,
    UPPER,
    Table,
    find,
    from_root,
    new_table,
    next_generation,
    salted,
    store,
)


@pytest.fixture(autouse=True)
def _plain_python() -> object:
    with interpreted():
        yield


def key_of(position: int, generation: int = 1) -> np.uint64:
    with np.errstate(over="ignore"):
        return salted(np.uint64(position), generation)


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
    entry = table[find(table, key_of(99))]
    assert (entry.move, entry.score, entry.depth, entry.bound) == (1 << 40, score, 7, bound)
    assert find(table, key_of(98)) == -1


@pytest.mark.parametrize("sign", [1, -1])
def test_won_games_are_kept_by_their_distance_from_the_position(sign: int) -> None:
    table = new_table(0)
    keep(table, 1, depth=3, score=sign * (MATE - 10), ply=4)  # six plies from the position
    kept = int(table[find(table, key_of(1))].score)
    assert kept == sign * (MATE - 6)
    assert from_root(kept, 7) == sign * (MATE - 13)


def test_an_empty_table_finds_nothing() -> None:
    table = new_table(0)
    assert all(find(table, key_of(position)) == -1 for position in range(100))


def test_a_bucket_keeps_the_deepest_and_the_latest() -> None:
    table = new_table(0)
    keep(table, 1, depth=9)
    keep(table, 2, depth=2)
    keep(table, 3, depth=4)
    assert [find(table, key_of(position)) for position in (1, 2, 3)] == [0, -1, 1]
    keep(table, 4, depth=9)  # as deep: the later one takes the first place
    assert [find(table, key_of(position)) for position in (1, 4)] == [-1, 0]


def test_a_position_found_again_is_replaced_in_its_place() -> None:
    table = new_table(0)
    keep(table, 1, depth=9, score=1)
    keep(table, 1, depth=2, score=2)
    assert table[find(table, key_of(1))].score == 2
    assert sum(table["key"] == key_of(1)) == 1


def test_entries_of_earlier_searches_are_neither_found_nor_in_the_way() -> None:
    table = new_table(0)
    keep(table, 1, depth=9, generation=1)
    assert find(table, key_of(1, 2)) == -1
    keep(table, 2, depth=1, generation=2)
    assert find(table, key_of(2, 2)) == 0


def test_every_generation_keeps_a_position_in_the_same_place() -> None:
    """Else searches would push different entries out, and differ in what they find."""
    places = set()
    for generation in range(1, 128):
        table = new_table(0.05)
        keep(table, 12345, depth=1, generation=generation)
        places.add(find(table, key_of(12345, generation)))
    assert len(places) == 1


def test_the_table_is_cleared_before_a_generation_recurs() -> None:
    table = new_table(0.01)
    generation = 1
    for _ in range(126):
        keep(table, generation, depth=1, generation=generation)
        generation = next_generation(table, generation)
    assert generation == 127
    assert table["key"].any()
    assert next_generation(table, generation) == 1
    assert not table["key"].any()


def test_keys_are_never_the_key_of_an_empty_entry() -> None:
    assert all(key_of(position, generation) for position in range(200) for generation in (1, 2, 127))
