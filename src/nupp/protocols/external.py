"""The player that asks another program for its moves."""

from __future__ import annotations

import shlex
import threading
import time
from collections.abc import Callable, Mapping
from functools import cached_property
from typing import Annotated, Final, TypeVar

from nupp.kernel import Task
from nupp.players.base import Candidate, Decision, Player, Report
from nupp.players.budget import SHORTEST, USUAL, Budget
from nupp.players.catalogue import register
from nupp.players.clock import LAG
from nupp.players.expectation import scale_of
from nupp.players.tuned import best_evaluator
from nupp.protocols.dialogue import Chosen, Dialogue, dialogue_for
from nupp.protocols.program import EngineError, Program
from nupp.protocols.protocol import SearchInfo, check_protocol, plain
from nupp.rules import Game, Position
from nupp.search.scores import MATE, MAX_PLY
from nupp.spec import Between, SpecError, parse_spec

R = TypeVar("R")

_PAUSE: Final = 0.1
"""Seconds between two reports; an engine may send thousands."""
_LISTEN: Final = 3600.0
"""Seconds for which one line is waited for before waiting on."""


@register("external")
class External(Player):
    """Another program that speaks a protocol of engines, such as UGI.

    It is started, without a shell, when it is first needed, and kept from move to move and from game to game.
    A program that dies, hangs or answers what is no legal move is ended; `choose` raises EngineError with its
    words, and starts it anew the next time.

    Its own scores are reported, in its own points, and wins that it is certain of as such.
    """

    foreign = True

    def __init__(
        self,
        game: Game,
        cmd: Annotated[str, "the command line that starts it, such as (nupp engine GAME)"] = "",
        protocol: Annotated[str, "the protocol that it speaks, such as ugi"] = "ugi",
        options: Annotated[str, "its options, such as (threads=2,memory=64)"] = "",
        start: Annotated[float, Between(0.1, 3600), "seconds it may take to get ready"] = 60.0,
        grace: Annotated[float, Between(0.01, 3600), "seconds it may take to stop"] = 2.0,
    ) -> None:
        super().__init__(game)
        _check_command(cmd)
        check_protocol(protocol, game)
        self.command, self.protocol, self.options = cmd, protocol, _read_options(options)
        self.start, self.grace = start, grace
        self._talk: Dialogue | None = None
        self._root: Position | None = None
        self._fresh = False  # it has been sent a new game of which no position is known yet

    def get_ready(self) -> None:
        """Start the program, if it does not run; EngineError if that fails."""
        self._guarded(self._running)

    def seed(self, seed: int) -> None:
        """Begin a new game, before any clock runs; the program itself cannot be seeded."""
        if self._talk is not None:
            self._guarded(lambda: self._begin_game(self._running()))

    def choose(
        self, position: Position, budget: Budget | None = None, report: Report | None = None
    ) -> Decision:
        """Ask the program; EngineError if it does not answer with a legal move.

        It is asked to stop when its time is over, and has to answer within `grace` seconds then.
        """
        self._require_turn(position)
        budget = budget or Budget()
        if budget.unlimited:
            budget = USUAL
        began = time.perf_counter()
        return self._guarded(lambda: self._ask(position, budget, began, report))

    def _ask(self, position: Position, budget: Budget, began: float, report: Report | None) -> Decision:
        talk = self._running()
        self._begin_new_game(talk, position)
        search = _Search(talk, position, budget, self.grace, self._scale, began, report)
        used = time.perf_counter() - began
        limit = _limit(position, budget)
        task = Task(search.run, search.stop)
        return task.wait(None if limit is None else max(SHORTEST, limit - used))

    @cached_property
    def _scale(self) -> float | None:
        """The scale of its points; they are taken for those of the evaluator that plays the game best."""
        evaluator = best_evaluator(self.game)
        scale = scale_of(evaluator, self.game)
        return None if scale is None else scale / evaluator.unit

    def _guarded(self, function: Callable[[], R]) -> R:
        """Return what a function returns; if it fails, end the program and name it in the error."""
        try:
            return function()
        except EngineError as error:
            self.end()
            error.command = self.command
            raise
        except Exception:
            self.end()
            raise

    def _running(self) -> Dialogue:
        """The conversation with the program, which is started if it does not run."""
        if self._talk is None:
            program = Program(self.command)
            talk = dialogue_for(self.protocol)(self.game, program, self.options)
            try:
                talk.greet(self.start)
            except BaseException:
                program.kill()
                raise
            self._talk, self._root, self._fresh = talk, None, False
        return self._talk

    def _begin_new_game(self, talk: Dialogue, position: Position) -> None:
        """Begin a new game if a position does not belong to the last one, and wait until it is ready."""
        root = position
        while root.previous is not None:
            root = root.previous
        if root is not self._root:
            if self._root is not None or not self._fresh:
                self._begin_game(talk)
            self._root, self._fresh = root, False
        talk.synchronise(self.start)

    def _begin_game(self, talk: Dialogue) -> None:
        talk.begin_game(self.start)
        talk.synchronise(self.start)
        self._root, self._fresh = None, True

    def end(self) -> None:
        """End the program, if it runs."""
        talk, self._talk = self._talk, None
        if talk is not None:
            talk.program.kill()


