"""The bench: fixed positions searched to fixed depths, to see what a change does to the search.

The node counts depend on nothing but the rules, the evaluators and the search, so a refactoring that
changes none of them leaves the signature as it was.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from nupp.games import game
from nupp.players.budget import Budget
from nupp.players.catalogue import player
from nupp.players.warmup import prepare

PLAYER: Final = "alphabeta"


@dataclass(frozen=True)
class Case:
    """A position to be searched: a game, the moves that lead there, and the depth in plies."""

    game: str
    moves: str
    depth: int

    def __str__(self) -> str:
        return f"{self.game} depth {self.depth} after {self.moves or 'no moves'}"


@dataclass(frozen=True)
class Measure:
    """What searching a position took."""

    case: Case
    move: str
    score: int | float
    nodes: int
    seconds: float

    def to_dict(self) -> dict[str, Any]:
        """As JSON has it."""
        return {
            **vars(self.case),
            "move": self.move,
            "score": self.score,
            "nodes": self.nodes,
            "seconds": self.seconds,
        }


POSITIONS: Final = (Case("tictactoe", "", 9),)


def measure(case: Case) -> Measure:
    """Search a position with a new player, whose memory of other positions is empty."""
    made = game(case.game)
    prepare(PLAYER, made)
    position = made.start_position().play_all(case.moves.split())
    found = player(PLAYER, made).choose(position, Budget(depth=case.depth))
    return Measure(case, found.move, found.score, found.nodes, found.seconds)


def signature(measures: Sequence[Measure]) -> str:
    """Eight hexadecimal digits that depend on every node count."""
    counts = "\n".join(f"{one.case}: {one.nodes}" for one in measures)
    return hashlib.sha256(counts.encode()).hexdigest()[:8]
