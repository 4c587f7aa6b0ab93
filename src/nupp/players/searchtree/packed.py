"""Records of searches on their way from one process to another."""

from __future__ import annotations

import base64
import io
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

import numpy as np

from nupp.players.searchtree.alphabeta import AlphaBetaTree
from nupp.players.searchtree.base import SearchTree
from nupp.players.searchtree.proof import ProofTree
from nupp.players.searchtree.simulations import LEAVES, RESULTS, SimulationTree
from nupp.rules import Position

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
        others = [arrays.pop(name) for name in (LEAVES, RESULTS) if name in arrays]
        return _KINDS[self.kind](position, arrays, self.visited, self.settings, *others)
