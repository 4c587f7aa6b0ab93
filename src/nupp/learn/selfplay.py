"""Games that a search plays against itself: their positions, with search values and results, to learn from.

Whole games are played in compiled code, many in a call. The seed and its number decide a game; so the file is
the same whether one thread plays it, several, or the machines of a cluster.
"""

from __future__ import annotations

import contextlib
import hashlib
import itertools
import platform
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextvars import copy_context
from dataclasses import asdict, dataclass, field
from functools import cached_property
from pathlib import Path
from queue import SimpleQueue
from typing import Any, Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

from nupp.evaluators import Evaluator
from nupp.kernel import (
    Generator,
    Record,
    below,
    generator,
    kernel,
    record_dtype,
    stop_requested,
    uniform,
)
from nupp.learn.datafile import FACTS, Chunk, DataError, Writer, joined
from nupp.learn.settling import Settler, StoppedError, require_effort
from nupp.players import player
from nupp.players.alphabeta import DEEPEST, AlphaBeta
from nupp.players.expectation import scale_of
from nupp.rules import Game, game, load_file, start_state
from nupp.rules.basics import NO_MOVE, Moves, States
from nupp.search.alphabeta import alphabeta
from nupp.search.erased import Searched
from nupp.search.nodes import copy_states, count_occurrences
from nupp.search.recorder import OFF
from nupp.search.scores import INFINITY, MATE
from nupp.search.table import LAST_GENERATION, clear
from nupp.search.tactics import Tactics
from nupp.search.workspace import Workspace, new_workspace
from nupp.version import __version__

CHUNK: Final = 64
"""Games in a chunk of a file."""

_ROOM: Final = 1 << 14
"""Positions in one call, unless a single game may have more."""
_ROOM_BYTES: Final = 8 << 20
"""Bytes of the states in one call, which hold more where a game has tactics."""

Chunks: TypeAlias = Callable[[int], Iterator[Chunk]]
"""Plays the chunks of a plan from a number on."""

SETTINGS: Final = record_dtype(
    ("epsilon", np.float64),
    ("shallowest", np.int16),
    ("deepest", np.int16),
    ("openings", np.int16),
    ("max_plies", np.int16),
    ("candidates", np.int16),
)
"""The settings of games. epsilon: the share of random moves. shallowest, deepest: the plies of a search's
first and last iteration. openings: random moves at the beginning. max_plies: moves after which a game is
drawn. candidates: the reach of active moves, 0 for all moves."""


# ---- compiled ------------------------------------------------------------------------------------


@kernel
def think(
    game: Game, evaluator: Evaluator[Any], tactics: Tactics[Any], work: Workspace, settings: NDArray[Any]
) -> tuple[int, int]:
    """The value of `stack[0]`, a position that is not over, and its best move, by a search.

    Iterative deepening as in `nupp.search.alphabeta.deepen`, with full windows.
    """
    control = work.control[0]
    control.nodes = control.stopped = 0
    control.generation += 1
    if control.generation > LAST_GENERATION:
        control.generation = 1
        clear(work.table)
    for i in range(len(work.history)):
        work.history[i] = 0
    for i in range(len(work.killers)):
        work.killers[i, 0] = work.killers[i, 1] = NO_MOVE
    value, best = 0, NO_MOVE
    for depth in range(settings[0].shallowest, settings[0].deepest + 1):
        list_root(game, work, settings[0].candidates, best)
        best = work.moves[0, 0]
        control.horizon = 0
        score = alphabeta(game, evaluator, tactics, OFF, work, 0, depth, -INFINITY, INFINITY)
        if work.lines[0, 0] != NO_MOVE:
            value, best = score, work.lines[0, 0]
        if control.stopped != 0 or control.horizon == 0 or MATE - abs(score) <= depth:
            break
    return value, best


