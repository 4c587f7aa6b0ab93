"""Evaluators: the value of a position for the side to move. The evaluators of a game are in its folder."""

from nupp.evaluators.contract import Evaluator
from nupp.evaluators.learned import LearnedNetwork
from nupp.evaluators.registry import default_evaluator, evaluator, evaluators_of, register
from nupp.evaluators.stages import Stages, register_stages, stages_of
from nupp.evaluators.strength import Strength, register_strength, strength_of

__all__ = [
    "Evaluator",
    "LearnedNetwork",
    "Stages",
    "Strength",
    "default_evaluator",
    "evaluator",
    "evaluators_of",
    "register",
    "register_stages",
    "register_strength",
    "stages_of",
    "strength_of",
]
