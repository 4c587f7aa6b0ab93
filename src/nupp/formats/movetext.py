"""Games as people and other programs write them: moves in a row, with or without numbers, tags and comments.

What is read and written has the form of PGN (S. J. Edwards, Portable Game Notation, 1994), which draughts
players use as PDN: tags in brackets, moves with their numbers, and the result. Read as well are plain lists
of moves with any separators or none, position texts, and `position startpos moves ...` or `TEXT moves ...`,
as protocols of engines have them. Moves are in the game's own notation or one of its usual spellings.
"""

from __future__ import annotations

import contextlib
import re
import textwrap
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final, NamedTuple

from nupp.formats.record import GameRecord
from nupp.games import Game, Position, game

_TAG: Final = re.compile(r'\s*\[\s*(\w+)\s+"((?:[^"\\]|\\.)*)"\s*\]\s*')
_ASIDE: Final = re.compile(r"[{}()]|[^{}()]+")
_ANNOTATION: Final = re.compile(r"\$[0-9]+")
_SEPARATORS: Final = re.compile(r"[\s,;|]+")
_NUMBER: Final = re.compile(r"[0-9]+(?:\.+|…|\))")
_MOVES: Final = re.compile(r"\bmoves\b", re.IGNORECASE)
_HEAD: Final = re.compile(r"(?:position\b\s*)?(?:startpos\b|fen\b)?", re.IGNORECASE)
_RESULTS: Final = {"1-0": 1, "2-0": 1, "0-1": -1, "0-2": -1, "1/2-1/2": 0, "½-½": 0, "1-1": 0, "*": None}
_WIDTH: Final = 80
_FEW: Final = 3
"""So many moves without separators are no coincidence."""
_LONGEST_POSITION: Final = 4000
"""Characters beyond which a text is not taken for a position."""


class Fault(NamedTuple):
    """What was wrong with a text: a message that quotes it and tells what was expected, and the text."""

    message: str
    text: str


@dataclass(frozen=True)
class Reading:
    """A game that was read from a text.

    position: the one that was reached, with the moves that led to it. players: first and second, if they are
    told. outcome: `first`, `second` or `draw` as the text has it, None if it says nothing. fault: what ended
    the reading before the text did.
    """

    position: Position
    players: tuple[str, str] | None = None
    outcome: str | None = None
    fault: Fault | None = None


def game_texts(text: str) -> list[str]:
    """The texts of the games of a file, each from its tags to its result; without tags the whole text."""
    found: list[list[str]] = [[]]
    had_tag = True
    for line in text.splitlines():
        is_tag = _TAG.fullmatch(line) is not None
        if is_tag and not had_tag and any(map(str.strip, found[-1])):
            found.append([])
        found[-1].append(line)
        if line.strip():
            had_tag = is_tag
    return ["\n".join(lines) for lines in found]


def tags_of(text: str) -> dict[str, str]:
    """The tags that a text begins with."""
    found: dict[str, str] = {}
    for line in text.splitlines():
        tag = _TAG.fullmatch(line)
        if tag is not None:
            found[tag[1]] = re.sub(r"\\(.)", r"\1", tag[2])
        elif line.strip():
            break
    return found


def read_game(text: str, rules: Game, most: int = 10_000) -> Reading:
    """Read a game of these rules; the first fault ends the reading, and what was before it is kept.

    most: after so many moves another one is a fault. NotationError if the game is said to begin from a
    position whose text is wrong.
    """
    tags = tags_of(text)
    start, moves = _start_and_moves(text, tags, rules)
    position, result, fault = _play(start, list(_tokens(moves, bool(tags))), most)
    return Reading(position, _players(tags, rules), _outcome(result or tags.get("Result", ""), rules), fault)


def _start_and_moves(text: str, tags: dict[str, str], rules: Game) -> tuple[Position, str]:
    """The position that the moves begin from, and the text of the moves."""
    if tags:
        lines = [line for line in text.splitlines() if not _TAG.fullmatch(line)]
        start = tags.get("FEN")
        return (rules.parse_position(start) if start else rules.start_position()), "\n".join(lines)
    head, *rest = _MOVES.split(text, maxsplit=1)
    if rest or _HEAD.match(head.strip())[0]:  # type: ignore[index]  # the pattern matches every text
        start = _HEAD.sub("", head.strip(), count=1).strip()
        return (rules.parse_position(start) if start else rules.start_position()), "".join(rest)
    if len(text) <= _LONGEST_POSITION:
        with contextlib.suppress(ValueError):
            return rules.parse_position(text.strip()), ""
    return rules.start_position(), text


