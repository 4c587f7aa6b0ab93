"""Endgame tables in files, and what they say of a position.

A file `NAME.endgames` begins with a line that names the format and one of JSON: `fits`, the specs of the
games that it is for, with `*` for any value of a parameter; `pieces`; `positions`; and `digest`, the
SHA-256 of the values. The values follow, a byte each, compressed by LZMA.
"""

from __future__ import annotations

import hashlib
import json
import lzma
import re
import warnings
from functools import lru_cache
from operator import itemgetter
from pathlib import Path
from typing import Any, ClassVar, Final, NamedTuple

import numpy as np

from nupp.evaluators import Evaluator
from nupp.evaluators.learned import stamp_of, strength_folders, user_folder
from nupp.kernel import Record
from nupp.rules import Game, Position
from nupp.search.endgames.building import DRAWN, LOST, Values
from nupp.search.endgames.contract import endgames_of
from nupp.search.endgames.numbering import Numbering
from nupp.search.scores import WIN
from nupp.spec import fits, parse_spec

ENDING: Final = ".endgames"
_MAGIC: Final = b"nupp endgames 1\n"

_KNOWN_WIN: Final = WIN - 1
"""The score of a position that a table knows to be won, less the plies to its conversion; above KNOWN."""


class TableError(ValueError):
    """A file that holds no endgame table, or a damaged one."""


class Ending(NamedTuple):
    """The value of a position: 1, 0 or -1 for the side to move, and the plies to a conversion."""

    outcome: int
    plies: int


class EndgameTable:
    """The values of all positions of a game with up to `pieces` pieces.

    path: the file.
    """

    def __init__(self, game: Game, pieces: int, values: Values, path: Path) -> None:
        self.game, self.pieces, self.values, self.path = game, pieces, values, path
        self.numbering = Numbering(game, pieces)

    def holds(self, position: Position) -> bool:
        """True if a position is in the table: few pieces, and the game goes on."""
        if position.is_over:
            return False
        return self.numbering.endgames.pieces(self.game, position.state[0]) <= self.pieces

    def look_up(self, position: Position) -> Ending:
        """The value of a position that the table holds, if no count and no repetition draws."""
        value = int(self.values[self.numbering.number(self.game, position.state[0])])
        if value == DRAWN:
            return Ending(0, 0)
        return Ending(1, value) if value < LOST else Ending(-1, value - LOST)

    def tally(self) -> dict[str, int]:
        """The numbers of won and lost positions, and the most plies that a win takes to a conversion."""
        won, lost = (self.values > DRAWN) & (self.values < LOST), self.values >= LOST
        farthest = int(self.values[won].max(initial=0))
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


def _is_for(game: Game, about: dict[str, Any]) -> bool:
    return any(fits(game.spec, pattern) for pattern in about["fits"])


def place_of(game: Game, pieces: int) -> Path:
    """The file in the user's data folder for the table of a game."""
    name = re.sub(r"[^A-Za-z0-9.=-]+", "-", game.spec)
    return user_folder(game) / f"{name}-{pieces}{ENDING}"


def write_table(path: Path, game: Game, pieces: int, values: Values) -> None:
    """Write a table to a file, in place of the one that is there."""
    about = {
        "fits": [pattern_of(game)],
        "pieces": pieces,
        "positions": len(values),
        "digest": hashlib.sha256(values.data).hexdigest(),
    }
    beside = path.with_name(path.name + ".new")
    with beside.open("wb") as file:
        file.write(_MAGIC + json.dumps(about).encode() + b"\n")
        file.write(lzma.compress(values.data))
    beside.replace(path)


def about_table(path: Path) -> dict[str, Any]:
    """The head of a file; TableError if it is no file of a table."""
    with path.open("rb") as file:
        if file.readline() != _MAGIC:
            raise TableError(f"{str(path)!r} is no endgame table: expected a file made by `nupp tables`")
        try:
            about: dict[str, Any] = json.loads(file.readline())
        except ValueError:
            raise TableError(f"{str(path)!r} is damaged: expected JSON in its second line") from None
    return about


def read_table(path: Path, game: Game) -> EndgameTable:
    """The table in a file, for a game that it fits; TableError for a file that is damaged."""
    return _read(path, stamp_of(path), game)


@lru_cache(maxsize=8)
def _read(path: Path, stamp: tuple[int, int], game: Game) -> EndgameTable:
    about = about_table(path)
    if not _is_for(game, about):
        raise TableError(f"{str(path)!r} is for {', '.join(about['fits'])}: expected one for {game.spec}")
    with path.open("rb") as file:
        file.readline(), file.readline()
        try:
            content = lzma.decompress(file.read())
        except (lzma.LZMAError, EOFError) as error:
            raise TableError(f"{str(path)!r} is damaged: {error}") from None
    if len(content) != about["positions"] or hashlib.sha256(content).hexdigest() != about["digest"]:
        raise TableError(f"{str(path)!r} is damaged: its values are not those that were written")
    return EndgameTable(game, about["pieces"], np.frombuffer(content, np.uint8), path)


def table_file_of(game: Game) -> Path | None:
    """The file with the table of the most pieces that fits a game; None if there is none.

    A warning for files that are no tables.
    """
    if endgames_of(game) is None:
        return None
    paths = (path for folder in strength_folders(game) for path in sorted(folder.glob(f"*{ENDING}")))
    fitting = []
    for path in paths:
        try:
            about = about_table(path)
            if _is_for(game, about):
                fitting.append((int(about["pieces"]), path))
        except (OSError, ValueError, KeyError, TypeError) as error:
            warnings.warn(f"endgame table left out: {str(path)!r}: {error}", stacklevel=2)
    return max(fitting, key=itemgetter(0))[1] if fitting else None


def table_of(game: Game) -> EndgameTable | None:
    """The table of the most pieces that fits a game; None if there is none."""
    path = table_file_of(game)
    return None if path is None else read_table(path, game)


def with_endgames(evaluator: Evaluator[Any], game: Game) -> Evaluator[Any]:
    """An evaluator that knows a game's endgame table, too; the same one if there is no table."""
    table = table_of(game)
    return evaluator if table is None else KnowingEndgames(evaluator, table)
