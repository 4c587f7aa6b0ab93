"""Which patterns the network of a game has: groups of cells chosen for each game, by what its board is like.

Games that are not listed, such as a user's own, get the neighbourhood of every cell.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from nupp.boards import SQUARE_DIRECTIONS, EdgeBoard
from nupp.evaluators.features import Armies, Boxes, Features, Men, Pieces, Reach
from nupp.evaluators.patterns import (
    MOST_ENTRIES,
    MOST_PATTERNS,
    Family,
    Pattern,
    Patterns,
    images_of,
    share,
    unite,
)
from nupp.games import Game
from nupp.games.amazons import Amazons
from nupp.games.connect import ConnectFour
from nupp.games.dots_and_boxes import DotsAndBoxes
from nupp.games.draughts import Draughts
from nupp.games.hexxagon import Hexxagon
from nupp.games.lput import Lput
from nupp.games.mnk import Mnk
from nupp.games.morris import Morris
from nupp.games.reversi import Reversi


class Layout(NamedTuple):
    """What a network of a game has.

    make: what makes its families. sets: how many sets of tables there are for its stages. features: what is
    looked up besides. in_turn: whether even and odd stages have sets of their own, half of them each, because
    it matters who moves when so much stands on the board.
    """

    make: Callable[[Game], list[Family]]
    sets: int
    features: type[Features[Any]] = Features
    in_turn: bool = False


_RIGHT, _UP = (SQUARE_DIRECTIONS.index(step) for step in ((1, 0), (0, 1)))


def patterns_of(game: Game) -> Patterns:
    """The patterns of a new network for a game; ValueError if it can have none."""
    layout = next((layout for kind, layout in _LAYOUTS if isinstance(game, kind)), _BY_DEFAULT)
    return Patterns(game, layout.make(game), sets_of_stages(layout, game.stages), layout.features())


def sets_of_stages(layout: Layout, stages: int) -> list[int]:
    """The set of tables for each of so many stages."""
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
    """The parts of so many cells of a line: in strides from its beginning, and one up to its end."""
    last = max(0, len(line) - length)
    for first in sorted({*range(0, last, stride), last}):
        yield line[first : first + length]


def blocks(neighbours: NDArray[np.int64], width: int, height: int, across: int, up: int) -> Iterator[Pattern]:
    """All blocks of cells that reach so far in two directions, given as columns of `neighbours`."""
    right, above = neighbours[:, across].tolist(), neighbours[:, up].tolist()
    for first in range(len(right)):
        bottom = tuple(_walk(first, right))[:width]
        columns = [tuple(_walk(cell, above))[:height] for cell in bottom]
        cells = tuple(cell for column in columns for cell in column)
        if len(cells) == width * height:
            yield cells


def neighbourhood(game: Game, cell: int, size: int) -> Pattern:
    """A cell and those next to it, then those next to these and so on, nearest first, up to so many."""
    neighbours, centres = game.board.neighbours.tolist(), game.board.centres
    found, last = [cell], [cell]
    while last and len(found) < size:
        beside = {other for one in last for other in neighbours[one] if other >= 0}.difference(found)
        distance = {other: round(float(np.hypot(*(centres[other] - centres[cell]))), 6) for other in beside}
        last = sorted(beside, key=lambda other: (distance[other], other))
        found += last
    return tuple(found[:size])


# ---- games -------------------------------------------------------------------------------------------


def _neighbourhoods(game: Game) -> list[Family]:
    """The neighbourhoods of all cells, as large as tables allow; not of all cells if those are too many."""
    size = 1
    while size < 10 and game.cell_values ** (size + 1) <= MOST_ENTRIES // 3:
        size += 1
    families = share((neighbourhood(game, cell, size) for cell in range(len(game.board))), images_of(game))
    while sum(len(family.patterns) for family in families) > MOST_PATTERNS:
        families.pop()
    return families


def _reversi(game: Game) -> list[Family]:
    """Edges with the cells diagonally next to corners, lines, and corners (after M. Buro, 1997).

    All symmetries of the board are shared, those among them that do not keep the given centre as it is.
    """
    images = list(map(tuple, game.board.symmetries.tolist()))
    size = game.board.width  # type: ignore[attr-defined]
    edge = (*range(min(size, 8)), size + 1, 2 * size - 2)
    corners = [tuple(size * y + x for y in range(3) for x in range(3))]
    corners.append(tuple(size * y + x for y in range(2) for x in range(min(5, size))))
    long = (line for line in lines(game.board.neighbours) if 4 <= len(line) <= 10)
    return share([edge, *corners, *(line for line in long if line[0] != 0 or line[-1] != size - 1)], images)


def _hexxagon(game: Game) -> list[Family]:
    """Every cell with its neighbours, and all lines."""
    neighbours = game.board.neighbours
    rings = [(cell, *(other for other in row if other >= 0)) for cell, row in enumerate(neighbours.tolist())]
    return share([*rings, *(line for line in lines(neighbours) if len(line) > 3)], images_of(game))


def _connect_four(game: Game) -> list[Family]:
    """Blocks of eight to ten cells, and all diagonals."""
    neighbours = game.board.neighbours
    found: list[Pattern] = []
    for width, height in ((5, 2), (2, 4), (3, 3)):
        found += blocks(neighbours, width, height, _RIGHT, _UP)
    found += (line[:10] for line in lines(neighbours) if len(line) > 3)
    return share(found, images_of(game))


def _mnk(game: Game) -> list[Family]:
    """Stretches of ten cells of the lines, alike wherever they are, and shorter lines by their length."""
    by_length: dict[int, list[Pattern]] = {}
    for line in lines(game.board.neighbours):
        for window in windows(line, 10, 5):
            if len(window) >= game.k:  # type: ignore[attr-defined]
                by_length.setdefault(len(window), []).append(window)
    return [unite([*found, *(window[::-1] for window in found)]) for found in by_length.values()]


def _amazons(game: Game) -> list[Family]:
    """Blocks of two by two cells side by side; most is in the features."""
    corners = {y * game.size + x for y in range(0, game.size, 2) for x in range(0, game.size, 2)}  # type: ignore[attr-defined]
    found = blocks(game.board.neighbours, 2, 2, _RIGHT, _UP)
    return share((block for block in found if block[0] in corners), images_of(game))


def _draughts(game: Game) -> list[Family]:
    """Blocks of two by three cells along the diagonals."""
    neighbours = game.board.neighbours
    sizes = ((2, 3), (3, 2)) if len(game.board) <= 32 else ((2, 2),)
    return share((one for size in sizes for one in blocks(neighbours, *size, 0, 1)), images_of(game))


def _dots_and_boxes(game: Game) -> list[Family]:
    """The edges of blocks of boxes."""
    board = game.board
    assert isinstance(board, EdgeBoard)
    width, height = board.width, board.height
    found: list[Pattern] = []
    for columns, rows in ((2, 2), (5, 1), (1, 5), (width, 1), (1, height)):
        for y in range(height - rows + 1):
            for x in range(width - columns + 1):
                boxes = [(y + i) * width + x + j for i in range(rows) for j in range(columns)]
                edges = tuple(dict.fromkeys(edge for box in boxes for edge in board.box_edges[box].tolist()))
                if len(edges) <= 16:
                    found.append(edges)
    return share(found, images_of(game))


def _none(game: Game) -> list[Family]:
    """No patterns: features alone."""
    return []


_BY_DEFAULT: Final = Layout(_neighbourhoods, 4)

_LAYOUTS: Final[tuple[tuple[type[Any], Layout], ...]] = (
    (Reversi, Layout(_reversi, 6)),
    (Hexxagon, Layout(_hexxagon, 6)),
    (ConnectFour, Layout(_connect_four, 2, in_turn=True)),
    (Mnk, Layout(_mnk, 2)),
    (Morris, Layout(_neighbourhoods, 4, Men)),
    (Amazons, Layout(_amazons, 8, Reach)),
    (Draughts, Layout(_draughts, 3, Pieces)),
    (DotsAndBoxes, Layout(_dots_and_boxes, 6, Boxes, in_turn=True)),
    (Lput, Layout(_none, 4, Armies)),
)
