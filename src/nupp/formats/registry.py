"""The formats of games, in one list: how each is recognised, read and written.

>>> from nupp.formats import read_games
>>> next(read_games("(;FF[4]GM[4]SZ[15]PB[ann]PW[bob];B[hh];W[ih])")).record.moves
('h8', 'i8')
"""

from __future__ import annotations

import io
import json
import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from functools import partial
from typing import Final, TypeAlias

from nupp.formats import lists, sgf
from nupp.formats.collection import located_records
from nupp.formats.movetext import read_text, tagged_spans, tags_of
from nupp.formats.movewriting import write_game, write_native_tree
from nupp.formats.properties import begins_tree, tree_spans
from nupp.formats.reading import Fault, GameNeededError, Reading, ReadOptions, Source
from nupp.formats.record import GameRecord, RecordError, contradiction
from nupp.formats.tree import Tree
from nupp.rules import GAMES, Game, NotationError, game
from nupp.rules.registry import load_plugins
from nupp.spec import SpecError

Reader: TypeAlias = Callable[[ReadOptions], Reading]
"""Reads one game of a text."""


@dataclass(frozen=True)
class NoGame:
    """The reader of what is known to be no game: it raises the error."""

    error: RecordError

    def __call__(self, options: ReadOptions) -> Reading:
        raise self.error


Spans: TypeAlias = Callable[[Source], Iterable[tuple[int, int]]]


@dataclass(frozen=True)
class Format:
    """A way of writing games down.

    name: by which it is asked for. ending: of its files, without the dot. media_type: of its files. about:
    one line for people. recognises: whether a text is of this format. games: the games of a text, each with
    its number and what reads it. write: a record as text, with a line break at its end. suits: whether games
    of some rules can be written so. write_tree: a game with variations and notes as text; None for a format
    that holds the moves of the game alone. holds_one: whether a file holds one game. is_spaced: whether a
    blank line parts the games of a file.
    """

    name: str
    ending: str
    media_type: str
    about: str
    recognises: Callable[[str], bool]
    games: Callable[[Source], Iterator[tuple[int, Reader]]]
    write: Callable[[GameRecord], str]
    suits: Callable[[Game], bool]
    write_tree: Callable[[GameRecord, Tree], str] | None = None
    holds_one: bool = False
    is_spaced: bool = False


def by_spans(
    spans: Spans, read: Callable[[Source, int, int, ReadOptions], Reading]
) -> Callable[[Source], Iterator[tuple[int, Reader]]]:
    """The games of a text by their begin and end, counted from 0."""

    def games(source: Source) -> Iterator[tuple[int, Reader]]:
        for number, (begin, end) in enumerate(spans(source)):
            yield number, partial(_located, read, source, begin, end)

    return games


def _located(
    read: Callable[[Source, int, int, ReadOptions], Reading],
    source: Source,
    begin: int,
    end: int,
    options: ReadOptions,
) -> Reading:
    """Read a game; an error in its head gives line and column, and its outcome is checked."""
    source.place = first = end - len(source.text[begin:end].lstrip())
    try:
        reading = read(source, begin, end, options)
    except GameNeededError:
        raise
    except (NotationError, RecordError, SpecError) as error:
        raise type(error)(str(source.fault(str(error), "", source.place))) from error
    wrong = contradiction(reading.position, reading.outcome)
    if wrong is None or reading.fault is not None:
        return reading
    return replace(reading, fault=source.fault(wrong, reading.outcome or "", first))


def whole_text(source: Source) -> Iterator[tuple[int, int]]:
    """The begin and end of the game of a text that holds one; nothing for a blank text."""
    if source.text.strip():
        yield 0, len(source.text)


def _records(source: Source) -> Iterator[tuple[int, Reader]]:
    for line, number, record in located_records(_lines(source.text)):
        if isinstance(record, RecordError):
            yield number, NoGame(record)
        else:
            yield number, partial(_located_record, record, line)


