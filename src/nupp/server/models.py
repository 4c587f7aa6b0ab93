"""What the server and those who ask it tell each other, as JSON: the server's side of `web/src/lib/types.ts`.

What is answered has the same names and shapes there. What is asked is strict: unknown fields, other types and
sizes beyond the bounds below are refused, so that no request costs more than it may.
"""

from __future__ import annotations

from typing import Annotated, Any, Final, Literal

from pydantic import BaseModel, ConfigDict, Field

from nupp.players import Budget as PlayerBudget

MAX_PLIES: Final = 1000
"""The most moves that a request may bring or a list of scenes may show."""
MAX_TEXT: Final = 2_000_000
"""Characters of the longest text that can be imported."""
MAX_COUNT: Final = 2**53 - 1
"""The largest whole number that every reader of JSON keeps exact."""

Side = Literal[0, 1]
Point = tuple[float, float]
Step = int | str
Fact = tuple[str, str]

GameText = Annotated[str, Field(min_length=1, max_length=300, examples=["tictactoe"])]
PlayerText = Annotated[str, Field(min_length=1, max_length=300, examples=["level:n=3"])]
PositionText = Annotated[str, Field(max_length=4000)]
MoveText = Annotated[str, Field(min_length=1, max_length=100, examples=["b2"])]
MoveTexts = Annotated[list[MoveText], Field(max_length=MAX_PLIES, examples=[["b2", "a1"]])]
Name = Annotated[str, Field(min_length=1, max_length=60)]
Token = Annotated[str, Field(min_length=1, max_length=200)]
Ply = Annotated[int, Field(ge=0, le=10**6)]
Seconds = Annotated[float, Field(gt=0, le=3600)]


class Answer(BaseModel):
    """What the server tells."""

    model_config = ConfigDict(extra="forbid")


class Request(BaseModel):
    """What the server is told: exactly the fields and types below."""

    model_config = ConfigDict(extra="forbid", strict=True)


class Problem(Answer):
    """What is answered to a request that cannot be carried out.

    code: one word for programs. message: for people; quotes what was wrong and says what was expected. ply:
    of a fault in a game, how many of its moves were good.
    """

    code: str
    message: str
    ply: int | None = None


class ProblemError(Exception):
    """A request that cannot be carried out: the HTTP status and the `Problem` that answer it."""

    def __init__(self, status: int, code: str, message: str, ply: int | None = None) -> None:
        super().__init__(message)
        self.status = status
        self.problem = Problem(code=code, message=message, ply=ply)


def problems(*statuses: int) -> dict[int | str, dict[str, Any]]:
    """The `responses` of a path that may answer with a `Problem` of these statuses."""
    return {status: {"model": Problem} for status in statuses}


# ---- boards and positions ------------------------------------------------------------------------


class Cell(Answer):
    """A cell, or an area such as a box of Dots and Boxes: its centre and its polygon, y pointing down."""

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


class End(Answer):
    """How a game ended; outcome: 1 the first side won, -1 the second, 0 drawn, null nobody knows."""

    outcome: Literal[1, 0, -1] | None
    margin: int | None
    reason: Literal["rules", "resigned", "agreed", "time", "aborted"]
    words: str


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
    moves: MoveTexts = []


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


# ---- thinking ------------------------------------------------------------------------------------


class Candidate(Answer):
    """A move that a player considered; its score from the view of the side to move."""

    move: str
    score: float
    score_kind: str
    score_text: str
    visits: int
    steps: list[Step]


class Thought(Answer):
    """What a player thinks of a position, as it thinks; expectation: what the first side may expect."""

    side: Side
    player: str
    ply: int
    done: bool
    move: str
    score: float
    score_kind: str
    score_text: str
    expectation: float | None
    pv: list[str]
    depth: int
    nodes: int
    nodes_per_second: float
    seconds: float
    candidates: list[Candidate]


class Budget(Request):
    """What a player may take for a move; it stops at the first limit that it meets."""

    seconds: Seconds | None = None
    nodes: Annotated[int, Field(ge=1, le=10**12)] | None = None
    depth: Annotated[int, Field(ge=1, le=1000)] | None = None

    def for_player(self) -> PlayerBudget:
        """The budget as players take it."""
        return PlayerBudget(self.seconds, self.nodes, self.depth)

    @classmethod
    def of(cls, budget: PlayerBudget) -> Budget:
        """The budget of a player, as it is told."""
        return cls.model_construct(seconds=budget.seconds, nodes=budget.nodes, depth=budget.depth)


# ---- rooms ---------------------------------------------------------------------------------------


class Seat(Answer):
    """Who plays a side of a room."""

    kind: Literal["person", "engine"]
    name: str
    taken: bool
    yours: bool
    connected: bool


