"""The UCT player: Monte-Carlo tree search within a budget, on one thread or several."""

from __future__ import annotations

import time
from collections import Counter, defaultdict
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from contextvars import copy_context
from typing import Annotated, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from nupp.evaluators import evaluator
from nupp.games import Game, Position
from nupp.kernel import generator, run_until, stop_flag
from nupp.players.base import Candidate, Decision, Player, Report, line_texts
from nupp.players.budget import Budget
from nupp.players.simple import Eval, Seed
from nupp.search.mcts import LONGEST, NODE, Tree, keep_subtree, new_tree, place_root, set_root, simulate
from nupp.spec import Between

SLICE = 256
"""How many simulations are made between two looks at the clock for a report."""
REPORT_SECONDS = 0.1


class UCT(Player):
    """Monte-Carlo tree search: UCT with proven results, and RAVE, evaluations and threads as options.

    Its nodes are simulations; of a budget it heeds nodes and time. A depth limits nothing.
    """

    def __init__(
        self,
        game: Game,
        exploration: Annotated[float, Between(0, 100), "weight of the confidence bound"] = 0.7,
        rave: Annotated[float, Between(0, 1e9), "visits at which RAVE counts for half; 0: no RAVE"] = 0.0,
        implicit: Annotated[float, Between(0, 1), "weight of evaluations backed up by minimax"] = 0.0,
        cutoff: Annotated[int, Between(0, LONGEST), "moves after which a playout is evaluated; 0: never"] = 0,
        sample: Annotated[int, Between(1, 1000), "random moves of which a playout takes the best"] = 1,
        expand: Annotated[int, Between(1, 1_000_000), "visits before a node gets children"] = 1,
        memory: Annotated[int, Between(1, 65536), "size of the tree in MB"] = 64,
        threads: Annotated[int, Between(1, 256), "trees grown at once"] = 1,
        keep: Annotated[bool, "keep the tree from move to move"] = True,
        eval: Eval = "",
        seed: Seed = 0,
    ) -> None:
        super().__init__(game)
        self.evaluator = evaluator(eval, game)
        self.keep = keep
        capacity = memory * 1024 * 1024 // NODE.itemsize // (2 if keep else 1) // threads
        self._stop = stop_flag()
        self._trees = [new_tree(game, capacity, (seed, number), self._stop) for number in range(threads)]
        self._spare = np.zeros(capacity if keep else 0, NODE)
        self._root: Position | None = None
        for tree in self._trees:
            search = tree.search[0]
            search.exploration, search.equivalence, search.implicit = exploration, rave, implicit
            search.cutoff, search.sample, search.expand = cutoff, sample, expand

    def seed(self, seed: int) -> None:
        for number, tree in enumerate(self._trees):
            tree.rng[:] = generator(seed, number)
        self._root = None

    def choose(
        self, position: Position, budget: Budget | None = None, report: Report | None = None
    ) -> Decision:
        self._require_turn(position)
        budget = self._complete(budget)
        self._enter(position, budget)
        began, made = time.perf_counter(), self._simulations()

        def decide() -> Decision:
            return self._decision(position, self._simulations() - made, time.perf_counter() - began)

        def think() -> None:
            with ThreadPoolExecutor(len(self._trees)) as pool:
                contexts = [copy_context() for _ in self._trees]  # the threads interpret if this one does
                list(pool.map(lambda context, tree: context.run(self._grow, tree), contexts, self._trees))

        watch = (lambda: report(decide())) if report else None
        run_until(think, self._stop, budget.seconds, watch, REPORT_SECONDS)
        decision = decide()
        if report:
            report(decision)
        return decision

    def _complete(self, budget: Budget | None) -> Budget:
        budget = budget or Budget()
        if budget.seconds is None and budget.nodes is None:
            return Budget(seconds=1.0, depth=budget.depth)
        return budget

    def _grow(self, tree: Tree) -> None:
        while simulate(self.game, self.evaluator, tree, SLICE) == SLICE:
            pass

    def _simulations(self) -> int:
        return sum(int(tree.search[0].simulations) for tree in self._trees)

    # ---- the tree between moves ------------------------------------------------------------------

    def _enter(self, position: Position, budget: Budget) -> None:
        """Make the trees ready for a search from a position: those of the last search if they hold it."""
        path = _moves_between(self._root, position) if self.keep and self._root else None
        self._stop[0] = 0
        for number, tree in enumerate(self._trees):
            search = tree.search[0]
            search.simulation_limit = 0
            simulate(self.game, self.evaluator, tree, 0)  # compiled, or loaded, before a clock runs
            node = _descend(tree, path) if path is not None else None
            if node is None:
                set_root(self.game, self.evaluator, tree, position)
            else:
                self._promote(number, node)
                place_root(self.game, self._trees[number], position)
            search.deepest = 0
            search.simulation_limit = search.simulations + self._share(budget.nodes, number)
        self._root = position

    def _share(self, nodes: int | None, number: int) -> int:
        """How many simulations a tree may make, so that all together make no more than the budget has."""
        if nodes is None:
            return np.iinfo(np.int64).max // 2
        return nodes // len(self._trees) + (number < nodes % len(self._trees))

    def _promote(self, number: int, node: int) -> None:
        """Make a node the root of a tree, and forget all that is not below it."""
        tree = self._trees[number]
        if node == 0:
            return
        tree.search[0].used = keep_subtree(tree.nodes, node, self._spare)
        self._trees[number], self._spare = tree._replace(nodes=self._spare), tree.nodes

    # ---- the decision ----------------------------------------------------------------------------

    def _decision(self, position: Position, nodes: int, seconds: float) -> Decision:
        found = _weigh(position, self._trees)
        best = found[0]
        line = max((_line(tree, best.move) for tree in self._trees), key=len)
        return Decision(
            move=position.format_move(best.move),
            code=best.move,
            score=best.mean,
            score_kind="proven" if best.proven and _is_settled(found) else "eval",
            pv=line_texts(position, line),
            depth=max(int(tree.search[0].deepest) for tree in self._trees),
            nodes=nodes,
            seconds=seconds,
            candidates=tuple(
                Candidate(
                    position.format_move(one.move), one.mean, one.visits, "proven" if one.proven else "eval"
                )
                for one in found
                if one.visits
            ),
        )


