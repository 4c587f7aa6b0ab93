"""People: nicknames, keys, ratings, rated games, and the characters that play against them."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from nupp.players.cast import Manner
from nupp.players.level import Taste
from nupp.server.models.shared import Answer, Request, Side, Token


class GameRating(Answer):
    """The rating of a person in a game."""

    game: str
    rating: int
    deviation: int
    """Half of the interval that holds the true rating with 95 %."""
    wins: int
    draws: int
    losses: int
    player: str
    """The spec of the character that is of the same strength."""


class Me(Answer):
    """The person that a client is a browser of."""

    name: str | None
    """The nickname; null for a guest, whose games are not rated."""
    has_key: bool
    """True if there is a key that takes the person along."""
    ratings: list[GameRating]
    puzzles: dict[str, int]
    """The rating in the puzzles of each game of which one was tried."""


class NameRequest(Request):
    """A nickname that is wanted."""

    name: Annotated[str, Field(min_length=1, max_length=60)]


class Key(Answer):
    """The key that takes a person along; it is shown this once."""

    key: str


class KeyRequest(Request):
    """The key of a person."""

    key: Token


class PlayedGame(Answer):
    """A rated game of the client's person."""

    room: str
    side: Side
    game: str
    opponent: str
    """A nickname, or the spec of a character."""
    engine: bool
    score: float
    """1 for a win, 0.5 for a draw, 0 for a loss."""
    before: int
    after: int
    played: str


class Character(Answer):
    """An opponent for people. key: of its name and its line on the page."""

    key: str
    player: str
    """The spec of the player."""
    rating: int
    taste: Taste
    """The moves that it makes without a search."""
    slips: float
    """The share of moves that it makes without a search."""
    nodes: int | None
    """The most positions that it looks at for a move; null for no limit."""
    manner: Manner
    """The effect of sharp moves in the game."""