class Clock(Answer):
    """Seconds left of each side when the message was made, and whose clock runs."""

    control: str
    left: tuple[float, float]
    running: Side | None


class Offers(Answer):
    """The sides that have offered a draw, and that ask for a move back."""

    draw: Side | None
    takeback: Side | None


State = Literal["waiting", "playing", "paused", "over"]


class Room(Answer):
    """A game that is being played on the server, as its reader sees it."""

    id: str
    version: int
    game: str
    start: str | None
    moves: list[str]
    seconds: list[float]
    seats: tuple[Seat, Seat]
    state: State
    end: End | None
    clock: Clock | None
    pause: float
    offers: Offers
    yours: bool
    rematch: str | None
    spectators: int
    created: str


class SeatRequest(Request):
    """Who is to play a side: the one who asks, a friend by invitation, or a player of the server."""

    kind: Literal["me", "friend", "engine"]
    player: PlayerText | None = None
    name: Name | None = None


class RoomRequest(Request):
    """A room that is to be made."""

    game: GameText
    position: PositionText | None = None
    moves: MoveTexts = []
    seats: Annotated[list[SeatRequest], Field(min_length=2, max_length=2)]
    clock: Annotated[str, Field(min_length=1, max_length=40)] | None = None
    budget: Budget | None = None
    pause: Annotated[float, Field(ge=0, le=60)] | None = None


class RoomCreated(Answer):
    """A room, and for each seat that is kept for a friend the token that takes it."""

    room: Room
    invitations: tuple[str | None, str | None]


class SeatToken(Request):
    """The invitation to a seat."""

    side: Side
    token: Token


class MoveRequest(Request):
    """A move; ply: the number of moves played before it."""

    ply: Ply
    move: MoveText


CommandId = Annotated[int, Field(ge=0, le=MAX_COUNT)]


class MoveCommand(Request):
    """Play a move; ply: the number of moves played before it."""

    type: Literal["move"]
    id: CommandId = 0
    ply: Ply
    move: MoveText


class PlainCommand(Request):
    """A command that needs no more than its name."""

    type: Literal["takeback", "draw", "resign", "rematch", "pause", "play", "step", "refuse", "ping"]
    id: CommandId = 0


class HintCommand(Request):
    """Ask what a player of the server would play."""

    type: Literal["hint"]
    id: CommandId = 0
    ply: Ply
    budget: Budget | None = None


class ReleaseCommand(Request):
    """Let a seat go."""

    type: Literal["release"]
    id: CommandId = 0
    side: Side


class SetPauseCommand(Request):
    """Set the least time between two moves of machines."""

    type: Literal["set_pause"]
    id: CommandId = 0
    seconds: Annotated[float, Field(ge=0, le=60)]


RoomCommand = Annotated[
    MoveCommand | PlainCommand | HintCommand | ReleaseCommand | SetPauseCommand, Field(discriminator="type")
]


class RoomMessage(Answer):
    """The whole room, over its WebSocket: at first, and after anything but a plain move."""

    type: Literal["room"] = "room"
    room: Room
    scene: Scene


class MoveMessage(Answer):
    """A move that was played."""

    type: Literal["move"] = "move"
    version: int
    ply: int
    move: str
    seconds: float
    scene: Scene
    clock: Clock | None
    state: State
    end: End | None
    offers: Offers


class PresenceMessage(Answer):
    """Who is there."""

    type: Literal["presence"] = "presence"
    version: int
    connected: tuple[bool, bool]
    spectators: int


class ThoughtMessage(Answer):
    """What a machine of the room thinks."""

    type: Literal["thought"] = "thought"
    thought: Thought


class HintMessage(Answer):
    """What was asked for by `hint`."""

    type: Literal["hint"] = "hint"
    id: int
    thought: Thought


class DoneMessage(Answer):
    """A command was carried out; invitation: of `release`, the token that takes the seat."""

    type: Literal["done"] = "done"
    id: int
    invitation: str | None = None


class EngineMessage(Answer):
    """An engine is about to think: it waits for a free process, its code is compiled, or it thinks."""

    type: Literal["engine"] = "engine"
    side: Side
    state: Literal["queued", "preparing", "thinking"]


class ErrorMessage(Answer):
    """A command, or a message that is none, was refused."""

    type: Literal["error"] = "error"
    id: int | None
    code: str
    message: str


# ---- what there is -------------------------------------------------------------------------------


class Parameter(Answer):
    """A parameter of a game or a player; words: those that it may be, if these are all."""

    name: str
    kind: Literal["integer", "number", "boolean", "word", "spec"]
    default: str
    low: float | None
    high: float | None
    words: list[str] | None
    help: str


