"""Worked examples of Hex, by the name that a game is made under."""

from typing import Final

from nupp.rules import Example

EXAMPLES: Final[dict[str, tuple[Example, ...]]] = {
    "hex": (
        Example(
            "The board is empty. Red connects top and bottom, blue left and right.",
            (
                ("b2", "Red's first stone,"),
                (
                    "swap",
                    "and blue takes it over: it becomes blue, across the long diagonal.",
                ),
                ("b3", "Red puts another."),
                ("c2", "Blue's stones form a chain."),
                ("b1", "And red's."),
            ),
        ),
    ),
}