class _Search:
    """One search of an engine, which another thread may stop."""

    def __init__(
        self,
        talk: Dialogue,
        position: Position,
        budget: Budget,
        grace: float,
        scale: float | None,
        began: float,
        report: Report | None,
    ) -> None:
        self._talk, self._position, self._budget, self._grace = talk, position, budget, grace
        self._scale, self._began, self._report, self._reported = scale, began, report, began
        self._lock = threading.Lock()
        self._asked = self._stopped = False
        talk.program.patience = None

    def run(self) -> Decision:
        """Ask, and listen until there is an answer."""
        with self._lock:
            if self._stopped:  # it has to move all the same
                self._talk.program.patience = time.monotonic() + self._grace
            self._talk.ask(self._position, self._budget)
            self._asked = True
            if self._stopped:
                self._talk.stop()
        info = SearchInfo()
        while True:
            line = self._talk.program.line(_LISTEN)
            heard = None if line is None else self._talk.hear(line, info)
            if isinstance(heard, SearchInfo):
                info = heard if heard.line or not info.line else _with_figures(info, heard)
                self._pass_on(info)
            elif isinstance(heard, Chosen):
                self._talk.program.patience = None
                return self._decide(heard, heard.info or info)

    def stop(self) -> None:
        """Ask the engine to stop, which it has to do within `grace` seconds."""
        with self._lock:
            if not self._stopped:
                self._stopped = True
                self._talk.program.patience = time.monotonic() + self._grace
                if self._asked:
                    self._talk.stop()

    def _decide(self, chosen: Chosen, info: SearchInfo) -> Decision:
        try:
            code = self._talk.code(self._position, chosen.move)
        except ValueError as error:
            raise EngineError(f"it answered {plain(chosen.move)!r}: {plain(str(error))}") from None
        return self._decision(code, info)

    def _pass_on(self, info: SearchInfo) -> None:
        """Report a search info, if its line begins with a legal move and none was made just before."""
        now = time.perf_counter()
        if self._report is None or not info.line or now - self._reported < _PAUSE:
            return
        line = self._talk.line_texts(self._position, info.line[:1])
        try:
            code = self._position.parse_move(line[0]) if line else -1
        except ValueError:
            return
        if code >= 0:
            self._reported = now
            self._report(self._decision(code, info))

    def _decision(self, code: int, info: SearchInfo) -> Decision:
        move = self._position.format_move(code)
        line = tuple(plain(text) for text in self._talk.line_texts(self._position, info.line))
        score, kind = _score(info)
        return Decision(
            move=move,
            code=code,
            score=score,
            score_kind=kind,
            pv=line if line[:1] == (move,) else (move,),
            depth=info.depth,
            nodes=info.nodes,
            seconds=time.perf_counter() - self._began,
            candidates=(Candidate(move, score, score_kind=kind),),
            scale=self._scale,
        )


def _with_figures(info: SearchInfo, later: SearchInfo) -> SearchInfo:
    """A search info with the figures of a later one that has no principal variation."""
    return SearchInfo(
        info.line,
        info.score if later.score is None else later.score,
        later.plies if later.score is not None else info.plies,
        later.depth or info.depth,
        later.nodes or info.nodes,
        later.seconds or info.seconds,
    )


def _score(info: SearchInfo) -> tuple[float, str]:
    """The score of a decision by a search info, and its kind."""
    if info.plies:
        plies = min(abs(info.plies), MAX_PLY)
        return (MATE - plies, "win") if info.plies > 0 else (plies - MATE, "loss")
    return info.score or 0.0, "eval"


def _limit(position: Position, budget: Budget) -> float | None:
    """The seconds after which a search is stopped: with a clock, when that has nearly run out."""
    if budget.clock is None or budget.seconds is None:
        return budget.seconds
    left = budget.clock.left[position.to_move]
    return max(budget.seconds, left - LAG)


def _check_command(command: str) -> None:
    try:
        words = shlex.split(command)
    except ValueError as error:
        raise SpecError(f"cmd={command}: {str(error).lower()}: expected a command line") from None
    if not words:
        raise SpecError("external needs cmd=(...): expected the command line of a program")


def _read_options(text: str) -> Mapping[str, str]:
    """Names and values of options that are written like the arguments of a spec."""
    arguments = parse_spec(f"options:{text}").arguments if text.strip() else {}
    for name, value in arguments.items():
        if plain(f"{name} {value}", 2000) != f"{name} {value}":
            raise SpecError(f"options=({text}): expected values of one line without repeated blanks")
    return arguments
