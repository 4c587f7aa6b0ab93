"""How Snort is drawn, and what may be said of its games."""

from nupp.kernel import Record
from nupp.rules import Ending, Example, Preset, register_view
from nupp.rules.cells import CellView
from nupp_snort.rules import Snort

EXAMPLES = {
    "snort": (
        Example(
            "The board is empty, and blue begins.",
            (
                ("b2", "Now a2, b1, b3 and c2 are closed to orange."),
                ("d4", "And c4 and d3 to blue."),
            ),
        ),
    ),
}
PRESETS = {"snort": (Preset("snort:size=4"), Preset("snort:size=8", "large"))}


@register_view(Snort)
class SnortView(CellView[Snort]):
    """Stones in the colours of the sides; the cells that only the winner may use are lit at the end."""

    worked_examples = EXAMPLES
    known_presets = PRESETS

    def reason(self, state: Record) -> Ending:
        loser = int(state.turn)
        kept = tuple(cell for cell in range(self.game.size) if self.game.is_open(state, cell, 1 - loser))
        return Ending("no_move", f"no cell is open to {self.game.sides[loser]}", kept)
