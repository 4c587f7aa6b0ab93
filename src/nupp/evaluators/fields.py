"""The things that networks see of a game that does not list `contents`: the fields of its states.

A field of unsigned 64-bit words is a bitboard: the bits in the same place of several boards are one cell.
Other whole numbers are a cell each. Their kinds are ranges of numbers, so chosen that each is about as
frequent as any other. What the fields hold is measured in random games.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from functools import lru_cache
from itertools import accumulate, pairwise
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from nupp.evaluators.contract import MOST_CELLS
from nupp.evaluators.things import Things
from nupp.kernel import KernelObject, Record
from nupp.kernel.bits import ZERO, lowest_bit, number_of, without_lowest
from nupp.kernel.records import identity_words, record_word
from nupp.rules import Game
from nupp.rules.basics import Moves, States

MOST_KINDS: Final = 16
"""The kinds of a cell."""
_PLANES: Final = 4
"""The bitboards that make one cell of the bits in the same place."""
_GAMES, _PLIES = 8, 80
"""The random games by which fields are measured, and the plies of each at most."""
_SCRAMBLED: Final = 12
"""A field is a hash if more bits of a word than this change, on average, within a ply and within two."""
_WORD: Final = 64


@dataclass(frozen=True)
class Bits:
    """Bitboards of one size.

    first: the number of each board's first word in the memory of a state. cells: the bits of a board, of the
    first word and those after it.
    """

    first: tuple[int, ...]
    cells: int

    @property
    def kinds(self) -> int:
        """The kinds of a cell."""
        return int(2 ** len(self.first))


@dataclass(frozen=True)
class Numbers:
    """The numbers of a field.

    place: of the first number in the memory of a state, in bits. width: bits of a number. signed: whether it
    may be less than zero. cells: how many there are. bounds: the least number of each kind but the first.
    usual: the range of numbers that is kind 0; it changes places with the first.
    """

    place: int
    width: int
    signed: bool
    cells: int
    bounds: tuple[int, ...]
    usual: int

    @property
    def kinds(self) -> int:
        """The kinds of a cell."""
        return len(self.bounds) + 1


Group = Bits | Numbers


class Fields(Things[Any]):
    """The fields of a state, for each side to move apart: they are not turned to its view.

    groups: see `Bits` and `Numbers`. ValueError for none, or too many cells, or places that the states of the
    game do not have.
    """

    def __init__(self, game: Game, groups: Sequence[Group]) -> None:
        self.groups = tuple(groups)
        self.count = sum(group.cells for group in groups)
        if not 1 <= self.count <= MOST_CELLS:
            raise ValueError(
                f"{game.spec} does not say what stands on its cells, and has states of {self.count} numbers "
                f"and bits that networks can see: expected `contents`, or 1 to {MOST_CELLS}"
            )
        _check(game, groups)
        self.stages = 2 * (self.count + 1)
        self.values = max(group.kinds for group in groups)
        self.layout = layout_of(game)
        firsts = [0, *accumulate(group.cells for group in groups)]
        several = [*zip(groups, firsts, strict=False)]
        self.boards = _Boards([(group, first) for group, first in several if isinstance(group, Bits)])
        self.numbers = _Columns([(group, first) for group, first in several if isinstance(group, Numbers)])

    def write(self, game: Any, state: Record, found: Moves) -> int:
        n = self.boards.write(state, found, self.values)
        return self.numbers.write(state, found, self.values, n)

    def stage(self, game: Any, state: Record, filled: int) -> int:
        return 2 * filled + int(game.to_move(state))

    def description(self) -> Mapping[str, Any]:
        return {"fields": [asdict(group) for group in self.groups], "layout": self.layout}


class _Boards(KernelObject):
    """Bitboards in arrays: a row for each word of a group, with its words in memory and its first cell."""

    def __init__(self, groups: Sequence[tuple[Bits, int]]) -> None:
        rows = [
            (
                [word + part for word in group.first] + [-1] * (_PLANES - len(group.first)),
                first + _WORD * part,
                min(_WORD, group.cells - _WORD * part),
            )
            for group, first in groups
            for part in range(-(-group.cells // _WORD))
        ]
        self.length = len(rows)
        self.words = np.array([row[0] for row in rows] or [[-1] * _PLANES])
        self.cells = np.array([row[1] for row in rows] or [0])
        self.masks = np.array([2**64 - 1 >> (_WORD - row[2]) for row in rows] or [0], np.uint64)

    def write(self, state: Record, found: Moves, values: int) -> int:
        n = 0
        for row in range(self.length):
            some = ZERO
            for plane in range(_PLANES):
                if self.words[row, plane] >= 0:
                    some |= record_word(state, self.words[row, plane])
            some &= self.masks[row]
            while some != ZERO:
                place = lowest_bit(some)
                some = without_lowest(some)
                kind = 0
                for plane in range(_PLANES):
                    if self.words[row, plane] >= 0:
                        word = record_word(state, self.words[row, plane])
                        kind |= int(word >> np.uint64(place) & np.uint64(1)) << plane
                found[n] = (self.cells[row] + place) * values + kind
                n += 1
        return n


class _Columns(KernelObject):
    """Numbers in arrays, a row for each."""

    def __init__(self, groups: Sequence[tuple[Numbers, int]]) -> None:
        rows = [(group, first + i, i) for group, first in groups for i in range(group.cells)]
        self.length = len(rows)
        places = [group.place + i * group.width for group, _, i in rows] or [0]
        self.words, self.shifts = (
            np.array([place // _WORD for place in places]),
            np.array([place % _WORD for place in places]),
        )
        self.widths = np.array([group.width for group, _, _ in rows] or [_WORD])
        self.signed = np.array([group.signed for group, _, _ in rows] or [False])
        self.cells = np.array([cell for _, cell, _ in rows] or [0])
        self.usual = np.array([group.usual for group, _, _ in rows] or [0])
        self.ends = np.array([len(group.bounds) for group, _, _ in rows] or [0])
        self.bounds = np.zeros((max(1, len(rows)), MOST_KINDS - 1), np.int64)
        for row, (group, _, _) in enumerate(rows):
            self.bounds[row, : len(group.bounds)] = group.bounds

    def write(self, state: Record, found: Moves, values: int, n: int) -> int:
        for row in range(self.length):
            kind = self.kind(state, row)
            if kind > 0:
                found[n] = self.cells[row] * values + kind
                n += 1
        return n

    def kind(self, state: Record, row: int) -> int:
        """The kind of the number of a row."""
        width = int(self.widths[row])
        rest = _WORD - width
        word = record_word(state, self.words[row]) << np.uint64(rest - int(self.shifts[row]))
        number = int(np.int64(word) >> np.int64(rest)) if self.signed[row] else int(word >> np.uint64(rest))
        kind = 0
        while kind < self.ends[row] and number >= self.bounds[row, kind]:
            kind += 1
        usual = int(self.usual[row])
        return usual if kind == 0 else 0 if kind == usual else kind


def _check(game: Game, groups: Sequence[Group]) -> None:
    """ValueError for groups that the states of a game cannot have."""
    words = identity_words(game.State)
    for group in groups:
        if isinstance(group, Bits):
            last = max(group.first, default=words) + (group.cells - 1) // _WORD
            is_right = 1 <= len(group.first) <= _PLANES and min(group.first) >= 0
        else:
            last = (group.place + group.width * group.cells - 1) // _WORD
            is_right = (
                group.width in (8, 16, 32, 64)
                and group.place >= 0
                and group.place % group.width == 0
                and 1 <= len(group.bounds) < MOST_KINDS
                and 0 <= group.usual <= len(group.bounds)
            )
        if not is_right or group.cells < 1 or last >= words:
            raise ValueError(f"{group}: expected a field of states of {words} words")


def layout_of(game: Game) -> list[list[Any]]:
    """The fields of a game's states, as JSON: name, type, shape and offset of each."""
    return [
        [name, kind.base.str, [*kind.shape], offset]
        for name, (kind, offset, *_) in (game.State.fields or {}).items()
        if offset < 8 * identity_words(game.State) and not name.startswith("padding_")
    ]