@kernel
def list_root(game: Game, work: Workspace, candidates: int, best: int) -> None:
    """List the moves of `stack[0]` for the root: the best known one first, then in the order of the game."""
    moves = work.moves[0]
    n = list_moves(game, work.stack[0], moves, candidates)
    work.control[0].root_moves = n
    place = 0
    while place < n and moves[place] != best:
        place += 1
    if place < n:
        for i in range(place, 0, -1):
            moves[i] = moves[i - 1]
        moves[0] = best


@kernel
def list_moves(game: Game, state: Record, moves: Moves, candidates: int) -> int:
    """Fill `moves[:n]` with the moves of a position, or its active ones within a reach, and return n."""
    if candidates > 0:
        return game.candidates(state, moves, candidates)
    return game.legal_moves(state, moves)


@kernel
def is_repeated(game: Game, work: Workspace, ply: int) -> bool:
    """Record `stack[0]` as the position after `ply` plies; True if its repetition draws the game."""
    return count_occurrences(game, work.stack[0], work.keys, ply) >= game.repetition.draws_at


@kernel
def play_game(
    game: Game,
    evaluator: Evaluator[Any],
    tactics: Tactics[Any],
    work: Workspace,
    settings: NDArray[Any],
    moves: Moves,
    rng: Generator,
    states: States,
    facts: NDArray[Any],
) -> int:
    """Play a game from `stack[0]`; returns the number of positions that it has put into `states` and `facts`.

    Those are the searched ones: without those of the opening, and without the end.
    """
    kept, ply, outcome, margin = 0, 0, 0, 0
    while stop_requested(work.stop) == 0:
        n = list_moves(game, work.stack[0], moves, settings[0].candidates)
        if n == 0:
            outcome, margin = game.outcome(work.stack[0]), game.margin(work.stack[0])
            break
        if ply >= settings[0].max_plies:
            break
        if game.repetition.draws_at > 0 and is_repeated(game, work, ply):
            break
        move = moves[below(rng, n)]
        if ply >= settings[0].openings:
            work.control[0].past = ply
            value, best = think(game, evaluator, tactics, work, settings)
            states[kept] = work.stack[0]
            facts[kept].value, facts[kept].ply = value, ply
            facts[kept].side = game.to_move(work.stack[0])
            kept += 1
            if uniform(rng) >= settings[0].epsilon:
                move = best
        game.play(work.stack[0], move)
        ply += 1
    for i in range(kept):
        sign = 1 if facts[i].side == 0 else -1
        facts[i].result, facts[i].margin = sign * outcome, sign * margin
    return kept


@kernel
def play_seeded(
    game: Game,
    evaluator: Evaluator[Any],
    tactics: Tactics[Any],
    work: Workspace,
    settings: NDArray[Any],
    moves: Moves,
    start: States,
    rngs: NDArray[np.uint64],
    states: States,
    facts: NDArray[Any],
) -> tuple[int, int]:
    """Play a game with each generator, as long as there is room; returns the numbers of games and positions.

    `game` of the facts is the number of the generator.
    """
    kept = 0
    for number in range(len(rngs)):
        if kept + settings[0].max_plies > len(states) or stop_requested(work.stop) != 0:
            return number, kept
        work.stack[0] = start[0]
        n = play_game(
            game, evaluator, tactics, work, settings, moves, rngs[number], states[kept:], facts[kept:]
        )
        for i in range(kept, kept + n):
            facts[i].game = number
        kept += n
    return len(rngs), kept


@kernel
def evaluate_states(
    game: Game,
    evaluator: Evaluator[Any],
    tactics: Tactics[Any],
    work: Workspace,
    settings: NDArray[Any],
    states: States,
    facts: NDArray[Any],
) -> int:
    """Fill `value` in the facts of positions that are not over; returns the number of searched ones."""
    for i in range(len(states)):
        if stop_requested(work.stop) != 0:
            return i
        work.stack[0] = states[i]
        work.control[0].past = 0
        facts[i].value = think(game, evaluator, tactics, work, settings)[0]
    return len(states)


