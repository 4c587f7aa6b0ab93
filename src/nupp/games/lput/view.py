"""The view of L-put: drawing, clicking, and the facts shown of moves and positions."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property, lru_cache
from types import SimpleNamespace
from typing import Final

import numpy as np

from nupp.boards import Drawing, Fills, Piece
from nupp.games.lput.examples import EXAMPLES
from nupp.games.lput.rules import DEFEND, GO, Lput
from nupp.games.lput.terrain import (
    BOARD,
    GRASS,
    TERRAIN,
    around,
    as_number,
    cell_of,
    cells_in,
    on_foot,
    place_of,
)
from nupp.games.lput.units import (
    ARCHER,
    BLUE,
    FIGHTERS,
    FLYER,
    KINDS,
    LETTERS,
    LISTED,
    RED,
    UNITS,
    Unit,
    note_on,
    piece_of,
)
from nupp.kernel import Record, interpreted
from nupp.rules.basics import Ending, Facts, Inspection, Staging, Step, Traits, presets
from nupp.rules.view import View, register_view

_DONE = {"w": "waited", "r": "struck_back", "d": "defends", "x": "acted"}


_LEGEND = ". grass   = road   - shallow water   ~ deep water   # crag"


MOST_UNITS: Final = 1024
"""The units whose drawings are kept: in the next position nearly all are as they were."""
_piece_of = lru_cache(MOST_UNITS)(piece_of)
_note_on = lru_cache(MOST_UNITS)(note_on)

_SURFACES = ("grass", "road", "shallow", "water", "crag")
_FILLS = Fills({cell: _SURFACES[terrain] for cell, terrain in enumerate(TERRAIN)})


PRESETS: Final = {"lput": presets("lput:rounds={0}", 60, 20)}
TRAITS: Final = {"lput": Traits(minutes=30, difficulty=3, known=5)}


@register_view(Lput)
class LputView(View[Lput]):
    """The view of L-put."""

    worked_examples = EXAMPLES
    known_presets = PRESETS
    known_traits = TRAITS
    unique_pieces = True

    def pieces_to_place(self) -> tuple[Piece, ...]:
        units = (*range(BLUE, UNITS, 2), *range(RED, UNITS, 2))  # by kinds, as in the contents of cells
        return tuple(piece_of(Unit(number, 0, FIGHTERS, 0, ""), False) for number in units)

    def position_with(self, state: Record, placed: Mapping[int, str], side: int) -> str:
        """As in every game; the rules say whose turn it is.

        A unit that is placed a second time goes there as it is, and one that is new is unhurt. If none of
        those that are left has to act, the round begins anew.
        """
        known = {unit.letter: unit for unit in self.game._units(state)}
        cells: dict[str, int] = {}
        for cell, letter in placed.items():
            stays = letter in known and cell == known[letter].cell
            if letter not in cells or not stays:
                cells[letter] = cell
        fresh = (Unit(number, 0, FIGHTERS, 0, "") for number in LISTED if LETTERS[number] in cells)
        units = [known.get(unit.letter, unit)._replace(cell=cells[unit.letter]) for unit in fresh]
        if all("x" in unit.flags for unit in units):
            units = [unit._replace(flags="d" * ("d" in unit.flags)) for unit in units]
        changed = np.zeros(1, self.game.State)[0]
        changed.this_round, changed.last_damage = state.this_round, state.last_damage
        self.game._set_units(changed, units)
        due = "-" if any(self.game._ending(changed)) else LETTERS[self.game.unit_due(changed)]
        return self.game._written(changed, units, due)

    def drawing(self, state: Record) -> Drawing:
        units, acting = self.game._units(state), int(state.unit)
        return Drawing(
            BOARD,
            tuple([_piece_of(unit, unit.number == acting) for unit in units]),
            fills=_FILLS,
            style="slate",
            colours=("blue", "red"),
            caption=self._caption(state),
            notes=(_LEGEND, *map(_note_on, units)),
        )

    def _caption(self, state: Record) -> str:
        if state.unit >= 0:
            unit = int(state.unit)
            return (
                f"Round {state.this_round}: {self.game.sides[unit % 2]}'s {KINDS[unit // 2].name} is to act"
            )
        outcome = self.game.outcome(state)
        if outcome == 0:
            return f"Drawn after round {state.this_round - 1}"
        return f"{self.game.sides[BLUE if outcome > 0 else RED].title()} has won in round {state.this_round}"

    def move_facts(self, state: Record, move: int) -> Facts:
        """Facts about an attack: `damage`, the hit points it takes; `falls`, how many fighters then fall;
        `left`, how many the struck unit has left; `returned` and `lost`, the same of the striker when it is
        struck back.
        """
        return self.facts_of_moves(state, (move,)).get(move, ())

    def facts_of_moves(self, state: Record, moves: Sequence[int]) -> dict[int, Facts]:
        """Those of an attack depend on the unit struck and on the terrain on which the striker stands."""
        found: dict[int, Facts] = {}
        known: dict[tuple[int, int], Facts] = {}
        before = _plain(state)
        with interpreted():
            for move in moves:
                if move < DEFEND and move & 15 != GO:
                    *stand, target = self.game.cells_of_move(move)
                    alike = target, TERRAIN[stand[0]] if stand else GRASS
                    if alike not in known:
                        known[alike] = self._facts_of_attack(before, move)
                    found[move] = known[alike]
        return found

    def _facts_of_attack(self, before: Record, move: int) -> Facts:
        striker = before.unit
        struck = before.places.index(move >> 4)
        after = _copy(before)
        self.game.play(after, move)
        damage, falls = self._losses(before, after, struck)
        returned, lost = self._losses(before, after, striker)
        return (
            ("damage", damage),
            ("falls", falls),
            ("left", str(after.fighters[struck])),
            ("returned", returned),
            ("lost", lost),
        )

    def _losses(self, before: Record, after: Record, unit: int) -> tuple[str, str]:
        """The number of hit points and how many fighters a unit has lost."""
        life, fallen = KINDS[unit >> 1].life, before.fighters[unit] - after.fighters[unit]
        twentieths = fallen * life + after.remainders[unit] - before.remainders[unit]
        return f"{twentieths / 20:.10g}", str(fallen)

    def inspect(self, state: Record) -> tuple[Inspection, ...]:
        """The state of each unit, the hexes it could go to, and the units it could attack, now or later."""
        units, found, plain = self.game._units(state), [], _plain(state)
        armies = [
            sum(1 << place_of(unit.cell) for unit in units if unit.side == side) for side in (BLUE, RED)
        ]
        free = self._ground & ~(armies[BLUE] | armies[RED])
        for unit in units:
            reach, foes = self._reach(unit, free), armies[1 - unit.side]
            sight = cells_in(foes & self._attacked(unit, reach))
            found.append(Inspection(unit.cell, self._facts_of(plain, unit), cells_in(reach), sight))
        return tuple(found)

    def _reach(self, unit: Unit, free: int) -> int:
        """The hexes among those that are free to which a unit can move; see `Lput.reach_of`."""
        place = place_of(unit.cell)
        if unit.number >> 1 == FLYER:
            return self._in_flight[place] & free
        return on_foot(place, free, 2 * unit.kind.speed)

    def _attacked(self, unit: Unit, reach: int) -> int:
        """The hexes that a unit which can go to `reach` can attack."""
        place = place_of(unit.cell)
        return self._in_sight[place] if unit.number >> 1 == ARCHER else around(reach | 1 << place)

    @cached_property
    def _ground(self) -> int:
        """The hexes that units can stand on."""
        return as_number(self.game.ground)

    @cached_property
    def _in_flight(self) -> list[int]:
        """The hexes that a flyer can reach from each place."""
        return [as_number(hexes) for hexes in self.game.in_flight]

    @cached_property
    def _in_sight(self) -> list[int]:
        """The hexes that an archer sees from each place."""
        return [as_number(hexes) for hexes in self.game.in_sight]

    def _facts_of(self, plain: Record, unit: Unit) -> Facts:
        """A unit's numbers, as they are where it stands, and what it has done, as keys without values."""
        kind = unit.kind
        done = [_DONE[flag] for flag in unit.flags]
        return (
            ("unit", kind.name),
            ("fighters", str(unit.fighters)),
            ("hit_points", f"{kind.hit_points - unit.remainder / 20:.10g}/{kind.hit_points}"),
            ("attack", str(self.game.attack_of(plain, unit.number))),
            ("defence", str(self.game.defence_of(plain, unit.number))),
            ("strength", str(kind.strength)),
            ("speed", str(kind.speed)),
            *((key, "") for key in (*(["acts"] if unit.number == plain.unit else []), *done)),
        )

    def staging(self, state: Record) -> Staging:
        if state.unit < 0:
            return Staging()
        return Staging(cell_of(int(state.places[state.unit])), carries=1, may_vanish=True)

    def status(self, state: Record) -> Facts:
        """The round."""
        return (("round", f"{min(int(state.this_round), self.game.rounds)}/{self.game.rounds}"),)

    def move_cells(self, move: int) -> tuple[int, ...]:
        return self.game.cells_of_move(move)

    def steps_of_moves(
        self, state: Record, moves: Sequence[int], texts: Sequence[str]
    ) -> list[tuple[Step, ...]]:
        """As in every game, but without reading the texts; an attack from its own hex leaves that out."""
        own = cell_of(int(state.places[state.unit]))
        return [
            tuple([cell for cell in self.game.cells_of_move(move) if cell != own]) or (text,)
            for move, text in zip(moves, texts, strict=True)
        ]

    def reason(self, state: Record) -> Ending:
        for side, name in enumerate(self.game.sides):
            if not self.game.has_units(state, side):
                return Ending("no_piece", f"{name} has no unit left")
        return Ending("quiet", "no damage was done for too long")


def _plain(state: Record) -> Record:
    """A state of Python's numbers and lists, on which the rules are several times as fast in plain Python."""
    return SimpleNamespace(**{name: state[name].tolist() for name in state.dtype.names})


def _copy(plain: Record) -> Record:
    """A copy of a plain state."""
    fields = vars(plain).items()
    return SimpleNamespace(**{name: value[:] if isinstance(value, list) else value for name, value in fields})
