"""SGF (Smart Game Format), for Amazons, games of lines, Hexxagon and every other game.

Source: A. Hollosi, SGF FF[4] (1997), with M. Müller's properties for Amazons (GM[18]). Cells of square
boards are points, two letters that count columns from the left and rows from the top; a move of Amazons is
three of them. In other games a move stands as nupp writes it. Files of Little Golem have moves with the names
of cells, and `resign`; they are read as well. B is the side that begins, except in files where W does.

`RU` tells the spec of the game. `FEN`, of nupp's own, is the position text to begin with, which other
programs find as `AB`, `AW`, `AA` (arrows) and `PL` where they can.
"""

from __future__ import annotations

import itertools
import re
import textwrap
from collections import defaultdict
from typing import Final

from nupp.formats.properties import Property, escaped, main_line, plain
from nupp.formats.reading import PASS, RESIGNATION, Reading, Replay, Source, Terms, rows_of
from nupp.formats.record import OUTCOMES, TIME_FORFEIT, GameRecord, RecordError
from nupp.games import GAMES, Amazons, Game, Mnk, NotationError, Position, Reversi, game
from nupp.games.notation import format_rows, parse_rows
from nupp.spec import SpecError, parse_spec
from nupp.version import __version__

_LETTERS: Final = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
_POINTS: Final = re.compile("(?:[a-zA-Z]{2})+")
_CELL: Final = re.compile("[a-z]{1,2}[0-9]{1,2}")
_RESULT: Final = re.compile(r"([BW])(?:\+\s*(.*))?", re.IGNORECASE | re.DOTALL)
_DRAWS: Final = ("0", "draw", "jigo")
_ENDINGS: Final = {"r": RESIGNATION, "resign": RESIGNATION, "t": TIME_FORFEIT, "time": TIME_FORFEIT}
_SHORT_ENDINGS: Final = {RESIGNATION: "R", TIME_FORFEIT: "T"}
_SETUP: Final = ("AB", "AW", "AA")
_WIDTH: Final = 100


def read_sgf(source: Source, begin: int, end: int, terms: Terms) -> Reading:
    """Read the main line of a tree; what is wrong in it is a fault, and what was before it kept.

    GameNeededError if nothing tells which game it is, RecordError or NotationError for a board or a position
    to begin with that is wrong.
    """
    properties, broken = main_line(source.text, begin, end)
    values = defaultdict[str, list[str]](list)
    for one in properties:
        values[one.name].append(plain(one.value))
    rules = _rules_of(values, terms)
    start = _start_of(values, rules)
    moves = [one for one in properties if one.name in ("B", "W")]
    colours = "WB" if moves and moves[0].name == "W" and _is_plain(values) else "BW"
    replay, resigned = Replay(source, start, terms.most), ""
    for one in moves:
        if resigned or not _play(replay, one, colours):
            break
        resigned = one.name if _is_resignation(one.value) else ""
    if broken is not None and replay.fault is None:
        replay.fail(*broken)
    outcome, termination = _result(values, colours)
    if resigned:
        outcome, termination = OUTCOMES[1 if resigned == colours[1] else -1], RESIGNATION
    first, second = (" ".join(values[f"P{colour}"]) for colour in colours)
    players = (first, second) if first or second else None
    return Reading(replay.position, players, outcome, replay.fault, termination)


def _play(replay: Replay, one: Property, colours: str) -> bool:
    """Play the move of a property, unless it is a resignation; False if there is a fault."""
    shown = plain(one.value)
    if _is_resignation(one.value):
        return True
    if not replay.is_turn_of(colours.index(one.name)):
        expected = colours[replay.position.to_move]
        replay.fail(f"{one.name}[{shown}]: expected a move of {expected}", shown, one.offset)
        return False
    return replay.play(_move_of(shown, replay.position.game), one.offset)


def _is_resignation(value: str) -> bool:
    return value.strip().lower() in ("resign", "resigned")


def _is_plain(values: dict[str, list[str]]) -> bool:
    """Whether a game begins as its rules say."""
    return not any(values.get(name) for name in (*_SETUP, "PL", "FEN"))