# ---- a run ---------------------------------------------------------------------------------------


@dataclass(frozen=True)
class SearchConfig:
    """The settings of the searches of positions.

    player: the spec of an alpha-beta player. nodes, depth: its budget for each position; at least one of
    them, unless the spec has a depth. exact: the effort of a `Settler`; 0 leaves values and results as they
    are. ValueError for a search without limits, another player, or what a Settler does not do; SpecError for
    a bad spec.
    """

    game: str
    player: str
    nodes: int | None = None
    depth: int | None = None
    exact: int = field(default=0, kw_only=True)

    def searcher(self) -> AlphaBeta:
        """The player of the spec."""
        made = player(self.player, game(self.game))
        if not isinstance(made, AlphaBeta):
            raise ValueError(
                f"{self.player!r} cannot be used here: expected an alphabeta player, "
                "such as alphabeta:depth=2"
            )
        if self.nodes is None and self.depth is None and made.options.depth == 0:
            raise ValueError(f"{self.player} without limits: expected nodes, or a depth")
        require_effort(made.game, self.exact)
        return made

    @property
    def plies(self) -> int:
        """The most plies that a search looks ahead, by the player and `depth`."""
        return deepest(self.searcher(), self)

    def header(self) -> dict[str, Any]:
        """The fields of a file of positions about the search and the evaluator.

        scale: of the evaluator, None if it has none. learnt: a digest of the arrays of a network, since a
        file may hold another network later; empty for an evaluator by hand. tactics: True where the search
        has some, else left out.
        """
        searcher = self.searcher()
        evaluator = searcher.evaluator
        arrays = [getattr(evaluator, name) for name in evaluator.data]
        learnt = hashlib.sha256(b"".join(array.tobytes() for array in arrays)).hexdigest()[:16]
        scale = scale_of(evaluator, searcher.game)
        fields = {name: value for name, value in asdict(self).items() if (name, value) != ("exact", 0)}
        tactics = {} if type(searcher.tactics) is Tactics else {"tactics": True}
        return {**fields, **tactics, "scale": scale, "learnt": learnt if arrays else ""}


def deepest(searcher: AlphaBeta, config: SearchConfig) -> int:
    """The most plies that a player looks ahead, which need not be made again for it."""
    return min(filter(None, (searcher.options.depth, config.depth)), default=DEEPEST)


