"""Forced replies never leave out a move that saves the game, and what searches call a win is one."""

from __future__ import annotations

import random
from functools import cache

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from nupp.conformance.amounts import amount
from nupp.games.mnk.rules import Mnk
from nupp.games.mnk.tactics import MnkTactics
from nupp.kernel import Record, interpreted
from nupp.players import Budget, player
from nupp.rules import Moves, Position, game
from nupp.search.tactics import Tactics, tactics_of

SMALL = "mnk:width=5,height=5,k=4"
Stones = tuple[frozenset[int], frozenset[int]]


@cache
def lines() -> tuple[frozenset[int], ...]:
    """All lines of four cells on 5 x 5."""
    found = []
    for cell in range(25):
        for up, right in ((0, 1), (1, 0), (1, 1), (1, -1)):
            ends = cell // 5 + 3 * up, cell % 5 + 3 * right
            if ends[0] < 5 and 0 <= ends[1] < 5:
                found.append(frozenset(cell + i * (5 * up + right) for i in range(4)))
    return tuple(found)


@cache
def value(own: frozenset[int], other: frozenset[int]) -> int:
    """The value of a position for the side to move: 1, 0 or -1; by looking at everything."""
    if any(line <= other for line in lines()):
        return -1
    best = -1 if len(own) + len(other) < 25 else 0
    for cell in frozenset(range(25)) - own - other:
        best = max(best, -value(other, own | {cell}))
        if best == 1:
            break
    return best


def stones_of(position: Position) -> Stones:
    """The stones of the side to move and those of the other."""
    symbols = position.game.symbols_of(position.state[0])  # type: ignore[attr-defined]
    x, o = (frozenset(cell for cell, symbol in enumerate(symbols) if symbol == letter) for letter in "xo")
    return (x, o) if position.to_move == 0 else (o, x)


def late_position(rng: random.Random, empty: int) -> Position | None:
    """A random position with so many empty cells; None if the game is over before."""
    position = game(SMALL).start_position()
    while not position.is_over and len(position.legal_move_codes) > empty:
        position = position.play_code(rng.choice(position.legal_move_codes))
    return None if position.is_over else position


def replies(position: Position) -> list[int]:
    tactics = tactics_of(position.game)
    assert isinstance(tactics, MnkTactics)
    moves = np.zeros(position.game.max_moves, np.int64)
    with interpreted():
        return [
            int(code) for code in moves[: tactics.forced_replies(tactics.states(position.state)[0], moves)]
        ]


@given(st.integers(0, 1 << 30), st.integers(6, 9))
def test_a_best_move_is_among_the_forced_replies(seed: int, empty: int) -> None:
    position = late_position(random.Random(seed), empty)
    found = replies(position) if position else []
    if position is None or not found:
        return
    own, other = stones_of(position)
    assert set(found) <= set(position.legal_move_codes)
    assert len(set(found)) == len(found)
    assert max(-value(other, own | {code}) for code in found) == value(own, other), str(position)


@pytest.mark.parametrize(
    ("rows", "expected"),
    [
        ("9/9/9/3xxx3/9/9/9/9/9 o", "c6 g6"),  # an open three
        ("9/9/9/1o1xxx3/9/9/9/9/9 o", "c6 g6 h6"),
        ("9/9/9/2oxxx3/9/9/9/9/9 o", ""),
        ("9/9/9/2oxxxx2/9/9/9/9/9 o", "h6"),  # a four
        ("9/9/9/2xxxx3/9/9/9/9/9 o", "b6"),  # an open four: lost
        ("9/9/9/2xxxx3/9/9/9/9/9 x", "b6"),  # won
        ("9/9/9/3xxx3/9/9/9/9/9 x", "c6"),  # as good as won
        ("9/9/9/3xx4/9/9/9/9/9 o", ""),
        ("9/ooo6/9/3xxx3/9/9/9/9/9 o", "d8 e8 c6 g6"),  # own fours
    ],
)
def test_the_replies_to_a_threat(rows: str, expected: str) -> None:
    position = game("mnk:width=9,height=9").parse_position(rows)
    assert {position.format_move(code) for code in replies(position)} == set(expected.split())


def test_only_games_whose_shapes_are_known_have_tactics() -> None:
    for spec in ("mnk:k=6", "mnk:exact=true", "tictactoe", "connectfour"):
        assert type(tactics_of(game(spec))) is Tactics


def test_a_game_with_other_rules_has_none() -> None:
    class Lower(Mnk):
        """Stones go to the lower half alone."""

        def legal_moves(self, state: Record, moves: Moves) -> int:
            return min(10, Mnk.legal_moves(self, state, moves))

    assert type(tactics_of(Lower(9, 9))) is Tactics
    assert type(tactics_of(Mnk(9, 9))) is MnkTactics


@pytest.mark.slow
def test_wins_and_losses_of_a_search_with_tactics_are_certain() -> None:
    rng, certain = random.Random(5), 0
    searching = player("alphabeta:eval=shapes,quiescence=6", game(SMALL))
    for _ in range(amount(80, 150)):
        position = late_position(rng, rng.randrange(6, 10))
        if position is None:
            continue
        decision = searching.choose(position, Budget(depth=rng.randrange(1, 4)))
        if decision.score_kind in ("win", "loss"):
            certain += 1
            assert value(*stones_of(position)) == (1 if decision.score_kind == "win" else -1), str(position)
    assert certain > 20


@pytest.mark.slow
@pytest.mark.parametrize(
    "moves",
    [
        "h8 a1 i8 a3 j8 a5 h10 a7 i11 o1",  # an open four
        "g8 f8 h8 a15 i8 o15 j10 o1 j11 o13 j12 a1",  # two fours at once
        "h8 g8 i8 a15 j8 o15 k10 o1 k11 l12 n8 a1 l9 o9",
    ],
)
def test_wins_by_fours_are_seen_at_once(moves: str) -> None:
    rules = game("mnk")
    position = rules.start_position().play_all(moves.split())
    searching = player("alphabeta:eval=shapes,quiescence=12,candidates=1", rules)
    assert searching.choose(position, Budget(depth=1)).score_text.startswith("likely win")
