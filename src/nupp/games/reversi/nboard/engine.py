"""nupp as an engine that speaks NBoard.

`set depth` limits how deep it looks and the clocks of the game, if there are any, how long; any command about
the game, or `ping`, ends its search. A certain win is reported as a lead of 100 discs.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from nupp.games.reversi.nboard import messages as nboard
from nupp.kernel import Deadline
from nupp.players import Decision, Player
from nupp.players.base import Candidate
from nupp.protocols import ProtocolError
from nupp.protocols.engine import Command, Engine, reason, register_engine
from nupp.protocols.protocol import read_count
from nupp.protocols.thinking import Limits, info_of
from nupp.rules import Position

_SECONDS: Final = 1.0
"""The most for each position of a game that is analysed."""


@register_engine
class NBoardEngine(Engine):
    """The engine's side of NBoard."""

    protocol = "nboard"

    _depth: int | None = None

    def commands(self) -> dict[str, Command]:
        self.position = self.game.start_position()
        self._left: list[float | None] = [None, None]
        self._increments = (0.0, 0.0)
        return {
            "nboard": self._introduce,
            "set": self._set,
            "move": self._move,
            "go": self._begin,
            "hint": self._hint,
            "analyze": lambda rest: self._analyse(),
            "ping": self._pong,
            "learn": lambda rest: self.say("learned"),
            "quit": self.leave,
        }

    def complain(self, message: str) -> None:
        self.say(f"status error: {message}")

    # ---- commands ----------------------------------------------------------------------------------

    def _introduce(self, rest: str) -> None:
        version = read_count(rest, "version")
        if version > nboard.VERSION:
            raise ProtocolError(f"version {version}: expected {nboard.VERSION} or less")
        self.say(f"set myname {self.thinker.name}")

    def _pong(self, rest: str) -> None:
        self.stop_and_wait()
        if not self.leaving:
            self.get_ready()
        self.say(f"pong {rest}".rstrip())

    def _set(self, rest: str) -> None:
        name, _, value = rest.partition(" ")
        match name:
            case "depth":
                self._depth = nboard.read_depth(value)
            case "game":
                self._set_game(value)
            case "player" | "threads":
                self.thinker.adopt(name, value.strip())
            case "contempt":
                return  # it has none

    def _set_game(self, ggf: str) -> None:
        self.stop_and_wait()
        self.position = None
        handed = nboard.read_game(self.game, ggf)
        self.position, self._left, self._increments = handed.position, list(handed.left), handed.increments

    def _move(self, rest: str) -> None:
        self.stop_and_wait()
        position = self._required()
        side = position.to_move
        move, seconds = nboard.read_move_command(rest)
        self.position = None
        self.position = position.play(move)
        left = self._left[side]
        if left is not None:
            self._left[side] = left - seconds + self._increments[side]

    def _required(self) -> Position:
        if self.position is None:
            raise ProtocolError("there is no position: expected set game")
        return self.position

    def _to_move(self) -> Position:
        position = self._required()
        if position.is_over:
            raise ProtocolError(f"the game is over: {position.result}")
        return position

    # ---- searches ----------------------------------------------------------------------------------

    def _limits(self, position: Position) -> Limits:
        side = position.to_move
        return Limits(depth=self._depth, left=self._left[side], increment=self._increments[side])

    def _begin(self, rest: str) -> None:
        self.stop_and_wait()
        position = self._to_move()

        def done(decision: Decision | None, failure: Exception | None) -> None:
            if decision is not None:
                self._report(decision)
                self.say(nboard.format_choice(info_of(decision), decision.move))
            self.say("status" if failure is None else f"status error: {reason(failure)}")

        self.say("status thinking")
        self.begin_search(position, self.budget(position, self._limits(position)), self._report, done)

    def _hint(self, rest: str) -> None:
        self.stop_and_wait()
        count = read_count(rest, "number of moves") if rest else 1
        position = self._to_move()

        def done(decision: Decision | None, failure: Exception | None) -> None:
            if decision is not None:
                self._report_candidates(decision, count)
            self.say("status" if failure is None else f"status error: {reason(failure)}")

        self.say("status analysing")
        budget = Limits(depth=self._depth).budget(position)
        multipv = min(count, len(position.legal_move_codes))
        self.begin_search(
            position, budget, lambda found: self._report_candidates(found, count), done, multipv=multipv
        )

    def _report(self, decision: Decision) -> None:
        info = info_of(decision)
        self.say(nboard.format_search(info))
        self.say(f"nodestats {info.nodes} {info.seconds:.3f}")

    def _report_candidates(self, decision: Decision, count: int) -> None:
        for candidate in reversed(decision.candidates[1:count]):
            self.say(nboard.format_search(info_of(_for(decision, candidate))))
        self._report(decision)

    def _analyse(self) -> None:
        """Report the value of each position of the game, from the last one back to the first."""
        self.stop_and_wait()
        last = self._required()

        def think(player: Player, deadline: Deadline) -> None:
            position: Position | None = last
            while position is not None and deadline.left != 0:
                if not position.is_over:
                    budget = Limits(_SECONDS, depth=self._depth).budget(position)
                    found = info_of(player.choose(position, budget))
                    if deadline.left != 0:
                        self.say(nboard.format_analysis(position.ply, found))
                position = position.previous

        def done(nothing: None, failure: Exception | None) -> None:
            self.say("status" if failure is None else f"status error: {reason(failure)}")

        self.say("status analysing")
        self.begin_thinking(think, done)


def _for(decision: Decision, candidate: Candidate) -> Decision:
    """A decision for another candidate of the same search."""
    return replace(
        decision,
        move=candidate.move,
        pv=(candidate.move,),
        score=candidate.score,
        score_kind=candidate.score_kind,
    )
