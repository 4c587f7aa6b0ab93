"""Searches by PUCT in many games at once, a tree for each, so that a network is asked about all together.

Each tree is one of `nupp.search.puct`, a row of the arrays here. The root may be searched in two ways:

- as AlphaZero does it: noise is added to the priors, and moves are chosen by their visits (D. Silver et al.,
  2017 and 2018);
- by Gumbel's trick and sequential halving: a few moves are drawn without replacement, as the policy has them,
  by adding Gumbel noise to its logits; half of the simulations left go to the better half of the moves left,
  again and again, and the policy is taught what all moves are worth by then. That improves the policy
  with any number of simulations (I. Danihelka et al., "Policy improvement by planning with Gumbel", 2022).

Below the root both go by PUCT. Results are reckoned from the first player's view, from -1 to 1.
"""

from __future__ import annotations

from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from nupp.evaluators import Evaluator
from nupp.kernel import kernel
from nupp.rules import Game
from nupp.rules.basics import Moves, States
from nupp.search.mcts import init_root
from nupp.search.puct import LEAF, URGENCY, WAITING, Leaves, absorb, walk
from nupp.search.recorder import OFF
from nupp.search.tree import LONGEST, NODE, SEARCH, Tree

VISITS: Final = 50.0
"""Added to the most visits of a root's child; the sum, scaled, is the weight of a share of the point against
logits (Danihelka et al., 2022: c_visit)."""
SCALE: Final = 0.1
"""The scale of that weight (c_scale): see docs/experiments/selfplay.md."""
MOST_NODES: Final = 1 << 20
"""No tree has more nodes; it stops growing then."""


class Forest(NamedTuple):
    """The trees of many games, one a row. Fields not named here are those of `Tree` and `Leaves`.

    roots: States (games). active: int8 (games), whether a game is searched. waiting: int8 (games), whether a
    leaf is to be evaluated, whose state is in `leaves`. drawn: float32 (games, max_moves), the noise of the
    root's moves in their order: of Gumbel's distribution, or of a gamma distribution. values: float32
    (games), what the network says of the root, for the side to move.
    """

    roots: States
    keys: NDArray[np.uint64]
    nodes: NDArray[Any]
    codes: NDArray[np.int64]
    search: NDArray[Any]
    priors: NDArray[np.float32]
    losses: NDArray[np.int32]
    leaves: States
    paths: NDArray[np.int32]
    found: NDArray[Any]
    active: NDArray[np.int8]
    waiting: NDArray[np.int8]
    drawn: NDArray[np.float32]
    values: NDArray[np.float32]


class RootRule(NamedTuple):
    """The way in which roots are searched.

    considered: the moves that are drawn by Gumbel's trick; 0 for noise and visits. halving: int32
    (considered + 1, simulations): in row n, for each simulation of a root with n such moves, the visits of
    the move that it goes to. noise: the share of noise in the priors where `considered` is 0. scale: of the
    weight of values against logits where it is not.
    """

    considered: int
    halving: NDArray[np.int32]
    noise: float
    scale: float


def new_forest(game: Game, games: int, simulations: int, exploration: float) -> Forest:
    """Trees with room for a number of simulations each; nothing is searched yet."""
    capacity = min(1 + (simulations + 1) * game.max_moves, MOST_NODES)
    keys = 2 * LONGEST if game.repetition.draws_at else 1
    search = np.zeros(games, SEARCH)
    search["exploration"], search["expand"] = exploration, 1
    return Forest(
        roots=np.zeros(games, game.State),
        keys=np.zeros((games, keys), np.uint64),
        nodes=np.zeros((games, capacity), NODE),
        codes=np.zeros((games, capacity + game.max_moves), np.int64),
        search=search,
        priors=np.zeros((games, capacity), np.float32),
        losses=np.zeros((games, capacity), np.int32),
        leaves=np.zeros(games, game.State),
        paths=np.zeros((games, 1 + min(LONGEST, simulations + 1)), np.int32),
        found=np.zeros(games, LEAF),
        active=np.zeros(games, np.int8),
        waiting=np.zeros(games, np.int8),
        drawn=np.zeros((games, game.max_moves), np.float32),
        values=np.zeros(games, np.float32),
    )


def root_rule(considered: int, simulations: int, noise: float, scale: float = SCALE) -> RootRule:
    """The rule for searches of a number of simulations, that of the root not counted."""
    rows = [halving_visits(moves, simulations) for moves in range(considered + 1)]
    return RootRule(considered, np.array(rows, np.int32).reshape(considered + 1, simulations), noise, scale)


