"""Worked examples of draughts, by the name that a game is made under."""

from typing import Final

from nupp.rules import Example

EXAMPLES: Final[dict[str, tuple[Example, ...]]] = {
    "draughts": (
        Example(
            "White's men are at the bottom and move up; black's move down.",
            (
                ("21-17", "A man steps diagonally forward."),
                ("11-15", "Black's man does the same."),
                ("22-18", "White steps before it. Behind 18, and behind 17, is an empty cell."),
                (
                    "15x13",
                    "Black has to capture: its man jumps over 18 to 22, goes on over 17, and both men leave.",
                ),
            ),
        ),
        Example(
            "Black begins, at the top, and moves down; white's men are at the bottom.",
            (
                ("10-15", "A man steps diagonally forward."),
                ("22-17", "White's man does the same."),
                ("7-10", "Black leaves the cell 7,"),
                ("17-14", "and white offers a man:"),
                ("9x18", "black has to jump over 14 and takes it."),
                (
                    "23x7",
                    "White's man jumps over 18 to 14, goes on over 10 to 7, and both men leave the board.",
                ),
            ),
        ),
        Example(
            "Black begins, at the top, and moves down; white's men are at the bottom.",
            (
                ("9-14", "A man steps diagonally forward."),
                ("24-19", "White's man does the same."),
                ("10-15", "Black steps before it. Behind 15, and behind 14, is an empty cell."),
                (
                    "19x17",
                    "White has to capture: its man jumps over 15 to 10, goes on over 14, and both men leave.",
                ),
            ),
        ),
        Example(
            "White's men are at the bottom and move up; black's move down.",
            (
                ("31-27", "A man steps diagonally forward."),
                ("19-23", "Black's man does the same."),
                ("32-28", "White steps before it. Behind 28, and behind 27, is an empty cell."),
                (
                    "23x21",
                    "Black has to capture: its man jumps over 28 to 32, goes on over 27, and both men leave.",
                ),
            ),
        ),
    ),
}
