"""Floor 1: the rules of the games, one module a game."""

from nupp.games.amazons import Amazons
from nupp.games.base import Facts, Game, IllegalMoveError, Inspection, NotationError, Staging, Step, Symmetry
from nupp.games.connect import ConnectFour, FourInARow
from nupp.games.dots_and_boxes import DotsAndBoxes
from nupp.games.draughts import Draughts
from nupp.games.hexxagon import Hexxagon
from nupp.games.labyrinth import Labyrinth
from nupp.games.lput import Lput
from nupp.games.mnk import Mnk, TicTacToe
from nupp.games.morris import Morris
from nupp.games.position import Choice, Position
from nupp.games.registry import GAMES, game, load_file, register
from nupp.games.reversi import Reversi, othello, reversi

for _factory in (
    Mnk,
    TicTacToe,
    Hexxagon,
    Lput,
    DotsAndBoxes,
    Labyrinth,
    Morris,
    Amazons,
    Draughts,
    ConnectFour,
    FourInARow,
):
    register(_factory)
register(reversi, "reversi")
register(othello, "othello")

__all__ = [
    "GAMES",
    "Amazons",
    "Choice",
    "ConnectFour",
    "DotsAndBoxes",
    "Draughts",
    "Facts",
    "FourInARow",
    "Game",
    "Hexxagon",
    "IllegalMoveError",
    "Inspection",
    "Labyrinth",
    "Lput",
    "Mnk",
    "Morris",
    "NotationError",
    "Position",
    "Reversi",
    "Staging",
    "Step",
    "Symmetry",
    "TicTacToe",
    "game",
    "load_file",
    "register",
]
