"""Random numbers against an independent implementation, compiled and interpreted."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from kernel.workshop import same
from nupp.kernel import Generator, below, generator, interpreted, kernel, next_random, uniform

MASK = 2**64 - 1
STATES = st.lists(st.integers(0, MASK), min_size=4, max_size=4).filter(any)


def rotated(x: int, k: int) -> int:
    return ((x << k) | (x >> (64 - k))) & MASK


def xoshiro(s: list[int]) -> int:
    """The next number of xoshiro256++, from the published C code; changes `s`."""
    result = (rotated((s[0] + s[3]) & MASK, 23) + s[0]) & MASK
    t = (s[1] << 17) & MASK
    s[2] ^= s[0]
    s[3] ^= s[1]
    s[1] ^= s[2]
    s[0] ^= s[3]
    s[2] ^= t
    s[3] = rotated(s[3], 45)
    return result


def copies(words: list[int]) -> tuple[Generator, Generator]:
    return np.array(words, np.uint64), np.array(words, np.uint64)


@pytest.mark.slow
@given(STATES)
def test_numbers_are_those_of_xoshiro(words: list[int]) -> None:
    native, plain = copies(words)
    expected = list(words)
    for _ in range(5):
        number = xoshiro(expected)
        assert next_random(native) == number
        with interpreted():
            assert next_random(plain) == number
    assert native.tolist() == plain.tolist() == expected


def test_the_published_example() -> None:
    """The first numbers from the state 1, 2, 3, 4, as in other libraries' tests."""
    rng = np.array([1, 2, 3, 4], np.uint64)
    assert [int(next_random(rng)) for _ in range(3)] == [41943041, 58720359, 3588806011781223]


@given(STATES, st.integers(1, 2**31 - 1))
def test_below_and_uniform_are_the_same_compiled_and_interpreted(words: list[int], n: int) -> None:
    native, plain = copies(words)
    numbers = below(native, n), uniform(native)
    with interpreted():
        assert (below(plain, n), uniform(plain)) == numbers
    assert 0 <= numbers[0] < n
    assert 0.0 <= numbers[1] < 1.0
    first, second = xoshiro(words), xoshiro(words)
    assert numbers == ((first >> 32) * n >> 32, (second >> 11) / 2**53)


def test_ranges_reach_their_ends() -> None:
    low, high = np.zeros(4, np.uint64), np.array([0, 0, 0, MASK], np.uint64)
    high[3] = np.uint64(rotated(MASK, 41))
    assert same(below, low.copy(), 7) == 0
    assert same(uniform, low.copy()) == 0.0
    assert same(below, high.copy(), 2**31 - 1) == 2**31 - 2
    assert same(uniform, high.copy()) == 1 - 2**-53


@kernel
def tally(rng: Generator, counts: NDArray[np.int64], draws: int) -> float:
    total = 0.0
    for _ in range(draws):
        counts[below(rng, len(counts))] += 1
        total += uniform(rng)
    return total / draws


@pytest.mark.parametrize("n", [2, 7, 100])
def test_below_is_even_and_uniform_centred(n: int) -> None:
    counts = np.zeros(n, np.int64)
    draws = 200_000
    mean = tally(generator(n), counts, draws)
    chi_square = float(((counts - draws / n) ** 2 / (draws / n)).sum())
    freedom = n - 1
    assert abs(chi_square - freedom) < 4 * (2 * freedom) ** 0.5 + 4
    assert abs(mean - 0.5) < 4 / (12 * draws) ** 0.5


def test_one_seed_gives_one_stream() -> None:
    assert generator(1, 2, 3).tolist() == generator(1, 2, 3).tolist()
    assert generator(np.int64(5)).tolist() == generator(5).tolist()  # type: ignore[arg-type]
    assert generator(1).dtype == np.uint64


def test_different_seeds_give_different_streams() -> None:
    seeds = [
        (),
        (0,),
        (0, 0),
        (1,),
        (1, 0),
        (1, 0, 0),
        (0, 1),
        (2**32,),
        (2**64,),
        (2**32 + 1,),
        (1, 1),
        (2**200,),
    ]
    assert len({tuple(generator(*seed).tolist()) for seed in seeds}) == len(seeds)


def test_negative_seeds_are_refused() -> None:
    with pytest.raises(ValueError, match="non-negative"):
        generator(1, -1)
