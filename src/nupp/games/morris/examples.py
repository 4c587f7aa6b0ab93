"""Worked examples of Nine Men's Morris, by the name that a game is made under."""

from typing import Final

from nupp.rules import Example

EXAMPLES: Final[dict[str, tuple[Example, ...]]] = {
    "morris": (
        Example(
            "The sides have nine men each in hand and place one after the other.",
            (
                ("a1", "White places a man,"),
                ("d2", "and so does black."),
                ("a4", "Two men of white on a line:"),
                ("f4", "black should have closed it."),
                ("a7xd2", "A mill: a1, a4 and a7. White removes the man on d2."),
                ("d2", "Black places another there."),
                ("d6", "The placing goes on until no side has a man in hand."),
                ("d7", "Black closes the line from d6 upwards."),
                ("g1", "White aims at a1, d1 and g1."),
                ("g4", "Black keeps white from the right side."),
                ("c5", "White aims at the inner square."),
                ("e5", "Black closes its upper side."),
                ("e3", "White keeps black from the right side of it."),
                ("c3", "Black closes the lower one."),
                ("f2", "White closes the line from d2 to the right."),
                ("b2", "Black builds on it to the left."),
                ("g7", "White's last man is placed,"),
                ("b6", "and black's. From now on men move along the lines."),
                ("a4-b4", "White opens its mill, and keeps black from one on b2, b4 and b6."),
                ("e5-d5", "Black moves a man, too."),
                ("b4-a4xb6", "White closes the mill again, and removes another man."),
            ),
        ),
    ),
}
