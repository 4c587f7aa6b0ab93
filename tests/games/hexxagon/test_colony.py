"""The ant colony as a player: what it chooses, what it learns, and the file that keeps it."""

from __future__ import annotations

import pytest

from games.hexxagon.colonies import HEXXAGON, LONELY, ants
from nupp.players import Budget
from nupp.rules import Position, game
from nupp.rules.notation import format_rows

pytestmark = pytest.mark.native


def way(origin: str, target: str) -> tuple[int, int]:
    return HEXXAGON.board.cell(origin), HEXXAGON.board.cell(target)


def full_but(empty: str, blue: set[str]) -> Position:
    """All cells red but one, which is empty, and some, which are blue; blue is to move."""
    names = [HEXXAGON.board.name(cell) for cell in range(HEXXAGON.cells)]
    symbols = ["." if name == empty else "B" if name in blue else "R" for name in names]
    return HEXXAGON.parse_position(f"{format_rows(symbols, HEXXAGON.board.columns)} b 0")


# ---- choosing ------------------------------------------------------------------------------------------


def test_the_best_move_of_the_best_ant() -> None:
    assert {ants(f"q0=1,seed={seed}").choose(LONELY).move for seed in range(20)} == {"b2"}
    decision = ants("q0=1").choose(LONELY)
    assert (decision.score, decision.nodes, decision.depth) == (4.0, 1, 1)
    assert [one.visits for one in decision.candidates] == [1]


def test_seeds_decide_what_is_drawn() -> None:
    chooser = ants("q0=0,seed=3")
    first = [chooser.choose(LONELY).move for _ in range(40)]
    chooser.seed(3)
    assert [chooser.choose(LONELY).move for _ in range(40)] == first
    assert len(set(first)) > 1
    assert [ants("q0=0,seed=4").choose(LONELY).move for _ in range(40)] != first


def test_the_chosen_move_is_the_best_of_those_that_ants_chose() -> None:
    chooser, position = ants("ants=3,q0=0.2"), HEXXAGON.start_position()
    while not position.is_over and position.ply < 60:
        decision = chooser.choose(position)
        assert decision.score == max(one.score for one in decision.candidates)
        assert decision.nodes == sum(one.visits for one in decision.candidates)
        position = position.play(decision.move)


@pytest.mark.slow
def test_a_pass_needs_no_ant() -> None:
    rules = game("hexxagon:blocked=pass")
    position = rules.parse_position("RBB2/BBB3/BBB4/3#4/5#3/3#4/7/6/5 r 0")
    assert position.legal_moves == ("pass",)
    decision = ants(spec="hexxagon:blocked=pass").choose(position)
    assert (decision.move, decision.nodes) == ("pass", 0)


def test_budgets() -> None:
    start = HEXXAGON.start_position()
    assert ants("ants=10").choose(start).nodes == 30
    assert ants("ants=10").choose(start, Budget(nodes=4)).nodes == 4
    assert ants("ants=1000").choose(start, Budget(seconds=0.001)).move in start.legal_moves


# ---- learning ------------------------------------------------------------------------------------------


def test_choosing_teaches_nothing() -> None:
    chooser = ants("q0=1")
    chooser.choose(LONELY)
    assert (chooser.memory.pheromone == 1).all()
    assert chooser.memory.games == 0


def test_moves_of_the_running_game_count_at_once() -> None:
    """They are worked out from the moves that led to the position."""
    position = HEXXAGON.parse_position("R4/6/7/3#4/5#3/3#4/7/6/4B r 0")
    later = position.play_all(["a1-a3", "i5-i3", "a3-a1", "i3-i5"])
    worn = ants("alpha=0.5,q0=1")
    assert worn.choose(position).score == 1  # a clone
    pheromone = worn.memory.pheromone.copy()
    worn._walk(later, 0, pheromone)
    assert pheromone[(0, *way("a1", "a3"))] == 0.5  # a jump that gained nothing
    assert pheromone[(0, *way("a3", "a1"))] == 0.5
    assert (pheromone != 1).sum() == 2  # the other side's moves are its own affair


def test_a_won_game_is_remembered() -> None:
    chooser = ants()
    chooser.game_over(LONELY.play("b2"), 0)
    once = 0.9 + 0.1 * 2 / 61
    assert chooser.memory.pheromone[(0, *way("a1", "b2"))] == pytest.approx(0.9 * once + 0.1 * 1)
    assert (chooser.memory.pheromone != 1).sum() == 1
    assert chooser.memory.points == [3, None]
    assert chooser.memory.games == 1


def test_a_lost_game_is_remembered_if_it_brought_more_points() -> None:
    end = full_but("i2", {"i1"}).play("i2")
    assert (end.is_over, end.outcome) == (True, 1)
    points = int(end.state[0].blue).bit_count()
    taken = points - 2
    once = 0.9 + 0.1 * (taken + 1) / 61
    for last, expected in ((None, once), (points, once), (points - 1, 0.9 * once + 0.1 * taken)):
        chooser = ants()
        chooser.memory.points[1] = last
        chooser.game_over(end, 1)
        assert chooser.memory.pheromone[(1, *way("i1", "i2"))] == pytest.approx(expected)
        assert (chooser.memory.pheromone != 1).sum() == 1
        assert chooser.memory.points == [None, points]


def test_the_whole_way_is_remembered_and_each_part_of_it_once() -> None:
    position = HEXXAGON.parse_position("R4/6/7/3#4/5#3/3#4/7/6/1R2B r 0")
    there, back = ["a1-a3", "i5-g7"], ["a3-a1", "g7-i5"]
    end = position.play_all([*there, *back, *there, *back, "i2-i4"])
    assert end.outcome == 1
    chooser = ants("alpha=0.5")
    chooser.game_over(end, 0)
    pheromone = chooser.memory.pheromone[0]
    assert pheromone[way("a1", "a3")] == pheromone[way("a3", "a1")] == 0.5 * 0.5 * 0.5 + 0.5 * 1
    assert pheromone[way("i2", "i4")] == pytest.approx(0.5 * (0.5 + 0.5 * 1 / 61) + 0.5 * 1)
    assert (chooser.memory.pheromone != 1).sum() == 3
