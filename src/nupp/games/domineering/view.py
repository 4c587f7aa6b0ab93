"""What may be said of games of Domineering."""

from __future__ import annotations

from nupp.games.domineering.examples import EXAMPLES
from nupp.games.domineering.rules import Domineering
from nupp.rules.cells import CellView
from nupp.rules.view import register_view


@register_view(Domineering)
class DomineeringView(CellView[Domineering]):
    """Dominoes as letters on the cells that they cover."""

    worked_examples = EXAMPLES