@dataclass(frozen=True)
class SelfPlay(SearchConfig):
    """The plan of games of a search against itself, which decides every position.

    games: how many. seed: of all random choices. openings: random moves at the beginning. epsilon: the share
    of random moves after them. Random moves are drawn from those that the player looks at. max_plies: moves
    after which a game is drawn.
    """

    games: int = 1000
    seed: int = 0
    openings: int = 8
    epsilon: float = 0.0
    max_plies: int = 500

    def __post_init__(self) -> None:
        if self.games < 1:
            raise ValueError(f"games {self.games}: expected 1 or more")
        if not 0 <= self.openings < self.max_plies <= 10_000:
            raise ValueError(
                f"openings {self.openings}, max_plies {self.max_plies}: "
                "expected 0 <= openings < max_plies <= 10000"
            )
        if not 0 <= self.epsilon <= 1:
            raise ValueError(f"epsilon {self.epsilon:g}: expected a share from 0 to 1")

    @property
    def chunks(self) -> int:
        """The number of chunks."""
        return -(-self.games // CHUNK)

    def header(self) -> dict[str, Any]:
        """The fields of the file of positions."""
        return {"source": "selfplay", "chunk": CHUNK, **super().header()}


class SelfPlayWorker:
    """Plays games and evaluates positions in one thread, with memory of its own; `stop` ends its work."""

    def __init__(
        self, config: SearchConfig, openings: int = 0, epsilon: float = 0.0, max_plies: int = 1
    ) -> None:
        chooser = config.searcher()
        self.game, self.evaluator, self._most = chooser.game, chooser.evaluator, max_plies
        self._tactics = chooser.tactics
        most = deepest(chooser, config)
        self._settings = np.zeros(1, SETTINGS)
        self._settings[0].epsilon, self._settings[0].openings = epsilon, openings
        self._settings[0].shallowest = 1 if chooser.options.iterative else most
        self._settings[0].deepest, self._settings[0].max_plies = most, max_plies
        self._settings[0].candidates = chooser.switches["candidates"]
        plies = most + chooser.switches["quiescence"]
        work = new_workspace(self.game.start_position(), plies, chooser.table, tactics=self._tactics)
        self._work = work._replace(keys=np.zeros(max_plies + plies + 2, np.uint64))
        work.control[0].plies = most
        for name, value in chooser.switches.items():
            work.control[0][name] = value
        if config.nodes is not None:
            work.control[0].node_limit = config.nodes
        self._moves = np.zeros(self.game.max_moves, np.int64)
        self._start = self._tactics.states(start_state(self.game))
        self._settler = Settler(self.game, config.exact)

    def stop(self) -> None:
        """Stop the work of another thread here, which gets a StoppedError."""
        self._work.stop[0] = 1
        self._settler.stop()

    def settle(self, chunk: Chunk) -> None:
        """Give the last positions of games exact values and results, as the settings say."""
        self._settler.settle(chunk)

    @cached_property
    def _room(self) -> Chunk:
        n = max(self._most, min(_ROOM, _ROOM_BYTES // self._tactics.game.State.itemsize))
        return Chunk(np.zeros(n, self._tactics.game.State), np.zeros(n, FACTS))

    def play(self, plan: SelfPlay, number: int) -> Chunk:
        """The positions of the games of a chunk."""
        numbers = range(number * CHUNK, min((number + 1) * CHUNK, plan.games))
        rngs = np.array([generator(plan.seed, one) for one in numbers])
        parts, done = list[Chunk](), 0
        while done < len(rngs):
            played, kept = play_seeded(
                *self._searched,
                self._work,
                self._settings,
                self._moves,
                self._start,
                rngs[done:],
                *self._room,
            )
            self._check()
            part = Chunk(self._as_played(self._room.states[:kept]), self._room.facts[:kept].copy())
            part.facts["game"] += numbers[done]
            parts.append(part)
            done += played
        chunk = joined(parts, self.game)
        self.settle(chunk)
        return chunk

    def evaluate(self, states: States, facts: NDArray[Any]) -> None:
        """Fill the values of positions that are not over."""
        for first in range(0, len(states), _ROOM):
            some = slice(first, first + _ROOM)
            searched = self._tactics.states(states[some])
            evaluate_states(*self._searched, self._work, self._settings, searched, facts[some])
            self._check()

    def think(self, state: States) -> tuple[int, int]:
        """The value of a position that is not over, and the code of its best move."""
        self._work.stack[0] = self._tactics.states(state)[0]
        self._work.control[0].past = 0
        value, move = think(*self._searched, self._work, self._settings)
        self._check()
        return int(value), int(move)

    @property
    def _searched(self) -> Searched:
        return Searched(self._tactics.game, self.evaluator, self._tactics)

    def _as_played(self, states: States) -> States:
        """States that a search plays as those of the game, without what they hold besides."""
        found = np.zeros(len(states), self.game.State)
        copy_states(states, found)
        return found

    def _check(self) -> None:
        if self._work.stop[0]:
            raise StoppedError


def self_play(plan: SelfPlay, threads: int = 1, first: int = 0) -> Iterator[Chunk]:
    """Yield the chunks of a plan from a number on, in order, played by some threads."""
    workers = [
        SelfPlayWorker(plan, plan.openings, plan.epsilon, plan.max_plies)
        for _ in range(min(threads, max(1, plan.chunks - first)))
    ]
    return in_order(workers, lambda worker, number: worker.play(plan, number), range(first, plan.chunks))


def in_order(
    workers: Sequence[SelfPlayWorker], work: Callable[[SelfPlayWorker, int], Chunk], tasks: Iterable[int]
) -> Iterator[Chunk]:
    """Yield the results of tasks in their order; each worker works in a thread of its own."""
    free, left = SimpleQueue[SelfPlayWorker](), iter(tasks)
    for worker in workers:
        free.put(worker)

    def run(task: int) -> Chunk:
        worker = free.get()
        try:
            return work(worker, task)
        finally:
            free.put(worker)

    with ThreadPoolExecutor(len(workers)) as pool:
        running = deque[Future[Chunk]]()
        try:
            while True:
                for task in itertools.islice(left, 2 * len(workers) - len(running)):
                    running.append(pool.submit(copy_context().run, run, task))
                if not running:
                    return
                yield running.popleft().result()
        finally:
            for future in running:
                future.cancel()
            for worker in workers:
                worker.stop()


def record_self_play(
    plan: SelfPlay,
    path: Path | str,
    threads: int = 1,
    resume: bool = False,
    report: Callable[[int, int], object] = lambda games, positions: None,
    chunks: Chunks | None = None,
) -> int:
    """Play the games of a plan into a file; returns the number of positions that it holds.

    resume: continue the file if there is one; its bytes are those of a run that was never stopped. report: is
    called with the numbers of games and positions so far. chunks: plays them from a number on; by default
    threads of this process. DataError if the file cannot be used or written, and what was written before is
    safe; ValueError or SpecError for a plan that cannot be played.
    """
    with Writer(Path(path), game(plan.game), plan.header(), resume) as writer:
        report(min(writer.chunks * CHUNK, plan.games), writer.positions)
        if not writer.is_done:
            play = chunks or (lambda first: self_play(plan, threads, first))
            with contextlib.closing(play(writer.chunks)) as playing:  # type: ignore[type-var]
                for chunk in playing:
                    writer.write(chunk)
                    report(min(writer.chunks * CHUNK, plan.games), writer.positions)
        writer.finish()
        return writer.positions


# ---- elsewhere -----------------------------------------------------------------------------------


class RemoteWorker:
    """Plays chunks in another process, perhaps on another machine.

    version: of nupp where the run was started. files: of the user's games and evaluators, loaded first.
    header: of the plan where the run was started.
    """

    def __init__(self, version: str, files: tuple[str, ...], plan: SelfPlay, header: dict[str, Any]) -> None:
        self._version, self._files, self._plan, self._header = version, files, plan, header
        self._worker: SelfPlayWorker | None = None

    def play(self, number: int) -> tuple[bytes, bytes]:
        """The states and the facts of a chunk.

        SpecError if a file is not there, DataError if this machine has another version of nupp or network.
        """
        if self._version != __version__:
            raise DataError(f"{platform.node()} has nupp {__version__}: expected {self._version}")
        if self._worker is None:
            for file in self._files:
                load_file(file)
            plan = self._plan
            if plan.header() != self._header:
                raise DataError(f"{platform.node()} has another network in {plan.player}: expected the same")
            self._worker = SelfPlayWorker(plan, plan.openings, plan.epsilon, plan.max_plies)
        chunk = self._worker.play(self._plan, number)
        return chunk.states.tobytes(), chunk.facts.tobytes()


def in_turn(results: Iterable[tuple[int, tuple[bytes, bytes]]], first: int, rules: Game) -> Iterator[Chunk]:
    """Yield the chunks that workers have played, in the order of their numbers, from a number on."""
    waiting = dict[int, Chunk]()
    for number, (states, facts) in results:
        waiting[number] = Chunk(np.frombuffer(states, rules.State), np.frombuffer(facts, FACTS))
        while first in waiting:
            yield waiting.pop(first)
            first += 1
