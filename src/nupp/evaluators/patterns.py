"""Pattern networks: positions scored by tables of what stands on groups of cells.

A *pattern* is a few cells of the board; what stands on them is a number, with a digit for each cell, that is
looked up in a table of weights (n-tuples: W. W. Bledsoe and I. Browning, 1959; in board games: M. Buro,
"Experiments with Multi-ProbCut and a new high-quality evaluation function for Othello", 1997; S. Lucas,
"Learning to play Othello with n-tuple systems", 2008). The value of a position is the sum over all patterns.
Patterns that a symmetry of the game takes to each other share one table, and so do the cells of a pattern
that a symmetry exchanges: such a network gives images of a position the same value. The further a game has
come, the later one of several sets of tables is used. What no pattern shows, such as a score, may be looked
up as well, and the sum may begin with an evaluation by hand: see `features.py`.

Layout. The numbers of four patterns are packed into one 64-bit word, 16 bits each, so that what stands on a
cell is added to all the patterns that the cell is in at once:

    rows[thing]        word 0: pattern 3 | 2 | 1 | 0    word 1: 7 | 6 | 5 | 4    ...
    numbers            the sum of the rows of all things on the board
    weights[stage]     entry 0 is zero, for places in the last word that no pattern takes; then the tables

where a thing is `cell * values + kind`, as `Things` lists it.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Sequence
from functools import cached_property
from typing import Any, ClassVar, Final, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from nupp.evaluators.contract import MOST_CELLS, Evaluator
from nupp.evaluators.features import FARTHEST, MOST_FEATURES, Features
from nupp.evaluators.stages import require_sets
from nupp.evaluators.things import Things
from nupp.kernel import LANES, KernelObject, Record, scratch, sum_rows
from nupp.rules import Game

Pattern: TypeAlias = tuple[int, ...]
"""Cells of a board, as the side to move sees it, or of a state."""


class Family(NamedTuple):
    """Patterns that share one table.

    patterns: cell i of one corresponds to cell i of any other; no two have the same cells. turns: orders of
    the places 0 .. n - 1 of a pattern; rearranging what stands on it in such an order leaves its weight as it
    is. digits: the digit for each of the contents of a cell, an empty one first, where some look alike to
    this family: with fewer digits the patterns can have more cells. By default all contents differ.
    """

    patterns: tuple[Pattern, ...]
    turns: tuple[Pattern, ...] = ()
    digits: tuple[int, ...] = ()

    def base(self, values: int) -> int:
        """The number of digits, if a cell may have `values` contents."""
        return max(self.digits) + 1 if self.digits else values

    def digit(self, contents: int) -> int:
        """The digit of a cell with these contents."""
        return self.digits[contents] if self.digits else contents

    def size(self, values: int) -> int:
        """The number of entries of the table, if a cell may have `values` contents."""
        return int(self.base(values) ** len(self.patterns[0]))


MOST_PATTERNS: Final = 256
MOST_LOOKED_UP: Final = MOST_PATTERNS + MOST_FEATURES
MOST_ENTRIES: Final = 1 << 16
"""The largest table of a family."""
UNIT: Final = 1000
"""The value of an expected result of tanh(1), 0.76 on a scale from -1 to 1."""

_FEATURE_ENTRIES: Final = 2 * FARTHEST + 1
_PACKED: Final = 4
_LONGEST: Final = 16
"""No pattern has more cells: each has two kinds of contents at least."""
_1, _2, _3 = np.uint64(1), np.uint64(2), np.uint64(3)
_16, _32, _48, _LOW = np.uint64(16), np.uint64(32), np.uint64(48), np.uint64(65535)


class Patterns(KernelObject):
    """The patterns of a network: which entries of its tables a position has.

    families: see `Family`. stage_of: for each of the game's stages the set of tables. features: what is
    looked up besides, each number in a separate table. things: what is seen; by default what stands on the
    cells.

    ValueError for what cannot be a network of the game: no or too many patterns, tables too large, cells that
    do not exist or come twice in a pattern.
    """

    data: ClassVar[tuple[str, ...]] = ("rows", "starts")

    def __init__(
        self,
        game: Game,
        families: Sequence[Family],
        stage_of: Sequence[int],
        features: Features[Any] = Features(),  # noqa: B008
        things: Things[Any] | None = None,
    ) -> None:
        self.things = things or Things(game)
        _check(self.things, families, stage_of, features)
        self.families, self.features = tuple(families), features
        self.stage_of = np.array(stage_of)
        self.sets = max(stage_of) + 1
        self.values = self.things.values
        self.count = sum(len(family.patterns) for family in families)
        self.looked_up = self.count + features.count
        self.used_words = -(-self.count // _PACKED)
        self.words = -(-self.used_words // LANES) * LANES
        sizes = [family.size(self.values) for family in families]
        self.table_starts = (1, *(1 + end for end in itertools.accumulate(sizes)))
        self.feature_start = self.table_starts[-1]
        self.entries = self.feature_start + features.count * _FEATURE_ENTRIES
        self.starts = self._starts()
        self.rows = self._rows(self.things.count)

    def gather(self, game: Game, state: Record, numbers: NDArray[np.int64]) -> int:
        """Fill `numbers[:words]` with the packed numbers of all patterns; returns the set of tables."""
        things = scratch(MOST_CELLS)
        filled = self.things.write(game, state, things)
        if self.words > 0:
            sum_rows(self.rows, things, filled, self.words, numbers)
        return int(self.stage_of[self.things.stage(game, state, filled)])

    def list_entries(self, game: Game, state: Record, found: NDArray[np.int64]) -> tuple[int, int]:
        """Fill `found[:looked_up]` with the entries that a position has; returns the set of tables.

        Also returns the offset, in thousandths, with which its sum of weights begins.
        """
        numbers = scratch(64)
        chosen = self.gather(game, state, numbers)
        for place in range(self.count):
            number = numbers[place >> 2] >> 16 * (place & 3) & 65535
            found[place] = np.int64(self.starts[place]) + number
        offset = self.features.write(game, state, numbers)
        for feature in range(self.features.count):
            found[self.count + feature] = self.feature_entry(feature, numbers[feature])
        return chosen, offset

    def feature_entry(self, feature: int, number: int) -> int:
        """The entry of a number that a feature has."""
        middle = self.feature_start + feature * _FEATURE_ENTRIES + FARTHEST
        return middle + min(FARTHEST, max(-FARTHEST, number))

    def is_like(self, other: Patterns) -> bool:
        """True if the weights of another network's patterns mean the same as those of these."""
        return (
            self.families == other.families
            and self.features.name == other.features.name
            and self.things.description() == other.things.description()
            and np.array_equal(self.stage_of, other.stage_of)
        )

    @cached_property
    def ties(self) -> NDArray[np.int64]:
        """For each entry the first of those that share its weight, shape (entries,)."""
        ties = np.arange(self.entries)
        for family, start in zip(self.families, self.table_starts, strict=False):
            ties[start : start + family.size(self.values)] = start + _ties_within(family, self.values)
        return ties

    def _starts(self) -> NDArray[np.uint64]:
        starts = np.zeros(_PACKED * self.words, np.uint64)
        sizes = [len(family.patterns) for family in self.families]
        starts[: self.count] = np.repeat(self.table_starts[: len(sizes)], sizes)
        return starts

    def _rows(self, cells: int) -> NDArray[np.int64]:
        rows = np.zeros((cells * self.values, self.words), np.uint64)
        patterns = ((family, pattern) for family in self.families for pattern in family.patterns)
        for number, (family, pattern) in enumerate(patterns):
            word, shift = divmod(number, _PACKED)
            base = family.base(self.values)
            for place, cell in enumerate(pattern):
                for kind in range(self.values):
                    rows[cell * self.values + kind, word] += family.digit(kind) * base**place << 16 * shift
        return rows.view(np.int64).ravel()


