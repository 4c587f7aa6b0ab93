"""Endgame tables of outcomes, for more pieces than those with distances, and how searches use them.

A file `NAME.outcomes` is one of `nupp.search.packed` that is mapped into memory, with `pieces` and
`positions` in its JSON, and two bits for each position as `nupp.search.endgames.packing` has them.
"""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path
from typing import Any, ClassVar, Final

from nupp.evaluators import Evaluator
from nupp.evaluators.learned import stamp_of
from nupp.kernel import Record
from nupp.rules import Game, Position
from nupp.search.endgames.numbering import Numbering, Slice
from nupp.search.endgames.packing import (
    DRAW,
    LOSS,
    WIN,
    Values,
    outcome_at,
    packed_size,
    tally,
    unpacked,
)
from nupp.search.endgames.table import (
    SIZES,
    TABLES,
    KnowingEndgames,
    MaterialTable,
    files_of,
    largest_of,
    pattern_of,
    table_of,
)
from nupp.search.packed import Format, read_mapped, user_file, write_mapped

OUTCOMES: Final = Format(
    "endgame table of outcomes", ".outcomes", b"nupp outcomes 1\n", "nupp tables", "pieces", SIZES
)

_MOST: Final = 1_000_000
"""Evaluations of positions are cut to this size where outcomes are known of others."""
_WON: Final = 3 * _MOST
"""The score of a position that is won by its outcome, give or take its evaluation."""


class OutcomeTable(MaterialTable):
    """A table of outcomes alone."""

    format = OUTCOMES

    @staticmethod
    def size(positions: int) -> int:
        return packed_size(positions)

    @property
    def packed(self) -> Values:
        return self.content

    def look_up(self, position: Position) -> int:
        """1, 0 or -1 for the side to move of a position that the table holds, if nothing draws by a count."""
        outcome = outcome_at.function(self.packed, self.number_of(position))
        return int(outcome == WIN) - int(outcome == LOSS)

    def keeping(self, position: Position) -> tuple[int, ...]:
        """The codes of the moves that keep the outcome of a position that the table holds."""
        outcome = self.look_up(position)
        after = ((code, position.play_code(code)) for code in position.legal_move_codes)
        return tuple(code for code, child in after if self._outcome_after(position, child) == outcome)

    def _outcome_after(self, position: Position, child: Position) -> int:
        if child.is_over:
            return child.outcome * (1 - 2 * position.to_move)
        return -self.look_up(child)

    def values_of(self, part: Slice) -> Values:
        return unpacked(self.packed, part.first, part.size)

    def tally(self) -> dict[str, int]:
        won, lost = tally(self.packed)
        return {"won": won, "lost": lost}


class KnowingOutcomes(Evaluator[Game]):
    """An evaluator that knows the outcomes in a table, and leaves other positions to another evaluator.

    known: the number of pieces up to which the other one has distances, and is asked instead. A drawn
    position is worth 0. A won one is worth more than any that is not known, and of two of them that which the
    other evaluator prefers is worth more. Its win is searched, since the table does not show how, and a count
    may draw first.
    """

    name: ClassVar[str] = "outcomes"
    data = ("packed",)

    def __init__(self, inner: Evaluator[Any], table: OutcomeTable, known: int) -> None:
        self.inner, self.known = inner, known
        self.packed, self.pieces = table.packed, table.pieces
        self.numbering, self.endgames = table.numbering, table.numbering.endgames
        self.scale, self.unit = inner.scale, inner.unit

    def evaluate(self, game: Game, state: Record) -> int:
        pieces = self.endgames.pieces(game, state)
        if pieces <= self.known:
            return self.inner.evaluate(game, state)
        value = min(_MOST, max(-_MOST, self.inner.evaluate(game, state)))
        if pieces > self.pieces:
            return value
        outcome = outcome_at(self.packed, self.numbering.number(game, state))
        if outcome == DRAW:
            return 0
        return value + _WON if outcome == WIN else value - _WON

    def is_certain(self, game: Game, state: Record) -> bool:
        pieces = self.endgames.pieces(game, state)
        if pieces <= self.known:
            return self.inner.is_certain(game, state)
        if pieces > self.pieces:
            return False
        return outcome_at(self.packed, self.numbering.number(game, state)) == DRAW

    def stage(self, game: Game, state: Record) -> int:
        return self.inner.stage(game, state)

    def scale_in(self, game: Game) -> float:
        return self.inner.scale_in(game)


def with_endgames(evaluator: Evaluator[Any], game: Game) -> Evaluator[Any]:
    """An evaluator that knows a game's endgame tables, too; the same one if there is none."""
    table, outcomes = table_of(game), outcomes_of(game)
    if table is not None:
        evaluator = KnowingEndgames(evaluator, table)
    if outcomes is not None:
        evaluator = KnowingOutcomes(evaluator, outcomes, 0 if table is None else table.pieces)
    return evaluator


# ---- files ---------------------------------------------------------------------------------------


def place_of_outcomes(game: Game, pieces: int) -> Path:
    """The file in the user's data folder for the outcomes of a game."""
    return user_file(game, OUTCOMES, f"-{pieces}")


def write_outcomes(path: Path, game: Game, pieces: int, packed: Values) -> None:
    """Write outcomes to a file, in place of the one that is there."""
    about = {"fits": [pattern_of(game)], "pieces": pieces, "positions": Numbering(game, pieces).positions}
    write_mapped(path, OUTCOMES, about, packed)


def read_outcomes(path: Path, game: Game) -> OutcomeTable:
    """The outcomes in a file, mapped into memory, for a game that it fits; errors as for `read_mapped`."""
    return _read(path, stamp_of(path), game)


@lru_cache(maxsize=8)
def _read(path: Path, stamp: tuple[int, int], game: Game) -> OutcomeTable:
    about, packed = read_mapped(path, OUTCOMES, game)
    return OutcomeTable(game, about["pieces"], packed, path)


def outcomes_of(game: Game) -> OutcomeTable | None:
    """The outcomes of the most pieces that fit a game, if they are more than those with distances.

    A warning for files that are no tables, and for damaged ones of more pieces.
    """
    table, outcomes = table_of(game), largest_of(game, OUTCOMES, read_outcomes)
    known = 0 if table is None else table.pieces
    return outcomes if outcomes is not None and outcomes.pieces > known else None


def has_tables(game: Game) -> bool:
    """True if there are files of tables for a game; whether they are damaged is not seen."""
    return any(files_of(game, format) for format in (TABLES, OUTCOMES))
