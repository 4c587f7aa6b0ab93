"""The player of an engine, made when it is needed, and searches that can be stopped."""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Final, Generic, TypeVar

from nupp.kernel import Deadline, Task, interpreting, under
from nupp.players import PLAYERS, Budget, Decision, Player, allot, player
from nupp.players.budget import LONGEST, SHORTEST, thinking_time
from nupp.players.warmup import prepare
from nupp.protocols.protocol import SURE, SearchInfo
from nupp.rules import Game, Position
from nupp.search.scores import WIN, plies_to_end
from nupp.spec import Parameter, Spec, SpecError, parse_spec, text_of

T = TypeVar("T")

MEMORY: Final = ("table", "memory")
"""The parameters of players that say how much memory they take, in MB."""


@dataclass(frozen=True)
class Limits:
    """The limits of a search, as protocols give them.

    seconds: for the move. left, increment: what the clock of the side shows, and what a move adds. moves: how
    many it has to make with that. lag: seconds that its moves have lately taken beyond what they were given.
    Without any limit the search has no end but `stop`.
    """

    seconds: float | None = None
    nodes: int | None = None
    depth: int | None = None
    left: float | None = None
    increment: float = 0.0
    moves: int | None = None
    lag: float = 0.0

    def budget(self, position: Position) -> Budget:
        """The budget of a player for its move."""
        found = Budget(nodes=self.nodes, depth=self.depth)
        if self.left is not None:
            left, added = min(LONGEST, max(SHORTEST, self.left)), min(LONGEST, self.increment)
            found = allot(position, left, added, found, self.moves, self.lag)
        if self.seconds is not None:
            own = max(SHORTEST, min(LONGEST, thinking_time(self.seconds)))
            found = replace(found, seconds=min(own, found.seconds or own))
        return replace(found, seconds=LONGEST) if found.unlimited else found


class Thinker:
    """The player of an engine, by its spec, which options change; its code is compiled when it is needed."""

    def __init__(self, game: Game, spec: str) -> None:
        self._game, self._spec = game, parse_spec(spec)
        self._made: Player | None = None
        self._ready: Player | None = None
        self._check(self._spec)

    @property
    def game(self) -> Game:
        """The game that is played."""
        return self._game

    @property
    def spec(self) -> str:
        """The canonical spec of the player."""
        return PLAYERS.canonical(self._spec)

    @property
    def name(self) -> str:
        """The name of the engine."""
        return f"nupp {self.spec}"

    def parameter(self, *names: str) -> Parameter | None:
        """The first of the parameters of these names that the player has."""
        known = {one.name: one for one in PLAYERS.entry(self._spec.name).parameters}
        return next((known[name] for name in names if name in known), None)

    def numbers(self) -> list[tuple[str, str, str, str]]:
        """Name, default, least and most of those of `threads` and `memory` that the player has."""
        found = []
        for name, own in (("threads", ("threads",)), ("memory", MEMORY)):
            one = self.parameter(*own)
            if one is not None and one.bounds is not None:
                low, high = text_of(one.bounds.low), text_of(one.bounds.high)
                found.append((name, text_of(one.default), low, high))
        return found

    def play(self, game: Game) -> None:
        """Play another game from now on; SpecError if the player does not."""
        if game.spec != self._game.spec:
            before, self._game = self._game, game
            try:
                self._check(self._spec)
            except SpecError:
                self._game = before
                raise

    def become(self, spec: str) -> None:
        """Let another player play from now on; SpecError if there is no such."""
        self._check(parse_spec(spec))
        self._spec = parse_spec(spec)

    def set(self, value: str, *names: str) -> None:
        """Set the first of the parameters of these names that the player has; SpecError if it has none."""
        parameter = self.parameter(*names)
        if parameter is None:
            raise SpecError(f"the player {self._spec.name} has no {' or '.join(names)}")
        changed = Spec(self._spec.name, {**self._spec.arguments, parameter.name: value})
        self._check(changed)
        self._spec = changed

    def adopt(self, name: str, value: str) -> None:
        """Set what most protocols let one set: `player`, `threads` or `memory`; SpecError if it cannot be."""
        if name == "player":
            self.become(value)
        else:
            self.set(value, *(MEMORY if name == "memory" else (name,)))

    def _check(self, spec: Spec) -> None:
        self._made = player(spec, self._game)

    def get_ready(self) -> Player:
        """The player, with its code compiled and its memory taken, so that no clock runs meanwhile."""
        made = self._made or player(self._spec, self._game)
        if (made.spec, self._game.spec) not in _prepared and not interpreting():
            prepare(made, clock=True)
            _prepared.add((made.spec, self._game.spec))
        if made is not self._ready:
            made.get_ready()
            self._let_choose(made)
            self._made = self._ready = made
        return made

    def _let_choose(self, made: Player) -> None:
        """Let a player make what it makes for its first move, and begin its random numbers anew."""
        made.choose(self._game.start_position(), Budget(nodes=1, depth=1))
        if made.first_seed is not None:
            made.seed(made.first_seed)

    def begin_game(self) -> None:
        """Forget the positions of the last game, so that the next one does not depend on it."""
        if self._made is not None and self._made.remembers and not self._made.learns:
            self._made = None


