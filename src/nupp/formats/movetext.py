"""Games as people and other programs write them: moves in a row, with or without numbers, tags and comments.

What is read and written has the form of PGN (S. J. Edwards, Portable Game Notation, 1994): tags in brackets,
moves with their numbers, and the result. A game may bring other tags; see `register_dialect`. Read as
well are plain lists of moves with any separators or none, position texts, and `position startpos moves ...`
or `TEXT moves ...`, as protocols of engines have them. Moves are in the game's own notation or one of its
usual spellings, and a pass that could not be helped may be left out; see `movetree.py` for variations and
comments, and `movewriting.py` for how all that is written.
"""

from __future__ import annotations

import contextlib
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Final, NamedTuple

from nupp.formats.movetree import Token, TreeReader, comment_of
from nupp.formats.reading import FEW, Reading, ReadOptions, Replay, Source, titled
from nupp.formats.record import OUTCOMES, RecordError
from nupp.rules import Game, NotationError, Position

_TAG: Final = r'\[\s*(?P<name>\w+)\s+"(?P<value>(?:[^"\\\n]|\\[^\n])*)"\s*\]'
_TORN_TAG: Final = re.compile(r'\s*(?P<tag>\[\s*\w+\s+"[^\n]{0,60})')
_PIECE: Final = re.compile(
    rf"{_TAG}|(?P<aside>\s+|\{{[^}}]*\}}?|;[^\n]*|(?<![^\n])%[^\n]*)|[^\s\[{{;]+|.", re.DOTALL
)
_MOVES: Final = re.compile(r"\bmoves\b", re.IGNORECASE)
_HEAD: Final = re.compile(r"(?:position\b\s*)?(?:startpos\b|fen\b)?", re.IGNORECASE)
_NO_START: Final = re.compile(r"\bfen\s*$", re.IGNORECASE)
_RESULTS: Final = {
    "1-0": 1,
    "2-0": 1,
    "0-1": -1,
    "0-2": -1,
    "1/2-1/2": 0,
    "½-½": 0,
    "1-1": 0,
    "0-0": 0,
    "*": None,
}
_LONGEST_POSITION: Final = 4000
"""Characters beyond which a text is not taken for a position."""

_QUOTED: Final = 60
"""The most characters of a faulty position that an error quotes."""


@dataclass(frozen=True)
class Dialect:
    """The tags that are peculiar to texts of some games.

    tag: the tag that names such a game, and game: the game that its value names; RecordError for an unknown
    one. suits: whether a game is one of these. start: the text of the position to begin with, by the value of
    `FEN` and the other tags.
    """

    tag: str
    game: Callable[[str, ReadOptions], Game]
    suits: Callable[[Game], bool]
    start: Callable[[str, Mapping[str, str]], str]


_DIALECTS: Final[list[Dialect]] = []


def register_dialect(dialect: Dialect) -> None:
    """Register the tags that are peculiar to texts of some games."""
    _DIALECTS.append(dialect)


def tagged_spans(source: Source) -> Iterator[tuple[int, int]]:
    """Yield begin and end of each game, from its tags to its result; without tags those of the whole text."""
    begin, had_tag = 0, True
    for found in _PIECE.finditer(source.text):
        if found["aside"] is None:
            is_tag = found["name"] is not None
            if is_tag and not had_tag:
                yield begin, found.start()
                begin = found.start()
            had_tag = is_tag
    yield begin, len(source.text)


def tags_of(text: str) -> dict[str, str]:
    """The tags that a text begins with."""
    return _head_of(text).tags


class _Head(NamedTuple):
    """The tags that a text begins with, the place of each, the end of the tags, and comments before it."""

    tags: dict[str, str]
    places: dict[str, int]
    end: int
    comments: list[str]


def _head_of(text: str) -> _Head:
    found: dict[str, str] = {}
    places: dict[str, int] = {}
    end, comments, latest = 0, list[str](), list[str]()
    for piece in _PIECE.finditer(text):
        if piece["name"] is not None:
            found[piece["name"]] = re.sub(r"\\(.)", r"\1", piece["value"])
            places[piece["name"]] = piece.start()
            end = piece.end()
            comments += latest
            latest = []
        elif piece["aside"] is None:
            break
        elif piece[0][0] in "{;":
            latest.append(comment_of(piece[0]))
    return _Head(found, places, end, comments)


def read_game(text: str, rules: Game, most: int = 10_000) -> Reading:
    """Return a game of these rules, or of others that the text names, read up to the first fault.

    The moves before the fault are kept. most: the greatest number of moves; one more is a fault.
    NotationError if the game is said to begin from a position whose text is wrong, RecordError if a tag is.
    """
    return read_text(Source(text), 0, len(text), ReadOptions(rules, most=most))


