"""The states that searches use: the same game, with shapes that are kept up to date."""

from __future__ import annotations

import random

import numpy as np
import pytest

from nupp.games.mnk.shaped import ShapedMnk
from nupp.games.mnk.shapes import PRESSING
from nupp.games.mnk.tactics import MnkTactics
from nupp.kernel import interpreted
from nupp.rules import Game, Position, game, start_state
from nupp.search.tactics import tactics_of

SPECS = ["mnk:width=9,height=8", "mnk:width=6,height=7,k=4,dead=true", "fourinarow:size=5"]


def shaped(rules: Game) -> tuple[MnkTactics, ShapedMnk]:
    tactics = tactics_of(rules)
    assert isinstance(tactics, MnkTactics)
    return tactics, tactics.game


@pytest.mark.parametrize("spec", SPECS)
def test_a_state_that_was_played_to_is_that_of_the_position(spec: str) -> None:
    rules, rng = game(spec), random.Random(spec)
    tactics, searched = shaped(rules)
    with interpreted():
        position = rules.start_position()
        state = tactics.states(position.state).copy()
        while not position.is_over:
            code = rng.choice(position.legal_move_codes)
            searched.play(state[0], code)
            position = position.play_code(code)
            expected = tactics.states(position.state)
            for name in ("stones", "key", "empty", "turn", "winner", "sets", "active", "values"):
                assert np.array_equal(state[name], expected[name]), (name, str(position))
        assert (searched.outcome(state[0]), searched.hash(state[0])) == (
            position.outcome,
            rules.hash(position.state[0]),
        )


@pytest.mark.parametrize("spec", SPECS)
def test_the_worth_that_is_kept_is_what_is_counted(spec: str) -> None:
    rules, rng = game(spec), random.Random(spec)
    tactics, searched = shaped(rules)
    with interpreted():
        for position in some(rules, rng, 6):
            state = tactics.states(position.state)[0]
            for side, role in np.ndindex(2, 2):
                counted = rules.shape_worth(position.state[0], side, role)  # type: ignore[attr-defined]
                assert searched.shape_worth(state, side, role) == counted, str(position)


def test_the_keys_that_are_kept_are_those_of_the_lines() -> None:
    rules, rng = game("mnk:width=9,height=8"), random.Random(2)
    tactics, _ = shaped(rules)
    with interpreted():
        for position in some(rules, rng, 6):
            state = tactics.states(position.state)[0]
            for cell, direction in np.ndindex(state.keys.shape):
                if cell in position.legal_move_codes:
                    key = rules.key_of(position.state[0], cell, direction)  # type: ignore[attr-defined]
                    assert state.keys[cell, direction] == key, (str(position), cell, direction)


def test_candidates_are_legal_and_hold_all_that_presses() -> None:
    rules, rng = game("mnk:width=9,height=8"), random.Random(1)
    tactics, searched = shaped(rules)
    moves = np.zeros(rules.max_moves, np.int64)
    with interpreted():
        assert searched.candidates(tactics.states(start_state(rules))[0], moves, 1) == 1
        for position in some(rules, rng, 20):
            state = tactics.states(position.state)[0]
            found = moves[: searched.candidates(state, moves, 1)].tolist()
            assert len(set(found)) == len(found)
            assert set(found) <= set(position.legal_move_codes)
            for side in range(2):
                room = np.zeros(rules.max_moves, np.int64)
                assert set(room[: searched.list_set(state, side, PRESSING, room, 0)].tolist()) <= set(found)


def some(rules: Game, rng: random.Random, n: int) -> list[Position]:
    """Random positions in which somebody is to move."""
    found = []
    while len(found) < n:
        position = rules.start_position()
        for _ in range(rng.randrange(1, 20)):
            if not position.is_over:
                position = position.play_code(rng.choice(position.legal_move_codes))
        if not position.is_over:
            found.append(position)
    return found