_prepared: set[tuple[str, str]] = set()
"""The players and games whose code this process has compiled or loaded."""


class Search(Generic[T]):
    """Thinking in a thread of its own.

    think: returns what was found, soon after the deadline that it is given. hold: whether the answer is kept
    back until `stop` or `hit`, as protocols want it of searches without an end. done: called with what was
    found, or with the error, in that thread, when `over` is True. stopped: whether `stop` was called.
    """

    def __init__(
        self,
        think: Callable[[Deadline], T],
        done: Callable[[T | None, Exception | None], None],
        hold: bool = False,
    ) -> None:
        self._think, self._done = think, done
        self._deadline, self._may_answer = Deadline(), threading.Event()
        if not hold:
            self._may_answer.set()
        self.over = self.stopped = False
        self._ended = threading.Event()
        self._task = Task(self._run, self.stop)
        self._task.begin()

    def _run(self) -> None:
        try:
            self._find_and_answer()
        finally:  # whatever happens, nobody waits for ever
            self.over = True
            self._ended.set()

    def _find_and_answer(self) -> None:
        found, failure = None, None
        try:
            with under(self._deadline):
                found = self._think(self._deadline)
        except Exception as error:  # whatever a player does wrong has to be answered
            failure = error
        self._may_answer.wait()
        self.over = True
        self._done(found, failure)

    def stop(self) -> None:
        """End the search at once; it answers with what it has found."""
        self.stopped = True
        self._may_answer.set()
        self._deadline.move(0)

    def hit(self, budget: Budget) -> None:
        """The time for a search that had no end begins now, as that of a budget."""
        self._deadline.move(budget.seconds, budget.soft)
        self._may_answer.set()

    def wait(self, seconds: float | None = None) -> None:
        """Wait until it has answered, or for some seconds."""
        self._ended.wait(seconds)


def info_of(decision: Decision, line: tuple[str, ...] | None = None) -> SearchInfo:
    """The search info for a decision; `line` is its principal variation as the protocol writes it.

    A move that was not looked at further, as where a search was ended at once, has no score.
    """
    score: float | None = float(decision.score) / decision.unit
    plies = 0
    if decision.score_kind == "eval" and decision.depth == 0:
        score = None
    if decision.score_kind in ("win", "loss") and abs(decision.score) >= WIN:
        plies = max(1, plies_to_end(int(decision.score))) * (1 if decision.score > 0 else -1)
    if decision.score_kind == "draw":
        score = 0.0
    elif decision.score_kind == "proven" or abs(decision.score) >= WIN:
        score = SURE * ((decision.score > 0) - (decision.score < 0))
    return SearchInfo(
        decision.pv if line is None else line,
        score,
        plies,
        decision.depth,
        decision.nodes,
        decision.seconds,
    )
