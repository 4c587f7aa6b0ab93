"""Layouts of pattern networks: which groups of cells they look at, and how the game parts into stages."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator, Sequence
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from nupp.boards import SQUARE_DIRECTIONS
from nupp.evaluators.features import Features, Standing
from nupp.evaluators.patterns import (
    MOST_ENTRIES,
    MOST_PATTERNS,
    Family,
    Pattern,
    Patterns,
    images_of,
    share,
)
from nupp.evaluators.things import Cell, Fields, things_of
from nupp.rules import Game


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
    things = things_of(game)
    if isinstance(things, Fields):
        layout, families = OF_FIELDS, families_of_fields(game, things)
    else:
        families = layout.make(game)
    is_own = layout not in (BY_DEFAULT, OF_FIELDS)
    features = layout.features if is_own or type(game).margin is Game.margin else Standing
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


# ---- groups of the cells of a state --------------------------------------------------------------------


def families_of_fields(game: Game, things: Fields) -> list[Family]:
    """Patterns of a state's fields: bits with those around them; numbers alone, in pairs, with neighbours."""
    found: list[Family] = []
    for first, last in runs_of(things.seen):
        cells, base = range(first, last), 1 + max(cell.most for cell in things.seen[first:last])
        digits = tuple(min(kind, base - 1) for kind in range(things.values)) if base < things.values else ()
        shapes = [*_alone(things.seen[first], cells), *_close(game, things.seen[first:last], first, base)]
        found += [Family((pattern,), (), digits) for pattern in dict.fromkeys(shapes)]
    ends = itertools.accumulate(family.size(things.values) for family in found[:MOST_PATTERNS])
    return found[: sum(end <= MOST_BY_DEFAULT for end in ends)]


def runs_of(cells: Sequence[Cell]) -> Iterator[tuple[int, int]]:
    """Yield the first cell of each field and the one behind its last."""
    first = 0
    for i in range(1, len(cells) + 1):
        if i == len(cells) or not _follows(cells[i - 1], cells[i]):
            yield first, i
            first = i


def _follows(one: Cell, other: Cell) -> bool:
    """True if two cells may belong to the same field, by their places."""
    if one.width == 1 or other.width == 1:
        return one.width == other.width and len(one.words) == len(other.words)
    gap = 64 * (other.words[0] - one.words[0]) + other.shift - one.shift
    return one.width == other.width and gap == one.width


def _alone(cell: Cell, cells: range) -> Iterator[Pattern]:
    """Numbers by themselves, and in pairs where those are few; bits of bitboards are seen among others."""
    if cell.width > 1:
        yield from ((one,) for one in cells)
        if len(cells) <= _PAIRED:
            yield from itertools.combinations(cells, 2)


def _close(game: Game, seen: Sequence[Cell], first: int, base: int) -> Iterator[Pattern]:
    """Groups of cells of one field that lie close to each other, as large as tables allow.

    On the board, if the field has a cell for each of its cells, else in the order of the field.
    """
    size = 1
    while base ** (size + 1) <= min(MOST_ENTRIES, MOST_BY_DEFAULT // len(seen)):
        size += 1
    is_board = seen[0].width == 1 and len({cell.words for cell in seen}) == 1
    places = {cell.shift if is_board else i: first + i for i, cell in enumerate(seen)}
    if (is_board or len(seen) == len(game.board)) and len(seen) <= len(game.board):
        for cell in places:
            yield tuple(places[one] for one in neighbourhood(game, cell, size) if one in places)
    elif len(seen) > 1:
        yield from windows(tuple(range(first, first + len(seen))), min(size, len(seen)))


_PAIRED: Final = 16
"""The most numbers of which all pairs are looked at."""

MOST_BY_DEFAULT: Final = 450_000
"""The most entries that the tables of one stage have in all, where a game brings no layout."""

BY_DEFAULT: Final = Layout(neighbourhoods, 4)
"""The layout of games that bring none."""

OF_FIELDS: Final = Layout(neighbourhoods, 8, in_turn=True)
"""The sets of tables of games that list no contents: their states are seen for each side apart."""
