"""Tournaments and published experiments."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from nupp.server.models.shared import MAX_COUNT, Answer, GameText, PlayerText, Request
from nupp.server.models.work.thinking import Budget
from nupp.store import JobState


class Rating(Answer):
    """The rating of a player with its 95 % interval; score: its points in `games`, all of whole pairs."""

    player: str
    elo: float
    low: float | None
    high: float | None
    score: float
    games: int


class LatestGame(Answer):
    """A game that has ended."""

    number: int
    first: str
    second: str
    outcome: str | None
    plies: int
    termination: str


class Standing(Answer):
    """A tournament as it stands; crosstable: wins, draws and losses of the row's player."""

    games: int
    played: int
    players: list[str]
    crosstable: list[list[tuple[int, int, int] | None]]
    """For each pair [wins, draws, losses] of the row's player; null on the diagonal."""
    ratings: list[Rating]
    """The best first; score: the points of `games` games; low and high are null for who has not played."""
    latest: list[LatestGame]


class TournamentRequest(Request):
    """A tournament that is to be played; pairing_games: of each pair of players, an even number."""

    game: GameText
    players: Annotated[list[PlayerText], Field(min_length=2, max_length=16, examples=[["greedy", "random"]])]
    gauntlet: bool = False
    pairing_games: Annotated[int, Field(ge=2, le=1000, multiple_of=2)]
    budget: Budget
    openings: Annotated[int, Field(ge=0, le=20)] = 2
    seed: Annotated[int, Field(ge=0, le=MAX_COUNT)] = 0


class Tournament(Answer):
    """A tournament; its id is that of its job, too."""

    id: str
    game: str
    players: list[str]
    gauntlet: bool
    pairing_games: int
    """Games of each pair of players."""
    budget: Budget
    state: JobState
    message: str
    created: str
    standing: Standing | None
    yours: bool


class ExperimentInfo(Answer):
    """A published experiment that can be run again; report, running: where its page and its job are."""

    name: str
    title: str
    source: str
    report: str | None
    """True if it has been run here, and its report can be opened."""
    running: str | None
    yours: bool
    """True if it runs and the reader has started it, and so may stop it."""


class ExperimentRequest(Request):
    """A request for an experiment: always the quick run, which takes some minutes."""

    quick: Literal[True] = True
