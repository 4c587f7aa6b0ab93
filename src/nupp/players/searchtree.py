"""The record of a search: a tree of rows that can be read, shown, searched for refutations, and sent.

`Player.record` has a search recorded, and `Decision.tree` then holds its record. Rows lie in preorder: a row,
then the subtrees of its children one after another, so that the rows of a subtree are a range. What a row
states depends on the search: a window and a cut-off, visits and a mean result, or a proof number.

Everything that is shown is from the view of the side to move at the root, so that values and windows can be
compared from ply to ply; only the bounds of simulations are from the view of the side that chooses by them.
"""

from __future__ import annotations

import base64
import html
import io
import math
from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, ClassVar, Final

import numpy as np
from numpy.typing import NDArray

from nupp.players.base import score_text
from nupp.rules import Position
from nupp.rules.basics import NO_MOVE
from nupp.search.mcts import log2
from nupp.search.proofnumber import PROVEN
from nupp.search.recorder import CAUSES, CUT, SEARCHED, STOPPED, Trace
from nupp.search.scores import INFINITY, WIN
from nupp.search.tree import Tree

MOST_SHOWN: Final = 400
"""Rows of the display in notebooks."""
MOST_EXPORTED: Final = 1_000_000
"""Rows of the largest record that is written as JSON."""
_LEAVES, _RESULTS = "simulation leaves", "simulation results"
_MOST_POSITIONS: Final = 5000
"""Positions that are kept for the rows that are looked at."""

Columns = Mapping[str, NDArray[Any]]
Facts = dict[str, Any]


