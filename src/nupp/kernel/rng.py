"""Seeded random numbers for kernels: xoshiro256++ (Blackman and Vigna, 2019), seeded by splitmix64.

A generator is an array of four `np.uint64` that the functions below advance in place. The same seed gives
the same numbers on every machine, compiled or not.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from nupp.kernel.objects import kernel

Generator = NDArray[np.uint64]


def generator(*seed: int) -> Generator:
    """A generator from one or more integers of any size; different seeds give independent streams.

    `generator(seed, game, player)` is how runs of many games derive their streams from one seed. The
    integers are hashed by NumPy's `SeedSequence`, which takes non-negative ones; others raise ValueError.
    """
    # With each size before its number: SeedSequence alone takes (1,) for (1, 0) and 2**32 for (0, 1).
    entropy = [len(seed), *(part for number in seed for part in (int(number).bit_length(), number))]
    return np.random.SeedSequence(entropy).generate_state(4, np.uint64).astype(np.uint64, copy=False)


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
    return result  # type: ignore[no-any-return]


@kernel
def below(rng: Generator, n: int) -> int:
    """A random integer from 0 to n - 1, for 0 < n < 2**31; each is within n / 2**32 of equally likely."""
    return np.int64(((next_random(rng) >> np.uint64(32)) * np.uint64(n)) >> np.uint64(32))  # type: ignore[return-value]


@kernel
def uniform(rng: Generator) -> float:
    """A random float in [0, 1) with 53 random bits."""
    return np.float64(next_random(rng) >> np.uint64(11)) * (1.0 / 9007199254740992.0)
