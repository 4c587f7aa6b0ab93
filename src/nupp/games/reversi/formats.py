"""GGF (Generic Game Format, M. Buro), in which Othello servers and programs keep games.

A game is one tree with one node: `(;GM[Othello]PB[...]PW[...]RE[+4.00]BO[8 ...]B[d3/1.50/2.1]W[c5]...;)`. A
move may be followed by the value that its player gave it and the seconds that it took. `BO` is the board to
begin with, row by row from the top, with `*` for black, `O` for white, and the side to move.
"""

from __future__ import annotations

import re
import textwrap
from functools import partial
from typing import Final

from nupp.formats import lists
from nupp.formats.movetext import read_text
from nupp.formats.properties import Property, begins_tree, main_line, plain, tree_spans
from nupp.formats.reading import RESIGNATION, Reading, ReadOptions, Replay, Source, rows_of
from nupp.formats.record import OUTCOMES, TIME_FORFEIT, GameRecord, RecordError
from nupp.formats.registry import TEXT, Format, by_spans, register_format
from nupp.formats.sgf import SgfBoard, register_sgf
from nupp.formats.tree import LeftOut
from nupp.games.reversi.rules import Reversi
from nupp.rules import Game, Position, game
from nupp.rules.notation import format_rows

_KIND: Final = re.compile(r"GM\s*\[\s*othello\s*\]", re.IGNORECASE)
_RESULT: Final = re.compile(r"([+-]?[0-9]{1,9}(?:\.[0-9]*)?)(?::([rts]))?")
_TIME: Final = re.compile(r"(?:([0-9]{1,9}):)?([0-9]{1,9}(?:\.[0-9]*)?)")
_VALUE: Final = re.compile(r"[+-]?[0-9]{1,9}(?:\.[0-9]*)?")
_BOARD: Final = re.compile(r"([0-9]{1,2}) ([-*Oo ]*)([*Oo])")
_SYMBOLS: Final = str.maketrans("*o-", "XO.")
_ENDINGS: Final = {"r": RESIGNATION, "t": TIME_FORFEIT, "s": "agreement"}
_LINE: Final = 1000
"""Characters at the beginning of a text among which its first game says what it is."""
_WIDTH: Final = 100


def is_ggf(text: str) -> bool:
    """True if a text begins with a game of this format."""
    return begins_tree(text) and _KIND.search(text, 0, _LINE) is not None


def suits(rules: Game) -> bool:
    """True if the rules are those of Othello, on a board of any size."""
    return isinstance(rules, Reversi) and rules.passes and not rules.placed


def read_ggf(source: Source, begin: int, end: int, options: ReadOptions) -> Reading:
    """Read a game; what is wrong in it is a fault, and what was before it kept.

    RecordError or NotationError for a board to begin with that is wrong. The values of moves stand in the
    record as `values`, None for a move without one.
    """
    properties, broken = main_line(source.text, begin, end)
    values = {one.name: plain(one.value) for one in reversed(properties)}
    size_tag = "BO" if values.get("BO") else "TY"
    source.place = next((one.offset for one in properties if one.name == size_tag), source.place)
    size, start = _board_of(values.get("BO") or _usual_board(values.get("TY", "8")))
    rules = options.game(
        f"othello:size={size}", lambda one: isinstance(one, Reversi) and suits(one) and one.size == size
    )
    replay = Replay(source, rules.parse_position(start), options.most)
    seconds, worth = list[float](), list[float | None]()
    for one in properties:
        if one.name in ("B", "W") and not _play(replay, one, seconds, worth):
            break
    if broken is not None and replay.fault is None:
        replay.fail(*broken)
    outcome, termination = _result(values.get("RE", ""))
    players = (values.get("PB", ""), values.get("PW", ""))
    return Reading(
        replay.position,
        players if any(players) else None,
        outcome,
        replay.fault,
        termination,
        tuple(seconds),
        {"extra": {"values": worth}} if any(value is not None for value in worth) else {},
        left_out=LeftOut(notes=sum(one.name == "C" for one in properties)),
    )


def _play(replay: Replay, one: Property, seconds: list[float], worth: list[float | None]) -> bool:
    """Play the move of a property, and note its time and value; False if there is a fault."""
    move, value, time = [*map(str.strip, plain(one.value).split("/")), "", ""][:3]
    if not replay.is_turn_of("BW".index(one.name)):
        replay.fail(f"{one.name}[{move}]: expected a move of the other side", move, one.offset)
        return False
    if not replay.play(move, one.offset):
        return False
    left_out = replay.ply - len(seconds) - 1
    seconds += [0.0] * left_out + [_seconds(time)]
    worth += [None] * left_out + [float(value) if _VALUE.fullmatch(value) else None]
    return True


