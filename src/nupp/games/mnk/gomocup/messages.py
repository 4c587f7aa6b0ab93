"""The protocol of Gomocup, for engines ("brains") that play five in a row; Piskvork is the usual manager.

Source: "Gomoku AI protocol" by M. Petricek and P. Lastovicka (2005, as of 2023). Cells are `X,Y`, counted
from 0 at the top left. Beyond the description, `INFO max_node`, `INFO max_depth` and `INFO thread_num` limit
a search and `YXSTOP` ends it, as in Yixin (K. Sun) and the engines after it; who does not know them loses
nothing.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final

from nupp.games.mnk.rules import Mnk
from nupp.protocols.protocol import Protocol, ProtocolError, plain, register_protocol
from nupp.rules import Game, Position, game
from nupp.spec import Spec, parse_spec, text_of

NO_LIMIT: Final = 2147483647
"""The milliseconds left of a match without a limit of time."""
SMALLEST, LARGEST = 5, 32
"""The least and the most rows and columns that can be played on."""
EXACT: Final = 1
"""The bit of `rule` that says that longer lines do not win; others are not played here."""

_PAIR: Final = re.compile(r"\s*([0-9]{1,3})\s*,\s*([0-9]{1,3})\s*")
_FIELD: Final = re.compile(r"\s*([0-9]{1,3})\s*,\s*([0-9]{1,3})\s*,\s*([0-9]{1,3})\s*")


def board_of(rules: Game, width: int, height: int, rule: int | None = None) -> Mnk:
    """The game on a board of another size; ProtocolError for sizes and rules that cannot be played.

    rule: the number in `INFO rule`; None if none was sent and longer lines count as they do in the game.
    """
    if not (SMALLEST <= width <= LARGEST and SMALLEST <= height <= LARGEST):
        sizes = f"from {SMALLEST} to {LARGEST} rows and columns"
        raise ProtocolError(f"a board of {width} x {height}: expected {sizes}")
    if rule is not None and rule & ~EXACT:
        raise ProtocolError(f"rule {rule}: expected 0 (five or more win) or 1 (exactly five win)")
    arguments = {**parse_spec(rules.spec).arguments, "width": str(width), "height": str(height), "k": "5"}
    if rule is not None:
        arguments["exact"] = text_of(rule == EXACT)
    made = game(str(Spec("mnk", arguments)))
    assert isinstance(made, Mnk)
    return made


def read_pair(text: str, what: str = "cell") -> tuple[int, int]:
    """The two numbers of `X,Y`."""
    match = _PAIR.fullmatch(text)
    if match is None:
        raise ProtocolError(f"{what} {plain(text)!r}: expected two numbers such as 7,7")
    return int(match[1]), int(match[2])


def is_pair(text: str) -> bool:
    """True if a line is a cell and nothing else."""
    return _PAIR.fullmatch(text) is not None


def format_cell(rules: Mnk, cell: int) -> str:
    """A cell as `X,Y`."""
    row, column = divmod(cell, rules.width)
    return f"{column},{rules.height - 1 - row}"


def cell_at(rules: Mnk, x: int, y: int) -> int:
    """The cell, which is also the code of the move to it, at `X,Y`."""
    if x >= rules.width or y >= rules.height:
        raise ProtocolError(f"cell {x},{y} is not on a board of {rules.width} x {rules.height}")
    return (rules.height - 1 - y) * rules.width + x


def read_field(text: str) -> tuple[int, int, int]:
    """Cell and owner of a line of a board: 1 for who reads it, 2 for the opponent."""
    match = _FIELD.fullmatch(text)
    if match is None or match[3] not in "12":
        raise ProtocolError(f"{plain(text)!r} on a board: expected X,Y,1 or X,Y,2, or DONE at its end")
    return int(match[1]), int(match[2]), int(match[3])


def position_of(rules: Mnk, fields: Iterable[tuple[int, int, int]]) -> Position:
    """The position of a board whose reader is to move; ProtocolError if no game leads to it."""
    own, other = _cells(rules, fields)
    if len(other) - len(own) not in (0, 1):
        raise ProtocolError(
            f"{len(own)} stones of mine and {len(other)} of my opponent's: expected as many, or one less"
        )
    side = len(other) - len(own)
    return placed(rules, (own, other) if side == 0 else (other, own), side)


def _cells(rules: Mnk, fields: Iterable[tuple[int, int, int]]) -> tuple[set[int], set[int]]:
    own, other = set[int](), set[int]()
    for x, y, owner in fields:
        cell = cell_at(rules, x, y)
        if cell in own | other:
            raise ProtocolError(f"two stones on {x},{y}: expected one")
        (own if owner == 1 else other).add(cell)
    return own, other


def placed(rules: Mnk, stones: tuple[set[int], set[int]], side: int) -> Position:
    """The position with the stones of both sides, and a side to move."""
    symbols = {cell: "xo"[owner] for owner in (0, 1) for cell in stones[owner]}
    rows = ("".join(symbols.get(cell, ".") for cell in row) for row in rules.board.rows)
    return rules.parse_position(f"{'/'.join(rows)} {'xo'[side]}")


def stones_of(position: Position) -> tuple[set[int], set[int]]:
    """The cells with stones of either side."""
    rules = position.game
    assert isinstance(rules, Mnk)
    stones = position.state[0].stones
    cells = range(rules.cells)
    first, second = (
        {cell for cell in cells if int(own[rules.bit_of(cell) >> 6]) >> (rules.bit_of(cell) & 63) & 1}
        for own in stones
    )
    return first, second


def format_board(position: Position) -> list[str]:
    """The lines of the command `BOARD` for the side to move, in the order of the moves that are known."""
    rules, side = position.game, position.to_move
    assert isinstance(rules, Mnk)
    played = position.move_codes
    owner = {cell: number for number, cells in enumerate(stones_of(position)) for cell in cells}
    order = [*sorted(owner.keys() - set(played)), *played]
    lines = [f"{format_cell(rules, cell)},{1 if owner[cell] == side else 2}" for cell in order]
    return ["BOARD", *lines, "DONE"]


def plays(game: Game) -> bool:
    """True if the protocol can play a game: five in a row on at least 5 x 5 cells."""
    return isinstance(game, Mnk) and game.k == 5 and min(game.width, game.height) >= SMALLEST


register_protocol(Protocol("gomocup", plays, "five in a row (mnk with k=5)"))
