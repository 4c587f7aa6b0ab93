"""Boards and positions, as they are shown and as they are asked for."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field
from typing_extensions import TypeAliasType

from nupp.server.models.shared import Answer, Fact, GameText, MoveTexts, PositionText, Request, Side, Step
from nupp.store import Reason

Point = TypeAliasType("Point", tuple[float, float])


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
    """x0, y0, x1, y1 around all that is drawn."""
    radius: float
    """Of the largest disc that fits into each cell."""
    tiled: bool
    """True if the cells tile a surface, so that their outlines are drawn; else pieces stand on points."""
    arrows: list[tuple[int, int, int, int]]
    """For each cell those above, right of, below and left of it, as arrow keys go; -1 for none."""
    stepwise: bool = False
    """True if later moves may need more than the click on one cell that is enough at first."""


Shape = TypeAliasType(
    "Shape", Literal["disc", "cross", "ring", "king", "queen", "arrow", "half", "box", "edge", "unit"]
)
Sign = TypeAliasType(
    "Sign", Literal["active", "done", "hourglass", "shield", "swords", "right", "down", "left", "up"]
)


class Piece(Answer):
    """A piece on a cell; on an area, for the shape `box`."""

    cell: int
    """The cell it is on; the area, for the shape `box`."""
    side: Literal[-1, 0, 1]
    symbol: str
    shape: Shape
    text: str
    signs: list[Sign]


class Choices(Answer):
    """The legal moves and, of each in the same order, the steps to be clicked one after another.

    No two moves have the same steps. origins: by the move, the cells of which one may be clicked before its
    steps, such as the pieces that a copy may come from; ways: by the move, other cells to be clicked one
    after another for it, such as each landing of some jumps; facts: by the move; all three for moves that
    have any.
    """

    moves: list[str]
    steps: list[tuple[Step, ...]]
    origins: dict[str, tuple[int, ...]]
    ways: dict[str, tuple[tuple[int, ...], ...]]
    facts: dict[str, list[Fact]]


class Inspection(Answer):
    """The piece on a cell: facts, cells that it can go to, and cells that it can attack from afar."""

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
    """The end of a game. outcome: 1 if the first side won, -1 if the second, 0 drawn, null if unknown."""

    outcome: Literal[1, 0, -1] | None
    margin: int | None
    reason: Reason
    words: str
    """The end in words, in English, such as `black wins by 12`."""
    cause: Cause | None = None
    """Why the rules ended the game: a key, the same in English, and the cells that decided it."""


class LastMove(Answer):
    """The move that led to a position, and its steps."""

    move: str
    steps: list[Step]


Colour = TypeAliasType("Colour", Literal["black", "white", "red", "blue"])
Style = TypeAliasType("Style", Literal["wood", "felt", "paper", "slate"])
Surface = TypeAliasType(
    "Surface", Literal["light", "dark", "grass", "road", "shallow", "water", "crag", "hole"]
)


class Staging(Answer):
    """The piece that moves while a move is being chosen: its cell, and the number of steps it follows.

    mover: None where it stands on the cell of the first step. carries: how many steps to empty cells the
    piece follows; None for all of them.
    """

    mover: int | None
    carries: int | None


class Scene(Answer):
    """A position, all that a board shows of it and everything that may be done in it."""

    game: str
    position: str
    """The position text."""
    ply: int
    to_move: Side | None
    end: End | None
    """The end by the rules; null while the game goes on."""
    pieces: list[Piece]
    marks: list[int]
    """Cells of the last move."""
    fills: dict[str, Surface]
    style: Style
    colours: tuple[Colour, Colour]
    caption: str
    """The position in words, in English: `Round 3: blue's knight is to act`. May be empty."""
    notes: list[str]
    """Lines that say in English what pictures show, such as what a unit has lost."""
    facts: list[Fact]
    """The counts beside the board, such as `score_first`, `hand_second`, `quiet`, `round`."""
    last: LastMove | None
    """The move that led here and its steps; null in the position that the game began with."""
    choices: Choices | None
    """The legal moves; null if it is not for the reader to move."""
    aliases: dict[str, int]
    """Cells that stand for others when they are clicked, such as those of a column into which stones fall."""
    inspections: list[Inspection]
    staging: Staging
    """The display of a move while it is being chosen."""


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