class PatternNetwork(Evaluator[Any]):
    """A network of patterns; in thousandths of the inverse hyperbolic tangent of the expected result.

    The expected result of a value v, from -1 to 1, is tanh(v / 1000).

    weights: int16, shape (sets of tables, entries), zero in entry 0.
    """

    name = "learned"
    data: ClassVar[tuple[str, ...]] = ("weights",)
    measure: ClassVar[str] = "result"
    """`result` or `margin`, of which it expects a value."""
    curved: ClassVar[bool] = True
    """True if the hyperbolic tangent of the sum is what it expects."""
    scale = 549.0  # tanh(0.549) = 0.5: three points out of four
    unit = UNIT
    tempo = True

    def __init__(self, patterns: Patterns, weights: NDArray[np.int16]) -> None:
        if weights.dtype != np.int16 or weights.shape != (patterns.sets, patterns.entries):
            raise ValueError(
                f"weights of type {weights.dtype} and shape {weights.shape}: expected int16 and "
                f"{(patterns.sets, patterns.entries)}"
            )
        if weights[:, 0].any():
            raise ValueError("entry 0 of the weights: expected zero")
        self.patterns = patterns
        self.weights = weights

    def stage(self, game: Game, state: Record) -> int:
        things = self.patterns.things
        filled = things.write(game, state, scratch(MOST_CELLS))
        return int(self.patterns.stage_of[things.stage(game, state, filled)])

    def evaluate(self, game: Game, state: Record) -> int:
        numbers = scratch(64)
        patterns = self.patterns
        chosen = patterns.gather(game, state, numbers)
        weights, starts = self.weights[chosen], patterns.starts
        value = 0
        for word in range(patterns.used_words):
            packed, place = np.uint64(numbers[word]), np.uint64(4 * word)
            value += int(weights[starts[place] + (packed & _LOW)])
            value += int(weights[starts[place + _1] + (packed >> _16 & _LOW)])
            value += int(weights[starts[place + _2] + (packed >> _32 & _LOW)])
            value += int(weights[starts[place + _3] + (packed >> _48)])
        value += patterns.features.write(game, state, numbers)
        for feature in range(patterns.features.count):
            value += int(weights[patterns.feature_entry(feature, numbers[feature])])
        return value


