"""Monte-Carlo tree search: UCT with proven results, RAVE, heuristic playouts and implicit minimax.

One simulation walks down the tree by upper confidence bounds (Kocsis and Szepesvari, 2006), adds the children
of the leaf it comes to, plays on to a result, and takes that back up. Beyond that:

- results that are certain are kept as such and spread upwards (MCTS-Solver: Winands,
  Bjornsson and Saito, 2008);
- all-moves-as-first values may guide moves that were seldom tried (RAVE: Gelly and Silver, 2007);
- playouts may choose the best of a few random moves, and may be cut off and evaluated (Lorentz, 2008);
- evaluations of the leaves may be backed up by minimax beside the results (Lanctot et al., 2014).

The tree lies in one array of nodes. The children of a node lie side by side, so a node needs but the place of
the first and their number. When the array is full the tree stops growing: simulations go on from its leaves,
and what they find still improves the statistics above.

Results are reckoned from the first player's view, from -1 to 1.
"""

from __future__ import annotations

from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from nupp.evaluators import Evaluator
from nupp.games import Game, Position
from nupp.games.base import Moves, States
from nupp.kernel import (
    Generator,
    Record,
    StopFlag,
    below,
    generator,
    kernel,
    record_dtype,
    stop_requested,
)
from nupp.search.nodes import count_occurrences

LONGEST: Final = 4096
"""No simulation goes further down the tree than this, and no playout takes more moves."""

NODE: Final = record_dtype(
    ("move", np.int64),
    ("total", np.float64),
    ("amaf_total", np.float64),
    ("worth", np.float64),
    ("first", np.int32),
    ("children", np.int32),
    ("visits", np.int32),
    ("amaf_visits", np.int32),
    ("side", np.int8),
    ("proven", np.int8),
    ("result", np.int8),
)
"""move: that leads here. total: the sum of the results of `visits` simulations. amaf_total, amaf_visits: the
same for simulations in which the move was played later. worth: the evaluation, backed up by minimax. first,
children: where the children lie and how many there are; 0 while there are none. side: to move, once there are
children. proven, result: whether the outcome is certain, and what it is."""

SEARCH: Final = record_dtype(
    ("exploration", np.float64),
    ("equivalence", np.float64),
    ("implicit", np.float64),
    ("used", np.int64),
    ("simulations", np.int64),
    ("simulation_limit", np.int64),
    ("deepest", np.int64),
    ("past", np.int64),
    ("expand", np.int32),
    ("cutoff", np.int32),
    ("sample", np.int32),
)
"""exploration: the weight of the confidence bound. equivalence: the number of visits at which a move's own
results weigh as much as its all-moves-as-first results; 0 for no RAVE. implicit: the weight of `worth`. used:
nodes in use. simulations, simulation_limit: made, and how many may be. deepest: the longest way down. past:
how many of `keys` come before the root. expand: visits of a leaf before it gets children. cutoff: moves
after which a playout is evaluated; 0: never. sample: random moves of which a playout takes the best."""


class Tree(NamedTuple):
    """The arrays of one search tree.

    nodes: NODE (capacity), the root first. states: States (3): the root, the position of the simulation, and
    scratch. moves: int64 (max_moves). path: int64 (LONGEST + 1), the nodes of a simulation. played: int64
    (LONGEST), the moves of a simulation by class and side. seen: int64 (2 * move_classes), the
    last simulation in which moves of a class were played, by side. keys: uint64, the repetition keys of the
    positions of the game so far and of the simulation. search: SEARCH (1). stop: the stop flag.
    """

    nodes: NDArray[Any]
    states: States
    moves: Moves
    path: NDArray[np.int64]
    played: NDArray[np.int64]
    seen: NDArray[np.int64]
    keys: NDArray[np.uint64]
    search: NDArray[Any]
    rng: Generator
    stop: StopFlag


