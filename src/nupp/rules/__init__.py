"""Games: their contract, positions, notation, and the registry."""

from nupp.kernel import Record
from nupp.rules.actions import Actions, actions_of, register_actions
from nupp.rules.basics import (
    Ending,
    Example,
    Facts,
    IllegalMoveError,
    Inspection,
    Kinds,
    Moves,
    NotationError,
    Preset,
    Staging,
    Step,
    Traits,
    presets,
)
from nupp.rules.contract import Game
from nupp.rules.movetexts import MoveNotation
from nupp.rules.position import Choice, Position, begin, replay
from nupp.rules.registry import GAMES, game, load_file, register
from nupp.rules.repetition import Repetition
from nupp.rules.states import read_state, rules_text, start_state
from nupp.rules.symmetry import Symmetry
from nupp.rules.trial import RulesError
from nupp.rules.turns import Turns, register_turns, turns_of
from nupp.rules.view import View, register_view

__all__ = [
    "GAMES",
    "Actions",
    "Choice",
    "Ending",
    "Example",
    "Facts",
    "Game",
    "IllegalMoveError",
    "Inspection",
    "Kinds",
    "MoveNotation",
    "Moves",
    "NotationError",
    "Position",
    "Preset",
    "Record",
    "Repetition",
    "RulesError",
    "Staging",
    "Step",
    "Symmetry",
    "Traits",
    "Turns",
    "View",
    "actions_of",
    "begin",
    "game",
    "load_file",
    "presets",
    "read_state",
    "register",
    "register_actions",
    "register_turns",
    "register_view",
    "replay",
    "rules_text",
    "start_state",
    "turns_of",
]
