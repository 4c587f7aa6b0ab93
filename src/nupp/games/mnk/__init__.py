"""m,n,k games: five in a row on a board of any size, four in a row, and tic-tac-toe."""

from nupp.games.mnk import evaluation, formats, gomocup, samples, solving, strength, tactics, view
from nupp.games.mnk.rules import FourInARow, Mnk, TicTacToe

__all__ = [
    "FourInARow",
    "Mnk",
    "TicTacToe",
    "evaluation",
    "formats",
    "gomocup",
    "samples",
    "solving",
    "strength",
    "tactics",
    "view",
]
