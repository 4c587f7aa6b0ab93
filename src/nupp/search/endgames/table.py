"""Endgame tables in files, and what they say of a position.

A file `NAME.endgames` is one of `nupp.search.packed`, with `pieces` and `positions` in its JSON, and a byte
for the value of each position. Those of more than LARGE positions are mapped into memory, others compressed.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from functools import cached_property, lru_cache
from pathlib import Path
from typing import Any, ClassVar, Final, NamedTuple, TypeVar

import numpy as np

from nupp.evaluators import Evaluator
from nupp.evaluators.learned import stamp_of
from nupp.kernel import Record, interpreted
from nupp.rules import Game, Position
from nupp.search.endgames.contract import endgames_of
from nupp.search.endgames.numbering import MOST_PIECES, Numbering, Slice
from nupp.search.endgames.packing import DRAWN, LOST, Values, histogram, packed_of
from nupp.search.packed import (
    Format,
    PackedError,
    about_packed,
    files_by_extent,
    first_sound,
    read_mapped,
    read_packed,
    require_sound,
    user_file,
    write_mapped,
    write_packed,
)
from nupp.search.scores import WIN
from nupp.spec import parse_spec

SIZES: Final = range(2, MOST_PIECES + 1)
"""The pieces up to which tables may be."""
TABLES: Final = Format("endgame table", ".endgames", b"nupp endgames 1\n", "nupp tables", "pieces", SIZES)

LARGE: Final = 1 << 24
"""Tables of more positions are not unpacked in each process that reads them."""

_KNOWN_WIN: Final = WIN - 1
"""The score of a position that a table knows to be won, less the plies to its conversion; above KNOWN."""


T = TypeVar("T")


class Ending(NamedTuple):
    """The value of a position: 1, 0 or -1 for the side to move, and the plies to a conversion."""

    outcome: int
    plies: int


class MaterialTable(ABC):
    """A table of all positions of a game with up to `pieces` pieces.

    content: the bytes of the positions, as the kind of table has them. path: the file. PackedError if there
    are more or fewer bytes than the positions take: compiled code does not check where it reads.
    """

    format: ClassVar[Format]

    def __init__(self, game: Game, pieces: int, content: Values, path: Path) -> None:
        self.game, self.pieces, self.content, self.path = game, pieces, content, path
        self.numbering = Numbering(game, pieces)
        expected = self.size(self.numbering.positions)
        if len(content) != expected:
            raise PackedError(
                f"{str(path)!r} has {len(content):,} bytes of values: expected {expected:,}; build it anew"
            )

    @staticmethod
    @abstractmethod
    def size(positions: int) -> int:
        """The number of bytes that positions take."""

    def holds(self, position: Position) -> bool:
        """True if a position is in the table: few pieces, and the game goes on."""
        if position.is_over:
            return False
        with interpreted():
            return self.numbering.endgames.pieces(self.game, position.state[0]) <= self.pieces

    def number_of(self, position: Position) -> int:
        """The number of a position; nothing is compiled for it, since the clock of a player may run."""
        with interpreted():
            return self.numbering.number(self.game, position.state[0])

    def require_sound(self) -> None:
        """Read the whole table; PackedError if its bytes are not those that were written to its file."""
        require_sound(self.path, self.format, self.game, self.content)

    @property
    @abstractmethod
    def packed(self) -> Values:
        """The outcomes of all positions, two bits each."""

    @abstractmethod
    def values_of(self, part: Slice) -> Values:
        """The values of a slice, as `building` has them."""

    @abstractmethod
    def tally(self) -> dict[str, int]:
        """The numbers of won and lost positions, by name."""


class EndgameTable(MaterialTable):
    """A table with distances: its `values` are those of `building`, a byte for each position."""

    format = TABLES

    @staticmethod
    def size(positions: int) -> int:
        return positions

    @property
    def values(self) -> Values:
        return self.content

    def look_up(self, position: Position) -> Ending:
        """The value of a position that the table holds, if no count and no repetition draws."""
        value = int(self.values[self.number_of(position)])
        if value == DRAWN:
            return Ending(0, 0)
        return Ending(1, value) if value < LOST else Ending(-1, value - LOST)

    def values_of(self, part: Slice) -> Values:
        return self.values[part.first : part.first + part.size]

    @cached_property
    def packed(self) -> Values:
        return packed_of(self.values)

    def tally(self) -> dict[str, int]:
        """The numbers of won and lost positions, and the most plies that a win takes to a conversion."""
        counts = histogram(self.values)
        won, lost = counts[DRAWN + 1 : LOST], counts[LOST:]
        farthest = int(np.flatnonzero(won).max(initial=-1)) + 1
        return {"won": int(won.sum()), "lost": int(lost.sum()), "farthest": farthest}


class KnowingEndgames(Evaluator[Game]):
    """An evaluator that knows the endgames in a table, and leaves other positions to another evaluator.

    A won position is worth the less the more plies there are to its conversion, so that a search gets on with
    it. One in which a count may draw before that counts as drawn.
    """

    name: ClassVar[str] = "endgames"
    data = ("values",)

    def __init__(self, inner: Evaluator[Any], table: EndgameTable) -> None:
        self.inner, self.values = inner, table.values
        self.numbering, self.endgames = table.numbering, table.numbering.endgames
        self.pieces = table.pieces
        self.scale, self.unit = inner.scale, inner.unit

    def evaluate(self, game: Game, state: Record) -> int:
        if self.endgames.pieces(game, state) > self.pieces:
            return self.inner.evaluate(game, state)
        value = int(self.values[self.numbering.number(game, state)])
        if value == DRAWN:
            return 0
        plies = value if value < LOST else value - LOST
        if value >= LOST and game.repetition.plies(game, state) == 0:
            plies = 0  # the winner has just converted, which is progress however long the rest may take
        if plies > game.repetition.plies_left(game, state):
            return 0
        return _KNOWN_WIN - plies if value < LOST else plies - _KNOWN_WIN

    def is_certain(self, game: Game, state: Record) -> bool:
        return self.endgames.pieces(game, state) <= self.pieces

    def stage(self, game: Game, state: Record) -> int:
        return self.inner.stage(game, state)

    def scale_in(self, game: Game) -> float:
        return self.inner.scale_in(game)


# ---- files ---------------------------------------------------------------------------------------


def pattern_of(game: Game) -> str:
    """The spec of the games that a table of a game is for, with `*` for parameters that do not matter."""
    endgames, spec = endgames_of(game), parse_spec(game.spec)
    free = dict.fromkeys(endgames.indifferent if endgames else (), "*")
    arguments = ",".join(f"{key}={text}" for key, text in {**spec.arguments, **free}.items())
    return f"{spec.name}:{arguments}" if arguments else spec.name


def place_of(game: Game, pieces: int) -> Path:
    """The file in the user's data folder for the table of a game."""
    return user_file(game, TABLES, f"-{pieces}")