def _lines(text: str) -> Iterable[str]:
    """The lines of a text of JSON; a single object is one line, however it is laid out."""
    blank = text[: len(text) - len(text.lstrip())].count("\n")
    try:
        return [*"\n" * blank, json.dumps(json.loads(text)) + "\n"]
    except (ValueError, RecursionError):
        return io.StringIO(text)


def _located_record(record: GameRecord, line: int, options: ReadOptions) -> Reading:
    """A record as a reading; raises the error of a line that is of an unknown game."""
    try:
        return read_record(record, options, line)
    except (NotationError, SpecError) as error:
        raise type(error)(str(Fault(str(error), "", line))) from error


def read_record(record: GameRecord, options: ReadOptions, line: int = 1) -> Reading:
    """The game of a record up to its first fault: an illegal move, or an outcome that contradicts the moves.

    line: the line that its fault names. NotationError or SpecError for a start or a game that is none.
    """
    fault: Fault | None = None
    try:
        options.make(record.game)
        position = replace(record, moves=record.moves[: options.most]).replay()
        if len(record.moves) > options.most:
            fault = Fault(
                f"move {options.most + 1}: expected at most {options.most} moves",
                record.moves[options.most],
                line,
            )
        elif wrong := contradiction(position, record.outcome):
            fault = Fault(wrong, record.outcome or "", line)
    except RecordError as error:
        if error.position is None:
            raise
        position = error.position
        fault = Fault(str(error), record.moves[position.ply], line)
    return Reading(
        position,
        record.players,
        record.outcome,
        fault,
        record.termination,
        record.seconds,
        {name: getattr(record, name) for name in _KEPT},
    )


def _has_tags(text: str) -> bool:
    return bool(tags_of(text))


def _always(rules: Game) -> bool:
    return True


TEXT: Final = "text/plain"
"""The media type of most formats."""
TAGGED: Final = by_spans(tagged_spans, read_text)
"""The games of a text with tags."""
_KEPT: Final = ("waited", "opening", "clock", "seed", "version", "extra")
"""Fields of a record that JSON alone holds."""

_FORMATS: Final[list[Format]] = [
    Format(
        "json",
        "jsonl",
        "application/json",
        "one JSON object a line for each game, with everything nupp knows of it",
        lambda text: text.lstrip()[:1] == "{",
        _records,
        lambda record: f"{record.to_json()}\n",
        _always,
    ),
    Format(
        "sgf",
        "sgf",
        "application/x-go-sgf",
        "SGF, of any game; on boards that it knows with its own points",
        begins_tree,
        by_spans(tree_spans, sgf.read_sgf),
        sgf.write_sgf,
        _always,
        sgf.write_sgf_tree,
    ),
    Format(
        "native",
        "txt",
        TEXT,
        "tags and numbered moves, in the manner of PGN",
        _has_tags,
        TAGGED,
        write_game,
        _always,
        write_native_tree,
        is_spaced=True,
    ),
    Format(
        "ugi",
        "ugi",
        TEXT,
        "a command `position` for engines a line",
        lists.is_ugi,
        by_spans(lists.line_spans, read_text),
        lists.write_ugi,
        _always,
    ),
    Format(
        "moves",
        "txt",
        TEXT,
        "the moves in a row; read is a whole text, with numbers and comments or without, or a position",
        lambda text: True,
        by_spans(whole_text, read_text),
        lists.write_moves,
        _always,
        holds_one=True,
    ),
]


def register_format(form: Format, before: str) -> None:
    """Register a format, before the one of a name: a text is of the first format that recognises it."""
    place = [one.name for one in _FORMATS].index(before)
    _FORMATS.insert(place, form)


def all_formats() -> tuple[Format, ...]:
    """The formats, those that games bring among them, in the order in which a text is tried."""
    GAMES.fill()
    load_plugins()
    return tuple(_FORMATS)


