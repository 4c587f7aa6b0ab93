"""The record of a Monte-Carlo tree search."""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from nupp.players.searchtree.base import MOST_EXPORTED, Columns, Facts, SearchTree
from nupp.rules import Position
from nupp.rules.basics import NO_MOVE
from nupp.search.mcts import log2
from nupp.search.tree import Tree

LEAVES, RESULTS = "simulation leaves", "simulation results"
"""The names of the arrays of simulations among those of the columns."""
_URGENCY: Final = 0.2
"""As `nupp.players.networks.URGENCY`."""


@dataclass(frozen=True, eq=False)
class SimulationTree(SearchTree):
    """The record of a Monte-Carlo tree search, by UCT or PUCT.

    Columns: `visits`, `value` (mean result), `proven`, `result`, `prior`, `amaf`, `evaluation` (nan where the
    search has none), `since` (the simulation after which a node was proven) and `side` (to move, -1 if
    unknown), results from the first side's view. leaves, results: the row and the result of each simulation.
    Settings: `exploration`, `rave`, `implicit` and `policy` (1 for PUCT). Children are sorted by visits.
    """

    leaves: NDArray[np.int32] = field(default_factory=lambda: np.zeros(0, np.int32))
    results: NDArray[np.float32] = field(default_factory=lambda: np.zeros(0, np.float32))

    kind = "simulations"

    @classmethod
    def of(
        cls, position: Position, tree: Tree, most: int, priors: NDArray[np.float32] | None = None
    ) -> SimulationTree:
        """The record of a search of a position: of its nodes the `most` that were visited most."""
        search, log = tree.search[0], tree.log
        order, parents, plies, row_of = _preorder(tree, most)
        nodes = tree.nodes[order]
        nothing = np.full(len(order), np.nan, np.float32)
        with np.errstate(invalid="ignore", divide="ignore"):
            amaf = tree.amaf["total"] / tree.amaf["visits"]
        columns = {
            "parent": parents,
            "size": _sizes(parents),
            "ply": plies,
            "move": np.where(parents < 0, NO_MOVE, tree.codes[order]),
            "side": np.where(nodes["children"] > 0, nodes["side"], -1),
            "visits": nodes["visits"].copy(),
            "value": nodes["value"].copy(),
            "proven": nodes["proven"].copy(),
            "result": nodes["result"].copy(),
            "prior": nothing if priors is None else priors[order],
            "amaf": amaf[order] if search.rave_k > 0 else nothing,
            "evaluation": tree.minimax_value[order] if search.implicit > 0 else nothing,
            "since": log.proven[order],  # type: ignore[union-attr]
        }
        settings = {
            "exploration": float(search.exploration),
            "rave": float(search.rave_k),
            "implicit": float(search.implicit),
            "policy": float(priors is not None),
        }
        made = int(log.made[0])  # type: ignore[union-attr]
        leaves = row_of[log.leaves[:made]]  # type: ignore[union-attr]
        results = log.results[:made].copy()  # type: ignore[union-attr]
        return cls(position, columns, int(search.simulations), settings, leaves, results)

    main_root = 0

    def best_line(self, row: int) -> list[int]:
        """By visits; a win is taken, and a loss avoided."""
        found: list[int] = []
        while children := self.children(row):
            sign = self._chooser(row)
            row = max(children, key=lambda one: (self._certain(one, sign), self.columns["visits"][one]))
            found.append(row)
        return found

    def _certain(self, row: int, sign: int) -> int:
        return sign * int(self.columns["result"][row]) if self.columns["proven"][row] else 0

    def _chooser(self, row: int) -> int:
        """1 if the first side is to move in a row, -1 if the second is."""
        return 1 if int(self.columns["side"][row]) == 0 else -1

    @property
    def simulations(self) -> int:
        """The simulations whose course is known: the growth of the tree can be followed to there."""
        return len(self.leaves)

    def at(self, simulations: int) -> SimulationTree:
        """The tree as it was after some simulations, in the rows of this one; 0 visits: not yet there."""
        if not 0 <= simulations <= self.simulations:
            raise ValueError(f"{simulations} simulations: expected from 0 to {self.simulations}")
        visits, values = self._replay(simulations)
        proven = (self.columns["proven"] != 0) & (self.columns["since"] <= simulations)
        nothing = np.full(len(self), np.nan, np.float32)
        columns = {
            **self.columns,
            "visits": visits,
            "value": values,
            "proven": proven & (visits > 0),
            "amaf": nothing,  # known of the end alone
            "evaluation": nothing,
        }
        return SimulationTree(self.position, columns, simulations, self.settings, self.leaves, self.results)

    def _replay(self, simulations: int) -> tuple[NDArray[np.int64], NDArray[np.float64]]:
        """The visits and values of all rows after some simulations."""
        parents = self.columns["parent"].tolist()
        since = np.where(self.columns["proven"] != 0, self.columns["since"], simulations + 1).tolist()
        certain = self.columns["result"].astype(float).tolist()
        visits, values = [0] * len(self), [0.0] * len(self)
        leaves, results = self.leaves[:simulations].tolist(), self.results[:simulations].tolist()
        for number, (row, result) in enumerate(zip(leaves, results, strict=True), start=1):
            while row >= 0:
                visits[row] += 1
                if since[row] <= number:
                    values[row] = result = certain[row]
                else:
                    values[row] += (result - values[row]) / visits[row]
                row = parents[row]
        return np.array(visits), np.array(values)

    def facts(self, row: int) -> Facts:
        """Visits, mean result, and the sum by which the move was chosen.

        mean: from the view of the side to move at the root. proven: its certain result, or null. terms: the
        addends of the bound, for the side that chooses, and their sum; null of the root and of what is
        proven.
        """
        columns = self.columns
        sign = 1 if self.position.to_move == 0 else -1
        visits = int(columns["visits"][row])
        return {
            "visits": visits,
            "mean": round(sign * float(columns["value"][row]), 4) + 0.0 if visits else None,
            "proven": sign * int(columns["result"][row]) if columns["proven"][row] else None,
            "terms": self._terms(row),
        }

    def _terms(self, row: int) -> dict[str, float] | None:
        columns, parent = self.columns, int(self.columns["parent"][row])
        if parent < 0 or columns["proven"][row]:
            return None
        sign, above = self._chooser(parent), int(columns["visits"][parent])
        visits, own = int(columns["visits"][row]), sign * float(columns["value"][row])
        if self.settings["policy"]:
            mean = own if visits else sign * float(columns["value"][parent]) - _URGENCY
            prior = float(columns["prior"][row])
            reach = self.settings["exploration"] * math.sqrt(above) * prior / (1 + visits)
            terms = {"mean": mean, "prior": prior, "exploration": reach}
            return {name: round(value, 4) for name, value in {**terms, "sum": mean + reach}.items()}
        mean = own if visits else 1.0
        terms = {"mean": mean}
        amaf, evaluation = (sign * float(columns[name][row]) for name in ("amaf", "evaluation"))
        if not math.isnan(amaf):
            k = self.settings["rave"]
            terms["amaf"] = math.sqrt(k / (3 * visits + k)) * (amaf - mean)
            mean += terms["amaf"]
        if not math.isnan(evaluation):
            terms["evaluation"] = (self.settings["implicit"] if visits else 1.0) * (evaluation - mean)
        reach = self.settings["exploration"] * math.sqrt(log2.function(above + 1) / max(visits, 1))
        terms["exploration"] = reach
        terms["sum"] = sum(terms.values())
        return {name: round(value, 4) for name, value in terms.items()}

    def label(self, row: int) -> str:
        facts = self.facts(row)
        parts = [f"{facts['visits']} visits"]
        if facts["proven"] is not None:
            parts.append(("proven draw", "proven win", "proven loss")[facts["proven"]])
        elif facts["mean"] is not None:
            parts.append(f"mean {facts['mean']:+.3f}")
        if facts["terms"]:
            terms = {name: value for name, value in facts["terms"].items() if name not in ("prior", "sum")}
            total = f" = {facts['terms']['sum']:.3f}"
            parts.append(" + ".join(f"{value:.3f} {name}" for name, value in terms.items()) + total)
        return ", ".join(parts)

    def to_dict(self, most: int = MOST_EXPORTED) -> dict[str, Any]:
        return {
            **super().to_dict(most),
            "simulations": [
                {"row": row, "result": round(result, 4)}
                for row, result in zip(self.leaves.tolist(), self.results.tolist(), strict=True)
            ],
        }

    @property
    def _arrays(self) -> Columns:
        return {**self.columns, LEAVES: self.leaves, RESULTS: self.results}