def fields_from(description: Mapping[str, Any], game: Game) -> Fields:
    """The fields that a file describes; ValueError if the game's states have others."""
    if description["layout"] != layout_of(game):
        raise ValueError(f"its states have the fields {description['layout']}: expected {layout_of(game)}")
    return Fields(game, [_group(about) for about in description["fields"]])


def _group(about: Mapping[str, Any]) -> Group:
    if "first" in about:
        return Bits(tuple(map(int, about["first"])), int(about["cells"]))
    return Numbers(
        int(about["place"]),
        int(about["width"]),
        bool(about["signed"]),
        int(about["cells"]),
        tuple(map(int, about["bounds"])),
        int(about["usual"]),
    )


# ---- measured in random games --------------------------------------------------------------------


@lru_cache
def fields_of(game: Game) -> Fields:
    """The fields of a game's states for a new network."""
    games = _random_games(game)
    return Fields(game, [*_bits(game, games), *_numbers(game, games)])


def _numbers(game: Game, games: Sequence[States]) -> Iterator[Numbers]:
    """The fields of whole numbers that are not always the same."""
    states = np.concatenate(games)
    for name, type, shape, offset in layout_of(game):
        if np.dtype(type).kind in "iub" and np.dtype(type) != np.uint64:
            numbers = states[name].ravel().astype(np.int64)
            bounds = _bounds(Counter(numbers.tolist()))
            if bounds:
                usual = int(np.bincount(np.searchsorted(bounds, numbers, "right")).argmax())
                width, signed = 8 * np.dtype(type).itemsize, np.dtype(type).kind == "i"
                yield Numbers(8 * offset, width, signed, int(np.prod(shape, dtype=int)), bounds, usual)


