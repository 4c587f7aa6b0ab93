"""Worked examples: for each game, by the name it is made under, a few moves from the start with remarks.

A game with variants may have several; each variant shows the first that it allows.
"""

from __future__ import annotations

from typing import Final, NamedTuple


class Told(NamedTuple):
    """An example: what is to be said of the start; moves, each with what it shows; if they end a game."""

    start: str
    moves: tuple[tuple[str, str], ...]
    ends: bool = False


EXAMPLES: Final[dict[str, tuple[Told, ...]]] = {
    "amazons": (
        Told(
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
        Told(
            "White has four amazons at the bottom, black four at the top. Moves and arrows are told apart.",
            (
                ("d1-d7", "White's amazon goes up to d7. It is still white's turn: she has yet to shoot."),
                ("/g7", "Her arrow flies to g7. Now it is black's turn."),
                ("g10-g8", "Black's amazon comes down to g8, above the arrow."),
                ("/d8", "She shoots to d8, just before white's amazon."),
            ),
        ),
    ),
    "breakthrough": (
        Told(
            "White has two rows of men at the bottom, black two at the top.",
            (
                ("a2-a3", "A man goes straight ahead."),
                ("b7-c6", "Black's goes diagonally."),
                ("a3-b4", "So does white's."),
                ("c6-b5", "Black's stands before it now: neither can go straight on."),
                ("b2-a3", "White brings up another."),
                ("a7-a6", "Black guards the cells before its rows."),
            ),
        ),
    ),
    "connectfour": (
        Told(
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
    "domineering": (
        Told(
            "The board is empty. The first side puts upright dominoes, the second lying ones.",
            (
                ("b2", "An upright domino covers b2 and b3."),
                ("d2", "A lying one covers d2 and e2."),
                ("a1", "Upright again, at the edge."),
                ("c4", "And lying, above it all."),
            ),
        ),
    ),
    "dotsandboxes": (
        Told(
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
        Told(
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
    "draughts": (
        Told(
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
        Told(
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
        Told(
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
        Told(
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
    "fourinarow": (
        Told(
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
    "hex": (
        Told(
            "The board is empty. Red connects top and bottom, blue left and right.",
            (
                ("b2", "Red's first stone,"),
                (
                    "swap",
                    "and blue takes it over: it becomes blue, across the long diagonal.",
                ),
                ("b3", "Red puts another."),
                ("c2", "Blue's stones form a chain."),
                ("b1", "And red's."),
            ),
        ),
    ),
    "hexxagon": (
        Told(
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
    "labyrinth": (
        Told(
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
    "lput": (
        Told(
            "Blue is on the left, red on the right. Each unit acts once a round, blue's flyer first.",
            (
                ("f6", "It flies over all that is in between and lands on the road."),
                ("j7", "Red's flyer comes to meet it."),
                ("wait", "The swordsman waits: it will act after all others."),
                ("defend", "Red's swordsman defends, which betters its defence until it moves or strikes."),
                ("b10", "The pikeman has 3 points of speed; grass takes 1 a hex."),
                ("defend", "Red's pikeman defends."),
                ("d4", "The knight has 5."),
                ("defend", "Red's knight defends."),
                ("b11", "Blue's archer sees nobody behind the crags and moves."),
                ("l2", "So does red's."),
                ("d2", "Now the swordsman acts that has waited, and the round is over."),
                (
                    "g7xf6",
                    "In even rounds red's flyer is the first. It attacks from g7, and blue's strikes back.",
                ),
                (
                    "xg7",
                    "Blue's flyer attacks without moving; red's, which has not struck back yet, does so.",
                ),
            ),
        ),
    ),
    "mnk": (
        Told(
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
    "morris": (
        Told(
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
    "othello": (
        Told(
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
        Told(
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
    "tictactoe": (
        Told(
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
