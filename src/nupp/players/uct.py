"""The UCT player: Monte-Carlo tree search within a budget, on one thread or several."""

from __future__ import annotations

import time
from collections import Counter, defaultdict
from collections.abc import Sequence
from copy import copy
from dataclasses import dataclass, replace
from functools import partial
from typing import Annotated, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from nupp.evaluators import evaluator
from nupp.kernel import Record, StopFlag, generator, run_until, stop_flag
from nupp.players.base import Candidate, Decision, Player, Report, line_texts, usable_reach
from nupp.players.budget import USUAL, Budget
from nupp.players.expectation import known_scale
from nupp.players.searchtree import SimulationTree
from nupp.players.simple import Eval, Seed
from nupp.rules import Game, Position
from nupp.search.erased import Searched, can_erase, erase, erase_nowhere
from nupp.search.mcts import clear_tree, place_root, simulate
from nupp.search.recorder import OFF, SIMULATIONS, Recorder, new_log
from nupp.search.threads import assisted
from nupp.search.tree import (
    LONGEST,
    SEARCH,
    Tree,
    for_states,
    keep_subtree,
    move_subtree,
    new_tree,
    node_bytes,
    without_game,
)
from nupp.spec import Between

ENDLESS = np.iinfo(np.int64).max // 2
"""More simulations than anybody will wait for."""
MOST_VISITS = 2**31 - 1
"""The content of a node's count."""
REPORT_SECONDS = 0.1


@dataclass(frozen=True)
class UCTOptions:
    """The parameters of Monte-Carlo tree search."""

    exploration: Annotated[float, Between(0, 100), "weight of the confidence bound"] = 0.7
    rave: Annotated[float, Between(0, 1e9), "visits at which RAVE counts for half; 0: no RAVE"] = 0.0
    implicit: Annotated[float, Between(0, 1), "weight of evaluations backed up by minimax"] = 0.0
    cutoff: Annotated[int, Between(-1, LONGEST), "moves after which a playout is evaluated; -1: never"] = -1
    sample: Annotated[int, Between(1, 1000), "random moves of which a playout takes the best"] = 1
    candidates: Annotated[
        int, Between(0, 9), "look at active moves only, within this reach; 0: all moves"
    ] = 0
    expand: Annotated[int, Between(1, 1_000_000), "visits before a node gets children"] = 1
    memory: Annotated[int, Between(1, 65536), "size of the tree in MB"] = 64
    threads: Annotated[int, Between(1, 256), "trees grown at once"] = 1
    keep: Annotated[bool, "keep the tree from move to move"] = True
    eval: Eval = ""
    seed: Seed = 0

    def settings(self, game: Game) -> Record:
        """The options of the search for a tree of a game, as a record of `nupp.search.tree.SEARCH`."""
        settings = np.zeros(1, SEARCH)[0]
        settings.exploration, settings.rave_k, settings.implicit = self.exploration, self.rave, self.implicit
        settings.cutoff, settings.sample, settings.expand = self.cutoff, self.sample, self.expand
        settings.candidates = usable_reach(game, self.candidates)
        return settings

    def trees(self, game: Game, searched: Game, stop: StopFlag) -> list[Tree]:
        """An empty tree for each thread, all of them together as large as the memory allows.

        searched: the game, or the same erased.
        """
        settings = self.settings(game)
        capacity = self.memory * 1024 * 1024 // node_bytes(settings) // self.threads
        return [
            new_tree(searched, capacity, settings, (self.seed, number), stop)
            for number in range(self.threads)
        ]


