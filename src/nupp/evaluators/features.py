"""Numbers that networks look up beside their patterns: what no group of a few cells can tell."""

from __future__ import annotations

import itertools
from functools import cache
from typing import Any, ClassVar, Final, Generic, TypeVar

import numpy as np
from numpy.typing import NDArray

from nupp.evaluators.amazons import Territory
from nupp.evaluators.draughts import material
from nupp.evaluators.lput import Health, Pursuit
from nupp.games import Game
from nupp.games.amazons import Amazons
from nupp.games.base import Moves
from nupp.games.dots_and_boxes import HORIZONTAL, VERTICAL, DotsAndBoxes
from nupp.games.draughts import Draughts
from nupp.games.lput import Lput
from nupp.games.lput_map import (
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
from nupp.games.lput_units import ARCHER, ARMY, BLUE, FLYER, KNIGHT, PIKEMAN, RED, SWORDSMAN, UNITS
from nupp.games.morris import Morris
from nupp.kernel import KernelObject, Record, interpreted, kernel, scratch
from nupp.kernel.bits import ONE, popcount

G = TypeVar("G", bound=Game)

FARTHEST: Final = 32
"""Numbers beyond this count as if they were this."""
MOST_FEATURES: Final = 16

_THOUSANDTHS: Final = 78
"""The worth of fifty hit points in L-put, which the scale of `health` says too."""
_FIFTY: Final = 50 * Health.unit
_LEAD_STEP: Final = 200 * Health.unit
_BLOW_STEP: Final = 30 * Health.unit


class Features(KernelObject, Generic[G]):
    """Numbers about a position, for each of which a network has a table; here none.

    The docstring lists them in their order. They are seen by the side to move, alike in images of a position,
    and tell most between -FARTHEST and FARTHEST.
    """

    name: ClassVar[str] = ""
    """The name in files, unique; numbers of another meaning need another name."""
    games: ClassVar[type[Any]] = Game
    """The game, with its subclasses, that they are of."""
    count: ClassVar[int] = 0
    """How many there are, at most MOST_FEATURES."""

    def write(self, game: G, state: Record, found: Moves) -> int:
        """Write them to `found[:count]`, for a position that is not over, and return its *offset*.

        That is its value for the side to move before any weight is added, in thousandths as the weights are.
        It tells apart what tables are too coarse for; most features have none, and return 0.
        """
        return 0


class Boxes(Features[DotsAndBoxes]):
    """Boxes that are closed or can be, and what came last.

    Own boxes less the enemy's; the boxes that can be closed at once; the last move (0 an edge, 3 a pass, 9
    an edge that closed a box) plus 0 if the side to move is behind, 1 if the score is even, 2 if it is ahead;
    the missing edges that can be drawn without leaving a box with one missing edge, 0 on boards of several
    words.
    """

    name = "boxes"
    games = DotsAndBoxes
    count = 4

    def write(self, game: DotsAndBoxes, state: Record, found: Moves) -> int:
        lead = game.settled(state) * (1 - 2 * game.to_move(state))
        found[0] = lead
        found[1] = game.takeable(state)
        found[2] = 3 * int(state.last) + 1 + int(lead > 0) - int(lead < 0)
        found[3] = self.safe_edges(game, state)
        return 0

    def safe_edges(self, game: DotsAndBoxes, state: Record) -> int:
        """The missing edges beside boxes that lack three or four."""
        if game.words > 1:
            return 0
        horizontal, vertical = game.missing(state, HORIZONTAL, 0), game.missing(state, VERTICAL, 0)
        one, two = game.low_degrees(horizontal, vertical)
        low = one | two
        horizontal &= ~(low | low << np.uint64(game.stride))
        vertical &= ~(low | low << ONE)
        return popcount(horizontal) + popcount(vertical)


class Men(Features[Morris]):
    """Men, steps, and chances to close a mill.

    The lead in men, on the board and in hand; own steps less the enemy's; the empty points on which a man
    would close a mill, one's own and the enemy's.
    """

    name = "men"
    games = Morris
    count = 4

    def write(self, game: Morris, state: Record, found: Moves) -> int:
        empty = game.empty(state)
        found[0] = game.lead(state)
        found[1] = popcount(game.steps(state.own, empty)) - popcount(game.steps(state.enemy, empty))
        found[2] = popcount(game.completing(state.own)[0] & empty)
        found[3] = popcount(game.completing(state.enemy)[0] & empty)
        return 0


class Pieces(Features[Draughts]):
    """The lead in men, the lead in kings, and in 32nds the share of all material that it is."""

    name = "pieces"
    games = Draughts
    count = 3

    def write(self, game: Draughts, state: Record, found: Moves) -> int:
        sign = 1 - 2 * game.to_move(state)
        men, pieces = material(state, 0) // 100, material(state, 100) // 100
        found[0] = sign * men
        found[1] = sign * (pieces - men)
        found[2] = sign * 32 * pieces // popcount(state.white | state.black)
        return 0


class Reach(Features[Amazons]):
    """What amazons can reach.

    The cells that are nearer to own amazons than to the enemy's, less the reverse (see `Territory`); a third
    of those that are equally near, negative if the enemy's amazon moves next; a quarter of the cells that own
    amazons see, less the same of the enemy's.
    """

    name = "reach"
    games = Amazons
    count = 3

    def __init__(self) -> None:
        self.territory = Territory()

    def write(self, game: Amazons, state: Record, found: Moves) -> int:
        side = int(state.turn)
        closer, ties = self.territory.spread(game, state)
        found[0] = closer
        found[1] = (-ties if game.is_shooting(state) else ties) // 3
        found[2] = (game.mobility(state, side) - game.mobility(state, 1 - side)) // 4
        return 0


class Armies(Features[Lput]):
    """What both armies have left, what they can do next, and whether the side that is ahead can win.

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


FEATURES: Final[dict[str, type[Features[Any]]]] = {
    kind.name: kind for kind in (Features, Boxes, Men, Pieces, Reach, Armies)
}


def features(name: str, game: Game) -> Features[Any]:
    """The features of a name, for a game; ValueError if the game has none of this name."""
    kind = FEATURES.get(name)
    if kind is None or not isinstance(game, kind.games):
        raise ValueError(f"features {name!r}: {game.spec} has none of this name")
    return kind()
