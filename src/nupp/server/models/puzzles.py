"""Puzzles: positions with one best move, and answers to them."""

from __future__ import annotations

from typing import Literal

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
    rating: int
    proof: Literal["exact", "deep"]
    """The proof: results that are certain, or a deep search."""
    themes: list[str]
    """Themes such as `sacrifice`; the page shows them when the puzzle is solved."""


class PuzzleTry(Request):
    """An answer to a puzzle; null to be shown the solution."""

    move: MoveText | None


class PuzzleResult(Answer):
    """The result of an answer."""

    right: bool
    counted: bool
    """True for the first answer to this puzzle, which is the one that counts."""
    line: list[str] | None
    """The best line, beginning with the answer; null while one may try again."""
    before: int | None
    """The rating of the client's person before and after it; null for guests, and where it did not count."""
    after: int | None
