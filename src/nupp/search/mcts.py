"""Monte-Carlo tree search: UCT with proven results, RAVE, evaluations, and playouts that know something.

One simulation walks down the tree by upper confidence bounds (Kocsis and Szepesvari, 2006), adds the children
of the leaf it comes to, plays on to a result, and takes that back up. Beyond that:

- results that are certain are kept as such and spread upwards (MCTS-Solver: Winands,
  Bjornsson and Saito, 2008);
- all-moves-as-first values may guide moves that were seldom tried (RAVE: Gelly and Silver, 2007);
- playouts may choose the best of a few random moves, and may be cut off and evaluated (Lorentz, 2008);
- evaluations of children may be backed up by minimax beside the results (Lanctot et al., 2014);
- the tree and the playouts may leave out all moves but a game's candidates.

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

from nupp.evaluators import Evaluator
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
from nupp.kernel.bits import popcount
from nupp.rules import Game, Position
from nupp.rules.basics import NO_MOVE, Moves, States
from nupp.search.nodes import count_occurrences
from nupp.search.playout import playout

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
    ("candidates", np.int32),
)
"""exploration: the weight of the confidence bound. equivalence: the number of visits at which a move's own
results weigh as much as its all-moves-as-first results; 0 for no RAVE. implicit: the weight of `worth`.
used: nodes in use. simulations, simulation_limit: made, and how many may be. deepest: the longest way down.
past: how many of `keys` come before the root. expand: visits of a leaf before it gets children. cutoff: moves
after which a playout is evaluated; -1: never. sample: random moves of which a playout takes the best.
candidates: the reach within which moves are candidates; 0 for all moves."""


class Tree(NamedTuple):
    """The arrays of one search tree.

    nodes: NODE (capacity), the root first. codes: int64 (capacity + max_moves), the moves that lead to them.
    amaf: AMAF (capacity), if RAVE is used. worth: float64 (capacity), the evaluations backed up by minimax,
    if they are used. marks: int32 (capacity), scratch of `keep_subtree`. states: States (3): the root, the
    position of the simulation, and scratch. moves: int64 (2, max_moves), scratch. path: int64 (LONGEST + 1),
    the nodes of a simulation. played: int64 (LONGEST), the moves of a simulation by class and side. seen:
    int64 (2 * move_classes), the last simulation in which moves of a class were played, by side. keys: uint64
    (2 * LONGEST), the repetition keys of the positions of the game so far and of the simulation. search:
    SEARCH (1). rng: random numbers. stop: the stop flag. Arrays that are not used have one element.
    """

    nodes: NDArray[Any]
    codes: Moves
    amaf: NDArray[Any]
    worth: NDArray[np.float64]
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


def new_tree(game: Game, capacity: int, settings: Record, seed: tuple[int, ...], stop: StopFlag) -> Tree:
    """An empty tree of at most `capacity` nodes; `set_root` gives it a position.

    settings: a SEARCH record.
    """
    capacity = max(1, capacity)
    rave, judged = settings.equivalence > 0, settings.implicit > 0
    tree = Tree(
        nodes=np.zeros(capacity, NODE),
        codes=np.zeros(capacity + game.max_moves, np.int64),
        amaf=np.zeros(capacity if rave else 1, AMAF),
        worth=np.zeros(capacity if judged else 1, np.float64),
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


def node_bytes(settings: Record) -> int:
    """The memory that a node of a tree with these settings takes."""
    size = NODE.itemsize + 8 + 4  # with its move and its mark
    size += AMAF.itemsize if settings.equivalence > 0 else 0
    return size + (8 if settings.implicit > 0 else 0)


def _apart(length: int, dtype: DTypeLike) -> NDArray[Any]:
    """An array of zeros on whose cache lines nothing else lies."""
    margin = -(-CACHE_LINES // np.dtype(dtype).itemsize)
    return np.zeros(length + 2 * margin, dtype)[margin : margin + length]


def set_root(game: Game, evaluator: Evaluator[Any], tree: Tree, position: Position) -> None:
    """Begin a new tree with a position at its root."""
    tree.codes[0] = -1
    tree.search[0].used = 1
    place_root(game, tree, position)
    plant(game, evaluator, tree)


def place_root(game: Game, tree: Tree, position: Position) -> None:
    """Let the simulations begin from a position: that of the tree's root."""
    past = position.past_keys[-LONGEST:] if game.repetition.draws_at else ()
    tree.states[0] = position.state[0]
    tree.keys[: len(past)] = past
    tree.search[0].past = len(past)


