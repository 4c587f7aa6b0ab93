"""Asking five-in-a-row engines that speak the protocol of Gomocup.

The engine keeps the board itself; a game that went on elsewhere is sent anew with `BOARD`. The engine has to
watch its own time: what ends a search here, `YXSTOP`, is an extension that not every engine knows. An engine
without it answers `UNKNOWN`, as the protocol wants, and may read the word only after it has moved. As an
engine answers in order, all commands before have been answered when it moves or has a new board.
"""

from __future__ import annotations

from collections.abc import Mapping

from nupp.games.mnk.gomocup import messages as gomocup
from nupp.games.mnk.rules import Mnk
from nupp.players.budget import Budget, thinking_time
from nupp.players.clock import LAG
from nupp.protocols import SearchInfo
from nupp.protocols.dialogue import Chosen, Dialogue, is_endless, refuse, register_dialogue
from nupp.protocols.program import EngineError, Program
from nupp.rules import Game, Position


@register_dialogue
class GomocupDialogue(Dialogue):
    """The manager's side of the protocol."""

    protocol = "gomocup"

    game: Mnk
    _known: Position | None = None
    """The position on the engine's board, if there was one before the last search."""
    _fresh = False
    """True if the engine's board is empty."""
    _started = False
    _stops = 0
    """The number of times that the engine has been asked to stop."""
    _stops_before = 0
    """That number when the search began."""
    _excused = 0
    """The number of these stops for which no UNKNOWN is to come any more."""

    def __init__(self, game: Game, program: Program, options: Mapping[str, str]) -> None:
        super().__init__(game, program, options)
        self._limited: set[str] = set()  # the limits sent that are not in the protocol

    def greet(self, seconds: float) -> None:
        self._send_info("rule", gomocup.EXACT if self.game.exact else 0)
        for name, value in self.options.items():
            self._send_info(name, value)
        self.begin_game(seconds)

    def begin_game(self, seconds: float) -> None:
        if self._fresh:
            return
        certain = self._started and self._excused == self._stops  # else an UNKNOWN may be about either
        answer = self._ask_for_board("RESTART", seconds) if certain else "UNKNOWN"
        if answer.upper().startswith("UNKNOWN"):
            answer = self._ask_for_board(self._start_command(), seconds)
        if not answer.upper().startswith("OK"):
            raise refuse(answer)
        self._started, self._fresh, self._known = True, True, None
        self._excused = self._stops

    def _ask_for_board(self, command: str, seconds: float) -> str:
        self.program.say(command)
        return self.wait_for(lambda line: _is_answer(line) and not self._is_about_stop(line), "OK", seconds)

    def _start_command(self) -> str:
        width, height = self.game.width, self.game.height
        return f"START {width}" if width == height else f"RECTSTART {width},{height}"

    def synchronise(self, seconds: float) -> None:
        self.program.forget()

    def ask(self, position: Position, budget: Budget) -> None:
        self._stops_before = self._stops
        self._send_limits(position, budget)
        if position.previous is not None and position.previous == self._known:
            self.program.say(f"TURN {gomocup.format_cell(self.game, position.last_move_code)}")
            return
        self.begin_game(_SOON)
        self._fresh = False
        if position == self.game.start_position():
            self.program.say("BEGIN")
        else:
            for line in gomocup.format_board(position):
                self.program.say(line)

    def _send_limits(self, position: Position, budget: Budget) -> None:
        if is_endless(budget):
            raise EngineError("the protocol gomocup cannot search without an end: expected a limit of time")
        seconds = budget.seconds
        left = gomocup.NO_LIMIT
        if budget.clock is not None:
            seconds = budget.clock.left[position.to_move]
            left = _milliseconds(seconds)
            seconds -= min(seconds, LAG)  # it is asked to stop by then
        if seconds is not None:
            self._send_info("timeout_turn", _milliseconds(thinking_time(seconds)))
        self._send_info("time_left", left)
        for name, limit in (("max_node", budget.nodes), ("max_depth", budget.depth)):
            if limit is not None:
                self._limited.add(name)
            if name in self._limited:
                self._send_info(name, limit or _NO_MORE)

    def _send_info(self, name: str, value: object) -> None:
        self.program.say(f"INFO {name} {value}")

    def stop(self) -> None:
        self._stops += 1
        self.program.say("YXSTOP")

    def hear(self, line: str, info: SearchInfo) -> SearchInfo | Chosen | None:
        word, _, rest = line.strip().partition(" ")
        if gomocup.is_pair(line):
            self._excused = max(self._excused, self._stops_before)
            return Chosen(line.strip())
        if word.upper() == "SUGGEST" and gomocup.is_pair(rest):
            self.program.say(f"PLAY {rest.strip()}")
        elif word.upper() == "ERROR" or (word.upper() == "UNKNOWN" and not self._is_about_stop(line)):
            raise refuse(line)
        return None

    def _is_about_stop(self, line: str) -> bool:
        """True if a line may say that it does not know how to stop, which it may for each time once."""
        if not line.strip().upper().startswith("UNKNOWN") or self._excused == self._stops:
            return False
        self._excused += 1
        return True

    def code(self, position: Position, move: str) -> int:
        cell = gomocup.cell_at(self.game, *gomocup.read_pair(move))
        code = position.parse_move(self.game.board.name(cell))
        self._known = position.play_code(code)
        return code


_NO_MORE = 0
"""Takes back a limit of nodes or depth."""
_SOON = 10.0
"""Seconds in which an engine empties its board."""


def _is_answer(line: str) -> bool:
    return line.split(maxsplit=1)[0].upper() in ("OK", "ERROR", "UNKNOWN")


def _milliseconds(seconds: float) -> int:
    return max(1, min(gomocup.NO_LIMIT, round(1000 * seconds)))
