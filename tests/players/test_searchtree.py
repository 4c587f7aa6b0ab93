"""The records of searches: what they say agrees with what the search decided."""

from __future__ import annotations

import json
from collections import Counter
from typing import cast

import pytest

from nupp.kernel import interpreted
from nupp.players import Budget, Decision, player
from nupp.players.searchtree import AlphaBetaTree, PackedTree, ProofTree, SearchTree, SimulationTree
from nupp.rules import game


def search(spec: str, budget: Budget, moves: str = "", rows: int = 20_000) -> tuple[Decision, SearchTree]:
    """A recorded search of tic-tac-toe."""
    with interpreted():
        chooser = player(spec, game("tictactoe"))
        chooser.record = rows
        decision = chooser.choose(chooser.game.start_position().play_all(moves.split()), budget)
    assert decision.tree is not None
    return decision, decision.tree


def alphabeta(parts: str = "", depth: int = 4, moves: str = "b2 a1") -> tuple[Decision, AlphaBetaTree]:
    decision, tree = search(f"alphabeta:table=0{parts}", Budget(depth=depth), moves)
    return decision, cast(AlphaBetaTree, tree)


def test_the_main_line_is_the_decision() -> None:
    decision, tree = alphabeta()
    assert tuple(tree.move(row) for row in tree.main_line[1:]) == decision.pv
    assert tree.facts(tree.main_root)["score"] == decision.score
    assert tree.visited == decision.nodes == len(tree)
    assert sum(tree.facts(root)["nodes"] for root in tree.roots) == decision.nodes


def test_a_recorded_search_is_the_same_search() -> None:
    with interpreted():
        plain = player("alphabeta", game("tictactoe")).choose(
            game("tictactoe").start_position().play("b2"), Budget(depth=4)
        )
    recorded, _ = search("alphabeta", Budget(depth=4), "b2")
    assert plain.tree is None
    assert (plain.move, plain.score, plain.nodes) == (recorded.move, recorded.score, recorded.nodes)


def test_cut_offs_and_windows() -> None:
    _, tree = alphabeta(",iterative=false")
    root = tree.roots[0]
    sides = tree.columns["side"]
    assert tree.facts(root)["window"] == [None, None]
    cuts = [row for row in range(len(tree)) if tree.facts(row)["cause"] == "cut"]
    assert cuts
    for row in cuts:
        facts = tree.facts(row)
        low, high = int(tree.columns["low"][row]), int(tree.columns["high"][row])
        assert int(tree.columns["score"][row]) >= high > low
        assert facts["left_out"] == facts["moves"] - facts["searched"] >= 0
        assert sides[row] == (int(tree.columns["ply"][row]) + tree.position.to_move) % 2


@pytest.mark.slow
def test_null_windows_are_opened_again() -> None:
    _, tree = alphabeta(depth=5, moves="")
    again = [row for row in range(len(tree)) if tree.facts(row)["again"]]
    assert again
    for row in again:
        parent = int(tree.columns["parent"][row])
        assert not tree.facts(row)["null_window"] or tree.facts(parent)["null_window"]


def test_minimax_visits_what_alphabeta_leaves_out() -> None:
    _, whole = search("minimax:depth=4", Budget(), "b2 a1")
    _, pruned = alphabeta(",iterative=false")
    assert whole.facts(0)["nodes"] > pruned.visited
    assert whole.facts(0)["score"] == pruned.facts(pruned.main_root)["score"]
    assert all(whole.facts(row)["left_out"] == 0 for row in range(0, len(whole), 50))


def test_a_score_outside_of_its_window_is_a_bound() -> None:
    _, whole = search("minimax:depth=4", Budget(), "b2 a1")
    _, pruned = alphabeta(",iterative=false,quiescence=0")
    values = {whole.moves_to(row): whole.facts(row)["score"] for row in range(len(whole))}
    found: Counter[str] = Counter()
    for row in range(len(pruned)):
        facts = pruned.facts(row)
        value, score = values[pruned.moves_to(row)], facts["score"]
        assert {"value": value == score, "least": value >= score, "most": value <= score}[facts["known"]]
        found[facts["known"]] += value != score
    assert found["value"] == 0 < found["least"] + found["most"]