@kernel
def plant(game: Game, evaluator: Evaluator[Any], tree: Tree) -> bool:
    """Make the root anew, with its children."""
    clear_node(tree, 0)
    tree.states[1] = tree.states[0]
    return expand(game, evaluator, tree, 0)


@kernel
def clear_node(tree: Tree, node: int) -> None:
    """Make a node one that was never visited."""
    one = tree.nodes[node]
    one.value, one.width, one.visits = 0.0, 1.0, 0
    one.first, one.children, one.known = 0, 0, 0
    one.side, one.proven, one.result = 0, 0, 0
    if tree.search[0].equivalence > 0:
        tree.amaf[node].total, tree.amaf[node].visits = 0.0, 0
    if is_judged(tree.search[0]):
        tree.worth[node] = 0.0


@kernel
def is_judged(search: Record) -> bool:
    """Whether children are evaluated when they are added."""
    return bool(search.implicit > 0)


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
        move = tree.codes[child]
        if search.equivalence > 0:
            tree.played[length] = 2 * game.move_class(move) + nodes[node].side
        game.play(tree.states[1], move)
        node = child
        length += 1
        tree.path[length] = node
        drawn = is_repeated(game, tree, length)
        if drawn and is_judged(search):
            tree.worth[node] = 0.0
    search.deepest = max(search.deepest, length)
    result, total = float(nodes[node].result), length
    if nodes[node].proven == 0 and not drawn:
        result, total = play_on(game, evaluator, tree, node, length)
    back_up(game, tree, length, total, result)


@kernel
def is_repeated(game: Game, tree: Tree, length: int) -> bool:
    """Whether the position `length` moves below the root stands there for the time that draws."""
    if game.repetition.draws_at == 0:
        return False
    occurrences = count_occurrences(game, tree.states[1], tree.keys, tree.search[0].past + length)
    return occurrences >= game.repetition.draws_at


@kernel
def expand(game: Game, evaluator: Evaluator[Any], tree: Tree, node: int) -> bool:
    """Give a node, whose position is `states[1]`, its children; False if there is no room.

    If the game is over there the node is proven instead; so it is if its children, evaluated, prove it.
    """
    nodes, search = tree.nodes, tree.search[0]
    n = list_moves(game, tree.states[1], tree.codes[search.used :], search.candidates)
    if n == 0:
        settle(tree, node, game.outcome(tree.states[1]))
        return True
    if search.used + n > len(nodes):
        return False
    parent = nodes[node]
    parent.side = game.to_move(tree.states[1])
    parent.known = 0
    parent.first, parent.children = search.used, n
    search.used += n
    if is_informed(search):
        for _ in range(n):
            add_child(tree, node)
    if is_judged(search):
        judge_children(game, evaluator, tree, node)
    return True


@kernel
def list_moves(game: Game, state: Record, moves: Moves, candidates: int) -> int:
    """Fill `moves[:n]` with the moves that the search looks at; returns n, 0 if the game is over."""
    if candidates > 0:
        return game.candidates(state, moves, candidates)
    return game.legal_moves(state, moves)


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
def judge_children(game: Game, evaluator: Evaluator[Any], tree: Tree, node: int) -> None:
    """Evaluate the children of a node, whose position is `states[1]`; those that end the game are proven."""
    nodes, over = tree.nodes, False
    first, n = nodes[node].first, nodes[node].children
    for child in range(first, first + n):
        tree.states[2] = tree.states[1]
        game.play(tree.states[2], tree.codes[child])
        if game.count_moves(tree.states[2], tree.moves[0]) == 0:
            settle(tree, child, game.outcome(tree.states[2]))
            over = True
        else:
            tree.worth[child] = judge(game, evaluator, tree.states[2])
    if over:
        prove(tree, node)


