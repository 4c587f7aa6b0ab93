"""Games, players, their parameters, and rules."""

from __future__ import annotations

from typing import Literal

from nupp.server.models.positions import Colour, Scene, Style
from nupp.server.models.shared import Answer


class Parameter(Answer):
    """A parameter of a game or a player; words: those that it may be, if these are all."""

    name: str
    kind: Literal["integer", "number", "boolean", "word", "spec"]
    default: str
    low: float | None
    high: float | None
    words: list[str] | None
    """The words it may be, if these are all."""
    help: str


class Preset(Answer):
    """A form of a game that people know: values of its parameters, those of the usual form written out.

    label: a text, or the key of one of the game's messages without `preset.`, with counts for its
    placeholders; empty where the values say enough.
    """

    values: dict[str, str]
    """Values of its parameters, those of the usual form written out."""
    label: str
    counts: dict[str, int | str]
    """For the placeholders of that message."""


class GameInfo(Answer):
    """A game; summary: the first line of its rules; colours, style: how its usual form looks."""

    name: str
    summary: str
    """The first line of its rules."""
    sides: tuple[str, str]
    colours: tuple[Colour, Colour]
    """The look of its usual form."""
    style: Style
    parameters: list[Parameter]
    presets: list[Preset]
    """The usual form first; none of a game that has but one form."""
    usual: dict[str, str]
    """Values of its parameters that people have unless they choose others."""
    board: Literal["squares", "hexes", "lines"]
    """The places of its pieces: square or hexagonal cells, or points and lines."""
    minutes: int
    """Minutes that a game takes; 0 if nobody has said."""
    difficulty: Literal[0, 1, 2, 3]
    """From easy to deep; 0 if nobody has said."""
    popularity: int
    """The number of games begun here lately, added to a guess at how well known it is."""


class PlayerInfo(Answer):
    """A player of the server."""

    name: str
    help: str
    parameters: list[Parameter]


class Example(Answer):
    """An example: moves from the start, the positions, and what is to be seen in each, in English."""

    moves: list[str]
    scenes: list[Scene]
    remarks: list[str]


class Rules(Answer):
    """The rules of a game as safe HTML."""

    game: str
    html: str
    """Safe HTML."""
    example: Example
    """An example."""


class GameWords(Answer):
    """The words of a game; empty where it brings none. messages: by key, with texts for plural forms."""

    name: str
    line: str
    rules: list[str]
    """The rules in short, sentence by sentence."""
    usual: dict[str, str]
    """The parameters that people have unless they choose others, which a title leaves out."""
    messages: dict[str, str | dict[str, str]]
    """Its own texts by the keys of the page, such as `param.size`."""


class AllWords(Answer):
    """The words of all games, by name; shared: of sides and players, whose names mean the same in all."""

    games: dict[str, GameWords]
    shared: dict[str, str | dict[str, str]]
