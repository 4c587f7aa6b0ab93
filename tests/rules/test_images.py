"""Images of bitboards by tables, against moving one bit after another."""

from __future__ import annotations

import random

import numpy as np

from nupp.kernel import interpreted
from nupp.rules.images import image, images, least_image


def test_images_move_each_bit() -> None:
    rng = random.Random(3)
    for size in (1, 6, 7, 25, 63, 64):
        maps = [dict(enumerate(rng.sample(range(size), size))) for _ in range(3)]
        tables = images(maps)
        for number, one in enumerate(maps):
            for _ in range(20):
                bits = rng.sample(range(size), rng.randint(0, size))
                moved = sum(1 << one[bit] for bit in bits)
                assert int(image(tables, number, np.uint64(sum(1 << bit for bit in bits)))) == moved


def test_bits_that_are_not_mapped_are_left_out() -> None:
    assert int(image(images([{2: 9}]), 0, np.uint64(0b1111))) == 1 << 9


def test_all_images_have_the_same_least_one() -> None:
    turn = [0, 3, 1, 2]  # a group: the powers of a rotation of three bits
    again = [turn[bit] for bit in turn]
    tables = images([dict(enumerate(one)) for one in (range(4), turn, again)])
    keys: dict[tuple[int, int], int] = {}
    for own in range(16):
        for other in range(16):
            keys[own, other] = int(least_image(tables, np.uint64(own), np.uint64(other)))
    for (own, other), key in keys.items():
        with interpreted():
            boards = [int(image(tables, number, np.uint64(b))) for number in range(3) for b in (own, other)]
        orbit = set(zip(boards[::2], boards[1::2], strict=True))
        assert {keys[one] for one in orbit} == {key}
        assert sum(found == key for found in keys.values()) == len(orbit)
