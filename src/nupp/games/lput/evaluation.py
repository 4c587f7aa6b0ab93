"""Evaluators of L-put: the four of the thesis that the game comes from, and one that finishes off.

Source: "Creating an Artificial Intelligence for a Turn-Based Strategy Game L-put" (in Estonian, 2017),
section 5.1.
"""

from __future__ import annotations

from abc import abstractmethod

import numpy as np

from nupp.evaluators import Evaluator, Stages, register, register_stages
from nupp.games.lput.rules import Lput
from nupp.games.lput.terrain import BOARD, NOWHERE, PLACES, place_of
from nupp.games.lput.units import ARMY, BLUE, BLUE_UNITS, RED, UNITS
from nupp.kernel import Record, kernel
from nupp.kernel.bits import popcount

TIES = 4096
"""By how much `...+position` multiplies a value to make room for what breaks ties."""

_SIXTIETHS = 60  # of which the mean of one to five whole numbers is a whole number
_SHARES = np.array([_SIXTIETHS // max(units, 1) for units in range(ARMY + 1)])
"""The share of each of `units` units in their mean, in sixtieths: looked up, as to divide takes longer."""
_ALONE = 50
"""The distance that counts from the nearest enemy if there is none."""


@register_stages(Lput)
class UnitsLeft(Stages[Lput]):
    """The units that are left."""

    def __init__(self, game: Lput) -> None:
        self.count = UNITS + 1


@kernel
def units_left(state: Record, side: int) -> int:
    """The number of units a side has left."""
    return popcount(np.uint64(int(state.alive) & BLUE_UNITS << side))


@kernel
def mean(total: int, state: Record, side: int) -> int:
    """The mean of a number over the units that a side has left, in sixtieths, from its total."""
    return int(_SHARES[units_left(state, side)]) * total


class Strength(Evaluator[Lput]):
    """Own strength less the enemy's, however it is measured."""

    games = Lput

    def evaluate(self, game: Lput, state: Record) -> int:
        value = self.strength(game, state, BLUE) - self.strength(game, state, RED)
        return value if game.to_move(state) == BLUE else -value

    @abstractmethod
    def strength(self, game: Lput, state: Record, side: int) -> int:
        """The strength of a side."""


class Health(Strength):
    """The hit points that own fighters have left, less the enemy's; in twentieths of a hit point."""

    name = "health"
    scale = 7000.0
    unit = 20

    def strength(self, game: Lput, state: Record, side: int) -> int:
        value = 0
        for kind in range(ARMY):
            value += self.of_unit(game, state, 2 * kind + side)
        return value

    def of_unit(self, game: Lput, state: Record, unit: int) -> int:
        """The value of what one unit has left, 0 if it has fallen."""
        return int(state.fighters[unit]) * int(game.life[unit >> 1]) - int(state.remainders[unit])


class Damage(Strength):
    """The damage that own units do in one blow each, less the enemy's; in twentieths of a hit point.

    A unit does `fighters * strength * (20 + attack - defence)` as in the game, rounded down to a whole
    twentieth, where the defence is the mean of the living enemies'. Attack and defence are those of the units
    as they stand, with what terrain and flags make of them; remainders do not count.
    """

    name = "damage"
    scale = 900.0
    unit = 20

    def strength(self, game: Lput, state: Record, side: int) -> int:
        enemies, defence = 0, 0
        for unit in range(1 - side, UNITS, 2):
            if state.fighters[unit] > 0:
                enemies += 1
                defence += game.defence_of(state, unit)
        if enemies == 0:
            return 0
        value = 0
        for unit in range(side, UNITS, 2):
            skill = enemies * (20 + game.attack_of(state, unit)) - defence
            value += game.force_of(state, unit) * skill // enemies
        return value


class _Central(Evaluator[Lput]):
    """A strength, and what breaks ties of it and nothing else: how near to the centre a side's units are.

    The centre of the board is the point between h6 and h7, and the distance of a hex from it the mean of the
    distances from these two, so that it is counted in half hexes. Of a side's distance, the mean over its
    units, there are whole sixtieths.
    """

    games = Lput

    def __init__(self, strength: Strength) -> None:
        self.strength = strength
        self.scale, self.unit = TIES * strength.scale, TIES * strength.unit
        halves = BOARD.distances[BOARD.cell("h6")] + BOARD.distances[BOARD.cell("h7")]
        self.halves = np.zeros(PLACES, np.int64)  # 0 where fallen units are
        for cell in range(len(BOARD)):
            self.halves[place_of(cell)] = halves[cell]

    def evaluate(self, game: Lput, state: Record) -> int:
        nearer = self.distance(state, RED) - self.distance(state, BLUE)
        value = TIES * self.strength.evaluate(game, state)
        return value + (nearer if game.to_move(state) == BLUE else -nearer)

    def distance(self, state: Record, side: int) -> int:
        """The mean distance of a side's units from the centre, in 1/120 of a hex; 0 if it has none."""
        halves = 0
        for kind in range(ARMY):
            halves += int(self.halves[state.places[2 * kind + side]])
        return mean(halves, state, side)


class HealthAndPosition(_Central):
    """As `health`, and ties go to the side whose units are nearer to the centre on average.

    In 1/81920 of a hit point: health in twentieths times 4096, and the difference of the mean distances from
    the centre (between h6 and h7) in 1/120 of a hex, which is always less than half of that.
    """

    name = "health+position"

    def __init__(self) -> None:
        super().__init__(Health())


class DamageAndPosition(_Central):
    """As `damage`, and ties go to the side whose units are nearer to the centre on average.

    In the unit of `health+position`.
    """

    name = "damage+position"

    def __init__(self) -> None:
        super().__init__(Damage())


class Pursuit(Evaluator[Lput]):
    """As `health+position`, but the side ahead closes in: a lead counts less the farther the enemy is.

    For each hex from a unit of the side with more health to the nearest enemy, on average, 1 % of the lead is
    taken off. Units that only hold the centre leave a beaten enemy in its corner until the game is drawn.
    """

    name = "pursuit"
    games = Lput

    def __init__(self) -> None:
        self.central = HealthAndPosition()
        self.scale, self.unit = self.central.scale, self.central.unit
        self.steps = np.zeros((PLACES, PLACES), np.int8)
        self.steps[:, NOWHERE] = _ALONE  # a fallen enemy is never the nearest
        self.steps[NOWHERE] = 0
        for cell in range(len(BOARD)):
            for other in range(len(BOARD)):
                self.steps[place_of(cell), place_of(other)] = BOARD.distances[cell, other]

    def evaluate(self, game: Lput, state: Record) -> int:
        value, own = self.central.evaluate(game, state), game.to_move(state)
        if value < 0:
            return value + self.doubtful(-value, self.gap(state, 1 - own))
        return value - self.doubtful(value, self.gap(state, own))

    def doubtful(self, lead: int, gap: int) -> int:
        """The part taken off the lead of a side because it is so far from its enemies; see `gap`."""
        return lead * gap // (100 * _SIXTIETHS)

    def gap(self, state: Record, side: int) -> int:
        """The mean distance of a side's units from the enemies that are nearest to each, in sixtieths."""
        total = 0
        for kind in range(ARMY):
            total += self.nearest(state, 2 * kind + side)
        return mean(total, state, side)

    def nearest(self, state: Record, unit: int) -> int:
        """The distance of a unit from the nearest enemy; 50 if there is none, 0 for a fallen unit."""
        found, place = _ALONE, int(state.places[unit])
        for kind in range(ARMY):
            enemy = 2 * kind + 1 - (unit & 1)
            found = min(found, int(self.steps[place, int(state.places[enemy])]))
        return found


# The thesis plays with the first of them.
for _evaluator in (HealthAndPosition, DamageAndPosition, Health, Damage, Pursuit):
    register(_evaluator)
