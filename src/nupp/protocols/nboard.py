"""NBoard, the protocol of Othello engines of C. Welty, version 2 (2014), and as much of GGF as it needs.

Sources: the description that comes with NBoard; GGF, the Generic Game Format of M. Buro (GGS, 1990s).

A game is handed over as GGF: the board that it began with, the clocks, and its moves. Clocks are
`minutes:seconds`; the time that moves took, which follows them after a second slash, is taken off.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

from nupp.games import Game, Position
from nupp.games.reversi import Reversi
from nupp.protocols.base import (
    ProtocolError,
    Told,
    count_or_none,
    number_or_none,
    plain,
    read_count,
    read_number,
)

VERSION: Final = 2
DEEPEST: Final = 60
"""The depth that is asked for where there is no limit of depth: no game is longer."""

_TAG: Final = re.compile(r"\s*([A-Za-z]+)\s*\[((?:[^\]\\]|\\.)*)\]", re.DOTALL)
_GAME: Final = re.compile(r"\(;(.*);\s*\)", re.DOTALL)
_TIME: Final = re.compile(r"(?:(\d{1,6}):)?(\d{1,6}):(\d{1,6}(?:\.\d{0,9})?)|(\d{1,9}(?:\.\d{0,9})?)")
_SQUARES: Final = {"*": "X", "o": "O", "-": "."}


# ---- moves ---------------------------------------------------------------------------------------


def format_move(text: str) -> str:
    """A move as NBoard has it: `F5`, or `PA` for a pass."""
    return "PA" if text == "pass" else text.upper()


def move_text(word: str) -> str:
    """A move of NBoard in the notation of the game, or what would be one."""
    cell = re.split("[/ ]", word.strip(), maxsplit=1)[0].lower()
    return "pass" if cell in ("pa", "pass", "--", "@@") else cell


# ---- games ---------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Handed:
    """A game that was handed over: the position reached, and the seconds that black and white have left.

    left: None where nothing is told. increments: what moves add to the clocks.
    """

    position: Position
    left: tuple[float | None, float | None] = (None, None)
    increments: tuple[float, float] = (0.0, 0.0)


def format_game(position: Position, left: tuple[float, float] | None = None) -> str:
    """The GGF of the game that led to a position. left: the seconds that black and white have left."""
    first = position
    while first.previous is not None:
        first = first.previous
    game = position.game
    assert isinstance(game, Reversi)
    squares = "".join("*O-"[owner] for owner in game.owners(first.state[0]))
    clocks = "" if left is None else f"TB[{_clock(left[0])}]TW[{_clock(left[1])}]"
    moves = ""
    while position.previous is not None:
        position, move = position.previous, position.last_move or ""
        moves = f"{'BW'[position.to_move]}[{format_move(move)}]{moves}"
    return (
        f"(;GM[Othello]PC[nupp]PB[black]PW[white]RE[?]{clocks}TY[{game.size}]"
        f"BO[{game.size} {squares} {'*O'[first.to_move]}]{moves};)"
    )


def _clock(seconds: float) -> str:
    minutes, rest = divmod(max(0.0, seconds), 60)
    return f"{minutes:.0f}:{rest:06.3f}"


def read_game(game: Game, text: str) -> Handed:
    """The game that a GGF text tells; ValueError quotes what is wrong with it."""
    match = _GAME.search(text)
    if match is None:
        raise ProtocolError(f"{plain(text, 60)!r} is not GGF: expected (; ... ;)")
    tags = _tags(match[1])
    position, clocks = None, dict[str, tuple[float, float]]()
    for name, value in tags:
        if name == "BO":
            position = _board(game, value)
        elif name in ("TI", "TB", "TW"):
            for side in "BW" if name == "TI" else name[1]:
                clocks[side] = _read_clock(value)
        elif name in ("B", "W"):
            position = _played(position or game.start_position(), name, value)
            _take_off(clocks, name, value)
    return Handed(
        position or game.start_position(),
        (clocks["B"][0] if "B" in clocks else None, clocks["W"][0] if "W" in clocks else None),
        (clocks.get("B", (0.0, 0.0))[1], clocks.get("W", (0.0, 0.0))[1]),
    )


def _tags(text: str) -> list[tuple[str, str]]:
    found, end = [], 0
    while tag := _TAG.match(text, end):
        found.append((tag[1].upper(), re.sub(r"\\(.)", r"\1", tag[2]).strip()))
        end = tag.end()
    if text[end:].strip():
        raise ProtocolError(f"GGF has {plain(text[end:], 40)!r}: expected NAME[VALUE]")
    return found


def _board(game: Game, value: str) -> Position:
    """The position of `8 ---...--- *`: size, squares row by row from the top, and who is to move."""
    assert isinstance(game, Reversi)
    size, _, rest = value.strip().partition(" ")
    marks = "".join(rest.split()).lower()
    squares, side = marks[:-1], marks[-1:]
    if size != str(game.size) or len(squares) != game.size**2 or not set(squares) <= set(_SQUARES):
        expected = f"{game.size}, then {game.size**2} squares of *, O and -, and who is to move"
        raise ProtocolError(f"board {plain(value, 80)!r}: expected {expected}")
    if side not in ("*", "o"):
        raise ProtocolError(f"side to move {plain(side)!r} of a board: expected * or O")
    symbols = "".join(_SQUARES[square] for square in squares)
    rows = [symbols[at : at + game.size] for at in range(0, len(symbols), game.size)]
    return game.parse_position(f"{'/'.join(rows)} {'x' if side == '*' else 'o'}")


def _played(position: Position, name: str, value: str) -> Position:
    """The position after a move of black (`B`) or white; a pass that is left out is added."""
    side = "BW".index(name)
    if not position.is_over and position.to_move != side and position.legal_moves == ("pass",):
        position = position.play("pass")
    if not position.is_over and position.to_move != side:
        raise ProtocolError(f"move {plain(f'{name}[{value}]')!r}: it is the other side's turn")
    return position.play(move_text(value))


def _read_clock(value: str) -> tuple[float, float]:
    """Seconds left and increment of `15:00`, `1:00:00`, or `5:00/0:10/...`."""
    main, *rest = value.split("/")
    return _read_time(main), _read_time(rest[0]) if rest and rest[0].strip() else 0.0


def _read_time(text: str) -> float:
    match = _TIME.fullmatch(text.strip())
    if match is None:
        raise ProtocolError(f"clock {plain(text)!r}: expected minutes:seconds")
    if match[4] is not None:
        return float(match[4])
    return 3600 * int(match[1] or 0) + 60 * int(match[2]) + float(match[3])


def _take_off(clocks: dict[str, tuple[float, float]], name: str, value: str) -> None:
    """Take the time that a move took off the clock of its side, and add the increment."""
    parts = value.split("/")
    taken = number_or_none(parts[2].strip()) if len(parts) > 2 else None
    if name in clocks:
        left, increment = clocks[name]
        clocks[name] = (left - (taken or 0.0) + increment, increment)


# ---- what is told of a search --------------------------------------------------------------------


def format_search(told: Told, words: str = "") -> str:
    """The `search` line for what is told; its line in the notation of the game."""
    line = "".join(map(format_move, told.line))
    return f"search {line} {told.score or 0.0:.2f} 0 {told.depth} {words}".rstrip()


def read_told(text: str, before: Told) -> Told | None:
    """What a line tells of a search beside what was told before; None if it tells nothing."""
    kind, *words = text.split()
    if kind in ("search", "book") and words:
        line = _read_line(words[0])
        score = number_or_none(words[1]) if len(words) > 1 else None
        depth = count_or_none(words[3].rstrip("%")) if len(words) > 3 else None
        return Told(line, score, 0, depth or 0, before.nodes, before.seconds) if line else None
    if kind == "nodestats" and words:
        nodes = number_or_none(words[0]) or 0.0
        seconds = number_or_none(words[1]) if len(words) > 1 else None
        return Told(before.line, before.score, 0, before.depth, int(nodes), seconds or 0.0)
    return None


def _read_line(text: str) -> tuple[str, ...]:
    """The moves of `F5D6PA` or `F5-D6-PA`."""
    return tuple(map(move_text, re.findall("[A-Za-z][0-9]{1,2}|[Pp][Aa]", text)))


def format_analysis(number: int, told: Told) -> str:
    """The line that tells what a game was worth after so many moves, for the side to move there."""
    return f"analysis {number} {told.score or 0.0:.2f}"


def format_choice(told: Told, move: str) -> str:
    """The line that answers `go`: the move, its evaluation, and the seconds that it took."""
    score = "" if told.score is None else f"{told.score:.2f}"
    return f"=== {format_move(move)}/{score}/{told.seconds:.3f}"


def read_choice(text: str) -> tuple[str, float | None] | None:
    """Move and evaluation of the line that answers `go`; None if a line is none."""
    match = re.fullmatch(r"\s*===\s*(\S.*)", text)
    if match is None:
        return None
    parts = re.split(r"[/\s]", match[1])
    return move_text(parts[0]), number_or_none(parts[1]) if len(parts) > 1 else None


def read_move_command(text: str) -> tuple[str, float]:
    """Move and seconds of what follows `move`: `F5/1.20/0.35`, of which the rest may be left out."""
    parts = text.strip().split("/")
    seconds = (
        read_number(parts[2].strip(), "seconds of a move") if len(parts) > 2 and parts[2].strip() else 0.0
    )
    return move_text(parts[0]), seconds


def read_depth(text: str) -> int:
    """The depth that `set depth` asks for."""
    return read_count(text.strip(), "depth")