def _bounds(counts: Counter[int]) -> tuple[int, ...]:
    """The least number of each kind but the first; numbers that are frequent have a kind of their own."""
    numbers = sorted(counts)
    if len(numbers) <= MOST_KINDS:
        return tuple(numbers[1:])
    left, seen, bounds = sum(counts.values()), 0, list[int]()
    for before, number in pairwise(numbers):
        seen += counts[before]
        if seen + counts[number] / 2 > left / (MOST_KINDS - len(bounds)):
            bounds.append(number)
            left, seen = left - seen, 0
    return tuple(bounds)


def _bits(game: Game, games: Sequence[States]) -> Iterator[Bits]:
    """The bitboards, those of one size together as far as a cell may have as many kinds."""
    size = -(-len(game.board) // _WORD)
    states = np.concatenate(games)
    words = np.ascontiguousarray(states).view(np.uint64).reshape(len(states), -1)
    boards: dict[int, list[int]] = {}
    for name, type, shape, offset in layout_of(game):
        if np.dtype(type) == np.uint64 and _is_bitboard([one[name] for one in games]):
            length = size if shape and shape[-1] == size else 1
            words_of_field = range(offset // 8, offset // 8 + int(np.prod(shape, dtype=int)))
            boards.setdefault(length, []).extend(words_of_field[::length])
    for length, firsts in boards.items():
        for first in range(0, len(firsts), _PLANES):
            group = tuple(firsts[first : first + _PLANES])
            used = np.bitwise_or.reduce([words[:, one : one + length] for one in group], axis=(0, 1))
            last = number_of(used).bit_length()
            if last > 0:
                yield Bits(group, max(last, len(game.board)) if length == size else last)


def _is_bitboard(games: Sequence[NDArray[np.uint64]]) -> bool:
    """True for a field of which few bits change, from a position to the next or to the one after that."""
    changed = [_bits_changed(games, plies) for plies in (1, 2)]
    return max(changed) > 0 and min(changed) <= _SCRAMBLED


def _bits_changed(games: Sequence[NDArray[np.uint64]], plies: int) -> float:
    """The bits of a word that change within some plies, on average; 0 if no game is as long."""
    found = np.concatenate([np.bitwise_count(one[plies:] ^ one[:-plies]).ravel() for one in games])
    return float(found.mean()) if len(found) else 0.0


def _random_games(game: Game) -> list[States]:
    """The positions of some random games, always the same."""
    rng = random.Random(1)
    games = []
    for _ in range(_GAMES):
        position, states = game.start_position(), []
        for _ in range(_PLIES):
            states.append(position.state)
            if position.is_over:
                break
            position = position.play_code(rng.choice(position.legal_move_codes))
        games.append(np.concatenate(states))
    return games
