"""Evaluators of m,n,k games."""

from __future__ import annotations

import numpy as np

from nupp.evaluators import Evaluator, register
from nupp.games.mnk.rules import Mnk
from nupp.kernel import Record
from nupp.kernel.bits import ZERO, popcount

_LONGEST = 13  # 4**13 is the largest power that still leaves room for many runs below a won game's score
_COUNTED = 15  # stones in a run that `Threats` can count
_ENEMY_WEIGHT, _OWN_WEIGHT, _WON_WEIGHT = 2, 3, 8


@register
class Runs(Evaluator[Mnk]):
    """Sum of 4**length over the maximal unbroken runs of own stones, less the same of the enemy's.

    Runs are counted in the four directions; a single stone is a run of one in each. Runs beyond 13 count
    as 13. The evaluation of the course work "TiraLabra", 2014.

    No run is walked along. A run of n stones holds n spans of one stone, n - 1 of two and so on, and shifted
    boards laid over each other show at once where all spans of a length begin. `worth[i]` is what a span of
    i stones adds so that those of a run sum up to 4**n; longer spans than `worth` lists add nothing.
    """

    name = "runs"
    games = Mnk

    def __init__(self) -> None:
        value = [0, 0] + [4 ** min(n, _LONGEST) for n in range(1, _LONGEST + 2)]  # of n stones at n + 1
        self.worth = np.array([0, *np.diff(value, 2)])

    def evaluate(self, game: Mnk, state: Record) -> int:
        side = game.to_move(state)
        return self.side_value(game, state, side) - self.side_value(game, state, 1 - side)

    def scale_in(self, game: Mnk) -> float:
        return 2.0 ** (game.k + 2)  # fits lines of three, four and five

    def side_value(self, game: Mnk, state: Record, side: int) -> int:
        """The sum over the runs of one side."""
        value = 0
        for word in range(game.words):
            if state.stones[side, word] != ZERO:
                for step in game.steps:
                    value += self.spans_value(game, state, side, word, step)
        return value

    def spans_value(self, game: Mnk, state: Record, side: int, word: int, step: int) -> int:
        """The worth of the spans that begin in a word and run in one direction."""
        value, length = 0, 1
        begins = state.stones[side, word]
        while begins != ZERO and length < len(self.worth):
            value += self.worth[length] * popcount(begins)
            begins &= game.stones_from(state, side, 64 * word + length * step)
            length += 1
        return value


@register
class Lines(Evaluator[Mnk]):
    """Lines of k cells that hold no enemy stone, less those that hold no own stone.

    The potential lines of J. Henno's "Trips-traps-trull ja minimax", 2004.
    """

    name = "lines"
    games = Mnk

    def evaluate(self, game: Mnk, state: Record) -> int:
        side = int(state.turn)
        return game.open_lines(state, side) - game.open_lines(state, 1 - side)

    def scale_in(self, game: Mnk) -> float:
        return 0.15 * game.cells * game.k  # there are about four lines a cell


@register
class Threats(Evaluator[Mnk]):
    """Runs of k cells in which only one side has stones, each worth four times as much for every stone more.

    Own runs less the enemy's. Those of the side to move, which goes on with the best of them, count half as
    much again, and one that it can complete at once four times as much. In halves of what 4**stones says.
    """

    name = "threats"
    games = Mnk
    tempo = True

    def __init__(self) -> None:
        self.worth = np.array([4 ** min(n, _LONGEST) for n in range(_COUNTED + 1)])

    def evaluate(self, game: Mnk, state: Record) -> int:
        value = 0
        for direction in range(len(game.steps)):
            for word in range(game.words):
                value += self.runs_value(game, state, direction, word)
        return value

    def scale_in(self, game: Mnk) -> float:
        return 2.0 ** (2 * game.k - 2)

    def runs_value(self, game: Mnk, state: Record, direction: int, word: int) -> int:
        """The worth of the runs that begin in a word, in one direction.

        How many stones each holds is counted in binary: bit i of the numbers of all runs is in one board, and
        four boards count up to 15.
        """
        own, enemy = ZERO, ZERO
        ones, twos, fours, eights = ZERO, ZERO, ZERO, ZERO
        side = int(state.turn)
        for i in range(game.k):
            position = 64 * word + i * game.steps[direction]
            mine = game.stones_from(state, side, position)
            theirs = game.stones_from(state, 1 - side, position)
            own |= mine
            enemy |= theirs
            carry = mine | theirs
            ones, carry = ones ^ carry, ones & carry
            twos, carry = twos ^ carry, twos & carry
            fours, carry = fours ^ carry, fours & carry
            eights |= carry
        one_sided = (own ^ enemy) & game.line_starts[direction, word]
        if one_sided == ZERO:
            return 0
        value = 0
        for n in range(1, min(game.k, _COUNTED + 1)):
            runs = one_sided & (ones if n & 1 else ~ones) & (twos if n & 2 else ~twos)
            runs &= (fours if n & 4 else ~fours) & (eights if n & 8 else ~eights)
            weight = _OWN_WEIGHT if n < game.k - 1 else _WON_WEIGHT
            value += self.worth[n] * (weight * popcount(runs & own) - _ENEMY_WEIGHT * popcount(runs & enemy))
        return value


@register
class Shapes(Evaluator[Mnk]):
    """The worth of the shapes that stones on the empty cells would make, own less the enemy's.

    Each empty cell counts by the two best shapes that a stone there would make, more for the side to move,
    which may use one: see `WORTH` in `shapes.py`. Where the shapes of a game are not known (k above 5, or
    exact lines), the same as `threats`.
    """

    name = "shapes"
    games = Mnk
    tempo = True

    def __init__(self) -> None:
        self.threats = Threats()

    def evaluate(self, game: Mnk, state: Record) -> int:
        if not game.has_shapes:
            return self.threats.evaluate(game, state)
        side = int(state.turn)
        return game.shape_worth(state, side, 0) - game.shape_worth(state, 1 - side, 1)

    def scale_in(self, game: Mnk) -> float:
        return 1000.0 if game.has_shapes else self.threats.scale_in(game)