class UCT(Player):
    """Monte-Carlo tree search: UCT with proven results, and RAVE, evaluations and threads as options.

    Its nodes are simulations; of a budget it heeds nodes and time. A depth limits nothing. A tree that is
    full stops growing, and its simulations go on. SpecError for an evaluator without a scale.
    """

    records = True

    def __init__(self, game: Game, options: UCTOptions = UCTOptions()) -> None:
        super().__init__(game)
        self.evaluator = evaluator(options.eval, game)
        known_scale(self.evaluator, game)  # without which no search is compiled, whether it evaluates or not
        self.searched = game
        self.options = options
        self.keep = self.remembers = options.keep
        self._proves = usable_reach(game, options.candidates) == 0
        self._stop = stop_flag()
        self._trees = options.trees(game, game, self._stop)
        self._root: Position | None = None
        self._is_counted = False

    def seed(self, seed: int) -> None:
        for number, tree in enumerate(self._trees):
            tree.rng[:] = generator(seed, number)
        self._root = None

    def forget(self) -> None:
        self.seed(self.options.seed)

    def choose(
        self, position: Position, budget: Budget | None = None, report: Report | None = None
    ) -> Decision:
        self._require_turn(position)
        budget = self._complete(budget)
        self._prepare_record()
        self._enter(position, budget)
        began, made = time.perf_counter(), self._simulations()

        def decide() -> Decision:
            return self._decision(position, self._simulations() - made, time.perf_counter() - began)

        def think() -> None:
            first, *others = (partial(self._grow, tree) for tree in self._trees)
            assisted(first, others, ())

        watch = (lambda: report(decide())) if report else None
        run_until(think, self._stop, budget.seconds, watch, REPORT_SECONDS)
        decision = decide()
        if report:
            report(decision)
        return replace(decision, tree=self._tree(position))

    def compile(self, position: Position) -> None:
        position.legal_move_codes  # noqa: B018 - the rules
        self._prepare_record()
        self._root = None
        self._compile_search()

    def _compile_search(self) -> None:
        """Compile, or load, what works on a tree, and run none of it."""
        searched, evaluator, tree = self.searched, self.evaluator, self._trees[0]
        simulate.ready(searched, evaluator, self._recorder, tree, 0)
        move_subtree.ready(without_game(tree), 0)

    def _complete(self, budget: Budget | None) -> Budget:
        budget = budget or Budget()
        if budget.seconds is None and budget.nodes is None:
            return replace(USUAL, depth=budget.depth)
        return budget

    def _grow(self, tree: Tree) -> None:
        """Make simulations until the search is over.

        What one tree proves need not be proved by others; but they go on where the number of simulations is
        what limits them, so that it does not depend on which was the first.
        """
        simulate(self.searched, self.evaluator, self._recorder, tree, ENDLESS)
        if tree.nodes[0]["proven"] and not self._is_counted:
            self._stop[0] = 1

    def _simulations(self) -> int:
        return sum(int(tree.search[0].simulations) for tree in self._trees)

    # ---- the first tier --------------------------------------------------------------------------

    def first_tier(self) -> UCT | None:
        if not can_erase(self.game, self.evaluator):
            return None
        return self._searching(erase(self.game, self.evaluator))

    def compile_shared(self) -> bool:
        if not can_erase(self.game, self.evaluator):
            return False
        self._searching(erase_nowhere(self.game))._compile_search()
        return True

    def _searching(self, erased: Searched) -> UCT:
        """This player, with its memory and random numbers, for a search of an erased game."""
        other = copy(self)
        other.searched, other.evaluator, _ = erased
        other._trees = [for_states(tree, other.searched) for tree in self._trees]
        self._root = other._root = None
        return other

    # ---- the record of a search ------------------------------------------------------------------

    @property
    def _recorder(self) -> Recorder:
        return SIMULATIONS if self.record else OFF

    def _prepare_record(self) -> None:
        """Begin a record, in a single new tree, or have the usual trees again."""
        if self.record:
            (tree,) = replace(self.options, threads=1).trees(self.game, self.searched, self._stop)
            self._trees = [tree._replace(log=new_log(self.record, len(tree.nodes)))]
            self._root = None
        elif self._trees[0].log:
            self._trees, self._root = self.options.trees(self.game, self.searched, self._stop), None

    def _tree(self, position: Position) -> SimulationTree | None:
        """The record of the last search, if it was recorded."""
        tree = self._trees[0]
        return SimulationTree.of(position, tree, self.record) if tree.log else None

    # ---- the tree between moves ------------------------------------------------------------------

    def _enter(self, position: Position, budget: Budget) -> None:
        """Make the trees ready for a search from a position: those of the last search if they hold it."""
        path = _moves_between(self._root, position) if self.keep and self._root else None
        self._stop[0] = 0
        self._is_counted = budget.nodes is not None
        for number, tree in enumerate(self._trees):
            search = tree.search[0]
            search.simulation_limit = 0
            node = _descend(tree, path) if path is not None else None
            if node is not None:
                keep_subtree(tree, node)
            if node is None or not tree.nodes[0]["children"]:
                clear_tree(tree)
            place_root(self.searched, tree, position)
            # compiled, or loaded, before a clock runs
            simulate(self.searched, self.evaluator, self._recorder, tree, 0)
            search.deepest = 0
            room = MOST_VISITS - int(tree.nodes[0]["visits"])
            search.simulation_limit = search.simulations + min(room, self._share(budget.nodes, number))
        self._root = position

    def _share(self, nodes: int | None, number: int) -> int:
        """The number of simulations that a tree may make, so that all together make no more than the budget
        has.
        """
        if nodes is None:
            return ENDLESS
        return nodes // len(self._trees) + (number < nodes % len(self._trees))

    # ---- the decision ----------------------------------------------------------------------------

    def _decision(self, position: Position, nodes: int, seconds: float) -> Decision:
        found = _weigh(position, self._trees)
        best, sure = found[0], "proven" if self._proves else "eval"
        lines = {one.move: self._longest_line(position, one.move) for one in found[: self.multipv]}
        return Decision(
            move=position.format_move(best.move),
            code=best.move,
            score=best.mean,
            score_kind=sure if best.proven and _is_settled(found) else "eval",
            pv=lines[best.move],
            depth=max(int(tree.search[0].deepest) for tree in self._trees),
            nodes=nodes,
            seconds=seconds,
            candidates=tuple(
                Candidate(
                    position.format_move(one.move),
                    one.mean,
                    one.visits,
                    sure if one.proven else "eval",
                    lines.get(one.move, ()),
                )
                for one in found
                if one.visits or one.proven
            ),
        )

    def _longest_line(self, position: Position, move: int) -> tuple[str, ...]:
        """The moves that were tried most from a move on, in the tree that has most of them."""
        return line_texts(position, max((_line(tree, move) for tree in self._trees), key=len))


