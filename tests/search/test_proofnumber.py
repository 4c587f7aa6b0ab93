"""Proof-number search: many questions with one table."""

from __future__ import annotations

import random

from nupp.games import game
from nupp.players import player
from nupp.search import proofnumber
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
            assert proofnumber.prove(rules, proof) == int(
                value == (1 if attacker == position.to_move else -1)
            )
