"""Worked examples of Domineering, by the name that a game is made under."""

from typing import Final

from nupp.rules import Example

EXAMPLES: Final[dict[str, tuple[Example, ...]]] = {
    "domineering": (
        Example(
            "The board is empty. The first side puts upright dominoes, the second lying ones.",
            (
                ("b2", "An upright domino covers b2 and b3."),
                ("d2", "A lying one covers d2 and e2."),
                ("a1", "Upright again, at the edge."),
                ("c4", "And lying, above it all."),
            ),
        ),
    ),
}
