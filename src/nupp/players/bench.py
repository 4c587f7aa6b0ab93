"""The bench: fixed positions searched to fixed depths, to see what a change does to the search.

The node counts depend on nothing but the rules, the evaluators and the search, so a refactoring that
changes none of them leaves the signature as it was.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from nupp.players.budget import Budget
from nupp.players.catalogue import player
from nupp.players.warmup import prepare
from nupp.rules import game

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
    Case("connectfour", 13),
    Case("connectfour", 13, "7 2 7 2 4 5 6 2 2 7"),
    Case("morris", 5),
    Case(
        "morris",
        7,
        "f6 f2 a4 b4 e5 d5 c3 d6 d3 b2 a7 d2xe5 e3xd6 d7 a1xd5 g7 e5 d1 e5-d5 b4-c4 d5-d6 c4-c5 f6-f4 c5-d5",
    ),
    Case("labyrinth:map=grid4x4", 9),
    Case("labyrinth:map=grid4x4", 11, "a4 b4 c2 a1 a1-a2 b4-b3"),
    Case("dotsandboxes:size=4,passing=false", 5),
    Case(
        "dotsandboxes:size=4,passing=false",
        6,
        "e1e2 c2c3 c1d1 b5c5 b4b5 a4a5 e2e3 b1b2 d4d5 a4b4 c1c2 e4e5 d2e2 a1a2 b2c2 b4c4 c2d2 a2b2 d3d4 "
        "d4e4 c3c4 b3c3",
    ),
    Case("amazons:size=6", 2),
    Case(
        "amazons:size=6",
        3,
        "a2-d5/b5 b6-d4/e4 b1-c1/b2 d4-c3/c4 f2-f4/f2 a5-a6/a2 f4-d6/c5 c3-b4/a5",
    ),
    Case("draughts", 10),
    Case(
        "draughts",
        10,
        "24-20 12-16 27-24 16-19 23x16 11-15 31-27 15-19 24x15 10x12 27-24 9-13 21-17 7-10 17-14 10x17 "
        "25-21 6-9 21x14 9x25",
    ),
    Case("draughts:variant=international", 8),
    Case(
        "draughts:variant=international",
        9,
        "32-28 18-23 28-22 17x28 33x22 16-21 38-32 12-18 39-33 18x29 43-39 13-18 31-27 21x32 37x28 23x32 "
        "34x12 8x17 39-33 20-25 35-30 25x34 40x29 7-12 33-28 32x34 42-38 17-21 47-42 19-23",
    ),
    Case("lput", 3),
    Case(
        "lput",
        4,
        "g4 k12 a5 n8 b9 wait d6 n9 b11 o5 m6 j7 f10 k6 c5 l4 a7 o11 a4 n9 wait c8 d8 e2 d2 h7 e7 n5 c1 "
        "k11 f7 i8 d6 e8 f4 d3 m6 c7 l11 f2 i4 d10 e6xd6 d9xd10 e5 h6 c8xd9 o8 f3 j8 f10 defend a12 i5xi4 "
        "j5 d8 o6 d7 d4 k7 i1 d6 j6 g12 defend j7xk7 a7 n7 l5 d7xd6 f10 k2 b12 f12 f5 d11 j9 d6 e7 j2xk2 "
        "i5 f8 i9 c6 e10 d3 d7xe7 l6 k6xl6 j8 j9 d6 k5 d5xd6 c6xd7 c12 j4 b5 l6xk6 l5xl6 wait i10 c8 h10 "
        "k6 f12 wait d3 i3 wait h7 j8 e7 m8 a9 i8 e8xe7 b10 d10 k4",
    ),
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
