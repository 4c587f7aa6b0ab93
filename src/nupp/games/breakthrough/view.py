"""The view of Breakthrough: drawing, and the reason for which a game has ended."""

from __future__ import annotations

from typing import Final

from nupp.games.breakthrough.examples import EXAMPLES
from nupp.games.breakthrough.rules import Breakthrough
from nupp.kernel import Record
from nupp.rules.basics import Ending, Traits, presets
from nupp.rules.cells import CellView
from nupp.rules.view import register_view

PRESETS: Final = {"breakthrough": presets("breakthrough:width={0},height={0}", 8, 6, 5)}
TRAITS: Final = {"breakthrough": Traits(minutes=15, difficulty=2, known=20)}


@register_view(Breakthrough)
class BreakthroughView(CellView[Breakthrough]):
    """Men of two colours; the one that came through decides the game."""

    worked_examples = EXAMPLES
    known_presets = PRESETS
    known_traits = TRAITS

    def reason(self, state: Record) -> Ending:
        game, winner = self.game, 1 - int(state.turn)
        row = range(game.size - game.width, game.size) if winner == 0 else range(game.width)
        through = tuple(cell for cell in row if state.cells[cell] == winner + 1)
        if through:
            return Ending("through", f"{game.sides[winner]} has reached the last row", through)
        return Ending("no_piece", f"{game.sides[1 - winner]} has no man left")
