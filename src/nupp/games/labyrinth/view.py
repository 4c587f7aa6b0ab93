"""The view of the labyrinth game: drawing, clicking, and the facts shown of moves and positions."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from nupp.boards import Drawing, Piece, piece_on
from nupp.games.labyrinth.examples import EXAMPLES
from nupp.games.labyrinth.rules import MOST_MOVES, PIECES, Labyrinth
from nupp.kernel import Record
from nupp.rules.basics import Ending, Facts, Traits, presets
from nupp.rules.notation import with_pieces
from nupp.rules.view import View, register_view

PRESETS: Final = {
    "labyrinth": presets("labyrinth:map={0}", "cross", "plus", "ring8", "grid3x3", "grid4x4", "path5")
}
TRAITS: Final = {"labyrinth": Traits(minutes=10, difficulty=3, known=5)}


@register_view(Labyrinth)
class LabyrinthView(View[Labyrinth]):
    """The view of the labyrinth game."""

    worked_examples = EXAMPLES
    known_presets = PRESETS
    known_traits = TRAITS
    stepwise = True
    side_letters = "ab"

    def drawing(self, state: Record) -> Drawing:
        pieces = tuple(
            piece_on(node, "AB".index(symbol), symbol)
            for node, symbol in enumerate(self.game.symbols_of(state))
            if symbol != "."
        )
        return Drawing(self.game.board, pieces, style="slate", colours=("red", "blue"))

    def pieces_to_place(self) -> tuple[Piece, ...]:
        return Piece(0, 0, "A"), Piece(0, 1, "B")

    def position_with(self, state: Record, placed: Mapping[int, str], side: int) -> str:
        """As in every game; the pieces show who places. A move more is counted if the side asks for it."""
        number, moved = len(placed), 0
        if number < PIECES:
            side = int(self.game.turns[number])
        elif number == PIECES:
            moved = int(state.moved)
            if (int(self.game.turns[PIECES]) + moved + side) % 2:
                moved += 1 if moved < MOST_MOVES else -1
        text = self.game.format_position(state)
        changed = with_pieces(text, placed, self.game.board.rows, self.side_letters[side], hole=".")
        return f"{changed.rpartition(' ')[0]} {moved}"

    def move_cells(self, move: int) -> tuple[int, ...]:
        origin, target = divmod(move, 64)
        return (target,) if origin == target else (origin, target)

    def status(self, state: Record) -> Facts:
        """The moves since the placing."""
        return (("quiet", f"{state.moved}/{MOST_MOVES}"),) if state.moved else ()

    def reason(self, state: Record) -> Ending:
        if self.game.mobility(state, int(state.turn)) > 0:
            return Ending("quiet", f"{MOST_MOVES} moves have been made")
        own = int(state.pieces[int(state.turn)])
        cells = tuple(cell for cell in range(len(self.game.board)) if own >> cell & 1)
        return super().reason(state)._replace(cells=cells)
