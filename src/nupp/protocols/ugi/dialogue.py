"""Asking engines that speak UGI."""

from __future__ import annotations

from nupp.players.budget import Budget
from nupp.protocols.dialogue import Chosen, Dialogue, is_endless, refuse, register_dialogue
from nupp.protocols.protocol import SearchInfo
from nupp.protocols.ugi import messages
from nupp.rules import Position


@register_dialogue
class UgiDialogue(Dialogue):
    """The host's side of UGI."""

    protocol = "ugi"

    def greet(self, seconds: float) -> None:
        self.program.say("ugi")
        known: list[str] = []

        def wanted(line: str) -> bool:
            if (name := messages.read_option_name(line)) is not None:
                known.append(name)
            return line == "ugiok"

        self.wait_for(wanted, "ugiok", seconds)
        self.require_options(known)
        for name, value in self.options.items():
            self.program.say(f"setoption name {name} value {value}")
        self.program.say("isready")
        self.wait_for(_is_ready, "readyok", seconds)

    def begin_game(self, seconds: float) -> None:
        self.program.say("uginewgame")

    def synchronise(self, seconds: float) -> None:
        self.program.say("isready")
        self.wait_for(lambda line: line == "readyok", "readyok", seconds)

    def ask(self, position: Position, budget: Budget) -> None:
        self.program.say(messages.format_position(position))
        self.program.say(str(_go(budget)))

    def stop(self) -> None:
        self.program.say("stop")

    def hear(self, line: str, info: SearchInfo) -> SearchInfo | Chosen | None:
        words = line.split()
        if words[:1] == ["bestmove"]:
            return Chosen(words[1] if len(words) > 1 else "")
        return messages.read_info(line)

    def code(self, position: Position, move: str) -> int:
        return messages.read_move(position, move)


def _is_ready(line: str) -> bool:
    """True if an engine is ready after its options were set; EngineError if it complains as nupp does."""
    if line.startswith(messages.COMPLAINT):
        raise refuse(line)
    return line == "readyok"


def _go(budget: Budget) -> messages.Go:
    if is_endless(budget):
        return messages.Go(nodes=budget.nodes, depth=budget.depth, infinite=True)
    if budget.clock is not None:
        increment = budget.clock.increment
        return messages.Go(None, budget.nodes, budget.depth, budget.clock.left, (increment, increment))
    return messages.Go(budget.seconds, budget.nodes, budget.depth)
