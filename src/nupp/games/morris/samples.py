"""Variants worth checking and positions for the bench of Nine Men's Morris."""

from nupp.players.bench import Case, register_cases
from nupp.rules.samples import KnownValue, register_values, register_variants

register_variants("morris", "morris:men=3,flying=true", "morris:men=6,flying=true")
register_cases(
    "morris",
    Case("morris", 5),
    Case(
        "morris",
        7,
        "f6 f2 a4 b4 e5 d5 c3 d6 d3 b2 a7 d2xe5 e3xd6 d7 a1xd5 g7 e5 d1 e5-d5 b4-c4 d5-d6 c4-c5 f6-f4 c5-d5",
    ),
    place=7,
)

register_values(
    "morris",
    KnownValue("morris", "draw", "R. Gasser, 1996"),
    KnownValue("morris:men=6", "draw", "solved by nupp"),
    KnownValue("morris:men=3", "win", "solved by nupp"),
)
