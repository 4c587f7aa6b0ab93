"""Reference for the draughts games.

Doubts in the rules text, and what is done here:

* The first player is the side that begins: black in pool and english, so outcome +1 is black's
  win there. `side` is 0 for that side; the letter in the text is the colour.
* "Some of the cells behind a jumped man allow a further capture" is asked of each jump alone. As
  a further capture counts any jump by the rules of the moment: captured men stay and may not be
  passed again, the cell that the move began from is empty.
* "Cells between where ambiguous": where several moves share origin and target, each of them is
  written with all its landing cells; a move of a single jump then is `32x23` as ever. As input
  `32x23` is that single jump if there is one, else the only move from 32 to 23 if there is but
  one; otherwise it is refused. Of several paths of one move each is accepted, written in full.
* "N moves each with kings only and no capture" counts by the piece as it stands before the move:
  a man's move or a capture leaves 0. The same count serves english.
* A few-pieces ending is there when one side has one king alone and the other two or three pieces
  with a king among them, or one king: three pieces make the ending of 16, two or one that of 5.
  If it stands after a move and the one of the same number stood before it, its count goes up by
  one, also by a man's move or a capture; otherwise it is 0.
* "With draws on and a count not 0: a blank and the number of single moves by a king; international
  then also ...": if either count is not 0, international writes both (`0 3` is possible) and the
  others write their one count; if all are 0, none is written. `0` alone is refused as a text.
* With draws off the counts are neither kept nor written, and a text with them is refused.
* Case carries meaning in PDN and is not ignored: `W`, `B`, `K`, `x`, and small letters in `a1`.
  The two lists may come in either order, each in any order of cells; ranges are not read, nor is
  a full stop at the end. `a1` style is read in position texts too, a `K` before it for a king.
* A man on the row where it would have been crowned, and counts beyond their limits or for an
  ending that is not there, are refused; nothing else is asked of a text but its form.
* A position read from a text has no past; positions that differ in their past alone are equal.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache, cached_property
from types import MappingProxyType

from .common import LETTERS

DIRECTIONS = [(-1, 1), (1, 1), (-1, -1), (1, -1)]
"""The diagonals as (right, up)."""


@dataclass(frozen=True)
class Variant:
    """What a variant's rules say."""

    size: int = 8
    begins: str = "W"
    men_capture_backwards: bool = True
    flying_kings: bool = True
    most: bool = False
    """Whether a side must take as many as it can."""
    last_row: str = "goes on as a man"
    """What becomes of a man that reaches the last row in a capture."""
    quiet_limit: int = 30
    """The single moves in a row by kings, without a capture, that make a draw."""
    letters: bool = True
    """Whether cells as a1 are accepted as input."""


VARIANTS = {
    "international": Variant(size=10, most=True, quiet_limit=50, letters=False),
    "brazilian": Variant(most=True),
    "polish8": Variant(),
    "pool": Variant(begins="B"),
    "russian": Variant(last_row="goes on as a king"),
    "english": Variant(
        begins="B",
        men_capture_backwards=False,
        flying_kings=False,
        last_row="ends the move",
        quiet_limit=80,
        letters=False,
    ),
}

ENDING_LIMITS = {16: 32, 5: 10}
"""The single moves after which international's endings of 16 and of 5 moves each are drawn."""


@cache
def places_of(size: int) -> dict[int, tuple[int, int]]:
    """Return (column, row), counted from the bottom left, of all numbered cells."""
    dark = [
        (column, row)
        for row in reversed(range(size))
        for column in range(size)
        if (column + row) % 2 == 0  # a1 is dark
    ]
    return dict(enumerate(dark, start=1))


@cache
def numbers_of(size: int) -> dict[tuple[int, int], int]:
    """Return the numbers of all dark cells."""
    return {place: number for number, place in places_of(size).items()}


@cache
def ray(cell: int, direction: tuple[int, int], size: int) -> list[int]:
    """Return the cells met from a cell along a diagonal up to the edge."""
    column, row = places_of(size)[cell]
    cells: list[int] = []
    while True:
        column, row = column + direction[0], row + direction[1]
        if (column, row) not in numbers_of(size):
            return cells
        cells.append(numbers_of(size)[column, row])


@cache
def last_row_of(colour: str, size: int) -> frozenset[int]:
    """Return the cells on which men of a colour are crowned."""
    last = size - 1 if colour == "W" else 0
    return frozenset(cell for cell, (_, row) in places_of(size).items() if row == last)


