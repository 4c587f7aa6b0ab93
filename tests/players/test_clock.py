"""Clocks: time controls as text, what runs and what falls, and how much of the time a move gets."""

from __future__ import annotations

import math
import random
from itertools import pairwise

import pytest

from nupp.players import Budget, Clock, TimeControl, allot, parse_time_control, player
from nupp.players.clock import FARTHEST, Lag, clock_text, moves_to_go
from nupp.rules import GAMES, Position, game


class Hours:
    """A clock on the wall that a test sets."""

    def __init__(self) -> None:
        self.now = 1000.0

    def perf_counter(self) -> float:
        return self.now


@pytest.fixture
def hours(monkeypatch: pytest.MonkeyPatch) -> Hours:
    wall = Hours()
    monkeypatch.setattr("nupp.players.clock.time", wall)
    return wall


# ---- as text -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "base", "increment", "canonical"),
    [
        ("60s+0.5s", 60, 0.5, "60s+0.5s"),
        ("5m+3s", 300, 3, "300s+3s"),
        ("10m", 600, 0, "600s"),
        ("10m+0", 600, 0, "600s"),
        (" 1 min + 200ms ", 60, 0.2, "60s+0.2s"),
        ("2+1", 2, 1, "2s+1s"),
        ("1ms", 0.001, 0, "0.001s"),
    ],
)
def test_time_controls(text: str, base: float, increment: float, canonical: str) -> None:
    control = parse_time_control(text)
    assert (control.base, control.increment) == (pytest.approx(base), pytest.approx(increment))
    assert str(control) == canonical
    assert parse_time_control(canonical) == control


@pytest.mark.parametrize(
    "text",
    ["", "0s", "+1s", "60s+", "60s+-1s", "-60s", "60s+0.5s+1s", "60s-1s", "soon", "1e3s", "60s+x", "nan"],
)
def test_what_is_no_time_control(text: str) -> None:
    with pytest.raises(ValueError, match="clock") as caught:
        parse_time_control(text)
    assert repr(text) in str(caught.value)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("wrong", [(0, 1), (-1, 0), (1, -0.5), (math.inf, 0), (math.nan, 0), (1, math.nan)])
def test_impossible_time_controls(wrong: tuple[float, float]) -> None:
    with pytest.raises(ValueError, match="more than 0"):
        TimeControl(*wrong)


@pytest.mark.parametrize(
    ("seconds", "text"),
    [
        (3723.9, "1:02:03"),
        (298.99, "4:58"),
        (60, "1:00"),
        (59.999, "0:59"),
        (10, "0:10"),
        (9.99, "0:09.9"),
        (0.7, "0:00.7"),
        (0.01, "0:00.0"),
        (-3, "0:00.0"),
    ],
)
def test_times_as_clocks_show_them(seconds: float, text: str) -> None:
    assert clock_text(seconds) == text


# ---- what runs -----------------------------------------------------------------------------------


def test_only_the_time_of_the_side_to_move_runs_and_its_move_adds_to_it(hours: Hours) -> None:
    clock = Clock(TimeControl(10, 2))
    hours.now += 50
    clock.start(0)
    hours.now += 3
    assert (clock.left(0), clock.left(1)) == (7, 10)
    assert clock.stop() == 3
    hours.now += 50
    assert (clock.left(0), clock.left(1)) == (9, 10)
    clock.start(1)
    hours.now += 1
    clock.start(1)  # goes on
    hours.now += 1
    assert clock.stop() == 2
    assert (clock.left(0), clock.left(1)) == (9, 10)


def test_a_pause_costs_nothing_and_is_no_move(hours: Hours) -> None:
    clock = Clock(TimeControl(10, 2))
    clock.start(0)
    hours.now += 3
    clock.pause()
    hours.now += 50
    assert clock.left(0) == 7
    clock.pause()
    clock.start(1)
    hours.now += 1
    assert (clock.left(0), clock.left(1)) == (7, 9)


