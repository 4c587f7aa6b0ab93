"""The moves of Hexxagon as programs for Ataxx write them over UGI: a jump is `e9e7`, and a pass `0000`."""

from __future__ import annotations

from nupp.games.hexxagon.rules import Hexxagon
from nupp.protocols.ugi.messages import NO_MOVE, Wording, register_wording


def write_move(move: str) -> str:
    """A move as such programs write it."""
    return NO_MOVE if move == "pass" else move.replace("-", "")


def read_command(text: str) -> str:
    """A command `position` with such moves in the notation of the game, which reads such jumps itself."""
    return text.replace(f" {NO_MOVE}", " pass")


register_wording(Hexxagon, Wording("uai", write_move, read_command))
