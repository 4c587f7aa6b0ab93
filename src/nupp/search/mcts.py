"""Monte-Carlo tree search: UCT with proven results, RAVE, evaluations, and playouts that know something.

One simulation walks down the tree by upper confidence bounds (Kocsis and Szepesvari, 2006), adds the children
of the leaf it comes to, plays on to a result, and takes that back up. Beyond that:

- results that are certain are kept as such and spread upwards (MCTS-Solver: Winands,
  Bjornsson and Saito, 2008);
- all-moves-as-first values may guide moves that were seldom tried (RAVE: Gelly and Silver, 2007);
- playouts may choose the best of a few random moves, and may be cut off and evaluated (Lorentz, 2008);
- evaluations of children may be backed up by minimax beside the results (Lanctot et al., 2014);
- the tree and the playouts may leave out all moves but a game's candidates.

The tree, with what it holds of each node, is in `tree.py`. When it is full it stops growing: simulations go
on from its leaves, and what they find still improves the statistics above. Results are reckoned from the
first player's view, from -1 to 1.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from nupp.evaluators import Evaluator
from nupp.kernel import Record, below, kernel, stop_requested
from nupp.kernel.bits import popcount
from nupp.rules import Game, Position
from nupp.rules.basics import NO_MOVE, Moves
from nupp.search.nodes import copy_states, count_occurrences
from nupp.search.playout import playout
from nupp.search.recorder import Recorder
from nupp.search.tree import (
    LONGEST,
    Tree,
    add_child,
    clear_node,
    is_informed,
    keeps_minimax,
    prove,
    prove_by_children,
)


def set_root(game: Game, evaluator: Evaluator[Any], tree: Tree, position: Position) -> None:
    """Begin a new tree with a position at its root, which gets its children at once."""
    clear_tree(tree)
    place_root(game, tree, position)
    init_root(game, evaluator, tree)


def clear_tree(tree: Tree) -> None:
    """Let `simulate` make the root anew before all else."""
    tree.search[0].used = 0


def place_root(game: Game, tree: Tree, position: Position) -> None:
    """Let the simulations begin from a position: that of the tree's root."""
    past = position.past_keys[-LONGEST:] if game.repetition.draws_at else ()
    copy_states(position.state, tree.states)
    tree.keys[: len(past)] = past
    tree.search[0].past = len(past)


@kernel
def init_root(game: Game, evaluator: Evaluator[Any], tree: Tree) -> bool:
    """Make the root anew, with its children."""
    tree.codes[0], tree.search[0].used = -1, 1
    clear_node(tree, 0)
    tree.states[1] = tree.states[0]
    return expand(game, evaluator, tree, 0)


@kernel
def simulate(game: Game, evaluator: Evaluator[Any], recorder: Recorder, tree: Tree, n: int) -> int:
    """Make `n` simulations and return how many were made: fewer once the search is over.

    It is over when the root is proven, when the limit is reached, or when the stop flag is up. The root of a
    tree without nodes is made first.
    """
    search = tree.search[0]
    if search.used == 0:
        init_root(game, evaluator, tree)
    for made in range(n):
        if (
            tree.nodes[0].proven != 0
            or search.simulations >= search.simulation_limit
            or stop_requested(tree.stop) != 0
        ):
            return made
        search.simulations += 1
        simulate_once(game, evaluator, recorder, tree)
    return n


@kernel
def simulate_once(game: Game, evaluator: Evaluator[Any], recorder: Recorder, tree: Tree) -> None:
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
        if search.rave_k > 0:
            tree.played[length] = 2 * game.move_class(move) + nodes[node].side
        game.play(tree.states[1], move)
        node = child
        length += 1
        tree.path[length] = node
        drawn = is_repeated(game, tree, length)
        if drawn and keeps_minimax(search):
            tree.minimax_value[node] = 0.0
    search.deepest = max(search.deepest, length)
    result, total = float(nodes[node].result), length
    if nodes[node].proven == 0 and not drawn:
        result, total = play_on(game, evaluator, tree, node, length)
    back_up(game, tree, length, total, result)
    recorder.simulate(tree, length, result)


@kernel
def is_repeated(game: Game, tree: Tree, length: int) -> bool:
    """Return True if the position `length` moves below the root is drawn by repetition."""
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
        prove(tree, node, game.outcome(tree.states[1]))
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
    if keeps_minimax(search):
        evaluate_children(game, evaluator, tree, node)
    return True


