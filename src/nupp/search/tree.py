"""The tree of Monte-Carlo tree search: what its nodes hold, how it grows, and how a part of it is kept.

The tree lies in arrays. The children of a node lie side by side, so a node needs but the place of the first
and their number; a child costs no more than its move until it is visited. Every node keeps its mean result
and the square root that its confidence bound needs, so that the choice among children is a sum for each.
When the arrays are full the tree stops growing: simulations go on from its leaves, and what they find still
improves the statistics above.

Results are reckoned from the first player's view, from -1 to 1.
"""

from __future__ import annotations

from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import DTypeLike, NDArray

from nupp.kernel import Generator, Record, StopFlag, below, generator, kernel, record_dtype
from nupp.rules import Game
from nupp.rules.basics import Moves, States
from nupp.search.recorder import NO_TRACE, Log

LONGEST: Final = 4096
"""No simulation goes further down the tree than this, and no playout takes more moves."""

CACHE_LINES: Final = 128
"""Bytes that keep what two threads write out of each other's cache lines."""

NODE: Final = record_dtype(
    ("value", np.float64),
    ("width", np.float32),
    ("visits", np.int32),
    ("first", np.int32),
    ("children", np.int32),
    ("known", np.int32),
    ("side", np.int8),
    ("proven", np.int8),
    ("result", np.int8),
)
"""value: the mean result of `visits` simulations, or the result if it is proven. width: 1 / sqrt(visits), and
0 if the result is proven, since there is nothing left to explore. first, children: where the children lie and
how many there are; 0 while there are none. known: how many of them, from the first on, are in use; the others
have a move, and were never visited. side: to move, once there are children. proven, result: whether the
outcome is certain, and what it is."""

AMAF: Final = record_dtype(("total", np.float64), ("visits", np.int64))
"""All moves as first: the sum of the results of `visits` simulations in which a move was played later."""

SEARCH: Final = record_dtype(
    ("exploration", np.float64),
    ("rave_k", np.float64),
    ("implicit", np.float64),
    ("used", np.int64),
    ("simulations", np.int64),
    ("simulation_limit", np.int64),
    ("deepest", np.int64),
    ("past", np.int64),
    ("expand", np.int32),
    ("cutoff", np.int32),
    ("sample", np.int32),
    ("candidates", np.int32),
)
"""exploration: the weight of the confidence bound. rave_k: the number of visits at which a move's own results
weigh as much as its all-moves-as-first results; 0 for no RAVE. implicit: the weight of minimax values. used:
nodes in use. simulations, simulation_limit: made, and how many may be. deepest: the longest way down. past:
how many of `keys` come before the root. expand: visits of a leaf before it gets children. cutoff: moves after
which a playout is evaluated; -1: never. sample: random moves of which a playout takes the best. candidates:
the reach within which moves are candidates; 0 for all moves."""


class Tree(NamedTuple):
    """The arrays of one search tree.

    nodes: NODE (capacity), the root first. codes: int64 (capacity + max_moves), the moves that lead to them.
    amaf: AMAF (capacity), if RAVE is used. minimax_value: float64 (capacity), the evaluations backed up by
    minimax, if they are used. marks: int32 (capacity), scratch of `keep_subtree`. states: States (3): the
    root, the position of the simulation, and scratch. moves: int64 (2, max_moves), scratch. path: int64
    (LONGEST + 1), the nodes of a simulation. played: int64 (LONGEST), the moves of a simulation by class and
    side. seen: int64 (2 * move_classes), the last simulation in which moves of a class were played, by side.
    keys: uint64 (2 * LONGEST), the repetition keys of the positions of the game so far and of the simulation.
    search: SEARCH (1). rng: random numbers. stop: the stop flag. log: what a recorder writes; nothing
    unless the search is recorded. Arrays that are not used have one element.
    """

    nodes: NDArray[Any]
    codes: Moves
    amaf: NDArray[Any]
    minimax_value: NDArray[np.float64]
    marks: NDArray[np.int32]
    states: States
    moves: NDArray[np.int64]
    path: NDArray[np.int64]
    played: NDArray[np.int64]
    seen: NDArray[np.int64]
    keys: NDArray[np.uint64]
    search: NDArray[Any]
    rng: Generator
    stop: StopFlag
    log: Log | tuple[()] = NO_TRACE


def new_tree(game: Game, capacity: int, settings: Record, seed: tuple[int, ...], stop: StopFlag) -> Tree:
    """An empty tree of at most `capacity` nodes; `set_root` gives it a position.

    settings: a SEARCH record.
    """
    capacity = max(1, capacity)
    rave, minimax = settings.rave_k > 0, settings.implicit > 0
    tree = Tree(
        nodes=np.zeros(capacity, NODE),
        codes=np.zeros(capacity + game.max_moves, np.int64),
        amaf=np.zeros(capacity if rave else 1, AMAF),
        minimax_value=np.zeros(capacity if minimax else 1, np.float64),
        marks=np.zeros(capacity, np.int32),
        states=_apart(3, game.State),
        moves=_apart(2 * game.max_moves, np.int64).reshape(2, -1),
        path=_apart(LONGEST + 1, np.int64),
        played=_apart(LONGEST, np.int64),
        seen=_apart(2 * game.move_classes, np.int64),
        keys=_apart(2 * LONGEST, np.uint64),
        search=_apart(1, SEARCH),
        rng=_apart(4, np.uint64),
        stop=stop,
    )
    tree.search[0] = settings
    tree.rng[:] = generator(*seed)
    return tree


