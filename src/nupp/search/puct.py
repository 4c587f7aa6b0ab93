"""Tree search that is led by a policy and by values: PUCT, many leaves at a time.

A simulation walks down the tree to a leaf, by the mean results so far and by what the policy expects of
moves that were seldom tried (PUCT: D. Silver et al., "Mastering the game of Go without human knowledge",
2017, after C. D. Rosin, 2011). What is beyond the leaf nobody plays out: a network evaluates it. Networks are
fast only if they are asked about many positions at once, so walks are made until there are enough leaves,
each being counted as lost meanwhile by all on its way (virtual loss: G. Chaslot et al., 2008), so that the
next one goes elsewhere.

The tree is that of `nupp.search.tree`: results that are certain are kept as such and spread upwards.
Results are reckoned from the first player's view, from -1 to 1.
"""

from __future__ import annotations

from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from nupp.evaluators import Evaluator
from nupp.kernel import kernel, record_dtype, stop_requested
from nupp.rules import Game
from nupp.rules.basics import States
from nupp.search.mcts import back_up, evaluate, expand, is_repeated
from nupp.search.recorder import Recorder
from nupp.search.tree import LONGEST, Tree, clear_node

LEAF: Final = record_dtype(("length", np.int32), ("node", np.int32))
"""The length of the way to a leaf, and its node."""

URGENCY: Final = 0.2
"""By how much less than its parent a node is expected to be worth before it was visited."""

SETTLED: Final = 0
"""The walk came to a result that is certain, which has been taken back."""
WAITING: Final = 1
"""The walk came to a leaf that is to be evaluated."""
TAKEN: Final = 2
"""The walk came to a leaf that waits to be evaluated already."""


class Leaves(NamedTuple):
    """The buffers of a search by PUCT beside its tree.

    priors: float32 (capacity), what the policy expects of the move to each node, the children of a node
    together 1. losses: int32 (capacity), the virtual losses. states: States (most), the leaves that wait, in
    order. paths: int32 (most, LONGEST + 1), the nodes on the way to each. found: LEAF (most).
    """

    priors: NDArray[np.float32]
    losses: NDArray[np.int32]
    states: States
    paths: NDArray[np.int32]
    found: NDArray[Any]


def new_leaves(game: Game, tree: Tree, most: int) -> Leaves:
    """Room for `most` waiting leaves."""
    return Leaves(
        priors=np.zeros(len(tree.nodes), np.float32),
        losses=np.zeros(len(tree.nodes), np.int32),
        states=np.zeros(most, game.State),
        paths=np.zeros((most, LONGEST + 1), np.int32),
        found=np.zeros(most, LEAF),
    )


@kernel
def gather(
    game: Game,
    evaluator: Evaluator[Any],
    recorder: Recorder,
    tree: Tree,
    leaves: Leaves,
    want: int,
    urgency: float,
) -> int:
    """Make simulations until `want` leaves wait to be evaluated, and return how many do.

    Fewer if one comes to a leaf that waits already; also once the root is proven, the limit of simulations is
    reached, or the stop flag is up. urgency: by how much less than its parent a node is expected to be worth
    that was never visited. The evaluator is not asked. `absorb` has to follow.
    """
    search, n = tree.search[0], 0
    while n < want:
        if (
            tree.nodes[0].proven != 0
            or search.simulations >= search.simulation_limit
            or stop_requested(tree.stop) != 0
        ):
            break
        came_to = walk(game, evaluator, recorder, tree, leaves, n, urgency, -1)
        if came_to == TAKEN:
            break
        search.simulations += 1
        n += came_to == WAITING
    return n


