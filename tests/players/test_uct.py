"""UCT: what it calls proven is true, its options, its bounded tree, and the tree between moves."""

from __future__ import annotations

import random
from dataclasses import replace
from itertools import pairwise

import numpy as np
import pytest

from nupp.games import game
from nupp.kernel import interpreted
from nupp.players import Budget, Decision, player
from nupp.players.uct import UCT
from nupp.search.mcts import Tree, keep_subtree, log2
from search.oracle import python_value, some_positions, value
from search.subjects import Subject, subject

OPTIONS = (
    {},
    {"rave": 300.0},
    {"implicit": 0.4},
    {"cutoff": 0},
    {"cutoff": 3},
    {"sample": 3},
    {"expand": 5},
    {"threads": 2},
    {"rave": 50.0, "implicit": 0.2, "cutoff": 2, "sample": 2, "expand": 2, "exploration": 1.5},
)
SHOWN = [",".join(f"{key}={value}" for key, value in options.items()) or "plain" for options in OPTIONS]


def uct(one: Subject, **options: float) -> UCT:
    """A player of a subject, which is not in the registry if it is a toy."""
    made = UCT(one.game, **{"memory": 4, **options})
    made.evaluator, made.spec = one.judge, "uct"
    return made


@pytest.mark.parametrize("options", OPTIONS, ids=SHOWN)
@pytest.mark.parametrize("name", ["mnk 4x3", "othello 4x4", "maze"])
def test_what_is_proven_is_the_value_of_the_game(name: str, options: dict[str, float]) -> None:
    one, proofs = subject(name), 0
    chooser = uct(one, **options)
    for position in one.positions[:40:2]:
        decision = chooser.choose(position, Budget(nodes=3000))
        assert decision.move in position.legal_moves
        if decision.score_kind == "proven":
            proofs += 1
            assert decision.score == np.sign(value(position, one.judge, 14))
            child = value(position.play_code(decision.code), one.judge, 14)
            same = position.play_code(decision.code).to_move == position.to_move
            assert np.sign(child if same else -child) == decision.score
    assert proofs >= 7


@pytest.mark.parametrize("options", OPTIONS, ids=SHOWN)
def test_proofs_heed_repetition(options: dict[str, float]) -> None:
    one, proofs = subject("loopy maze"), 0
    chooser = uct(one, **options)
    for position in one.positions:
        decision = chooser.choose(position, Budget(nodes=500))
        if decision.score_kind == "proven":
            proofs += 1
            true = python_value(position, one.judge, 10)
            if abs(true) > 1000:  # else the oracle has not seen every end
                assert decision.score == np.sign(true)
    assert proofs > 50


def test_the_only_move_wins_through() -> None:
    """Where all other moves lose at once, they are found out and left alone."""
    position = game("mnk:width=7,height=7,k=4").start_position().play_all(["d4", "c4", "e4", "a7", "f4"])
    decision = player("uct", position.game).choose(position, Budget(nodes=4000))
    assert decision.move == "g4"
    tried = {one.move: one.visits for one in decision.candidates}
    assert sum(tried.values()) == 4000
    assert tried["g4"] > 2500


@pytest.mark.parametrize("spec", ["uct", "uct:rave=100,implicit=0.3,sample=2,cutoff=4,threads=2"])
def test_the_same_seed_gives_the_same_decisions(spec: str) -> None:
    rules = game("othello:size=4")
    positions = some_positions(rules, 6, random.Random(2), range(8))

    def decisions(text: str) -> list[Decision]:
        chooser = player(text, rules)
        return [replace(chooser.choose(one, Budget(nodes=300)), seconds=0.0) for one in positions]

    assert decisions(spec) == decisions(spec)
    chooser = player(spec, rules)
    first = [replace(chooser.choose(one, Budget(nodes=300)), seconds=0.0) for one in positions]
    chooser.seed(0)
    assert [replace(chooser.choose(one, Budget(nodes=300)), seconds=0.0) for one in positions] == first
    assert decisions(spec + (",seed=5" if ":" in spec else ":seed=5")) != first


@pytest.mark.parametrize("options", OPTIONS, ids=SHOWN)
def test_compiled_and_interpreted_searches_agree(options: dict[str, float]) -> None:
    one = subject("othello 4x4")
    for position in one.positions[:3]:
        compiled = uct(one, **options).choose(position, Budget(nodes=40))
        with interpreted():
            plain = uct(one, **options).choose(position, Budget(nodes=40))
        assert replace(plain, seconds=0.0) == replace(compiled, seconds=0.0)


# ---- the tree --------------------------------------------------------------------------------------


def test_a_full_tree_stops_growing_and_goes_on_learning() -> None:
    one = subject("othello 4x4")
    chooser = uct(one)
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
    chooser = uct(one)
    chooser._trees[0] = chooser._trees[0]._replace(nodes=chooser._trees[0].nodes[:2])
    position = one.game.start_position()
    assert chooser.choose(position, Budget(nodes=100)).move in position.legal_moves


