"""Asking Othello engines that speak NBoard.

The protocol has no limit of nodes, none of time but the clocks of the game, and nothing that ends a search
but `ping`, after which an engine may be silent about its move; the best move that it reported before is then
taken.
"""

from __future__ import annotations

from dataclasses import replace

from nupp.games.reversi.nboard import messages as nboard
from nupp.players.budget import Budget
from nupp.protocols import SearchInfo
from nupp.protocols.dialogue import Chosen, Dialogue, is_endless, register_dialogue
from nupp.protocols.program import EngineError
from nupp.rules import Position


@register_dialogue
class NBoardDialogue(Dialogue):
    """The host's side of NBoard."""

    protocol = "nboard"

    _pings = 0

    def greet(self, seconds: float) -> None:
        self.program.say(f"nboard {nboard.VERSION}")
        for name, value in self.options.items():
            self.program.say(f"set {name} {value}")
        self.synchronise(seconds)

    def begin_game(self, seconds: float) -> None:
        return

    def synchronise(self, seconds: float) -> None:
        self._ping()
        self.wait_for(self._is_pong, f"pong {self._pings}", seconds)

    def ask(self, position: Position, budget: Budget) -> None:
        if budget.nodes is not None and budget == Budget(nodes=budget.nodes):
            raise EngineError(
                f"the protocol nboard knows no limit of nodes ({budget.nodes}): expected one of time or depth"
            )
        clock = None if is_endless(budget) else budget.clock
        known = () if clock is None else (clock.left, clock.increment)
        self.program.say(f"set depth {budget.depth or nboard.DEEPEST}")
        self.program.say(f"set game {nboard.format_game(position, *known)}")
        self.program.say("go")

    def stop(self) -> None:
        self._ping()

    def hear(self, line: str, info: SearchInfo) -> SearchInfo | Chosen | None:
        choice = nboard.read_choice(line)
        if choice is not None:
            move, score = choice
            expected = info.line if info.line[:1] == (move,) else (move,)
            info = replace(info, line=expected, score=info.score if score is None else score)
            return Chosen(move, info)
        if self._is_pong(line.strip()):
            if not info.line:
                raise EngineError(f"it stopped without a move{self.program.words}")
            return Chosen(info.line[0])
        return nboard.read_search_info(line, info)

    def code(self, position: Position, move: str) -> int:
        return position.parse_move(nboard.move_text(move))

    def _ping(self) -> None:
        self._pings += 1
        self.program.say(f"ping {self._pings}")

    def _is_pong(self, line: str) -> bool:
        return line.split() == ["pong", str(self._pings)]
