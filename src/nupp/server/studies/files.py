"""Studies as files, and files as chapters of studies."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import islice
from typing import Any, Final

from pydantic import ValidationError

from nupp.formats import (
    Format,
    Reader,
    ReadOptions,
    RecordError,
    format_named,
    open_games,
    printable,
    record_of,
    write_game_tree,
)
from nupp.formats.reading import UNKNOWN
from nupp.rules import NotationError
from nupp.server.api.exporting import file_node
from nupp.server.api.importing import imported
from nupp.server.api.positions import position_of
from nupp.server.models.shared import LONGEST_NAME, MAX_PLIES, ProblemError
from nupp.server.models.studies import MAX_CHAPTERS, AddChapterEdit, StudyFile, StudyNode
from nupp.server.models.studies import Chapter as ChapterModel
from nupp.server.models.work.analysis import Imported, ToldNode, TreeNode
from nupp.server.play.specs import safe_game
from nupp.server.studies.study import Chapter
from nupp.spec import SpecError

JSON: Final = "study"
"""The format that holds all of a study, for nupp alone."""

Read = Callable[[], AddChapterEdit]
"""Reads one chapter; ProblemError, or a ValueError of the formats, if there is none."""


def study_file(title: str, author: str, chapters: list[ChapterModel]) -> str:
    """A study as JSON, with all that it holds."""
    whole = StudyFile.model_construct(title=title, author=author, chapters=chapters)
    return whole.model_dump_json(indent=1) + "\n"


def chapters_file(chapters: list[ChapterModel], form: Format) -> str:
    """Chapters with variations, notes and drawings in a format; ProblemError 422 if it cannot hold them."""
    try:
        texts = [_chapter_text(one, form) for one in chapters]
    except RecordError as error:
        raise ProblemError(422, "bad_format", str(error)) from None
    return ("\n" * form.is_spaced).join(texts)


def _chapter_text(chapter: ChapterModel, form: Format) -> str:
    position = position_of(chapter.game, chapter.start, Chapter(chapter).main_line())
    players = chapter.players or (UNKNOWN, UNKNOWN)
    record = record_of(position, players, extra={"title": chapter.title})
    if not position.is_over:
        record = replace(record, outcome=chapter.outcome, termination=chapter.termination)
    board = position.game.board
    return write_game_tree(record, tuple(file_node(one, board) for one in sent_nodes(chapter.nodes)), form)


def sent_nodes(nodes: list[StudyNode]) -> list[ToldNode]:
    """Nodes as they are sent, each with the place of its parent instead of its number."""
    place = {one.id: number for number, one in enumerate(nodes)}
    return [
        ToldNode(parent=place.get(one.parent, -1), move=one.move, note=one.note, shapes=one.shapes)
        for one in nodes
    ]


def readers(text: str, game: str | None) -> list[Read]:
    """Readers of the chapters of a text, one after another: a study as JSON, or games in any format.

    game: the spec of the game where the text names none. ProblemError 422 for a study that is none, and for a
    game that there is not.
    """
    whole = _whole(text)
    if whole is not None:
        return [_reader_of(one) for one in whole.chapters]
    options = ReadOptions(None if game is None else safe_game(game), safe_game, MAX_PLIES)
    return [_game_reader(read, options, number) for number, read in islice(open_games(text), MAX_CHAPTERS)]


def _whole(text: str) -> StudyFile | None:
    """The study of a text; None if it holds something else."""
    try:
        found: Any = json.loads(text)
    except (ValueError, RecursionError):
        return None
    if not isinstance(found, dict) or "nupp_study" not in found:
        return None
    try:
        return StudyFile.model_validate(found)
    except ValidationError as error:
        first = error.errors(include_url=False, include_input=False, include_context=False)[0]
        place = ".".join(map(str, first["loc"]))
        raise ProblemError(422, "bad_study", f"{place}: {first['msg']}") from None


def _reader_of(chapter: ChapterModel) -> Read:
    def read() -> AddChapterEdit:
        nodes = [one.model_dump() for one in sent_nodes(chapter.nodes)]
        return _edit(**chapter.model_dump(exclude={"number", "nodes", "next"}), nodes=nodes)

    return read


def _game_reader(read: Reader, options: ReadOptions, number: int) -> Read:
    def chapter() -> AddChapterEdit:
        try:
            found = imported(read(options))
        except (RecordError, NotationError, SpecError) as error:
            raise ProblemError(422, "bad_game", f"game {number + 1}: {printable(str(error))}") from None
        if found.fault is not None and not found.moves:
            raise ProblemError(422, "bad_game", f"game {number + 1}: {found.fault.message}")
        return _edit(
            title=found.title or _title(found, number),
            game=found.game,
            start=found.start,
            players=found.players if found.players and all(found.players) else None,
            outcome=found.outcome,
            termination=found.termination,
            nodes=[one.model_dump() for one in found.tree or _line(found.moves)],
        )

    return chapter


def _edit(**values: Any) -> AddChapterEdit:
    """The edit that adds a chapter; ProblemError 422 if values are out of bounds."""
    for name in ("players", "termination"):
        values[name] = _named(values[name])
    try:
        return AddChapterEdit.model_validate({"type": "add_chapter", **values})
    except ValidationError as error:
        first = error.errors(include_url=False, include_input=False, include_context=False)[0]
        place = ".".join(map(str, first["loc"]))
        raise ProblemError(422, "bad_chapter", f"{place}: {first['msg']}") from None


def _named(value: Any) -> Any:
    """Names that are no longer than they may be."""
    if value is None:
        return None
    return value[:LONGEST_NAME] if isinstance(value, str) else [one[:LONGEST_NAME] for one in value]


def _title(found: Imported, number: int) -> str:
    names = found.players if found.players and all(found.players) else None
    return " – ".join(names)[:LONGEST_NAME] if names else f"{number + 1}"


def _line(moves: list[str]) -> Iterator[TreeNode]:
    yield TreeNode(parent=-1, move="", note="", shapes=[])
    for number, move in enumerate(moves):
        yield TreeNode(parent=number, move=move, note="", shapes=[])


def form_named(name: str) -> Format:
    """The format of a name that holds variations and notes; ProblemError 422 for others."""
    try:
        return format_named(name)
    except RecordError as error:
        raise ProblemError(422, "bad_format", str(error)) from None
