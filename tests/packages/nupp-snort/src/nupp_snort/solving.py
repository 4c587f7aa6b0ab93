"""What exact searches may use in Snort."""

from nupp.kernel import Record
from nupp.search.theory import Theory, register_theory
from nupp_snort.evaluation import room
from nupp_snort.rules import Snort


@register_theory(Snort)
class SnortTheory(Theory[Snort]):
    """A side that has more cells for itself alone has more to gain."""

    def prospect(self, state: Record) -> int:
        side = int(state.turn)
        return room(self.game, state, side) - room(self.game, state, 1 - side)
