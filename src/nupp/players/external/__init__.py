"""Other programs as players: engines that speak one of the protocols in `nupp.protocols`."""

from nupp.players.external.player import External
from nupp.players.external.program import EngineError

__all__ = ["EngineError", "External"]
