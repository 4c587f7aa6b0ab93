"""Messages of the explorer: moves that were played in a position, and what they are worth."""

from __future__ import annotations

from nupp.server.models.shared import Answer, Step


class ExploredMove(Answer):
    """A move that was played, and the games in which it was, by their results."""

    move: str
    steps: list[Step]
    first: int
    draws: int
    second: int


class Explored(Answer):
    """The moves that were played in a position, the most frequent first; games: all that were counted."""

    games: int
    moves: list[ExploredMove]


class SolvedMove(Answer):
    """A move of certain value. outcome: 1 if the side to move wins by it, 0 for a draw, -1 if it loses."""

    move: str
    steps: list[Step]
    outcome: int
    text: str
    """The value for people: `win in 7`."""
