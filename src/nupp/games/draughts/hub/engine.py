"""nupp as an engine that speaks Hub."""

from __future__ import annotations

from nupp.games.draughts.hub import messages as hub
from nupp.games.draughts.rules import Draughts
from nupp.players import Decision
from nupp.protocols import ProtocolError
from nupp.protocols.engine import Command, Engine, reason, register_engine
from nupp.protocols.protocol import read_count, read_number
from nupp.protocols.thinking import Limits, info_of
from nupp.rules import Position, game
from nupp.spec import Spec, parse_spec
from nupp.version import __version__


@register_engine
class HubEngine(Engine):
    """The engine's side of Hub.

    Parameters: `variant`, `player` (a spec), and what the player has of `threads` and `memory` (MB).
    """

    protocol = "hub"

    _level = Limits()

    def commands(self) -> dict[str, Command]:
        self.position = self.game.start_position()
        return {
            "hub": lambda rest: self._introduce(),
            "set-param": lambda rest: self._set_param(_arguments(rest)),
            "init": lambda rest: self._init(),
            "new-game": lambda rest: self.begin_game(),
            "pos": lambda rest: self._set_position(_arguments(rest)),
            "level": lambda rest: self._set_level(_arguments(rest)),
            "go": self._begin,
            "ponder-hit": lambda rest: self.hit(self._level),
            "stop": lambda rest: self.stop(),
            "ping": lambda rest: self.say("pong"),
            "quit": self.leave,
        }

    def complain(self, message: str) -> None:
        self.say(hub.format_line("error", message=message))

    # ---- commands ----------------------------------------------------------------------------------

    def _introduce(self) -> None:
        self.say(hub.format_line("id", name="nupp", version=__version__, author="the authors of nupp"))
        assert isinstance(self.game, Draughts)
        name, values = hub.variant_name(self.game), " ".join(hub.VARIANTS)
        self.say(hub.format_line("param", name="variant", value=name, type="enum", values=values))
        self.say(hub.format_line("param", name="player", value=self.thinker.spec, type="string"))
        for name, value, low, high in self.thinker.numbers():
            self.say(hub.format_line("param", name=name, value=value, type="int", min=low, max=high))
        self.say("wait")

    def _set_param(self, given: dict[str, str]) -> None:
        name, value = given.get("name", ""), given.get("value", "")
        match name:
            case "variant":
                self._set_variant(value)
            case "player" | "threads" | "memory":
                self.thinker.adopt(name, value)
            case _:
                raise ProtocolError(f"set-param name={name}: expected variant, player, threads or memory")

    def _set_variant(self, name: str) -> None:
        if name not in hub.VARIANTS:
            raise ProtocolError(f"variant {name!r}: expected one of {', '.join(hub.VARIANTS)}")
        arguments = {**parse_spec(self.game.spec).arguments, "variant": hub.VARIANTS[name]}
        self.thinker.play(game(str(Spec("draughts", arguments))))
        self.position = self.game.start_position()

    def _init(self) -> None:
        self.thinker.get_ready()
        self.say("ready")

    def _set_position(self, given: dict[str, str]) -> None:
        """A position and the moves from there; without one, or with `start`, that of the game's start."""
        self.position, text = None, given.get("pos")
        start = self.game.start_position() if text is None else hub.read_position(self.game, text)
        self.position = hub.play_all(start, given.get("moves", ""))

    def _set_level(self, given: dict[str, str]) -> None:
        self._level = Limits()
        times = {
            name: read_number(given[name], name) for name in ("move-time", "time", "inc") if name in given
        }
        counts = {name: read_count(given[name], name) for name in ("depth", "nodes") if name in given}
        moves = read_count(given["moves"], "moves", 0) if "moves" in given else 0
        added = max(0.0, times.get("inc", 0.0))
        self._level = Limits(
            times.get("move-time"),
            counts.get("nodes"),
            counts.get("depth"),
            times["time"] + added if "time" in times else None,
            added,
            moves or None,  # 0 stands for all moves of the game
        )

    # ---- searches ----------------------------------------------------------------------------------

    def _begin(self, rest: str) -> None:
        mode = rest.split()[0] if rest else "think"
        if mode not in ("think", "ponder", "analyze"):
            raise ProtocolError(f"go {mode[:40]}: expected think, ponder or analyze")
        self.settle()
        position = self.position
        if position is None:
            raise ProtocolError("there is no position: expected pos")
        if position.is_over:
            raise ProtocolError(f"the game is over: {position.result}")
        self.pondering = mode == "ponder"
        level = self._level
        limits = Limits(nodes=level.nodes, depth=level.depth) if self.pondering else level

        def report(decision: Decision) -> None:
            self.say(_info(position, decision))

        def done(decision: Decision | None, failure: Exception | None) -> None:
            if decision is None:
                self.complain("no move" if failure is None else reason(failure))
                return
            self.say(_info(position, decision))
            move, *line = _line(position, decision)
            self.say(hub.format_line("done", move=move, ponder=line[0] if line else None))

        self.begin_search(position, self.budget(position, limits), report, done, hold=mode == "ponder")


def _arguments(rest: str) -> dict[str, str]:
    return hub.read_line(f"line {rest}")[1]


def _info(position: Position, decision: Decision) -> str:
    return hub.format_info(info_of(decision, _line(position, decision)))


def _line(position: Position, decision: Decision) -> tuple[str, ...]:
    """The principal variation of a decision as Hub writes it."""
    moves = []
    for text in decision.pv:
        code = position.parse_move(text)
        moves.append(hub.format_move(position.game, code))
        position = position.play_code(code)
    return tuple(moves)
