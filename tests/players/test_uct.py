"""UCT: what it calls proven is true, its options, its bounded tree, and the tree between moves."""

from __future__ import annotations

import random
from dataclasses import replace

import numpy as np
import pytest

from nupp.kernel import interpreted
from nupp.players import Budget, Decision, player
from nupp.rules import game
from search.oracle import some_positions, value
from search.subjects import subject, truth

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


@pytest.mark.slow
@pytest.mark.parametrize("options", OPTIONS, ids=SHOWN)
@pytest.mark.parametrize("name", ["mnk 4x3", "othello 4x4"])
def test_what_is_proven_is_the_value_of_the_game(name: str, options: dict[str, float]) -> None:
    one, proofs = subject(name), 0
    chooser = one.uct(**options)
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


@pytest.mark.slow
@pytest.mark.parametrize("options", OPTIONS, ids=SHOWN)
def test_proofs_heed_repetition(options: dict[str, float]) -> None:
    one, proofs = subject("loopy maze"), 0
    chooser = one.uct(**options)
    for number, position in enumerate(one.positions):
        decision = chooser.choose(position, Budget(nodes=500))
        if decision.score_kind == "proven":
            proofs += 1
            true = truth("loopy maze", number, 10)
            if abs(true) > 1000:  # else the oracle has not seen every end
                assert decision.score == np.sign(true)
    assert proofs > 50


def test_the_only_move_wins_through() -> None:
    """Where all other moves lose at once, they are found out and left alone."""
    position = game("connectfour").start_position().play_all(["4", "3", "5", "1", "6"])
    decision = player("uct", position.game).choose(position, Budget(nodes=4000))
    assert decision.move == "7"
    tried = {one.move: one.visits for one in decision.candidates}
    assert sum(tried.values()) == 4000
    assert tried["7"] > 2500


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


@pytest.mark.slow
@pytest.mark.parametrize("options", OPTIONS, ids=SHOWN)
def test_compiled_and_interpreted_searches_agree(options: dict[str, float]) -> None:
    one = subject("othello 4x4")
    for position in one.positions[:3]:
        compiled = one.uct(**options).choose(position, Budget(nodes=40))
        with interpreted():
            plain = one.uct(**options).choose(position, Budget(nodes=40))
        assert replace(plain, seconds=0.0) == replace(compiled, seconds=0.0)


# ---- the tree --------------------------------------------------------------------------------------


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


def test_threads_share_the_work() -> None:
    rules = game("othello")
    decision = player("uct:threads=2", rules).choose(rules.start_position(), Budget(nodes=2001))
    assert decision.nodes == 2001
    assert sum(one.visits for one in decision.candidates) == decision.nodes


# ---- options ---------------------------------------------------------------------------------------


def test_candidates_are_all_that_is_looked_at_and_prove_nothing() -> None:
    rules = game("mnk:width=7,height=7,k=4")
    chooser = player("uct:candidates=1", rules)
    with interpreted():
        position = rules.start_position().play_all(["d4", "a7", "e4", "b7", "f4"])  # c4 and g4 both win
        decision = chooser.choose(position, Budget(nodes=300))
        near = {position.format_move(code) for code in position.candidate_codes(1)}
        assert {one.move for one in decision.candidates} == near < set(position.legal_moves)
        assert {one.score_kind for one in (decision, *decision.candidates)} == {"eval"}
        winning = chooser.choose(position.play("c7"), Budget(nodes=100))
        assert winning.move in ("c4", "g4")


# ---- limits ----------------------------------------------------------------------------------------


@pytest.mark.slow
def test_time_is_kept_and_reports_come() -> None:
    rules = game("othello")
    chooser, heard = player("uct", rules), []
    decision = chooser.choose(rules.start_position(), Budget(seconds=0.5), heard.append)
    assert 0.4 < decision.seconds < 5
    assert len(heard) >= 2
    assert heard[-1] == decision
    assert [one.nodes for one in heard] == sorted(one.nodes for one in heard)


@pytest.mark.parametrize(("spec", "options", "visits"), [
    ("othello", "uct", [1099, 867, 27, 7]),
    ("connectfour", "uct:rave=200", [1064, 253, 158, 149]),
])  # fmt: skip
def test_visits_are_pinned(spec: str, options: str, visits: list[int]) -> None:
    """A refactoring that changes nothing leaves these numbers as they are."""
    rules = game(spec)
    decision = player(options, rules).choose(rules.start_position(), Budget(nodes=2000))
    assert [one.visits for one in decision.candidates][:4] == visits
