"""Who chooses a move, a search with an evaluator and a budget, named by a spec."""

from nupp.players.base import Candidate, Decision, Occasionally, Player, Report
from nupp.players.budget import Budget, parse_duration
from nupp.players.catalogue import PLAYERS, player, players_of, register
from nupp.players.clock import Clock, TimeControl, allot, parse_time_control
from nupp.players.pondering import Pondering

__all__ = [
    "PLAYERS",
    "Budget",
    "Candidate",
    "Clock",
    "Decision",
    "Occasionally",
    "Player",
    "Pondering",
    "Report",
    "TimeControl",
    "allot",
    "parse_duration",
    "parse_time_control",
    "player",
    "players_of",
    "register",
]
