"""The things that pattern networks see: what stands on the cells, or the fields of a state.

A thing has a number, `cell * values + kind` with a kind from 1 to values - 1; a cell of kind 0 is not listed.
Of a game that says what stands on its cells they are what `Game.contents` lists. Of another they come from
the memory of its states: the bits of its bitboards, and its small numbers.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final, Generic, NamedTuple, TypeVar

import numpy as np
from numpy.typing import NDArray

from nupp.evaluators.contract import MOST_CELLS
from nupp.evaluators.stages import require_contents, stages_of
from nupp.kernel import KernelObject, Record
from nupp.kernel.records import identity_words, record_word
from nupp.rules import Game
from nupp.rules.basics import Moves, States

G = TypeVar("G", bound=Game)

MOST_VALUES: Final = 16
"""The kinds that a cell of a state may have; larger numbers count as the largest."""
_PLANES: Final = 4
"""Bitboards of which the bits in the same place make one cell."""
_GAMES, _PLIES = 8, 80
"""The random games from which is seen what a state's fields hold, and the plies of each at most."""
_SCRAMBLED: Final = 12
"""A word is a hash and no bitboard if more of its bits than this change with a move, on average."""
_WORD: Final = 64


class Things(KernelObject, Generic[G]):
    """The things on the cells, as `Game.contents` lists them.

    cells: how many there are. values: kinds of a cell, an empty one included. stages: how many stages of the
    game are distinguished. ValueError for a game that does not list contents, or has too many cells.
    """

    def __init__(self, game: G) -> None:
        require_contents(game)
        self.cells, self.values = len(game.board), game.kinds.values
        self._stages = stages_of(game)
        self.stages = self._stages.count

    def write(self, game: G, state: Record, found: Moves) -> int:
        """Fill `found[:n]` with the things of a position and return n."""
        return game.contents(state, found)

    def stage(self, game: G, state: Record, filled: int) -> int:
        """The stage of a position in which `filled` things were found."""
        return self._stages.of(game, state, filled)

    def described(self) -> Mapping[str, Any]:
        """Entries for the file of a network, by which `things_of` sees the same."""
        return {}


class Cell(NamedTuple):
    """A cell of a state: a number of `width` bits at `shift` in the first word, or the same bit of several.

    words: their numbers in the memory of a state. width: 1 for bits. low: the number that counts as kind 0;
    if it is below zero the bits are those of a number with a sign. most: the largest kind.
    """

    words: tuple[int, ...]
    shift: int
    width: int
    low: int
    most: int


class Fields(Things[Any]):
    """The fields of a state, for each side to move apart, since nothing is known of how they correspond.

    cells, seen: see `Cell`. ValueError for none, or too many.
    """

    def __init__(self, game: Game, cells: Sequence[Cell]) -> None:
        if not 1 <= len(cells) <= MOST_CELLS:
            raise ValueError(f"a state of {len(cells)} cells: expected 1 to {MOST_CELLS}")
        words = identity_words(game.State)
        for cell in cells:
            if not all(0 <= word < words for word in cell.words) or not 0 <= cell.shift < _WORD:
                raise ValueError(f"{cell}: expected a place in a state of {words} words")
        self.cells, self.stages = len(cells), 2 * (len(cells) + 1)
        self.seen = [*cells]
        self.values = 1 + max(cell.most for cell in cells)
        self.places = np.array([(*cell.words, *[-1] * (_PLANES - len(cell.words))) for cell in cells])
        self.shifts, self.widths, self.lows, self.tops = (
            np.array(column) for column in zip(*(cell[1:] for cell in cells), strict=True)
        )

    def write(self, game: Any, state: Record, found: Moves) -> int:
        n = 0
        for cell in range(self.cells):
            kind = self.kind(state, cell)
            if kind > 0:
                found[n] = cell * self.values + kind
                n += 1
        return n

    def kind(self, state: Record, cell: int) -> int:
        """The kind of a cell."""
        shift, width, low = int(self.shifts[cell]), int(self.widths[cell]), int(self.lows[cell])
        if width > 1:
            word = record_word(state, self.places[cell, 0]) << np.uint64(_WORD - shift - width)
            rest = _WORD - width
            number = int(np.int64(word) >> np.int64(rest)) if low < 0 else int(word >> np.uint64(rest))
            return min(int(self.tops[cell]), max(0, number - low))
        kind = 0
        for plane in range(_PLANES):
            if self.places[cell, plane] >= 0:
                kind |= (
                    int(record_word(state, self.places[cell, plane]) >> np.uint64(shift) & np.uint64(1))
                    << plane
                )
        return kind

    def stage(self, game: Any, state: Record, filled: int) -> int:
        return 2 * filled + int(game.to_move(state))

    def described(self) -> Mapping[str, Any]:
        return {"fields": [[[*cell.words], *cell[1:]] for cell in self.seen]}


