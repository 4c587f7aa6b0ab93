"""Evaluators of draughts."""

from __future__ import annotations

from typing import Annotated

from nupp.evaluators import Evaluator, register
from nupp.games.draughts.pieces import WHITE
from nupp.games.draughts.rules import Draughts
from nupp.kernel import Record, kernel
from nupp.kernel.bits import popcount
from nupp.spec import Between


@register
class Positional(Evaluator[Draughts]):
    """Material, and how far the men have come; a man is worth 100, a king 300.

    A man is worth 3 more for each row that it has advanced, and 12 more on its first row, where it keeps
    enemy men from becoming kings.
    """

    name = "positional"
    games = Draughts
    scale = 110.0
    unit = 100

    def evaluate(self, game: Draughts, state: Record) -> int:
        rows = game.pieces.rows
        value = material(state, 300)
        white, black = state.white & ~state.kings, state.black & ~state.kings
        value += 12 * (popcount(white & rows[-1]) - popcount(black & rows[0]))
        for row in range(1, game.pieces.size - 1):
            value += 3 * (
                (game.pieces.size - 1 - row) * popcount(white & rows[row]) - row * popcount(black & rows[row])
            )
        return value if state.turn == WHITE else -value


@register
class Material(Evaluator[Draughts]):
    """Own pieces less the enemy's, a man being worth 100.

    With `king=100` the number of pieces decides, as in the source (T. Rostański, 2003).
    """

    name = "material"
    games = Draughts
    scale = 110.0
    unit = 100

    def __init__(self, king: Annotated[int, Between(100, 1000), "what a king is worth"] = 300) -> None:
        self.king = king

    def evaluate(self, game: Draughts, state: Record) -> int:
        value = material(state, self.king)
        return value if state.turn == WHITE else -value


@kernel
def material(state: Record, king: int) -> int:
    """White's pieces less black's, a man being worth 100."""
    men = popcount(state.white & ~state.kings) - popcount(state.black & ~state.kings)
    kings = popcount(state.white & state.kings) - popcount(state.black & state.kings)
    return 100 * men + king * kings
