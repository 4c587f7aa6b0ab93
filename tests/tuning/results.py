"""Results of matches that were never played."""

from __future__ import annotations

from nupp.arena import Match, Result
from nupp.formats import GameRecord


def won_pairs(wins: int, losses: int) -> Result:
    """The result of a match in which pairs were won or lost whole."""
    match = Match("tictactoe", "random", "greedy", 2 * (wins + losses))
    records = {}
    for number in range(2 * (wins + losses)):
        won = number < 2 * wins
        outcome = "first" if won == (number % 2 == 0) else "second"
        records[number] = GameRecord(
            game="tictactoe", players=("random", "greedy"), start=None, moves=(), outcome=outcome
        )
    return Result(match, records)