def test_what_a_move_took_is_reported_in_spite_of_pauses(hours: Hours) -> None:
    clock = Clock(TimeControl(10))
    for _ in range(3):
        clock.start(0)
        hours.now += 1
        clock.pause()
        hours.now += 50
    clock.start(0)
    assert clock.stop() == 3
    clock.start(0)  # moves twice
    hours.now += 1
    assert clock.stop() == 1
    clock.start(1)
    assert clock.stop() == 0
    assert clock.left(0) == 6


def test_who_has_used_up_its_time_gets_no_more(hours: Hours) -> None:
    clock = Clock(TimeControl(10, 2))
    clock.start(1)
    hours.now += 10
    assert not clock.fallen(1)
    hours.now += 0.5
    assert clock.fallen(1)
    assert not clock.fallen(0)
    clock.stop()
    assert clock.fallen(1)
    assert clock.left(1) == -0.5


def test_without_a_time_control_nobody_is_ever_late(hours: Hours) -> None:
    clock, limits = Clock(), Budget(depth=3)
    clock.start(0)
    hours.now += 1e12
    assert clock.budget(game("tictactoe").start_position(), limits) is limits
    assert not clock.fallen(0)
    assert clock.stop() == 1e12
    assert clock.left(0) == math.inf


def test_a_clock_that_is_used_wrongly_says_so(hours: Hours) -> None:
    clock = Clock(TimeControl(10))
    with pytest.raises(ValueError, match="not running"):
        clock.stop()
    clock.start(0)
    with pytest.raises(ValueError, match="side 0"):
        clock.start(1)


# ---- how much a move gets --------------------------------------------------------------------------


def test_a_budget_is_a_share_of_what_is_left() -> None:
    start = game("othello").start_position()
    budget = allot(start, 60, moves=30)
    assert budget.seconds == pytest.approx(60 / 30 - 0.05)
    assert budget.soft == pytest.approx(budget.seconds / 2)
    assert (budget.nodes, budget.depth) == (None, None)
    limited = allot(start, 60, limits=Budget(nodes=5, depth=3, seconds=99))
    assert (limited.nodes, limited.depth) == (5, 3)
    assert limited.seconds is not None
    assert limited.seconds < 3


def test_a_quick_budget_is_a_hundredth_of_what_is_left() -> None:
    limits = Budget(seconds=5.0, nodes=100)
    quick = Clock(parse_time_control("10+0")).quick(0, limits)
    assert (quick.seconds, quick.nodes) == (pytest.approx(0.1), 100)
    assert Clock(None).quick(0, limits) == limits


def test_more_time_is_a_larger_budget_but_never_more_than_half_of_it() -> None:
    start = game("tictactoe").start_position()
    for increment in (0.0, 0.1, 5.0):
        for moves in (1, 2, 10, 50):
            times = [0.001 * 1.5**k for k in range(30)]
            found = [allot(start, left, increment, moves=moves).seconds or 0 for left in times]
            assert all(one <= other for one, other in pairwise(found))
            assert all(budget <= max(0.001, left / 2) for left, budget in zip(times, found, strict=True))
            assert allot(start, 60, increment, moves=moves).seconds >= min(30, 60 / moves + increment) * 0.7  # type: ignore[operator]


@pytest.mark.parametrize("lag", [0.0, 0.05, 0.1])
@pytest.mark.parametrize("spec", ["othello", "draughts", "mnk"])
def test_a_machine_that_is_slow_to_hand_moves_over_loses_no_game_on_time(
    spec: str, lag: float, hours: Hours
) -> None:
    rng = random.Random(2)
    position = game(spec).start_position()
    clock = Clock(TimeControl(3, 0.05))
    while not position.is_over and position.ply < 80:
        side = position.to_move
        budget = clock.budget(position, Budget())
        assert budget.seconds is not None
        clock.start(side)
        hours.now += budget.seconds + lag
        assert not clock.fallen(side)
        clock.stop()
        position = position.play(rng.choice(position.legal_move_codes))


