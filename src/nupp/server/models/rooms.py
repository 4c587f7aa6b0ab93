"""Games that are played on the server: rooms, what is done in them, and the messages of their WebSockets."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field
from typing_extensions import TypeAliasType

from nupp.server.models.positions import End, Scene
from nupp.server.models.shared import (
    CONTROLS,
    MAX_COUNT,
    Answer,
    GameText,
    MoveText,
    MoveTexts,
    Name,
    PlayerText,
    Ply,
    PositionText,
    Request,
    Side,
    Token,
)
from nupp.server.models.work.thinking import Budget, Thought
from nupp.store import SeatKind, State


class Seat(Answer):
    """The seat of a side in a room: a person or an engine."""

    kind: SeatKind
    name: str
    """The spec of an engine, or what a person is called."""
    taken: bool
    """True if a person has it; engines always do."""
    yours: bool
    """True if the reader's browser has it, and may play."""
    own: bool
    """As `yours`; in lists also true if another browser of the reader's person has it."""
    connected: bool
    away: float | None
    """Seconds that the person has been away; null for who is there, and for engines."""


class Clock(Answer):
    """Seconds left of each side when the message was made, and whose clock runs."""

    control: str
    left: tuple[float, float]
    running: Side | None


class Offers(Answer):
    """The sides that have offered a draw, and that ask for a move back and for a rematch."""

    draw: Side | None
    takeback: Side | None
    rematch: Side | None


Unrated = TypeAliasType(
    "Unrated",
    Literal["machines", "alone", "position", "player", "time", "assisted", "name", "short"],
)
"""Why a game does not count for ratings.

Only machines play it, or one person plays both sides; it began elsewhere than at the start; a machine is no
character, or thinks for another time than usual; a hint was given or a move taken back; somebody is without a
nickname; it had too few moves.
"""


class Room(Answer):
    """A game that is being played on the server, as its reader sees it."""

    id: str
    version: int
    """Grows with every change; a message with a lower one is out of date."""
    game: str
    start: str | None
    """The position text it began with; null for the usual one."""
    moves: list[str]
    movers: list[Side]
    """The side that made each move, which may be the same several times; left out in lists of rooms."""
    seconds: list[float]
    """Seconds that each move took."""
    seats: tuple[Seat, Seat]
    state: State
    end: End | None
    clock: Clock | None
    pause: float
    """The least time between two moves of machines, in seconds."""
    offers: Offers
    """The sides that have offered a draw, and that ask for a move back and for a rematch."""
    public: bool
    """True if others find the room, to watch."""
    yours: bool
    """True if the reader made the room and may let seats go, pause and step."""
    unrated: Unrated | None
    """Why the game does not count for ratings; null if it does."""
    rematch: str | None
    """The room in which the game is played again, if there is one."""
    spectators: int
    watching: list[str]
    """The nicknames of spectators who have one, in their order; the first `MOST_NAMED` of them."""
    created: str


class SeatRequest(Request):
    """A seat that is asked for: for the client, a friend by invitation, or a player of the server."""

    kind: Literal["me", "friend", "engine"]
    player: PlayerText | None = None
    """The spec of an engine."""
    name: Name | None = None


class RoomRequest(Request):
    """A room that is to be made; public: whether others find it, to watch."""

    game: GameText
    position: PositionText | None = None
    moves: MoveTexts = Field(default_factory=list)
    seats: Annotated[list[SeatRequest], Field(min_length=2, max_length=2)]
    clock: Annotated[str, Field(min_length=1, max_length=40)] | None = None
    """`5m+3s`, as the command line has it; null for none."""
    budget: Budget | None = None
    """The budget of an engine for a move: `1s`, or nodes, or depth."""
    pause: Annotated[float, Field(ge=0, le=60)] | None = None
    public: bool = False


class RoomCreated(Answer):
    """A room, and for each seat that is kept for a friend the token that takes it."""

    room: Room
    invitations: tuple[str | None, str | None]
    """For each seat that is kept for a friend the token that takes it, else null."""


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

    type: Literal["takeback", "draw", "resign", "rematch", "pause", "play", "step", "refuse", "claim", "ping"]
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


Emote = TypeAliasType("Emote", Literal["hello", "thanks", "good_game", "well_played", "oops", "thinking"])
"""The signs that players may give each other."""


class ChatCommand(Request):
    """Say something to the other player: a text or a sign."""

    type: Literal["chat"]
    id: CommandId = 0
    text: Annotated[str, Field(min_length=1, max_length=200, pattern=rf"^[^{CONTROLS}]*$")] | None = None
    emote: Emote | None = None


RoomCommand = TypeAliasType(
    "RoomCommand",
    Annotated[
        MoveCommand | PlainCommand | HintCommand | ReleaseCommand | SetPauseCommand | ChatCommand,
        Field(discriminator="type"),
    ],
)
"""The messages to the server over the WebSocket of a room."""


class WholeRoomMessage(Answer):
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
    """The people who are connected."""

    type: Literal["presence"] = "presence"
    version: int
    connected: tuple[bool, bool]
    away: tuple[float | None, float | None]
    """Seconds that the person of each side has been away."""
    spectators: int
    watching: list[str]


class ThoughtMessage(Answer):
    """A thought of an engine in the room."""

    type: Literal["thought"] = "thought"
    thought: Thought


class HintMessage(Answer):
    """The answer to `hint`."""

    type: Literal["hint"] = "hint"
    id: int
    thought: Thought


class ChatMessage(Answer):
    """A message between the players, which only they get; number: counts those of a room."""

    type: Literal["chat"] = "chat"
    number: int
    side: Side
    text: str | None
    emote: Emote | None


class DoneMessage(Answer):
    """A command was carried out; invitation: of `release`, the token that takes the seat."""

    type: Literal["done"] = "done"
    id: int
    invitation: str | None = None


EngineState = TypeAliasType("EngineState", Literal["queued", "preparing", "thinking"])


class EngineMessage(Answer):
    """An engine is about to think: it waits for a free process, its code is compiled, or it thinks."""

    type: Literal["engine"] = "engine"
    side: Side
    state: EngineState


class ErrorMessage(Answer):
    """A command, or a message that is none, was refused."""

    type: Literal["error"] = "error"
    id: int | None
    code: str
    message: str


RoomMessage = TypeAliasType(
    "RoomMessage",
    Annotated[
        WholeRoomMessage
        | MoveMessage
        | PresenceMessage
        | EngineMessage
        | ThoughtMessage
        | HintMessage
        | ChatMessage
        | DoneMessage
        | ErrorMessage,
        Field(discriminator="type"),
    ],
)
"""The messages from the server over the WebSocket of a room."""
