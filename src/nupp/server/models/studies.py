"""Studies by people: what they hold, how they are edited, and the messages of their WebSockets."""

from __future__ import annotations

from typing import Annotated, Final, Literal

from pydantic import Field
from typing_extensions import TypeAliasType

from nupp.server.models.rooms import CommandId, DoneMessage, ErrorMessage
from nupp.server.models.shared import (
    CONTROLS,
    MAX_COUNT,
    MAX_TEXT,
    Answer,
    GameText,
    MoveText,
    Name,
    PositionText,
    Request,
    Token,
)
from nupp.server.models.work.analysis import MAX_NOTE, DrawnShape, Shapes, ToldNode

MAX_CHAPTERS: Final = 64
"""The most chapters of a study."""
MAX_CHAPTER_NODES: Final = 3000
"""The most nodes of a chapter, its start among them."""
MAX_LINE: Final = 500
"""The most moves that one edit adds."""

Number = Annotated[int, Field(ge=0, le=MAX_COUNT)]
Version = Annotated[int, Field(ge=0, le=MAX_COUNT)]
NoteText = Annotated[str, Field(max_length=MAX_NOTE, pattern=rf"^[^{CONTROLS}]*$")]


class StudyNode(Answer):
    """A move of a chapter: what is noted and drawn there."""

    id: int
    """Its number in the chapter; 0 for the start. Numbers are never used again."""
    parent: int
    """The node that it follows, which stands before it; -1 of the start."""
    move: str
    note: str
    shapes: list[DrawnShape]
    version: int
    """The version of the study at which note or drawings were last changed."""


class Chapter(Answer):
    """A game of a study: its tree of moves, those that follow the same node in their order."""

    number: int
    title: str
    game: str
    start: str | None
    """The position text it begins with; null for the usual one."""
    players: tuple[str, str] | None
    outcome: str | None
    termination: str | None
    nodes: list[StudyNode]
    next: int
    """The number of the next new node."""


class StudyPlace(Request):
    """A position of a study: a chapter and a node of it."""

    chapter: Number
    node: Number


class Study(Answer):
    """A study as its reader sees it."""

    id: str
    version: int
    """Grows by one with every edit."""
    title: str
    author: str
    """The nickname of who made it; empty for none."""
    chapters: list[Chapter]
    yours: bool
    """True if the reader made it, and may invite editors and delete it."""
    editable: bool
    """True if the reader may edit it."""
    invitation: bool
    """True if there is a link that makes editors."""
    shown: StudyPlace | None
    """The position that an editor presents; null while nobody does."""
    readers: int
    """The number of connections that follow it."""


class StudyGlance(Answer):
    """A study in a list."""

    id: str
    title: str
    author: str
    yours: bool
    changed: str


# ---- edits ---------------------------------------------------------------------------------------


class PlayEdit(Request):
    """Play moves after a node; those that are there already are followed."""

    type: Literal["play"]
    id: CommandId = 0
    chapter: Number
    parent: Number
    moves: Annotated[list[MoveText], Field(min_length=1, max_length=MAX_LINE)]


class NoteEdit(Request):
    """Change the note of a node. The last edit of a node counts.

    base: the version of the node that its editor has seen, so that an edit made meanwhile is noticed.
    """

    type: Literal["note"]
    id: CommandId = 0
    chapter: Number
    node: Number
    note: NoteText
    base: Version = 0


class DrawEdit(Request):
    """Change the drawings of a node, all at once; base: as of a note."""

    type: Literal["draw"]
    id: CommandId = 0
    chapter: Number
    node: Number
    shapes: Shapes
    base: Version = 0


class NodeEdit(Request):
    """Make the variation of a node the main one where it branches off, or delete a node and what follows."""

    type: Literal["promote", "remove"]
    id: CommandId = 0
    chapter: Number
    node: Number


class AddChapterEdit(Request):
    """Add a chapter at the end.

    nodes: its moves with notes and drawings, the start first; those that follow the same node in order.
    """

    type: Literal["add_chapter"]
    id: CommandId = 0
    title: Name
    game: GameText
    start: PositionText | None = None
    players: Annotated[list[Name], Field(min_length=2, max_length=2)] | None = None
    outcome: Literal["first", "second", "draw"] | None = None
    termination: Name | None = None
    nodes: Annotated[list[ToldNode], Field(max_length=MAX_CHAPTER_NODES)] = Field(default_factory=list)


class RenameChapterEdit(Request):
    """Give a chapter another title."""

    type: Literal["rename_chapter"]
    id: CommandId = 0
    chapter: Number
    title: Name


