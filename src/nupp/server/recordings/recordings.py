"""Recorded searches that are kept for a while, so that the page asks only for what it shows of them."""

from __future__ import annotations

import secrets
from collections import OrderedDict
from dataclasses import dataclass, field
from typing import Final

from nupp.formats.record import start_of
from nupp.players import Decision
from nupp.players.searchtree import SearchTree, SimulationTree
from nupp.server.models.shared import ProblemError
from nupp.server.models.work.recordings import RecordedRow, Recording

MOST_KEPT: Final = 24
"""Records that are kept; the one that was not asked for longest goes first."""
MOST_ROWS_KEPT: Final = 2_000_000
"""Rows of all of them together, about 100 bytes each."""


@dataclass
class Kept:
    """A record, and the decision that came of the search."""

    name: str
    tree: SearchTree
    player: str
    decision: Decision
    _past: tuple[int, SearchTree] | None = field(default=None, repr=False)

    def summary(self) -> Recording:
        """The record without what its rows state."""
        tree, position = self.tree, self.tree.position
        attacker = tree.settings.get("attacker")
        return Recording.model_validate(
            {
                "id": self.name,
                "kind": tree.kind,
                "game": position.game.spec,
                "player": self.player,
                "start": start_of(position),
                "moves": list(position.moves),
                "best": self.decision.move,
                "score_text": self.decision.score_text,
                "visited": tree.visited,
                "seconds": round(self.decision.seconds, 3),
                "sizes": tree.columns["size"].tolist(),
                "main": tree.main_line,
                "simulations": tree.simulations if isinstance(tree, SimulationTree) else 0,
                "attacker": None if attacker is None else int(attacker),
                "settings": dict(tree.settings),
            }
        )

    def row(self, row: int, at: int | None = None) -> RecordedRow:
        """A row, of simulations as it was after `at` of them; IndexError and ValueError out of range."""
        tree = self._at(at)
        found = tree.row(row)
        common = {name: found.pop(name) for name in ("row", "parent", "size", "ply", "move", "mover", "main")}
        return RecordedRow.model_validate({**common, tree.kind: found})

    def _at(self, simulations: int | None) -> SearchTree:
        """The tree after some simulations; the last one that was asked for is kept."""
        if simulations is None or not isinstance(self.tree, SimulationTree):
            return self.tree
        if self._past is None or self._past[0] != simulations:
            self._past = simulations, self.tree.at(simulations)
        return self._past[1]


class Recordings:
    """The records that are kept; anybody who knows the name of one may read it."""

    def __init__(self) -> None:
        self.prefix = ""
        """The beginning of the names of records."""
        self._kept: OrderedDict[str, Kept] = OrderedDict()

    def keep(self, tree: SearchTree, player: str, decision: Decision) -> Kept:
        """Keep a record under a new name; old ones are forgotten where it gets too much."""
        kept = Kept(self.prefix + secrets.token_urlsafe(9), tree, player, decision)
        self._kept[kept.name] = kept
        while len(self._kept) > MOST_KEPT or self._rows > MOST_ROWS_KEPT:
            self._kept.popitem(last=False)
        return kept

    @property
    def _rows(self) -> int:
        return sum(len(one.tree) for one in self._kept.values()) if len(self._kept) > 1 else 0

    def __getitem__(self, name: str) -> Kept:
        """A record by its name; ProblemError 404."""
        if name not in self._kept:
            raise ProblemError(
                404, "not_found", f"{name!r} is not a record that is kept: expected a new search"
            )
        self._kept.move_to_end(name)
        return self._kept[name]
