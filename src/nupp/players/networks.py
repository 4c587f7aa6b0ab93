"""Players that are led by neural networks: one that looks a move ahead, and PUCT."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Annotated, Any, Final, NamedTuple

import numpy as np

from nupp.evaluators import Evaluator, evaluator
from nupp.evaluators.networks import Answers, Network, network
from nupp.kernel import run_until, stop_flag
from nupp.players.base import Candidate, Decision, Player, Report, line_texts
from nupp.players.budget import USUAL, Budget
from nupp.players.expectation import known_scale
from nupp.players.searchtree import SimulationTree
from nupp.players.simple import Eval, Seed
from nupp.players.uct import ENDLESS, MOST_VISITS, REPORT_SECONDS
from nupp.rules import Game, Position
from nupp.rules.basics import States
from nupp.search.mcts import set_root
from nupp.search.puct import URGENCY, Leaves, absorb, evaluate_leaves, gather, new_leaves
from nupp.search.recorder import NO_TRACE, OFF, SIMULATIONS, Recorder, new_log
from nupp.search.tree import SEARCH, Tree, new_tree, node_bytes
from nupp.spec import Between, SpecError

PART: Final = 256
"""Positions that the player of one ply evaluates between two looks at the clock."""

Net = Annotated[str, "file of a network that nupp train wrote; without one the evaluator scores positions"]


class BatchEvaluator:
    """Evaluates batches of positions for a player: by a network, or by the evaluator, which has no policy.

    SpecError if both are named, and for an evaluator without a scale, if it is to evaluate.
    """

    def __init__(self, game: Game, net: str, eval: str, threads: int) -> None:
        if net and eval:
            raise SpecError(f"net={net} and eval={eval}: expected one of them")
        self.game, self.outputs = game, 1
        self.evaluator: Evaluator[Any] = evaluator(eval, game)
        self._network: Network | None = network(net, game, threads) if net else None
        if self._network is None:
            known_scale(self.evaluator, game)
        self.output_of = self._network.output_of if self._network else np.zeros(game.move_classes, np.int32)

    def evaluate(self, states: States) -> Answers:
        """As `Network.evaluate`; positions that are not over."""
        if self._network:
            return self._network.evaluate(states)
        values = np.zeros(len(states), np.float32)
        evaluate_leaves(self.game, self.evaluator, states, values)
        return Answers(values, np.zeros((len(states), 1), np.float32))


# ---- one ply ---------------------------------------------------------------------------------------


class OnePly(Player):
    """The move after which a network likes the position best; it looks no further.

    Of a budget it heeds nodes and time, if that ends before all moves were evaluated.
    """

    def __init__(
        self,
        game: Game,
        net: Net = "",
        eval: Eval = "",
        threads: Annotated[int, Between(1, 256), "threads of the network"] = 1,
        seed: Seed = 0,
    ) -> None:
        super().__init__(game)
        self._batch_evaluator = BatchEvaluator(game, net, eval, threads)
        self.seed(seed)

    def seed(self, seed: int) -> None:
        self._rng = np.random.default_rng(seed)

    def choose(
        self, position: Position, budget: Budget | None = None, report: Report | None = None
    ) -> Decision:
        self._require_turn(position)
        budget, began, stop = budget or Budget(), time.perf_counter(), stop_flag()
        codes = self._rng.permutation(position.legal_move_codes)[: budget.nodes].tolist()
        scores: list[float] = []

        def think() -> None:
            for i in range(0, len(codes), PART):
                if i > 0 and stop[0]:
                    return
                scores.extend(self._scores(position, codes[i : i + PART]))

        run_until(think, stop, budget.seconds)
        order = sorted(range(len(scores)), key=lambda i: -scores[i])
        texts = [position.format_move(codes[i]) for i in order]
        ends = [position.play_code(codes[i]).is_over for i in order[:1]]
        decision = Decision(
            move=texts[0],
            code=codes[order[0]],
            score=scores[order[0]],
            score_kind="proven" if ends[0] and scores[order[0]] == 1 else "eval",
            pv=(texts[0],),
            depth=1,
            nodes=len(scores),
            seconds=time.perf_counter() - began,
            candidates=tuple(Candidate(text, scores[i]) for text, i in zip(texts, order, strict=True)),
        )
        if report:
            report(decision)
        return decision

    def _scores(self, position: Position, codes: Sequence[int]) -> list[float]:
        """The result of each move, or the expected one, from the view of the side to move."""
        following = [position.play_code(code) for code in codes]
        sign = 1 - 2 * position.to_move
        open_ones = [one for one in following if not one.is_over]
        states = np.zeros(len(open_ones), self.game.State)
        for i, one in enumerate(open_ones):
            states[i] = one.state[0]
        values = iter(self._batch_evaluator.evaluate(states).values.tolist())
        return [
            float(sign * one.outcome)
            if one.is_over
            else next(values) * (1 if one.to_move == position.to_move else -1)
            for one in following
        ]


# ---- PUCT ------------------------------------------------------------------------------------------


@dataclass
class PuctSearch:
    """A search by PUCT from one position: its tree, and the leaves that wait."""

    game: Game
    evaluator: Evaluator[Any]
    tree: Tree
    leaves: Leaves
    recorder: Recorder = OFF

    @classmethod
    def new(cls, game: Game, capacity: int, most: int, exploration: float, stop: Any = None) -> PuctSearch:
        """A search with room for a tree of `capacity` nodes, of which at most `most` are waiting leaves."""
        settings = np.zeros(1, SEARCH)[0]
        settings.exploration, settings.expand, settings.cutoff = exploration, 1, 0
        tree = new_tree(game, capacity, settings, (0,), stop_flag() if stop is None else stop)
        return cls(game, evaluator("none", game), tree, new_leaves(game, tree, most))

    def recorded(self, rows: int) -> PuctSearch:
        """The same with a record of at most `rows` simulations; without one if it is 0."""
        log = new_log(rows, len(self.tree.nodes)) if rows else NO_TRACE
        recorder = SIMULATIONS if rows else OFF
        return replace(self, tree=self.tree._replace(log=log), recorder=recorder)

    def begin(self, position: Position, simulations: int) -> None:
        """Begin a new tree, which grows by at most `simulations`."""
        search = self.tree.search[0]
        search.simulations, search.deepest, search.simulation_limit = 0, 0, simulations
        self.leaves.losses[0] = 0
        set_root(self.game, self.evaluator, self.tree, position)

    def gather(self, want: int) -> States:
        """The states of up to `want` leaves, which have to be evaluated now."""
        n = gather(self.game, self.evaluator, self.recorder, self.tree, self.leaves, want, URGENCY)
        return self.leaves.states[:n]

    def absorb(self, answers: Answers, output_of: Any) -> None:
        """Take in what was said of the leaves that were gathered last."""
        absorb(
            self.game,
            self.recorder,
            self.tree,
            self.leaves,
            answers.values,
            answers.logits,
            output_of,
        )

    @property
    def is_over(self) -> bool:
        """True if no more simulations will be made, the stop flag aside."""
        search = self.tree.search[0]
        return bool(self.tree.nodes[0]["proven"]) or search.simulations >= search.simulation_limit

    @property
    def weights(self) -> list[Weight]:
        """The moves of the root, best first; those of which nothing is known yet in the order of the game."""
        root = self.tree.nodes[0]
        first, last = int(root["first"]), int(root["first"] + root["children"])
        sign = 1 if root["side"] == 0 else -1
        if not root["known"]:
            return [Weight(code, 0, 0.0, False, 0.0) for code in self.tree.codes[first:last].tolist()]
        children = self.tree.nodes[first:last]
        found = [
            Weight(*row)
            for row in zip(
                self.tree.codes[first:last].tolist(),
                children["visits"].tolist(),
                (sign * children["value"]).tolist(),
                (children["proven"] != 0).tolist(),
                self.leaves.priors[first:last].tolist(),
                strict=True,
            )
        ]
        return sorted(found, key=lambda weight: weight.rank)

    def line(self, move: int) -> tuple[int, ...]:
        """The moves that were tried most, from a move of the root on."""
        line, node = list[int](), 0
        while self.tree.nodes[node]["known"]:
            one = self.tree.nodes[node]
            first, last = int(one["first"]), int(one["first"] + one["known"])
            codes, children = self.tree.codes[first:last], self.tree.nodes[first:last]
            if not line:
                best = int(np.flatnonzero(codes == move)[0])
            else:
                side = 1 if one["side"] == 0 else -1
                certain = side * children["result"] * children["proven"]
                best = int(np.lexsort((children["visits"], certain))[-1])
                if not children[best]["visits"]:
                    break
            line.append(int(codes[best]))
            node = first + best
        return tuple(line) or (move,)


class Weight(NamedTuple):
    """The result of a search for a move of the root, from the side to move's view."""

    move: int
    visits: int
    mean: float
    proven: bool
    prior: float

    @property
    def rank(self) -> tuple[int, int, float]:
        """Sorts moves from best to worst: wins, then what was visited most, and what is lost last."""
        certain = int(self.mean) if self.proven else 0
        return -certain, -self.visits, -self.prior