class RemoveChapterEdit(Request):
    """Delete a chapter, unless it is the last one."""

    type: Literal["remove_chapter"]
    id: CommandId = 0
    chapter: Number


class MoveChapterEdit(Request):
    """Move a chapter to another place among the chapters, counted from 0."""

    type: Literal["move_chapter"]
    id: CommandId = 0
    chapter: Number
    place: Annotated[int, Field(ge=0, lt=MAX_CHAPTERS)]


class RenameEdit(Request):
    """Give the study another title."""

    type: Literal["rename"]
    id: CommandId = 0
    title: Name


StudyEdit = TypeAliasType(
    "StudyEdit",
    Annotated[
        PlayEdit
        | NoteEdit
        | DrawEdit
        | NodeEdit
        | AddChapterEdit
        | RenameChapterEdit
        | RemoveChapterEdit
        | MoveChapterEdit
        | RenameEdit,
        Field(discriminator="type"),
    ],
)
"""An edit of a study."""


class PresentCommand(Request):
    """Present a position to all who follow; place: null to present none."""

    type: Literal["present"]
    id: CommandId = 0
    place: StudyPlace | None = None


class StudyPing(Request):
    """Ask for a sign of life."""

    type: Literal["ping"]
    id: CommandId = 0


StudyCommand = TypeAliasType(
    "StudyCommand",
    Annotated[
        PlayEdit
        | NoteEdit
        | DrawEdit
        | NodeEdit
        | AddChapterEdit
        | RenameChapterEdit
        | RemoveChapterEdit
        | MoveChapterEdit
        | RenameEdit
        | PresentCommand
        | StudyPing,
        Field(discriminator="type"),
    ],
)
"""The messages to the server over the WebSocket of a study."""


# ---- what comes of them --------------------------------------------------------------------------


class Played(Answer):
    """Moves were added after a node, the first as the node `first`, the others as those that follow it."""

    type: Literal["played"] = "played"
    chapter: int
    parent: int
    first: int
    moves: list[str]


class ChapterAdded(Answer):
    """A chapter was added at the end."""

    type: Literal["chapter_added"] = "chapter_added"
    chapter: Chapter


StudyChange = TypeAliasType(
    "StudyChange",
    Annotated[
        Played
        | ChapterAdded
        | NoteEdit
        | DrawEdit
        | NodeEdit
        | RenameChapterEdit
        | RemoveChapterEdit
        | MoveChapterEdit
        | RenameEdit,
        Field(discriminator="type"),
    ],
)
"""A change of a study, as it is kept and sent."""


class WholeStudyMessage(Answer):
    """The whole study, over its WebSocket: at first."""

    type: Literal["study"] = "study"
    study: Study


class ChangeMessage(Answer):
    """An edit was made; yours: by this reader, over whatever connection."""

    type: Literal["change"] = "change"
    version: int
    change: StudyChange
    yours: bool


class PresentMessage(Answer):
    """Another position is presented, or none."""

    type: Literal["present"] = "present"
    shown: StudyPlace | None


class ReadersMessage(Answer):
    """The number of connections that follow the study."""

    type: Literal["readers"] = "readers"
    readers: int


class RightsMessage(Answer):
    """The reader may edit the study from now on, or may not any more."""

    type: Literal["rights"] = "rights"
    editable: bool
    invitation: bool


StudyMessage = TypeAliasType(
    "StudyMessage",
    Annotated[
        WholeStudyMessage
        | ChangeMessage
        | PresentMessage
        | ReadersMessage
        | RightsMessage
        | DoneMessage
        | ErrorMessage,
        Field(discriminator="type"),
    ],
)
"""The messages from the server over the WebSocket of a study."""


# ---- requests ------------------------------------------------------------------------------------


class StudyRequest(Request):
    """A study that is to be made, with its first chapters."""

    title: Name
    chapters: Annotated[list[AddChapterEdit], Field(min_length=1, max_length=MAX_CHAPTERS)]


class StudyImport(Request):
    """A text with games, each of which becomes a chapter; game: whose moves they are where it names none."""

    text: Annotated[str, Field(max_length=MAX_TEXT)]
    game: GameText | None = None


class StudyImported(Answer):
    """The chapters that were added, and what could not be read."""

    chapters: list[int]
    faults: list[str]


class StudyToken(Request):
    """The invitation that makes an editor."""

    token: Token


class Invited(Answer):
    """The token of the only link that makes editors."""

    token: str


class StudyFile(Answer):
    """A study as a file of JSON, which can be imported again."""

    nupp_study: Literal[1] = 1
    title: str
    author: str
    chapters: list[Chapter]