def test_visits_add_up_everywhere() -> None:
    one = subject("mnk 4x4")
    chooser = uct(one)
    chooser.choose(one.positions[0], Budget(nodes=2000))
    nodes = chooser._trees[0].nodes
    for node in range(int(chooser._trees[0].search[0].used)):
        first, n = int(nodes[node]["first"]), int(nodes[node]["known"])
        if n:
            below = int(nodes[first : first + n]["visits"].sum())
            before = 0 if node == 0 else 1  # visits before it had children
            assert below <= int(nodes[node]["visits"]) <= below + before + 2000 * int(nodes[node]["proven"])
        assert abs(float(nodes[node]["value"])) <= 1


def test_the_tree_is_kept_between_moves() -> None:
    rules = game("othello")
    kept, fresh = player("uct:seed=1", rules), player("uct:seed=1,keep=false", rules)
    position = rules.start_position()
    decision = kept.choose(position, Budget(nodes=5000))
    following = position.play(decision.move).play(decision.pv[1])
    again = kept.choose(following, Budget(nodes=100))
    assert again.nodes == 100
    assert sum(one.visits for one in again.candidates) > 600
    fresh.choose(position, Budget(nodes=5000))
    assert sum(one.visits for one in fresh.choose(following, Budget(nodes=100)).candidates) <= 100
    # Of an earlier position, or one of another game, it knows nothing.
    assert sum(one.visits for one in kept.choose(position, Budget(nodes=100)).candidates) <= 100
    other = rules.start_position().play("f5")
    assert sum(one.visits for one in kept.choose(other, Budget(nodes=100)).candidates) <= 200


def test_a_kept_tree_holds_what_it_held() -> None:
    one = subject("mnk 4x4")
    chooser, position = uct(one), one.game.start_position()
    decision = chooser.choose(position, Budget(nodes=3000))
    before = {one.move: one for one in decision.candidates}
    following = position.play_all(decision.pv[:1])
    visits = sum(one.visits for one in chooser.choose(following, Budget(nodes=1)).candidates)
    assert visits == before[decision.move].visits  # less the one before it had children, plus the new one


@pytest.mark.parametrize("options", [{}, {"rave": 100.0, "implicit": 0.3}], ids=["plain", "all arrays"])
def test_what_is_kept_is_the_same_subtree(options: dict[str, float]) -> None:
    one = subject("othello 4x4")
    chooser = uct(one, **options)
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
    return Tree(*(array.copy() for array in tree))


def described(tree: Tree, node: int) -> list[tuple[object, ...]]:
    """All that a tree holds of a node and what is below it, wherever it lies."""
    one = tree.nodes[node]
    first, known = int(one["first"]), int(one["known"])
    own = [one[name].item() for name in ("value", "width", "visits", "children", "known", "side", "proven")]
    extra = [array[node].tolist() for array in (tree.amaf, tree.worth) if len(array) > 1]
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


def test_threads_share_the_work() -> None:
    rules = game("othello")
    decision = player("uct:threads=2", rules).choose(rules.start_position(), Budget(nodes=2001))
    assert decision.nodes == 2001
    assert sum(one.visits for one in decision.candidates) == decision.nodes


# ---- options ---------------------------------------------------------------------------------------


def test_candidates_are_all_that_is_looked_at_and_prove_nothing() -> None:
    rules = game("mnk:width=7,height=7,k=4")
    position = rules.start_position().play_all(["d4", "a7", "e4", "b7", "f4"])  # c4 and g4 both win
    chooser = player("uct:candidates=1", rules)
    decision = chooser.choose(position, Budget(nodes=3000))
    near = {rules.format_move(position.state, code) for code in position.candidate_codes(1)}
    assert {one.move for one in decision.candidates} == near < set(position.legal_moves)
    assert {one.score_kind for one in (decision, *decision.candidates)} == {"eval"}
    winning = chooser.choose(position.play("c7"), Budget(nodes=500))
    assert winning.move in ("c4", "g4")


# ---- limits ----------------------------------------------------------------------------------------


def test_time_is_kept_and_reports_come() -> None:
    rules = game("othello")
    chooser, heard = player("uct", rules), []
    decision = chooser.choose(rules.start_position(), Budget(seconds=0.5), heard.append)
    assert 0.4 < decision.seconds < 1.5
    assert len(heard) >= 2
    assert heard[-1] == decision
    assert [one.nodes for one in heard] == sorted(one.nodes for one in heard)


def test_log2() -> None:
    for n in (1, 2, 4, 1024, 2**30):
        assert log2(n) == np.log2(n)
    for n in range(1, 3000, 7):
        assert abs(log2(n) - np.log2(n)) < 0.09


@pytest.mark.parametrize(("spec", "options", "visits"), [
    ("othello", "uct", [1099, 867, 27, 7]),
    ("connectfour", "uct:rave=200", [1064, 253, 158, 149]),
])  # fmt: skip
def test_visits_are_pinned(spec: str, options: str, visits: list[int]) -> None:
    """A refactoring that changes nothing leaves these numbers as they are."""
    rules = game(spec)
    decision = player(options, rules).choose(rules.start_position(), Budget(nodes=2000))
    assert [one.visits for one in decision.candidates][:4] == visits
