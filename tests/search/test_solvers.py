"""The exact solvers: every value of the reference sets, and published values of whole games."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from nupp.games import game
from nupp.games.reversi import BitboardReversi
from nupp.search import connectfour, endgame, proofnumber

DATA = Path(__file__).parents[1] / "data"


# ---- connect four ------------------------------------------------------------------------------------


def stones(columns: connectfour.Columns, moves: str) -> tuple[np.uint64, np.uint64]:
    """The stones of the side to move and all stones, after moves given as columns."""
    sides = [0, 0]
    for number, column in enumerate(moves):
        shift = (int(column) - 1) * columns.rise
        height = ((sides[0] | sides[1]) >> shift & (1 << columns.rise) - 1).bit_count()
        sides[number % 2] |= 1 << shift + height
    return np.uint64(sides[len(moves) % 2]), np.uint64(sides[0] | sides[1])


@pytest.mark.parametrize(("file", "width", "height"), [
    ("c4_end", 7, 6),
    ("c4_middle", 7, 6),
    ("c4_opening", 7, 6),
    ("c4_5x5", 5, 5),
])  # fmt: skip
def test_scores_of_connect_four(file: str, width: int, height: int) -> None:
    columns = connectfour.Columns(width, height)
    memory = connectfour.new_memory(columns, 64)
    lines = [line.split() for line in (DATA / "connect4" / f"{file}.txt").read_text().splitlines()]
    positions = [line for line in lines if len(line) == 2 and line[0].isdigit()]
    assert len(positions) >= 100
    for moves, score in positions:
        own, mask = stones(columns, moves)
        assert connectfour.solve(columns, memory, own, mask, len(moves)) == int(score), moves


def test_mirror_images_are_worth_the_same() -> None:
    columns = connectfour.Columns(7, 6)
    for moves in ("444", "4452", "1234567"):
        own, mask = stones(columns, moves)
        mirrored = "".join(str(8 - int(column)) for column in moves)
        assert (columns.mirrored(own), columns.mirrored(mask)) == stones(columns, mirrored)


# ---- Othello -----------------------------------------------------------------------------------------


def test_margins_of_othello_endgames() -> None:
    rules = game("othello:empties=winner")
    assert isinstance(rules, BitboardReversi)
    terrain, work, solved = endgame.Terrain(8), endgame.new_endgame(64), 0
    for line in (DATA / "othello_endgames.obf").read_text().splitlines():
        board, *values = (part.strip() for part in line.split(";") if part.strip())
        cells, side = board.split()
        own = np.uint64(sum(1 << cell for cell, disc in enumerate(cells) if disc == side))
        enemy = np.uint64(sum(1 << cell for cell, disc in enumerate(cells) if disc not in (side, "-")))
        best = max(int(value.partition(":")[2]) for value in values)
        assert endgame.solve(rules, terrain, work, own, enemy, -64, 64) == best, line
        solved += 1
    assert solved == 260


# ---- proof-number search -------------------------------------------------------------------------------


@pytest.mark.parametrize(("spec", "value"), [
    ("tictactoe", 0),
    ("mnk:width=4,height=3,k=3", 1),
    ("othello:size=4", -1),
    ("dotsandboxes:size=1,passing=false", -1),
    ("dotsandboxes:size=2,passing=false", 1),
])  # fmt: skip
def test_proofs_of_published_values(spec: str, value: int) -> None:
    start = game(spec).start_position()
    for attacker in range(2):
        for wanted in range(2):
            proof = proofnumber.new_proof(start, 16, 40)
            proofnumber.ask(proof, attacker, wanted, 50_000_000)
            result = value if attacker == 0 else -value
            assert proofnumber.prove(start.game, proof) == int(result >= wanted)


def test_a_proof_that_takes_too_long_is_no_answer() -> None:
    start = game("mnk:width=4,height=4,k=4").start_position()
    proof = proofnumber.new_proof(start, 1, 20)
    proofnumber.ask(proof, 0, 1, 500)
    assert proofnumber.prove(start.game, proof) == -1


def test_a_table_that_forgets_nearly_all_delays_an_answer_but_does_not_prevent_it() -> None:
    start = game("dotsandboxes:size=2,passing=false").start_position()
    nodes = []
    for entries in (4, 64, 1 << 16):
        proof = proofnumber.new_proof(start, 1, 40)._replace(table=np.zeros(entries, proofnumber.ENTRY))
        proofnumber.ask(proof, 0, 1, 100_000_000)
        assert proofnumber.prove(start.game, proof) == 1
        nodes.append(int(proof.question[0].nodes))
    assert nodes[0] > nodes[1] > nodes[2]


def test_a_proof_is_given_up_where_its_lines_find_no_room() -> None:
    start = game("dotsandboxes:size=2,passing=false").start_position()
    proof = proofnumber.new_proof(start, 1, 5)
    proofnumber.ask(proof, 0, 1, 100_000_000)
    assert proofnumber.prove(start.game, proof) == -1


def test_the_node_limit_holds_however_little_the_table_keeps() -> None:
    start = game("mnk:width=4,height=4,k=4").start_position()
    proof = proofnumber.new_proof(start, 1, 20)._replace(table=np.zeros(4, proofnumber.ENTRY))
    proofnumber.ask(proof, 0, 1, 100_000)
    assert proofnumber.prove(start.game, proof) == -1
    assert 100_000 <= proof.question[0].nodes < 101_000
