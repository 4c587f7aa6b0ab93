"""Positions and variants of draughts, for tests of its rules and of its evaluators."""

from __future__ import annotations

from nupp.games.draughts.pieces import VARIANTS
from nupp.rules import Game, Position, game

# The cells of 8 x 8 by their names as on a chessboard:
#
#        1 b8   2 d8   3 f8   4 h8
#     5 a7   6 c7   7 e7   8 g7
#        9 b6  10 d6  11 f6  12 h6
#    13 a5  14 c5  15 e5  16 g5
#       17 b4  18 d4  19 f4  20 h4
#    21 a3  22 c3  23 e3  24 g3
#       25 b2  26 d2  27 f2  28 h2
#    29 a1  30 c1  31 e1  32 g1
#
# Of 10 x 10 row 10 are cells 1-5 (b10 d10 f10 h10 j10), row 9 6-10 (a9 c9 e9 g9 i9), ...,
# row 1 46-50 (a1 ... i1).

SMALL = [variant for variant in VARIANTS if variant != "international"]
FLYING_SMALL = [variant for variant in SMALL if variant != "english"]
LIMITS = {"international": 50, "brazilian": 30, "polish8": 30, "pool": 30, "russian": 30, "english": 80}
"""The number of moves by kings alone after which a game is drawn."""


def rules(variant: str, draws: bool = True) -> Game:
    return game(f"draughts:variant={variant},draws={str(draws).lower()}")


def at(text: str, variant: str = "brazilian", draws: bool = True) -> Position:
    return rules(variant, draws).parse_position(text)


def moves(text: str, variant: str = "brazilian") -> set[str]:
    return set(at(text, variant).legal_moves)