def new_tree(game: Game, capacity: int, seed: tuple[int, ...], stop: StopFlag) -> Tree:
    """An empty tree of at most `capacity` nodes; `set_root` gives it a position."""
    return Tree(
        nodes=np.zeros(max(1, capacity), NODE),
        states=np.zeros(3, game.State),
        moves=np.zeros(game.max_moves, np.int64),
        path=np.zeros(LONGEST + 1, np.int64),
        played=np.zeros(LONGEST, np.int64),
        seen=np.zeros(2 * game.move_classes, np.int64),
        keys=np.zeros(2 * LONGEST, np.uint64),
        search=np.zeros(1, SEARCH),
        rng=generator(*seed),
        stop=stop,
    )


def set_root(game: Game, evaluator: Evaluator[Any], tree: Tree, position: Position) -> None:
    """Begin a new tree with a position at its root."""
    tree.nodes[0] = np.zeros(1, NODE)[0]
    tree.nodes[0].move = -1
    tree.search[0].used = 1
    place_root(game, tree, position)
    grow(game, evaluator, tree)


def place_root(game: Game, tree: Tree, position: Position) -> None:
    """Let the simulations begin from a position: that of the tree's root."""
    past = position.past_keys[-LONGEST:] if game.repetition else ()
    tree.states[0] = position.state[0]
    tree.keys[: len(past)] = past
    tree.search[0].past = len(past)


@kernel
def grow(game: Game, evaluator: Evaluator[Any], tree: Tree) -> bool:
    """Give the root its children."""
    tree.states[1] = tree.states[0]
    return expand(game, evaluator, tree, 0)


@kernel
def simulate(game: Game, evaluator: Evaluator[Any], tree: Tree, n: int) -> int:
    """Make `n` simulations and return how many were made: fewer once the search is over.

    It is over when the root is proven, when the limit is reached, or when the stop flag is up.
    """
    search = tree.search[0]
    for made in range(n):
        if (
            tree.nodes[0].proven != 0
            or search.simulations >= search.simulation_limit
            or stop_requested(tree.stop) != 0
        ):
            return made
        search.simulations += 1
        simulate_once(game, evaluator, tree)
    return n


@kernel
def simulate_once(game: Game, evaluator: Evaluator[Any], tree: Tree) -> None:
    """One simulation, from the root to a result and back."""
    nodes, search = tree.nodes, tree.search[0]
    tree.states[1] = tree.states[0]
    node, length, drawn = 0, 0, False
    tree.path[0] = 0
    while nodes[node].proven == 0 and not drawn and length < LONGEST - 1:
        if nodes[node].children == 0:
            if nodes[node].visits < search.expand or not expand(game, evaluator, tree, node):
                break
            if nodes[node].proven != 0:
                break
        child = select(tree, node)
        tree.played[length] = 2 * game.move_class(nodes[child].move) + nodes[node].side
        game.play(tree.states[1], nodes[child].move)
        node = child
        length += 1
        tree.path[length] = node
        drawn = is_repeated(game, tree, length)
        if drawn:
            nodes[node].worth = 0.0
    search.deepest = max(search.deepest, length)
    result, total = float(nodes[node].result), length
    if nodes[node].proven == 0 and not drawn:
        result, total = playout(game, evaluator, tree, node, length)
    back_up(game, tree, length, total, result)


@kernel
def is_repeated(game: Game, tree: Tree, length: int) -> bool:
    """Whether the position `length` moves below the root stands there for the time that draws."""
    if game.repetition == 0:
        return False
    occurrences = count_occurrences(game, tree.states[1], tree.keys, tree.search[0].past + length)
    return occurrences >= game.repetition


@kernel
def expand(game: Game, evaluator: Evaluator[Any], tree: Tree, node: int) -> bool:
    """Give a node, whose position is `states[1]`, its children in random order; False if there is no room.

    If the game is over there the node is proven instead.
    """
    nodes, moves, search = tree.nodes, tree.moves, tree.search[0]
    n = game.legal_moves(tree.states[1], moves)
    if n == 0:
        settle(nodes, node, game.outcome(tree.states[1]))
        return True
    if search.used + n > len(nodes):
        return False
    parent = nodes[node]
    parent.side = game.to_move(tree.states[1])
    for i in range(n):
        j = i + below(tree.rng, n - i)
        moves[i], moves[j] = moves[j], moves[i]
        child = nodes[search.used + i]
        child.move = moves[i]
        child.total, child.amaf_total, child.worth = 0.0, 0.0, 0.0
        child.children, child.visits, child.amaf_visits, child.proven, child.result = 0, 0, 0, 0, 0
    parent.first, parent.children = search.used, n  # last, since others may be looking
    search.used += n
    if search.implicit > 0:
        judge_children(game, evaluator, tree, node)
    return True


