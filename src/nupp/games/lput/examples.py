"""Worked examples of L-put, by the name that a game is made under."""

from typing import Final

from nupp.rules import Example

EXAMPLES: Final[dict[str, tuple[Example, ...]]] = {
    "lput": (
        Example(
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
}