def format_named(name: str) -> Format:
    """The format of a name; RecordError for an unknown one lists the known ones."""
    for one in all_formats():
        if one.name == name:
            return one
    names = ", ".join(one.name for one in all_formats())
    raise RecordError(f"unknown format {name!r}: expected one of {names}")


def format_of_file(name: str) -> Format | None:
    """The format that the ending of a file stands for; None for one that stands for none, such as `.txt`."""
    ending = {"json": "jsonl"}.get(ending := name.lower().rpartition(".")[2], ending)
    found = [one for one in all_formats() if one.ending == ending]
    return found[0] if len(found) == 1 else None


def recognise(text: str) -> Format:
    """The format of a text."""
    return _recognise(_plain(text))


def _recognise(text: str) -> Format:
    return next(one for one in all_formats() if one.recognises(text))


def _plain(text: str) -> str:
    """A text without the mark of its encoding, its lines broken in one way."""
    return re.sub("\r\n?", "\n", text.removeprefix("\ufeff"))


def formats_for(rules: Game) -> tuple[Format, ...]:
    """The formats in which games of some rules can be written."""
    return tuple(one for one in all_formats() if one.suits(rules))


def open_games(text: str, form: Format | None = None) -> Iterator[tuple[int, Reader]]:
    """The games of a text, each with its number and what reads it when it is called.

    form: the format; None for the one that the text looks like. Numbers are
    those that the text gives them, or else count from 0. What is no game raises a RecordError when it is
    read, and the next ones can be read all the same.
    """
    text = _plain(text)
    return (form or _recognise(text)).games(Source(text))


def read_games(text: str, rules: Game | None = None, most: int = 10_000) -> Iterator[Reading]:
    """Read the games of a text in any format.

    rules: the game whose moves they are, where the text names none. most: the greatest number of moves; one
    more is a fault. Each game is read as far as its first fault. RecordError, NotationError or SpecError, all
    of them ValueErrors, for what is no game at all, one of an unknown kind, or a start that is no position;
    the games after it are given by going on with `next`.
    """
    options = ReadOptions(rules, most=most)

    def read(numbered: tuple[int, Reader]) -> Reading:
        return numbered[1](options)

    return map(read, open_games(text))  # a generator would end with the first error


def write_games(records: Iterable[GameRecord], form: Format) -> Iterator[str]:
    """Records as texts of a format, to be joined without anything between them.

    RecordError for a record that is illegal, or of a game that the format cannot hold.
    """
    return _written(((record, ()) for record in records), form)


def write_readings(readings: Iterable[Reading], form: Format) -> Iterator[str]:
    """The same of games that were read, with their variations and notes where the format holds them."""
    return _written(((reading.record, reading.tree) for reading in readings), form)


def _written(games: Iterable[tuple[GameRecord, Tree]], form: Format) -> Iterator[str]:
    for place, (record, tree) in enumerate(games):
        _require_suits(form, game(record.game))
        if place and form.holds_one:
            raise RecordError(f"a file of {form.name} holds one game: expected no more")
        if tree and form.write_tree is not None:
            written = form.write_tree(record, tree)
        else:
            written = form.write(replace(record, moves=record.replay().moves))
        yield f"\n{written}" if place and form.is_spaced else written


def write_game_tree(record: GameRecord, tree: Tree, form: Format) -> str:
    """A game with variations and notes as the text of a format; the moves of the record are not written.

    RecordError for a format that holds no variations, a game that it cannot hold, or a tree with an illegal
    move.
    """
    if form.write_tree is None:
        names = ", ".join(one.name for one in all_formats() if one.write_tree is not None)
        raise RecordError(f"{form.name} holds no variations: expected {names}")
    _require_suits(form, game(record.game))
    return form.write_tree(record, tree)


def _require_suits(form: Format, rules: Game) -> None:
    if not form.suits(rules):
        names = ", ".join(one.name for one in formats_for(rules))
        raise RecordError(f"{rules.spec} cannot be written as {form.name}: expected one of {names}")
