"""Layouts of pattern networks: which groups of cells they look at, and how the game parts into stages."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator, Sequence
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from nupp.boards import SQUARE_DIRECTIONS
from nupp.evaluators.features import CurrentMargin, Features
from nupp.evaluators.fields import Bits, Fields, Numbers, fields_of
from nupp.evaluators.patterns import (
    MOST_ENTRIES,
    MOST_PATTERNS,
    Family,
    Pattern,
    Patterns,
    images_of,
    share,
)
from nupp.evaluators.things import Things
from nupp.rules import Game
from nupp.rules.optional import has_margin


class Layout(NamedTuple):
    """The parts of a game's pattern network.

    make: what makes its families. sets: how many sets of tables there are for its stages. features: what is
    looked up besides. in_turn: whether even and odd stages have separate sets, half of them each, because
    it matters who moves when so much stands on the board.
    """

    make: Callable[[Any], list[Family]]
    sets: int
    features: type[Features[Any]] = Features
    in_turn: bool = False


RIGHT, UP = (SQUARE_DIRECTIONS.index(step) for step in ((1, 0), (0, 1)))


def patterns(game: Game, layout: Layout) -> Patterns:
    """The patterns of a new network for a game; they see its states' fields if it lists no contents."""
    features = CurrentMargin if layout is BY_DEFAULT and has_margin(game) else layout.features
    if game.kinds.values > 1:
        things: Things[Any] = Things(game)
        families = layout.make(game)
    else:
        things = fields_of(game)
        families = families_of_fields(game, things)
        layout = Layout(layout.make, 2 * layout.sets, in_turn=True)  # the sides apart
    return Patterns(game, families, sets_of_stages(layout, things.stages), features(), things)


def sets_of_stages(layout: Layout, stages: int) -> list[int]:
    """Return the set of tables for each of `stages` stages."""
    sets = min(layout.sets, stages)
    if not layout.in_turn:
        return [stage * sets // stages for stage in range(stages)]
    pairs = max(1, sets // 2)
    return [2 * (stage * pairs // stages) + (stage & 1) for stage in range(stages)]


# ---- groups of cells ---------------------------------------------------------------------------------


def lines(neighbours: NDArray[np.int64]) -> Iterator[Pattern]:
    """All lines across a board whose `neighbours` are by direction, whole, in both orders."""
    for steps in neighbours.T.tolist():
        for cell in sorted(set(range(len(steps))) - set(steps)):
            yield tuple(_walk(cell, steps))


def _walk(cell: int, steps: Sequence[int]) -> Iterator[int]:
    while cell >= 0:
        yield cell
        cell = steps[cell]


def windows(line: Pattern, length: int, stride: int = 1) -> Iterator[Pattern]:
    """Yield the parts of `length` cells of a line: in strides from its beginning, and one up to its end."""
    last = max(0, len(line) - length)
    for first in sorted({*range(0, last, stride), last}):
        yield line[first : first + length]


def blocks(neighbours: NDArray[np.int64], width: int, height: int, across: int, up: int) -> Iterator[Pattern]:
    """All blocks of `width` x `height` cells in two directions, given as columns of `neighbours`."""
    right, above = neighbours[:, across].tolist(), neighbours[:, up].tolist()
    for first in range(len(right)):
        bottom = tuple(_walk(first, right))[:width]
        columns = [tuple(_walk(cell, above))[:height] for cell in bottom]
        cells = tuple(cell for column in columns for cell in column)
        if len(cells) == width * height:
            yield cells


def neighbourhood(game: Game, cell: int, size: int) -> Pattern:
    """A cell and those next to it, then those next to these and so on, nearest first, up to `size` cells."""
    neighbours, centres = game.board.neighbours.tolist(), game.board.centres
    found, last = [cell], [cell]
    while last and len(found) < size:
        beside = {other for one in last for other in neighbours[one] if other >= 0}.difference(found)
        distance = {other: round(float(np.hypot(*(centres[other] - centres[cell]))), 6) for other in beside}
        last = sorted(beside, key=lambda other: (distance[other], other))
        found += last
    return tuple(found[:size])


def neighbourhoods(game: Game) -> list[Family]:
    """The neighbourhoods of all cells, as large as tables allow; not of all cells if those are too many."""
    size = 1
    while size < 10 and game.kinds.values ** (size + 1) <= MOST_ENTRIES // 3:
        size += 1
    families = neighbourhoods_of(game, size)
    while size > 1 and sum(family.size(game.kinds.values) for family in families) > MOST_BY_DEFAULT:
        size -= 1
        families = neighbourhoods_of(game, size)
    while sum(len(family.patterns) for family in families) > MOST_PATTERNS:
        families.pop()
    return families


def neighbourhoods_of(game: Game, size: int) -> list[Family]:
    """Return the neighbourhoods of `size` cells, images of each other in one family."""
    return share((neighbourhood(game, cell, size) for cell in range(len(game.board))), images_of(game))


# ---- groups of the cells of a state ------------------------------------------------------------------


def families_of_fields(game: Game, fields: Fields) -> list[Family]:
    """Patterns of a state's fields: bits with those around them; numbers alone, in pairs, with neighbours.

    Each group of cells gets a share of the entries and patterns that there may be.
    """
    found: list[Family] = []
    first = 0
    for group in fields.groups:
        digits = tuple(min(kind, group.kinds - 1) for kind in range(fields.values))
        shapes = dict.fromkeys(_shapes(game, group, MOST_BY_DEFAULT * group.cells // fields.count))
        for cells in [*shapes][: MOST_PATTERNS * group.cells // fields.count]:
            pattern = tuple(first + cell for cell in cells)
            found.append(Family((pattern,), (), digits if group.kinds < fields.values else ()))
        first += group.cells
    return found


def _shapes(game: Game, group: Bits | Numbers, room: int) -> Iterator[Pattern]:
    """Cells of a group that are looked at together; their tables have at most `room` entries together.

    The neighbourhoods on the board, if the group has a cell for each of the board's; else those that follow
    each other, and of few numbers also each by itself and all pairs.
    """
    size = 1
    while group.kinds ** (size + 1) <= min(MOST_ENTRIES, room // group.cells):
        size += 1
    if group.cells == len(game.board):
        yield from (neighbourhood(game, cell, size) for cell in range(group.cells))
        return
    cells = tuple(range(group.cells))
    yield from windows(cells, min(size, len(cells)))
    if isinstance(group, Numbers) and len(cells) <= _PAIRED:
        yield from itertools.combinations(cells, 2)
        yield from zip(cells, strict=True)


_PAIRED: Final = 16
"""The most numbers of which all pairs are looked at."""

MOST_BY_DEFAULT: Final = 450_000
"""The most entries that the tables of one stage have in all, where a game brings no layout."""

BY_DEFAULT: Final = Layout(neighbourhoods, 4)
"""The layout of games that bring none."""
