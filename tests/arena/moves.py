"""What is compared of matches that should have been played alike."""

from __future__ import annotations

from nupp.arena import Result, TournamentResult


def moves(result: Result | TournamentResult) -> dict[int, tuple[str, ...]]:
    """The moves of each game."""
    return {number: record.moves for number, record in result.records.items()}
