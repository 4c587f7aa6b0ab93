"""Numbers for the positions of endgames: slices by material, and within a slice by where the pieces stand.

A slice holds the positions with as many pieces of each kind, those of the side to move first. Its positions
are numbered kind by kind: the pieces of a kind on the cells where they may stand are a combination, and
combinations are numbered in colexicographic order (the combinatorial number system: Lehmer, 1964). Positions
in which two pieces would stand on one cell have numbers, too; they are few and are never looked up.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator
from functools import cached_property
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from nupp.kernel import KernelObject, Record, scratch
from nupp.kernel.bits import ZERO, bit, lowest_bit, without_lowest
from nupp.rules import Game
from nupp.search.endgames.contract import endgames_of

MOST_PIECES: Final = 8
_MOST_CELLS: Final = 64
_MOST_KINDS: Final = 8
_LARGEST: Final = 1 << 40

Counts = tuple[int, ...]
"""The number of pieces of each kind, own kinds first."""


class Slice(NamedTuple):
    """Positions of the same material: the pieces of each kind, the first number, and how many there are."""

    counts: Counts
    first: int
    size: int


class Numbering(KernelObject):
    """The numbers of all positions of up to `pieces` pieces.

    ValueError for a game that does not say what its endgames are, or whose board or kinds are too many.
    """

    data = ("firsts", "places", "cells", "choose")

    def __init__(self, game: Game, pieces: int) -> None:
        endgames = endgames_of(game)
        if endgames is None:
            raise ValueError(f"{game.spec} does not say what its endgames are: expected Endgames for it")
        allowed = endgames.allowed(game)
        if len(allowed) > _MOST_KINDS or allowed.shape[1] > _MOST_CELLS:
            raise ValueError(
                f"{game.spec} has {len(allowed)} kinds of pieces on {allowed.shape[1]} cells: "
                f"expected at most {_MOST_KINDS} on {_MOST_CELLS}"
            )
        if not 2 <= pieces <= MOST_PIECES:
            raise ValueError(f"{pieces} pieces: expected 2 to {MOST_PIECES}")
        self.endgames, self.pieces = endgames, pieces
        self.kinds, self.values = len(allowed), game.kinds.values
        self.room = tuple(int(n) for n in allowed.sum(axis=1))
        self.powers = tuple((pieces + 1) ** kind for kind in range(self.kinds))
        self.places = np.where(allowed, allowed.cumsum(axis=1) - 1, -1)
        self.cells = np.zeros((self.kinds, max(self.room)), np.int64)
        for kind in range(self.kinds):
            self.cells[kind, : self.room[kind]] = np.flatnonzero(allowed[kind])
        self.choose = np.array(
            [[math.comb(n, k) for k in range(pieces + 1)] for n in range(_MOST_CELLS + 1)], np.int64
        )
        self.firsts = np.full((pieces + 1) ** self.kinds, -1, np.int64)
        first = 0
        for counts in _materials(self.kinds, pieces, endgames.least):
            self.firsts[self.code(counts)] = first
            first += self.size_of(counts)
            if first > _LARGEST:
                raise ValueError(f"{pieces} pieces of {game.spec} have more than {_LARGEST:,} positions")
        self.positions = first

    # ---- compiled --------------------------------------------------------------------------------

    def number(self, game: Game, state: Record) -> int:
        """The number of a position of at most `pieces` pieces; -1 if a side has too few to go on."""
        found, boards = scratch(64), scratch(8)
        for kind in range(self.kinds):
            boards[kind] = 0
        code, number = 0, 0
        for i in range(game.contents(state, found)):
            cell, kind = found[i] // self.values, found[i] % self.values - 1
            boards[kind] |= 1 << self.places[kind, cell]
            code += self.powers[kind]
        for kind in range(self.kinds):
            rest, count, rank = np.uint64(boards[kind]), 0, 0
            while rest != ZERO:
                count += 1
                rank += self.choose[lowest_bit(rest), count]
                rest = without_lowest(rest)
            number = number * self.choose[self.room[kind], count] + rank
        first = self.firsts[code]
        return first + number if first >= 0 else -1

    def set_up(self, game: Game, counts: NDArray[np.int64], number: int, state: Record) -> bool:
        """Write the position of a number, counted in its slice, into a state that is all zero.

        False if two pieces would stand on one cell.
        """
        found, n, occupied = scratch(64), 0, ZERO
        for kind in range(self.kinds - 1, -1, -1):
            place, count = self.room[kind], counts[kind]
            size = self.choose[place, count]
            rank = number % size
            number //= size
            while count > 0:
                place -= 1
                while self.choose[place, count] > rank:
                    place -= 1
                rank -= self.choose[place, count]
                count -= 1
                cell = self.cells[kind, place]
                if occupied & bit(cell) != ZERO:
                    return False
                occupied |= bit(cell)
                found[n] = cell * self.values + kind + 1
                n += 1
        self.endgames.place(game, found, n, state)
        return True

    # ---- slices, in Python -----------------------------------------------------------------------

    def code(self, counts: Counts) -> int:
        """The place of a slice in `firsts`."""
        return sum(count * power for count, power in zip(counts, self.powers, strict=True))

    def size_of(self, counts: Counts) -> int:
        """The number of numbers of a slice."""
        return math.prod(math.comb(room, n) for room, n in zip(self.room, counts, strict=True))

    def slice_of(self, counts: Counts) -> Slice:
        """The slice of a material."""
        return Slice(counts, int(self.firsts[self.code(counts)]), self.size_of(counts))

    @cached_property
    def groups(self) -> tuple[tuple[Slice, ...], ...]:
        """All slices, those between which quiet moves go back and forth together.

        Other moves lead to groups before: to fewer pieces, or to pieces of later kinds.
        """
        groups: dict[Counts, tuple[Slice, ...]] = {}
        for counts in _materials(self.kinds, self.pieces, self.endgames.least):
            if mirrored(counts) not in groups:
                both = dict.fromkeys((counts, mirrored(counts)))
                groups[counts] = tuple(map(self.slice_of, both))
        return tuple(groups.values())


def mirrored(counts: Counts) -> Counts:
    """The material as the other side sees it."""
    half = len(counts) // 2
    return counts[half:] + counts[:half]


def _materials(kinds: int, pieces: int, least: int) -> Iterator[Counts]:
    """All materials of up to some number of pieces, those first that others lead to."""
    half = kinds // 2
    found = [
        counts
        for counts in itertools.product(range(pieces + 1), repeat=kinds)
        if sum(counts) <= pieces and min(sum(counts[:half]), sum(counts[half:])) >= least
    ]
    yield from sorted(found, key=lambda counts: (sum(counts), -_lateness(counts), counts))


def _lateness(counts: Counts) -> int:
    half = len(counts) // 2
    return sum(kind % half * count for kind, count in enumerate(counts))
