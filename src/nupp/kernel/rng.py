"""Seeded random numbers for kernels: xoshiro256++ (Blackman and Vigna, 2019), seeded by splitmix64.

A generator is an array of four `np.uint64` that the functions below advance in place. The same seed gives
the same numbers on every machine, compiled or not.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from nupp.kernel.objects import kernel
from nupp.kernel.records import mix

Generator = NDArray[np.uint64]

_GOLDEN = np.uint64(0x9E3779B97F4A7C15)


def generator(*seed: int) -> Generator:
    """A generator from one or more integers of any size; different seeds give independent streams.

    `generator(seed, game, player)` is how runs of many games derive their streams from one seed. The
    integers are hashed by NumPy's `SeedSequence`, which takes non-negative ones; others raise ValueError.
    """
    return np.random.SeedSequence(seed).generate_state(4, np.uint64)


@kernel
def next_random(rng: Generator) -> np.uint64:
    """The next 64 random bits."""
    sum_ = rng[0] + rng[3]
    result = ((sum_ << np.uint64(23)) | (sum_ >> np.uint64(41))) + rng[0]
    shifted = rng[1] << np.uint64(17)
    rng[2] ^= rng[0]
    rng[3] ^= rng[1]
    rng[1] ^= rng[2]
    rng[0] ^= rng[3]
    rng[2] ^= shifted
    rng[3] = (rng[3] << np.uint64(45)) | (rng[3] >> np.uint64(19))
    return result


@kernel
def below(rng: Generator, n: int) -> int:
    """A random integer from 0 to n - 1, for 0 < n < 2**31; each is within n / 2**32 of equally likely."""
    return np.int64(((next_random(rng) >> np.uint64(32)) * np.uint64(n)) >> np.uint64(32))


@kernel
def uniform(rng: Generator) -> float:
    """A random float in [0, 1) with 53 random bits."""
    return np.float64(next_random(rng) >> np.uint64(11)) * (1.0 / 9007199254740992.0)
