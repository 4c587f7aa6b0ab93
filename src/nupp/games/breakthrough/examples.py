"""Worked examples of Breakthrough, by the name that a game is made under."""

from typing import Final

from nupp.rules import Example

EXAMPLES: Final[dict[str, tuple[Example, ...]]] = {
    "breakthrough": (
        Example(
            "White has two rows of men at the bottom, black two at the top.",
            (
                ("a2-a3", "A man goes straight ahead."),
                ("b7-c6", "Black's goes diagonally."),
                ("a3-b4", "So does white's."),
                ("c6-b5", "Black's stands before it now: neither can go straight on."),
                ("b2-a3", "White brings up another."),
                ("a7-a6", "Black guards the cells before its rows."),
            ),
        ),
    ),
}
