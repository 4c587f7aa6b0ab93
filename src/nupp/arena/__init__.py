"""Games between players, and what they say about the players' strength."""

from nupp.arena.analysis import Analysis, analyse
from nupp.arena.match import Match, Result
from nupp.arena.ranking import Rating, ranking
from nupp.arena.ratings import Sprt, Standing, standing
from nupp.arena.result_log import MatchError
from nupp.arena.run import match, play_match, play_tournament, tournament
from nupp.arena.tournament import Tournament, TournamentResult

__all__ = [
    "Analysis",
    "Match",
    "MatchError",
    "Rating",
    "Result",
    "Sprt",
    "Standing",
    "Tournament",
    "TournamentResult",
    "analyse",
    "match",
    "play_match",
    "play_tournament",
    "ranking",
    "standing",
    "tournament",
]
