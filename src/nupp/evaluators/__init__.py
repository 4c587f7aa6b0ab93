"""Floor 2: what is good in a game, one module a game."""

from nupp.evaluators import hexxagon, mnk, reversi
from nupp.evaluators.base import Evaluator, default_evaluator, evaluator, evaluators_of, register

__all__ = [
    "Evaluator",
    "default_evaluator",
    "evaluator",
    "evaluators_of",
    "hexxagon",
    "mnk",
    "register",
    "reversi",
]
