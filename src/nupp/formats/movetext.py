"""Games as people and other programs write them: moves in a row, with or without numbers, tags and comments.

What is read and written has the form of PGN (S. J. Edwards, Portable Game Notation, 1994): tags in brackets,
moves with their numbers, and the result. Draughts players use it as PDN; see `pdn.py`. Read as well are plain
lists of moves with any separators or none, position texts, and `position startpos moves ...` or
`TEXT moves ...`, as protocols of engines have them. Moves are in the game's own notation or one of its usual
spellings; variations and comments are passed by, and so is a pass that could not be helped left out.
"""

from __future__ import annotations

import contextlib
import re
import textwrap
from collections.abc import Iterator
from typing import Final, NamedTuple

from nupp.formats.pdn import draughts_tags, game_of_type, plain_fen, result_text
from nupp.formats.reading import FEW, Reading, Replay, Source, Terms
from nupp.formats.record import OUTCOMES, GameRecord, RecordError
from nupp.formats.tree import LeftOut
from nupp.games import Draughts, Game, NotationError, Position, game

_TAG: Final = r'\[\s*(?P<name>\w+)\s+"(?P<value>(?:[^"\\\n]|\\[^\n])*)"\s*\]'
_TORN_TAG: Final = re.compile(r'\s*(?P<tag>\[\s*\w+\s+"[^\n]{0,60})')
_PIECE: Final = re.compile(
    rf"{_TAG}|(?P<aside>\s+|\{{[^}}]*\}}?|;[^\n]*|(?<![^\n])%[^\n]*)|[^\s\[{{;]+|.", re.DOTALL
)
_ASIDE: Final = r"(?P<comment>\{[^}]*\}?)|(?P<parenthesis>[()])"
_PARTS: Final = r"\s+|" + _ASIDE + r"|[0-9]+(?:\.+|…|\))|\$[0-9]+|[,;|]|(?P<word>[^\s,;|{}()$]+|.)"
_PLAIN: Final = re.compile(_PARTS, re.DOTALL)
_TAGGED: Final = re.compile(r"(?P<line>;[^\n]*|(?<![^\n])%[^\n]*)|" + _PARTS, re.DOTALL)
_VARIATION: Final = re.compile(r"[^{}()]+|" + _ASIDE + r"|\}")
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
_WIDTH: Final = 80
_LONGEST_POSITION: Final = 4000
"""Characters beyond which a text is not taken for a position."""


class _Token(NamedTuple):
    """A move, a result or something else that stands at an offset of a text."""

    text: str
    offset: int


def tagged_spans(source: Source) -> Iterator[tuple[int, int]]:
    """From where to where each game goes, from its tags to its result; without tags it is the whole text."""
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
    return _head_of(text)[0]


def _head_of(text: str) -> tuple[dict[str, str], dict[str, int], int]:
    """The tags that a text begins with, where each of them stands, and where they end."""
    found: dict[str, str] = {}
    places: dict[str, int] = {}
    end = 0
    for piece in _PIECE.finditer(text):
        if piece["name"] is not None:
            found[piece["name"]] = re.sub(r"\\(.)", r"\1", piece["value"])
            places[piece["name"]] = piece.start()
            end = piece.end()
        elif piece["aside"] is None:
            break
    return found, places, end


def read_game(text: str, rules: Game, most: int = 10_000) -> Reading:
    """Read a game of these rules, unless the text names others; the first fault ends the reading.

    What was before the fault is kept. most: after so many moves another one is a fault. NotationError if the
    game is said to begin from a position whose text is wrong, RecordError if a tag is.
    """
    return read_text(Source(text), 0, len(text), Terms(rules, most=most))


def read_text(source: Source, begin: int, end: int, terms: Terms, few: int = FEW) -> Reading:
    """Read a game with or without tags; errors as `read_game`, and GameNeededError if nothing tells which.

    few: so many moves without separators are no coincidence.
    """
    text = source.text[begin:end]
    tags, places, head = _head_of(text)
    if torn := _TORN_TAG.match(text, head):
        source.place = begin + torn.start("tag")
        raise RecordError(f'{torn["tag"]}: expected a tag such as [Event "Cup"]')
    if kind := places.keys() & {"Game", "GameType"}:
        source.place = begin + places[min(kind)]
    rules = _rules_of(tags, terms)
    if tags:
        fen = tags.get("FEN")
        source.place = begin + places.get("FEN", head)
        start = rules.start_position() if fen is None else rules.parse_position(_start_text(fen, tags, rules))
    else:
        start, head = _start_of(text, rules)
    replay = Replay(source, start, terms.most)
    tokens, unclosed, left_out = _tokens(source.text, begin + head, end, _TAGGED if tags else _PLAIN)
    result = _play(replay, tokens, unclosed, few, tags.get("Result", ""))
    return Reading(
        replay.position,
        _players(tags, rules),
        _outcome_told(tags.get("Result", ""), result, replay),
        replay.fault,
        tags.get("Termination"),
        left_out=left_out,
    )


def _rules_of(tags: dict[str, str], terms: Terms) -> Game:
    """The game that the tag `Game`, nupp's own, names, or `GameType`, of draughts; else that of the terms."""
    if "Game" in tags:
        return terms.make(tags["Game"])
    return game_of_type(tags["GameType"], terms) if "GameType" in tags else terms.required()


def _start_text(fen: str, tags: dict[str, str], rules: Game) -> str:
    if not isinstance(rules, Draughts):
        return fen
    return " ".join(part for part in (plain_fen(fen), tags.get("Counts")) if part)


