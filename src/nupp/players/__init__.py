"""Floor 4: who chooses a move, a search with an evaluator and a budget, named by a spec."""

from nupp.players.base import Candidate, Decision, Player, Report
from nupp.players.budget import Budget, parse_duration
from nupp.players.catalogue import PLAYERS, player, register

__all__ = [
    "PLAYERS",
    "Budget",
    "Candidate",
    "Decision",
    "Player",
    "Report",
    "parse_duration",
    "player",
    "register",
]