def halving_visits(moves: int, simulations: int) -> list[int]:
    """The visits so far of the move that each simulation goes to, by sequential halving.

    (Z. Karnin, T. Koren and O. Somekh, 2013.) All phases have about as many simulations.
    """
    if moves <= 1:
        return list(range(simulations)) if moves else [0] * simulations
    phases, left, order = (moves - 1).bit_length(), moves, list[int]()
    visits = [0] * moves
    while len(order) < simulations:
        for _ in range(max(1, simulations // (phases * left))):
            order += visits[:left]
            for place in range(left):
                visits[place] += 1
        left = max(2, left // 2)
    return order[:simulations]


# ---- the kernels -----------------------------------------------------------------------------------


@kernel
def tree_of(forest: Forest, scratch: Tree, i: int) -> Tree:
    """The tree of a game, with the scratch of another."""
    return Tree(
        forest.nodes[i],
        forest.codes[i],
        scratch.amaf,
        scratch.minimax_value,
        scratch.marks,
        scratch.states,
        scratch.moves,
        scratch.path,
        scratch.played,
        scratch.seen,
        forest.keys[i],
        forest.search[i : i + 1],
        scratch.rng,
        scratch.stop,
        scratch.log,
    )


@kernel
def leaves_of(forest: Forest, i: int) -> Leaves:
    """The leaf of a game."""
    return Leaves(
        forest.priors[i],
        forest.losses[i],
        forest.leaves[i : i + 1],
        forest.paths[i : i + 1],
        forest.found[i : i + 1],
    )


@kernel
def begin_rows(
    game: Game,
    evaluator: Evaluator[Any],
    forest: Forest,
    scratch: Tree,
    simulations: int,
    first: int,
    last: int,
) -> None:
    """Begin new trees in the active games `first` to `last`, exclusive, from their roots."""
    for i in range(first, last):
        if forest.active[i]:
            tree, search = tree_of(forest, scratch, i), forest.search[i]
            search.used, search.simulations, search.deepest = 1, 0, 0
            search.simulation_limit = simulations + 1  # the first one is that of the root
            forest.losses[i, 0] = 0
            tree.codes[0] = -1
            tree.states[0] = forest.roots[i]
            init_root(game, evaluator, tree)


@kernel
def gather_rows(
    game: Game,
    evaluator: Evaluator[Any],
    forest: Forest,
    scratch: Tree,
    rule: RootRule,
    first: int,
    last: int,
) -> None:
    """Make simulations in each active game until a leaf waits, or until its search is over."""
    for i in range(first, last):
        forest.waiting[i] = 0
        if forest.active[i]:
            tree = tree_of(forest, scratch, i)
            tree.states[0] = forest.roots[i]
            forest.waiting[i] = next_leaf(game, evaluator, forest, tree, rule, i)


@kernel
def next_leaf(
    game: Game, evaluator: Evaluator[Any], forest: Forest, tree: Tree, rule: RootRule, i: int
) -> int:
    """Make simulations in a game until a leaf waits; returns 0 if its search is over before."""
    search, leaves = tree.search[0], leaves_of(forest, i)
    while tree.nodes[0].proven == 0 and search.simulations < search.simulation_limit:
        child = -1
        if rule.considered > 0 and tree.nodes[0].known > 0:
            child = considered_child(forest, tree, rule, i)
        search.simulations += 1
        if walk(game, evaluator, OFF, tree, leaves, 0, URGENCY, child) == WAITING:
            return 1
    return 0


@kernel
def absorb_rows(
    game: Game,
    forest: Forest,
    scratch: Tree,
    rule: RootRule,
    rows: NDArray[np.int64],
    values: NDArray[np.float32],
    logits: NDArray[np.float32],
    output_of: NDArray[np.int32],
) -> None:
    """Take what a network says of the leaves of some games back to their roots."""
    for place in range(len(rows)):
        i = rows[place]
        tree, leaves = tree_of(forest, scratch, i), leaves_of(forest, i)
        at_root = tree.nodes[0].known == 0
        answers = values[place : place + 1], logits[place : place + 1]
        absorb(game, OFF, tree, leaves, answers[0], answers[1], output_of)
        if at_root:
            forest.values[i] = values[place]
            if rule.considered == 0 and rule.noise > 0:
                add_noise(forest, tree, rule.noise, i)


@kernel
def add_noise(forest: Forest, tree: Tree, share: float, i: int) -> None:
    """Mix noise into the priors of a root's moves: what was drawn, as shares of its sum."""
    root, priors = tree.nodes[0], forest.priors[i]
    total = 0.0
    for j in range(root.known):
        total += forest.drawn[i, j]
    if root.known > 1 and total > 0:
        for j in range(root.known):
            child = root.first + j
            priors[child] = (1 - share) * priors[child] + share * forest.drawn[i, j] / total


# ---- the root by Gumbel's trick --------------------------------------------------------------------


@kernel
def considered_child(forest: Forest, tree: Tree, rule: RootRule, i: int) -> int:
    """The root's child that the next simulation goes to by sequential halving; -1 if PUCT is to say.

    That is the best one of those with as many visits as the schedule has it. Moves that are lost for certain
    are passed over.
    """
    nodes, root = tree.nodes, tree.nodes[0]
    sign = 1.0 if root.side == 0 else -1.0
    number = min(tree.search[0].simulations - 1, rule.halving.shape[1] - 1)
    wanted = rule.halving[min(rule.considered, root.known), number]
    scale, rest = root_scale(tree, rule), expected_rest(forest, tree, i)
    best, highest = -1, -1e300
    for child in range(root.first, root.first + root.known):
        one = nodes[child]
        if one.visits == wanted and not (one.proven != 0 and sign * one.result < 0):
            score = forest.drawn[i, child - root.first] + root_logit(forest, tree, child, scale, rest, i)
            if score > highest:
                best, highest = child, score
    return best


@kernel
def root_scale(tree: Tree, rule: RootRule) -> float:
    """The weight of a share of the point against the logits at the root."""
    root, most = tree.nodes[0], 0
    for child in range(root.first, root.first + root.known):
        most = max(most, int(tree.nodes[child].visits))
    return rule.scale * (VISITS + most)


@kernel
def expected_rest(forest: Forest, tree: Tree, i: int) -> float:
    """The share of the point that is expected of moves never tried: the network's, and that of the others.

    For the side to move; the others count by their priors, together as often as they were visited.
    """
    nodes, root = tree.nodes, tree.nodes[0]
    sign = 1.0 if root.side == 0 else -1.0
    visits, priors, total = 0, 0.0, 0.0
    for child in range(root.first, root.first + root.known):
        if nodes[child].visits > 0:
            visits += nodes[child].visits
            priors += forest.priors[i, child]
            total += forest.priors[i, child] * sign * nodes[child].value
    own = float(forest.values[i])
    mean = total / priors if priors > 0 else own
    return (1 + (own + visits * mean) / (1 + visits)) / 2


@kernel
def root_logit(forest: Forest, tree: Tree, child: int, scale: float, rest: float, i: int) -> float:
    """The logit of a root's move with what the search has found out about it."""
    one = tree.nodes[child]
    share = rest
    if one.visits > 0 or one.proven != 0:
        share = (1 + (one.value if tree.nodes[0].side == 0 else -one.value)) / 2
    return float(np.log(max(float(forest.priors[i, child]), 1e-12)) + scale * share)


# ---- what a search has found -----------------------------------------------------------------------


@kernel
def conclude_rows(
    game: Game,
    forest: Forest,
    scratch: Tree,
    rule: RootRule,
    offsets: NDArray[np.int64],
    codes: Moves,
    shares: NDArray[np.float32],
    chosen: NDArray[np.int64],
) -> None:
    """Fill the policy that each active game's search teaches, and the move that it would play.

    Game i has the moves codes[offsets[i] : offsets[i + 1]] with as many shares, which are 1 together. Without
    Gumbel's trick `chosen` is the move that was visited most. A game that is not active has no moves there.
    """
    for i in range(len(forest.active)):
        if forest.active[i]:
            tree, first = tree_of(forest, scratch, i), offsets[i]
            for j in range(tree.nodes[0].children):
                codes[first + j] = tree.codes[tree.nodes[0].first + j]
            found = shares[first : offsets[i + 1]]
            chosen[i] = codes[first + teach(forest, tree, rule, found, i)]


@kernel
def teach(forest: Forest, tree: Tree, rule: RootRule, shares: NDArray[np.float32], i: int) -> int:
    """Fill the shares of a root's moves, and return the number of the best one.

    A move that is lost for certain gets nothing while there is another one; if one is won, or all are
    certain, only moves that are as good get something.
    """
    nodes, root = tree.nodes, tree.nodes[0]
    sign = 1.0 if root.side == 0 else -1.0
    if root.known == 0:  # proven before the network was asked
        shares[:] = np.float32(1.0 / len(shares))
        return 0
    certain, is_open = -2.0, False
    for child in range(root.first, root.first + root.known):
        if nodes[child].proven != 0:
            certain = max(certain, sign * nodes[child].result)
        else:
            is_open = True
    settled = certain == 1 or not is_open
    scale, rest = root_scale(tree, rule), expected_rest(forest, tree, i)
    best, highest, most = 0, -1e300, -1
    for j in range(root.known):
        child = root.first + j
        one = nodes[child]
        shares[j] = -np.inf
        worth = sign * one.result
        if one.proven != 0 and (worth < certain if settled else worth < 0):
            continue
        if settled and one.proven == 0:
            continue
        logit = root_logit(forest, tree, child, scale, rest, i)
        shares[j] = logit if rule.considered > 0 else np.log(max(float(one.visits), 1e-9))
        score = forest.drawn[i, j] + logit if rule.considered > 0 else float(forest.priors[i, child])
        if one.visits > most or (one.visits == most and score > highest):
            best, highest, most = j, score, int(one.visits)
    soften(shares)
    return best


@kernel
def soften(logits: NDArray[np.float32]) -> None:
    """Replace logits by the shares that they stand for (softmax)."""
    highest, total = -np.inf, 0.0
    for j in range(len(logits)):
        highest = max(highest, float(logits[j]))
    for j in range(len(logits)):
        share = np.exp(float(logits[j]) - highest)
        logits[j] = share
        total += share
    for j in range(len(logits)):
        logits[j] /= total