def things_of(game: Game, described: Mapping[str, Any] | None = None) -> Things[Any]:
    """The things that a network of a game sees; described: those of a file, if it is one's."""
    if described is None:
        return Things(game) if game.kinds.values > 1 else Fields(game, [*cells_of(game)])
    if "fields" not in described:
        return Things(game)
    rows = described["fields"]
    return Fields(game, [Cell(tuple(map(int, words)), *map(int, numbers)) for words, *numbers in rows])


# ---- what a state holds --------------------------------------------------------------------------


def cells_of(game: Game) -> Iterator[Cell]:
    """The cells of a game's states: the bits of its bitboards, then its small numbers, each field in order.

    Which words are bitboards and how large numbers get is seen from random games, always the same.
    """
    states, follows = _sample(game)
    words = np.ascontiguousarray(states).view(np.uint64).reshape(len(states), -1)
    yield from _bits(game, words, follows)
    for name, kind, offset in _fields(game):
        if kind.base.kind in "iub" and kind.base != np.uint64:
            numbers = states[name].reshape(len(states), -1).astype(np.int64)
            for i, column in enumerate(numbers.T):
                word, bits = divmod(8 * (offset + i * kind.base.itemsize), _WORD)
                low, high = int(column.min()), int(numbers.max())
                if high > low:
                    yield Cell((word,), bits, 8 * kind.base.itemsize, low, min(MOST_VALUES - 1, high - low))


def _bits(game: Game, words: NDArray[np.uint64], follows: NDArray[np.bool_]) -> Iterator[Cell]:
    """The cells that the bits of bitboards make: those in the same place of several boards are one."""
    boards: dict[int, list[int]] = {}
    for _, kind, offset in _fields(game):
        if kind.base == np.uint64:
            count = int(np.prod(kind.shape, dtype=int))
            length = kind.shape[-1] if len(kind.shape) > 1 or (kind.shape and len(game.board) > _WORD) else 1
            for i in range(count):
                word = offset // 8 + i
                if not _is_scrambled(words[:, word], follows):
                    boards.setdefault(length, []).append(word)
    for length, found in boards.items():
        used = np.bitwise_or.reduce(words[:, found], axis=0)
        for part in range(length):
            ours = found[part::length]
            for first in range(0, len(ours), _PLANES):
                planes = tuple(ours[first : first + _PLANES])
                seen = np.bitwise_or.reduce(used[[found.index(word) for word in planes]])
                for shift in range(int(seen).bit_length()):
                    yield Cell(planes, shift, 1, 0, 2 ** len(planes) - 1)


def _is_scrambled(word: NDArray[np.uint64], follows: NDArray[np.bool_]) -> bool:
    """True for a word of which many bits change with a move."""
    changed = np.bitwise_count(word[1:] ^ word[:-1])[follows[1:]]
    return len(changed) > 0 and float(changed.mean()) > _SCRAMBLED


def _fields(game: Game) -> Iterator[tuple[str, np.dtype[Any], int]]:
    """The fields of a game's states with their types and offsets, but for padding and derived ones."""
    for name, (kind, offset, *_) in (game.State.fields or {}).items():
        if offset < 8 * identity_words(game.State) and not name.startswith("padding_"):
            yield name, kind, offset


def _sample(game: Game) -> tuple[States, NDArray[np.bool_]]:
    """States of random games, and for each whether it follows the one before."""
    rng = np.random.default_rng(1)
    states, follows = [], []
    for _ in range(_GAMES):
        position = game.start_position()
        for ply in range(_PLIES):
            states.append(position.state[0].copy())
            follows.append(ply > 0)
            if position.is_over:
                break
            position = position.play_code(int(rng.choice(position.legal_move_codes)))
    return np.array(states, game.State), np.array(follows)
