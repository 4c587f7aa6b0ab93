"""Players that ask other programs: nupp itself through pipes, and programs that do what they should not."""

from __future__ import annotations

import shlex
import sys
from pathlib import Path

from nupp.players import player
from nupp.protocols import External

ROGUE = Path(__file__).with_name("rogue.py")


def spec_of(spec: str, protocol: str, thinker: str = "greedy") -> str:
    """The player that asks nupp, as an engine of its own, by a protocol."""
    words = [sys.executable, "-m", "nupp", "engine", spec, "--protocol", protocol, "--player", thinker]
    return f"external:cmd=({shlex.join(words)}),protocol={protocol},start=600,grace=600"


def rogue(mode: str, *more: str, grace: float = 600, start: float = 600) -> External:
    """The player of tic-tac-toe that asks `rogue.py`."""
    command = shlex.join([sys.executable, str(ROGUE), mode, *more])
    made = player(f"external:cmd=({command}),start={start},grace={grace}", "tictactoe")
    assert isinstance(made, External)
    return made
