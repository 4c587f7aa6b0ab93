"""Common parts of all messages: bounds, types of texts, and problems."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from typing import Annotated, Any, Final, Literal

from pydantic import BaseModel, ConfigDict, Field
from typing_extensions import TypeAliasType

import nupp
from nupp.kernel import interpreted
from nupp.rules import GAMES, Position

MAX_PLIES: Final = 1000
"""The most moves that a request may bring or a list of scenes may show."""
MAX_TEXT: Final = 2_000_000
"""Characters of the longest text that can be imported."""
MAX_COUNT: Final = 2**53 - 1
"""The largest whole number that every reader of JSON keeps exact."""

Side = TypeAliasType("Side", Literal[0, 1])
Step = TypeAliasType("Step", int | str)
"""A cell to be clicked, or a word for what is no cell, such as `pass`."""
Fact = TypeAliasType("Fact", tuple[str, str])
"""A fact on a cell or a move: a key that the page has words for, and a value."""


def with_examples(make: Callable[[], Any]) -> Callable[[dict[str, Any]], None]:
    """Return a function that adds an example to a schema; it is made only when the schema is described."""

    def add(schema: dict[str, Any]) -> None:
        schema["examples"] = [make()]

    return add


@cache
def sample() -> Position:
    """A position after two moves of a game on a small board, from which examples of requests are taken."""
    with interpreted():
        position = min(map(nupp.game, GAMES.names()), key=lambda game: len(game.board)).start_position()
        for _ in range(2):
            position = position.play_code(position.legal_move_codes[0])
    return position


GameText = Annotated[
    str, Field(min_length=1, max_length=300, json_schema_extra=with_examples(lambda: sample().game.name))
]
PlayerText = Annotated[str, Field(min_length=1, max_length=300, examples=["level:n=3"])]
PositionText = Annotated[str, Field(max_length=4000)]
MoveText = Annotated[
    str, Field(min_length=1, max_length=100, json_schema_extra=with_examples(lambda: sample().moves[0]))
]
MoveTexts = Annotated[
    list[MoveText],
    Field(max_length=MAX_PLIES, json_schema_extra=with_examples(lambda: list(sample().moves))),
]
CONTROLS: Final = r"\x00-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069"
"""Characters that end lines or turn the direction of the text around them."""
LONGEST_NAME: Final = 60
"""Characters of the longest name or title."""
Name = Annotated[str, Field(min_length=1, max_length=LONGEST_NAME, pattern=rf"^[^{CONTROLS}]*$")]
Token = Annotated[str, Field(min_length=1, max_length=200)]
Ply = Annotated[int, Field(ge=0, le=10**6)]
Seconds = Annotated[float, Field(gt=0, le=3600)]


class Answer(BaseModel):
    """A message from the server."""

    model_config = ConfigDict(extra="forbid", use_attribute_docstrings=True)


class Request(BaseModel):
    """A message to the server: exactly its fields, of exactly their types."""

    model_config = ConfigDict(extra="forbid", strict=True, use_attribute_docstrings=True)


class Problem(Answer):
    """The answer to a request that cannot be carried out.

    code: one word for programs. message: for people; quotes what was wrong and says what was expected. ply:
    of a fault in a game, how many of its moves were good. games: of a text that may belong to several games,
    their specs.
    """

    code: str
    message: str
    ply: int | None = None
    """Of a fault in a game: how many of its moves were good."""
    games: list[str] = Field(default_factory=list)
    """Of a text that may belong to several games: their specs."""


class ProblemError(Exception):
    """A request that cannot be carried out: the HTTP status and the `Problem` that answer it."""

    def __init__(
        self, status: int, code: str, message: str, ply: int | None = None, games: Sequence[str] = ()
    ) -> None:
        super().__init__(message)
        self.status = status
        self.problem = Problem(code=code, message=message, ply=ply, games=list(games))


def problems(*statuses: int) -> dict[int | str, dict[str, Any]]:
    """The `responses` of a path that may answer with a `Problem` of these statuses."""
    return {status: {"model": Problem} for status in statuses}
