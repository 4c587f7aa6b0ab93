"""The view of Domineering: the facts shown of games."""

from __future__ import annotations

from typing import Final

from nupp.games.domineering.examples import EXAMPLES
from nupp.games.domineering.rules import Domineering
from nupp.rules.basics import Traits, presets
from nupp.rules.cells import CellView
from nupp.rules.view import register_view

PRESETS: Final = {"domineering": presets("domineering:width={0},height={0}", 8, 6, 5)}
TRAITS: Final = {"domineering": Traits(minutes=5, difficulty=2, known=10)}


@register_view(Domineering)
class DomineeringView(CellView[Domineering]):
    """Dominoes as letters on the cells that they cover."""

    worked_examples = EXAMPLES
    known_presets = PRESETS
    known_traits = TRAITS
