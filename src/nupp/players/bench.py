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
    """A position to be searched: a game, the depth in plies, and the moves that lead there."""

    game: str
    depth: int
    moves: str = ""

    def __str__(self) -> str:
        return f"{self.game} after {len(self.moves.split())} moves, depth {self.depth}"


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


POSITIONS: Final = (
    Case("tictactoe", 9),
    Case("tictactoe", 7, "a1 b2"),
    Case("tictactoe:dead=true", 9),
    Case("mnk", 4),
    Case("mnk", 4, "h8 i9 i8 h9 g8 j8"),
    Case("mnk", 4, "h8 i9 i8 h9 g8 j8 f8 e8 j9 g6 g9 h7 i10"),
    Case("mnk:width=7,height=7,k=4", 7, "d4"),
    Case("mnk:width=7,height=7,k=4", 8, "d4 e5 c3"),
    Case("othello", 11),
    Case("othello", 10, "d3 c5 f6 e3 d6 e6 f2 c4 f4 c2 d2 e2 f7 c6"),
    Case(
        "othello",
        10,
        "c4 e3 f6 e6 f5 g6 f2 b4 g5 g4 c3 c5 d6 c6 d7 e7 f3 f4 b3 c2 e8 c8 g7 g2 f7 a4 h1 h8 d3 g3 h3 "
        "b5 d8 f8",
    ),
    Case(
        "othello",
        14,
        "e6 f4 c3 d6 e3 f6 f7 f8 c6 b2 g4 f2 g8 h8 d2 d7 b4 e2 a1 e7 f3 c5 d3 g7 c7 c4 d8 f5 g3 b7 a8 "
        "a3 c2 h5 e1 b3 h4 b6 a7 f1 a2 h3 a4 b5 c8 b8",
    ),
    Case("reversi", 12),
    Case("reversi", 10, "d4 e4 d5 e5 f3 c5 f6 e3 e2 g7 c4 d3"),
    Case(
        "reversi",
        10,
        "d4 e4 d5 e5 f5 c4 d3 e6 c6 e3 f4 c3 d6 g5 e2 f6 h5 g6 c5 d7 f3 e1 d8 h6 g3 h4 d2 c2 d1 g2",
    ),
    Case("hexxagon", 7),
    Case("hexxagon", 7, "a2 e1-d2 a1-c2 b6 a3 a4 a2-b4 b5 i1-g1 b5-c7"),
    Case(
        "hexxagon",
        7,
        "a2 b6 a3 i5-g5 a3-b5 g5-i5 b1 f1 c1 d1 c7 e1-e3 b1-d2 e2 e9-f7 c2 a2-b1 d2-b2 c7-c5 a2 d2 e1 "
        "g7 a2-a4 b4 a5-c6 h6 c5-a5 f7-e9 b2-d3",
    ),
    Case("hexxagon:holes=none,blocked=fill", 7, "a2 i5-i3 i2 b6 a3 a4 a2-b4 b5"),
)
"""Openings, middle games and an endgame of each game, chosen so that all of it takes a few seconds."""


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
