"""The view of connect four: drawing, clicking, and the facts shown of moves and positions."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from nupp.boards import Drawing, Piece, piece_on
from nupp.games.connectfour.examples import EXAMPLES
from nupp.games.connectfour.rules import _FIRST, _NOBODY, _SECOND, ConnectFour
from nupp.kernel import Record
from nupp.rules.basics import Ending, Preset, Step, Traits
from nupp.rules.lines import cells_that_complete, in_a_row, lines_from
from nupp.rules.notation import with_pieces
from nupp.rules.view import View, register_view

PRESETS: Final = {
    "connectfour": tuple(
        Preset(f"connectfour:width={width},height={height},k=4,size=0", f"{width} × {height}")
        for width, height in ((7, 6), (8, 7), (5, 4))
    )
}
TRAITS: Final = {"connectfour": Traits(minutes=5, difficulty=1, known=80)}


@register_view(ConnectFour)
class ConnectFourView(View[ConnectFour]):
    """The view of connect four."""

    worked_examples = EXAMPLES
    known_presets = PRESETS
    known_traits = TRAITS

    def drawing(self, state: Record) -> Drawing:
        pieces = tuple(
            piece_on(cell, "xo".index(symbol), symbol)
            for cell, symbol in enumerate(self.game.symbols_of(state))
            if symbol != "."
        )
        return Drawing(self.game.board, pieces, style="slate", colours=("red", "white"))

    def pieces_to_place(self) -> tuple[Piece, ...]:
        return Piece(0, 0, "x"), Piece(0, 1, "o")

    def position_with(self, state: Record, placed: Mapping[int, str], side: int) -> str:
        text = self.game.format_position(state)
        return with_pieces(text, placed, self.game.board.rows, self.side_letters[side])

    def move_cells(self, move: int) -> tuple[int, ...]:
        column, row = divmod(move, self.game.stride)
        return (row * self.game.width + column,)

    def move_steps(self, state: Record, move: int, text: str = "") -> tuple[Step, ...]:
        return self.move_cells(move)

    def aliases(self, state: Record) -> dict[int, int]:
        """The cells of each column that is not full stand for the one on which a stone comes to rest."""
        symbols, columns = self.game.symbols_of(state), range(self.game.width)
        found = {}
        for column in columns if state.winner == _NOBODY else ():
            cells = range(column, len(self.game.board), self.game.width)
            landing = next((cell for cell in cells if symbols[cell] == "."), None)
            if landing is not None:
                found.update({cell: landing for cell in cells if cell != landing})
        return found

    def themes(self, line: Sequence[Record]) -> tuple[str, ...]:
        """`fork`: after the answer two columns win, or two cells of one, one above the other."""
        game, state = self.game, line[1]
        symbols, letter = game.symbols_of(state), self.side_letters[game.to_move(line[0])]
        own = {cell for cell, symbol in enumerate(symbols) if symbol == letter}
        landings = set(self.aliases(state).values())
        above = {cell + game.width for cell in landings if cell + game.width < len(game.board)}
        now, then = (cells_that_complete(game.board, own, cells, game.k) for cells in (landings, above))
        stacked = any(cell + game.width in then for cell in now)
        return ("fork",) if len(now) > 1 or stacked else ()

    def reason(self, state: Record) -> Ending:
        """The line that won, or that the board is full."""
        game = self.game
        if state.winner not in (_FIRST, _SECOND):
            return Ending("full", "the board is full")
        letter = self.side_letters[state.winner - _FIRST]
        own = {cell for cell, symbol in enumerate(game.symbols_of(state)) if symbol == letter}
        lines = (line for cell in sorted(own) for line in lines_from(game.board, own, cell))
        won = {cell for line in lines if len(line) >= game.k for cell in line}
        return Ending("line", in_a_row(game.k), tuple(sorted(won)))
