"""The ant colony's formulas, by hand and against a slow reference, and its draws."""

from __future__ import annotations

import random
from collections import Counter

import numpy as np
import pytest

from nupp.games.hexxagon.ants import (
    Colony,
    best_of,
    draw,
    follow,
    new_colony,
    power,
    powers_of,
    send_ants,
    weigh_moves,
)
from nupp.kernel import generator, interpreted
from nupp.rules import Position, game
from search.oracle import some_positions

pytestmark = pytest.mark.native

HEXXAGON = game("hexxagon")
LONELY = "RB3/6/7/3#4/5#3/3#4/7/6/5 r 0"  # red on a1, blue on a2


def cell(name: str) -> int:
    return HEXXAGON.board.cell(name)


def everywhere(tau: float) -> np.ndarray:
    return np.full((2, HEXXAGON.cells, HEXXAGON.cells), tau)


def weighed(position: Position, pheromone: np.ndarray, beta: float = 2.0) -> dict[str, tuple[int, float]]:
    """The ant that can make each move, and what the move is worth to it."""
    colony = new_colony(position, beta, generator(1))
    n = weigh_moves(position.game, colony, pheromone)
    assert n == len(position.legal_move_codes)
    texts = [position.format_move(int(move)) for move in colony.moves[:n]]
    return dict(
        zip(texts, zip(colony.origins[:n].tolist(), colony.worth[:n].tolist(), strict=True), strict=True)
    )


# ---- what a move is worth --------------------------------------------------------------------------


@pytest.mark.slow
def test_gains_by_hand() -> None:
    """A clone next to the enemy, one at distance 2, a jump next to it, and one far away."""
    found = weighed(HEXXAGON.parse_position(LONELY), everywhere(1.0))
    worth = {move: p for move, (_, p) in found.items()}
    assert worth["b2"] == (1 + 1) ** 2
    assert worth["b1"] == (1 / 2) ** 2
    assert worth["a1-a3"] == 1
    assert worth["a1-c1"] == 0
    assert all(ant == cell("a1") for ant, _ in found.values())


def test_pheromone_weighs_in() -> None:
    tau = everywhere(1.0)
    tau[0, cell("a1"), cell("b2")] = 0.25
    tau[1, cell("a1"), cell("b2")] = 9.0  # the other side's
    assert weighed(HEXXAGON.parse_position(LONELY), tau)["b2"][1] == 0.25 * 4


def test_a_clone_belongs_to_the_neighbour_with_most_pheromone() -> None:
    position = HEXXAGON.parse_position("RR3/6/7/3#4/5#3/3#4/7/6/4B r 0")
    tau = everywhere(1.0)
    assert weighed(position, tau)["b2"][0] == cell("a1")  # the lowest of equals
    tau[0, cell("a2"), cell("b2")] = 1.5
    assert weighed(position, tau)["b2"] == (cell("a2"), 1.5)
    tau[0, cell("a1"), cell("b2")] = 2.0
    assert weighed(position, tau)["b2"] == (cell("a1"), 2.0)


def reference(position: Position, tau: np.ndarray, beta: float) -> dict[str, tuple[int, float]]:
    """The same from distances on the board, without bitboards."""
    state, board, side = position.state[0], HEXXAGON.board, position.to_move
    pieces = [(int(word) >> np.arange(HEXXAGON.cells)) & 1 for word in (state.red, state.blue)]
    found = {}
    for code in position.legal_move_codes:
        origin, target = divmod(code, 64)
        near, far = (board.distances[target] == n for n in (1, 2))
        clone = origin == target
        if clone:
            own = np.flatnonzero(near & (pieces[side] == 1))
            origin = max(own.tolist(), key=lambda one: (tau[side, one, target], -one))
        enemies = pieces[1 - side]
        gain = ((enemies & near).sum() + clone) / (1 + (enemies & far).sum())
        found[position.format_move(code)] = (int(origin), float(tau[side, origin, target] * gain**beta))
    return found


@pytest.mark.parametrize("beta", [0.0, 1.0, 2.5])
def test_against_the_reference(beta: float) -> None:
    rng = np.random.default_rng(4)
    for position in some_positions(HEXXAGON, 25, random.Random(1), range(60)):
        tau = rng.random((2, HEXXAGON.cells, HEXXAGON.cells))
        expected, found = reference(position, tau, beta), weighed(position, tau, beta)
        assert {move: ant for move, (ant, _) in found.items()} == {
            move: ant for move, (ant, _) in expected.items()
        }
        assert found == {move: (ant, pytest.approx(p)) for move, (ant, p) in expected.items()}


@pytest.mark.parametrize("exponent", [0.0, 1.0, 3.0, 0.5, 2.25, 1.7, 0.013])
def test_powers(exponent: float) -> None:
    base = np.array([0.0, 0.1, 0.5, 1.0, 2.0, 7.0])
    assert power(base, exponent) == pytest.approx(base**exponent, rel=1e-8)
    if exponent == int(exponent):
        assert power(base[2:], exponent).tolist() == (base[2:] ** exponent).tolist()
    assert powers_of(exponent)[3, 2] == pytest.approx((3 / 3) ** exponent)
    assert powers_of(exponent)[7, 12] == pytest.approx((7 / 13) ** exponent)


