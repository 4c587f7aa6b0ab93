"""Positions for the bench of draughts."""

from nupp.players.bench import Case, register_cases
from nupp.rules.samples import KnownValue, register_commands, register_values

register_cases(
    "draughts",
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
    place=11,
)

register_commands("draughts", "nupp tables build draughts:variant=russian --pieces 5")

register_values(
    "draughts",
    KnownValue("draughts:variant=english", "draw", "J. Schaeffer and others, 2007"),
)