def write_table(path: Path, game: Game, pieces: int, values: Values) -> None:
    """Write a table to a file, in place of the one that is there."""
    about = {"fits": [pattern_of(game)], "pieces": pieces, "positions": len(values)}
    if len(values) > LARGE:
        write_mapped(path, TABLES, about, values)
    else:
        write_packed(path, TABLES, about, values.tobytes())


def read_table(path: Path, game: Game) -> EndgameTable:
    """The table in a file, for a game that it fits.

    PackedError for a file that does not fit or is damaged; of one that is mapped, `require_sound` sees more.
    """
    found = _read(path, stamp_of(path), game)
    if isinstance(found, str):
        raise PackedError(found)
    return found


@lru_cache(maxsize=8)
def _read(path: Path, stamp: tuple[int, int], game: Game) -> EndgameTable | str:
    """A table, or why it cannot be read: neither is found out twice in a process."""
    try:
        if "mapped" in about_packed(path, TABLES):
            about, values = read_mapped(path, TABLES, game)
        else:
            about, content = read_packed(path, TABLES, game)
            values = np.frombuffer(content, np.uint8)
        return EndgameTable(game, about["pieces"], values, path)
    except ValueError as error:
        return str(error)


def files_of(game: Game, format: Format) -> list[Path]:
    """The files of a format that fit a game by their JSON, those of most pieces first.

    A warning for files that are no tables.
    """
    return [] if endgames_of(game) is None else files_by_extent(game, format)


def largest_of(game: Game, format: Format, read: Callable[[Path, Game], T]) -> T | None:
    """The table of the most pieces that fits a game; None if there is none.

    A warning for files that are no tables, and for damaged ones of more pieces.
    """
    return first_sound(files_of(game, format), game, format, read)


def table_of(game: Game) -> EndgameTable | None:
    """The table with distances of the most pieces that fits a game; see `largest_of`."""
    return largest_of(game, TABLES, read_table)
