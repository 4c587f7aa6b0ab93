"""The tree of a Monte Carlo tree search: it is full, kept and copied without losing anything."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest

from nupp.players import Budget, player
from nupp.players.uct import UCT
from nupp.rules import game
from nupp.search.mcts import log2
from nupp.search.tree import Tree, keep_subtree
from search.subjects import subject


def test_a_full_tree_stops_growing_and_goes_on_learning() -> None:
    one = subject("othello 4x4")
    chooser = one.uct()
    tree = chooser._trees[0]._replace(nodes=chooser._trees[0].nodes[:50])
    chooser._trees[0] = tree
    position = one.game.start_position()
    decision = chooser.choose(position, Budget(nodes=20_000))
    assert tree.search[0].used <= 50
    assert decision.nodes == 20_000
    assert sum(one.visits for one in decision.candidates) == 20_000
    assert decision.depth < 20


def test_a_tree_without_room_for_the_first_moves_still_answers() -> None:
    one = subject("othello 4x4")
    chooser = one.uct()
    chooser._trees[0] = chooser._trees[0]._replace(nodes=chooser._trees[0].nodes[:2])
    position = one.game.start_position()
    assert chooser.choose(position, Budget(nodes=100)).move in position.legal_moves


def test_visits_add_up_everywhere() -> None:
    one = subject("othello 4x4")
    chooser = one.uct()
    chooser.choose(one.positions[0], Budget(nodes=2000))
    nodes = chooser._trees[0].nodes
    for node in range(int(chooser._trees[0].search[0].used)):
        first, n = int(nodes[node]["first"]), int(nodes[node]["known"])
        if n:
            below = int(nodes[first : first + n]["visits"].sum())
            before = 0 if node == 0 else 1  # visits before it had children
            assert below <= int(nodes[node]["visits"]) <= below + before + 2000 * int(nodes[node]["proven"])
        assert abs(float(nodes[node]["value"])) <= 1


def test_a_kept_tree_holds_what_it_held() -> None:
    one = subject("othello 4x4")
    chooser, position = one.uct(), one.game.start_position()
    decision = chooser.choose(position, Budget(nodes=3000))
    before = {one.move: one for one in decision.candidates}
    following = position.play_all(decision.pv[:1])
    visits = sum(one.visits for one in chooser.choose(following, Budget(nodes=1)).candidates)
    assert visits == before[decision.move].visits  # less the one before it had children, plus the new one


@pytest.mark.parametrize("options", [{}, {"rave": 100.0, "implicit": 0.3}], ids=["plain", "all arrays"])
def test_what_is_kept_is_the_same_subtree(options: dict[str, float]) -> None:
    one = subject("othello 4x4")
    chooser = one.uct(**options)
    chooser.choose(one.game.start_position(), Budget(nodes=3000))
    (tree,) = chooser._trees
    first, known = int(tree.nodes[0]["first"]), int(tree.nodes[0]["known"])
    for child in range(first, first + known):
        copy = copied(tree)
        keep_subtree(copy, child)
        assert described(copy, 0) == described(tree, child)
        assert int(copy.search[0].used) < int(tree.search[0].used)


def copied(tree: Tree) -> Tree:
    """A tree with arrays of its own."""
    return Tree(*(array.copy() for array in tree[:-1]))


def described(tree: Tree, node: int) -> list[tuple[object, ...]]:
    """All that a tree holds of a node and what is below it, wherever it lies."""
    one = tree.nodes[node]
    first, known = int(one["first"]), int(one["known"])
    own = [one[name].item() for name in ("value", "width", "visits", "children", "known", "side", "proven")]
    extra = [array[node].tolist() for array in (tree.amaf, tree.minimax_value) if len(array) > 1]
    codes = tree.codes[first : first + int(one["children"])].tolist()
    below = [line for child in range(first, first + known) for line in described(tree, child)]
    return [(*own, *extra, *codes), *below]


def test_each_thread_writes_to_cache_lines_of_its_own() -> None:
    chooser = player("uct:threads=2", game("tictactoe"))
    assert isinstance(chooser, UCT)
    small = [
        array
        for tree in chooser._trees
        for array in (tree.states, tree.moves, tree.seen, tree.search, tree.rng)
    ]
    places = sorted((array.ctypes.data, array.nbytes) for array in small)
    for (start, size), (following, _) in pairwise(places):
        assert following - (start + size) >= 64


def test_log2() -> None:
    for n in (1, 2, 4, 1024, 2**30):
        assert log2(n) == np.log2(n)
    for n in range(1, 3000, 7):
        assert abs(log2(n) - np.log2(n)) < 0.09
