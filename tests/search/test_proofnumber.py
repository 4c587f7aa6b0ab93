"""Proof-number search: published values, limits, and many questions with one table."""

from __future__ import annotations

import random

import numpy as np
import pytest

from nupp.players import player
from nupp.rules import game
from nupp.search import proofnumber
from nupp.search.recorder import OFF
from nupp.search.theory import theory_of
from search.oracle import some_positions


def test_questions_that_share_a_table_do_not_mix() -> None:
    rules = game("tictactoe")
    judge = player("minimax:depth=9,eval=none", rules)
    proof = proofnumber.new_proof(rules.start_position(), 4, 40)
    for position in some_positions(rules, 60, random.Random(4), range(2, 8)):
        score = judge.choose(position).score
        value = (score > 0) - (score < 0)
        for attacker in range(2):
            proof.stack[0] = position.state[0]
            proofnumber.ask(proof, attacker, 1, 1_000_000)
            assert proofnumber.prove(rules, theory_of(rules), OFF, proof) == int(
                value == (1 if attacker == position.to_move else -1)
            )


@pytest.mark.parametrize(("spec", "value"), [
    ("tictactoe", 0),
    ("mnk:width=4,height=3,k=3", 1),
    ("othello:size=4", -1),
    ("dotsandboxes:size=2,passing=false", 1),
])  # fmt: skip
def test_proofs_of_published_values(spec: str, value: int) -> None:
    start = game(spec).start_position()
    for attacker in range(2):
        for wanted in range(2):
            proof = proofnumber.new_proof(start, 16, 40)
            proofnumber.ask(proof, attacker, wanted, 50_000_000)
            result = value if attacker == 0 else -value
            assert proofnumber.prove(start.game, theory_of(start.game), OFF, proof) == int(result >= wanted)


def proved(limit: int, plies: int = 40, entries: int | None = None) -> tuple[int, int]:
    """Whether the first side wins Dots and Boxes of 2 x 2, and the nodes it took; `entries` of the table."""
    start = game("dotsandboxes:size=2,passing=false").start_position()
    proof = proofnumber.new_proof(start, 1, plies)
    if entries is not None:
        proof = proof._replace(table=np.zeros(entries, proofnumber.ENTRY))
    proofnumber.ask(proof, 0, 1, limit)
    return proofnumber.prove(start.game, theory_of(start.game), OFF, proof), int(proof.question[0].nodes)


def test_a_proof_that_takes_too_long_is_no_answer() -> None:
    assert proved(500)[0] == -1


def test_a_table_that_forgets_nearly_all_delays_an_answer_but_does_not_prevent_it() -> None:
    answers, nodes = zip(*(proved(100_000_000, entries=entries) for entries in (4, 64, 1 << 16)), strict=True)
    assert answers == (1, 1, 1)
    assert nodes[0] > nodes[1] > nodes[2]


def test_a_proof_is_given_up_where_its_lines_find_no_room() -> None:
    assert proved(100_000_000, plies=5)[0] == -1


def test_the_node_limit_holds_however_little_the_table_keeps() -> None:
    answer, nodes = proved(20_000, entries=4)
    assert answer == -1
    assert 20_000 <= nodes < 21_000