class MarginNetwork(PatternNetwork):
    """A network of patterns; in hundredths of the margin that it expects at the end."""

    measure = "margin"
    curved = False
    scale = 600.0
    unit = 100


def share(
    patterns: Iterable[Pattern], images: Sequence[Pattern], digits: tuple[int, ...] = ()
) -> list[Family]:
    """Families of some patterns and all their images; an image of an earlier pattern adds nothing.

    images: where each of some symmetries takes the cells; they have to be a group. digits: see `Family`.
    """
    families: list[Family] = []
    known: set[frozenset[int]] = set()
    for pattern in patterns:
        if frozenset(pattern) not in known:
            family = unite([tuple(image[cell] for cell in pattern) for image in images])
            known.update(map(frozenset, family.patterns))
            families.append(family._replace(digits=digits))
    return families


def unite(patterns: Iterable[Pattern]) -> Family:
    """One family of patterns that correspond cell by cell; turns decide where several have the same cells."""
    first: dict[frozenset[int], Pattern] = {}
    turns: dict[Pattern, None] = {}
    for pattern in patterns:
        known = first.setdefault(frozenset(pattern), pattern)
        turns[tuple(map(known.index, pattern))] = None
    return Family(tuple(first.values()), tuple(turn for turn in turns if list(turn) != sorted(turn)))


def images_of(game: Game) -> list[Pattern]:
    """The cells that the symmetries of a game take each cell to, as the side to move sees it."""
    last = len(game.board) - 1
    images = (
        tuple(last - cell for cell in one.cells) if game.kinds.turned and one.exchange else tuple(one.cells)
        for one in game.symmetries
    )
    return list(dict.fromkeys(images))


def _ties_within(family: Family, values: int) -> NDArray[np.int64]:
    """For each number of a family's table the least of those that share its weight."""
    numbers, base = np.arange(family.size(values)), family.base(values)
    digits = [numbers // base**place % base for place in range(len(family.patterns[0]))]
    turned = [sum(digits[place] * base**i for i, place in enumerate(turn)) for turn in family.turns]
    least, before = numbers.copy(), None
    while before is None or (least != before).any():
        before = least.copy()
        for images in turned:
            np.minimum.at(least, images, before)
            least = np.minimum(least, least[images])
    return least


def _check(
    things: Things[Any], families: Sequence[Family], stage_of: Sequence[int], features: Features[Any]
) -> None:
    """ValueError for what cannot be the patterns of a network."""
    cells, values = things.count, things.values
    require_sets(things.stages, stage_of)
    patterns = sum(len(family.patterns) for family in families)
    if patterns > MOST_PATTERNS or patterns + features.count == 0:
        raise ValueError(f"{patterns} patterns: expected 1 to {MOST_PATTERNS}, or none but features")
    for family in families:
        length = len(family.patterns[0])
        digits = family.digits
        if digits and (len(digits) != values or digits[0] != 0 or set(digits) != set(range(max(digits) + 1))):
            raise ValueError(
                f"digits {digits}: expected one for each of {values} contents, 0 for an empty cell, and each "
                "up to the largest"
            )
        if not 1 <= length <= _LONGEST or family.size(values) > MOST_ENTRIES:
            raise ValueError(
                f"a pattern of {length} cells: expected a table of at most {MOST_ENTRIES} entries"
            )
        for pattern in family.patterns:
            inside = all(0 <= cell < cells for cell in pattern)
            if len(pattern) != length or len(set(pattern)) != length or not inside:
                raise ValueError(
                    f"pattern {pattern}: expected {length} different cells from 0 to {cells - 1}"
                )
        if any(sorted(turn) != list(range(length)) for turn in family.turns):
            raise ValueError(f"turns {family.turns}: expected orders of {length} places")