def read_text(source: Source, begin: int, end: int, options: ReadOptions, few: int = FEW) -> Reading:
    """Read a game with or without tags; errors as `read_game`, and GameNeededError if the game is not known.

    few: this many moves without separators are no coincidence.
    """
    text = source.text[begin:end]
    tags, places, head, comments = _head_of(text)
    if torn := _TORN_TAG.match(text, head):
        source.place = begin + torn.start("tag")
        raise RecordError(f'{torn["tag"]}: expected a tag such as [Event "Cup"]')
    if kind := places.keys() & {"Game", *(one.tag for one in _DIALECTS)}:
        source.place = begin + places[min(kind)]
    rules = _rules_of(tags, options)
    if tags:
        fen = tags.get("FEN")
        source.place = begin + places.get("FEN", head)
        start = rules.start_position() if fen is None else rules.parse_position(_start_text(fen, tags, rules))
    else:
        start, head = _start_of(text, rules)
    tagged = tags.get("Result", "")
    reader = TreeReader(source, start, options.most, few, {*_RESULTS, tagged})
    result, left_out = reader.read(begin + head, end, bool(tags), comments)
    return Reading(
        reader.replay.position,
        _players(tags, rules),
        _recorded_outcome(tagged, result, reader.replay),
        reader.replay.fault,
        tags.get("Termination"),
        more=titled(tags.get("Event", "")),
        tree=reader.growing.tree,
        left_out=left_out,
    )


def _rules_of(tags: dict[str, str], options: ReadOptions) -> Game:
    """The game that the tag `Game`, nupp's own, names, or that of a dialect; else that of the options."""
    if "Game" in tags:
        return options.make(tags["Game"])
    for dialect in _DIALECTS:
        if dialect.tag in tags:
            return dialect.game(tags[dialect.tag], options)
    return options.required()


def _start_text(fen: str, tags: dict[str, str], rules: Game) -> str:
    dialect = next((one for one in _DIALECTS if one.suits(rules)), None)
    return fen if dialect is None else dialect.start(fen, tags)


def _start_of(text: str, rules: Game) -> tuple[Position, int]:
    """The position that a text without tags begins from, and where its moves begin."""
    moves = _MOVES.search(text)
    head = text[: moves.start()] if moves else text
    if moves or _HEAD.match(head.strip())[0]:  # type: ignore[index]  # the pattern matches every text
        start = _HEAD.sub("", head.strip(), count=1).strip()
        if not start and _NO_START.search(head):
            raise NotationError(f"{head.strip()!r}: expected the text of a position after fen")
        position = _position(start, rules) if start else rules.start_position()
        return position, moves.end() if moves else len(text)
    if len(text) <= _LONGEST_POSITION:
        with contextlib.suppress(ValueError):
            return rules.parse_position(text.strip()), len(text)
    return rules.start_position(), 0


def _position(text: str, rules: Game) -> Position:
    """The position of a text; NotationError quotes the beginning of a long one, which may be a whole file."""
    try:
        return rules.parse_position(text)
    except NotationError as error:
        if len(text) <= _QUOTED:
            raise
        beginning = repr(f"{text[:_QUOTED]} ...")
        raise NotationError(str(error).replace(repr(text), beginning)) from None


# ---- tags ----------------------------------------------------------------------------------------


def tag_names(rules: Game) -> tuple[str, str]:
    """The tags of the two players: their colours where those are black and white, as PGN has it."""
    sides = tuple(side.capitalize() for side in rules.sides)
    return (sides[0], sides[1]) if {"White", "Black"} == set(sides) else ("First", "Second")


def _players(tags: dict[str, str], rules: Game) -> tuple[str, str] | None:
    first, second = (tags.get(name, "") for name in tag_names(rules))
    return (first, second) if first or second else None


def sign_of(rules: Game) -> int:
    """1 if results begin with the points of the first side, -1 if of the second: of white."""
    return -1 if tag_names(rules) == ("Black", "White") else 1


def _outcome(token: str, rules: Game) -> str | None:
    """The outcome that a result stands for; None if it is none, or the game was not finished."""
    points = _RESULTS.get(token)
    return None if points is None else OUTCOMES[points * sign_of(rules)]


def _recorded_outcome(tagged: str, result: Token | None, replay: Replay) -> str | None:
    """The outcome in the tag `Result` or at the end of the moves; a fault where they contradict."""
    rules = replay.position.game
    head, end = _outcome(tagged, rules), _outcome(result.text, rules) if result else None
    if result and head and end and head != end:
        replay.fail(f"the result is {result.text}: expected {tagged}, as the tag Result has it", *result)
    return head or end
