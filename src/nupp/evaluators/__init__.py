"""Floor 2: what is good in a game, one module a game."""

from nupp.evaluators import (
    amazons,
    connect,
    dots_and_boxes,
    draughts,
    hexxagon,
    labyrinth,
    lput,
    mnk,
    morris,
    reversi,
)
from nupp.evaluators.base import Evaluator, default_evaluator, evaluator, evaluators_of, register

__all__ = [
    "Evaluator",
    "amazons",
    "connect",
    "default_evaluator",
    "dots_and_boxes",
    "draughts",
    "evaluator",
    "evaluators_of",
    "hexxagon",
    "labyrinth",
    "lput",
    "mnk",
    "morris",
    "register",
    "reversi",
]
