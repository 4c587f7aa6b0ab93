"""Details of L-put for learners: the round, and the strength and the flags of each unit on its hex."""

from __future__ import annotations

import numpy as np

from nupp.games.lput.rules import NOBODY, Lput
from nupp.games.lput.units import FIGHTERS, KINDS, RED, UNITS
from nupp.kernel import Record
from nupp.rules.details import Details, Reals, register_details

FLAGS = ("waited", "struck_back", "defending", "acted")


@register_details(Lput)
class LputDetails(Details[Lput]):
    """Units stand where the side to move sees them, red's half a turn round."""

    numbers = ("the round, of all", "the last round with damage, of all", "1 if the game is over")
    spots = (
        "fighters of a unit, of 16",
        "damage to a fighter that was carried over, of what kills it",
        "has waited in this round",
        "has struck back in this round",
        "defends",
        "has acted in this round",
        "the unit to act",
    )

    def __init__(self, game: Lput) -> None:
        super().__init__(game)
        self.places = game.board.lattice.places
        self.last = len(game.board) - 1
        self.lives = np.array([kind.life for kind in KINDS])

    def seen(self, state: Record, side: int, unit: int) -> int:
        """The place on planes of a living unit, as a side sees it."""
        cell = int(state.places[unit]) - int(state.places[unit]) // 16
        return int(self.places[self.last - cell if side == RED else cell])

    def write(self, game: Lput, state: Record, row: Reals, size: int) -> None:
        self.put(row, 0, size, state.this_round / (game.rounds + 1))
        self.put(row, 1, size, state.last_damage / (game.rounds + 1))
        self.put(row, 2, size, int(state.unit == NOBODY))
        for unit in range(UNITS):
            if state.fighters[unit] > 0:
                place = self.seen(state, game.to_move(state), unit)
                self.spot(row, 0, size, place, state.fighters[unit] / FIGHTERS)
                self.spot(row, 1, size, place, state.remainders[unit] / self.lives[unit >> 1])
                self.spot(row, 2, size, place, int(state.waited) >> unit & 1)
                self.spot(row, 3, size, place, int(state.struck_back) >> unit & 1)
                self.spot(row, 4, size, place, int(state.defending) >> unit & 1)
                self.spot(row, 5, size, place, int(state.acted) >> unit & 1)
                self.spot(row, 6, size, place, int(state.unit == unit))

    def read(self, game: Lput, numbers: Reals, spots: Reals, side: int, state: Record) -> None:
        state.this_round, state.last_damage = (round(value * (game.rounds + 1)) for value in numbers[:2])
        living = [unit for unit in range(UNITS) if state.fighters[unit] > 0]
        at = {unit: self.seen(state, side, unit) for unit in living}
        for unit, place in at.items():
            state.fighters[unit] = round(spots[0][place] * FIGHTERS)
            state.remainders[unit] = round(spots[1][place] * self.lives[unit >> 1])
        for plane, name in enumerate(FLAGS, start=2):
            state[name] = sum(1 << unit for unit, place in at.items() if spots[plane][place])
        due = [unit for unit, place in at.items() if spots[6][place]]
        state.unit = due[0] if due else NOBODY
