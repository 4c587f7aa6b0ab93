"""The view of the Game of the Amazons: drawing, clicking, and the facts shown of moves and positions."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Final

from nupp.boards import Drawing, Fills, Piece, piece_on
from nupp.games.amazons.examples import EXAMPLES
from nupp.games.amazons.rules import Amazons
from nupp.kernel import Record
from nupp.rules.basics import Facts, Staging, Step, Traits, presets
from nupp.rules.notation import with_pieces
from nupp.rules.view import View, register_view


def _drawn(cell: int, symbol: str) -> Piece:
    """The piece that a symbol of a position text stands for, on a cell."""
    return piece_on(cell, "WB".find(symbol), symbol, "arrow" if symbol == "x" else "queen")


PRESETS: Final = {"amazons": presets("amazons:size={0}", 10, 8, 6, 5)}
TRAITS: Final = {"amazons": Traits(minutes=30, difficulty=3, known=15)}


@register_view(Amazons)
class AmazonsView(View[Amazons]):
    """The view of the Game of the Amazons."""

    worked_examples = EXAMPLES
    known_presets = PRESETS
    known_traits = TRAITS

    def drawing(self, state: Record) -> Drawing:
        symbols = enumerate(self.game.symbols_of(state))
        pieces = tuple(_drawn(cell, symbol) for cell, symbol in symbols if symbol != ".")
        caption = (
            f"{self.game.board.name(int(state.shooter))} is to shoot" if self.game.is_shooting(state) else ""
        )
        return Drawing(
            self.game.board,
            pieces,
            fills=self._fills,
            style="wood",
            colours=("white", "black"),
            caption=caption,
        )

    @cached_property
    def _fills(self) -> Fills:
        """The colours of the cells, in turn."""
        size = self.game.size
        cells = range(self.game.nowhere)
        return Fills({cell: ("dark", "light")[sum(divmod(cell, size)) % 2] for cell in cells})

    def pieces_to_place(self) -> tuple[Piece, ...]:
        return _drawn(0, "W"), _drawn(0, "B"), _drawn(0, "x")

    def position_with(self, state: Record, placed: Mapping[int, str], side: int) -> str:
        """The position text; an amazon that has yet to shoot is forgotten if its cell is taken."""
        text = self.game.format_position(state)
        text = with_pieces(text, placed, self.game.board.rows, self.side_letters[side])
        kept = not self.game.is_shooting(state) or placed.get(int(state.shooter)) == "WB"[side]
        return text if kept else f"{text.rpartition(' ')[0]} -"

    def move_cells(self, move: int) -> tuple[int, ...]:
        if move < 128:
            return (move,)
        origin, target, arrow = move >> 14, move >> 7 & 127, move & 127
        return (origin, target) if arrow in (origin, target) else (origin, arrow, target)

    def move_steps(self, state: Record, move: int, text: str = "") -> tuple[Step, ...]:
        """As in every game, but faster: there may be thousands of turns."""
        if not self.game.staged:
            return self.steps_of_moves(state, (move,), (text,))[0]
        return (move & 127,) if self.game.is_shooting(state) else (move >> 14, move >> 7 & 127)

    def steps_of_moves(
        self, state: Record, moves: Sequence[int], texts: Sequence[str]
    ) -> list[tuple[Step, ...]]:
        if self.game.staged:
            return super().steps_of_moves(state, moves, texts)
        return [(move >> 14, move >> 7 & 127, move & 127) for move in moves]

    def staging(self, state: Record) -> Staging:
        return Staging(carries=1)  # the last step is the arrow's

    def status(self, state: Record) -> Facts:
        """The amazon that has yet to shoot."""
        return (("shoots", self.game.board.name(int(state.shooter))),) if self.game.is_shooting(state) else ()
