"""What is good in Snort."""

from typing import Final

from nupp.evaluators import Evaluator, register
from nupp.kernel import Record, kernel
from nupp_snort.rules import Snort


@kernel
def room(game: Snort, state: Record, side: int) -> int:
    """The number of cells that are open to a side alone."""
    n = 0
    for cell in range(game.size):
        n += int(game.is_open(state, cell, side) and not game.is_open(state, cell, 1 - side))
    return n


UNIT: Final = 10


@register
class Room(Evaluator[Snort]):
    """Cells that are open to one side alone, the own less the other's."""

    name = "room"
    games = Snort
    scale = 20.0
    unit = UNIT

    def evaluate(self, game: Snort, state: Record) -> int:
        side = int(state.turn)
        return UNIT * (room(game, state, side) - room(game, state, 1 - side))
