"""Worked examples of connect four, by the name that a game is made under."""

from typing import Final

from nupp.rules import Example

EXAMPLES: Final[dict[str, tuple[Example, ...]]] = {
    "connectfour": (
        Example(
            "The rack is empty, and x drops the first stone.",
            (
                ("4", "It falls to the bottom of column 4."),
                ("4", "The stone of o comes to rest on top of it."),
                ("3", "Two stones of x are side by side."),
                ("3", "Now o builds on top of both."),
                ("5", "Three in a row, with room at both ends: x will get a fourth."),
                ("2", "A stone of o closes the one end."),
                ("6", "At the other x completes four in a row and wins."),
            ),
            ends=True,
        ),
    ),
}
