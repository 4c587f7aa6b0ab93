"""nupp as an engine ("brain") that speaks the protocol of Gomocup."""

from __future__ import annotations

from nupp.games.mnk.gomocup import messages as gomocup
from nupp.games.mnk.rules import Mnk
from nupp.players import Decision
from nupp.players.budget import SHORTEST
from nupp.protocols import ProtocolError
from nupp.protocols.engine import Command, Engine, reason, register_engine
from nupp.protocols.protocol import read_count, read_number
from nupp.protocols.thinking import MEMORY, Limits
from nupp.rules import Position
from nupp.version import __version__

_MEGABYTE = 1 << 20
_MOST = 1 << 53
"""The value for larger limits: more than any search takes, and no number of the machine runs over."""
_ABORTS = frozenset({"END", "START", "RECTSTART", "RESTART"})
"""Commands that are obeyed within a board that is not complete, which is forgotten then."""
_SHARE = 4
"""The divisor of the allowed memory that gives that of a table: there is the program as well."""


@register_engine
class GomocupEngine(Engine):
    """The brain's side of the protocol. Without any limit of time it takes five seconds for a move."""

    protocol = "gomocup"

    def commands(self) -> dict[str, Command]:
        self._info: dict[str, float] = {"timeout_turn": 5000}
        self._given = self._rules
        self._rule: int | None = None
        self._refusal: str | None = None
        self._halted: Position | None = None
        self._fields: list[tuple[int, int, int]] | None = None
        return {
            "start": self._start,
            "rectstart": lambda rest: self._set_board(*gomocup.read_pair(rest, "size")),
            "restart": lambda rest: self._set_board(self._rules.width, self._rules.height),
            "begin": lambda rest: self._begin(),
            "turn": self._turn,
            "board": lambda rest: self._begin_board(),
            "takeback": self._take_back,
            "info": self._inform,
            "about": lambda rest: self.say(
                f'name="nupp", version="{__version__}", author="the authors of nupp"'
            ),
            "stop": lambda rest: self.stop(),
            "yxstop": lambda rest: self.stop(),
            "end": self.leave,
        }

    def complain(self, message: str) -> None:
        self.say(f"ERROR {message}")

    def unknown(self, line: str) -> None:
        self.say(f"UNKNOWN command: {line.split()[0][:40]}")

    def obey(self, line: str) -> None:
        if _ABORTS.intersection(line.upper().split()[:1]):
            self._fields = None
        if self._fields is not None and line:
            self._read_field(line)
        else:
            super().obey(line)

    # ---- boards ------------------------------------------------------------------------------------

    def _start(self, rest: str) -> None:
        size = read_count(rest, "size")
        self._set_board(size, size)

    def _set_board(self, width: int, height: int) -> None:
        self.stop_and_wait()
        self.position = self._halted = None
        self.thinker.play(self._board_of(width, height))
        self.begin_game()
        self.thinker.get_ready()
        self.position = self.game.start_position()
        self.say("OK")

    def _board_of(self, width: int, height: int) -> Mnk:
        """The game that was given at first on a board of some size, by the rule that was set last."""
        return gomocup.board_of(self._given, width, height, self._rule)

    def _set_rule(self, rule: int) -> None:
        """Go on by a rule, with the stones that are on the board; by an unknown one, not until the next."""
        before, self._rule = self._rule, rule
        position = self.position or self._halted
        if position is None or rule == before:
            return
        self.stop_and_wait()
        self.position, self._halted = None, position
        self.thinker.play(self._board_of(self._rules.width, self._rules.height))
        self.thinker.get_ready()
        self.position = gomocup.placed(self._rules, gomocup.stones_of(position), position.to_move)
        self._halted = None

    def _begin_board(self) -> None:
        """Read the lines that follow, to their end even where there is no board for them."""
        self._fields, self._refusal = [], None
        try:
            self._required()
        except ProtocolError as error:
            self._refusal = str(error)

    def _read_field(self, line: str) -> None:
        """A line of a board; after the last one it is my move. A bad line spoils the board, up to its end."""
        assert self._fields is not None
        if line.upper() != "DONE":
            try:
                self._add_field(gomocup.read_field(line))
            except ProtocolError as error:
                self._refusal = self._refusal or str(error)
            return
        fields, self._fields = self._fields, None
        try:
            if self._refusal is not None:
                raise ProtocolError(self._refusal)
            self.stop_and_wait()
            self._think(gomocup.position_of(self._rules, fields))
        except Exception as error:
            self.complain(reason(error))

    def _add_field(self, field: tuple[int, int, int]) -> None:
        assert self._fields is not None
        if len(self._fields) == self._rules.cells:
            raise ProtocolError(f"more stones than {self._rules.cells} cells: expected DONE")
        self._fields.append(field)

    @property
    def _rules(self) -> Mnk:
        assert isinstance(self.game, Mnk)
        return self.game

    def _required(self) -> Position:
        if self._halted is not None:
            raise ProtocolError(f"rule {self._rule} is not known: expected INFO rule with another first")
        if self.position is None:
            raise ProtocolError("there is no board: expected START first")
        return self.position

    # ---- moves -------------------------------------------------------------------------------------

    def _begin(self) -> None:
        self.stop_and_wait()
        self._think(self._required())

    def _turn(self, rest: str) -> None:
        self.stop_and_wait()
        position = self._required()
        name = self.game.board.name(gomocup.cell_at(self._rules, *gomocup.read_pair(rest)))
        self._think(position.play(name))

    def _take_back(self, rest: str) -> None:
        self.stop_and_wait()
        position = self._required()
        cell = gomocup.cell_at(self._rules, *gomocup.read_pair(rest))
        stones, side = gomocup.stones_of(position), 1 - position.to_move
        if cell not in stones[side]:
            raise ProtocolError(f"TAKEBACK {rest}: expected a stone of the side that moved last")
        stones[side].remove(cell)
        self.position = gomocup.placed(self._rules, stones, side)
        self.say("OK")

    def _think(self, position: Position) -> None:
        """Take a position over and look for a move in it; nothing is taken over if that cannot be begun."""
        if position.is_over:
            self.position = position
            raise ProtocolError(f"the game is over: {position.result}")
        budget = self.budget(position, self._limits())
        self.position = position

        def report(decision: Decision) -> None:
            self.say(f"MESSAGE {_words(decision)}")

        def done(decision: Decision | None, failure: Exception | None) -> None:
            if decision is None:
                self.complain("no move" if failure is None else reason(failure))
                return
            self.position = position.play_code(decision.code)
            self.say(gomocup.format_cell(self._rules, decision.code))

        self.begin_search(position, budget, report, done)

    # ---- limits ------------------------------------------------------------------------------------

    def _limits(self) -> Limits:
        info = self._info
        left = info.get("time_left", info.get("timeout_match") or gomocup.NO_LIMIT)
        nodes, depth = int(info.get("max_node", 0)), int(info.get("max_depth", 0))
        return Limits(
            max(SHORTEST, info["timeout_turn"] / 1000),
            nodes if nodes > 0 else None,
            depth if depth > 0 else None,
            None if left >= gomocup.NO_LIMIT else left / 1000,
        )

    def _inform(self, rest: str) -> None:
        """Note what is of use; all else is passed over, as the protocol wants it."""
        name, _, value = rest.partition(" ")
        name = name.lower()
        match name:
            case "timeout_turn" | "timeout_match" | "time_left" | "max_node" | "max_depth":
                self._info[name] = min(_MOST, read_number(value.strip(), name))
            case "rule":
                self._set_rule(read_count(value.strip(), name, 0))
            case "thread_num":
                self.thinker.adopt("threads", value.strip())
            case "max_memory":
                self._limit_memory(read_count(value.strip(), name, 0))
            case "player":
                self.thinker.adopt(name, value.strip())

    def _limit_memory(self, most: int) -> None:
        parameter = self.thinker.parameter(*MEMORY)
        if parameter is not None and most:
            usual = int(parameter.default)
            self.thinker.set(str(max(1, min(usual, most // _SHARE // _MEGABYTE))), *MEMORY)


def _words(decision: Decision) -> str:
    line = " ".join(decision.pv)
    return f"depth {decision.depth} score {decision.score_text} nodes {decision.nodes} line {line}"