def forward(colour: str) -> list[tuple[int, int]]:
    """Return the directions in which men of a colour move; white moves up."""
    up = 1 if colour == "W" else -1
    return [direction for direction in DIRECTIONS if direction[1] == up]


@dataclass(frozen=True)
class Move:
    """A move: its whole path from the origin to the target, what it captures, what it becomes."""

    path: tuple[int, ...]
    captured: frozenset[int]
    piece: str

    @property
    def origin(self) -> int:
        """The cell from which the piece moves."""
        return self.path[0]

    @property
    def target(self) -> int:
        """The cell to which the piece moves in the end."""
        return self.path[-1]

    def short(self) -> str:
        """Write origin and target only."""
        return f"{self.origin}{'x' if self.captured else '-'}{self.target}"

    def full(self) -> str:
        """Write the whole path."""
        return ("x" if self.captured else "-").join(str(cell) for cell in self.path)


@dataclass(frozen=True)
class Draughts:
    """A position. The board maps the cells with a piece to "W", "B", or "WK", "BK" for kings."""

    board: Mapping[int, str]
    side: int
    quiet: int
    """The single moves in a row by kings, without a capture; 0 with draws off."""
    since: int
    """International: the single moves since the present ending arose; else 0."""
    variant: str
    draws: bool
    past: tuple[str, ...] = field(default=(), compare=False)
    """The boards and sides of all earlier positions."""

    def __post_init__(self) -> None:
        if self.variant not in VARIANTS:
            raise ValueError(f"variant must be one of {', '.join(VARIANTS)}")

    def __hash__(self) -> int:
        return hash(self.text())

    @property
    def rules(self) -> Variant:
        """The rules of the variant."""
        return VARIANTS[self.variant]

    @property
    def colour(self) -> str:
        """The colour of the side to move, W or B."""
        first = self.rules.begins
        second = "B" if first == "W" else "W"
        return (first, second)[self.side]

    @classmethod
    def start(cls, variant: str = "brazilian", draws: bool = True) -> "Draughts":
        """Return the first position: all rows but the two in the middle are full of men."""
        if variant not in VARIANTS:
            raise ValueError(f"variant must be one of {', '.join(VARIANTS)}")
        size = VARIANTS[variant].size
        board = {}
        for cell, (_, row) in places_of(size).items():
            if row < size // 2 - 1:
                board[cell] = "W"
            elif row > size // 2:
                board[cell] = "B"
        return cls(MappingProxyType(board), 0, 0, 0, variant, draws)

    @classmethod
    def parse(cls, text: str, variant: str = "brazilian", draws: bool = True) -> "Draughts":
        """Read a PDN FEN such as `W:W31,32,K47:B1,2`, after it perhaps the counts."""
        if variant not in VARIANTS:
            raise ValueError(f"variant must be one of {', '.join(VARIANTS)}")
        rules = VARIANTS[variant]
        fields = text.strip().split(" ")
        parts = fields[0].split(":")
        if len(parts) != 3:
            raise ValueError(f"{text!r}: expected a side and two lists of pieces, joined by colons")
        colour, *lists = parts
        if colour not in ("W", "B"):
            raise ValueError(f"{text!r}: the side must be W or B")
        if {part[:1] for part in lists} != {"W", "B"}:
            raise ValueError(f"{text!r}: expected a list of white and one of black pieces")
        board: dict[int, str] = {}
        for part in lists:
            owner, names = part[0], part[1:]
            for name in names.split(",") if names else []:
                king = name.startswith("K")
                cell = read_cell(name.removeprefix("K"), variant)
                if cell in board:
                    raise ValueError(f"{text!r}: two pieces on {cell}")
                if not king and cell in last_row_of(owner, rules.size):
                    raise ValueError(f"{text!r}: a man on {cell}, where it is crowned")
                board[cell] = owner + "K" if king else owner
        counts = fields[1:]
        if counts:
            if not draws:
                raise ValueError(f"{text!r}: no counts are expected with draws off")
            if len(counts) != (2 if variant == "international" else 1):
                raise ValueError(f"{text!r}: wrong number of counts")
            if not all(re.fullmatch(r"0|[1-9][0-9]*", count) for count in counts):
                raise ValueError(f"{text!r}: the counts must be numbers")
            if all(count == "0" for count in counts):
                raise ValueError(f"{text!r}: counts are left out when they are 0")
        quiet, since = [*(int(count) for count in counts), 0, 0][:2]
        side = 0 if colour == rules.begins else 1
        position = cls(MappingProxyType(board), side, quiet, since, variant, draws)
        if quiet > rules.quiet_limit:
            raise ValueError(f"{text!r}: the first count is beyond {rules.quiet_limit}")
        if since > ENDING_LIMITS.get(position.ending() or 0, 0):
            raise ValueError(f"{text!r}: the second count is beyond the limit of the ending")
        return position

    def board_and_side(self) -> str:
        """Write the FEN without counts: what must be the same in repeated positions."""
        lists = []
        for colour in "WB":
            names = []
            for cell in sorted(self.board):
                if self.board[cell][0] == colour:
                    names.append(f"K{cell}" if self.is_king(cell) else str(cell))
            lists.append(colour + ",".join(names))
        return f"{self.colour}:{lists[0]}:{lists[1]}"

    def text(self) -> str:
        """Write the position text."""
        text = self.board_and_side()
        if self.quiet > 0 or self.since > 0:
            text += f" {self.quiet}"
            if self.variant == "international":
                text += f" {self.since}"
        return text

    def is_king(self, cell: int) -> bool:
        """Tell whether the piece on a cell is a king."""
        return self.board[cell].endswith("K")

    def steps(self) -> list[Move]:
        """Return the moves without a capture of the side to move."""
        found = []
        for cell, piece in self.board.items():
            if piece[0] != self.colour:
                continue
            king = piece.endswith("K")
            for direction in DIRECTIONS if king else forward(self.colour):
                for number, target in enumerate(ray(cell, direction, self.rules.size)):
                    if target in self.board or (number > 0 and not (king and self.rules.flying_kings)):
                        break
                    crowned = target in last_row_of(self.colour, self.rules.size)
                    becomes = self.colour + "K" if crowned else piece
                    found.append(Move((cell, target), frozenset(), becomes))
        return found

    def jumps(
        self, cell: int, piece: str, origin: int, captured: frozenset[int]
    ) -> list[tuple[int, list[int]]]:
        """Return (captured cell, landing cells) for all jumps of a piece that stands on a cell.

        The piece began its move on `origin`, which is empty now. The men captured so far are
        still on the board.
        """
        king = piece.endswith("K")
        backwards = king or self.rules.men_capture_backwards
        directions = DIRECTIONS if backwards else forward(piece[0])
        flies = king and self.rules.flying_kings
        found = []
        for direction in directions:
            cells = ray(cell, direction, self.rules.size)
            occupied = [other in self.board and other != origin for other in cells]
            if True not in occupied:
                continue
            met = occupied.index(True)
            if met > 0 and not flies:
                continue
            victim = cells[met]
            if self.board[victim][0] == piece[0] or victim in captured:
                continue
            landings = []
            for landing, taken in zip(cells[met + 1 :], occupied[met + 1 :], strict=True):
                if taken:
                    break
                landings.append(landing)
                if not flies:
                    break
            if landings:
                found.append((victim, landings))
        return found

    def captures_from(self, path: tuple[int, ...], piece: str, captured: frozenset[int]) -> Iterator[Move]:
        """Yield all captures that go on from a path; captures must go on while that is possible."""
        origin = path[0]
        for victim, landings in self.jumps(path[-1], piece, origin, captured):
            taken = captured | {victim}
            after = {landing: self.after_landing(landing, piece) for landing in landings}
            further = {
                landing
                for landing, (becomes, may_go_on) in after.items()
                if may_go_on and self.jumps(landing, becomes, origin, taken)
            }
            for landing, (becomes, _) in after.items():
                if landing in further:
                    yield from self.captures_from((*path, landing), becomes, taken)
                elif not further:
                    crowned = landing in last_row_of(piece[0], self.rules.size)
                    yield Move((*path, landing), taken, piece[0] + "K" if crowned else becomes)

    def after_landing(self, cell: int, piece: str) -> tuple[str, bool]:
        """Return what a piece is after landing in a capture, and whether it may go on."""
        if piece.endswith("K") or cell not in last_row_of(piece[0], self.rules.size):
            return piece, True
        if self.rules.last_row == "ends the move":
            return piece + "K", False
        if self.rules.last_row == "goes on as a king":
            return piece + "K", True
        return piece, True

    @cached_property
    def all_paths(self) -> list[Move]:
        """All moves; captures that differ in the path alone are still apart."""
        captures = []
        for cell, piece in self.board.items():
            if piece[0] == self.colour:
                captures += list(self.captures_from((cell,), piece, frozenset()))
        if not captures:
            return self.steps()
        if self.rules.most:
            most = max(len(move.captured) for move in captures)
            captures = [move for move in captures if len(move.captured) == most]
        return captures

    @cached_property
    def named_moves(self) -> dict[str, Move]:
        """The legal moves by the names that are written."""
        if self.over:
            return {}
        merged: dict[tuple[int, int, frozenset[int]], Move] = {}
        for move in sorted(self.all_paths, key=lambda move: move.path):
            # The path that is first in numeric order stays.
            merged.setdefault((move.origin, move.target, move.captured), move)
        short = [move.short() for move in merged.values()]
        return {
            move.short() if short.count(move.short()) == 1 else move.full(): move for move in merged.values()
        }

    def moves(self) -> list[str]:
        """Return the legal moves."""
        return list(self.named_moves)

    def find(self, name: str) -> Move | None:
        """Return the move that a name means, None if there is none or more than one."""
        if self.over:
            return None
        parts = re.split(r"[-x]", name.strip())
        try:
            cells = tuple(read_cell(part, self.variant) for part in parts)
        except ValueError:
            return None
        separators = set(re.findall(r"[-x]", name))
        fitting = [move for move in self.all_paths if separators == {"x" if move.captured else "-"}]
        for move in fitting:
            if move.path == cells:
                return move
        if len(cells) != 2:
            return None
        fitting = [move for move in fitting if (move.origin, move.target) == cells]
        if len({move.captured for move in fitting}) != 1:
            return None
        return fitting[0]

    def play(self, move: str) -> "Draughts":
        """Return the position after a move."""
        found = self.find(move)
        if found is None:
            raise ValueError(f"{move!r} is not legal in {self.text()!r}, or ambiguous")
        board = dict(self.board)
        del board[found.origin]
        for cell in found.captured:
            del board[cell]
        board[found.target] = found.piece
        past = (*self.past, self.board_and_side())
        after = Draughts(MappingProxyType(board), 1 - self.side, 0, 0, self.variant, self.draws, past)
        if not self.draws:
            return after
        quiet = 0 if found.captured or not self.is_king(found.origin) else self.quiet + 1
        ending = after.ending()
        since = self.since + 1 if ending is not None and ending == self.ending() else 0
        return Draughts(MappingProxyType(board), 1 - self.side, quiet, since, self.variant, True, past)

    def ending(self) -> int | None:
        """Return 16 or 5 when international's ending of so many moves each is on the board."""
        if self.variant != "international":
            return None
        white = [piece for piece in self.board.values() if piece[0] == "W"]
        black = [piece for piece in self.board.values() if piece[0] == "B"]
        few, many = sorted([white, black], key=len)
        if len(few) != 1 or not few[0].endswith("K"):
            return None
        if not any(piece.endswith("K") for piece in many):
            return None
        return {3: 16, 2: 5, 1: 5}.get(len(many))

    @cached_property
    def blocked(self) -> bool:
        """Whether the side to move has lost, since it cannot move."""
        return not self.all_paths

    @cached_property
    def drawn(self) -> bool:
        """Whether the game is drawn."""
        if not self.draws or self.blocked:
            return False
        if self.quiet >= self.rules.quiet_limit:
            return True
        ending = self.ending()
        if ending is not None and self.since >= ENDING_LIMITS[ending]:
            return True
        return self.past.count(self.board_and_side()) >= 2

    @property
    def over(self) -> bool:
        """Whether the game is over."""
        return self.blocked or self.drawn

    @property
    def outcome(self) -> int:
        """+1 if the side that begins has won, -1 if the other has, 0 for a draw."""
        if not self.over:
            raise ValueError("the game is not over")
        if self.drawn:
            return 0
        return -1 if self.side == 0 else 1

    @property
    def margin(self) -> int:
        """The outcome: there is no score."""
        return self.outcome

    def material(self, king: int = 300) -> int:
        """Sum 100 a man and `king` a king of the first player, less the same for the second."""
        total = 0
        for piece in self.board.values():
            worth = king if piece.endswith("K") else 100
            total += worth if piece[0] == self.rules.begins else -worth
        return total


def read_cell(name: str, variant: str) -> int:
    """Read a cell: its number or, where the variant has that, its letter and row."""
    size = VARIANTS[variant].size
    if re.fullmatch(r"[1-9][0-9]?", name) and int(name) in places_of(size):
        return int(name)
    if VARIANTS[variant].letters and re.fullmatch(r"[a-h][1-8]", name):
        place = LETTERS.index(name[0]), int(name[1]) - 1
        if place in numbers_of(size):
            return numbers_of(size)[place]
    raise ValueError(f"{name!r} is no dark cell of the board")