@kernel
def judge(game: Game, evaluator: Evaluator[Any], state: Record) -> float:
    """The result to be expected by the evaluator, from the first player's view, between -1 and 1."""
    value = float(evaluator.evaluate(game, state))
    value /= abs(value) + evaluator.scale_in(game)
    return value if game.to_move(state) == 0 else -value


@kernel
def settle(tree: Tree, node: int, result: int) -> None:
    """Note that the outcome of a node is certain."""
    one = tree.nodes[node]
    one.value, one.width, one.proven, one.result = float(result), 0.0, 1, result
    if is_judged(tree.search[0]):
        tree.worth[node] = float(result)


@kernel
def select(tree: Tree, node: int) -> int:
    """The child that a simulation goes on with: that of the highest upper confidence bound.

    Those never visited come first, unless RAVE or evaluations say something about them. A child that is
    certainly lost has the lowest bound of all, and one that is drawn for certain no more than its value.
    """
    nodes, search = tree.nodes, tree.search[0]
    parent = nodes[node]
    if parent.known < parent.children:
        return add_child(tree, node)
    sign = 1.0 if parent.side == 0 else -1.0
    reach = search.exploration * np.sqrt(log2(parent.visits + 1))
    best, highest = int(parent.first), -1e300
    if is_informed(search):
        for child in range(parent.first, parent.first + parent.children):
            bound = informed_bound(tree, child, sign, reach)
            if bound > highest:
                best, highest = child, bound
        return best
    for child in range(parent.first, parent.first + parent.children):
        bound = sign * nodes[child].value + reach * float(nodes[child].width)
        if bound > highest:
            best, highest = child, bound
    return best


@kernel
def is_informed(search: Record) -> bool:
    """Whether something is known of children that were never visited."""
    return search.equivalence > 0 or is_judged(search)


@kernel
def informed_bound(tree: Tree, node: int, sign: float, reach: float) -> float:
    """The upper confidence bound of a node for the side that `sign` tells.

    The mean result is blended with the all-moves-as-first results and the evaluation; a node of which nothing
    is known is hoped to be won.
    """
    search, one = tree.search[0], tree.nodes[node]
    if one.proven != 0:
        return float(sign * one.value)
    mean = one.value if one.visits > 0 else sign
    if search.equivalence > 0 and tree.amaf[node].visits > 0:
        trust = np.sqrt(search.equivalence / (3.0 * one.visits + search.equivalence))
        mean += trust * (tree.amaf[node].total / tree.amaf[node].visits - mean)
    if search.implicit > 0:
        weight = search.implicit if one.visits > 0 else 1.0
        mean += weight * (tree.worth[node] - mean)
    return float(sign * mean + reach / np.sqrt(max(one.visits, 1.0)))


@kernel
def log2(n: int) -> float:
    """The binary logarithm of 1 <= n < 2**32, and so the same on every machine.

    With straight lines between powers of two.
    """
    below_top = np.uint64(n)
    for shift in (1, 2, 4, 8, 16):
        below_top |= below_top >> np.uint64(shift)
    whole = popcount(below_top) - 1
    return whole + n / (1 << whole) - 1.0


@kernel
def play_on(game: Game, evaluator: Evaluator[Any], tree: Tree, node: int, length: int) -> tuple[float, int]:
    """Play on from a node, `length` moves below the root; returns the result and the moves made in all.

    A node at which the game turns out to be over is proven.
    """
    search, state, total = tree.search[0], tree.states[1], length
    end = min(LONGEST, length + search.cutoff) if search.cutoff >= 0 else LONGEST
    if search.equivalence == 0 and not is_guided(search):
        total += playout(game, tree.states[1:], tree.moves[0], tree.rng, end - length)
    else:
        while total < end:
            move = playout_move(game, evaluator, tree)
            if move < 0:
                break
            if search.equivalence > 0:
                tree.played[total] = 2 * game.move_class(move) + game.to_move(state)
            game.play(state, move)
            total += 1
    if game.count_moves(state, tree.moves[0]) > 0:
        return judge(game, evaluator, state), total
    if total == length:
        settle(tree, node, game.outcome(state))
    return float(game.outcome(state)), total