@kernel
def judge_children(game: Game, evaluator: Evaluator[Any], tree: Tree, node: int) -> None:
    """Evaluate the children of a node, whose position is `states[1]`; those that end the game are proven."""
    nodes = tree.nodes
    first, n = nodes[node].first, nodes[node].children
    for child in range(first, first + n):
        tree.states[2] = tree.states[1]
        game.play(tree.states[2], nodes[child].move)
        if game.count_moves(tree.states[2], tree.moves) == 0:
            settle(nodes, child, game.outcome(tree.states[2]))
        else:
            nodes[child].worth = judge(game, evaluator, tree.states[2])


@kernel
def judge(game: Game, evaluator: Evaluator[Any], state: Record) -> float:
    """The result to be expected by the evaluator, from the first player's view, between -1 and 1."""
    value = float(evaluator.evaluate(game, state))
    value /= abs(value) + evaluator.scale_in(game)
    return value if game.to_move(state) == 0 else -value


@kernel
def settle(nodes: NDArray[Any], node: int, result: int) -> None:
    """Note that the outcome of a node is certain."""
    nodes[node].proven, nodes[node].result, nodes[node].worth = 1, result, float(result)


@kernel
def select(tree: Tree, node: int) -> int:
    """The child that a simulation goes on with: that of the highest upper confidence bound.

    Children that are certainly lost are left out. Those never visited come first, unless RAVE or evaluations
    say something about them.
    """
    nodes, search = tree.nodes, tree.search[0]
    parent = nodes[node]
    sign = 1.0 if parent.side == 0 else -1.0
    informed = search.equivalence > 0 or search.implicit > 0
    reach = search.exploration * np.sqrt(log2(parent.visits + 1))
    best, highest = int(parent.first), -1e300
    for child in range(parent.first, parent.first + parent.children):
        one = nodes[child]
        if one.proven != 0 and one.result * sign < 0:
            continue
        if one.visits == 0 and not informed:
            return child
        bound = sign * expectation(one, search, sign) + reach / np.sqrt(max(one.visits, 1.0))
        if bound > highest:
            best, highest = child, bound
    return best


@kernel
def expectation(node: Record, search: Record, sign: float) -> float:
    """The mean result of a node, blended with its all-moves-as-first results and its evaluation.

    A node of which nothing is known is hoped to be won by the side that `sign` tells.
    """
    if node.proven != 0:
        return float(node.result)
    mean = node.total / node.visits if node.visits > 0 else sign
    if search.equivalence > 0 and node.amaf_visits > 0:
        trust = np.sqrt(search.equivalence / (3.0 * node.visits + search.equivalence))
        mean += trust * (node.amaf_total / node.amaf_visits - mean)
    if search.implicit > 0:
        weight = search.implicit if node.visits > 0 else 1.0
        mean += weight * (node.worth - mean)
    return mean


@kernel
def log2(n: int) -> float:
    """The binary logarithm with straight lines between powers of two, and so the same on every machine."""
    whole = 0
    while n >> (whole + 1) > 0:
        whole += 1
    return whole + n / (1 << whole) - 1.0


