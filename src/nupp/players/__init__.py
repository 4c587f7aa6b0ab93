"""Players, which choose moves: searches with an evaluator and a budget, named by specs."""

from nupp.players.base import Candidate, Decision, Player, Report, ThrottledReport
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
    "Player",
    "Pondering",
    "Report",
    "ThrottledReport",
    "TimeControl",
    "allot",
    "parse_duration",
    "parse_time_control",
    "player",
    "players_of",
    "register",
]
