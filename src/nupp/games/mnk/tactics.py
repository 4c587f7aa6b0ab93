"""The threats of m,n,k games: fours, and threes that would become open fours."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import numpy as np

from nupp.evaluators import Evaluator
from nupp.evaluators.feedforward import FeedForward
from nupp.evaluators.inputs import MOST_STEPS
from nupp.games.mnk.inputs import ShapeInputs, has_threats
from nupp.games.mnk.rules import _NOBODY, Mnk
from nupp.games.mnk.shaped import ShapedMnk, derive
from nupp.games.mnk.shapes import DECIDING, FORCING, FOUR, OPEN_FOUR, OPEN_THREE, SHAPES, WINNING
from nupp.games.mnk.summed import SummedMnk
from nupp.kernel import SHORTS, Record
from nupp.kernel.bits import ZERO, lowest_bit, without_lowest
from nupp.rules import Moves
from nupp.rules.basics import States
from nupp.search.nodes import copy_states
from nupp.search.tactics import Tactics, register_tactics


class MnkTactics(Tactics[ShapedMnk]):
    """Fours have to be answered, and threes that would become open fours."""

    orders = True

    def __init__(self, game: ShapedMnk) -> None:
        super().__init__(game)
        self.own = np.array([0, 2, 6, 14, 20, 60, 75, 800, 10_000])
        self.other = np.array([0, 1, 4, 10, 14, 40, 50, 500, 5_000])

    def states(self, states: States) -> States:
        found = np.zeros(len(states), self.game.State)
        copy_states(states, found)
        derive(self.game, found)
        return found

    def serving(self, evaluator: Evaluator[Any]) -> MnkTactics:
        """With states that keep the sums of a network's first layer, if the evaluator is one."""
        if not isinstance(evaluator, FeedForward) or not isinstance(evaluator.inputs, ShapeInputs):
            return self
        game = _summed(self.game, evaluator)
        return self if game is None else MnkTactics(game)

    def forced_replies(self, state: Record, moves: Moves) -> int:
        if state.winner != _NOBODY:
            return 0
        game, side = self.game, int(state.turn)
        if game.has_any(state, side, WINNING):
            return min(1, game.list_set(state, side, WINNING, moves, 0))
        if game.has_any(state, 1 - side, WINNING):
            return min(1, game.list_set(state, 1 - side, WINNING, moves, 0))
        if game.has_any(state, side, DECIDING):
            return min(1, game.list_set(state, side, DECIDING, moves, 0))
        if game.has_any(state, 1 - side, DECIDING):
            return self.list_answers(state, side, moves)
        return 0

    def promise(self, state: Record, move: int) -> int:
        """By the shapes that a stone makes or takes from the other side."""
        game, side = self.game, int(state.turn)
        worth = 0
        for direction in range(4):
            worth += self.own[game.shape_of(state, side, move, direction)]
            worth += self.other[game.shape_of(state, 1 - side, move, direction)]
        if int(state.pairs[move, side]) % SHAPES >= OPEN_THREE:
            worth += 300
        if int(state.pairs[move, 1 - side]) % SHAPES >= OPEN_THREE:
            worth += 150
        return worth

    def list_answers(self, state: Record, side: int, moves: Moves) -> int:
        """Own fours, and the cells that stop every open four and double four that the other side can make."""
        game = self.game
        n = game.list_set(state, side, FORCING, moves, 0)
        goal = game.first_in(state, 1 - side, DECIDING)
        n = self.add_answer(state, side, goal, moves, n)
        for direction in range(4):
            if game.shape_of(state, 1 - side, goal, direction) >= FOUR:
                step = game.cell_steps[direction]
                for i in range(1, game.ahead[goal, direction] + 1):
                    n = self.add_answer(state, side, goal + i * step, moves, n)
                for i in range(1, game.behind[goal, direction] + 1):
                    n = self.add_answer(state, side, goal - i * step, moves, n)
        if n == 0:  # all moves lose
            moves[0] = goal
            n = 1
        return n

    def add_answer(self, state: Record, side: int, cell: int, moves: Moves, n: int) -> int:
        """Add an empty cell to `moves[:n]` if it stops all that decides and is no four; returns the new n."""
        game = self.game
        if game.occupied(state, game.bit_of(cell)) or game.is_in(state, side, FORCING, cell):
            return n
        for word in range(game.cell_words):
            goals = state.sets[1 - side, DECIDING, word]
            while goals != ZERO:
                if not self.stops(state, side, 64 * word + lowest_bit(goals), cell):
                    return n
                goals = without_lowest(goals)
        moves[n] = cell
        return n + 1

    def stops(self, state: Record, side: int, goal: int, cell: int) -> bool:
        """True if `goal` gives the other side neither an open four nor two fours once a side has `cell`."""
        if goal == cell:
            return True
        game = self.game
        line, slot = self.line_between(goal, cell)
        if line < 0:
            return False
        fours = 0
        for direction in range(4):
            shape = game.shape_of(state, 1 - side, goal, direction)
            if direction == line:
                key = int(state.keys[goal, direction]) | (1 + side) << (2 * slot)
                shape = game.shape_in(key, 1 - side)
            fours += 2 if shape >= OPEN_FOUR else int(shape >= FOUR)
        return fours < 2

    def line_between(self, cell: int, other: int) -> tuple[int, int]:
        """The direction in which another cell lies, and its slot; -1 if it is on no line or too far away."""
        game = self.game
        up = other // game.width - cell // game.width
        right = other % game.width - cell % game.width
        distance = max(abs(up), abs(right))
        if distance >= game.k or (up != 0 and right != 0 and abs(up) != abs(right)):
            return -1, 0
        direction = 0 if up == 0 else 1 if right == 0 else 2 if up == right else 3
        is_ahead = up > 0 or (up == 0 and right > 0)
        return direction, game.k - 2 + distance if is_ahead else game.k - 1 - distance


@lru_cache(maxsize=8)
def _summed(game: ShapedMnk, network: FeedForward) -> SummedMnk | None:
    """A game whose states keep the sums of a network's first layer; None where they would not be exact."""
    steps = network.rows[:-1] * ShapeInputs.steps
    steps[0] = 0  # of cells without worth, which are not listed
    if steps.shape[1] % SHORTS != 0 or (np.rint(steps) != steps).any() or abs(steps).max() > MOST_STEPS:
        return None
    return SummedMnk(game.width, game.height, game.k, game.dead, steps.astype(np.int16))


@register_tactics(Mnk)
def mnk_tactics(game: Mnk) -> Tactics[Any]:
    """The tactics of a game: threats where the shapes of lines fit into a table, else none.

    None either where a game derived from this one has rules that differ.
    """
    if has_threats(game):
        return MnkTactics(ShapedMnk(game.width, game.height, game.k, game.dead))
    return Tactics(game)
