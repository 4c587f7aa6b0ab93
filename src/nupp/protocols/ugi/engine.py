"""nupp as an engine that speaks UGI."""

from __future__ import annotations

from dataclasses import replace

from nupp.evaluators import evaluators_of
from nupp.formats.lists import ugi_word
from nupp.players import Decision
from nupp.players.budget import USUAL
from nupp.protocols.engine import Command, Engine, reason, register_engine
from nupp.protocols.protocol import ProtocolError
from nupp.protocols.thinking import Limits, info_of
from nupp.protocols.ugi import messages
from nupp.rules import Position
from nupp.spec import SpecError
from nupp.version import __version__


@register_engine
class UgiEngine(Engine):
    """The engine's side of UGI.

    Options: `player` (a spec), and what the player has of `threads`, `memory` (MB) and `evaluator`; `ponder`,
    whether `bestmove` names the expected reply; and in games that programs write in another way, too,
    `notation`: `own`, or the name of that (see `messages.Wording`).
    """

    protocol = "ugi"

    _go = messages.Go()
    _ponders = False
    _wording: messages.Wording | None = None
    """The notation of moves, if it is not that of the game."""
    _fault = "no position was set"
    _known: tuple[str, Position] | None = None
    """The text of the last valid `position` command, and the position."""

    def commands(self) -> dict[str, Command]:
        self.position = self.game.start_position()
        return {
            "ugi": self._introduce,
            "isready": self._get_ready,
            "uginewgame": lambda rest: self.begin_game(),
            "position": self._set_position,
            "go": self._obey_go,
            "stop": lambda rest: self.stop(),
            "ponderhit": lambda rest: self.hit(self._limits()),
            "query": self._query,
            "setoption": self._set_option,
            "quit": self.leave,
        }

    def complain(self, message: str) -> None:
        self.say(f"{messages.COMPLAINT} {message}")

    def unknown(self, line: str) -> None:
        self.complain(
            f"unknown command {line.split()[0][:40]!r}: expected one of {', '.join(self._commands)}"
        )

    # ---- commands ----------------------------------------------------------------------------------

    def _introduce(self, rest: str) -> None:
        self.say(f"id name nupp {__version__}")
        self.say("id author the authors of nupp")
        for line in self._options():
            self.say(f"option name {line}")
        self.say("ugiok")

    def _options(self) -> list[str]:
        found = [f"player type string default {self.thinker.spec}"]
        for name, value, low, high in self.thinker.numbers():
            found.append(f"{name} type spin default {value} min {low} max {high}")
        if self.thinker.parameter("eval") is not None:
            names = "".join(f" var {name}" for name in evaluators_of(self.game).names())
            found.append(f"evaluator type combo default usual var usual{names}")
        found.append("ponder type check default false")
        if (other := messages.wording_of(self.game)) is not None:
            found.append(f"notation type combo default own var own var {other.name}")
        return found

    def _get_ready(self, rest: str) -> None:
        if not self.searching:
            self.get_ready()
        self.say("readyok")

    def _set_position(self, rest: str) -> None:
        self.position, text = None, self._own_words(rest)
        try:
            self.position = messages.read_position(self.game, text, self._known)
            self._known = text, self.position
        except ValueError as error:
            self._fault = reason(error)
            raise

    def _query(self, rest: str) -> None:
        position = self._required()
        over = position.is_over
        answers = {
            "gameover": _truth(over),
            "p1turn": _truth(position.to_move == 0),
            "result": {1: "p1win", -1: "p2win", 0: "draw"}[position.outcome] if over else "none",
            "end": messages.format_end(position) if over else "none",
        }
        if rest not in answers:
            raise ProtocolError(f"query {rest[:40]!r}: expected one of {', '.join(answers)}")
        self.say(f"response {answers[rest]}")

    def _required(self) -> Position:
        if self.position is None:
            raise ProtocolError(f"there is no position: {self._fault}")
        return self.position

    # ---- options -----------------------------------------------------------------------------------

    def _set_option(self, rest: str) -> None:
        name, value = messages.read_option(rest)
        match name:
            case "player" | "threads" | "memory":
                self.thinker.adopt(name, value)
            case "evaluator":
                self.thinker.set("" if value == "usual" else value, "eval")
            case "ponder":
                self._ponders = _read_truth(name, value)
            case "notation" if (other := messages.wording_of(self.game)) and value in ("own", other.name):
                self._wording = other if value == other.name else None
            case _:
                raise SpecError(f"option {name!r} with value {value!r}: expected one that `ugi` lists")

    # ---- searches ----------------------------------------------------------------------------------

    def _limits(self) -> Limits:
        """The limits of the last `go`; the usual time if it has limits, but none for the side to move."""
        go, side = self._go, 0 if self.position is None else self.position.to_move
        found = Limits(go.seconds, go.nodes, go.depth, go.times[side], go.increments[side], go.moves)
        limits = (found.seconds, found.nodes, found.depth, found.left)
        if all(limit is None for limit in limits) and replace(go, ponder=False) != messages.Go():
            return replace(found, seconds=USUAL.seconds)
        return found

    def _obey_go(self, rest: str) -> None:
        self.settle()
        try:
            go = messages.read_go(rest)
            position = self._required()
            if position.is_over:
                raise ProtocolError(f"go in a finished game: {position.result}")
        except (
            ValueError
        ) as error:  # before the answer, after which it would be taken for that of the next search
            self.complain(reason(error))
            self.say(f"bestmove {messages.NO_MOVE}")
            return
        self._go, self.pondering = go, go.ponder
        endless = Limits(nodes=go.nodes, depth=go.depth)
        limits = endless if go.infinite or go.ponder else self._limits()
        budget = self.budget(position, limits)
        hold = go.infinite or go.ponder or limits == Limits()
        last = ""

        def report(decision: Decision) -> None:
            nonlocal last
            line = self._info(position, decision)
            if line != last:
                last = line
                self.say(line)

        def done(decision: Decision | None, failure: Exception | None) -> None:
            if failure is not None:
                self.complain(reason(failure))
            if decision is None:
                self.say(f"bestmove {messages.NO_MOVE}")
                return
            report(decision)
            line = self._words(decision.pv)
            reply = f" ponder {line[1]}" if self._ponders and len(line) > 1 else ""
            self.say(f"bestmove {line[0]}{reply}")

        self.begin_search(position, budget, report, done, hold)

    def _info(self, position: Position, decision: Decision) -> str:
        return messages.format_info(info_of(decision, self._words(decision.pv)))

    # ---- notation ----------------------------------------------------------------------------------

    def _words(self, line: tuple[str, ...]) -> tuple[str, ...]:
        """Moves as they are sent."""
        return tuple(map(ugi_word if self._wording is None else self._wording.write, line))

    def _own_words(self, text: str) -> str:
        """A `position` command in the notation of the game."""
        return text if self._wording is None else self._wording.read(text)


def _truth(value: bool) -> str:
    return str(value).lower()


def _read_truth(name: str, text: str) -> bool:
    if text.lower() not in ("true", "false"):
        raise SpecError(f"option {name} with value {text!r}: expected true or false")
    return text.lower() == "true"
