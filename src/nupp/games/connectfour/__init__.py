"""Connect four, in which stones fall, a rack of columns."""

from nupp.games.connectfour import evaluation, solving, strength
from nupp.games.connectfour.rules import ConnectFour

__all__ = ["ConnectFour", "evaluation", "solving", "strength"]