# ---- choosing --------------------------------------------------------------------------------------


def lonely_colony(seed: int) -> tuple[Colony, int]:
    colony = new_colony(HEXXAGON.parse_position(LONELY), 2.0, generator(seed))
    return colony, weigh_moves(HEXXAGON, colony, everywhere(1.0))


def test_moves_are_drawn_by_their_shares() -> None:
    colony, n = lonely_colony(3)
    drawn = Counter(draw(colony, cell("a1"), n) for _ in range(4000))
    shares = colony.worth[:n] / colony.worth[:n].sum()
    assert set(drawn) == set(np.flatnonzero(shares > 0).tolist())
    expected = {i: 4000 * shares[i] for i in drawn}
    chi_square = sum((drawn[i] - expected[i]) ** 2 / expected[i] for i in drawn)
    assert chi_square < 16.3  # 3 degrees of freedom, one in a thousand
    assert len(drawn) == 4


def test_worthless_moves_are_drawn_evenly() -> None:
    colony, n = lonely_colony(3)
    colony.worth[:] = 0
    drawn = Counter(draw(colony, cell("a1"), n) for _ in range(2000))
    assert set(drawn) == set(range(n))
    assert sum((count - 2000 / n) ** 2 / (2000 / n) for count in drawn.values()) < 30


def test_cells_without_an_ant_draw_nothing() -> None:
    colony, n = lonely_colony(3)
    assert draw(colony, cell("a2"), n) == best_of(colony, cell("a2"), n) == -1


def test_each_piece_sends_its_ants() -> None:
    position = HEXXAGON.start_position()
    for ants in (1, 5):
        colony = new_colony(position, 2.0, generator(2))
        assert send_ants(HEXXAGON, colony, everywhere(1.0), ants, 0.5, 1000) == 3 * ants
        n = len(position.legal_move_codes)
        sent = Counter[int]()
        for origin, visits in zip(colony.origins[:n].tolist(), colony.visits[:n].tolist(), strict=True):
            sent[origin] += visits
        assert {origin: visits for origin, visits in sent.items() if visits} == {
            cell(corner): ants for corner in ("a1", "e9", "i1")
        }
    colony = new_colony(position, 2.0, generator(2))
    assert send_ants(HEXXAGON, colony, everywhere(1.0), 5, 0.5, 7) == 7
    assert colony.visits.sum() == 7
    colony.stop[0] = 1
    assert send_ants(HEXXAGON, colony, everywhere(1.0), 5, 0.5, 7) == 0


def test_how_often_an_ant_takes_its_best_move() -> None:
    for q0, low, high in ((0.0, 0.6, 0.9), (0.9, 0.95, 0.999), (1.0, 1.0, 1.0)):
        colony, _ = lonely_colony(8)
        assert send_ants(HEXXAGON, colony, everywhere(1.0), 1000, q0, 5000) == 1000
        assert low <= colony.visits.max() / 1000 <= high  # of p: 4 of 5.5 and more


def test_compiled_and_interpreted_ants_agree() -> None:
    for position in some_positions(HEXXAGON, 4, random.Random(6), range(40)):
        colonies = [new_colony(position, 1.5, generator(7)) for _ in range(2)]
        send_ants(HEXXAGON, colonies[0], everywhere(0.5), 3, 0.4, 1000)
        with interpreted():
            send_ants(HEXXAGON, colonies[1], everywhere(0.5), 3, 0.4, 1000)
        assert colonies[0].visits.tolist() == colonies[1].visits.tolist()
        assert colonies[0].worth.tolist() == colonies[1].worth.tolist()


# ---- what a move leaves --------------------------------------------------------------------------------


def test_pheromone_of_a_move() -> None:
    position = HEXXAGON.parse_position(LONELY)
    tau = everywhere(1.0)
    move = position.parse_move("b2")
    assert follow(HEXXAGON, position.state, tau, move, 0.1, 3.0) == (cell("a1"), 1)
    assert tau[0, cell("a1"), cell("b2")] == pytest.approx(0.9 + 0.1 * 3 * 2 / 61)
    jump = position.parse_move("a1-a3")
    assert follow(HEXXAGON, position.state, tau, jump, 0.5, 1.0) == (cell("a1"), 1)
    assert tau[0, cell("a1"), cell("a3")] == pytest.approx(0.5 + 0.5 * 1 / 61)
    assert (tau != 1).sum() == 2


def test_a_pass_leaves_nothing() -> None:
    rules = game("hexxagon:blocked=pass")
    tau = everywhere(1.0)
    state = rules.start_position().state
    assert follow(rules, state, tau, 4096, 0.1, 1.0) == (-1, 0)
    assert (tau == 1).all()