@dataclass(frozen=True, eq=False)
class SearchTree(ABC):
    """The record of one search.

    position: that was searched. columns: arrays of one element for each row; `parent` (-1 of a root), `size`
    (rows of the subtree), `ply`, `move` (the code that led there; NO_MOVE of a root) and those of the search.
    visited: positions visited, or simulations made. settings: numbers that reading the columns needs.
    """

    position: Position
    columns: Columns
    visited: int
    settings: Mapping[str, float] = field(default_factory=dict)

    kind: ClassVar[str]

    def __len__(self) -> int:
        return len(self.columns["parent"])

    # ---- the shape of the tree ----------------------------------------------------------------------

    @cached_property
    def roots(self) -> list[int]:
        """The rows that have no parent: of alpha-beta one for each iteration and window."""
        return list(self._siblings(0, len(self)))

    def children(self, row: int) -> list[int]:
        """The rows of a row's children, in the order in which they were searched."""
        return list(self._siblings(row + 1, row + self._size(row)))

    def path(self, row: int) -> list[int]:
        """The rows from the root to a row."""
        found = [self._checked(row)]
        while (parent := int(self.columns["parent"][found[-1]])) >= 0:
            found.append(parent)
        return found[::-1]

    def moves_to(self, row: int) -> tuple[str, ...]:
        """The texts of the moves that lead from the root to a row."""
        return self.position_at(row).moves[self.position.ply :]

    def move(self, row: int) -> str | None:
        """The text of the move that led to a row; None of a root."""
        if self._code(row) == NO_MOVE:
            return None
        return self.position_at(int(self.columns["parent"][row])).format_move(self._code(row))

    def position_at(self, row: int) -> Position:
        """The position of a row."""
        if row not in self._positions:
            if len(self._positions) > _MOST_POSITIONS:
                self._positions.clear()
            parent = int(self.columns["parent"][self._checked(row)])
            before = self.position if parent < 0 else self.position_at(parent)
            code = self._code(row)
            self._positions[row] = before if code == NO_MOVE else before.play_code(code)
        return self._positions[row]

    def child(self, row: int, code: int) -> int | None:
        """The last child that a move leads to: of a move that was searched twice, the second search."""
        found = [child for child in self.children(row) if self._code(child) == code]
        return found[-1] if found else None

    @cached_property
    def _positions(self) -> dict[int, Position]:
        return {}

    def _siblings(self, first: int, end: int) -> Iterator[int]:
        while first < end:
            yield first
            first += self._size(first)

    def _size(self, row: int) -> int:
        return int(self.columns["size"][self._checked(row)])

    def _code(self, row: int) -> int:
        return int(self.columns["move"][row])

    def _checked(self, row: int) -> int:
        if not 0 <= row < len(self):
            raise IndexError(f"row {row}: expected one from 0 to {len(self) - 1}")
        return row

    def _mover(self, row: int) -> int | None:
        """The side whose move led to a row."""
        parent = int(self.columns["parent"][row])
        if parent < 0 or self._code(row) == NO_MOVE:
            return None
        return int(self.columns["side"][parent])

    # ---- what it says -------------------------------------------------------------------------------

    @abstractmethod
    def facts(self, row: int) -> Facts:
        """The figures that the search wrote of a row, as JSON has them."""

    @abstractmethod
    def best_line(self, row: int) -> list[int]:
        """The rows of the best line from a row on, without the row itself."""

    @property
    @abstractmethod
    def main_root(self) -> int:
        """The root whose children are the moves that the decision was between."""

    @cached_property
    def main_line(self) -> list[int]:
        """The rows of the principal variation, beginning with the root."""
        return [self.main_root, *self.best_line(self.main_root)]

    def refutation(self, move: str) -> list[int]:
        """The rows of the line that speaks against a move: the move itself, and the best play after it.

        ValueError for a move that has no row.
        """
        code = self.position.parse_move(move)
        row = self.child(self.main_root, code)
        if row is None:
            raise ValueError(f"{move} was not searched: expected a move with a row in the record")
        return [row, *self.best_line(row)]

    def row(self, row: int) -> Facts:
        """All of a row, as JSON has it."""
        return {
            "row": row,
            "parent": int(self.columns["parent"][row]),
            "size": self._size(row),
            "ply": int(self.columns["ply"][row]),
            "move": self.move(row),
            "mover": self._mover(row),
            "main": row in self._main,
            **self.facts(row),
        }

    @cached_property
    def _main(self) -> frozenset[int]:
        return frozenset(self.main_line)

    def to_dict(self, most: int = MOST_EXPORTED) -> dict[str, Any]:
        """The record as JSON has it; of a larger one about `most` rows, with the largest subtrees."""
        return {
            "kind": self.kind,
            "game": self.position.game.spec,
            "position": str(self.position),
            "visited": self.visited,
            "settings": dict(self.settings),
            "rows": [self.row(row) for row in sorted(self._largest(most))],
        }

    @abstractmethod
    def label(self, row: int) -> str:
        """A row in one line, without its move."""

    def __str__(self) -> str:
        """The principal variation and the moves of the root, a line each."""
        lines = [f"{self.kind}: {self.visited} nodes, {len(self)} rows"]
        lines += [f"{self.move(row) or 'root'}  {self.label(row)}" for row in self.main_line]
        lines.append("moves:")
        lines += [f"  {self.move(row) or '='}  {self.label(row)}" for row in self.children(self.main_root)]
        return "\n".join(lines)

    def _repr_html_(self) -> str:
        """The tree as nested details, for notebooks: what is largest, down to `MOST_SHOWN` rows."""
        shown = self._largest(MOST_SHOWN)
        parts = "".join(self._details(root, shown) for root in self.roots if root in shown)
        title = html.escape(f"{self.kind}: {self.visited} nodes, {len(self)} rows")
        return f"<div><p>{title}</p>{parts}</div>"

    def _largest(self, most: int) -> frozenset[int]:
        """The rows with the largest subtrees; with a row also those above it."""
        if len(self) <= most:
            return frozenset(range(len(self)))
        order = np.argsort(-self.columns["size"], kind="stable")[:most]
        return frozenset(order.tolist()) | frozenset(self.roots)

    def _details(self, row: int, shown: frozenset[int]) -> str:
        text = html.escape(f"{self.move(row) or '●'} — {self.label(row)}")
        text = f"<b>{text}</b>" if row in self._main else text
        inner = "".join(self._details(child, shown) for child in self.children(row) if child in shown)
        if not inner:
            return f"<div style='margin-left:1.2em'>{text}</div>"
        is_open = " open" if row in self._main else ""
        return f"<details{is_open} style='margin-left:1.2em'><summary>{text}</summary>{inner}</details>"

    # ---- sending it ---------------------------------------------------------------------------------

    @property
    def _arrays(self) -> Columns:
        """All arrays, by the names under which they are packed."""
        return self.columns

    def packed(self) -> dict[str, Any]:
        """The record in a few words for another process: the fields of a `PackedTree`, as JSON has them."""
        buffer = io.BytesIO()
        np.savez_compressed(buffer, **self._arrays)  # type: ignore[arg-type]
        return {
            "kind": self.kind,
            "visited": self.visited,
            "settings": dict(self.settings),
            "content": base64.b64encode(buffer.getvalue()).decode("ascii"),
        }


