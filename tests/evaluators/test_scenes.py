"""Scenes: what convolutional networks see of a position."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from evaluators.positions import positions
from nupp.boards import EdgeBoard
from nupp.conformance.observe import sample
from nupp.evaluators.scenes import Scene, scene
from nupp.evaluators.strength import scene_of
from nupp.games.amazons.networks import Nearness
from nupp.kernel import interpreted
from nupp.rules import Kinds, game, start_state

RULES = game("tictactoe")


def test_a_frame_has_rows_from_the_bottom_between_walls() -> None:
    position = RULES.start_position().play("a1").play("b3").play("c2")  # o to move, who has b3
    frame, seen = np.zeros(21, np.int64), scene_of(RULES)
    with interpreted():
        seen.write(RULES, position.state[0], frame)
    assert (seen.stride, seen.length, seen.kinds) == (4, 21, 4)
    assert frame.tolist() == [0, 0, 0, 0, 0, 3, 1, 1, 0, 1, 1, 3, 0, 1, 2, 1, 0, 0, 0, 0, 0]


def test_what_is_no_cell_is_a_wall() -> None:
    rules = game("hexxagon")
    frame, seen = np.zeros(480, np.int64), scene_of(rules)
    with interpreted():
        seen.write(rules, start_state(rules)[0], frame)
    assert np.count_nonzero(frame) == len(rules.board)
    assert sorted(np.bincount(frame)[2:].tolist()) == [3, 3]  # pieces of both


@pytest.mark.slow
@pytest.mark.parametrize("spec", ["amazons", "amazons:size=6", "amazons:size=5,staged=true"])
def test_nearness_is_what_queens_need_moves_for(spec: str) -> None:
    played = sample(spec, compiled=False)
    rules, seen = played.game, scene_of(played.game)
    assert isinstance(seen, Nearness)
    for state in positions(played):
        frame = np.zeros(seen.length, np.int64)
        with interpreted():
            seen.write(rules, state[0], frame)
        expected = nearness(rules, state[0])
        assert {int(seen.places[cell]): kind for cell, kind in enumerate(expected)} == {
            int(place): int(frame[place]) for place in seen.places
        }
        assert np.count_nonzero(frame) == np.count_nonzero(expected)  # nothing beyond the edges


def nearness(rules: Any, state: Any) -> list[int]:
    """The kinds of all cells, found cell by cell."""
    amazons = [{int(cell) for cell in row if cell != rules.nowhere} for row in state["amazons"]]
    own, enemy = amazons[int(state["turn"])], amazons[1 - int(state["turn"])]
    size, shooting = rules.size, rules.staged and int(state["shooter"]) != rules.nowhere
    rows = [int(state["lines"][row]) for row in range(size)]
    taken = {y * size + x for y in range(size) for x in range(size) if rows[y] >> x & 1}
    near, far = distances(own, taken, size), distances(enemy, taken, size)
    kinds = []
    for cell in range(size * size):
        if cell in taken:
            kinds.append(1 if cell in own else 2 if cell in enemy else 0)
            continue
        mine, yours = near.get(cell, 99), far.get(cell, 99)
        first = min(mine, yours)
        tied = 16 if shooting else 12
        row = 4 if mine < yours else 8 if yours < mine else tied
        kinds.append(3 if first == 99 else row + min(first, 4) - 1)
    return kinds


def distances(amazons: set[int], taken: set[int], size: int) -> dict[int, int]:
    """For each empty cell that can be reached in how many moves of a queen."""
    found, last, moves = dict[int, int](), set(amazons), 0
    while last:
        moves += 1
        here = set()
        for cell in last:
            for dx in (-1, 0, 1):
                for dy in (-1, 0, 1):
                    x, y = cell % size + dx, cell // size + dy
                    while (dx or dy) and 0 <= x < size and 0 <= y < size and y * size + x not in taken:
                        here.add(y * size + x)
                        x, y = x + dx, y + dy
        last = here - set(found)
        found |= dict.fromkeys(last, moves)
    return found


def test_games_without_a_scene_are_refused() -> None:
    with pytest.raises(ValueError, match=r"'nearness'.*othello"):
        scene("nearness", game("othello"))
    with pytest.raises(ValueError, match=r"289 cells.*256"):
        scene_of(game("mnk:width=17,height=17"))

    class Wide(type(RULES)):  # type: ignore[misc]
        def __init__(self) -> None:
            super().__init__()
            self.board = EdgeBoard(10, 10)

    with pytest.raises(ValueError, match=r"507 .*480"):
        Scene(Wide())

    class Silent(type(RULES)):  # type: ignore[misc]
        kinds = Kinds()
        name = "silent"

    with pytest.raises(ValueError, match=r"silent.*cells"):
        Scene(Silent())