# ---- the game ------------------------------------------------------------------------------------


def _rules_of(values: dict[str, list[str]], terms: Terms) -> Game:
    """The game that a tree is of: by its rules if they are a spec, else by its number or its event."""
    rules, number, event = (" ".join(values.get(name, [])) for name in ("RU", "GM", "EV"))
    if _names_game(rules):
        return terms.make(rules)
    if number == "18" or event.lower().startswith("amazons"):
        width, height = _size(values, 10)
        return terms.game(f"amazons:size={width}", lambda one: isinstance(one, Amazons) and one.size == width)
    if number == "2":
        width, height = _size(values, 8)
        return terms.game(f"othello:size={width}", lambda one: isinstance(one, Reversi) and one.size == width)
    if number == "4":
        width, height = _size(values, 15)
        return terms.game(
            f"mnk:width={width},height={height}",
            lambda one: isinstance(one, Mnk) and (one.width, one.height) == (width, height),
        )
    return terms.required()


def _names_game(text: str) -> bool:
    """Whether a text is the spec of a game, and not the name of rules for one."""
    try:
        return parse_spec(text).name in GAMES.names()
    except SpecError:
        return False


def _size(values: dict[str, list[str]], usual: int) -> tuple[int, int]:
    """Columns and rows; RecordError if they are no numbers."""
    text = " ".join(values.get("SZ", [])) or str(usual)
    found = re.fullmatch(r"([0-9]{1,2})(?::([0-9]{1,2}))?", text)
    if found is None:
        raise RecordError(f"SZ[{text}]: expected a number of rows and columns, such as 15 or 9:7")
    return int(found[1]), int(found[2] or found[1])


def _has_points(rules: Game) -> bool:
    """Whether moves are written as points."""
    return isinstance(rules, Mnk | Reversi) or (isinstance(rules, Amazons) and not rules.staged)


def _points(rules: Game) -> dict[int, str]:
    """The point of each cell."""
    return {
        cell: _LETTERS[column] + _LETTERS[row]
        for row, cells in enumerate(rows_of(rules))
        for column, cell in enumerate(cells)
    }


# ---- moves ---------------------------------------------------------------------------------------


def _move_of(value: str, rules: Game) -> str:
    """A move as the game has it; what is no point stays as it is."""
    if not _has_points(rules):
        return value
    if not value and isinstance(rules, Reversi):
        return PASS
    names = [rules.board.name(cell) for cell in _cells(value, rules)]
    if len(names) != (3 if isinstance(rules, Amazons) else 1):
        return value
    return names[0] if len(names) == 1 else "{}-{}/{}".format(*names)


def _cells(points: str, rules: Game) -> list[int]:
    """The cells of some points in a row; none if one of them is not on the board, or they are no points."""
    if not _POINTS.fullmatch(points):
        return []
    numbers = {point: cell for cell, point in _points(rules).items()}
    found = [numbers.get(points[place : place + 2], -1) for place in range(0, len(points), 2)]
    return [] if -1 in found else found


def _value_of(move: str, rules: Game) -> str:
    """A move as a value."""
    if not _has_points(rules):
        return escaped(move)
    points, numbers = _points(rules), rules.board.numbers
    return "" if move == PASS else "".join(points[numbers[name]] for name in _CELL.findall(move))


# ---- the position to begin with ------------------------------------------------------------------


def _symbols(rules: Game) -> str:
    """What first, second and (in Amazons) arrows are in position texts."""
    return "WBx" if isinstance(rules, Amazons) else rules.side_letters.upper()


def _start_of(values: dict[str, list[str]], rules: Game) -> Position:
    if values.get("FEN"):
        return rules.parse_position(values["FEN"][0])
    if not _has_points(rules) or not any(values.get(name) for name in _SETUP):
        return rules.start_position()
    symbols = ["."] * len(rules.board)
    for name, symbol in zip(_SETUP, _symbols(rules), strict=False):
        for cell in itertools.chain.from_iterable(_area(text, rules) for text in values.get(name, [])):
            symbols[cell] = symbol
    to_move = "BW".find((values.get("PL") or ["B"])[0].upper()[:1])
    side = rules.side_letters[max(0, to_move)]
    return rules.parse_position(f"{format_rows(symbols, rows_of(rules))} {side}")


