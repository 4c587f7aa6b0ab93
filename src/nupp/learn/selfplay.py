"""Games that a search plays against itself, for learning: positions, what it thought of them, and results.

Whole games are played in compiled code, many in a call. A game follows from the seed and its number alone;
so the file is the same whatever plays it, one thread, several, or the machines of a cluster.
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
from dataclasses import asdict, dataclass
from functools import cached_property
from pathlib import Path
from queue import SimpleQueue
from typing import Any, Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

from nupp.evaluators import Evaluator
from nupp.kernel import Generator, below, generator, kernel, record_dtype, stop_requested, uniform
from nupp.learn.datafile import FACTS, Chunk, DataError, Writer, joined
from nupp.players import player
from nupp.players.alphabeta import DEEPEST, AlphaBeta
from nupp.players.expectation import scale_of
from nupp.rules import Game, game, load_file, start_state
from nupp.rules.basics import NO_MOVE, Moves, States
from nupp.search.alphabeta import alphabeta
from nupp.search.nodes import count_occurrences
from nupp.search.scores import INFINITY, MATE
from nupp.search.table import LAST_GENERATION, clear
from nupp.search.workspace import Workspace, new_workspace
from nupp.version import __version__

CHUNK: Final = 64
"""Games in a chunk of a file."""

_ROOM: Final = 1 << 14
"""Positions that there is room for in one call, if a single game does not need more."""

Chunks: TypeAlias = Callable[[int], Iterator[Chunk]]
"""Plays the chunks of a plan from a number on."""

TERMS: Final = record_dtype(
    ("epsilon", np.float64),
    ("shallowest", np.int16),
    ("deepest", np.int16),
    ("openings", np.int16),
    ("max_plies", np.int16),
    ("candidates", np.int16),
)
"""How games are played. epsilon: the share of moves that are drawn at random. shallowest, deepest: the plies
that searches look ahead, at first and at last. openings: random moves that a game begins with. max_plies:
after so many a game is drawn. candidates: the reach of active moves, 0 for all moves."""


# ---- compiled ------------------------------------------------------------------------------------


@kernel
def think(game: Game, evaluator: Evaluator[Any], work: Workspace, terms: NDArray[Any]) -> tuple[int, int]:
    """The value of `stack[0]`, a position that is not over, and the move that a search likes best.

    Iterative deepening as `nupp.search.alphabeta.deepen` does it, with whole windows.
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
    for depth in range(terms[0].shallowest, terms[0].deepest + 1):
        list_root(game, work, terms[0].candidates, best)
        best = work.moves[0, 0]
        control.horizon = 0
        score = alphabeta(game, evaluator, work, 0, depth, -INFINITY, INFINITY)
        if work.lines[0, 0] != NO_MOVE:
            value, best = score, work.lines[0, 0]
        if control.stopped != 0 or control.horizon == 0 or MATE - abs(score) <= depth:
            break
    return value, best


@kernel
def list_root(game: Game, work: Workspace, candidates: int, best: int) -> None:
    """Let the root search the moves of `stack[0]`, in the order of the game but for the best known one."""
    moves = work.moves[0]
    if candidates > 0:
        n = game.candidates(work.stack[0], moves, candidates)
    else:
        n = game.legal_moves(work.stack[0], moves)
    work.control[0].root_moves = n
    place = 0
    while place < n and moves[place] != best:
        place += 1
    if place < n:
        for i in range(place, 0, -1):
            moves[i] = moves[i - 1]
        moves[0] = best


@kernel
def is_repeated(game: Game, work: Workspace, ply: int) -> bool:
    """Note `stack[0]` as the position after so many plies; True if it has come to the time that draws."""
    return count_occurrences(game, work.stack[0], work.keys, ply) >= game.repetition.draws_at


@kernel
def play_game(
    game: Game,
    evaluator: Evaluator[Any],
    work: Workspace,
    terms: NDArray[Any],
    moves: Moves,
    rng: Generator,
    states: States,
    facts: NDArray[Any],
) -> int:
    """Play a game from `stack[0]`; returns how many positions it has put into `states` and `facts`.

    Those are the positions that were searched: not the random moves of the opening, nor the end.
    """
    kept, ply, outcome, margin = 0, 0, 0, 0
    while stop_requested(work.stop) == 0:
        n = game.legal_moves(work.stack[0], moves)
        if n == 0:
            outcome, margin = game.outcome(work.stack[0]), game.margin(work.stack[0])
            break
        if ply >= terms[0].max_plies:
            break
        if game.repetition.draws_at > 0 and is_repeated(game, work, ply):
            break
        move = moves[below(rng, n)]
        if ply >= terms[0].openings:
            work.control[0].past = ply
            value, best = think(game, evaluator, work, terms)
            states[kept] = work.stack[0]
            facts[kept].value, facts[kept].ply = value, ply
            facts[kept].side = game.to_move(work.stack[0])
            kept += 1
            if uniform(rng) >= terms[0].epsilon:
                move = best
        game.play(work.stack[0], move)
        ply += 1
    for i in range(kept):
        sign = 1 if facts[i].side == 0 else -1
        facts[i].result, facts[i].margin = sign * outcome, sign * margin
    return kept