def test_why_not_this_move() -> None:
    """X threatens a row: a side that does not block it loses at once."""
    decision, tree = alphabeta(moves="a1 b2 a2", depth=3)
    assert decision.move == "a3"
    line = tree.refutation("c1")
    assert [tree.move(row) for row in line] == ["c1", "a3"]
    assert tree.position_at(line[-1]).is_over
    with pytest.raises(ValueError, match="z9"):
        tree.refutation("z9")


@pytest.mark.parametrize(
    "spec", ["uct:seed=3", "uct:rave=50,implicit=0.4", "puct:batch=1", "uct:expand=3,seed=5"]
)
def test_growth_ends_with_the_tree(spec: str) -> None:
    decision, found = search(spec, Budget(nodes=150), "b2 a1 c3")
    tree = cast(SimulationTree, found)
    assert tree.simulations == decision.nodes
    last = tree.at(tree.simulations)
    assert last.columns["visits"].tolist() == tree.columns["visits"].tolist()
    assert last.columns["value"] == pytest.approx(tree.columns["value"], abs=1e-4)
    half = tree.at(tree.simulations // 2)
    assert int(half.columns["visits"][0]) == tree.simulations // 2
    assert (half.columns["visits"] <= tree.columns["visits"]).all()
    with pytest.raises(ValueError, match="151"):
        tree.at(151)


def test_the_sum_by_which_a_child_is_chosen() -> None:
    _, found = search("uct:exploration=0.7,seed=1", Budget(nodes=60))
    tree = cast(SimulationTree, found)
    for step in range(20, 59, 7):
        before, after = tree.at(step), tree.at(step + 1)
        children = before.children(0)
        gained = [row for row in children if after.columns["visits"][row] > before.columns["visits"][row]]
        sums = {row: before.facts(row)["terms"]["sum"] for row in children if before.facts(row)["visits"]}
        assert len(gained) == 1
        if gained[0] in sums and len(sums) == len(children):
            assert sums[gained[0]] == max(sums.values())


def test_proven_nodes_of_simulations() -> None:
    decision, tree = search("uct", Budget(nodes=400), "a1 b1 a2 b2")
    assert decision.move == "a3"
    row = tree.child(0, decision.code)
    assert row is not None
    assert tree.facts(row)["proven"] == 1
    assert tree.facts(row)["terms"] is None


@pytest.mark.slow
def test_a_small_record_keeps_what_was_visited_most() -> None:
    _, tree = search("uct:seed=2", Budget(nodes=400), rows=40)
    assert len(tree) <= 40
    _, whole = search("uct:seed=2", Budget(nodes=400))
    least = min(tree.columns["visits"])
    assert least > sorted(whole.columns["visits"])[-41]


def test_proof_numbers() -> None:
    decision, found = search("proofnumber", Budget(nodes=5000), "a1 b1 a2 b2")
    tree = cast(ProofTree, found)
    assert (decision.score_kind, decision.score) == ("proven", 1)
    assert tree.facts(0)["proof"] == 0
    assert tree.facts(0)["disproof"] is None
    assert tree.facts(0)["attacking"]
    lost, _ = search("proofnumber:wanted=draw", Budget(nodes=5000), "a1 b2 c1 b1 b3")
    assert lost.score_kind == "eval" or lost.score == -1


@pytest.mark.parametrize("spec", ["alphabeta", "minimax:depth=2", "uct", "puct", "proofnumber"])
def test_shown_sent_and_written(spec: str) -> None:
    _, tree = search(spec, Budget(nodes=80, depth=3), "b2 a1")
    copy = PackedTree(**json.loads(json.dumps(tree.packed()))).unpacked(tree.position)
    assert str(copy) == str(tree)
    written = json.loads(json.dumps(tree.to_dict()))
    assert len(written["rows"]) == len(tree)
    assert written["rows"][0]["move"] is None
    assert "<details" in tree._repr_html_()
    assert 1 <= len(tree.to_dict(5)["rows"]) <= 5 + len(tree.roots)
    with pytest.raises(IndexError, match="expected one from 0"):
        tree.position_at(len(tree))
