"""What an engine gives its player for a move: by the clock, less what earlier moves have taken too much."""

from __future__ import annotations

import io
from collections.abc import Callable

import pytest

from nupp.players import Budget, allot
from nupp.players.budget import LONGEST
from nupp.protocols import Engine, all_protocols, engine_for
from nupp.protocols.thinking import Limits
from nupp.protocols.ugi.engine import UgiEngine
from nupp.rules import Position, game
from plain import plain_rules  # noqa: F401

START = game("connectfour").start_position()
SHARE = 0.95
"""Of 10 s for 10 moves, of which 0.05 s a move are kept back."""


@pytest.fixture
def engine() -> Engine:
    return UgiEngine(START.game, "random", io.BytesIO())


def clock(left: float, moves: int = 10, increment: float = 0.0) -> Limits:
    return Limits(left=left, moves=moves, increment=increment)


def seconds(found: Budget) -> float:
    """The seconds of a budget that a clock allows; the soft limit is half of them."""
    assert found.seconds is not None
    assert found.soft == found.seconds / 2
    return found.seconds


def test_without_a_clock_the_limits_hold(engine: Engine) -> None:
    """Of a time for the move a little is kept back for handing it over; no limit is a search without end."""
    assert engine.budget(START, Limits(seconds=2.0)) == Budget(seconds=1.98)
    assert engine.budget(START, Limits(seconds=0.1)) == Budget(seconds=0.09)
    assert engine.budget(START, Limits(nodes=70, depth=3)) == Budget(nodes=70, depth=3)
    assert engine.budget(START, Limits()) == Budget(seconds=LONGEST)


def test_a_clock_is_shared_out(engine: Engine) -> None:
    """Nodes, depth and a time for the move hold as well."""
    found = engine.budget(START, Limits(nodes=70, depth=3, left=10.0, moves=10))
    assert (found.nodes, found.depth, seconds(found)) == (70, 3, pytest.approx(SHARE))
    assert engine.budget(START, Limits(seconds=0.1, left=10.0, moves=10)).seconds == 0.09


def test_moves_that_take_too_long_make_the_next_ones_shorter(engine: Engine) -> None:
    """By a running mean of four moves; one that is in time makes up for a quarter of the lag."""
    assert seconds(engine.budget(START, clock(10.0))) == pytest.approx(SHARE)
    left = 10.0 - SHARE - 1.0  # a second too long
    given = (left - 9 * 0.05) / 9 - 1.0 / 4
    assert seconds(engine.budget(START, clock(left, 9))) == pytest.approx(given)
    left -= given
    given = (left - 8 * 0.05) / 8 - 1.0 / 4 * 3 / 4
    assert seconds(engine.budget(START, clock(left, 8))) == pytest.approx(given)


def test_a_move_has_a_fifth_of_its_share_whatever_the_lag(engine: Engine) -> None:
    """Nor does a clock that was set to less count as a lag of more than it shows."""
    engine.budget(START, clock(1000.0))
    assert seconds(engine.budget(START, clock(10.0))) == pytest.approx(SHARE / 5)
    lag = 10.0 / 4 * 3 / 4
    assert seconds(engine.budget(START, clock(1000.0))) == pytest.approx(999.5 / 10 - lag)


@pytest.mark.parametrize("left", [10.0 - SHARE, 9.5, 10.0, 60.0])
def test_moves_that_are_in_time_owe_nothing(engine: Engine, left: float) -> None:
    engine.budget(START, clock(10.0))
    assert seconds(engine.budget(START, clock(left))) == pytest.approx((left - 0.5) / 10)


def test_what_a_move_adds_to_the_clock_is_expected_there(engine: Engine) -> None:
    """Who takes what was given and gets the increment has no lag; who does not get it has one."""
    given = SHARE + 0.75 * 2.0
    assert seconds(engine.budget(START, clock(10.0, increment=2.0))) == pytest.approx(given)
    left = 10.0 - given + 2.0
    usual = (left - 0.5) / 10 + 0.75 * 2.0
    assert seconds(engine.budget(START, clock(left, increment=2.0))) == pytest.approx(usual)
    left -= usual
    late = (left - 0.5) / 10 + 0.75 * 2.0 - 2.0 / 4
    assert seconds(engine.budget(START, clock(left, increment=2.0))) == pytest.approx(late)


def test_moves_without_a_clock_change_nothing_of_that(engine: Engine) -> None:
    engine.budget(START, clock(10.0))
    engine.budget(START, Limits(seconds=5.0))
    assert seconds(engine.budget(START, clock(10.0 - SHARE - 1.0, 9))) == pytest.approx(
        8.05 / 9 - 0.05 - 0.25
    )


def test_each_side_has_a_clock_of_its_own(engine: Engine) -> None:
    """As where one engine plays both sides, of which one has less time."""
    other = START.play("4")
    for _ in range(2):
        engine.budget(START, clock(60.0))
        assert seconds(engine.budget(other, clock(10.0))) == pytest.approx(SHARE)


Commands = Callable[[float], list[str]]
CLOCKS: dict[str, tuple[str, list[str], Commands]] = {
    "ugi": (
        "connectfour",
        ["uginewgame", "position startpos"],
        lambda left: [f"go p1time {1000 * left:.0f} p2time 1"],
    ),
    "hub": (
        "draughts",
        ["new-game", "pos pos=W" + 12 * "b" + 8 * "e" + 12 * "w"],
        lambda left: [f"level time={left:.3f}", "go think"],
    ),
    "gomocup": (
        "mnk",
        ["START 15", "INFO timeout_turn 1000000"],
        lambda left: [f"INFO time_left {1000 * left:.0f}", "BEGIN"],
    ),
    "nboard": (
        "othello:size=4",
        [],
        lambda left: [f"set game (;GM[Othello]TB[0:{left:.3f}]TW[0:1]BO[4 ---- -O*- -*O- ---- *];)", "go"],
    ),
}
"""A game, the lines that begin it, and those that set a clock and ask for a move, for each protocol."""


@pytest.mark.slow
@pytest.mark.parametrize("protocol", all_protocols())
def test_the_clocks_of_every_protocol(protocol: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The first move gets its share, the next one less, as the first was late; a new clock owes nothing."""
    spec, begin, ask = CLOCKS[protocol]
    found: list[tuple[Position, Budget]] = []
    engine = engine_for(protocol)(game(spec), "random", io.BytesIO())
    monkeypatch.setattr(
        engine, "begin_search", lambda position, budget, *_, **__: found.append((position, budget))
    )

    def given(left: float) -> tuple[Position, float]:
        for line in ask(left):
            engine.obey(line)
        position, budget = found.pop()
        return position, seconds(budget)

    def expected(position: Position, left: float, lag: float) -> object:
        return pytest.approx(allot(position, left, lag=lag).seconds, abs=1e-3)  # clocks show milliseconds

    for line in begin:
        engine.obey(line)
    position, first = given(40.0)
    assert first == expected(position, 40.0, 0.0)
    late = 40.0 - first - 0.4
    assert given(late)[1] == expected(position, late, 0.1)
    if protocol != "nboard":  # which has no line for a new game
        for line in begin:
            engine.obey(line)
        assert given(10.0)[1] == expected(position, 10.0, 0.1)
