"""Worked examples of Dots and Boxes, by the name that a game is made under."""

from typing import Final

from nupp.rules import Example

EXAMPLES: Final[dict[str, tuple[Example, ...]]] = {
    "dotsandboxes": (
        Example(
            "Only the dots are there. The sides draw one edge at a time.",
            (
                ("a1b1", "The first side draws the bottom edge of a box,"),
                ("a1a2", "the second side its left edge,"),
                ("a2b2", "and the first side its top: now one edge is missing."),
                ("b1b2", "The second side closes the box, which becomes its own, and it has to move again."),
                ("c1d1", "So it draws an edge elsewhere, and the turn passes."),
                ("pass", "The first side passes. If the second side passed as well, the game would be over."),
            ),
        ),
        Example(
            "Only the dots are there. The sides draw one edge at a time.",
            (
                ("a1b1", "The first side draws the bottom edge of a box,"),
                ("a1a2", "the second side its left edge,"),
                ("a2b2", "and the first side its top: now one edge is missing."),
                ("b1b2", "The second side closes the box, which becomes its own, and it has to move again."),
                ("b2c2", "So it draws an edge elsewhere, and the turn passes."),
            ),
        ),
    ),
}
