"""The record of a search of any kind: its rows, lines through them, and how they are shown and sent."""

from __future__ import annotations

import base64
import html
import io
from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, ClassVar, Final

import numpy as np
from numpy.typing import NDArray

from nupp.rules import Position
from nupp.rules.basics import NO_MOVE
from nupp.search.recorder import Trace

MOST_SHOWN: Final = 400
"""Rows of the display in notebooks."""
MOST_EXPORTED: Final = 1_000_000
"""Rows of the largest record that is written as JSON."""
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


def columns_of(trace: Trace) -> dict[str, NDArray[Any]]:
    """The columns of the rows in use."""
    rows = trace.rows[: int(trace.cursor[0].used)]
    names = [name for name in rows.dtype.names or () if not name.startswith("padding")]
    found = {name: np.ascontiguousarray(rows[name]) for name in names}
    found["size"] = found.pop("extent")
    return found
