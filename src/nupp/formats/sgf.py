"""SGF (Smart Game Format), for every game.

Source: A. Hollosi, SGF FF[4] (1997), with M. Müller's properties for the one game (GM[18]) in which a move is
three points. Cells of the boards that SGF knows are points, two letters that count columns from the left and
rows from the top (`SgfBoard`). In other games a move stands as nupp writes it. Files of Little Golem have
moves with the names of cells, and `resign`; they are read as well. B is the side that begins, except in files
where W does. Variations and comments, `C`, are kept in a tree.

`RU` is the spec of the game. `FEN`, of nupp's own, is the position text to begin with, which other
programs find as `AB`, `AW`, `AA` (arrows) and `PL` where they can.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import partial
from typing import Any, Final

from nupp.formats.properties import Property, PropertyNode, PropertyTree, escaped, plain, read_tree
from nupp.formats.reading import (
    PASS,
    RESIGNATION,
    GameNeededError,
    Reading,
    ReadOptions,
    Replay,
    Source,
    rows_of,
    titled,
)
from nupp.formats.record import OUTCOMES, TIME_FORFEIT, GameRecord, RecordError
from nupp.formats.tree import Growing, LeftOut, Tree, children, line, positions_of
from nupp.rules import GAMES, Game, NotationError, Position, game
from nupp.rules.notation import format_rows, parse_rows
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
_SETS_UP: Final = frozenset({*_SETUP, "AE", "PL", "FEN"})
"""Properties that say what stands where and who is to move; they stand before the first move."""
_WIDTH: Final = 100


@dataclass(frozen=True)
class SgfBoard:
    """The rules by which SGF writes games of one kind, on square boards whose cells are points.

    kind: their class. number: what `GM` says, and title: what `EV` begins with and messages say. usual: rows
    and columns where `SZ` says nothing. spec: of the game on a board of some `width` and `height`.
    is_numbered: whether a game of the class is the one with the number. has_points: whether its moves are
    points. move: how the names of the cells make a move. symbols: what the first, the second and nobody's
    stones are in position texts; the letters of the sides by default. can_pass: whether no point is a pass.
    """

    kind: type[Any]
    number: int
    title: str
    usual: int
    spec: str
    is_numbered: Callable[[Any], bool] = lambda rules: True
    has_points: Callable[[Any], bool] = lambda rules: True
    move: str = "{}"
    symbols: str = ""
    can_pass: bool = False

    @property
    def points(self) -> int:
        """The number of points of a move."""
        return self.move.count("{}")

    def fits(self, rules: Game, size: tuple[int, int]) -> bool:
        """True if rules are of the class, on a board of some columns and rows."""
        rows = rows_of(rules) if isinstance(rules, self.kind) else ()
        return bool(rows) and (len(rows[0]), len(rows)) == size


_BOARDS: Final[list[SgfBoard]] = []


def register_sgf(board: SgfBoard) -> None:
    """Register the rules by which SGF writes games of one kind."""
    _BOARDS.append(board)


def _board_of(rules: Game) -> SgfBoard | None:
    """The SGF board of a game; None for one whose moves stand as nupp writes them."""
    return next((one for one in _BOARDS if isinstance(rules, one.kind) and one.has_points(rules)), None)


def read_sgf(source: Source, begin: int, end: int, options: ReadOptions) -> Reading:
    """Read a tree; what is wrong in its main line is a fault, and what was before it kept.

    A variation is read up to its first illegal move, and left out where it sets up another position.
    GameNeededError if nothing names the game, RecordError or NotationError for a board or a position
    to begin with that is wrong.
    """
    found = read_tree(source.text, begin, end)
    main = [one for node in found.nodes[: found.main] for one in node.properties]
    values = defaultdict[str, list[str]](list)
    for one in main:
        values[one.name].append(plain(one.value))
    named_by = "RU" if _names_game(" ".join(values["RU"])) else "SZ"
    source.place = next((one.offset for one in main if one.name == named_by), source.place)
    rules = _rules_of(values, options)
    moved = next((place for place, one in enumerate(main) if _is_move(one)), len(main))
    setup = [one for one in main[:moved] if one.name in _SETS_UP]
    source.place = next((one.offset for one in setup), source.place)
    begins = "" if moved == len(main) else main[moved].name
    start = _start_of(setup, rules, begins)
    stones = any(one.name in (*_SETUP, "FEN") for one in setup)
    colours = "WB" if begins == "W" and not stones else "BW"
    reader = _TreeReader(source, start, colours, options.most)
    replay, resigned = reader.read_main(found.nodes[: found.main])
    left_out = reader.read_variations(found)
    if found.broken is not None:
        replay.fail(*found.broken)
    outcome, termination = _result(values, colours)
    if resigned:
        outcome, termination = OUTCOMES[1 if resigned == colours[1] else -1], RESIGNATION
    first, second = (" ".join(values[f"P{colour}"]) for colour in colours)
    players = (first, second) if first or second else None
    return Reading(
        replay.position,
        players,
        outcome,
        replay.fault,
        termination,
        more=titled(" ".join(values["GN"])),
        tree=reader.growing.tree,
        left_out=left_out,
    )


class _TreeReader:
    """Plays the moves of a tree of properties, node by node.

    growing: the tree of moves. colours: of the side that begins and of the other. most: the greatest number
    of moves in a row; one more is a fault.
    """

    def __init__(self, source: Source, start: Position, colours: str, most: int) -> None:
        self.growing = Growing(start)
        self._source, self._start, self._colours, self._most = source, start, colours, most
        self._places: list[int | None] = []

    def read_main(self, nodes: list[PropertyNode]) -> tuple[Replay, str]:
        """Play the main line up to its first fault or a resignation; returns who resigned, if anyone."""
        replay, resigned, place = Replay(self._source, self._start, self._most), "", 0
        for node in nodes:
            for one in _steps_of(node):
                if resigned or not _play(replay, one, self._colours):
                    self._places += [None] * (len(nodes) - len(self._places))
                    return replay, resigned
                resigned = one.name if _is_resignation(one) else ""
            place = self._settle(node, place, replay)
        return replay, resigned

    def read_variations(self, found: PropertyTree) -> LeftOut:
        """Play the variations, each up to its first fault; returns what that leaves out."""
        cut = int(found.is_torn)
        for number, node in enumerate(found.nodes[found.main :], start=found.main):
            above = 0 if node.parent < 0 else self._places[node.parent]
            following = None if above is None else self._following(above, node)
            if above is not None and following is not None:
                self._settle(node, above, following)
            else:
                self._places.append(None)
                cut += above is not None or node.parent < min(found.main, number - 1)
        return LeftOut(cut)

    def _following(self, above: int, node: PropertyNode) -> Replay | None:
        """The replay with the moves of a node played; None if they are wrong, or others are no moves."""
        steps = _steps_of(node)
        if self.growing.is_full or not all(map(_is_move, steps)):
            return None
        replay = Replay(self._source, self.growing.position(above), self._most, self.growing.ply(above))
        return replay if all(_play(replay, one, self._colours) for one in steps) else None

    def _settle(self, node: PropertyNode, above: int, replay: Replay) -> int:
        """Put the moves and the comment of a node into the tree; returns where its last move is there."""
        place = self.growing.follow(above, replay.position, replay.ply)
        self.growing.note(place, " ".join(plain(one.value) for one in node.properties if one.name == "C"))
        self._places.append(place)
        return place


def _is_move(one: Property) -> bool:
    return one.name in ("B", "W")


def _steps_of(node: PropertyNode) -> list[Property]:
    """The moves of a node, and what sets up another position."""
    return [one for one in node.properties if _is_move(one) or one.name in _SETS_UP]


def _play(replay: Replay, one: Property, colours: str) -> bool:
    """Play the move of a property, unless it is a resignation; False if there is a fault.

    A property that sets up another position is one after the first move; the start has those before it.
    """
    shown = plain(one.value)
    if not _is_move(one):
        if replay.ply:
            replay.fail(f"{one.name}[{shown}]: expected no setup after the first move", shown, one.offset)
        return replay.fault is None
    if _is_resignation(one):
        return True
    if not replay.is_turn_of(colours.index(one.name)):
        expected = colours[replay.position.to_move]
        replay.fail(f"{one.name}[{shown}]: expected a move of {expected}", shown, one.offset)
        return False
    return replay.play(_move_of(shown, replay.position.game), one.offset)


def _is_resignation(one: Property) -> bool:
    return _is_move(one) and one.value.strip().lower() in ("resign", "resigned")


# ---- the game ------------------------------------------------------------------------------------


def _rules_of(values: dict[str, list[str]], options: ReadOptions) -> Game:
    """The game that a tree is of: by its rules if they are a spec, else by its number or its event."""
    rules, number, event = (" ".join(values.get(name, [])) for name in ("RU", "GM", "EV"))
    if _names_game(rules):
        return options.make(rules)
    for board in _BOARDS:
        if number == str(board.number) or event.lower().startswith(board.title.lower()):
            size = _size(values, board.usual)
            spec = board.spec.format(width=size[0], height=size[1])
            return options.game(spec, partial(board.fits, size=size))
    if number and options.rules is None:
        known = ", ".join(f"{one.number} ({one.title})" for one in _BOARDS)
        raise GameNeededError(f"GM[{number}], not one of {known}: expected the game")
    return options.required()


def _names_game(text: str) -> bool:
    """True if a text is the spec of a game, and not the name of rules for one."""
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
    board = _board_of(rules)
    if board is None:
        return value
    if not value and board.can_pass:
        return PASS
    names = [rules.board.name(cell) for cell in _cells(value, rules)]
    return board.move.format(*names) if len(names) == board.points else value


def _cells(points: str, rules: Game) -> list[int]:
    """The cells of some points in a row; none if one of them is not on the board, or they are no points."""
    if not _POINTS.fullmatch(points):
        return []
    numbers = {point: cell for cell, point in _points(rules).items()}
    found = [numbers.get(points[place : place + 2], -1) for place in range(0, len(points), 2)]
    return [] if -1 in found else found


def _value_of(move: str, rules: Game) -> str:
    """A move as a value."""
    if _board_of(rules) is None:
        return escaped(move)
    points, numbers = _points(rules), rules.board.numbers
    return "" if move == PASS else "".join(points[numbers[name]] for name in _CELL.findall(move))


# ---- the position to begin with ------------------------------------------------------------------


def _symbols(board: SgfBoard, rules: Game) -> str:
    """The stones of first, second and nobody in position texts."""
    return board.symbols or rules.view.side_letters.upper()


def _start_of(setup: list[Property], rules: Game, begins: str) -> Position:
    """The position that properties set up, one after the other; the usual one if none puts a stone.

    The side to move is that of `PL`, or else the one that `begins`, makes the first move; black if none does.
    """
    values = {one.name: plain(one.value) for one in setup}
    if "FEN" in values:
        return rules.parse_position(values["FEN"])
    board = _board_of(rules)
    if board is None or values.keys().isdisjoint(_SETUP):
        return rules.start_position()
    symbols = {**dict(zip(_SETUP, _symbols(board, rules), strict=False)), "AE": "."}
    cells = ["."] * len(rules.board)
    for one in setup:
        if one.name in symbols:
            for cell in _area(plain(one.value), rules):
                cells[cell] = symbols[one.name]
    to_move = "BW".find(values.get("PL", begins or "B").upper()[:1])
    side = rules.view.side_letters[max(0, to_move)]
    return rules.parse_position(f"{format_rows(cells, rows_of(rules))} {side}")


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
    board = _board_of(rules)
    if board is None:
        return text
    rows, side, *_ = start.split()
    points, symbols = _points(rules), _symbols(board, rules)
    for name, symbol in zip(_SETUP, symbols, strict=False):
        own = [points[cell] for cell, found in parse_rows(rows, rows_of(rules), symbols) if found == symbol]
        text += name * bool(own) + "".join(f"[{point}]" for point in own)
    return text + f"PL[{'BW'[rules.view.side_letters.index(side)]}]"


# ---- results and writing -------------------------------------------------------------------------


def _result(values: dict[str, list[str]], colours: str) -> tuple[str | None, str | None]:
    """The outcome and the termination in `RE`."""
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
    """A record as SGF; see docs/formats.md for what is kept. RecordError if its moves are not legal."""
    return write_sgf_tree(record, line(record.moves))


def write_sgf_tree(record: GameRecord, tree: Tree) -> str:
    """A game with variations and notes as SGF: the moves of the tree below the facts of the record.

    RecordError for a tree that is none, or holds an illegal move.
    """
    rules = game(record.game)
    positions = positions_of(next(record.positions()), tree)
    head = f"(;FF[4]CA[UTF-8]AP[nupp:{__version__}]{_number(rules)}RU[{escaped(record.game)}]"
    head += "".join(f"P{c}[{escaped(name)}]" for c, name in zip("BW", record.players, strict=True))
    head += f"GN[{escaped(record.title)}]" if record.title else ""
    head += f"RE[{_result_text(record)}]" + ("" if record.start is None else _setup(record.start, rules))
    head += _comment(tree[0].note)
    return "\n".join([head, *_lines(_parts(tree, positions))]) + ")\n"


def _parts(tree: Tree, positions: list[Position]) -> Iterator[str]:
    """The nodes after the first, each in the order of the text with the parentheses around variations."""
    following = children(tree)
    waiting: list[int | None] = [*reversed(following[0])]
    while waiting:
        number = waiting.pop()
        if number is None:
            yield ")"
            continue
        node, position = tree[number], positions[number]
        assert position.previous is not None
        is_branch = len(following[node.parent]) > 1
        yield (
            f"{'(' * is_branch};{'BW'[position.previous.to_move]}"
            f"[{_value_of(position.last_move or '', position.game)}]{_comment(node.note)}"
        )
        waiting += [None] * is_branch
        waiting += reversed(following[number])


def _comment(note: str) -> str:
    return f"C[{escaped(note)}]" if note else ""


def _lines(parts: Iterable[str]) -> list[str]:
    """Parts in a row on lines that are no longer than they have to be."""
    found = list[str]()
    for part in parts:
        if found and len(found[-1]) + len(part) <= _WIDTH:
            found[-1] += part
        else:
            found.append(part)
    return found


def _number(rules: Game) -> str:
    """`GM`, where the format has a number for a game, and `SZ`."""
    board = next((one for one in _BOARDS if isinstance(rules, one.kind)), None)
    if board is None:
        return ""
    height, width = len(rows_of(rules)), len(rows_of(rules)[0])
    size = str(width) if width == height else f"{width}:{height}"
    return f"GM[{board.number}]SZ[{size}]" if board.is_numbered(rules) else f"SZ[{size}]"
