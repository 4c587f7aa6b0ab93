"""Records of searches: every node has its row, and OFF writes nothing."""

from __future__ import annotations

import numpy as np
import pytest

from nupp.evaluators import evaluator
from nupp.kernel import interpreted
from nupp.rules import game
from nupp.search import proofnumber
from nupp.search.minimax import minimax
from nupp.search.recorder import CUT, OFF, TREE, new_trace
from nupp.search.table import new_table
from nupp.search.theory import theory_of
from nupp.search.workspace import new_workspace


def recorded(limit: int, depth: int = 3) -> tuple[np.ndarray, int]:
    """The rows of a minimax search of tic-tac-toe, and the positions that it visited."""
    rules = game("tictactoe")
    position = rules.start_position()
    trace = new_trace(limit, depth)
    work = new_workspace(position, depth, new_table(0), trace=trace)
    work.moves[0, :9] = position.legal_move_codes
    work.control[0].root_moves = 9
    minimax(rules, evaluator("none", rules), TREE, work, 0, depth)
    return trace.rows[: int(trace.cursor[0].used)], int(work.control[0].nodes)


def test_every_position_has_a_row_in_preorder() -> None:
    with interpreted():
        rows, nodes = recorded(1000)
    assert len(rows) == nodes == 1 + 9 + 9 * 8 + 9 * 8 * 7
    assert rows["extent"][0] == nodes
    assert (rows["nodes"] == rows["extent"]).all()
    for number, row in enumerate(rows[1:], start=1):
        above = int(row["parent"])
        assert above < number < above + int(rows["extent"][above])
        assert int(row["ply"]) == int(rows["ply"][above]) + 1


def test_a_record_that_is_full_still_has_every_move_of_the_root() -> None:
    with interpreted():
        rows, nodes = recorded(120)
    assert len(rows) <= 120 < nodes
    assert int((rows["ply"] == 1).sum()) == 9
    assert int(rows["nodes"][0]) == nodes  # counted, with a row or without


def test_a_search_that_is_not_recorded_finds_the_same_proof() -> None:
    start = game("mnk:width=3,height=3,k=3").start_position()
    with interpreted():
        proof = proofnumber.new_proof(start, 1, 12)
        proofnumber.ask(proof, 0, 0, 100_000)
        answer = proofnumber.prove(start.game, theory_of(start.game), OFF, proof)
        traced = proofnumber.new_proof(start, 1, 12)._replace(trace=new_trace(5000, 12))
        proofnumber.ask(traced, 0, 0, 100_000)
        assert proofnumber.prove(start.game, theory_of(start.game), TREE, traced) == answer == 1
    assert int(traced.question[0].nodes) == int(proof.question[0].nodes)
    root = traced.trace.rows[0]  # type: ignore[union-attr]
    assert int(root["score"]) == 0  # proven
    assert int(root["cause"]) != CUT


def test_without_a_record_there_is_no_place_for_one() -> None:
    position = game("tictactoe").start_position()
    assert new_workspace(position, 2, new_table(0)).trace == ()
    with pytest.raises(AttributeError):
        OFF.on = True  # type: ignore[attr-defined]
