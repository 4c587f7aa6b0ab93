"""Variants worth checking and positions for the bench of Dots and Boxes."""

from nupp.players.bench import Case, register_cases
from nupp.rules.samples import KnownValue, register_values, register_variants

register_variants("dotsandboxes", "dotsandboxes:size=9", "dotsandboxes:width=2,height=5")
register_cases(
    "dotsandboxes",
    Case("dotsandboxes:size=4,passing=false", 5),
    Case(
        "dotsandboxes:size=4,passing=false",
        6,
        "e1e2 c2c3 c1d1 b5c5 b4b5 a4a5 e2e3 b1b2 d4d5 a4b4 c1c2 e4e5 d2e2 a1a2 b2c2 b4c4 c2d2 a2b2 d3d4 "
        "d4e4 c3c4 b3c3",
    ),
    place=9,
)

register_values(
    "dotsandboxes",
    KnownValue("dotsandboxes:passing=false", "loss", "solved by nupp"),
)