@kernel
def play_games(
    game: Game,
    evaluator: Evaluator[Any],
    work: Workspace,
    terms: NDArray[Any],
    moves: Moves,
    start: States,
    rngs: NDArray[np.uint64],
    states: States,
    facts: NDArray[Any],
) -> tuple[int, int]:
    """Play a game with each generator, as long as there is room; returns the games and the positions.

    Of `facts`, `game` tells which of the generators it was.
    """
    kept = 0
    for number in range(len(rngs)):
        if kept + terms[0].max_plies > len(states) or stop_requested(work.stop) != 0:
            return number, kept
        work.stack[0] = start[0]
        n = play_game(game, evaluator, work, terms, moves, rngs[number], states[kept:], facts[kept:])
        for i in range(kept, kept + n):
            facts[i].game = number
        kept += n
    return len(rngs), kept


@kernel
def judge_states(
    game: Game,
    evaluator: Evaluator[Any],
    work: Workspace,
    terms: NDArray[Any],
    states: States,
    facts: NDArray[Any],
) -> int:
    """Fill `value` of the facts of positions that are not over; returns how many were searched."""
    for i in range(len(states)):
        if stop_requested(work.stop) != 0:
            return i
        work.stack[0] = states[i]
        work.control[0].past = 0
        facts[i].value = think(game, evaluator, work, terms)[0]
    return len(states)


# ---- a run ---------------------------------------------------------------------------------------


class StoppedError(Exception):
    """A chunk that was given up half-way."""


@dataclass(frozen=True)
class Terms:
    """How a search thinks about positions.

    player: the spec of an alpha-beta player. nodes, depth: its budget for each position; at least one of
    them, unless the player has a depth of its own. ValueError for what no search can be asked, SpecError for
    a bad spec.
    """

    game: str
    player: str
    nodes: int | None = None
    depth: int | None = None

    def searcher(self) -> AlphaBeta:
        """The player of the spec."""
        made = player(self.player, game(self.game))
        if not isinstance(made, AlphaBeta):
            raise ValueError(f"{self.player}: expected a player alphabeta, which is compiled whole")
        if self.nodes is None and self.depth is None and made.options.depth == 0:
            raise ValueError(f"{self.player} without limits: expected nodes, or a depth")
        return made

    @property
    def plies(self) -> int:
        """How far a search looks ahead at most: as the player and `depth` both allow."""
        return deepest(self.searcher(), self)

    def header(self) -> dict[str, Any]:
        """What a file of positions tells of these terms, and of the evaluator whose values it holds.

        scale: that of the evaluator, None if it has none. learnt: a digest of the arrays in a network, empty
        for an evaluator by hand; a spec may name the same file, and another network be in it.
        """
        judge = self.searcher()
        evaluator = judge.evaluator
        arrays = [getattr(evaluator, name) for name in evaluator.data]
        learnt = hashlib.sha256(b"".join(array.tobytes() for array in arrays)).hexdigest()[:16]
        scale = scale_of(evaluator, judge.game)
        return {**asdict(self), "scale": scale, "learnt": learnt if arrays else ""}


def deepest(searcher: AlphaBeta, terms: Terms) -> int:
    """How many plies a player looks ahead at most on some terms; making one is work not to be done twice."""
    return min(filter(None, (searcher.options.depth, terms.depth)), default=DEEPEST)