def _seconds(text: str) -> float:
    """A time, `12.5` or `1:02`; 0 for none."""
    found = _TIME.fullmatch(text)
    return 0.0 if found is None else 60 * int(found[1] or 0) + float(found[2])


def _usual_board(kind: str) -> str:
    """The board to begin with of a game whose text names none; its type begins with the size."""
    found = re.match("[0-9]+", kind)
    return _board(str(game(f"othello:size={found[0] if found else 8}").start_position()))


def _board_of(text: str) -> tuple[int, str]:
    """The size and the position text of the value of `BO`; RecordError if it is none."""
    board = _BOARD.fullmatch(text)
    size, cells = (int(board[1]), board[2].replace(" ", "")) if board else (0, "")
    if board is None or len(cells) != size * size:
        raise RecordError(f"BO[{text}]: expected the size, as many rows of *, O and -, and the side to move")
    rows = [range(row * size, row * size + size) for row in range(size)]
    return size, f"{format_rows(cells.translate(_SYMBOLS), rows)} {'x' if board[3] == '*' else 'o'}"


def _board(position: str) -> str:
    """A position text as the value of `BO`."""
    rows, side = position.split()
    spread = re.sub("[0-9]+", lambda run: "-" * int(run[0]), rows).replace("X", "*")
    size = spread.index("/")
    return f"{size} {spread.replace('/', ' ')} {'*' if side == 'x' else 'O'}"


def _result(text: str) -> tuple[str | None, str | None]:
    """The outcome and the termination in `RE`."""
    found = _RESULT.fullmatch(text)
    if found is None:
        return None, None
    lead = float(found[1])
    return OUTCOMES[(lead > 0) - (lead < 0)], _ENDINGS.get(found[2] or "")


def write_ggf(record: GameRecord) -> str:
    """A record as GGF; see docs/formats.md for what is kept. RecordError if its moves are not legal."""
    positions = list(record.positions())
    head = ggf_head(positions[0], record.players, _result_text(record, len(positions[0].game.board)))
    timed = len(record.seconds) == len(record.moves)
    worth = _values_of(record)
    moves = []
    for ply, (position, move) in enumerate(zip(positions, record.moves, strict=False)):
        value = worth[ply] if worth else None
        time = record.seconds[ply] if timed else 0
        details = f"/{'' if value is None else f'{value:.2f}'}/{f'{time:.3f}' if time else ''}".rstrip("/")
        moves.append(f"{'BW'[position.to_move]}[{move}{details}]")
    lines = textwrap.wrap(" ".join(moves), _WIDTH, break_long_words=False, break_on_hyphens=False)
    return "\n".join([head, *(line.replace(" ", "") for line in lines)]) + ";)\n"


def _values_of(record: GameRecord) -> list[float | None]:
    """The values of the moves, None for one without; empty if the record has none, or not one a move."""
    found = record.extra.get("values")
    if not isinstance(found, list) or len(found) != len(record.moves):
        return []
    return [value if type(value) in (int, float) else None for value in found]


def ggf_head(start: Position, players: tuple[str, str], result: str = "?", clocks: str = "") -> str:
    """The text before the moves of a game. clocks: the properties of the times of both sides."""
    names = "".join(f"P{colour}[{_name(name)}]" for colour, name in zip("BW", players, strict=True))
    size, board = len(rows_of(start.game)), _board(str(start))
    return f"(;GM[Othello]PC[nupp]{names}RE[{result}]{clocks}TY[{size}]BO[{board}]"


def _name(text: str) -> str:
    """A player's name, without the brackets that the format cannot have in a value."""
    return " ".join(text.translate({ord("["): "(", ord("]"): ")", ord("\\"): "/"}).split())


def _result_text(record: GameRecord, cells: int) -> str:
    """By how much black won; as many discs as there are cells if that was not played out."""
    if record.outcome is None:
        return "?"
    sign = {"first": 1, "second": -1, "draw": 0}[record.outcome]
    flag = {ending: flag for flag, ending in _ENDINGS.items()}.get(record.termination or "", "")
    lead = record.margin if record.margin is not None else sign * cells
    return f"{lead:+.2f}" + (f":{flag}" if flag else "")


register_format(
    Format(
        "ggf",
        "ggf",
        TEXT,
        "GGF, of Othello servers",
        is_ggf,
        by_spans(tree_spans, read_ggf),
        write_ggf,
        suits,
    ),
    before="sgf",
)
register_format(
    Format(
        "transcript",
        "txt",
        TEXT,
        "moves without separators, a game a line, as of Othello",
        lists.is_transcripts,
        by_spans(lists.line_spans, partial(read_text, few=1)),
        lists.write_transcript,
        suits,
    ),
    before="moves",
)
register_sgf(SgfBoard(Reversi, 2, "Othello", 8, "othello:size={width}", can_pass=True))