def _area(text: str, rules: Game) -> list[int]:
    """The cells of a point, or of the rectangle between two, `aa:cc`; NotationError for what is neither."""
    corners = [_cells(point, rules) for point in text.split(":")]
    if not 1 <= len(corners) <= 2 or any(len(one) != 1 for one in corners):
        raise NotationError(f"{text!r}: expected a point of the board, such as aa, or two, such as aa:cc")
    (low,), (high,) = corners[0], corners[-1]
    place = {cell: tuple(map(_LETTERS.index, point)) for cell, point in _points(rules).items()}
    (left, top), (right, bottom) = place[low], place[high]
    return [cell for cell, (column, row) in place.items() if left <= column <= right and top <= row <= bottom]


def _setup(start: str, rules: Game) -> str:
    """The properties of a position to begin with."""
    text = f"FEN[{escaped(start)}]"
    if not _has_points(rules):
        return text
    rows, side, *_ = start.split()
    points, symbols = _points(rules), _symbols(rules)
    for name, symbol in zip(_SETUP, symbols, strict=False):
        own = [points[cell] for cell, found in parse_rows(rows, rows_of(rules), symbols) if found == symbol]
        text += name * bool(own) + "".join(f"[{point}]" for point in own)
    return text + f"PL[{'BW'[rules.side_letters.index(side)]}]"


# ---- results and writing -------------------------------------------------------------------------


def _result(values: dict[str, list[str]], colours: str) -> tuple[str | None, str | None]:
    """The outcome and the termination that `RE` tells."""
    text = " ".join(values.get("RE", []))
    if text.lower() in _DRAWS:
        return OUTCOMES[0], None
    if found := _RESULT.fullmatch(text):
        winner = 1 if found[1].upper() == colours[0] else -1
        return OUTCOMES[winner], _ENDINGS.get((found[2] or "").lower())
    return None, None


def _result_text(record: GameRecord) -> str:
    if record.outcome is None:
        return "?"
    if record.outcome == OUTCOMES[0]:
        return "0"
    by = _SHORT_ENDINGS.get(record.termination or "") or (str(abs(record.margin)) if record.margin else "")
    return f"{'B' if record.outcome == OUTCOMES[1] else 'W'}+{by}"


def write_sgf(record: GameRecord) -> str:
    """A record as SGF; RecordError for one whose moves are not legal. What it keeps is told in `docs`."""
    rules = game(record.game)
    head = f"(;FF[4]CA[UTF-8]AP[nupp:{__version__}]{_number(rules)}RU[{escaped(record.game)}]"
    head += "".join(f"P{c}[{escaped(name)}]" for c, name in zip("BW", record.players, strict=True))
    head += f"RE[{_result_text(record)}]" + ("" if record.start is None else _setup(record.start, rules))
    nodes = [
        f";{'BW'[position.to_move]}[{_value_of(move, rules)}]"
        for position, move in zip(record.positions(), record.moves, strict=False)
    ]
    lines = textwrap.wrap(" ".join(nodes), _WIDTH, break_long_words=False, break_on_hyphens=False)
    return "\n".join([head, *(line.replace(" ", "") for line in lines)]) + ")\n"


def _number(rules: Game) -> str:
    """`GM`, where the format has a number for a game, and `SZ`."""
    if isinstance(rules, Mnk):
        size = str(rules.width) if rules.width == rules.height else f"{rules.width}:{rules.height}"
        return f"GM[4]SZ[{size}]" if rules.k == 5 else f"SZ[{size}]"
    if isinstance(rules, Amazons | Reversi):
        number = 18 if isinstance(rules, Amazons) else 2
        return f"GM[{number}]SZ[{rules.size}]"
    return ""
