"""Variants worth checking and positions for the bench of connect four."""

from nupp.players.bench import Case, register_cases
from nupp.rules.samples import KnownValue, register_values, register_variants

register_variants("connectfour", "connectfour:size=9")
register_cases(
    "connectfour",
    Case("connectfour", 13),
    Case("connectfour", 13, "7 2 7 2 4 5 6 2 2 7"),
    place=6,
)

register_values(
    "connectfour",
    KnownValue("connectfour", "win", "V. Allis, 1988; J. Allen, 1988"),
    KnownValue("connectfour:size=6", "loss", "solved by nupp"),
    KnownValue("connectfour:height=5", "draw", "solved by nupp"),
)