class _Weight(NamedTuple):
    """The figures of simulations for a move of the root, from the side to move's view."""

    move: int
    visits: int
    mean: float
    proven: bool

    @property
    def rank(self) -> tuple[int, int, float]:
        """Sorts moves from best to worst: wins, then what was visited most, and what is lost last."""
        certain = int(self.mean) if self.proven else 0
        return -certain, -self.visits, -self.mean


def _weigh(position: Position, trees: Sequence[Tree]) -> list[_Weight]:
    """The moves of the root, best first, with the simulations of all trees taken together."""
    sign = 1 if position.to_move == 0 else -1
    visits: Counter[int] = Counter()
    totals: defaultdict[int, float] = defaultdict(float)
    certain: dict[int, int] = {}
    for tree in trees:
        codes, children = _children(tree, 0)
        for move, child in zip(codes, children, strict=True):
            visits[move] += int(child["visits"])
            totals[move] += float(child["value"]) * int(child["visits"])
            if child["proven"]:
                certain[move] = int(child["result"])
    weights = [
        _Weight(
            move,
            visits[move],
            sign * float(certain[move] if move in certain else totals[move] / max(1, visits[move])),
            move in certain,
        )
        for move in position.legal_move_codes
    ]
    return sorted(weights, key=lambda weight: weight.rank)


def _is_settled(found: Sequence[_Weight]) -> bool:
    """True if the value of the best move is that of the position: it wins, or all others are known too."""
    return found[0].mean == 1 or all(one.proven for one in found)


def _children(tree: Tree, node: int) -> tuple[list[int], NDArray[Any]]:
    """The children of a node that are in use: their moves and their nodes."""
    one = tree.nodes[node]
    first, last = int(one["first"]), int(one["first"] + one["known"])
    return tree.codes[first:last].tolist(), tree.nodes[first:last]


def _line(tree: Tree, move: int) -> tuple[int, ...]:
    """The moves that were tried most, from a move of the root on."""
    line = [move]
    node = _descend(tree, [move])
    while node is not None and tree.nodes[node]["known"]:
        codes, children = _children(tree, node)
        side = 1 if tree.nodes[node]["side"] == 0 else -1
        certain = side * children["result"] * children["proven"]
        best = int(np.lexsort((children["visits"], certain))[-1])
        if not children[best]["visits"]:
            break
        line.append(codes[best])
        node = int(tree.nodes[node]["first"]) + best
    return tuple(line)


def _descend(tree: Tree, path: Sequence[int]) -> int | None:
    """The node that is reached by some moves from the root, or None if it is not in use."""
    node = 0
    for move in path:
        codes, _ = _children(tree, node)
        if move not in codes:
            return None
        node = int(tree.nodes[node]["first"]) + codes.index(move)
    return node


def _moves_between(old: Position, new: Position) -> tuple[int, ...] | None:
    """The moves that lead from one position of a game to a later one, or None if none do."""
    length = new.ply - old.ply
    earlier: Position | None = new
    for _ in range(max(0, length)):
        earlier = earlier.previous if earlier else None
    if length < 0 or earlier != old:
        return None
    return new.move_codes[len(new.move_codes) - length :]
