"""The view of Hexxagon: drawing, clicking, and the facts shown of moves and positions."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Final

from nupp.boards import Drawing, Piece, piece_on
from nupp.games.hexxagon.examples import EXAMPLES
from nupp.games.hexxagon.rules import BLUE, PASS, RED, Hexxagon
from nupp.kernel import Record
from nupp.rules.basics import Ending, Facts, Step, Traits, presets
from nupp.rules.notation import with_pieces
from nupp.rules.view import View, register_view

PRESETS: Final = {"hexxagon": presets("hexxagon:holes={0}", "three", "none")}
TRAITS: Final = {"hexxagon": Traits(minutes=10, difficulty=1, known=30)}


@register_view(Hexxagon)
class HexxagonView(View[Hexxagon]):
    """The view of Hexxagon."""

    worked_examples = EXAMPLES
    known_presets = PRESETS
    known_traits = TRAITS

    def drawing(self, state: Record) -> Drawing:
        pieces = tuple(
            piece_on(cell, "RB".index(symbol), symbol)
            for cell, symbol in enumerate(self.game.symbols_of(state))
            if symbol != "."
        )
        return Drawing(self.game.board, pieces, style="slate", colours=("red", "blue"))

    def pieces_to_place(self) -> tuple[Piece, ...]:
        return Piece(0, 0, "R"), Piece(0, 1, "B")

    def position_with(self, state: Record, placed: Mapping[int, str], side: int) -> str:
        text = self.game.format_position(state)
        return with_pieces(text, placed, self.game.board.columns, self.side_letters[side])

    def move_cells(self, move: int) -> tuple[int, ...]:
        if move == PASS:
            return ()
        origin, target = divmod(move, 64)
        return (target,) if origin == target else (origin, target)

    def move_steps(self, state: Record, move: int, text: str = "") -> tuple[Step, ...]:
        """As in every game, but without reading the text of the move."""
        return self.move_cells(move) or super().move_steps(state, move, text)

    def origins(self, state: Record, move: int) -> tuple[int, ...]:
        """The pieces that a clone may come from: those of its side beside its target."""
        return self.origins_of_moves(state, (move,)).get(move, ())

    def origins_of_moves(self, state: Record, moves: Sequence[int]) -> dict[int, tuple[int, ...]]:
        own = int(self.game.pieces(state, int(state.turn)))
        targets = {move: move & 63 for move in moves if move >> 6 == move & 63 and move != PASS}
        return {
            move: tuple([cell for cell in self._neighbours[target] if own >> cell & 1])
            for move, target in targets.items()
        }

    @cached_property
    def _beside(self) -> list[int]:
        """The neighbours of each cell, as bits."""
        return [int(cells) for cells in self.game.adjacent]

    @cached_property
    def _neighbours(self) -> list[list[int]]:
        """The neighbours of each cell, ascending."""
        return [sorted(cell for cell in row if cell >= 0) for row in self.game.board.neighbours.tolist()]

    def move_facts(self, state: Record, move: int) -> Facts:
        """The number of pieces a move turns."""
        return self.facts_of_moves(state, (move,)).get(move, ())

    def facts_of_moves(self, state: Record, moves: Sequence[int]) -> dict[int, Facts]:
        enemy, beside = int(self.game.pieces(state, 1 - int(state.turn))), self._beside
        turned = {move: (beside[move & 63] & enemy).bit_count() for move in moves if move != PASS}
        return {move: (("turned", str(n)),) for move, n in turned.items() if n}

    def status(self, state: Record) -> Facts:
        """The number of pieces each side has, and the moves in a row without a clone."""
        scores = (int(self.game.pieces(state, side)).bit_count() for side in (RED, BLUE))
        facts = (*zip(("score_first", "score_second"), map(str, scores), strict=True),)
        return (*facts, ("quiet", f"{state.quiet}/{self.game.quiet}")) if state.quiet else facts

    def reason(self, state: Record) -> Ending:
        game = self.game
        pieces = [int(game.pieces(state, side)) for side in (RED, BLUE)]
        if 0 in pieces:
            return Ending("no_piece", f"{game.sides[pieces.index(0)]} has no piece left")
        if pieces[0] | pieces[1] == int(game.full):
            return Ending("full", "the board is full")
        if game.ended_on_board(state):
            return super().reason(state)
        return Ending("quiet", f"{game.quiet} moves without a clone")
