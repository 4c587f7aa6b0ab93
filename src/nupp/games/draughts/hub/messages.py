"""Hub, the protocol of draughts engines of F. Letouzey (Scan), version 2 (2019).

Source: `protocol.txt` that comes with Hub 2.1 and Scan 3.1. A line is a command and arguments `name=value`,
values in double quotes where they hold a blank or `=`, or are empty. A position is the side to move, `W` or
`B`, and a letter a cell: `w`, `b` men, `W`, `B` kings, `e` empty. A move is `32-28`; a capture names where it
begins and ends and then all that it takes, in any order: `28x19x23`. Scores are men; a game won in n plies is
worth 100 - n / 100. Hub is written for 10 x 10 cells; here the same goes for 8 x 8.
"""

from __future__ import annotations

import re
from typing import Final

from nupp.games.draughts.formats import suits, variant_of
from nupp.games.draughts.pieces import each_bit
from nupp.games.draughts.rules import Draughts
from nupp.protocols.protocol import (
    SURE,
    Protocol,
    ProtocolError,
    SearchInfo,
    count_or_none,
    number_or_none,
    plain,
    register_protocol,
)
from nupp.rules import Game, Position

VARIANTS: Final = {
    "normal": "international",
    "brazilian": "brazilian",
    "russian": "russian",
    "english": "english",
    "pool": "pool",
    "polish8": "polish8",
}
"""The variants as Hub names them, and as nupp does."""

_ARGUMENT: Final = re.compile(r'([^\s=]+)(?:\s*=\s*(?:"([^"]*)"|([^\s"]*)))?(?=\s|$)')
_MOVE: Final = re.compile(r"([0-9]{1,2})(?:-([0-9]{1,2})|x([0-9]{1,2}(?:x[0-9]{1,2})*))")
_NEAR_WIN: Final = 90.0


# ---- lines ---------------------------------------------------------------------------------------


def read_line(text: str) -> tuple[str, dict[str, str]]:
    """Command and arguments of a line; ProtocolError where it breaks the syntax."""
    command, _, rest = text.strip().partition(" ")
    found, end = dict[str, str](), 0
    rest = rest.strip()
    while end < len(rest):
        match = _ARGUMENT.match(rest, end)
        if match is None:
            raise ProtocolError(f"{plain(rest[end:], 60)!r} in a line: expected name=value")
        found[match[1]] = match[2] if match[2] is not None else match[3] or ""
        end = re.compile(r"\s*").match(rest, match.end()).end()  # type: ignore[union-attr]
    return command, found


def format_line(command: str, **arguments: object) -> str:
    """A line; of a name `move_time` becomes `move-time`, and what is None is left out."""
    parts = [
        f"{name.replace('_', '-')}={_quoted(value)}" for name, value in arguments.items() if value is not None
    ]
    return " ".join([command, *parts])


def _quoted(value: object) -> str:
    text = f"{value:.10g}" if isinstance(value, float) else str(value)
    text = text.replace('"', "'")
    return text if re.fullmatch(r"[^\s=]+", text) else f'"{text}"'


# ---- positions and moves -------------------------------------------------------------------------


def variant_name(game: Draughts) -> str:
    """The variant of a game as Hub names it."""
    return next(name for name, own in VARIANTS.items() if own == variant_of(game))


def format_position(position: Position) -> str:
    """A position, without the moves that led to it."""
    rules = _rules(position.game)
    fen = rules.format_position(position.state[0]).split()[0]
    side, *lists = fen.split(":")
    letters = ["e"] * len(rules.board)
    for pieces in lists:
        for cell in filter(None, pieces[1:].split(",")):
            king = cell.startswith("K")
            letters[int(cell.removeprefix("K")) - 1] = pieces[0] if king else pieces[0].lower()
    return side + "".join(letters)


