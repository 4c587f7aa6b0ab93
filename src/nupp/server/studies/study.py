"""The contents of a study: chapters, each a game with a tree of moves, and what an edit does to them.

No input or output happens here. An edit is first resolved: checked against the rules and the bounds, which
changes nothing, and turned into a change that can be kept. Applying changes in their order always leads to
the same study; the page applies them in the same way.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from pydantic import TypeAdapter

from nupp.formats.record import printable, start_of
from nupp.rules import Game, Position
from nupp.server.api.positions import position_of
from nupp.server.models import studies as models
from nupp.server.models.shared import ProblemError
from nupp.server.models.studies import (
    MAX_CHAPTER_NODES,
    MAX_CHAPTERS,
    AddChapterEdit,
    ChapterAdded,
    DrawEdit,
    MoveChapterEdit,
    NodeEdit,
    NoteEdit,
    Played,
    PlayEdit,
    RemoveChapterEdit,
    RenameChapterEdit,
    RenameEdit,
    StudyChange,
    StudyEdit,
)
from nupp.server.models.work.analysis import DrawnShape, ToldNode
from nupp.server.play.rules_compiler import UnplayableError, play_through
from nupp.server.play.specs import safe_game
from nupp.server.rooms.room import RefusedError

MAX_NODES: Final = 10_000
"""The most nodes of all chapters of a study."""
MAX_BYTES: Final = 2_000_000
"""The most bytes of all notes and drawings of a study, as `Node.size` counts them."""
SHAPE_BYTES: Final = 40
"""The bytes that a drawing counts: about those that it takes as JSON."""
CHANGE: Final[TypeAdapter[StudyChange]] = TypeAdapter(StudyChange)
_CHAPTER: Final = TypeAdapter(models.Chapter)


@dataclass
class Node:
    """A move of a chapter; parent: -1 of the start. version: of the last change of note or drawings."""

    parent: int
    move: str
    note: str = ""
    shapes: list[DrawnShape] = field(default_factory=list)
    version: int = 0
    children: list[int] = field(default_factory=list)

    @property
    def size(self) -> int:
        """The bytes of its note and drawings."""
        return _size(self.note, self.shapes)


class Chapter:
    """A game of a study with its tree of moves, by their numbers."""

    def __init__(self, stored: models.Chapter) -> None:
        self.number, self.title, self.game, self.start = (
            stored.number,
            stored.title,
            stored.game,
            stored.start,
        )
        self.players, self.outcome, self.termination = stored.players, stored.outcome, stored.termination
        self.next = stored.next
        self.nodes: dict[int, Node] = {}
        for one in stored.nodes:
            self._add(one.id, Node(one.parent, one.move, one.note, list(one.shapes), one.version))

    def _add(self, number: int, node: Node) -> None:
        self.nodes[number] = node
        if node.parent >= 0:
            self.nodes[node.parent].children.append(number)

    def node(self, number: int) -> Node:
        """A node; RefusedError if it is not there."""
        found = self.nodes.get(number)
        if found is None:
            raise RefusedError("gone", f"node {number} of chapter {self.number}: expected one that it has")
        return found

    def moves_to(self, number: int) -> list[str]:
        """The moves from the start to a node."""
        found = list[str]()
        node = self.node(number)
        while node.parent >= 0:
            found.append(node.move)
            node = self.nodes[node.parent]
        return found[::-1]

    def main_line(self) -> list[str]:
        """The moves of the main line."""
        found, node = list[str](), self.nodes[0]
        while node.children:
            node = self.nodes[node.children[0]]
            found.append(node.move)
        return found

    def follow(self, parent: int, moves: Iterable[str]) -> tuple[int, list[str]]:
        """The node that moves lead to from another as far as they are there, and the moves that are not."""
        rest = list(moves)
        while rest:
            following = (one for one in self.node(parent).children if self.nodes[one].move == rest[0])
            known = next(following, None)
            if known is None:
                break
            parent, rest = known, rest[1:]
        return parent, rest

    def play(self, parent: int, moves: Iterable[str]) -> None:
        """Add moves after a node."""
        for move in moves:
            self._add(self.next, Node(parent, move))
            parent, self.next = self.next, self.next + 1

    def promote(self, number: int) -> None:
        """Make the variation that a node is in the main one where it branches off."""
        while number:
            siblings = self.nodes[self.nodes[number].parent].children
            if siblings[0] != number:
                siblings.remove(number)
                siblings.insert(0, number)
                return
            number = self.nodes[number].parent

    def remove(self, number: int) -> None:
        """Delete a node and all that follows it."""
        self.nodes[self.nodes[number].parent].children.remove(number)
        waiting = [number]
        while waiting:
            waiting += self.nodes.pop(waiting.pop()).children

    def in_order(self) -> Iterator[tuple[int, Node]]:
        """The nodes with their numbers, each before those that follow it, which are in their order."""
        waiting = [0]
        while waiting:
            number = waiting.pop()
            yield number, self.nodes[number]
            waiting += reversed(self.nodes[number].children)

    def model(self) -> models.Chapter:
        """The chapter as it is sent and kept."""
        nodes = [
            models.StudyNode.model_construct(
                id=number,
                parent=one.parent,
                move=one.move,
                note=one.note,
                shapes=one.shapes,
                version=one.version,
            )
            for number, one in self.in_order()
        ]
        return models.Chapter.model_construct(
            number=self.number,
            title=self.title,
            game=self.game,
            start=self.start,
            players=self.players,
            outcome=self.outcome,
            termination=self.termination,
            nodes=nodes,
            next=self.next,
        )


class Study:
    """The chapters of a study in their order, and the version that its edits have made."""

    def __init__(self, title: str, contents: Mapping[str, Any], version: int) -> None:
        """contents: as `contents` returns them. ValueError for others."""
        self.title, self.version = title, version
        chapters = [Chapter(_CHAPTER.validate_python(one)) for one in contents["chapters"]]
        self.chapters = {one.number: one for one in chapters}
        self.next: int = contents["next"]
        self._apply: dict[str, Callable[[Any, int], None]] = {
            "played": self._play,
            "note": self._note,
            "draw": self._draw,
            "promote": lambda change, version: self.chapters[change.chapter].promote(change.node),
            "remove": lambda change, version: self.chapters[change.chapter].remove(change.node),
            "chapter_added": self._add,
            "rename_chapter": self._rename_chapter,
            "remove_chapter": self._remove_chapter,
            "move_chapter": self._move_chapter,
            "rename": self._rename,
        }

    def contents(self) -> dict[str, Any]:
        """All that it holds but the title, as JSON."""
        return {"next": self.next, "chapters": [one.model().model_dump() for one in self.chapters.values()]}

    @property
    def nodes(self) -> int:
        """The number of nodes of all chapters."""
        return sum(len(one.nodes) for one in self.chapters.values())

    @property
    def size(self) -> int:
        """The bytes of all notes and drawings."""
        return sum(node.size for one in self.chapters.values() for node in one.nodes.values())

    def chapter(self, number: int) -> Chapter:
        """A chapter; RefusedError if it is not there."""
        found = self.chapters.get(number)
        if found is None:
            raise RefusedError("gone", f"chapter {number}: expected one that the study has")
        return found

    # ---- what is asked ---------------------------------------------------------------------------

    def resolve(self, edit: StudyEdit) -> StudyChange | None:
        """The change that an edit makes; None if it makes none. RefusedError if it cannot be made.

        It changes nothing, and may be called in any thread while nobody applies changes.
        """
        match edit:
            case PlayEdit():
                return self._resolve_play(edit)
            case AddChapterEdit():
                return self._resolve_add(edit)
            case NoteEdit():
                node = self.chapter(edit.chapter).node(edit.node)
                self._require_bytes(_size(edit.note, node.shapes) - node.size)
            case DrawEdit():
                self._resolve_draw(edit)
            case NodeEdit():
                self.chapter(edit.chapter).node(edit.node)
                if edit.type == "remove" and edit.node == 0:
                    raise RefusedError("not_allowed", "node 0: expected a move, since the start stays")
            case RemoveChapterEdit():
                self.chapter(edit.chapter)
                if len(self.chapters) == 1:
                    raise RefusedError("not_allowed", "the last chapter stays: expected one of several")
            case RenameChapterEdit() | MoveChapterEdit():
                self.chapter(edit.chapter)
        return edit.model_copy(update={"id": 0})

    def _resolve_play(self, edit: PlayEdit) -> Played | None:
        chapter = self.chapter(edit.chapter)
        before = _refusing(position_of, chapter.game, chapter.start, chapter.moves_to(edit.parent))
        try:
            played = play_through(before, edit.moves)
        except UnplayableError as error:
            raise RefusedError("illegal_move", str(error)) from None
        written = played.moves[len(before.moves) :]
        parent, rest = chapter.follow(edit.parent, written)
        if not rest:
            return None
        self._require_space(len(chapter.nodes), len(rest))
        return Played(chapter=chapter.number, parent=parent, first=chapter.next, moves=rest)

    def _resolve_draw(self, edit: DrawEdit) -> None:
        chapter = self.chapter(edit.chapter)
        node = chapter.node(edit.node)
        _require_cells(edit.shapes, safe_game(chapter.game))
        self._require_bytes(_size(node.note, edit.shapes) - node.size)

    def _resolve_add(self, edit: AddChapterEdit) -> ChapterAdded:
        if len(self.chapters) >= MAX_CHAPTERS:
            raise RefusedError("too_large", f"expected at most {MAX_CHAPTERS} chapters")
        self._require_space(0, len(edit.nodes))
        chapter = _refusing(new_chapter, edit, self.next, self.version + 1)
        self._require_bytes(sum(_size(one.note, one.shapes) for one in chapter.nodes))
        return ChapterAdded(chapter=chapter)

    def _require_space(self, there: int, more: int) -> None:
        if there + more > MAX_CHAPTER_NODES:
            raise RefusedError("too_large", f"expected at most {MAX_CHAPTER_NODES} moves in a chapter")
        if self.nodes + more > MAX_NODES:
            raise RefusedError("too_large", f"expected at most {MAX_NODES} moves in a study")

    def _require_bytes(self, more: int) -> None:
        if more > 0 and self.size + more > MAX_BYTES:
            words = f"{self.size + more} bytes of notes and drawings: expected at most {MAX_BYTES} in a study"
            raise RefusedError("too_large", words)

    # ---- what is done ----------------------------------------------------------------------------

    def apply(self, change: StudyChange) -> None:
        """Make a change, which was resolved at this version: the next version."""
        self.version += 1
        self._apply[change.type](change, self.version)

    def _play(self, change: Played, version: int) -> None:
        self.chapters[change.chapter].play(change.parent, change.moves)

    def _note(self, change: NoteEdit, version: int) -> None:
        node = self.chapters[change.chapter].nodes[change.node]
        node.note, node.version = change.note, version

    def _draw(self, change: DrawEdit, version: int) -> None:
        node = self.chapters[change.chapter].nodes[change.node]
        node.shapes, node.version = list(change.shapes), version

    def _add(self, change: ChapterAdded, version: int) -> None:
        self.chapters[change.chapter.number] = Chapter(change.chapter)
        self.next = change.chapter.number + 1

    def _rename_chapter(self, change: RenameChapterEdit, version: int) -> None:
        self.chapters[change.chapter].title = change.title

    def _remove_chapter(self, change: RemoveChapterEdit, version: int) -> None:
        del self.chapters[change.chapter]

    def _move_chapter(self, change: MoveChapterEdit, version: int) -> None:
        order = [number for number in self.chapters if number != change.chapter]
        order.insert(change.place, change.chapter)
        self.chapters = {number: self.chapters[number] for number in order}

    def _rename(self, change: RenameEdit, version: int) -> None:
        self.title = change.title


def new_study(title: str, chapters: Iterable[AddChapterEdit]) -> Study:
    """A study with its first chapters; ProblemError 422 for one that cannot be."""
    study = Study(title, {"next": 1, "chapters": []}, 0)
    for one in chapters:
        try:
            study.apply(study._resolve_add(one))
        except RefusedError as error:
            raise ProblemError(422, error.code, str(error)) from None
    study.version = 0
    return study


def new_chapter(edit: AddChapterEdit, number: int, version: int) -> models.Chapter:
    """A chapter as it is asked for; ProblemError 422 for a game, a start or a tree that is wrong."""
    start = position_of(edit.game, edit.start, [])
    game = start.game
    wanted = edit.nodes or [ToldNode(parent=-1, move="")]
    moves = _written(start, wanted)
    for one in wanted:
        _require_cells(one.shapes, game)
    nodes = [
        models.StudyNode(
            id=place,
            parent=one.parent,
            move=moves[place],
            note=printable(" ".join(one.note.split())),
            shapes=one.shapes,
            version=version if one.note or one.shapes else 0,
        )
        for place, one in enumerate(wanted)
    ]
    players = None if edit.players is None else (edit.players[0], edit.players[1])
    return models.Chapter(
        number=number,
        title=edit.title,
        game=game.spec,
        start=start_of(start),
        players=players,
        outcome=edit.outcome,
        termination=edit.termination,
        nodes=nodes,
        next=len(nodes),
    )


def _written(start: Position, nodes: list[ToldNode]) -> list[str]:
    """The moves of a tree as the game writes them; ProblemError 422 for a tree that is none."""
    if (nodes[0].parent, nodes[0].move) != (-1, ""):
        raise ProblemError(422, "bad_tree", "node 0: expected the start, with the parent -1 and no move")
    positions, known = [start], set[tuple[int, str]]()
    for number, one in enumerate(nodes[1:], start=1):
        if not 0 <= one.parent < number:
            raise ProblemError(422, "bad_tree", f"node {number}: expected a parent from 0 to {number - 1}")
        try:
            position = positions[one.parent].play(one.move)
        except ValueError as error:
            raise ProblemError(422, "illegal_move", f"node {number}: {error}") from None
        edge = (one.parent, position.last_move or "")
        if edge in known:
            raise ProblemError(422, "bad_tree", f"node {number}: {edge[1]!r} is there already")
        known.add(edge)
        positions.append(position)
    return ["", *(one.last_move or "" for one in positions[1:])]


def _size(note: str, shapes: Sequence[DrawnShape]) -> int:
    return len(note.encode()) + SHAPE_BYTES * len(shapes)


def _require_cells(shapes: Iterable[DrawnShape], game: Game) -> None:
    """RefusedError for a drawing beside the board."""
    most = max((cell for one in shapes for cell in one.cells), default=-1)
    if most >= len(game.board):
        raise RefusedError("bad_shape", f"a drawing on cell {most}: expected one below {len(game.board)}")


def _refusing(function: Callable[..., Any], *args: Any) -> Any:
    """Return the result of a function; its problems become refusals."""
    try:
        return function(*args)
    except ProblemError as error:
        raise RefusedError(error.problem.code, error.problem.message) from None
