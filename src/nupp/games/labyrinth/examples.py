"""Worked examples of the labyrinth game, by the name that a game is made under."""

from typing import Final

from nupp.rules import Example

EXAMPLES: Final[dict[str, tuple[Example, ...]]] = {
    "labyrinth": (
        Example(
            "The sides first place two pieces each: the first side one, the second two, the first one.",
            (
                ("b3", "The first side's piece,"),
                ("c5", "and the second side's: one at the end of an arm,"),
                ("d3", "the other beside the middle."),
                ("c4", "The first side blocks the upper arm. All pieces are placed, and it moves first."),
                ("b3-c3", "Its other piece steps into the middle."),
                ("d3-e3", "Only one piece can step back; the one on c5 is shut in."),
                ("c3-d3", "Now both are shut in. The second side cannot move and has lost."),
            ),
            ends=True,
        ),
    ),
}