def _start_of(text: str, rules: Game) -> tuple[Position, int]:
    """The position that a text without tags begins from, and where its moves begin."""
    moves = _MOVES.search(text)
    head = text[: moves.start()] if moves else text
    if moves or _HEAD.match(head.strip())[0]:  # type: ignore[index]  # the pattern matches every text
        start = _HEAD.sub("", head.strip(), count=1).strip()
        if not start and _NO_START.search(head):
            raise NotationError(f"{head.strip()!r}: expected the text of a position after fen")
        position = rules.parse_position(start) if start else rules.start_position()
        return position, moves.end() if moves else len(text)
    if len(text) <= _LONGEST_POSITION:
        with contextlib.suppress(ValueError):
            return rules.parse_position(text.strip()), len(text)
    return rules.start_position(), 0


def _tokens(
    text: str, begin: int, end: int, pattern: re.Pattern[str]
) -> tuple[list[_Token], _Token | None, LeftOut]:
    """The moves of a text, and its result; comments, variations and numbers left out.

    Comments in braces do not nest, variations in parentheses do. Returned too is what opens a comment or a
    variation that is not closed at the end, if there is one, and how many of both there are.
    """
    tokens, opened, place, variations, notes = list[_Token](), list[_Token](), begin, 0, 0
    while place < end:
        found = (_VARIATION if opened else pattern).match(text, place, end)
        assert found is not None
        token = _Token(found[0], place)
        notes += found.lastgroup == "comment" or (found.lastgroup == "line" and token.text.startswith(";"))
        variations += token.text == "("
        if found.lastgroup == "comment" and not token.text.endswith("}"):
            opened.append(_Token("{", place))
        elif token.text == "(":
            opened.append(token)
        elif token.text == ")" and opened:
            opened.pop()
        elif not opened and (found.lastgroup == "word" or token.text == ")"):
            tokens.append(_Token(token.text.rstrip("!?") or token.text, place))
        place = found.end()
    return tokens, opened[0] if opened else None, LeftOut(variations, notes)


def _play(
    replay: Replay, tokens: list[_Token], unclosed: _Token | None, few: int, told: str
) -> _Token | None:
    """Play the moves; returns the result at their end, if there is one, such as what the tags have `told`."""
    for place, token in enumerate(tokens):
        is_result = place == len(tokens) - 1 and (token.text in _RESULTS or token.text == told)
        if not replay.play_row(*token, few):
            if not is_result:
                break
            replay.fault = None
            return token
    if unclosed is not None:
        replay.fail(f"{unclosed.text!r} is not closed before the end", *unclosed)
    return None


# ---- tags ----------------------------------------------------------------------------------------


def _tag_names(rules: Game) -> tuple[str, str]:
    """The tags of the two players: their colours where those are black and white, as PGN has it."""
    sides = tuple(side.capitalize() for side in rules.sides)
    return (sides[0], sides[1]) if {"White", "Black"} == set(sides) else ("First", "Second")


def _players(tags: dict[str, str], rules: Game) -> tuple[str, str] | None:
    first, second = (tags.get(name, "") for name in _tag_names(rules))
    return (first, second) if first or second else None


def _sign(rules: Game) -> int:
    """1 if results begin with the points of the first side, -1 if of the second: of white."""
    return -1 if _tag_names(rules) == ("Black", "White") else 1


def _outcome(token: str, rules: Game) -> str | None:
    """The outcome that a result stands for; None if it is none, or the game was not finished."""
    points = _RESULTS.get(token)
    return None if points is None else OUTCOMES[points * _sign(rules)]


def _outcome_told(told: str, result: _Token | None, replay: Replay) -> str | None:
    """The outcome that the tag `Result` tells, or the end of the moves; a fault where they contradict."""
    rules = replay.position.game
    head, end = _outcome(told, rules), _outcome(result.text, rules) if result else None
    if result and head and end and head != end:
        replay.fail(f"the result is {result.text}: expected {told}, as the tag Result has it", *result)
    return head or end


# ---- writing -------------------------------------------------------------------------------------


def write_game(record: GameRecord) -> str:
    """A record as text with tags and numbered moves, for `read_game`; SpecError for an unknown game."""
    rules = game(record.game)
    winner = _white(record, rules)
    result = {None: "*", 1: "1-0", -1: "0-1", 0: "1/2-1/2"}[winner]
    tags = {"Game": record.game, **dict(zip(_tag_names(rules), record.players, strict=True))}
    if record.start is not None:
        tags["FEN"] = record.start
    return _written(tags | {"Result": result}, record)


def write_pdn(record: GameRecord) -> str:
    """A record of a game of draughts as PDN, for `read_game`."""
    rules = game(record.game)
    assert isinstance(rules, Draughts)
    return _written(draughts_tags(record, rules, result_text(_white(record, rules), rules)), record)


def _white(record: GameRecord, rules: Game) -> int | None:
    """1 if white, or the first side, won, -1 if it lost, 0 for a draw, None for a game not finished."""
    points = {"first": 1, "second": -1, "draw": 0}.get(record.outcome or "")
    return None if points is None else points * _sign(rules)


def _written(tags: dict[str, str], record: GameRecord) -> str:
    if record.termination:
        tags |= {"Termination": record.termination}
    head = [f'[{name} "{_quoted(value)}"]' for name, value in tags.items()]
    numbered = [move if place % 2 else f"{place // 2 + 1}. {move}" for place, move in enumerate(record.moves)]
    body = textwrap.wrap(
        " ".join([*numbered, tags["Result"]]), _WIDTH, break_long_words=False, break_on_hyphens=False
    )
    return "\n".join([*head, "", *body]) + "\n"


def _quoted(text: str) -> str:
    return " ".join(text.replace("\\", "\\\\").replace('"', '\\"').split())
