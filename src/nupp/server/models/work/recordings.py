"""Messages on recorded searches: what is to be recorded, the shape of a record, and its rows."""

from __future__ import annotations

from typing import Annotated, Final, Literal

from pydantic import Field
from typing_extensions import TypeAliasType

from nupp.server.models.shared import Answer, Request, Side
from nupp.server.models.work.analysis import ThoughtsRequest

MOST_ROWS: Final = 200_000
"""Rows of the largest record."""
MOST_ASKED: Final = 300
"""Rows that are answered at a time."""

RecordKind = TypeAliasType("RecordKind", Literal["alphabeta", "simulations", "proof"])


class RecordingRequest(ThoughtsRequest):
    """A search that is to be recorded; rows: the most that are kept."""

    rows: Annotated[int, Field(ge=1, le=MOST_ROWS)] = 150_000


class Recording(Answer):
    """A recorded search, without what its rows state.

    Rows lie in preorder: a row, then the subtrees of its children.
    """

    id: str
    kind: RecordKind
    game: str
    player: str
    start: str | None
    moves: list[str]
    """Those that lead to the position that was searched."""
    best: str
    score_text: str
    visited: int
    """Positions visited, or simulations."""
    seconds: float
    sizes: list[int]
    """For each row the rows of its subtree, itself included."""
    main: list[int]
    """The rows of the principal variation, the root first."""
    simulations: int
    """Simulations whose course is known, to follow the growth of the tree; 0 of other searches."""
    attacker: Side | None
    """The side that wants a yes, of proof-number search."""
    settings: dict[str, float]


class AlphaBetaFacts(Answer):
    """A node of alpha-beta; values are from the view of the side to move at the root."""

    depth: int
    window: tuple[str | None, str | None] | None
    """The bounds, null for infinite ones; null for a leaf."""
    score: int
    score_text: str
    cause: Literal["searched", "cut", "table", "probcut", "leaf", "final", "drawn", "stopped"]
    known: Literal["value", "least", "most"]
    """The meaning of the score: the value, or the least or the most that it can be."""
    null_window: bool
    quiet: bool
    """True in quiescence search."""
    shallow: bool
    """True of a search of the same position, by which ProbCut decides."""
    again: bool
    """True of a second search of the same move."""
    reduced: int
    """Plies by which the move was searched less deep."""
    moves: int
    searched: int
    nodes: int
    hidden: int
    """Positions visited below that have no row."""
    left_out: int
    """Moves that a cut-off left out."""
    saved: int
    """About how many positions these would have taken."""


class SimulationFacts(Answer):
    """A node of a Monte-Carlo tree search.

    mean: the mean result, -1 to 1, from the view of the side to move at the root. proven: a certain one.
    terms: the addends of the bound by which the move was chosen, and their `sum`, for the side that chooses.
    """

    visits: int
    mean: float | None
    proven: Literal[1, 0, -1] | None
    terms: dict[str, float] | None


class ProofFacts(Answer):
    """A visit of a proof-number search; null stands for infinity."""

    proof: int | None
    disproof: int | None
    proof_limit: int | None
    disproof_limit: int | None
    attacking: bool
    """True if the side to move wants a yes."""
    moves: int
    nodes: int
    stopped: bool


class RecordedRow(Answer):
    """A row of a record; one of the three kinds of facts is there."""

    row: int
    parent: int
    size: int
    ply: int
    move: str | None
    """The move that led here; null of a root, and of a search of the same position."""
    mover: Side | None
    main: bool
    """True on the principal variation."""
    alphabeta: AlphaBetaFacts | None = None
    simulations: SimulationFacts | None = None
    proof: ProofFacts | None = None


class RowsRequest(Request):
    """Rows that are wanted; at: as they were after that many simulations."""

    rows: Annotated[list[Annotated[int, Field(ge=0, lt=MOST_ROWS)]], Field(max_length=MOST_ASKED)]
    at: Annotated[int, Field(ge=0, le=10**9)] | None = None


class RecordedEvent(Answer):
    """A search was recorded, under this name."""

    type: Literal["recorded"] = "recorded"
    recording: str
