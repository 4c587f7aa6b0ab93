"""What a game is. Its contract, positions, notation, and the registry of games."""

from nupp.rules.basics import Facts, IllegalMoveError, Inspection, NotationError, Staging, Step, Symmetry
from nupp.rules.contract import Game
from nupp.rules.position import Choice, Position
from nupp.rules.registry import GAMES, game, load_file, register

__all__ = [
    "GAMES",
    "Choice",
    "Facts",
    "Game",
    "IllegalMoveError",
    "Inspection",
    "NotationError",
    "Position",
    "Staging",
    "Step",
    "Symmetry",
    "game",
    "load_file",
    "register",
]
