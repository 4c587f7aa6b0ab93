"""Worked examples of the Game of the Amazons, by the name that a game is made under."""

from typing import Final

from nupp.rules import Example

EXAMPLES: Final[dict[str, tuple[Example, ...]]] = {
    "amazons": (
        Example(
            "White has four amazons at the bottom, black four at the top.",
            (
                ("d1-d7/g7", "White's amazon goes up to d7 and from there shoots an arrow to g7."),
                ("g10-g8/d8", "Black's comes down to g8 and shoots to d8, just before white's amazon."),
                (
                    "d7-d2/d7",
                    "She goes back to d2. Her arrow flies up the way she came, to the cell she left.",
                ),
                ("g8-c4/f7", "Amazons move along diagonals, too, as far as nothing is in the way."),
            ),
        ),
        Example(
            "White has four amazons at the bottom, black four at the top. An amazon moves, then shoots.",
            (
                ("d1-d7", "White's amazon goes up to d7. It is still white's turn: she has yet to shoot."),
                ("/g7", "Her arrow flies to g7. Now it is black's turn."),
                ("g10-g8", "Black's amazon comes down to g8, above the arrow."),
                ("/d8", "She shoots to d8, just before white's amazon."),
            ),
        ),
    ),
}
