"""Other programs as players: engines that speak one of the protocols in `nupp.protocols`."""

from nupp.players.external import ugi
from nupp.players.external.dialogue import Dialogue, register_dialogue
from nupp.players.external.player import External
from nupp.players.external.program import EngineError

__all__ = ["Dialogue", "EngineError", "External", "register_dialogue", "ugi"]
