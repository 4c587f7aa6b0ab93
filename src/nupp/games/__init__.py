"""Floor 1: the rules of the games, one module a game."""

from nupp.games.base import Game, IllegalMoveError, NotationError, Symmetry
from nupp.games.hexxagon import Hexxagon
from nupp.games.mnk import Mnk, TicTacToe
from nupp.games.position import Position
from nupp.games.registry import GAMES, game, load_file, register
from nupp.games.reversi import Reversi, othello, reversi

for _factory in (Mnk, TicTacToe, Hexxagon):
    register(_factory)
register(reversi, "reversi")
register(othello, "othello")

__all__ = [
    "GAMES",
    "Game",
    "Hexxagon",
    "IllegalMoveError",
    "Mnk",
    "NotationError",
    "Position",
    "Reversi",
    "Symmetry",
    "TicTacToe",
    "game",
    "load_file",
    "register",
]
