"""Asking draughts engines that speak Hub."""

from __future__ import annotations

from collections.abc import Callable

from nupp.games.draughts.hub import messages as hub
from nupp.games.draughts.rules import Draughts
from nupp.players.budget import Budget
from nupp.protocols import ProtocolError, SearchInfo
from nupp.protocols.dialogue import Chosen, Dialogue, is_endless, refuse, register_dialogue
from nupp.protocols.program import EngineError
from nupp.rules import Position


@register_dialogue
class HubDialogue(Dialogue):
    """The host's side of Hub."""

    protocol = "hub"

    game: Draughts

    def greet(self, seconds: float) -> None:
        self.program.say("hub")
        known: dict[str, list[str]] = {}

        def notice(command: str, arguments: dict[str, str]) -> None:
            if command == "param":
                values = arguments.get("values", "").split()
                known[arguments.get("name", "")] = values or [arguments.get("value", "")]

        self._wait("wait", seconds, notice)
        self.require_options(known)
        self._set_variant(known.get("variant", []))
        for name, value in self.options.items():
            self._say("set-param", name=name, value=value)
        self._say("init")
        self._wait("ready", seconds)

    def _set_variant(self, known: list[str]) -> None:
        """Set the variant that is played; an engine that knows of none is taken at its word."""
        name = hub.variant_name(self.game)
        if known and name not in known:
            raise EngineError(f"it plays {', '.join(known)}: expected {name}")
        if known:
            self._say("set-param", name="variant", value=name)

    def begin_game(self, seconds: float) -> None:
        self._say("new-game")

    def synchronise(self, seconds: float) -> None:
        self._say("ping")
        self._wait("pong", seconds)

    def ask(self, position: Position, budget: Budget) -> None:
        first = position
        while first.previous is not None:
            first = first.previous
        moves = hub.format_moves(position) or None
        self._say("pos", pos=hub.format_position(first), moves=moves)
        self.program.say(_level(position, budget))
        self.program.say("go analyze" if is_endless(budget) else "go think")

    def stop(self) -> None:
        self._say("stop")

    def hear(self, line: str, info: SearchInfo) -> SearchInfo | Chosen | None:
        command, arguments = _read(line) or ("", {})
        if command == "done":
            return Chosen(arguments.get("move", ""))
        if command == "error":
            raise refuse(line)
        return hub.read_info(arguments) if command == "info" else None

    def code(self, position: Position, move: str) -> int:
        return hub.read_move(position, move)

    def _say(self, command: str, **arguments: object) -> None:
        self.program.say(hub.format_line(command, **arguments))

    def _wait(
        self, command: str, seconds: float, notice: Callable[[str, dict[str, str]], None] | None = None
    ) -> None:
        """Wait for a command; EngineError for an error, or if it does not come in time."""

        def wanted(line: str) -> bool:
            read = _read(line)
            if read is not None and read[0] == "error":
                raise refuse(line)
            if read is not None and notice is not None:
                notice(*read)
            return read is not None and read[0] == command

        self.wait_for(wanted, command, seconds)


def _read(line: str) -> tuple[str, dict[str, str]] | None:
    """A line, or None for one that is to be ignored, since it cannot be understood."""
    try:
        return hub.read_line(line)
    except ProtocolError:
        return None


def _level(position: Position, budget: Budget) -> str:
    """The `level` command for a budget."""
    if is_endless(budget):
        return "level infinite"
    if budget.clock is not None:
        left, increment = budget.clock.left[position.to_move], budget.clock.increment
        # Hub adds the increment before a move, and not after it.
        return hub.format_line("level", time=round(left - increment, 3), inc=increment or None)
    return hub.format_line("level", move_time=budget.seconds, depth=budget.depth, nodes=budget.nodes)
