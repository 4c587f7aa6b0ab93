"""Puzzles: positions with one best move, and answers to them."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from nupp.server.models.positions import Scene
from nupp.server.models.shared import Answer, MoveText, Request


class PuzzleCount(Answer):
    """A game that has puzzles, by its name, or a theme of its puzzles, and how many there are."""

    game: str
    theme: str | None
    count: int


class PuzzleTask(Answer):
    """A puzzle as it is asked: the position with its legal moves, and not the answer."""

    number: int
    game: str
    """The spec of the game."""
    moves: list[str]
    """The moves to the position, from the start."""
    scene: Scene
    asked: int
    """The number of moves that are asked for; the opponent answers in between."""
    rating: int
    proof: Literal["exact", "deep"]
    """The proof: results that are certain, or a deep search."""
    themes: list[str]
    """Themes such as `sacrifice`; the page shows them when the puzzle is solved."""


Found = Annotated[int, Field(ge=0, le=100)]
"""The number of moves of the puzzle that have been found before."""


class PuzzleTry(Request):
    """An answer to a puzzle; null to be shown the solution."""

    move: MoveText | None
    found: Found = 0


class PuzzleHintRequest(Request):
    """A question for a hint. whole: for the move itself, not only for where it is."""

    found: Found = 0
    whole: bool = False


class PuzzleHint(Answer):
    """A hint; with one a puzzle counts as not solved."""

    cells: list[int]
    """The cell where the best move begins or, if that says all, some with it among them; none for a word."""
    move: str | None
    """The move where it is asked for, or has no cell to point to; else null."""
    before: int | None
    """The ratings as of an answer."""
    after: int | None


class PuzzleResult(Answer):
    """The result of an answer."""

    right: bool
    counted: bool
    """True if this settled the puzzle for the client: its first answer that is wrong, or finds the last move.

    A right answer in between settles nothing, and a hint or an answer before leaves nothing to settle.
    """
    reply: str | None
    """The opponent's answer to a right move, after which the next one is asked for; else null."""
    line: list[str] | None
    """The best line, beginning with the answer; null while one may try again."""
    before: int | None
    """The rating of the client's person before and after it; null for guests, and where it did not count."""
    after: int | None
