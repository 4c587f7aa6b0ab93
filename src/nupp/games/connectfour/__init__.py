"""Connect four, in which stones fall, a rack of columns."""

from nupp.games.connectfour import evaluation, samples, solving, strength, view
from nupp.games.connectfour.rules import ConnectFour

__all__ = ["ConnectFour", "evaluation", "samples", "solving", "strength", "view"]
