"""Boards and positions, as they are shown and as they are asked for."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from nupp.server.models.base import Answer, Fact, GameText, MoveTexts, PositionText, Request, Side, Step
from nupp.store import Reason

Point = tuple[float, float]


class Cell(Answer):
    """A cell, or an area such as a box between edges: its centre and its polygon, y pointing down."""

    name: str
    x: float
    y: float
    outline: list[Point]


class Label(Answer):
    """A coordinate printed beside the board."""

    text: str
    x: float
    y: float


class Board(Answer):
    """The geometry of a board; a cell is about 1 wide."""

    cells: list[Cell]
    areas: list[Cell]
    labels: list[Label]
    lines: list[tuple[Point, Point]]
    dots: list[Point]
    bounds: tuple[float, float, float, float]
    radius: float
    tiled: bool
    arrows: list[tuple[int, int, int, int]]


class Piece(Answer):
    """A piece on a cell; on an area, for the shape `box`."""

    cell: int
    side: Literal[-1, 0, 1]
    symbol: str
    shape: Literal["disc", "cross", "ring", "king", "queen", "arrow", "box", "edge", "unit"]
    text: str
    signs: list[Literal["active", "done", "hourglass", "shield", "swords"]]


class Choices(Answer):
    """The legal moves and, of each in the same order, the steps to be clicked one after another.

    No two moves have the same steps. facts: by the move, of those of which there is something to tell.
    """

    moves: list[str]
    steps: list[list[Step]]
    facts: dict[str, list[Fact]]


class Inspection(Answer):
    """What may be told of the piece on a cell: facts, where it can go, whom it can attack from afar."""

    cell: int
    facts: list[Fact]
    reach: list[int]
    sight: list[int]


class Cause(Answer):
    """Why the rules ended a game: a key, the same in English, and the cells that decided it."""

    key: str
    words: str
    cells: list[int]


class End(Answer):
    """How a game ended; outcome: 1 the first side won, -1 the second, 0 drawn, null nobody knows."""

    outcome: Literal[1, 0, -1] | None
    margin: int | None
    reason: Reason
    words: str
    cause: Cause | None = None


class LastMove(Answer):
    """The move that led to a position, and its steps."""

    move: str
    steps: list[Step]


Colour = Literal["black", "white", "red", "blue"]
Style = Literal["wood", "felt", "paper", "slate"]
Surface = Literal["light", "dark", "grass", "road", "shallow", "water", "crag", "hole"]


class Staging(Answer):
    """What goes where while a move is being chosen: the cell of the piece, and how often it goes on.

    mover: None where it stands on the cell of the first step. carries: how many steps to empty cells the
    piece follows; None for all of them.
    """

    mover: int | None
    carries: int | None


class Scene(Answer):
    """A position, all that a board shows of it and everything that may be done in it."""

    game: str
    position: str
    ply: int
    to_move: Side | None
    end: End | None
    pieces: list[Piece]
    marks: list[int]
    fills: dict[str, Surface]
    style: Style
    colours: tuple[Colour, Colour]
    caption: str
    notes: list[str]
    facts: list[Fact]
    last: LastMove | None
    choices: Choices | None
    aliases: dict[str, int]
    inspections: list[Inspection]
    staging: Staging


class SceneRequest(Request):
    """A position: the start, or a position text, and moves from there."""

    game: GameText
    position: PositionText | None = None
    moves: MoveTexts = Field(default_factory=list)


class ScenesRequest(Request):
    """A game to be replayed, by its moves."""

    game: GameText
    position: PositionText | None = None
    moves: MoveTexts


class PlacedPiece(Request):
    """A piece on a cell, by its symbol."""

    cell: Annotated[int, Field(ge=0, le=10_000)]
    symbol: Annotated[str, Field(min_length=1, max_length=1)]


class ArrangedRequest(Request):
    """Pieces on cells, and who is to move; `position` gives whatever else a position holds."""

    game: GameText
    position: PositionText | None = None
    pieces: Annotated[list[PlacedPiece], Field(max_length=2000)]
    to_move: Side


class Arranged(Answer):
    """A position that was set up: its text, and either what it looks like or what is wrong with it."""

    position: str
    scene: Scene | None
    fault: str | None
