"""PSQ, the format of the manager Piskvork (P. Laštovička), in which Gomocup keeps games of five in a row.

    Piskvorky 15x15, 11:11, 0
    8,8,120
    9,8,95
    ANN.zip
    BOB.zip
    -1

The board, what the players are set to, and which of them begins; the moves, as column from the left, row from
the top, both from 1, and milliseconds; the two players; a number that stands for errors, and at times more.
The stones show who has won, unless the number is that of a side that did not move in time. There is none for
a resignation. The only definition is the source of the manager (`savePsq` and `finishGame`, of version 8.3
on).
"""

from __future__ import annotations

import re
from typing import Final

from nupp.formats.reading import Reading, ReadOptions, Replay, Source, rows_of
from nupp.formats.record import OUTCOMES, TIME_FORFEIT, GameRecord, RecordError
from nupp.formats.registry import TEXT, Format, by_spans, register_format, whole_text
from nupp.formats.sgf import SgfBoard, register_sgf
from nupp.games.mnk.rules import Mnk
from nupp.rules import Game, game

_HEAD: Final = re.compile(
    r"\s*Piskvorky\s+([0-9]{1,3})x([0-9]{1,3})(?:\s*,\s*-?[0-9]+:-?[0-9]+\s*,\s*([0-9]+))?[^\n]*"
)
_NAME: Final = re.compile(r"\s*Piskvorky\b")
_MOVE: Final = re.compile(r"\s*([0-9]{1,9})\s*,\s*([0-9]{1,9})\s*(?:,\s*([0-9]{1,12})\s*)?")
_NUMBERS: Final = re.compile(r"[\s0-9]+,[\s0-9,]*")
_LINE: Final = re.compile(r"[^\n]+")
_NUMBER: Final = re.compile(r"\s*-?[0-9]+\s*(,.*)?", re.DOTALL)
_USUAL, _TIMEOUT = "-1", "15"
"""The number that Gomocup's games end with, and that of the manager for a side that did not move in time."""


def is_psq(text: str) -> bool:
    """True if a text begins as a file of this format."""
    return _NAME.match(text) is not None


def suits(rules: Game) -> bool:
    """True if a game is five in a row."""
    return isinstance(rules, Mnk) and rules.k == 5


def read_psq(source: Source, begin: int, end: int, options: ReadOptions) -> Reading:
    """Read a game; what is wrong in it is a fault, and what was before it kept.

    A text that ends before the names of the players is one that was cut short. RecordError for one that does
    not begin with the board, SpecError for a board of a size that there is none of.
    """
    head = _HEAD.match(source.text, begin, end)
    if head is None:
        shown = source.text[begin:end].strip().partition("\n")[0][:60]
        raise RecordError(f"{shown!r}: expected the board first, such as Piskvorky 15x15, 0:0, 0")
    size, source.place = (int(head[1]), int(head[2])), head.start(1)
    rules = options.game(
        f"mnk:width={size[0]},height={size[1]}",
        lambda one: isinstance(one, Mnk) and one.k == 5 and (one.width, one.height) == size,
    )
    replay, seconds, names = Replay(source, rules.start_position(), options.most), list[float](), list[str]()
    for line in _LINE.finditer(source.text, head.end(), end):
        move = _MOVE.fullmatch(line[0])
        if move is None and not names and _NUMBERS.fullmatch(line[0]):
            shown = line[0].strip()[:60]
            replay.fail(f"{shown!r}: expected a cell and milliseconds, such as 8,8,120", shown, line.start())
            break
        if move is None:
            names.append(line[0].strip())
        elif not names:
            if not replay.play(_cell(int(move[1]), int(move[2]), rules), line.start(), line[0].strip()):
                break
            seconds.append(int(move[3] or 0) / 1000)
    players = [name for name in names if name and not _NUMBER.fullmatch(name)][:2]
    if len(players) < 2:
        replay.fail("expected the names of the two players after the moves", "", end)
    elif head[3] == "1":  # the second of them begins
        players.reverse()
    numbers = [name for name in names if _NUMBER.fullmatch(name)]
    late = numbers[:1] == [_TIMEOUT] and replay.fault is None and not replay.position.is_over
    return Reading(
        replay.position,
        (players[0], players[1]) if len(players) == 2 else None,
        _lost_by(replay.position.to_move) if late else None,
        replay.fault,
        TIME_FORFEIT if late else None,
        tuple(seconds),
    )


def _lost_by(side: int) -> str:
    """The outcome of a game that a side, 0 or 1, has lost."""
    return OUTCOMES[-1 if side == 0 else 1]


def _cell(column: int, row: int, rules: Game) -> str:
    """The name of a cell; of what is outside the board, a text that no cell has."""
    rows = rows_of(rules)
    if 1 <= row <= len(rows) and 1 <= column <= len(rows[0]):
        return rules.board.name(rows[row - 1][column - 1])
    return f"{column},{row}"


def write_psq(record: GameRecord) -> str:
    """A record as PSQ; RecordError for one that does not begin with the empty board.

    Of how it ended nothing is kept but that the side to move has lost on time.
    """
    if record.start is not None:
        raise RecordError(
            f"PSQ has no position to begin with: expected the empty board, not {record.start!r}"
        )
    rules = game(record.game)
    places = {
        rules.board.name(cell): f"{column},{row}"
        for row, cells in enumerate(rows_of(rules), start=1)
        for column, cell in enumerate(cells, start=1)
    }
    seconds = record.seconds if len(record.seconds) == len(record.moves) else (0.0,) * len(record.moves)
    moves = (f"{places[move]},{round(1000 * time)}" for move, time in zip(record.moves, seconds, strict=True))
    height, width = len(rows_of(rules)), len(rows_of(rules)[0])
    head = f"Piskvorky {width}x{height}, 0:0, 0"
    late = record.termination == TIME_FORFEIT and record.outcome == _lost_by(len(record.moves) % 2)
    return "\n".join([head, *moves, *map(_name, record.players), _TIMEOUT if late else _USUAL]) + "\n"


def _name(text: str) -> str:
    """A player's name, without what else may stand on a line."""
    name = " ".join(text.split())
    return name if name and not _NUMBER.fullmatch(name) else f"player {name}".strip()


def _has_five(rules: Mnk) -> bool:
    return rules.k == 5


register_format(
    Format(
        "psq",
        "psq",
        TEXT,
        "PSQ, of Gomocup and its manager Piskvork",
        is_psq,
        by_spans(whole_text, read_psq),
        write_psq,
        suits,
        holds_one=True,
    ),
    before="native",
)
register_sgf(
    SgfBoard(Mnk, 4, "five in a row", 15, "mnk:width={width},height={height}", is_numbered=_has_five)
)
