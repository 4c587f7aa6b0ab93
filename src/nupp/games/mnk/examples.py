"""Worked examples of m,n,k games, by the name that a game is made under."""

from typing import Final

from nupp.rules import Example

EXAMPLES: Final[dict[str, tuple[Example, ...]]] = {
    "fourinarow": (
        Example(
            "The board is empty, and x begins, on any cell.",
            (
                ("d4", "A stone in the middle."),
                ("d5", "Stones do not fall: o puts one above it."),
                ("c4", "Two stones of x in a row."),
                ("c5", "Two of o."),
                ("e4", "Three in a row, and both ends are empty: o can close only one of them."),
                ("b4", "It closes the left one,"),
                ("f4", "and at the right one x completes four and wins."),
            ),
            ends=True,
        ),
    ),
    "mnk": (
        Example(
            "The board is empty, and x begins.",
            (
                ("h8", "A stone in the middle."),
                ("h9", "A stone of o beside it."),
                ("i8", "Two in a row,"),
                ("i9", "two above them."),
                ("g8", "An open three: x threatens to make a four with both ends empty."),
                ("j9", "Instead of closing an end o makes a three of its own."),
                ("f8", "An open four: o can close only one end."),
                ("e8", "It closes the left one,"),
                ("j8", "and at the right one x completes five in a row and wins."),
            ),
            ends=True,
        ),
    ),
    "tictactoe": (
        Example(
            "The board is empty, and x begins.",
            (
                ("b2", "The middle."),
                ("b3", "A cell at the edge, which is a mistake:"),
                ("a3", "x threatens to fill the diagonal down to c1."),
                ("c1", "That is prevented,"),
                ("a1", "but now x threatens twice: the left column, and the other diagonal."),
                ("c3", "The diagonal is closed,"),
                ("a2", "so x fills the column and wins."),
            ),
            ends=True,
        ),
    ),
}