@kernel
def walk(
    game: Game,
    evaluator: Evaluator[Any],
    recorder: Recorder,
    tree: Tree,
    leaves: Leaves,
    number: int,
    urgency: float,
    begin: int,
) -> int:
    """One walk from the root; the leaf that it comes to gets a number. Returns what it came to.

    begin: the root's child that it goes to; -1 for that of the highest bound.
    """
    nodes, search = tree.nodes, tree.search[0]
    tree.states[1] = tree.states[0]
    node, length, drawn = 0, 0, False
    tree.path[0] = 0
    while nodes[node].proven == 0 and not drawn and nodes[node].known > 0 and length < LONGEST - 1:
        node = begin if length == 0 and begin >= 0 else select_child(tree, leaves, node, urgency)
        game.play(tree.states[1], tree.codes[node])
        length += 1
        tree.path[length] = node
        drawn = is_repeated(game, tree, length)
    if not drawn and nodes[node].proven == 0:
        if nodes[node].known == 0 and leaves.losses[node] > 0:
            return TAKEN
        if nodes[node].children == 0:
            expand(game, evaluator, tree, node)
    search.deepest = max(search.deepest, length)
    if drawn or nodes[node].proven != 0:
        result = 0.0 if drawn else float(nodes[node].result)
        back_up(game, tree, length, length, result)
        recorder.simulate(tree, length, result)
        return SETTLED
    leaves.states[number] = tree.states[1]
    leaves.found[number].length, leaves.found[number].node = length, node
    for i in range(length + 1):
        leaves.paths[number, i] = tree.path[i]
        leaves.losses[tree.path[i]] += 1
    return WAITING


@kernel
def select_child(tree: Tree, leaves: Leaves, node: int, urgency: float) -> int:
    """The child that a simulation goes on with: that of the highest bound.

    Of a child that is proven nothing is left to explore. Virtual losses count as visits that lost.
    """
    nodes, parent = tree.nodes, tree.nodes[node]
    sign = 1.0 if parent.side == 0 else -1.0
    reach = tree.search[0].exploration * np.sqrt(float(parent.visits + leaves.losses[node]))
    hope = sign * parent.value - urgency
    best, highest = int(parent.first), -1e300
    for child in range(parent.first, parent.first + parent.known):
        bound = sign * nodes[child].value
        if nodes[child].proven == 0:
            lost = leaves.losses[child]
            n = nodes[child].visits + lost
            mean = (bound * nodes[child].visits - lost) / n if n > 0 else hope
            bound = mean + reach * float(leaves.priors[child]) / (1 + n)
        if bound > highest:
            best, highest = child, bound
    return best


@kernel
def absorb(
    game: Game,
    recorder: Recorder,
    tree: Tree,
    leaves: Leaves,
    values: NDArray[np.float32],
    logits: NDArray[np.float32],
    output_of: NDArray[np.int32],
) -> None:
    """Take what a network says of the leaves that wait, all of them, back to the root.

    values: for the side to move at each. logits: of all outputs; output_of: that of each class of moves.
    """
    for i in range(len(values)):
        length, node = leaves.found[i].length, int(leaves.found[i].node)
        for j in range(length + 1):
            tree.path[j] = leaves.paths[i, j]
            leaves.losses[tree.path[j]] -= 1
        if tree.nodes[node].known == 0 and tree.nodes[node].children > 0:
            adopt(game, tree, leaves, node, logits[i], output_of)
        value = float(values[i]) if game.to_move(leaves.states[i]) == 0 else -float(values[i])
        back_up(game, tree, length, length, value)
        recorder.simulate(tree, length, value)


@kernel
def adopt(
    game: Game,
    tree: Tree,
    leaves: Leaves,
    node: int,
    logits: NDArray[np.float32],
    output_of: NDArray[np.int32],
) -> None:
    """Take the children of a node into use, with priors by the softmax of their logits."""
    parent = tree.nodes[node]
    first, last = parent.first, parent.first + parent.children
    highest, total = -1e300, 0.0
    for child in range(first, last):
        highest = max(highest, float(logits[output_of[game.move_class(tree.codes[child])]]))
    for child in range(first, last):
        share = np.exp(float(logits[output_of[game.move_class(tree.codes[child])]]) - highest)
        clear_node(tree, child)
        leaves.losses[child] = 0
        leaves.priors[child] = share
        total += share
    for child in range(first, last):
        leaves.priors[child] /= total
    parent.known = parent.children  # last, since others may be looking


@kernel
def evaluate_leaves(
    game: Game, evaluator: Evaluator[Any], states: States, values: NDArray[np.float32]
) -> None:
    """Fill `values` with an evaluator's values of positions for the side to move, from -1 to 1."""
    for i in range(len(states)):
        value = evaluate(game, evaluator, states[i])
        values[i] = value if game.to_move(states[i]) == 0 else -value