class _Weight(NamedTuple):
    """What simulations say of a move of the root, from the side to move's view."""

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
        for child in _children(tree, 0):
            move = int(child["move"])
            visits[move] += int(child["visits"])
            totals[move] += float(child["total"])
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
    """Whether the value of the best move is that of the position: it wins, or all others are known too."""
    return found[0].mean == 1 or all(one.proven for one in found)


def _children(tree: Tree, node: int) -> NDArray[Any]:
    first, n = int(tree.nodes[node]["first"]), int(tree.nodes[node]["children"])
    return tree.nodes[first : first + n]


def _line(tree: Tree, move: int) -> tuple[int, ...]:
    """The moves that were tried most, from a move of the root on."""
    line = [move]
    node = _descend(tree, [move])
    while node is not None and tree.nodes[node]["children"]:
        children = _children(tree, node)
        side = 1 if tree.nodes[node]["side"] == 0 else -1
        certain = side * children["result"] * children["proven"]
        best = int(np.lexsort((children["visits"], certain))[-1])
        if not children[best]["visits"]:
            break
        line.append(int(children[best]["move"]))
        node = int(tree.nodes[node]["first"]) + best
    return tuple(line)


def _descend(tree: Tree, path: Sequence[int]) -> int | None:
    """The node that is reached by some moves from the root, or None if it is not in the tree."""
    node = 0
    for move in path:
        places = np.flatnonzero(_children(tree, node)["move"] == move)
        if len(places) == 0:
            return None
        node = int(tree.nodes[node]["first"]) + int(places[0])
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
