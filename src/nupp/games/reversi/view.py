"""The view of Reversi and Othello: drawing, clicking, and the facts shown of moves and positions."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from typing import Final

from nupp.boards import Drawing, Piece, piece_on
from nupp.games.reversi.examples import EXAMPLES
from nupp.games.reversi.rules import BLACK, WHITE, Reversi
from nupp.kernel import Record
from nupp.rules.basics import Ending, Facts, Traits, presets
from nupp.rules.notation import with_pieces
from nupp.rules.view import View, register_view

PRESETS: Final = {name: presets(name + ":size={0}", 8, 6, 4, 10) for name in ("othello", "reversi")}
_LATE: Final = 20
"""The number of empty cells from which on parity counts."""
TRAITS: Final = {
    "othello": Traits(minutes=15, difficulty=2, known=65),
    "reversi": Traits(minutes=15, difficulty=2, known=25),
}


@register_view(Reversi)
class ReversiView(View[Reversi]):
    """The view of Reversi and Othello."""

    worked_examples = EXAMPLES
    known_presets = PRESETS
    known_traits = TRAITS
    stepwise = True
    side_letters = "xo"

    def drawing(self, state: Record) -> Drawing:
        owners = enumerate(self.game.owners(state))
        pieces = tuple(piece_on(cell, side, "XO"[side]) for cell, side in owners if side >= 0)
        return Drawing(self.game.board, pieces, style="felt")

    def pieces_to_place(self) -> tuple[Piece, ...]:
        return Piece(0, 0, "X"), Piece(0, 1, "O")

    def position_with(self, state: Record, placed: Mapping[int, str], side: int) -> str:
        text = self.game.format_position(state)
        return with_pieces(text, placed, self.game.board.rows, self.side_letters[side])

    def move_cells(self, move: int) -> tuple[int, ...]:
        return () if move == self.game.pass_move else (move,)

    def move_facts(self, state: Record, move: int) -> Facts:
        """The number of discs a move turns."""
        return self.facts_of_moves(state, (move,)).get(move, ())

    def facts_of_moves(self, state: Record, moves: Sequence[int]) -> dict[int, Facts]:
        """As `move_facts`: the discs are counted here, since the rules are slow as plain Python."""
        owners, side = self.game.owners(state), int(state.turn)
        if self.game.placed and any(owners[cell] < 0 for cell in self.game.centre_cells):
            return {}
        counts = {move: self._turned(owners, side, move) for move in moves if move != self.game.pass_move}
        return {move: (("turned", str(count)),) for move, count in counts.items() if count}

    def _turned(self, owners: Sequence[int], side: int, cell: int) -> int:
        """The number of discs that a disc of a side on a cell turns."""
        turned = 0
        for line in self._lines[cell]:
            for run, near in enumerate(line):
                if owners[near] != 1 - side:
                    turned += run * (owners[near] == side)
                    break
        return turned

    @cached_property
    def _lines(self) -> list[list[list[int]]]:
        """The lines from each cell to the edge, in all directions, the nearest cell first."""
        neighbours = self.game.board.neighbours.tolist()

        def line(cell: int, direction: int) -> list[int]:
            near = neighbours[cell][direction]
            return [near, *line(near, direction)] if near >= 0 else []

        return [[line(cell, direction) for direction in range(8)] for cell in range(self.game.cells)]

    def status(self, state: Record) -> Facts:
        """The number of discs each side has."""
        owners = self.game.owners(state)
        return ("score_first", str(owners.count(BLACK))), ("score_second", str(owners.count(WHITE)))

    def themes(self, line: Sequence[Record]) -> tuple[str, ...]:
        """`corner`: the answer takes one. `parity`: late in the game, it is in a region with an odd number of
        empty cells, and there is one with an even number. `pass`: the opponent cannot move after it.
        """
        empty = self._empty(line[0])
        played = empty - self._empty(line[1])
        size, cells = self.game.size, self.game.cells
        corners = {0, size - 1, cells - size, cells - 1}
        regions = [(len(region) % 2, bool(region & played)) for region in self._regions(empty)]
        names = {
            "corner": bool(played & corners),
            "parity": len(empty) <= _LATE and (1, True) in regions and any(odd == 0 for odd, _ in regions),
            "pass": len(line) > 2 and self._empty(line[2]) == self._empty(line[1]),
        }
        return tuple(name for name, holds in names.items() if holds)

    def _empty(self, state: Record) -> set[int]:
        return {cell for cell, owner in enumerate(self.game.owners(state)) if owner < 0}

    def _regions(self, empty: set[int]) -> Iterator[set[int]]:
        """The empty cells, in groups of neighbours in any direction."""
        left = set(empty)
        while left:
            region, edge = set[int](), {left.pop()}
            while edge:
                region |= edge
                edge = {int(near) for cell in edge for near in self.game.board.neighbours[cell]} & left
                left -= edge
            yield region

    def reason(self, state: Record) -> Ending:
        counts = [int(self.game.discs(state, side)) for side in (0, 1)]
        if sum(counts) == self.game.cells:
            return Ending("full", "the board is full")
        if 0 in counts:
            return Ending("no_piece", f"{self.game.sides[counts.index(0)]} has no disc left")
        if self.game.passes:
            return Ending("no_moves", "neither side has a legal move")
        return super().reason(state)
