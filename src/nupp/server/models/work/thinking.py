"""Thoughts of players, and their budgets."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from nupp.players import Budget as PlayerBudget
from nupp.server.models.shared import Answer, Request, Seconds, Side, Step


class Candidate(Answer):
    """A move that a player considered; its score from the view of the side to move."""

    move: str
    score: float
    score_kind: str
    score_text: str
    """The score for people: `+35`, `win in 7`."""
    expectation: float | None
    """The result that the first side may expect after it, 0 to 1; null where that is not known."""
    visits: int
    pv: list[str]
    """The best line that begins with it; empty where the search has none."""
    steps: list[Step]


class Thought(Answer):
    """A thought of a player on a position. expectation: the expected result of the first side."""

    side: Side
    player: str
    ply: int
    done: bool
    """True if it has come to an end."""
    move: str
    score: float
    score_kind: str
    score_text: str
    expectation: float | None
    """The result that the first side may expect, 0 to 1; null where that is not known."""
    pv: list[str]
    depth: int
    nodes: int
    nodes_per_second: float
    seconds: float
    candidates: list[Candidate]
    compiled: float | None
    """The share of the player's code that was compiled, 0 to 1, if a quick search as plain Python stood in
    for it; null otherwise.
    """


class Budget(Request):
    """The limits of a player for a move; it stops at the first that it meets."""

    seconds: Seconds | None = None
    nodes: Annotated[int, Field(ge=1, le=10**12)] | None = None
    depth: Annotated[int, Field(ge=1, le=1000)] | None = None

    def for_player(self) -> PlayerBudget:
        """The budget as players take it."""
        return PlayerBudget(self.seconds, self.nodes, self.depth)

    @classmethod
    def of(cls, budget: PlayerBudget) -> Budget:
        """The message for the budget of a player."""
        return cls.model_construct(seconds=budget.seconds, nodes=budget.nodes, depth=budget.depth)
