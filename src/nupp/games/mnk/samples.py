"""Positions for the bench of m,n,k games."""

from nupp.players.bench import Case, register_cases
from nupp.rules.samples import KnownValue, register_values

register_cases(
    "mnk",
    Case("mnk", 4),
    Case("mnk", 4, "h8 i9 i8 h9 g8 j8"),
    Case("mnk", 4, "h8 i9 i8 h9 g8 j8 f8 e8 j9 g6 g9 h7 i10"),
    Case("mnk:width=7,height=7,k=4", 7, "d4"),
    Case("mnk:width=7,height=7,k=4", 8, "d4 e5 c3"),
    place=2,
)
register_cases(
    "tictactoe",
    Case("tictactoe", 9),
    Case("tictactoe", 7, "a1 b2"),
    Case("tictactoe:dead=true", 9),
    place=1,
)

register_values(
    "mnk",
    KnownValue("mnk", "win", "V. Allis, 1994"),
)

register_values(
    "tictactoe",
    KnownValue("tictactoe", "draw", "solved by nupp"),
)
