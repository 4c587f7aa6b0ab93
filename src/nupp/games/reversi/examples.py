"""Worked examples of Reversi and Othello, by the name that a game is made under."""

from typing import Final

from nupp.rules import Example

EXAMPLES: Final[dict[str, tuple[Example, ...]]] = {
    "othello": (
        Example(
            "Two discs of each side lie in the middle; black begins.",
            (
                ("d3", "Black's disc encloses d4 between itself and d5, and d4 turns."),
                ("c3", "White encloses d4 along a diagonal: it turns back."),
                ("e6", "Black encloses e5."),
                ("d2", "White encloses d3 between d2 and d4."),
                ("d1", "Black encloses three discs in column d, and all turn."),
                ("e1", "White encloses d2 along a diagonal."),
                ("b2", "Black encloses c3."),
                ("c1", "White encloses d1 between c1 and e1. Now black can enclose nothing,"),
                ("pass", "and passes."),
            ),
        ),
    ),
    "reversi": (
        Example(
            "The board is empty. The first four discs go into the middle.",
            (
                ("d4", "Black's first disc,"),
                ("d5", "white's,"),
                ("e5", "black's second,"),
                ("e4", "and white's. From now on each disc has to enclose enemy discs."),
                ("e3", "Black encloses e4 between e3 and e5, and it turns."),
                ("f3", "White encloses it along a diagonal, between f3 and d5, and it turns back."),
            ),
        ),
    ),
}
