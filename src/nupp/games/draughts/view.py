"""The view of draughts: drawing, clicking, and the facts shown of moves and positions."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from itertools import pairwise
from typing import Final

from nupp.boards import Drawing, Fills, Piece, piece_on
from nupp.games.draughts import pdn
from nupp.games.draughts.examples import EXAMPLES
from nupp.games.draughts.pieces import WHITE, each_bit
from nupp.games.draughts.rules import Draughts
from nupp.kernel import Record
from nupp.rules.basics import Ending, Facts, Traits, presets
from nupp.rules.view import View, register_view

PRESETS: Final = {
    "draughts": presets(
        "draughts:variant={0}", "brazilian", "international", "polish8", "russian", "english", "pool"
    )
}
TRAITS: Final = {"draughts": Traits(minutes=20, difficulty=2, known=70)}


@register_view(Draughts)
class DraughtsView(View[Draughts]):
    """The view of draughts."""

    worked_examples = EXAMPLES
    known_presets = PRESETS
    known_traits = TRAITS

    @property
    def side_letters(self) -> str:
        return "WB" if self.game.begins == WHITE else "BW"

    def drawing(self, state: Record) -> Drawing:
        pieces = tuple(self._drawn(cell, piece) for cell, piece in self.game._on_cells(state).items())
        return Drawing(self.game.board, pieces, fills=self._fills, colours=self.game.sides)

    @cached_property
    def _fills(self) -> Fills:
        """The colour of the cells, which are all dark."""
        return Fills(dict.fromkeys(range(len(self.game.board)), "dark"))

    def _drawn(self, cell: int, piece: str) -> Piece:
        side = "WB".index(piece[0]) ^ self.game.begins
        if piece.endswith("K"):
            return piece_on(cell, side, piece[0], "king")
        return piece_on(cell, side, piece.lower())

    def pieces_to_place(self) -> tuple[Piece, ...]:
        kinds = [f"{letter}{king}" for letter in self.side_letters for king in ("", "K")]
        return tuple(self._drawn(0, kind) for kind in kinds)

    def position_with(self, state: Record, placed: Mapping[int, str], side: int) -> str:
        """As in every game; moves are counted anew if anything changes."""
        pieces = {
            cell: f"{symbol}K" if symbol.isupper() else symbol.upper() for cell, symbol in placed.items()
        }
        text, known = pdn.format_fen(self.side_letters[side], pieces), self.game.format_position(state)
        return known if known.partition(" ")[0] == text else text

    def move_cells(self, move: int) -> tuple[int, ...]:
        origin, target, taken = (
            self.game.pieces.origin(move),
            self.game.pieces.target(move),
            self.game.pieces.taken(move),
        )
        return tuple(self.game.pieces.cell(at) for at in (origin, *each_bit(taken), target))

    def ways(self, state: Record) -> dict[int, tuple[tuple[int, ...], ...]]:
        """The paths of the captures of several pieces, with every cell on which the piece lands."""
        found = {}
        for move, paths in self.game.ways(state).items():
            if int(self.game.pieces.taken(move)).bit_count() > 1:
                found[move] = tuple(tuple(number - 1 for number in path) for path in paths)
        return found

    def move_facts(self, state: Record, move: int) -> Facts:
        """The number of pieces a capture takes."""
        n = int(self.game.pieces.taken(move)).bit_count()
        return (("taken", str(n)),) if n else ()

    def themes(self, line: Sequence[Record]) -> tuple[str, ...]:
        """`shot`: the mover gives up pieces, and then takes two or more at a time."""
        mine = int(self.game.to_move(line[0]))
        sides = [self._counts(state) for state in line]
        own, other = ([counts[side] for counts in sides] for side in (mine, 1 - mine))
        gives = any(after < own[0] for after in own[1:3])
        takes = any(before - after > 1 for before, after in pairwise(other))
        return ("shot",) if gives and takes and other[0] - other[-1] > own[0] - own[-1] else ()

    def _counts(self, state: Record) -> tuple[int, int]:
        """The pieces of the first side, and of the second."""
        white, black = int(state.white).bit_count(), int(state.black).bit_count()
        return (white, black) if self.game.begins == WHITE else (black, white)

    def status(self, state: Record) -> Facts:
        """The number of pieces each side has, and the moves by kings in a row without a capture."""
        counts = map(str, self._counts(state))
        facts = (*zip(("pieces_first", "pieces_second"), counts, strict=True),)
        counted = self.game.draws and state.quiet
        return (*facts, ("quiet", f"{state.quiet}/{self.game.quiet_limit}")) if counted else facts

    def reason(self, state: Record) -> Ending:
        game = self.game
        if game.is_counted_out(state):
            if int(state.quiet) >= game.quiet_limit:
                return Ending("quiet", f"{game.quiet_limit} moves by kings without a capture")
            return Ending("ending", "the moves for an ending with few pieces are used up")
        own = int(state.white if game.to_move(state) ^ game.begins == WHITE else state.black)
        if own == 0:
            return Ending("no_piece", f"{game.sides[game.to_move(state)]} has no piece left")
        return super().reason(state)
