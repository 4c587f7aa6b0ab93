"""UGI, the Universal Game Interface: UCI, the protocol of chess engines, for any game of two players.

Sources: the description in cutegames (`ugi.md`, kz04px) and that of UCI (R. Huber and S. Meyer-Kahlen, 2000,
revised 2006), from which UGI takes what it does not say itself.

Positions and moves are those of the game's own notation. A move is one word of a line, so that a game whose
moves hold blanks is written with `_` in their place. In `score mate N` N counts moves of the winning side, as
in UCI, and is negative if the side to move loses.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, Final

from nupp.formats.lists import ugi_command, ugi_word
from nupp.formats.record import start_of
from nupp.protocols.protocol import (
    SURE,
    ProtocolError,
    SearchInfo,
    count_or_none,
    number_or_none,
    plain,
    read_count,
)
from nupp.rules import Game, Position
from nupp.rules.parts import Parts

NO_MOVE: Final = "0000"
"""The move of who has none, as in UCI."""


@dataclass(frozen=True)
class Wording:
    """Another way in which programs write the moves of a game.

    name: what the option `notation` calls it. write: a move of the game as one word. read: a command
    `position` with such moves, in the notation of the game as far as it cannot read them.
    """

    name: str
    write: Callable[[str], str]
    read: Callable[[str], str]


_WORDINGS: Final[Parts[Wording | None]] = Parts(None)


def register_wording(kind: type[Any], wording: Wording) -> None:
    """Enter another way in which programs write the moves of a class of games."""
    _WORDINGS.add(kind, wording)


def wording_of(game: Game) -> Wording | None:
    """The other way in which programs write the moves of a game; None if there is none."""
    return _WORDINGS.of(game)


COMPLAINT: Final = "info string error:"
"""The beginning of nupp's lines on errors in commands; other engines have other words."""

_MILLISECONDS: Final = re.compile("-?[0-9]{1,18}")
_FIELDS: Final = frozenset(
    {
        "depth", "seldepth", "score", "cp", "mate", "wdl", "lowerbound", "upperbound", "time", "nodes",
        "nps", "hashfull", "tthits", "tbhits", "multipv", "currmove", "currmovenumber", "cpuload",
        "string", "pv",
    }
)  # fmt: skip


# ---- moves and positions -------------------------------------------------------------------------


def read_move(position: Position, word: str) -> int:
    """The code of the legal move that a word stands for; ValueError quotes it if there is none."""
    try:
        return position.parse_move(word)
    except ValueError:
        if "_" not in word:
            raise
        return position.parse_move(word.replace("_", " "))


def format_end(position: Position) -> str:
    """Why a finished game ended, in words, and the cells that decided it: `three in a row: a1 b2 c3`."""
    ending = position.ending
    cells = " ".join(position.game.board.name(cell) for cell in ending.cells)
    return f"{ending.words}: {cells}" if cells else ending.words


def format_position(position: Position) -> str:
    """The `position` command for a position, with the moves that led to it."""
    return ugi_command(start_of(position), position.moves)


def read_position(game: Game, text: str, known: tuple[str, Position] | None = None) -> Position:
    """The position of what follows `position` in a line; ValueError quotes what is wrong.

    known: another such text and its position. If that text goes on here, only the rest is played.
    """
    if known is not None and " moves " in known[0] and text.startswith(f"{known[0]} "):
        return known[1].play_all(text[len(known[0]) :].split(), _play)
    head, _, moves = text.partition(" moves ") if " moves " in text else (text.removesuffix(" moves"), "", "")
    kind, _, fen = head.strip().partition(" ")
    if kind == "startpos" and not fen.strip():
        position = game.start_position()
    elif kind == "fen" and fen.strip():
        position = game.parse_position(" ".join(fen.split()))
    else:
        raise ProtocolError(f"position {plain(text)!r}: expected startpos or fen TEXT, and moves if any")
    return position.play_all(moves.split(), _play)


def _play(position: Position, word: str) -> Position:
    return position.play_code(read_move(position, word))


# ---- go ------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Go:
    """The limits of a search, times in seconds.

    times, increments: of both sides' clocks, None where they are not given. moves: until the clocks get more
    time. infinite: until `stop`. ponder: the opponent thinks still; times count from `ponderhit`.
    """

    seconds: float | None = None
    nodes: int | None = None
    depth: int | None = None
    times: tuple[float | None, float | None] = (None, None)
    increments: tuple[float, float] = (0.0, 0.0)
    moves: int | None = None
    infinite: bool = False
    ponder: bool = False

    def __str__(self) -> str:
        """The command."""
        words = ["go", *(["ponder"] if self.ponder else [])]
        for side, time in enumerate(self.times):
            if time is not None:
                words += [f"p{side + 1}time", str(round(1000 * time))]
        if any(time is not None for time in self.times):
            for side, increment in enumerate(self.increments):
                words += [f"p{side + 1}inc", str(round(1000 * increment))]
        if self.moves is not None:
            words += ["movestogo", str(self.moves)]
        if self.seconds is not None:
            words += ["movetime", str(max(1, round(1000 * self.seconds)))]
        if self.nodes is not None:
            words += ["nodes", str(self.nodes)]
        if self.depth is not None:
            words += ["depth", str(self.depth)]
        return " ".join([*words, "infinite"] if self.infinite else words)