@dataclass(frozen=True)
class SelfPlay(Terms):
    """Games of a search against itself; together they determine every position.

    games: how many. seed: of all random choices. openings: random moves that each begins with. epsilon: the
    share of later moves that are random, too. max_plies: after so many a game is drawn.
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
        """How many chunks the games make."""
        return -(-self.games // CHUNK)

    def header(self) -> dict[str, Any]:
        """What a file of the positions tells."""
        return {"source": "selfplay", "chunk": CHUNK, **super().header()}


class Bench:
    """The memory in which one thread plays, or judges positions. `stop` ends what it is doing."""

    def __init__(self, terms: Terms, openings: int = 0, epsilon: float = 0.0, max_plies: int = 1) -> None:
        chooser = terms.searcher()
        self.game, self.evaluator, self._most = chooser.game, chooser.evaluator, max_plies
        most = deepest(chooser, terms)
        self._terms = np.zeros(1, TERMS)
        self._terms[0].epsilon, self._terms[0].openings = epsilon, openings
        self._terms[0].shallowest = 1 if chooser.options.iterative else most
        self._terms[0].deepest, self._terms[0].max_plies = most, max_plies
        self._terms[0].candidates = chooser.switches["candidates"]
        plies = most + chooser.switches["quiescence"]
        work = new_workspace(self.game.start_position(), plies, chooser.table)
        self._work = work._replace(keys=np.zeros(max_plies + plies + 2, np.uint64))
        for name, value in chooser.switches.items():
            work.control[0][name] = value
        if terms.nodes is not None:
            work.control[0].node_limit = terms.nodes
        self._moves = np.zeros(self.game.max_moves, np.int64)
        self._start = start_state(self.game)

    def stop(self) -> None:
        """End what another thread is doing here; it gets a StoppedError."""
        self._work.stop[0] = 1

    @cached_property
    def _room(self) -> Chunk:
        n = max(_ROOM, self._most)
        return Chunk(np.zeros(n, self.game.State), np.zeros(n, FACTS))

    def play(self, plan: SelfPlay, number: int) -> Chunk:
        """The positions of the games of a chunk."""
        numbers = range(number * CHUNK, min((number + 1) * CHUNK, plan.games))
        rngs = np.array([generator(plan.seed, one) for one in numbers])
        parts, done = list[Chunk](), 0
        while done < len(rngs):
            played, kept = play_games(
                self.game,
                self.evaluator,
                self._work,
                self._terms,
                self._moves,
                self._start,
                rngs[done:],
                *self._room,
            )
            self._check()
            part = Chunk(*(one[:kept].copy() for one in self._room))
            part.facts["game"] += numbers[done]
            parts.append(part)
            done += played
        return joined(parts, self.game)

    def judge(self, states: States, facts: NDArray[Any]) -> None:
        """Fill the values of positions that are not over."""
        judge_states(self.game, self.evaluator, self._work, self._terms, states, facts)
        self._check()

    def think(self, state: States) -> tuple[int, int]:
        """The value of a position that is not over, and the code of the best move."""
        self._work.stack[0] = state[0]
        self._work.control[0].past = 0
        value, move = think(self.game, self.evaluator, self._work, self._terms)
        self._check()
        return int(value), int(move)

    def _check(self) -> None:
        if self._work.stop[0]:
            raise StoppedError


def self_play(plan: SelfPlay, threads: int = 1, first: int = 0) -> Iterator[Chunk]:
    """Play the chunks of a plan from a number on, in so many threads; they come in order."""
    benches = [
        Bench(plan, plan.openings, plan.epsilon, plan.max_plies)
        for _ in range(min(threads, max(1, plan.chunks - first)))
    ]
    return in_order(benches, lambda bench, number: bench.play(plan, number), range(first, plan.chunks))


def in_order(
    benches: Sequence[Bench], work: Callable[[Bench, int], Chunk], tasks: Iterable[int]
) -> Iterator[Chunk]:
    """Have every bench work on tasks in a thread of its own; the results come in the order of the tasks."""
    free, left = SimpleQueue[Bench](), iter(tasks)
    for bench in benches:
        free.put(bench)

    def run(task: int) -> Chunk:
        bench = free.get()
        try:
            return work(bench, task)
        finally:
            free.put(bench)

    with ThreadPoolExecutor(len(benches)) as pool:
        running = deque[Future[Chunk]]()
        try:
            while True:
                for task in itertools.islice(left, 2 * len(benches) - len(running)):
                    running.append(pool.submit(copy_context().run, run, task))
                if not running:
                    return
                yield running.popleft().result()
        finally:
            for future in running:
                future.cancel()
            for bench in benches:
                bench.stop()


def record_self_play(
    plan: SelfPlay,
    path: Path | str,
    threads: int = 1,
    resume: bool = False,
    report: Callable[[int, int], object] = lambda games, positions: None,
    chunks: Chunks | None = None,
) -> int:
    """Play the games of a plan into a file; returns how many positions it holds.

    resume: go on with the file if there is one; it comes out as if it had never been stopped. report: is told
    the games and positions so far, at first those that the file held. chunks: what plays them from a number
    on; threads of this process if it is not given. DataError if the file cannot be used or written, and what
    was written before is safe; ValueError or SpecError for a plan that cannot be played.
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


class Worker:
    """Plays chunks in a process of its own, perhaps on another machine.

    version: of nupp where the run is. files: those of games and evaluators of one's own, to be loaded first.
    header: that of the plan where the run is.
    """

    def __init__(self, version: str, files: tuple[str, ...], plan: SelfPlay, header: dict[str, Any]) -> None:
        self._version, self._files, self._plan, self._header = version, files, plan, header
        self._bench: Bench | None = None

    def play(self, number: int) -> tuple[bytes, bytes]:
        """The states and the facts of a chunk.

        SpecError if a file is not there, DataError if this machine has another version of nupp or network.
        """
        if self._version != __version__:
            raise DataError(f"{platform.node()} has nupp {__version__}: expected {self._version}")
        if self._bench is None:
            for file in self._files:
                load_file(file)
            plan = self._plan
            if plan.header() != self._header:
                raise DataError(f"{platform.node()} has another network in {plan.player}: expected the same")
            self._bench = Bench(plan, plan.openings, plan.epsilon, plan.max_plies)
        chunk = self._bench.play(self._plan, number)
        return chunk.states.tobytes(), chunk.facts.tobytes()


def in_turn(results: Iterable[tuple[int, tuple[bytes, bytes]]], first: int, rules: Game) -> Iterator[Chunk]:
    """The chunks that workers have played, in the order of their numbers, from a number on."""
    waiting = dict[int, Chunk]()
    for number, (states, facts) in results:
        waiting[number] = Chunk(np.frombuffer(states, rules.State), np.frombuffer(facts, FACTS))
        while first in waiting:
            yield waiting.pop(first)
            first += 1