def test_what_moves_take_too_long_is_taken_off_those_that_follow() -> None:
    start = game("othello").start_position()
    times = [allot(start, 60, moves=30, lag=lag).seconds for lag in (0.0, 0.5, 1.0, 9.0)]
    assert times == pytest.approx([1.95, 1.45, 0.95, 0.39])
    lag = Lag()
    for excess, expected in ((1.0, 0.25), (-5.0, 0.1875), (0.1875, 0.1875)):
        lag.note(excess)
        assert lag.seconds == pytest.approx(expected)


def test_a_budget_remains_when_no_time_does() -> None:
    for left in (0.0, -5.0, 1e-9):
        budget = allot(game("tictactoe").start_position(), left)
        assert budget.seconds == 0.001


@pytest.mark.parametrize(
    ("spec", "control", "lag"),
    [
        ("othello", TimeControl(1), 0.01),
        ("othello", TimeControl(60), 0.3),
        ("hexxagon", TimeControl(0.5, 0.1), 0.05),
        ("draughts", TimeControl(60, 1), 0.5),
        ("morris", TimeControl(2, 0.5), 0.2),
        ("dotsandboxes", TimeControl(5), 0.05),
    ],
)
def test_who_spends_its_budgets_never_loses_on_time(
    spec: str, control: TimeControl, lag: float, hours: Hours
) -> None:
    """Though the machine takes `lag` seconds more for each move than the player meant to."""
    rng, position = random.Random(3), game(spec).start_position()
    clock, least = Clock(control), math.inf
    for _ in range(400):
        if position.is_over:
            break
        side = position.to_move
        budget = clock.budget(position, Budget())
        clock.start(side)
        assert budget.seconds is not None
        hours.now += budget.seconds + lag
        clock.stop()
        assert not clock.fallen(side), position.ply
        least = min(least, clock.left(side))
        position = position.play_code(rng.choice(position.legal_move_codes))
    assert position.is_over or position.ply == 400
    if spec == "othello":
        assert least < 0.5 * control.base  # nor does it hoard its time


def random_walk(spec: str, plies: int) -> Position:
    rng, position = random.Random(7), game(spec).start_position()
    for _ in range(plies):
        position = position.play_code(rng.choice(position.legal_move_codes))
    return position


def test_moves_to_go_are_those_that_the_rules_leave() -> None:
    assert moves_to_go(game("tictactoe").start_position()) == 5
    assert moves_to_go(game("tictactoe").start_position().play("b2")) == 4
    assert 30 <= moves_to_go(game("othello").start_position()) <= 33
    late = random_walk("othello", 50)
    assert 1 <= moves_to_go(late) <= 6
    assert moves_to_go(late) == moves_to_go(late)
    assert 11 <= moves_to_go(game("connectfour").start_position()) <= 21


@pytest.mark.parametrize("spec", GAMES.names())
def test_every_game_can_be_played_by_the_clock(spec: str) -> None:
    start = game(spec).start_position()
    assert 1 <= moves_to_go(start) <= FARTHEST
    budget = allot(start, 300, 3)
    assert budget.seconds is not None
    assert 300 / FARTHEST <= budget.seconds <= 150


@pytest.mark.parametrize(
    ("spec", "name"),
    [("alphabeta:table=1", "tictactoe"), ("twoiteration:depth=0,eval=mobility", "amazons:size=5")],
)
def test_a_soft_limit_that_passes_at_once_leaves_room_for_the_first_iteration(spec: str, name: str) -> None:
    rules = game(name)
    decision = player(spec, rules).choose(rules.start_position(), Budget(seconds=60, soft=1e-9))
    assert decision.depth == 1


def test_a_player_that_cannot_solve_a_position_heeds_the_soft_limit() -> None:
    rules = game("othello")
    decision = player("strong:table=4", rules).choose(rules.start_position(), Budget(seconds=20, soft=0.01))
    assert decision.seconds < 10
