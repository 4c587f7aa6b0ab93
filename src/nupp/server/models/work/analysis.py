"""Messages on games that are read, written, searched and analysed."""

from __future__ import annotations

from typing import Annotated, Final, Literal

from pydantic import Field
from typing_extensions import TypeAliasType

from nupp.formats.tree import MOST_NODES
from nupp.server.models.positions import SceneRequest
from nupp.server.models.shared import (
    MAX_TEXT,
    Answer,
    GameText,
    MoveTexts,
    Name,
    PlayerText,
    Ply,
    PositionText,
    Request,
    Side,
)
from nupp.server.models.work.thinking import Budget

MAX_NOTE: Final = 2000
"""Characters of the longest note on a move."""
MAX_SHAPES: Final = 64
"""The most drawings on a position."""


class ImportRequest(Request):
    """A text that holds a game. number: which one of several, counted from 0; the first without it."""

    text: Annotated[str, Field(max_length=MAX_TEXT, examples=["1. b2 a1 2. c3"])]
    game: GameText | None = None
    number: Annotated[int, Field(ge=0, le=10**9)] | None = None


class Fault(Answer):
    """A fault in a game: in words, after `ply` good moves, with the text at fault."""

    message: str
    ply: int
    text: str


ShapeColour = TypeAliasType("ShapeColour", Literal["green", "red", "blue", "yellow"])
"""The colours of drawings."""


class DrawnShape(Request):
    """A drawing on a position: an arrow from one cell to another, or a circle about one cell."""

    cells: Annotated[list[Annotated[int, Field(ge=0, lt=10_000)]], Field(min_length=1, max_length=2)]
    """The numbers of the cells on the board of the game."""
    colour: ShapeColour


Shapes = Annotated[list[DrawnShape], Field(max_length=MAX_SHAPES)]


class TreeNode(Answer):
    """A move of a game with variations, and the note on it; see `nupp.formats.tree`.

    parent: the number of the node that it follows; -1 of the first one, the start, which has no move.
    """

    parent: int
    move: str
    note: str
    shapes: list[DrawnShape]


class LeftOut(Answer):
    """The numbers of variations, whole or from some move on, and of notes that were not kept."""

    variations: int
    notes: int


class Imported(Answer):
    """A game as it was read; `moves` are those before the fault, if there is one.

    title: of the game or its event, where the text has one. tree: the moves with variations, notes and
    drawings; empty if none of these were kept.
    """

    game: str
    start: str | None
    moves: list[str]
    players: tuple[str, str] | None
    outcome: str | None
    termination: str | None
    title: str
    fault: Fault | None
    tree: list[TreeNode]
    left_out: LeftOut


RecordFormat = TypeAliasType(
    "RecordFormat", Literal["json", "native", "pdn", "ggf", "psq", "sgf", "ugi", "transcript", "moves"]
)
ExportFormat = TypeAliasType("ExportFormat", RecordFormat | Literal["position", "svg"])


class FormatInfo(Answer):
    """A format in which games are written down.

    ending: of its files. trees: whether it holds variations and notes.
    """

    name: RecordFormat
    ending: str
    about: str
    trees: bool
    """True if it holds variations and notes."""


class ToldNode(Request):
    """A node of a tree that is to be written down; see `TreeNode`."""

    parent: Annotated[int, Field(ge=-1, lt=MOST_NODES)]
    move: Annotated[str, Field(max_length=100)]
    note: Annotated[str, Field(max_length=MAX_NOTE)] = ""
    shapes: Shapes = Field(default_factory=list)


class ExportRequest(SceneRequest):
    """A game that is to be written down.

    players: who played. outcome, termination: of a game that did not end by the rules, who won it and why.
    ply: of the position for a picture or a position text; the last one without it. tree: the game with its
    variations and notes, of which `moves` are the main line, in a format that holds them.
    """

    format: ExportFormat
    players: Annotated[list[Name], Field(min_length=2, max_length=2)] | None = None
    outcome: Literal["first", "second", "draw"] | None = None
    termination: Name | None = None
    ply: Ply | None = None
    tree: Annotated[list[ToldNode], Field(max_length=MOST_NODES)] | None = None


class MoveAnalysis(Answer):
    """The analysis of one move of a game by a player; see `nupp.arena.analysis`.

    hint: the cells to which a hint at the best move points; none if that begins with a word.
    """

    number: int
    side: Side
    move: str
    verdict: Literal["best", "good", "inaccuracy", "mistake", "blunder"]
    loss: float
    before: float
    after: float
    best: str
    line: list[str]
    score: str | None
    hint: list[int]


class AnalysisRequest(Request):
    """A request to analyse every move of a game; budget: for each position."""

    game: GameText
    position: PositionText | None = None
    moves: Annotated[MoveTexts, Field(min_length=1)]
    player: PlayerText = "strong"
    budget: Budget


class ThoughtsRequest(Request):
    """A position to be thought about; multipv: how many candidates are wanted."""

    game: GameText
    position: PositionText | None = None
    moves: MoveTexts = Field(default_factory=list)
    player: PlayerText = "strong"
    budget: Budget
    multipv: Annotated[int, Field(ge=1, le=50)] = 1
