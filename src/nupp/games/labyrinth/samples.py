"""Variants worth checking and positions for the bench of the labyrinth game."""

from nupp.players.bench import Case, register_cases
from nupp.rules.samples import register_variants

register_variants("labyrinth", "labyrinth:map=grid4x4", "labyrinth:map=plus,order=abab,mover=second")
register_cases(
    "labyrinth",
    Case("labyrinth:map=grid4x4", 9),
    Case("labyrinth:map=grid4x4", 11, "a4 b4 c2 a1 a1-a2 b4-b3"),
    place=8,
)