@dataclass(frozen=True, eq=False)
class AlphaBetaTree(SearchTree):
    """The record of alpha-beta or minimax.

    Columns: `low`, `high` (the window), `score`, `best` (move), `nodes`, `moves`, `depth`, `cause`, `side`
    (to move) and `quiet`; see `nupp.search.recorder.ROW`. Settings: `unit` of evaluations.
    """

    kind = "alphabeta"

    @classmethod
    def of(cls, position: Position, trace: Trace, visited: int, unit: float) -> AlphaBetaTree:
        """The record that a search of a position has written."""
        return cls(position, _columns(trace), visited, {"unit": unit})

    @cached_property
    def main_root(self) -> int:
        """The best move's search in the deepest iteration that found an exact score, or the first root."""
        low, score, high, depth = (self.columns[name] for name in ("low", "score", "high", "depth"))
        exact = [
            row
            for row in self.roots
            if self.columns["cause"][row] == SEARCHED and low[row] < score[row] < high[row]
        ]
        return max(exact, key=lambda row: (depth[row], -row)) if exact else self.roots[0]

    def best_line(self, row: int) -> list[int]:
        found: list[int] = []
        while (best := int(self.columns["best"][row])) != NO_MOVE:
            child = self.child(row, best)
            if child is None:
                break
            found.append(child)
            row = child
        return found

    def facts(self, row: int) -> Facts:
        """Window, result and what became of the moves.

        window: the bounds, null for none. again: a second search of the same move. reduced: plies by which it
        was searched less deep. hidden: positions that were visited below and have no row. left_out, saved:
        moves that a cut-off left out, and about how many positions these would have taken.
        """
        columns = self.columns
        sign = self._sign(row)
        low, high = (int(columns[name][row]) for name in ("low", "high"))
        low, high = (low, high) if sign > 0 else (-high, -low)
        moves, nodes = int(columns["moves"][row]), int(columns["nodes"][row])
        searched, taken = self._searched(row)
        left_out = moves - searched if columns["cause"][row] == CUT else 0
        score = sign * int(columns["score"][row])
        return {
            "depth": 0 if columns["quiet"][row] else int(columns["depth"][row]),
            "window": [self._bound(low), self._bound(high)] if high > low else None,
            "score": score,
            "score_text": self._text(score),
            "cause": CAUSES[int(columns["cause"][row])],
            "null_window": high - low == 1,
            "quiet": bool(columns["quiet"][row]),
            "shallow": self._is_shallow(row),
            "again": self._is_again(row),
            "reduced": self._reduced(row),
            "moves": moves,
            "searched": searched,
            "nodes": nodes,
            "hidden": max(0, nodes - self._size(row)),
            "left_out": left_out,
            "saved": round(left_out * taken / searched) if searched else 0,
        }

    def label(self, row: int) -> str:
        facts = self.facts(row)
        window = facts["window"]
        parts = [f"depth {facts['depth']}", facts["score_text"], facts["cause"]]
        if window:
            parts.insert(1, f"[{window[0] or '-∞'}, {window[1] or '∞'}]")
        if facts["left_out"]:
            parts.append(f"{facts['left_out']} moves left out")
        return ", ".join([*parts, f"{facts['nodes']} nodes"])

    def _sign(self, row: int) -> int:
        return 1 if int(self.columns["side"][row]) == self.position.to_move else -1

    def _bound(self, bound: int) -> str | None:
        return None if abs(bound) >= INFINITY else self._text(bound)

    def _text(self, score: int) -> str:
        return score_text(score, "win" if abs(score) >= WIN else "eval", self.settings["unit"])

    def _searched(self, row: int) -> tuple[int, int]:
        """The number of a row's moves that have rows, and the positions that these took."""
        children = [child for child in self.children(row) if not self._is_shallow(child)]
        moves = {self._code(child) for child in children}
        return len(moves), sum(int(self.columns["nodes"][child]) for child in children)

    def _is_shallow(self, row: int) -> bool:
        """True of a search of the same position, by which ProbCut decides."""
        return int(self.columns["parent"][row]) >= 0 and self._code(row) == NO_MOVE

    def _is_again(self, row: int) -> bool:
        before = row - 1
        parent = int(self.columns["parent"][row])
        if parent < 0 or before <= parent or self._is_shallow(row):
            return False
        while int(self.columns["parent"][before]) != parent:
            before = int(self.columns["parent"][before])
        return self._code(before) == self._code(row)

    def _reduced(self, row: int) -> int:
        parent = int(self.columns["parent"][row])
        if parent < 0 or self.columns["quiet"][row] or self._is_shallow(row):
            return 0
        return max(0, int(self.columns["depth"][parent]) - 1 - int(self.columns["depth"][row]))


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
        return {**self.columns, _LEAVES: self.leaves, _RESULTS: self.results}


