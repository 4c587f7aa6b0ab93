"""Floor 5: games between players, and what they say about the players' strength."""

from nupp.arena.match import Match, MatchError, Result, match, play_match
from nupp.arena.ratings import Sprt, Standing, standing

__all__ = ["Match", "MatchError", "Result", "Sprt", "Standing", "match", "play_match", "standing"]
