"""Worked examples of Hexxagon, by the name that a game is made under."""

from typing import Final

from nupp.rules import Example

EXAMPLES: Final[dict[str, tuple[Example, ...]]] = {
    "hexxagon": (
        Example(
            "Red and blue have three corners each.",
            (
                ("a2", "A clone: beside its piece on a1 red gets a new one."),
                ("a5-a3", "A jump: blue's piece leaves a5 for a3. Next to it is a2, which becomes blue."),
                ("a1-b3", "Red jumps from a1 to b3, next to a2 and a3, and both become red."),
                ("i4", "Blue clones in another corner."),
                ("b4", "Red clones, too, and now has four pieces side by side, and two corners."),
            ),
        ),
    ),
}