def _preorder(
    tree: Tree, most: int
) -> tuple[NDArray[np.int64], NDArray[np.int32], NDArray[np.int16], NDArray[np.int32]]:
    """The nodes of a tree in preorder, children by visits: at most `most`, those that were visited most.

    Returns their numbers, the rows of their parents, their plies, and the row of each node of the tree, or of
    the one above it that has one.
    """
    first, known = tree.nodes["first"].tolist(), tree.nodes["known"].tolist()
    visits = tree.nodes["visits"]
    least = _least_visits(tree, most)
    used = int(tree.search[0].used)
    row_of = np.zeros(max(1, used), np.int32)
    order: list[int] = []
    parents: list[int] = []
    plies: list[int] = []
    waiting = [(0, -1, 0)]
    while waiting:
        node, parent, ply = waiting.pop()
        row = parent
        if node == 0 or (visits[node] >= least and len(order) < most):
            row = row_of[node] = len(order)
            order.append(node)
            parents.append(parent)
            plies.append(ply)
        else:
            row_of[node] = parent
        children = range(first[node], first[node] + known[node])
        by_visits = sorted(children, key=lambda child: visits[child])  # the last one is taken first
        waiting.extend((child, row, ply + 1) for child in by_visits)
    return np.array(order), np.array(parents, np.int32), np.array(plies, np.int16), row_of


def _least_visits(tree: Tree, most: int) -> int:
    """The least number of visits such that at most `most` nodes have it; at least 1."""
    counts = np.sort(tree.nodes["visits"][: int(tree.search[0].used)])[::-1]
    return max(1, int(counts[most]) + 1) if len(counts) > most else 1


def _sizes(parents: NDArray[np.int32]) -> NDArray[np.int32]:
    """The rows of each subtree, from the parents of rows in preorder."""
    sizes = np.ones(len(parents), np.int32)
    for row in range(len(parents) - 1, 0, -1):
        sizes[parents[row]] += sizes[row]
    return sizes
