"""The types that rules, positions and views share: buffers of moves, errors, kinds, steps and facts."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from nupp.kernel import KernelObject

Moves = NDArray[np.int64]
"""A buffer for move codes."""

States = NDArray[Any]
"""An array of state records; outside kernels a state is an array of one."""

NO_MOVE = -1
MOVE_CLASSES = 4096
"""The classes of moves in a game that does not state how many it has."""
NO_BOUND = 30_000
"""Larger than every margin."""


class NotationError(ValueError):
    """A move or position text that is not in the game's notation; the message quotes it."""


class IllegalMoveError(ValueError):
    """A move that is written correctly but is not legal in the position; the message quotes it."""


class Kinds(KernelObject):
    """The kinds of things that stand on the cells of a game, as `Game.contents` numbers them.

    pieces: kinds that each side has. neutral: kinds that belong to neither side. turned: whether `contents`
    shows the board to the second side turned by half, the last cell first, since the sides play towards each
    other. names: of the kinds of pieces and then of the others, in the plural; by default numbers.
    """

    def __init__(
        self, pieces: int = 0, neutral: int = 0, turned: bool = False, names: tuple[str, ...] = ()
    ) -> None:
        self.pieces, self.neutral, self.turned = pieces, neutral, turned
        several = pieces + neutral > 1
        kinds = range(1, 1 + pieces + neutral)
        self.names = names or tuple(f"pieces of kind {kind}" if several else "pieces" for kind in kinds)
        self.values = 1 + 2 * pieces + neutral
        """The number of contents that a cell may have, nothing included; 1 for a game that does not list
        contents.
        """


Step: TypeAlias = int | str
"""A cell to be clicked, or a word for what is no cell, such as `pass`."""

Facts: TypeAlias = tuple[tuple[str, str], ...]
"""Facts about a move, a piece or a position: keys, which a front end has words for, and values."""


class Inspection(NamedTuple):
    """Facts about the piece on a cell.

    reach: the cells that it could go to if it were its turn. sight: those with a piece that it could then
    attack, after going there if the rules say so. Both ascending.
    """

    cell: int
    facts: Facts = ()
    reach: tuple[int, ...] = ()
    sight: tuple[int, ...] = ()


class Ending(NamedTuple):
    """The reason for which a game ended, and the place.

    reason: a key, which a front end knows words for. words: the reason in English, such as `five in a row`.
    cells: those that decided the game, such as the winning line; ascending.
    """

    reason: str
    words: str
    cells: tuple[int, ...] = ()


class Example(NamedTuple):
    """A few moves from the start, with remarks, from which people learn a game.

    start: the remark on the start. moves: each with the remark on it. ends: whether they end a game.
    """

    start: str
    moves: tuple[tuple[str, str], ...]
    ends: bool = False


NO_COUNTS: Final[Mapping[str, int | str]] = {}


class Preset(NamedTuple):
    """A form of a game that people know, such as a larger board.

    spec: with all parameters of the form written out, defaults included. label: what it is called, a text
    that is the same in all languages, or the key of a message among the `presets` of the game's words; if
    empty, people read the values of the spec. counts: the placeholders of that message.
    """

    spec: str
    label: str = ""
    counts: Mapping[str, int | str] = NO_COUNTS


def presets(pattern: str, *values: int | str) -> tuple[Preset, ...]:
    """Forms that differ in one value, which stands for each `{0}` in the pattern of their specs."""
    return tuple(Preset(pattern.format(value)) for value in values)


class Traits(NamedTuple):
    """The traits of a game that people ask about before they choose it.

    minutes: that a game takes; 0 if nobody has said. difficulty: 1 for what is learned while one plays, 2 for
    what takes some practice, 3 for what takes many evenings; 0 if nobody has said. known: a guess at how many
    of a hundred people would choose it, which orders games that have not been played yet.
    """

    minutes: int = 0
    difficulty: int = 0
    known: int = 0


class Staging(NamedTuple):
    """The movement of pieces as the steps of a move are chosen one after another.

    mover: the cell of the piece that moves; None for that of the first step. It goes with each step to an
    empty cell, `carries` times at the most if that is not None; 0 where no piece moves, as in a game of
    sowing whose moves name two pits. may_vanish: its own move may take it from the board, as where it is
    struck back.
    """

    mover: int | None = None
    carries: int | None = None
    may_vanish: bool = False
