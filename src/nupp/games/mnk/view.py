"""The view of m,n,k games: drawing, clicking, and the facts shown of moves and positions."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from nupp.boards import Drawing, Piece, piece_on
from nupp.games.mnk.examples import EXAMPLES
from nupp.games.mnk.rules import Mnk
from nupp.kernel import Record
from nupp.rules.basics import Ending, Preset, Traits, presets
from nupp.rules.lines import cells_that_complete, in_a_row, lines_from
from nupp.rules.notation import with_pieces
from nupp.rules.view import View, register_view


def _rows(size: int, k: int, exact: bool = False) -> Preset:
    spec = f"mnk:width={size},height={size},k={k},exact={str(exact).lower()}"
    return Preset(spec, "exact" if exact else "row", {"n": k, "size": f"{size} × {size}"})


PRESETS: Final = {
    "mnk": (_rows(15, 5), _rows(15, 5, exact=True), _rows(19, 5), _rows(10, 5), _rows(6, 4)),
    "fourinarow": presets("fourinarow:size={0}", 5, 6, 7, 8, 9),
}
TRAITS: Final = {
    "mnk": Traits(minutes=10, difficulty=2, known=50),
    "tictactoe": Traits(minutes=1, difficulty=1, known=40),
    "fourinarow": Traits(minutes=5, difficulty=1, known=20),
}


@register_view(Mnk)
class MnkView(View[Mnk]):
    """The view of m,n,k games."""

    worked_examples = EXAMPLES
    known_presets = PRESETS
    known_traits = TRAITS
    played_with = {"tictactoe": {"dead": "true"}}  # noqa: RUF012

    def drawing(self, state: Record) -> Drawing:
        pieces = tuple(
            self._drawn(cell, symbol)
            for cell, symbol in enumerate(self.game.symbols_of(state))
            if symbol != "."
        )
        return Drawing(self.game.board, pieces, style="paper" if self.game.board.tiled else "wood")

    def _drawn(self, cell: int, symbol: str) -> Piece:
        side = "xo".index(symbol)
        return piece_on(cell, side, symbol, ("cross", "ring")[side] if self.game.board.tiled else "disc")

    def pieces_to_place(self) -> tuple[Piece, ...]:
        return self._drawn(0, "x"), self._drawn(0, "o")

    def position_with(self, state: Record, placed: Mapping[int, str], side: int) -> str:
        text = self.game.format_position(state)
        return with_pieces(text, placed, self.game.board.rows, self.side_letters[side])

    def move_cells(self, move: int) -> tuple[int, ...]:
        return (move,)

    def themes(self, line: Sequence[Record]) -> tuple[str, ...]:
        """`fork`: the answer makes two threats to complete a line at once. `four`: it makes one. `fours`: so
        do all moves of the line, until it is won.
        """
        side = self.game.to_move(line[0])
        threats = [len(self._completing(state, side)) for state in line[1::2]]
        names = {
            "fork": threats[0] > 1,
            "four": threats[0] == 1,
            "fours": len(threats) > 2 and all(threats[:-1]) and self.game.outcome(line[-1]) == 1 - 2 * side,
        }
        return tuple(name for name, holds in names.items() if holds)

    def _completing(self, state: Record, side: int) -> set[int]:
        """The empty cells that would complete a line of a side."""
        symbols = self.game.symbols_of(state)
        own = {cell for cell, symbol in enumerate(symbols) if symbol == self.side_letters[side]}
        empty = [cell for cell, symbol in enumerate(symbols) if symbol == "."]
        return cells_that_complete(self.game.board, own, empty, self.game.k, self.game.exact)

    def reason(self, state: Record) -> Ending:
        """The line that won, or how it came that nobody has one."""
        game = self.game
        for side, letter in enumerate(self.side_letters):
            own = {cell for cell, symbol in enumerate(game.symbols_of(state)) if symbol == letter}
            lines = [
                line
                for cell in sorted(own)
                for line in lines_from(game.board, own, cell)
                if len(line) == game.k or (len(line) > game.k and not game.exact)
            ]
            if lines and game.outcome(state) == 1 - 2 * side:
                return Ending("line", in_a_row(game.k), tuple(sorted(lines[0])))
        if state.empty:
            return Ending("dead", f"nobody can get {in_a_row(game.k)} any more")
        return Ending("full", "the board is full")