def for_states(tree: Tree, game: Game) -> Tree:
    """The same tree, in the same memory, for states of another game."""
    return tree._replace(states=_apart(len(tree.states), game.State))


def node_bytes(settings: Record) -> int:
    """The memory that a node of a tree with these settings takes."""
    size = NODE.itemsize + 8 + 4  # with its move and its mark
    size += AMAF.itemsize if settings.rave_k > 0 else 0
    return size + (8 if settings.implicit > 0 else 0)


def _apart(length: int, dtype: DTypeLike) -> NDArray[Any]:
    """An array of zeros on whose cache lines nothing else lies."""
    margin = -(-CACHE_LINES // np.dtype(dtype).itemsize)
    return np.zeros(length + 2 * margin, dtype)[margin : margin + length]


@kernel
def keeps_minimax(search: Record) -> bool:
    """Return True if children are evaluated when they are added."""
    return bool(search.implicit > 0)


@kernel
def is_informed(search: Record) -> bool:
    """Return True if something is known of children that were never visited."""
    return search.rave_k > 0 or keeps_minimax(search)


@kernel
def clear_node(tree: Tree, node: int) -> None:
    """Make a node one that was never visited."""
    one = tree.nodes[node]
    one.value, one.width, one.visits = 0.0, 1.0, 0
    one.first, one.children, one.known = 0, 0, 0
    one.side, one.proven, one.result = 0, 0, 0
    if tree.search[0].rave_k > 0:
        tree.amaf[node].total, tree.amaf[node].visits = 0.0, 0
    if keeps_minimax(tree.search[0]):
        tree.minimax_value[node] = 0.0


@kernel
def add_child(tree: Tree, node: int) -> int:
    """Take one more child of a node into use, at random among those that are not; returns it."""
    parent = tree.nodes[node]
    child = parent.first + parent.known
    other = child + below(tree.rng, parent.children - parent.known)
    tree.codes[child], tree.codes[other] = tree.codes[other], tree.codes[child]
    clear_node(tree, child)
    parent.known += 1  # last, since others may be looking
    return int(child)


@kernel
def prove(tree: Tree, node: int, result: int) -> None:
    """Note that the outcome of a node is certain."""
    one = tree.nodes[node]
    one.value, one.width, one.proven, one.result = float(result), 0.0, 1, result
    if keeps_minimax(tree.search[0]):
        tree.minimax_value[node] = float(result)


@kernel
def prove_by_children(tree: Tree, node: int) -> None:
    """Prove a node if one child wins for the side to move, or if all children are proven."""
    nodes, parent = tree.nodes, tree.nodes[node]
    sign = 1 if parent.side == 0 else -1
    best, is_open = -1, parent.known < parent.children
    for child in range(parent.first, parent.first + parent.known):
        if nodes[child].proven == 0:
            is_open = True
        else:
            best = max(best, sign * nodes[child].result)
    if best == 1 or not is_open:
        prove(tree, node, sign * best)


def keep_subtree(tree: Tree, node: int) -> None:
    """Make a node the root, and move all below it to the front of the arrays; forget all else."""
    move_subtree(without_game(tree), node)


def without_game(tree: Tree) -> Tree:
    """A tree but for its states: code that takes it is compiled once for all games."""
    return tree._replace(states=tree.nodes[:0])


@kernel
def move_subtree(tree: Tree, node: int) -> None:
    """The same for a tree without its game.

    Children lie behind their parent, so whatever lies in the way has been moved or is forgotten.
    """
    nodes, codes, marks, search = tree.nodes, tree.codes, tree.marks, tree.search[0]
    for slot in range(search.used):
        marks[slot] = 0  # of the first of some children to be kept: the place of the parent, and one
    move_node(tree, node, 0)
    kept, slot = 1, node + 1
    while slot < search.used:
        if marks[slot] == 0:
            slot += 1
            continue
        parent = nodes[marks[slot] - 1]
        for i in range(parent.children):
            codes[kept + i] = codes[slot + i]
            if i < parent.known:
                move_node(tree, slot + i, kept + i)
        parent.first = kept
        kept += parent.children
        slot += parent.children
    search.used = kept


@kernel
def move_node(tree: Tree, source: int, target: int) -> None:
    """Move a node to another place, and mark that its children belong there."""
    tree.nodes[target] = tree.nodes[source]
    if tree.search[0].rave_k > 0:
        tree.amaf[target] = tree.amaf[source]
    if keeps_minimax(tree.search[0]):
        tree.minimax_value[target] = tree.minimax_value[source]
    if tree.nodes[target].children > 0:
        tree.marks[tree.nodes[target].first] = target + 1