@kernel
def list_moves(game: Game, state: Record, moves: Moves, candidates: int) -> int:
    """Fill `moves[:n]` with the moves that the search looks at; returns n, 0 if the game is over."""
    if candidates > 0:
        return game.candidates(state, moves, candidates)
    return game.legal_moves(state, moves)


@kernel
def evaluate_children(game: Game, evaluator: Evaluator[Any], tree: Tree, node: int) -> None:
    """Evaluate the children of a node, whose position is `states[1]`; those that end the game are proven."""
    nodes, over = tree.nodes, False
    first, n = nodes[node].first, nodes[node].children
    for child in range(first, first + n):
        tree.states[2] = tree.states[1]
        game.play(tree.states[2], tree.codes[child])
        if game.count_moves(tree.states[2], tree.moves[0]) == 0:
            prove(tree, child, game.outcome(tree.states[2]))
            over = True
        else:
            tree.minimax_value[child] = evaluate(game, evaluator, tree.states[2])
    if over:
        prove_by_children(tree, node)


@kernel
def evaluate(game: Game, evaluator: Evaluator[Any], state: Record) -> float:
    """The result to be expected by the evaluator, from the first player's view, between -1 and 1."""
    value = float(evaluator.evaluate(game, state))
    value /= abs(value) + evaluator.scale_in(game)
    return value if game.to_move(state) == 0 else -value


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
def informed_bound(tree: Tree, node: int, sign: float, reach: float) -> float:
    """The upper confidence bound of a node for the first side (`sign` 1) or the second (-1).

    The mean result is blended with the all-moves-as-first results and the evaluation; a node of which nothing
    is known is hoped to be won.
    """
    search, one = tree.search[0], tree.nodes[node]
    if one.proven != 0:
        return float(sign * one.value)
    mean = one.value if one.visits > 0 else sign
    if search.rave_k > 0 and tree.amaf[node].visits > 0:
        trust = np.sqrt(search.rave_k / (3.0 * one.visits + search.rave_k))
        mean += trust * (tree.amaf[node].total / tree.amaf[node].visits - mean)
    if search.implicit > 0:
        weight = search.implicit if one.visits > 0 else 1.0
        mean += weight * (tree.minimax_value[node] - mean)
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
    if search.rave_k == 0 and not is_guided(search):
        total += playout(game, tree.states[1:], tree.moves[0], tree.rng, end - length)
    else:
        while total < end:
            move = playout_move(game, evaluator, tree)
            if move < 0:
                break
            if search.rave_k > 0:
                tree.played[total] = 2 * game.move_class(move) + game.to_move(state)
            game.play(state, move)
            total += 1
    if game.count_moves(state, tree.moves[0]) > 0:
        return evaluate(game, evaluator, state), total
    if total == length:
        prove(tree, node, game.outcome(state))
    return float(game.outcome(state)), total


@kernel
def is_guided(search: Record) -> bool:
    """Return True if playouts choose their moves by more than chance, or among some moves only."""
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
        value = sign * (float(game.outcome(after)) if over else evaluate(game, evaluator, after))
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
    rave = search.rave_k > 0
    if rave:
        for i in range(length, total):
            tree.seen[tree.played[i]] = search.simulations
    for i in range(length, -1, -1):
        node = tree.path[i]
        one = nodes[node]
        if i < length:
            if nodes[tree.path[i + 1]].proven != 0 and one.proven == 0:
                prove_by_children(tree, node)
            if rave:
                tree.seen[tree.played[i]] = search.simulations
                credit_children(game, tree, node, result)
            if search.implicit > 0 and one.proven == 0:
                tree.minimax_value[node] = best_minimax_value(tree, node)
        one.visits += 1
        if one.proven != 0:
            result = float(one.result)
        else:
            one.value += (result - one.value) / one.visits
            one.width = 1.0 / np.sqrt(float(one.visits))


@kernel
def credit_children(game: Game, tree: Tree, node: int, result: float) -> None:
    """Count a result for all children whose move was played by the same side now or later."""
    parent, now = tree.nodes[node], tree.search[0].simulations
    for child in range(parent.first, parent.first + parent.children):
        if tree.seen[2 * game.move_class(tree.codes[child]) + parent.side] == now:
            tree.amaf[child].visits += 1
            tree.amaf[child].total += result


@kernel
def best_minimax_value(tree: Tree, node: int) -> float:
    """The evaluation of a node by those of its children."""
    parent = tree.nodes[node]
    sign = 1.0 if parent.side == 0 else -1.0
    best = -2.0
    for child in range(parent.first, parent.first + parent.children):
        best = max(best, sign * tree.minimax_value[child])
    return sign * best
