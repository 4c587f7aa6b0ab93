"""The record of a search: a tree of rows that can be read, shown, searched for refutations, and sent.

`Player.record` has a search recorded, and `Decision.tree` then holds its record. Rows lie in preorder: a row,
then the subtrees of its children one after another, so that the rows of a subtree are a range. What a row
states depends on the search: a window and a cut-off, visits and a mean result, or a proof number.

Everything that is shown is from the view of the side to move at the root, so that values and windows can be
compared from ply to ply; only the bounds of simulations are from the view of the side that chooses by them.
"""

from nupp.players.searchtree.alphabeta import AlphaBetaTree
from nupp.players.searchtree.base import MOST_EXPORTED, SearchTree
from nupp.players.searchtree.packed import PackedTree
from nupp.players.searchtree.proof import ProofTree
from nupp.players.searchtree.simulations import SimulationTree

__all__ = ["MOST_EXPORTED", "AlphaBetaTree", "PackedTree", "ProofTree", "SearchTree", "SimulationTree"]
