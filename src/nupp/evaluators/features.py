"""Numbers that networks look up beside their patterns: what no group of a few cells can tell."""

from __future__ import annotations

from typing import Any, ClassVar, Final, Generic, TypeVar

import numpy as np

from nupp.evaluators.amazons import Territory
from nupp.evaluators.draughts import material
from nupp.evaluators.lput import Damage, Health, Pursuit
from nupp.games import Game
from nupp.games.amazons import Amazons
from nupp.games.base import Moves
from nupp.games.dots_and_boxes import HORIZONTAL, VERTICAL, DotsAndBoxes
from nupp.games.draughts import Draughts
from nupp.games.lput import Lput
from nupp.games.lput_units import UNITS
from nupp.games.morris import Morris
from nupp.kernel import KernelObject, Record, kernel
from nupp.kernel.bits import ONE, popcount

G = TypeVar("G", bound=Game)

FARTHEST: Final = 32
"""Numbers beyond this count as if they were this."""
MOST_FEATURES: Final = 16

_THOUSANDTHS: Final = 78
"""The worth of fifty hit points in L-put, which the scale of `health` says too."""


class Features(KernelObject, Generic[G]):
    """Numbers about a position, for each of which a network has a table; here none.

    The docstring lists them in their order. They are seen by the side to move, alike in images of a position,
    and tell most between -FARTHEST and FARTHEST.
    """

    name: ClassVar[str] = ""
    """The name in files, unique."""
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
    """Shares of both armies, and how far they are from each other.

    In 32nds of the sum of both sides' the lead in health, in damage (see `lput.py`), and in the fighters
    times strength of units that have yet to act in this round; the mean distance from the nearest enemies, in
    half hexes, of the side to move, and of the side with more health, negative if that is the enemy; by how
    many quarters of a hex own units are nearer to the centre on average.

    The offset is a value as `pursuit` has it: the lead in health, of which the distance from the enemies
    takes some away.
    """

    name = "armies"
    games = Lput
    count = 6

    def __init__(self) -> None:
        self.health, self.damage, self.pursuit = Health(), Damage(), Pursuit()

    def write(self, game: Lput, state: Record, found: Moves) -> int:
        side = game.to_move(state)
        own, enemy = self.health.strength(game, state, side), self.health.strength(game, state, 1 - side)
        gap, enemy_gap = self.pursuit.gap(state, side), self.pursuit.gap(state, 1 - side)
        found[0] = share_of_lead(own, enemy)
        found[3] = gap // 30
        found[4] = gap // 30 if own >= enemy else -enemy_gap // 30
        offset = self.worth(own - enemy, gap) if own > enemy else -self.worth(enemy - own, enemy_gap)
        own, enemy = self.damage.strength(game, state, side), self.damage.strength(game, state, 1 - side)
        found[1] = share_of_lead(own, enemy)
        found[2] = share_of_lead(self.due(game, state, side), self.due(game, state, 1 - side))
        central = self.pursuit.central
        found[5] = (central.distance(state, 1 - side) - central.distance(state, side)) // 30
        return offset

    def worth(self, lead: int, gap: int) -> int:
        """What a lead in health is worth to a side so far from its enemies, in thousandths."""
        return _THOUSANDTHS * (lead - self.pursuit.doubtful(lead, gap)) // 1000

    def due(self, game: Lput, state: Record, side: int) -> int:
        """The fighters times strength of the units of a side that have yet to act."""
        force = 0
        for unit in range(side, UNITS, 2):
            if int(state.acted) >> unit & 1 == 0:
                force += game.force_of(state, unit)
        return force


@kernel
def share_of_lead(own: int, enemy: int) -> int:
    """A lead in 32nds of the sum of both sides'."""
    return FARTHEST * (own - enemy) // max(1, own + enemy)


FEATURES: Final[dict[str, type[Features[Any]]]] = {
    kind.name: kind for kind in (Features, Boxes, Men, Pieces, Reach, Armies)
}


def features(name: str, game: Game) -> Features[Any]:
    """The features of a name, for a game; ValueError if the game has none of this name."""
    kind = FEATURES.get(name)
    if kind is None or not isinstance(game, kind.games):
        raise ValueError(f"features {name!r}: {game.spec} has none of this name")
    return kind()