_URGENCY: Final = 0.2
"""As `nupp.players.networks.URGENCY`."""


@dataclass(frozen=True, eq=False)
class ProofTree(SearchTree):
    """The record of a proof-number search: a row for each visit to a position, in order.

    Columns: `low`, `high` (the limits of the proof and the disproof number, at which a visit ends), `score`,
    `other` (the numbers at its end), `nodes`, `moves`, `best`, `cause` and `side` (to move). Settings:
    `attacker` (the side that wants a yes) and `wanted` (the least result that means yes).
    """

    kind = "proof"

    @classmethod
    def of(cls, position: Position, trace: Trace, visited: int, attacker: int, wanted: int) -> ProofTree:
        """The record that a search of a position has written."""
        return cls(position, _columns(trace), visited, {"attacker": attacker, "wanted": wanted})

    main_root = 0

    def best_line(self, row: int) -> list[int]:
        """The way to the most proving leaf: by the moves where the least is missing, to the last visits."""
        found: list[int] = []
        while (child := self.child(row, int(self.columns["best"][row]))) is not None:
            found.append(child)
            row = child
        return found

    def facts(self, row: int) -> Facts:
        """The numbers of a visit; null stands for infinity. attacking: the side to move wants a yes."""
        columns = self.columns
        return {
            "proof": _number(columns["score"][row]),
            "disproof": _number(columns["other"][row]),
            "proof_limit": _number(columns["low"][row]),
            "disproof_limit": _number(columns["high"][row]),
            "attacking": int(columns["side"][row]) == int(self.settings["attacker"]),
            "moves": int(columns["moves"][row]),
            "nodes": int(columns["nodes"][row]),
            "stopped": int(columns["cause"][row]) == STOPPED,
        }

    def label(self, row: int) -> str:
        proof, disproof, low, high = (
            "∞" if self.facts(row)[name] is None else self.facts(row)[name]
            for name in ("proof", "disproof", "proof_limit", "disproof_limit")
        )
        return f"proof {proof} of {low}, disproof {disproof} of {high}, {self.facts(row)['nodes']} nodes"


_KINDS: Final[dict[str, type[SearchTree]]] = {
    one.kind: one for one in (AlphaBetaTree, SimulationTree, ProofTree)
}


@dataclass(frozen=True)
class PackedTree:
    """A record on its way from one process to another; see `SearchTree.packed`."""

    kind: str
    visited: int
    settings: Mapping[str, float]
    content: str

    def unpacked(self, position: Position) -> SearchTree:
        """The record of the search of a position."""
        with np.load(io.BytesIO(base64.b64decode(self.content))) as file:
            arrays = {name: file[name] for name in file.files}
        others = [arrays.pop(name) for name in (_LEAVES, _RESULTS) if name in arrays]
        return _KINDS[self.kind](position, arrays, self.visited, self.settings, *others)


def _number(value: Any) -> int | None:
    return None if value >= PROVEN // 2 else int(value)  # sums of limits come close to it


def _columns(trace: Trace) -> dict[str, NDArray[Any]]:
    """The columns of the rows in use."""
    rows = trace.rows[: int(trace.cursor[0].used)]
    names = [name for name in rows.dtype.names or () if not name.startswith("padding")]
    found = {name: np.ascontiguousarray(rows[name]) for name in names}
    found["size"] = found.pop("extent")
    return found


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