@kernel
def playout(game: Game, evaluator: Evaluator[Any], tree: Tree, node: int, length: int) -> tuple[float, int]:
    """Play on from a node, `length` moves below the root; returns the result and the moves made in all.

    A node at which the game turns out to be over is proven.
    """
    search, state = tree.search[0], tree.states[1]
    end = min(LONGEST, length + search.cutoff) if search.cutoff > 0 else LONGEST
    for total in range(length, end):
        move = playout_move(game, evaluator, tree)
        if move < 0:
            outcome = game.outcome(state)
            if total == length:
                settle(tree.nodes, node, outcome)
            return float(outcome), total
        tree.played[total] = 2 * game.move_class(move) + game.to_move(state)
        game.play(state, move)
    if game.count_moves(state, tree.moves) == 0:
        return float(game.outcome(state)), end
    return judge(game, evaluator, state), end


@kernel
def playout_move(game: Game, evaluator: Evaluator[Any], tree: Tree) -> int:
    """A move of a playout: random, or the best of a random sample; NO_MOVE if the game is over."""
    state, after = tree.states[1], tree.states[2]
    best = game.random_move(state, tree.moves, tree.rng)
    if best < 0 or tree.search[0].sample <= 1:
        return best
    sign = 1.0 if game.to_move(state) == 0 else -1.0
    highest, move = -2.0, best
    for i in range(tree.search[0].sample):
        if i > 0:
            move = game.random_move(state, tree.moves, tree.rng)
        tree.states[2] = tree.states[1]
        game.play(after, move)
        over = game.count_moves(after, tree.moves) == 0
        value = sign * (float(game.outcome(after)) if over else judge(game, evaluator, after))
        if value > highest:
            best, highest = move, value
    return best


@kernel
def back_up(game: Game, tree: Tree, length: int, total: int, result: float) -> None:
    """Take the result of a simulation back to the root.

    `length` moves were made in the tree, `total` in all.
    """
    nodes, search = tree.nodes, tree.search[0]
    rave = search.equivalence > 0
    if rave:
        for i in range(length, total):
            tree.seen[tree.played[i]] = search.simulations
    for i in range(length, -1, -1):
        node = tree.path[i]
        if i < length:
            if nodes[tree.path[i + 1]].proven != 0 and nodes[node].proven == 0:
                prove(nodes, node)
            if rave:
                tree.seen[tree.played[i]] = search.simulations
                credit_children(game, tree, node, result)
            if search.implicit > 0 and nodes[node].proven == 0:
                nodes[node].worth = best_worth(nodes, node)
        if nodes[node].proven != 0:
            result = float(nodes[node].result)
        nodes[node].visits += 1
        nodes[node].total += result


@kernel
def prove(nodes: NDArray[Any], node: int) -> None:
    """Settle a node if one child wins for the side to move, or if all children are proven."""
    sign = 1 if nodes[node].side == 0 else -1
    best, open_ = -1, False
    for child in range(nodes[node].first, nodes[node].first + nodes[node].children):
        if nodes[child].proven == 0:
            open_ = True
        else:
            best = max(best, sign * nodes[child].result)
    if best == 1 or not open_:
        settle(nodes, node, sign * best)


@kernel
def credit_children(game: Game, tree: Tree, node: int, result: float) -> None:
    """Count a result for all children whose move was played by the same side now or later."""
    nodes, now = tree.nodes, tree.search[0].simulations
    side = nodes[node].side
    for child in range(nodes[node].first, nodes[node].first + nodes[node].children):
        if tree.seen[2 * game.move_class(nodes[child].move) + side] == now:
            nodes[child].amaf_visits += 1
            nodes[child].amaf_total += result


@kernel
def best_worth(nodes: NDArray[Any], node: int) -> float:
    """The evaluation of a node by those of its children."""
    sign = 1.0 if nodes[node].side == 0 else -1.0
    best = -2.0
    for child in range(nodes[node].first, nodes[node].first + nodes[node].children):
        best = max(best, sign * nodes[child].worth)
    return sign * best


@kernel
def keep_subtree(nodes: NDArray[Any], node: int, kept: NDArray[Any]) -> int:
    """Copy a node and all below it to the array `kept`, which is as long; returns how many nodes that are."""
    kept[0] = nodes[node]
    used, i = 1, 0
    while i < used:
        first = kept[i].first
        kept[i].first = used
        for child in range(first, first + kept[i].children):
            kept[used] = nodes[child]
            used += 1
        i += 1
    return used