class GameInfo(Answer):
    """A game; summary: the first line of its rules; colours, style: how its usual form looks."""

    name: str
    summary: str
    sides: tuple[str, str]
    colours: tuple[Colour, Colour]
    style: Style
    parameters: list[Parameter]


class PlayerInfo(Answer):
    """A player of the server."""

    name: str
    help: str
    parameters: list[Parameter]


class Example(Answer):
    """A worked example: moves from the start, the positions, and what is to be seen in each, in English."""

    moves: list[str]
    scenes: list[Scene]
    remarks: list[str]


class Rules(Answer):
    """The rules of a game as safe HTML."""

    game: str
    html: str
    example: Example


# ---- analysis ------------------------------------------------------------------------------------


class ImportRequest(Request):
    """A text that holds a game. number: which one of several, counted from 0; the first without it."""

    text: Annotated[str, Field(max_length=MAX_TEXT, examples=["1. b2 a1 2. c3"])]
    game: GameText | None = None
    number: Annotated[int, Field(ge=0, le=10**9)] | None = None


class Fault(Answer):
    """What was wrong with a game: in words, after how many good moves, and the text at fault."""

    message: str
    ply: int
    text: str


class Imported(Answer):
    """A game as it was read; `moves` are those before the fault, if there is one."""

    game: str
    start: str | None
    moves: list[str]
    players: tuple[str, str] | None
    outcome: str | None
    termination: str | None
    fault: Fault | None


RecordFormat = Literal["json", "native", "pdn", "ggf", "psq", "sgf", "ugi", "transcript", "moves"]
ExportFormat = Literal[RecordFormat, "position", "svg"]


class FormatInfo(Answer):
    """A format in which games are written down; ending: of its files."""

    name: RecordFormat
    ending: str
    about: str


class ExportRequest(SceneRequest):
    """A game that is to be written down.

    players: who played. outcome, termination: of a game that did not end by the rules, who won it and why.
    ply: of the position for a picture or a position text; the last one without it.
    """

    format: ExportFormat
    players: Annotated[list[Name], Field(min_length=2, max_length=2)] | None = None
    outcome: Literal["first", "second", "draw"] | None = None
    termination: Name | None = None
    ply: Ply | None = None


class Judgement(Answer):
    """One move of a game as a player judges it; see `nupp.arena.analysis`."""

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


class AnalysisRequest(Request):
    """A game to be judged, every move of it; budget: for each position."""

    game: GameText
    position: PositionText | None = None
    moves: Annotated[MoveTexts, Field(min_length=1)]
    player: PlayerText = "strong"
    budget: Budget


class ThoughtsRequest(Request):
    """A position to be thought about; multipv: how many candidates are wanted."""

    game: GameText
    position: PositionText | None = None
    moves: MoveTexts = []
    player: PlayerText = "strong"
    budget: Budget
    multipv: Annotated[int, Field(ge=1, le=50)] = 1


class JobCreated(Answer):
    """A job that has been begun; its events are at /api/jobs/{job}/events."""

    job: str


class ThoughtEvent(Answer):
    """What the player thinks now."""

    type: Literal["thought"] = "thought"
    thought: Thought


class JudgementEvent(Answer):
    """A move that was judged, and the values of the positions before and after it."""

    type: Literal["judgement"] = "judgement"
    judgement: Judgement
    values: list[float]


class StandingEvent(Answer):
    """The standing of a tournament."""

    type: Literal["standing"] = "standing"
    standing: Standing


class TextEvent(Answer):
    """A line that the work has printed."""

    type: Literal["text"] = "text"
    line: str


class DoneEvent(Answer):
    """The end of a job; nothing comes after it."""

    type: Literal["done"] = "done"
    state: Literal["finished", "stopped", "failed"]
    message: str


JobEvent = Annotated[
    ThoughtEvent | JudgementEvent | StandingEvent | TextEvent | DoneEvent, Field(discriminator="type")
]


# ---- tournaments and studies ---------------------------------------------------------------------


class Rating(Answer):
    """The rating of a player with its 95 % interval; score: its points in so many games, of whole pairs."""

    player: str
    elo: float
    low: float
    high: float
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
    ratings: list[Rating]
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
    budget: Budget
    state: Literal["running", "finished", "stopped", "failed"]
    message: str
    created: str
    standing: Standing | None
    yours: bool


class StudyInfo(Answer):
    """A published experiment that can be done again; report, running: where its page and its job are."""

    name: str
    title: str
    source: str
    report: str | None
    running: str | None


class StudyRequest(Request):
    """How a study is to be done: here always with less of everything, in some minutes."""

    quick: Literal[True] = True


StandingEvent.model_rebuild()
