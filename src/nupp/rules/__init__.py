"""What a game is. Its contract, positions, notation, and the registry of games."""

from nupp.kernel import Record
from nupp.rules.basics import (
    Ending,
    Example,
    Facts,
    IllegalMoveError,
    Inspection,
    Moves,
    NotationError,
    Staging,
    Step,
    Symmetry,
)
from nupp.rules.contract import Game
from nupp.rules.position import Choice, Position
from nupp.rules.registry import GAMES, game, load_file, register
from nupp.rules.trial import RulesError
from nupp.rules.view import View, register_view

__all__ = [
    "GAMES",
    "Choice",
    "Ending",
    "Example",
    "Facts",
    "Game",
    "IllegalMoveError",
    "Inspection",
    "Moves",
    "NotationError",
    "Position",
    "Record",
    "RulesError",
    "Staging",
    "Step",
    "Symmetry",
    "View",
    "game",
    "load_file",
    "register",
    "register_view",
]
