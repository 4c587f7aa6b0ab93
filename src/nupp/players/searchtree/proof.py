"""The record of a proof-number search."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from nupp.players.searchtree.base import Facts, SearchTree, columns_of
from nupp.rules import Position
from nupp.search.proofnumber import PROVEN
from nupp.search.recorder import STOPPED, Trace


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
        return cls(position, columns_of(trace), visited, {"attacker": attacker, "wanted": wanted})

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


def _number(value: Any) -> int | None:
    return None if value >= PROVEN // 2 else int(value)  # sums of limits come close to it