@dataclass(frozen=True)
class PUCTOptions:
    """The parameters of the tree search that a network leads."""

    net: Net = ""
    exploration: Annotated[float, Between(0, 100), "weight of the policy"] = 1.5
    batch: Annotated[int, Between(1, 1024), "leaves that are evaluated at once"] = 8
    memory: Annotated[int, Between(1, 65536), "size of the tree in MB"] = 64
    threads: Annotated[int, Between(1, 256), "threads of the network"] = 1
    eval: Eval = ""


class PUCT(Player):
    """Tree search that a network leads: PUCT (D. Silver et al., 2017), as AlphaZero does it.

    The network's policy says which moves to try, its value what they are worth; one without a policy has all
    moves tried alike. Without a network the evaluator scores positions. Its nodes are simulations; of a
    budget it heeds nodes and time. Leaves are evaluated in batches; batch size and nodes decide the move.
    """

    records = True

    def __init__(self, game: Game, options: PUCTOptions = PUCTOptions()) -> None:
        super().__init__(game)
        self._batch_evaluator = BatchEvaluator(game, options.net, options.eval, options.threads)
        self._batch = options.batch
        self._stop = stop_flag()
        bytes_a_node = node_bytes(np.zeros(1, SEARCH)[0]) + 8  # with its prior and its virtual losses
        capacity = options.memory * 1024 * 1024 // bytes_a_node
        self._search = PuctSearch.new(game, capacity, options.batch, options.exploration, self._stop)

    def choose(
        self, position: Position, budget: Budget | None = None, report: Report | None = None
    ) -> Decision:
        self._require_turn(position)
        budget = budget or Budget()
        if budget.seconds is None and budget.nodes is None:
            budget = USUAL
        self._search = self._search.recorded(self.record)
        self.compile(position)
        began = time.perf_counter()
        self._search.begin(position, min(budget.nodes or ENDLESS, MOST_VISITS))

        def decide() -> Decision:
            return self._decision(position, time.perf_counter() - began)

        watch = (lambda: report(decide())) if report else None
        run_until(self._grow, self._stop, budget.seconds, watch, REPORT_SECONDS)
        decision = decide()
        if report:
            report(decision)
        if self.record:
            tree = SimulationTree.of(position, self._search.tree, self.record, self._search.leaves.priors)
            return replace(decision, tree=tree)
        return decision

    def compile(self, position: Position) -> None:
        self._stop[0] = 0
        self._search.begin(position, 0)
        self._search.gather(0)
        self._search.absorb(
            self._batch_evaluator.evaluate(self._search.leaves.states[:0]), self._batch_evaluator.output_of
        )

    def _grow(self) -> None:
        search, width = self._search, 1
        while not search.is_over and not self._stop[0]:
            states = search.gather(width)
            if len(states):
                search.absorb(self._batch_evaluator.evaluate(states), self._batch_evaluator.output_of)
            width = min(self._batch, 2 * width)  # a tree of a few nodes has no use for many leaves

    def _decision(self, position: Position, seconds: float) -> Decision:
        found, tree = self._search.weights, self._search.tree
        best = found[0]
        settled = best.proven and (best.mean == 1 or all(one.proven for one in found))
        return Decision(
            move=position.format_move(best.move),
            code=best.move,
            score=best.mean,
            score_kind="proven" if settled else "eval",
            pv=line_texts(position, self._search.line(best.move)),
            depth=int(tree.search[0]["deepest"]),
            nodes=int(tree.search[0]["simulations"]),
            seconds=seconds,
            candidates=tuple(
                Candidate(
                    position.format_move(one.move),
                    one.mean,
                    one.visits,
                    "proven" if one.proven else "eval",
                    line_texts(position, self._search.line(one.move)) if place < self.multipv else (),
                )
                for place, one in enumerate(found)
                if one.visits or one.proven
            ),
        )
