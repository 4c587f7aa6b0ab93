"""The record of alpha-beta or minimax."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Final

from nupp.players.base import score_text
from nupp.players.searchtree.base import Facts, SearchTree, columns_of
from nupp.rules import Position
from nupp.rules.basics import NO_MOVE
from nupp.search.recorder import CAUSES, CUT, SEARCHED, Trace
from nupp.search.scores import INFINITY, WIN

BOUNDS: Final = {"value": "", "least": "≥ ", "most": "≤ "}
"""Signs before a score: none for the value of a node, others for the least and the most that it can be."""
CERTAIN: Final = ("leaf", "final", "drawn")
"""The causes by which a node has its value without a search of its moves."""


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
        return cls(position, columns_of(trace), visited, {"unit": unit})

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

        window: the bounds, null for none. known: whether the score is the value, or the `least` or the `most`
        that it can be. again: a second search of the same move. reduced: plies by which it
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
            "known": self._known[row],
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
        parts = [f"depth {facts['depth']}", BOUNDS[facts["known"]] + facts["score_text"], facts["cause"]]
        if window:
            parts.insert(1, f"[{window[0] or '-∞'}, {window[1] or '∞'}]")
        if facts["left_out"]:
            parts.append(f"{facts['left_out']} moves left out")
        return ", ".join([*parts, f"{facts['nodes']} nodes"])

    @cached_property
    def _known(self) -> list[str]:
        """The meaning of each row's score: the value, or the least or the most that it can be.

        A search that ends outside of its window has found a bound. But where all of its moves were searched,
        and the best of them has a value that no other may exceed, that is the value.
        """
        parents, causes = self.columns["parent"].tolist(), self.columns["cause"].tolist()
        lows, scores, highs = (self.columns[name].tolist() for name in ("low", "score", "high"))
        moves = self.columns["moves"].tolist()
        below: list[dict[int, int]] = [{} for _ in parents]  # of each move the search that came last
        known = ["value"] * len(parents)
        for row in range(len(parents) - 1, -1, -1):
            if CAUSES[causes[row]] not in CERTAIN and highs[row] > lows[row]:
                whole = causes[row] == SEARCHED and len(below[row]) == moves[row]
                if not (
                    lows[row] < scores[row] < highs[row]
                    or (whole and self._is_certain(row, below[row], known))
                ):
                    known[row] = "least" if (scores[row] >= highs[row]) == (self._sign(row) > 0) else "most"
            if parents[row] >= 0 and not self._is_shallow(row):
                below[parents[row]].setdefault(self._code(row), row)
        return known

    def _is_certain(self, row: int, below: dict[int, int], known: Sequence[str]) -> bool:
        """True if what is known of all moves of a row makes its score the value."""
        sign, scores = self._sign(row), self.columns["score"]
        harmless = "most" if sign > 0 else "least"
        best = sign * int(scores[row])
        values = [(known[child], sign * self._sign(child) * int(scores[child])) for child in below.values()]
        return ("value", best) in values and all(
            kind in ("value", harmless) and score <= best for kind, score in values
        )

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
