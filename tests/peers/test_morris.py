"""Nine Men's Morris against OpenSpiel's, which flies and makes of a removal an action of its own.

Its actions are the 24 points, to place a man on or to remove one from, and then 24 * 24 moves from a point to
another. It knows neither repetition nor a limit of quiet moves, but ends every game after 200 turns, drawn.
"""

from __future__ import annotations

from collections import Counter
from typing import NamedTuple

import numpy as np
import pytest
from numpy.typing import NDArray
from openspiel_moves import cells_from_top

import nupp
from nupp.conformance.amounts import amount
from nupp.kernel import kernel
from nupp.rules import Game, start_state
from nupp.rules.basics import Moves, States
from peers.openspiel import random_games

pytestmark = pytest.mark.slow

GAMES = amount(125, 2000)

UNFINISHED = 2
DIFFERENT = 10


class Memory(NamedTuple):
    """`marks` notes what is legal here; `meaning` holds what an action stands for.

    `meaning[0]`: origin and target, as in a move without its removal. `meaning[1]`: whom it removes.
    """

    moves: Moves
    marks: NDArray[np.int64]
    meaning: NDArray[np.int64]


@kernel
def differ(memory: Memory, n: int, way: int, theirs: Moves, number: int) -> bool:
    """Whether `theirs` are not all the actions that the n legal moves begin with.

    Once a `way` to close a mill has been chosen (it is -1 before), those that the moves of this way end with.
    """
    removing = int(way >= 0)
    ours = 0
    for move in memory.moves[:n]:
        code = move >> 10 if removing else move & 1023
        if (not removing or move & 1023 == way) and memory.marks[code] != number:
            memory.marks[code] = number
            ours += 1
    for action in theirs:
        if memory.marks[memory.meaning[removing, action]] != number:
            return True
    return ours != len(theirs)


@kernel
def removes(moves: Moves, n: int, way: int) -> bool:
    """Whether a way to place or move a man removes another."""
    for move in moves[:n]:
        if move & 1023 == way:
            return bool(move >> 10 != move & 31)
    return False


@kernel
def replay(game: Game, stack: States, memory: Memory, actions: Moves, legal: Moves, ends: Moves) -> int:
    """Play `actions` in `stack[0]` and return the outcome.

    Before action i `legal[ends[i]:ends[i + 1]]` are legal there. Of a game that is not over at last, returns
    UNFINISHED; if something else is legal here before action i, DIFFERENT + i.
    """
    state, way = stack[0], -1
    for i, action in enumerate(actions):
        n = game.legal_moves(state, memory.moves)
        if differ(memory, n, way, legal[ends[i] : ends[i + 1]], i + 1):
            return DIFFERENT + i
        if way >= 0:
            game.play(state, memory.meaning[1, action] << 10 | way)
            way = -1
        else:
            way = memory.meaning[0, action]
            if not removes(memory.moves, n, way):
                game.play(state, (way & 31) << 10 | way)
                way = -1
    return game.outcome(state) if game.legal_moves(state, memory.moves) == 0 else UNFINISHED


def meaning_of_actions(game: Game) -> NDArray[np.int64]:
    points = cells_from_top(game)
    steps = [32 * origin + target for origin in points for target in points]
    return np.array([[*(33 * point for point in points), *steps], [*points, *(0 for _ in steps)]])


def test_random_games(python: str) -> None:
    game = nupp.game("morris:flying=true,quiet=10000")
    meaning, moves = meaning_of_actions(game), np.empty(game.max_moves, np.int64)
    ends: Counter[tuple[int, float]] = Counter()
    for played in random_games(python, "nine_mens_morris", GAMES):
        memory = Memory(moves, np.zeros(1024, np.int64), meaning)
        actions, legal = np.array(played["actions"]), np.concatenate(played["legal"])
        bounds = np.cumsum([0, *map(len, played["legal"])])
        outcome = int(replay(game, start_state(game), memory, actions, legal, bounds))
        assert outcome < DIFFERENT, f"before action {outcome - DIFFERENT} of {played['actions']}"
        ends[outcome, played["returns"][0]] += 1
    assert set(ends) == {(1, 1), (-1, -1), (UNFINISHED, 0)}
    assert sum(ends.values()) == GAMES