def read_go(text: str) -> Go:
    """The limits that follow `go` in a line; ProtocolError for a wrong number. Unknown words say nothing."""
    words = iter(text.split())
    times: list[float | None] = [None, None]
    increments = [0.0, 0.0]
    counts: dict[str, int] = {}
    seconds: float | None = None
    flags: set[str] = set()
    for word in words:
        if word in ("infinite", "ponder"):
            flags.add(word)
        elif word in ("nodes", "depth", "movestogo"):
            counts[word] = read_count(_value(words, word), word)
        elif word == "movetime":
            seconds = _read_time(words, word)
        elif word in ("p1time", "p2time"):
            times[int(word[1]) - 1] = _read_time(words, word)
        elif word in ("p1inc", "p2inc"):
            increments[int(word[1]) - 1] = max(0.0, _read_time(words, word))
    return Go(
        seconds,
        counts.get("nodes"),
        counts.get("depth"),
        (times[0], times[1]),
        (increments[0], increments[1]),
        counts.get("movestogo"),
        "infinite" in flags,
        "ponder" in flags,
    )


def _value(words: Iterator[str], name: str) -> str:
    value = next(words, None)
    if value is None:
        raise ProtocolError(f"go {name}: expected a number after it")
    return value


def _read_time(words: Iterator[str], name: str) -> float:
    """Seconds, from milliseconds, which are less than 0 for a clock that has run out."""
    text = _value(words, name)
    if not _MILLISECONDS.fullmatch(text):
        raise ProtocolError(f"go {name} {plain(text)!r}: expected a whole number of milliseconds")
    return int(text) / 1000


# ---- search info ---------------------------------------------------------------------------------


def format_info(info: SearchInfo) -> str:
    """The `info` line for a search info."""
    words = ["info", "depth", str(info.depth)]
    if info.plies:
        moves = (info.plies + 1) // 2 if info.plies > 0 else info.plies // 2
        words += ["score", "mate", str(moves)]
    elif info.score is not None:
        words += ["score", "cp", str(round(100 * info.score))]
    words += ["time", str(round(1000 * info.seconds)), "nodes", str(info.nodes)]
    words += ["nps", str(round(info.nodes_per_second))]
    return " ".join([*words, "pv", *map(ugi_word, info.line)] if info.line else words)


def read_info(text: str) -> SearchInfo | None:
    """The search info of an `info` line; None if it has none, or is on another move than the best.

    What is not understood is left out.
    """
    words = text.split()
    if words[:1] != ["info"] or words[1:2] == ["string"]:
        return None
    fields = _fields(words[1:])
    if (count_or_none(fields.get("multipv", "")) or 1) > 1:
        return None
    cp, mate = number_or_none(fields.get("cp", "")), number_or_none(fields.get("mate", ""))
    seconds = count_or_none(fields.get("time", "")) or 0
    info = SearchInfo(
        line=tuple(fields.get("pv", "").split()),
        score=_score(cp, mate),
        plies=0 if mate is None else int(2 * mate - 1 if mate > 0 else 2 * mate),
        depth=count_or_none(fields.get("depth", "")) or 0,
        nodes=count_or_none(fields.get("nodes", "")) or 0,
        seconds=seconds / 1000,
    )
    return None if info == SearchInfo() else info


def _score(cp: float | None, mate: float | None) -> float | None:
    if mate is not None:
        return SURE if mate > 0 else -SURE
    return None if cp is None else cp / 100


def _fields(words: list[str]) -> dict[str, str]:
    """Each field with what follows it, up to the next one; `pv` goes on to the end."""
    found: dict[str, str] = {}
    name = ""
    for number, word in enumerate(words):
        if word == "pv":
            found["pv"] = " ".join(words[number + 1 :])
            break
        if word in _FIELDS:
            name = word
            found[name] = ""
        elif name:
            found[name] = f"{found[name]} {word}".strip()
    return found


def read_option_name(line: str) -> str | None:
    """The name of the option that an engine lists in a line; None for any other line."""
    words = re.split(r"\stype\s", line, maxsplit=1)[0].split(maxsplit=2)
    return words[2].strip() if len(words) == 3 and words[:2] == ["option", "name"] else None


def read_option(text: str) -> tuple[str, str]:
    """Name and value of what follows `setoption`; ProtocolError if it has no name."""
    head, *value = re.split(r"\svalue(?!\S)", text, maxsplit=1)
    words = head.split(maxsplit=1)
    if len(words) != 2 or words[0] != "name":
        raise ProtocolError(f"setoption {plain(text)!r}: expected name NAME value VALUE")
    return words[1].strip().lower(), "".join(value).strip()
