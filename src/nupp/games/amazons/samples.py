"""Variants worth checking and positions for the bench of the Game of the Amazons."""

from nupp.players.bench import Case, register_cases
from nupp.rules.samples import KnownValue, register_values, register_variants

register_variants("amazons", "amazons:size=6,staged=true")
register_cases(
    "amazons",
    Case("amazons:size=6", 2),
    Case(
        "amazons:size=6",
        3,
        "a2-d5/b5 b6-d4/e4 b1-c1/b2 d4-c3/c4 f2-f4/f2 a5-a6/a2 f4-d6/c5 c3-b4/a5",
    ),
    place=10,
)

register_values(
    "amazons",
    KnownValue("amazons:size=5", "win", "M. Müller, 2001"),
)