@kernel
def is_guided(search: Record) -> bool:
    """Whether the moves of playouts are chosen by more than chance, or among some only."""
    return bool(search.sample > 1 or search.candidates > 0)


@kernel
def playout_move(game: Game, evaluator: Evaluator[Any], tree: Tree) -> int:
    """A move of a playout: random, or the best of a random sample; NO_MOVE if the game is over."""
    search = tree.search[0]
    best = random_move(game, tree)
    if best < 0 or search.sample <= 1:
        return best
    state, after = tree.states[1], tree.states[2]
    sign = 1.0 if game.to_move(state) == 0 else -1.0
    highest, move = -2.0, best
    for i in range(search.sample):
        if i > 0:
            move = random_move(game, tree)
        tree.states[2] = tree.states[1]
        game.play(after, move)
        over = game.count_moves(after, tree.moves[1]) == 0
        value = sign * (float(game.outcome(after)) if over else judge(game, evaluator, after))
        if value > highest:
            best, highest = move, value
    return best


@kernel
def random_move(game: Game, tree: Tree) -> int:
    """A random move of a playout; NO_MOVE if the game is over."""
    if tree.search[0].candidates == 0:
        return game.random_move(tree.states[1], tree.moves[0], tree.rng)
    n = game.candidates(tree.states[1], tree.moves[0], tree.search[0].candidates)
    return tree.moves[0, below(tree.rng, n)] if n > 0 else NO_MOVE


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
        one = nodes[node]
        if i < length:
            if nodes[tree.path[i + 1]].proven != 0 and one.proven == 0:
                prove(tree, node)
            if rave:
                tree.seen[tree.played[i]] = search.simulations
                credit_children(game, tree, node, result)
            if search.implicit > 0 and one.proven == 0:
                tree.worth[node] = best_worth(tree, node)
        one.visits += 1
        if one.proven != 0:
            result = float(one.result)
        else:
            one.value += (result - one.value) / one.visits
            one.width = 1.0 / np.sqrt(float(one.visits))


@kernel
def prove(tree: Tree, node: int) -> None:
    """Settle a node if one child wins for the side to move, or if all children are proven."""
    nodes, parent = tree.nodes, tree.nodes[node]
    sign = 1 if parent.side == 0 else -1
    best, is_open = -1, parent.known < parent.children
    for child in range(parent.first, parent.first + parent.known):
        if nodes[child].proven == 0:
            is_open = True
        else:
            best = max(best, sign * nodes[child].result)
    if best == 1 or not is_open:
        settle(tree, node, sign * best)


@kernel
def credit_children(game: Game, tree: Tree, node: int, result: float) -> None:
    """Count a result for all children whose move was played by the same side now or later."""
    parent, now = tree.nodes[node], tree.search[0].simulations
    for child in range(parent.first, parent.first + parent.children):
        if tree.seen[2 * game.move_class(tree.codes[child]) + parent.side] == now:
            tree.amaf[child].visits += 1
            tree.amaf[child].total += result


@kernel
def best_worth(tree: Tree, node: int) -> float:
    """The evaluation of a node by those of its children."""
    parent = tree.nodes[node]
    sign = 1.0 if parent.side == 0 else -1.0
    best = -2.0
    for child in range(parent.first, parent.first + parent.children):
        best = max(best, sign * tree.worth[child])
    return sign * best


@kernel
def keep_subtree(tree: Tree, node: int) -> None:
    """Make a node the root, and move all below it to the front of the arrays; forget all else.

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
    if tree.search[0].equivalence > 0:
        tree.amaf[target] = tree.amaf[source]
    if is_judged(tree.search[0]):
        tree.worth[target] = tree.worth[source]
    if tree.nodes[target].children > 0:
        tree.marks[tree.nodes[target].first] = target + 1