def read_position(game: Game, text: str) -> Position:
    """The position of a text; ValueError quotes what is wrong with it."""
    rules = _rules(game)
    if len(text) != len(rules.board) + 1 or not re.fullmatch("[WB][wbWBe]*", text):
        expected = f"W or B, then {len(rules.board)} letters of w, b, W, B and e"
        raise ProtocolError(f"position {plain(text, 120)!r}: expected {expected}")
    lists = {"w": list[str](), "b": list[str]()}
    for number, letter in enumerate(text[1:], start=1):
        if letter != "e":
            lists[letter.lower()].append(f"K{number}" if letter.isupper() else str(number))
    return game.parse_position(f"{text[0]}:W{','.join(lists['w'])}:B{','.join(lists['b'])}")


def format_move(game: Game, move: int) -> str:
    """A move code as Hub writes it."""
    pieces, rules = _rules(game).pieces, _rules(game)
    ends = pieces.cell(pieces.origin(move)) + 1, pieces.cell(pieces.target(move)) + 1
    if not rules.is_capture(move):
        return "-".join(map(str, ends))
    taken = (pieces.cell(at) + 1 for at in each_bit(pieces.taken(move)))
    return "x".join(map(str, (*ends, *taken)))


def read_move(position: Position, text: str) -> int:
    """The code of a legal move; ProtocolError quotes what is none.

    The captured cells may be in any order, and left out where origin and target say enough.
    """
    match = _MOVE.fullmatch(text.strip())
    if match is None:
        raise ProtocolError(f"move {plain(text)!r}: expected one such as 32-28, or 28x19x23")
    legal = {code: format_move(position.game, code) for code in position.legal_move_codes}
    wanted = _parts(text.strip())
    found = [code for code, shown in legal.items() if _parts(shown) == wanted]
    if not found and not wanted[2]:
        found = [code for code, shown in legal.items() if _parts(shown)[:2] == wanted[:2]]
    if len(found) != 1:
        shown = ", ".join(list(legal.values())[:8]) + (", ..." if len(legal) > 8 else "")
        raise ProtocolError(f"move {text.strip()!r} is not legal here: expected one of {shown or 'none'}")
    return found[0]


def _parts(text: str) -> tuple[int, int, frozenset[int]]:
    """Origin, target and captured cells of a move."""
    origin, target, *taken = map(int, re.split("[-x]", text))
    return origin, target, frozenset(taken)


def play_all(position: Position, text: str) -> Position:
    """The position after moves that are separated by blanks; the error for a bad one gives its number."""
    return position.play_all(text.split(), lambda before, word: before.play_code(read_move(before, word)))


def format_moves(position: Position) -> str:
    """The moves that led to a position."""
    return " ".join(format_move(position.game, code) for code in position.move_codes)


def _rules(game: Game) -> Draughts:
    assert isinstance(game, Draughts)
    return game


# ---- reports of a search ----------------------------------------------------------------------------


def format_info(info: SearchInfo) -> str:
    """The `info` line for a report of a search; its line of moves is in the notation of Hub."""
    score = info.score
    if info.plies:
        score = SURE - info.plies / 100 if info.plies > 0 else -SURE - info.plies / 100
    return format_line(
        "info",
        depth=info.depth,
        score=None if score is None else f"{score:.2f}",
        nodes=info.nodes,
        time=f"{info.seconds:.3f}",
        nps=f"{info.nodes_per_second / 1e6:.3f}",
        pv=" ".join(info.line) if info.line else None,
    )


def read_info(arguments: dict[str, str]) -> SearchInfo:
    """The report in an `info` line. What is not understood is left out."""
    score = number_or_none(arguments.get("score", ""))
    plies = 0
    if score is not None and _NEAR_WIN < abs(score) < SURE:
        plies = max(1, round(100 * (SURE - abs(score)))) * (1 if score > 0 else -1)
    return SearchInfo(
        line=tuple(arguments.get("pv", "").split()),
        score=score,
        plies=plies,
        depth=count_or_none(arguments.get("depth", "")) or 0,
        nodes=count_or_none(arguments.get("nodes", "")) or 0,
        seconds=number_or_none(arguments.get("time", "")) or 0.0,
    )


register_protocol(Protocol("hub", suits, "draughts"))
