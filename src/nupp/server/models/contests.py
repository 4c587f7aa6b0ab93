"""Tournaments of people: how they are made, joined and followed."""

from __future__ import annotations

from typing import Annotated, Final, Literal

from pydantic import Field
from typing_extensions import TypeAliasType

from nupp.server.models.rooms import CommandId, DoneMessage, ErrorMessage
from nupp.server.models.shared import Answer, GameText, Name, Request

MAX_ENTRANTS: Final = 64
"""The most people in one tournament."""
MAX_ROUNDS: Final = 16
"""The most rounds of a Swiss tournament."""

ContestSystem = TypeAliasType("ContestSystem", Literal["swiss", "round_robin"])
ContestState = TypeAliasType("ContestState", Literal["open", "running", "over", "stopped"])


class ContestRequest(Request):
    """A tournament that is to be made.

    rounds: of a Swiss tournament. late: the points for each round before a late entrant came, in a Swiss
    tournament. no_show: seconds after which a player loses who has not made the first move.
    """

    name: Name
    game: GameText
    clock: Annotated[str, Field(min_length=1, max_length=40, examples=["5m+3s"])]
    system: ContestSystem = "swiss"
    rounds: Annotated[int, Field(ge=1, le=MAX_ROUNDS)] = 5
    late: Literal["zero", "half"] = "zero"
    no_show: Annotated[int, Field(ge=10, le=3600)] = 300


class Entrant(Answer):
    """Somebody in a tournament; withdrawn: plays no further round."""

    number: int
    name: str
    withdrawn: bool
    you: bool


class Pairing(Answer):
    """A game of a round; without a second player a bye.

    result: the points of the first player; null while the game goes on.
    """

    round: int
    first: int
    second: int | None
    room: str | None
    result: float | None


class ContestStanding(Answer):
    """The standing of an entrant; games: those that have ended, without byes."""

    entrant: int
    points: float
    buchholz: float
    sonneborn_berger: float
    wins: int
    games: int


class Contest(Answer):
    """A tournament of people, as its reader sees it."""

    id: str
    version: int
    name: str
    game: str
    clock: str
    system: ContestSystem
    rounds: int
    """Of a Swiss tournament."""
    late: Literal["zero", "half"]
    no_show: int
    """Seconds after which a player loses who has not made the first move."""
    state: ContestState
    round: int
    """The round that is played, or was played last; 0 before the first."""
    next_in: float | None
    """Seconds until the next round begins; null while one is played, and at the end."""
    entrants: list[Entrant]
    pairings: list[Pairing]
    standings: list[ContestStanding]
    """The best first."""
    yours: bool
    """True if the reader made it, and may start and stop it."""
    created: str


class ContestGlance(Answer):
    """A tournament in a list."""

    id: str
    name: str
    game: str
    system: ContestSystem
    state: ContestState
    entrants: int
    yours: bool
    created: str


class JoinRequest(Request):
    """A request to join; name: of a guest who has no nickname."""

    name: Name | None = None


class ResultRequest(Request):
    """The result that the maker of a tournament sets for a game that goes on."""

    room: Annotated[str, Field(min_length=1, max_length=40)]
    result: Annotated[float, Field(ge=0, le=1, multiple_of=0.5)]


class ContestPing(Request):
    """Ask for a sign of life."""

    type: Literal["ping"]
    id: CommandId = 0


class ContestMessage(Answer):
    """The whole tournament, over its WebSocket: at first, and after each change."""

    type: Literal["contest"] = "contest"
    contest: Contest


ContestAnyMessage = TypeAliasType(
    "ContestAnyMessage",
    Annotated[ContestMessage | DoneMessage | ErrorMessage, Field(discriminator="type")],
)
"""The messages from the server over the WebSocket of a tournament."""
