"""The result of reading a game: the moves up to the first fault, and the line and column of that fault."""

from __future__ import annotations

import bisect
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Final, NamedTuple

from nupp.boards import SquareBoard
from nupp.formats.record import GameRecord, RecordError, record_of
from nupp.formats.tree import NOTHING, LeftOut, Tree
from nupp.rules import Game, IllegalMoveError, Position, game

PASS: Final = "pass"
"""The move of a side that cannot move, in games that have one; many files leave it out."""

UNKNOWN: Final = "?"
"""The name of a player that a file does not name, as in PGN."""

RESIGNATION: Final = "resignation"
"""The termination of a game that a side has given up."""

FEW: Final = 3
"""This many moves without separators are no coincidence."""
_LONGEST_MOVE: Final = 200
"""Characters that the text of no move exceeds."""


class GameNeededError(RecordError):
    """A text that does not say which game its moves belong to."""


class Fault(NamedTuple):
    """A fault of a text: a message that quotes it and names what was expected, the text, and the place.

    line, column: of the text, counted from 1.
    """

    message: str
    text: str
    line: int = 1
    column: int = 1

    def __str__(self) -> str:
        return f"line {self.line}, column {self.column}: {self.message}"


class Source:
    """A text with its lines.

    place: the offset of what is being read of the head of a game, for errors that end the reading.
    """

    def __init__(self, text: str) -> None:
        self.text, self.place = text, 0

    @cached_property
    def _breaks(self) -> list[int]:
        return [place for place, character in enumerate(self.text) if character == "\n"]

    def fault(self, message: str, text: str, offset: int) -> Fault:
        """The fault of a part of the text that begins at an offset."""
        line = bisect.bisect_left(self._breaks, offset)
        begin = self._breaks[line - 1] + 1 if line else 0
        return Fault(message, text, line + 1, offset - begin + 1)


@dataclass(frozen=True)
class ReadOptions:
    """The options with which games are read.

    rules: the game whose moves they are where a text names none, or names no more than fits these rules.
    make: makes the game of a spec that a text names; a server lets some through only. most: the greatest
    number of moves; one more is a fault.
    """

    rules: Game | None = None
    make: Callable[[str], Game] = game
    most: int = 10_000

    def required(self) -> Game:
        """The rules; GameNeededError if there are none."""
        if self.rules is None:
            raise GameNeededError("a list of moves: expected the game that they belong to")
        return self.rules

    def game(self, spec: str, fits: Callable[[Game], bool]) -> Game:
        """The rules if they fit what a text says, else the game of a spec."""
        return self.rules if self.rules is not None and fits(self.rules) else self.make(spec)


@dataclass(frozen=True)
class Reading:
    """A game that was read from a text.

    position: the one that was reached, with the moves that led to it. players: first and second, if they are
    named. outcome: `first`, `second` or `draw` as the text has it, None if it says nothing. fault: what ended
    the reading before the text did. termination: why the game ended, if not by the rules. seconds: the time
    of each move, empty if it is not recorded. more: further fields of the record. tree: the moves with
    variations and notes, empty if none of these were kept. left_out: what of them was not.
    """

    position: Position
    players: tuple[str, str] | None = None
    outcome: str | None = None
    fault: Fault | None = None
    termination: str | None = None
    seconds: tuple[float, ...] = ()
    more: dict[str, Any] = field(default_factory=dict)
    tree: Tree = ()
    left_out: LeftOut = NOTHING

    @property
    def start(self) -> Position:
        """The position that the game began from."""
        first = self.position
        while first.previous is not None:
            first = first.previous
        return first

    @property
    def record(self) -> GameRecord:
        """The record of the game; one that ended by the rules has their outcome."""
        details = {"termination": self.termination} | self.more
        if self.outcome is not None and not self.position.is_over:
            details["outcome"] = self.outcome
        if len(self.seconds) == self.position.ply and any(self.seconds):
            details["seconds"] = self.seconds
        if (self.more.get("opening") or 0) > self.position.ply:
            details["opening"] = None
        return record_of(self.position, self.players or (UNKNOWN, UNKNOWN), **details)


def titled(title: str) -> dict[str, Any]:
    """The fields of a record that keep the title of a game, if a file has one."""
    return {"extra": {"title": title}} if title not in ("", UNKNOWN) else {}


def rows_of(rules: Game) -> Sequence[Sequence[int]]:
    """The cells of a square board as one sees it, row by row from the top."""
    assert isinstance(rules.board, SquareBoard)
    return rules.board.rows


class Replay:
    """Plays the moves of a text one after another; the first fault ends that.

    position: the one reached. ply: how many moves led there, those before the start included, which are as
    many as it is made with. fault: what was wrong, if something was.
    """

    def __init__(self, source: Source, start: Position, most: int, ply: int = 0) -> None:
        self.position, self.ply = start, ply
        self.fault: Fault | None = None
        self._source, self._most = source, most

    def play(self, text: str, offset: int, shown: str = "") -> bool:
        """Play a move that stands at an offset, written as `shown` if that is given; False if it is wrong."""
        if self.fault is None:
            self._play(text, shown or text, offset)
        return self.fault is None

    def _play(self, text: str, shown: str, offset: int) -> None:
        if self.ply >= self._most:
            self.fail("expected no more moves, these are as many as can be read", shown, offset)
            return
        try:
            self.position = self._following(text)
            self.ply += 1
        except ValueError as error:
            self.fail(str(error), shown, offset)

    def _following(self, text: str) -> Position:
        """The position after a move, before which a pass that could not be helped may have been left out."""
        try:
            return self.position.play(text)
        except IllegalMoveError:
            if self.position.legal_moves != (PASS,):
                raise
            following = self.position.play(PASS).play(text)
            self.ply += 1
            return following

    def play_row(self, text: str, offset: int, few: int = FEW) -> bool:
        """Play a move, or several without separators, that stand at an offset; False if there is a fault.

        What begins like fewer moves than `few` but goes on otherwise is taken for one move that was mistyped.
        """
        position, ply, place = self.position, self.ply, 0
        if self.play(text, offset) or ply >= self._most:
            return self.fault is None
        mistyped, self.fault = self.fault, None
        while move := self._first_of(text[place : place + _LONGEST_MOVE].lower()):
            if not self.play(move, offset + place):
                return False
            place += len(move)
        rest = text[place:]
        if rest and self.ply - ply < few:
            self.position, self.ply, self.fault = position, ply, mistyped
        elif rest:
            self.fail(f"{rest!r} begins with no move that is legal here", rest, offset + place)
        return self.fault is None

    def _first_of(self, text: str) -> str:
        """The longest legal move that a text begins with; empty if there is none."""
        moves = self.position.legal_moves
        if moves == (PASS,) and not text.startswith(PASS):
            moves = self.position.play(PASS).legal_moves
        return max((move for move in moves if text.startswith(move.lower())), key=len, default="")

    def is_turn_of(self, side: int) -> bool:
        """True if a side may be said to move: it is its turn, or that of its opponent who can only pass."""
        return self.position.to_move == side or self.position.legal_moves in ((), (PASS,))

    def fail(self, message: str, text: str, offset: int) -> None:
        """Note a fault, unless there has been one."""
        if self.fault is None:
            self.fault = self._source.fault(f"move {self.ply + 1}: {message}", text, offset)
