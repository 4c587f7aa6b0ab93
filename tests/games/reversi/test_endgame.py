"""The solver of Othello endgames: against brute force, published values, and a reference set."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from nupp.arena.openings import random_opening
from nupp.conformance.amounts import amount
from nupp.games.reversi import endgame
from nupp.games.reversi.rules import BitboardReversi
from nupp.games.reversi.solving import EndgameSolver
from nupp.kernel import interpreted
from nupp.rules import Position, game
from nupp.search.solve import Value

DATA = Path(__file__).parents[2] / "data"
FFO = {
    "40": ("O--OOOOX-OOOOOOXOOXXOOOXOOXOOOXXOOOOOOXX---OOOOX----O--X-------- X", 38),
    "41": ("-OOOOO----OOOOX--OOOOOO-XXXXXOO--XXOOX--OOXOXX----OXXO---OOO--O- X", 0),
    "42": ("--OOO-------XX-OOOOOOXOO-OOOOXOOX-OOOXXO---OOXOO---OOOXO--OOOO-- X", 6),
}
"""Positions with 20 to 22 empty cells, and their published values (French Othello Federation)."""


def boards(line: str) -> tuple[np.uint64, np.uint64]:
    """The discs of the side to move and of the other, of a line of cells and a side."""
    cells, side = line.split()
    own = np.uint64(sum(1 << cell for cell, disc in enumerate(cells) if disc == side))
    return own, np.uint64(sum(1 << cell for cell, disc in enumerate(cells) if disc not in (side, "-")))


def brute(position: Position) -> int:
    """The margin of the first side under best play, by trying everything."""
    if position.is_over:
        return position.margin
    margins = [brute(position.play_code(code)) for code in position.legal_move_codes]
    return max(margins) if position.to_move == 0 else min(margins)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("spec", "plies"),
    [
        ("othello:size=4", 4),
        ("othello:size=4,empties=winner", 5),
        ("reversi:size=4", 8),
        ("reversi:size=4,blocked=pass", 8),
        ("othello:size=6", 26),
        ("othello:blocked=ends", 54),
        ("othello", 54),
    ],
)
def test_margins_are_those_of_brute_force(spec: str, plies: int) -> None:
    rules, rng = game(spec), np.random.default_rng(7)
    assert isinstance(rules, BitboardReversi)
    terrain, solved = endgame.Terrain(rules.size), 0
    with interpreted():
        while solved < amount(2, 6):
            position = random_opening(rules, plies, rng)
            if position.is_over:
                continue
            state, work = position.state[0], endgame.new_endgame(1)
            found = endgame.solve(rules, terrain, work, state.own, state.enemy, -64, 64)
            assert (found if position.to_move == 0 else -found) == brute(position), str(position)
            solved += 1


def test_discs_turn_as_the_rules_say() -> None:
    rules, terrain, rng = game("othello"), endgame.Terrain(8), np.random.default_rng(3)
    assert isinstance(rules, BitboardReversi)
    with interpreted():
        for _ in range(200):
            own, rest = rng.integers(0, 2**64, 2, np.uint64)
            cell = int(rng.integers(64))
            own, enemy = own & ~np.uint64(1 << cell), rest & ~own & ~np.uint64(1 << cell)
            assert terrain.turned(cell, own, enemy) == rules.turned(np.uint64(1 << cell), own, enemy)


def test_a_move_that_keeps_the_outcome_is_found_without_the_margin() -> None:
    rules, rng = game("othello"), np.random.default_rng(11)
    with interpreted():
        for _ in range(3):
            position = random_opening(rules, 54, rng)
            solver = EndgameSolver(position, 1)
            value = solver.value(position)
            assert value is not None
            assert solver.bounds(position) == (value.outcome, value.outcome)
            code = solver.best_move(position, Value(value.outcome))
            assert code is not None
            assert np.sign(brute(position.play_code(code))) == value.outcome


@pytest.mark.slow
@pytest.mark.native
@pytest.mark.parametrize("name", list(FFO)[: amount(1, 3)])
def test_published_values(name: str) -> None:
    rules, (line, value) = game("othello"), FFO[name]
    assert isinstance(rules, BitboardReversi)
    work = endgame.new_endgame(64)
    assert endgame.solve(rules, endgame.Terrain(8), work, *boards(line), value - 1, value + 1) == value


@pytest.mark.slow
@pytest.mark.native
def test_margins_of_othello_endgames() -> None:
    rules = game("othello:empties=winner")
    assert isinstance(rules, BitboardReversi)
    terrain, work, solved = endgame.Terrain(8), endgame.new_endgame(64), 0
    lines = (DATA / "othello_endgames.obf").read_text().splitlines()
    assert len(lines) == 260
    for line in lines[:: amount(4, 1)]:
        board, *values = (part.strip() for part in line.split(";") if part.strip())
        best = max(int(value.partition(":")[2]) for value in values)
        assert endgame.solve(rules, terrain, work, *boards(board), -64, 64) == best, line
        solved += 1
    assert solved == amount(65, 260)
