"""NBoard, the protocol of Othello engines of C. Welty, version 2 (2014).

Source: the description that comes with NBoard.

A game is handed over as GGF: the board that it began with, the clocks, and its moves. Clocks are
`minutes:seconds`; the time that moves took, which follows them after a second slash, is taken off.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

from nupp.formats.properties import main_line
from nupp.formats.reading import Reading, ReadOptions, Source
from nupp.games.reversi.formats import ggf_head, read_ggf, suits
from nupp.protocols.protocol import (
    Protocol,
    ProtocolError,
    SearchInfo,
    count_or_none,
    number_or_none,
    plain,
    read_count,
    read_number,
    register_protocol,
)
from nupp.rules import Game, Position

VERSION: Final = 2
DEEPEST: Final = 60
"""The depth that is asked for where there is no limit of depth: no game is longer."""

_MOST_NODES: Final = float(1 << 62)
_TIME: Final = re.compile(r"(?:(\d{1,6}):)?(\d{1,6}):(\d{1,6}(?:\.\d{0,9})?)|(\d{1,9}(?:\.\d{0,9})?)")
_CLOCKS: Final = {"TI": (0, 1), "TB": (0,), "TW": (1,)}
"""The sides whose time the properties give."""


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

    left: None where nothing is given. increments: what moves add to the clocks.
    """

    position: Position
    left: tuple[float | None, float | None] = (None, None)
    increments: tuple[float, float] = (0.0, 0.0)


def format_game(position: Position, left: tuple[float, float] | None = None, increment: float = 0.0) -> str:
    """The GGF of the game that led to a position.

    left: the seconds that black and white have now. increment: what each move adds. The clocks of GGF are
    those of the beginning, so each move is written as having taken just what it added.
    """
    clocks = taken = ""
    if left is not None:
        added, taken = (f"/{_clock(increment)}", f"//{increment:.3f}") if increment else ("", "")
        clocks = f"TB[{_clock(left[0])}{added}]TW[{_clock(left[1])}{added}]"
    moves = ""
    while position.previous is not None:
        position, move = position.previous, position.last_move or ""
        moves = f"{'BW'[position.to_move]}[{format_move(move)}{taken}]{moves}"
    return f"{ggf_head(position, ('black', 'white'), clocks=clocks)}{moves};)"


def _clock(seconds: float) -> str:
    minutes, rest = divmod(max(0.0, seconds), 60)
    return f"{minutes:.0f}:{rest:06.3f}"


def read_game(game: Game, text: str) -> Handed:
    """The game in a GGF text; ValueError quotes what is wrong with it."""
    begin = text.find("(;")
    if begin < 0:
        raise ProtocolError(f"{plain(text, 60)!r} is not GGF: expected (; ... ;)")
    reading = read_ggf(Source(text), begin, len(text), ReadOptions(game))
    if reading.fault is not None:
        raise ProtocolError(plain(reading.fault.message, 200))
    if reading.position.game.spec != game.spec:
        raise ProtocolError(f"a board of {reading.position.game.spec}: expected one of {game.spec}")
    clocks = dict[int, tuple[float, float]]()
    for name, value, _ in main_line(text, begin, len(text))[0]:
        for side in _CLOCKS.get(name, ()):
            clocks[side] = _read_clock(value)
    left = {side: _left(reading, side, *clock) for side, clock in clocks.items()}
    increments = {side: increment for side, (_, increment) in clocks.items()}
    return Handed(
        reading.position, (left.get(0), left.get(1)), (increments.get(0, 0.0), increments.get(1, 0.0))
    )


def _left(reading: Reading, side: int, seconds: float, increment: float) -> float:
    """The time that a side has left after its moves, which took the times in the text."""
    position = reading.position
    for taken in reversed(reading.seconds):
        assert position.previous is not None
        position = position.previous
        if position.to_move == side:
            seconds += increment - taken
    return seconds


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


# ---- reports of a search ----------------------------------------------------------------------------


def format_search(info: SearchInfo, words: str = "") -> str:
    """The `search` line for a report of a search; its line of moves is in the notation of the game."""
    line = "".join(map(format_move, info.line))
    return f"search {line} {info.score or 0.0:.2f} 0 {info.depth} {words}".rstrip()


def read_search_info(text: str, before: SearchInfo) -> SearchInfo | None:
    """The report of a search with what a line adds to the report before; None if the line adds nothing."""
    kind, *words = text.split()
    if kind in ("search", "book") and words:
        line = _read_line(words[0])
        score = number_or_none(words[1]) if len(words) > 1 else None
        depth = count_or_none(words[3].rstrip("%")) if len(words) > 3 else None
        return SearchInfo(line, score, 0, depth or 0, before.nodes, before.seconds) if line else None
    if kind == "nodestats" and words:
        nodes = min(number_or_none(words[0]) or 0.0, _MOST_NODES)
        seconds = number_or_none(words[1]) if len(words) > 1 else None
        return SearchInfo(before.line, before.score, 0, before.depth, int(nodes), seconds or 0.0)
    return None


def _read_line(text: str) -> tuple[str, ...]:
    """The moves of `F5D6PA` or `F5-D6-PA`."""
    return tuple(map(move_text, re.findall("[A-Za-z][0-9]{1,2}|[Pp][Aa]", text)))


def format_analysis(number: int, info: SearchInfo) -> str:
    """The line with the value of a game after `number` moves, for the side to move there."""
    return f"analysis {number} {info.score or 0.0:.2f}"


def format_choice(info: SearchInfo, move: str) -> str:
    """The line that answers `go`: the move, its evaluation, and the seconds that it took."""
    score = "" if info.score is None else f"{info.score:.2f}"
    return f"=== {format_move(move)}/{score}/{info.seconds:.3f}"


def read_choice(text: str) -> tuple[str, float | None] | None:
    """Move and evaluation of the line that answers `go`; None if a line is none."""
    match = re.fullmatch(r"\s*===\s*(\S.*)", text)
    if match is None:
        return None
    parts = re.split(r"[/\s]", match[1])
    return move_text(parts[0]), number_or_none(parts[1]) if len(parts) > 1 else None


def read_move_command(text: str) -> tuple[str, float]:
    """Move and seconds of the text after `move`: `F5/1.20/0.35`, of which the rest may be left out."""
    parts = text.strip().split("/")
    seconds = (
        read_number(parts[2].strip(), "seconds of a move") if len(parts) > 2 and parts[2].strip() else 0.0
    )
    return move_text(parts[0]), seconds


def read_depth(text: str) -> int:
    """The depth that `set depth` asks for."""
    return read_count(text.strip(), "depth")


register_protocol(Protocol("nboard", suits, "Othello"))