def _tokens(text: str, has_tags: bool) -> Iterator[str]:
    """The moves of a text, and its result; comments, variations and numbers left out."""
    if has_tags:
        text = "\n".join(line.partition(";")[0] for line in text.splitlines())
    for token in _SEPARATORS.split(_ANNOTATION.sub(" ", _main_line(text))):
        move = _NUMBER.sub("", token, count=1) if _NUMBER.match(token) else token
        if move:
            yield move.rstrip("!?") or move


def _main_line(text: str) -> str:
    """A text without what stands in braces, which do not nest, and in parentheses, which do."""
    kept, depth, in_braces = list[str](), 0, False
    for part in _ASIDE.findall(text):
        if in_braces:
            in_braces = part != "}"
        elif part == "{":
            in_braces = True
            kept.append(" ")
        elif part == "(" or (part == ")" and depth):
            depth += 1 if part == "(" else -1
            kept.append(" ")
        elif not depth:
            kept.append(part)
    return "".join(kept)


def _play(position: Position, tokens: list[str], most: int) -> tuple[Position, str, Fault | None]:
    """Play the moves: the position reached, the result at their end, and the fault that ended them."""
    ply = 0
    for place, token in enumerate(tokens):
        reached, fault = _play_token(position, token, most - ply)
        position, ply = (reached or [position])[-1], ply + len(reached)
        if fault and place == len(tokens) - 1 and token in _RESULTS:
            return position, token, None
        if fault:
            return position, "", Fault(f"move {ply + 1}: {fault}", token)
    return position, "", None


def _play_token(position: Position, token: str, most: int) -> tuple[list[Position], str]:
    """The positions after the moves that a token stands for, at most so many, and what is wrong then.

    A token is one move, or several without separators. What begins like a few moves but goes on otherwise is
    taken for one move that was mistyped.
    """
    if most <= 0:
        return [], "expected no more moves, these are as many as can be read"
    try:
        return [position.play(token)], ""
    except ValueError as error:
        fault = str(error)
    reached, left = [position], token.lower()
    while left and len(reached) <= most:
        known = (one for one in reached[-1].legal_moves if left.startswith(one.lower()))
        move = max(known, key=len, default="")
        if not move:
            return (reached[1:], fault) if len(reached) > _FEW else ([], fault)
        reached.append(reached[-1].play(move))
        left = left[len(move) :]
    return reached[1:], f"expected no more than {most} moves here" if left else ""


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
    return None if points is None else {1: "first", -1: "second", 0: "draw"}[points * _sign(rules)]


# ---- writing -------------------------------------------------------------------------------------


def write_game(record: GameRecord) -> str:
    """A record as text with tags and numbered moves, for `read_game`; SpecError for an unknown game."""
    rules = game(record.game)
    points = {"first": 1, "second": -1, "draw": 0}.get(record.outcome or "")
    tokens = {1: "1-0", -1: "0-1", 0: "1/2-1/2"}
    result = "*" if points is None else tokens[points * _sign(rules)]
    tags = {"Game": record.game, **dict(zip(_tag_names(rules), record.players, strict=True))}
    if record.start is not None:
        tags["FEN"] = record.start
    tags["Result"] = result
    if record.termination:
        tags["Termination"] = record.termination
    head = [f'[{name} "{_quoted(value)}"]' for name, value in tags.items()]
    numbered = [move if place % 2 else f"{place // 2 + 1}. {move}" for place, move in enumerate(record.moves)]
    body = textwrap.wrap(
        " ".join([*numbered, result]), _WIDTH, break_long_words=False, break_on_hyphens=False
    )
    return "\n".join([*head, "", *body]) + "\n"


def _quoted(text: str) -> str:
    return " ".join(text.replace("\\", "\\\\").replace('"', '\\"').split())
