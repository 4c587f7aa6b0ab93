"""The features and patterns that networks of L-put look at."""

from __future__ import annotations

import itertools
from functools import cache
from typing import Final

import numpy as np
from numpy.typing import NDArray

from nupp.evaluators.features import FARTHEST, Features
from nupp.evaluators.layouts import Layout
from nupp.evaluators.patterns import Family
from nupp.games.lput.evaluation import Health, Pursuit
from nupp.games.lput.rules import Lput
from nupp.games.lput.terrain import (
    PLACES,
    cells_of,
    common,
    has_place,
    hex_at,
    hexes_around,
    place_of,
    row_of,
    union,
)
from nupp.games.lput.units import ARCHER, ARMY, BLUE, FLYER, KNIGHT, PIKEMAN, RED, SWORDSMAN, UNITS
from nupp.kernel import Record, interpreted, kernel, scratch
from nupp.rules import Game
from nupp.rules.basics import Moves

_THOUSANDTHS: Final = 78
"""The worth of fifty hit points in L-put, which the scale of `health` says too."""
_FIFTY: Final = 50 * Health.unit
_LEAD_STEP: Final = 200 * Health.unit
_BLOW_STEP: Final = 30 * Health.unit


class Armies(Features[Lput]):
    """Features of both armies: what is left, what they can do next, and whether the side ahead can win.

    0        the lead in health, in 32nds of the sum of both sides', rounded down
    1 to 4   the harm (see `write_harm`) by own units that have yet to act in this round, by own others, by
             the enemy's that have yet to act, by the enemy's others
    5        by how many quarters of a hex own units are nearer to the centre on average, rounded down
    6 to 10  own fighters less the enemy's, of each kind

    The others are of the side with more health, at equal health the side to move; negative if it is the
    enemy. 1 is added where 0 would hide the sign.

    11       1, + 1, 2, 4 if it has its flyer, knight, archer, + 8, 16 if the other side has its flyer, knight
    12       1, + the lead in steps of 200 hit points, at most 3, + 4, 8 if it has its flyer, archer,
             + 16 if the other side has its flyer
    13       the mean distance of its units from the nearest enemies, in half hexes
    14       1, + the rounds until the game is drawn if no more damage is done
    15       1, + the lead in steps of 50 hit points

    A flyer escapes from slow units: a lead alone does not win.
    The offset is a value as `pursuit` has it: the lead in health, of which the distance from the enemies
    takes some away.
    """

    name = "armies"
    games = Lput
    count = 16

    def __init__(self) -> None:
        self.health, self.pursuit = Health(), Pursuit()
        self.strikes = strike_table()

    def write(self, game: Lput, state: Record, found: Moves) -> int:
        side = game.to_move(state)
        self.write_harm(game, state, side, found)
        central = self.pursuit.central
        found[5] = (central.distance(state, 1 - side) - central.distance(state, side)) // 30
        for kind in range(ARMY):
            found[6 + kind] = int(state.fighters[2 * kind + side]) - int(state.fighters[2 * kind + 1 - side])
        return self.write_prospects(game, state, found)

    def write_prospects(self, game: Lput, state: Record, found: Moves) -> int:
        """Write what depends on who is ahead; returns the offset."""
        side = game.to_move(state)
        own, enemy = self.health.strength(game, state, side), self.health.strength(game, state, 1 - side)
        found[0] = FARTHEST * (own - enemy) // (own + enemy)
        sign, ahead, lead = (1, side, own - enemy) if own >= enemy else (-1, 1 - side, enemy - own)
        gap = self.pursuit.gap(state, ahead)
        flyer, archer = is_left(state, FLYER, ahead), is_left(state, ARCHER, ahead)
        knight, prey = is_left(state, KNIGHT, ahead), is_left(state, FLYER, 1 - ahead)
        found[11] = sign * (
            1 + flyer + 2 * knight + 4 * archer + 8 * prey + 16 * is_left(state, KNIGHT, 1 - ahead)
        )
        found[12] = sign * (1 + min(3, lead // _LEAD_STEP) + 4 * flyer + 8 * archer + 16 * prey)
        found[13] = sign * (gap // 30)
        found[14] = sign * (1 + game.rounds_left(state))
        found[15] = sign * (1 + lead // _FIFTY)
        return sign * (_THOUSANDTHS * (lead - self.pursuit.doubtful(lead, gap)) // _FIFTY)

    def write_harm(self, game: Lput, state: Record, side: int, found: Moves) -> None:
        """Write the *harm*: roughly what units could take in one blow each, in steps of 30 hit points.

        Each strikes whom it hurts most, even if others strike the same; nobody is in the way. Most of the
        time of an evaluation goes here. So what all have is looked up once, and there is no branch: units
        that have fallen have no force, and are in no reach.
        """
        places, health = scratch(UNITS), scratch(UNITS)
        forces, attacks, defences = scratch(UNITS), scratch(UNITS), scratch(UNITS)
        for unit in range(UNITS):
            places[unit], health[unit] = state.places[unit], self.health.of_unit(game, state, unit)
            forces[unit], attacks[unit] = game.force_of(state, unit), game.attack_of(state, unit)
            defences[unit] = game.defence_of(state, unit)
        for striking in (BLUE, RED):
            due, later = 0, 0
            for unit in range(striking, UNITS, 2):
                reach = row_of(self.strikes, PLACES * (unit >> 1) + places[unit])
                most = 0
                for enemy in range(1 - striking, UNITS, 2):
                    blow = min(game.damage(forces[unit], attacks[unit], defences[enemy]), health[enemy])
                    most = max(most, blow & -int(has_place(reach, places[enemy])))
                acted = -(int(state.acted) >> unit & 1)
                due += most & ~acted
                later += most & acted
            first = 1 + 2 * (striking ^ side)
            found[first], found[first + 1] = due // _BLOW_STEP, later // _BLOW_STEP


@kernel
def is_left(state: Record, kind: int, side: int) -> int:
    """1 if a side still has its unit of a kind, else 0."""
    return int(state.fighters[2 * kind + side] > 0)


@cache
def strike_table() -> NDArray[np.uint64]:
    """For each kind of unit and place the hexes that it could attack next if nobody stood in its way.

    Shape (kinds * PLACES, 3), the places of a kind in a row; empty where no unit can stand.
    """
    game = Lput()
    table = np.zeros((ARMY * PLACES, 3), np.uint64)
    with interpreted():
        for kind, cell in itertools.product((FLYER, SWORDSMAN, KNIGHT), cells_of(game.ground)):
            place = place_of(cell)
            stands = union(game.reach_of(2 * kind, place, game.ground), hex_at(place))
            table[PLACES * kind + place] = common(hexes_around(stands), game.ground)
    rows = table.reshape(ARMY, PLACES, 3)
    rows[PIKEMAN] = rows[SWORDSMAN]  # which is as fast
    rows[ARCHER] = game.in_sight
    return table


def no_patterns(game: Game) -> list[Family]:
    """No patterns: features alone."""
    return []


LAYOUT = Layout(no_patterns, 4, Armies)
