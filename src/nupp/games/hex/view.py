"""The view of Hex: drawing, and the chain that has won."""

from __future__ import annotations

from typing import Final

from nupp.games.hex.examples import EXAMPLES
from nupp.games.hex.rules import Hex
from nupp.kernel import Record
from nupp.rules.basics import Ending, Traits, presets
from nupp.rules.cells import CellView
from nupp.rules.view import register_view

PRESETS: Final = {"hex": presets("hex:size={0}", 11, 9, 7, 5)}
TRAITS: Final = {"hex": Traits(minutes=15, difficulty=2, known=35)}


@register_view(Hex)
class HexView(CellView[Hex]):
    """Stones of two colours; the shortest chain between the winner's edges decides the game."""

    worked_examples = EXAMPLES
    known_presets = PRESETS
    known_traits = TRAITS
    stepwise = True

    def reason(self, state: Record) -> Ending:
        winner = int(state.winner) - 1
        edges = ("top and bottom", "left and right")[winner]
        words = f"{self.game.sides[winner]} has connected {edges}"
        return Ending("connection", words, self.chain(state, winner))

    def chain(self, state: Record, side: int) -> tuple[int, ...]:
        """The hexes of a shortest chain of a side's stones between its two edges, ascending."""
        game, (start, goal) = self.game, ((1, 2), (4, 8))[side]
        own = {cell for cell in range(game.size) if state.cells[cell] == side + 1}
        before: dict[int, int] = {cell: -1 for cell in sorted(own) if game.edges[cell] & start}
        for cell in (waiting := list(before)):
            if game.edges[cell] & goal:
                found = [cell]
                while before[found[-1]] >= 0:
                    found.append(before[found[-1]])
                return tuple(sorted(found))
            for other in game.near[cell].tolist():
                if other in own and other not in before:
                    before[other] = cell
                    waiting.append(other)
        return ()
