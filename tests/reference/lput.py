"""Reference for lput.

Doubts in the rules text, and what is done here:

* "The defending bonus lasts until that unit makes any move other than `wait`": it ends when that
  move begins, so a unit that defended and now attacks is struck back without the bonus. It lasts
  into later rounds. `defend` gives it anew; two do not add up.
* "Movement points": a hex may be entered with no points left, and passing a hex with an own unit
  is forbidden as well as ending there. "Another hex" excludes the hex the unit stands on.
* "Speed 8" and "pays 1 for every hex" let the flyer reach every hex at a distance of up to 8 on
  which it can stand; a shortest way that stays on the board always exists.
* "Attacks any enemy in sight, adjacent or not": an adjacent enemy is always in sight, since the
  line to it has only its two ends. The archer has no move such as `c4xd5`.
* A unit that is struck back does not strike back in its turn. A unit that strikes back, and kills,
  has struck back. Every attack does damage, since 20 + r - k is positive for all units.
* The dead: only the number of fighters counts, so the remainder of a unit that dies is forgotten.
* "A won one keeps round and flags as the last blow left them": the unit whose move won has acted,
  so it has the flag x and has lost d. The round is not completed, even if all have acted.
* "The last `quiet` complete rounds saw no damage": a draw when `quiet` rounds or more lie between
  the last one with damage (0 if none) and the present one; so `quiet` = 10 and no blow at all is a
  draw after round 10. `rounds` and `quiet` below 1 are refused.
* "margin": L-put has no score, so it is the outcome.
* A text must be of one piece: rows and units agree, units are in the written order, hexes can be
  stood on, numbers can arise (1 to 16 fighters, a remainder below 20 times the hit points), flags
  are in order, and UNIT is who acts next by the flags. Whether the units could have got there, or
  acted in that order, is not asked. A round after `rounds` can only be that of a draw.
  A drawn position can have no flags but d and no damage in the round that was not begun.
* A text without any unit, or with units that have all acted, is refused.
* The side of a finished game means nothing; it is 0.

The evaluations, and how their description is read:

* `health` is in twentieths of a hit point, as the rules say, and therefore whole.
* `damage` is in twentieths too, and a Fraction. Every unit deals its K to a defender whose k is the
  mean of the enemies' k and whose j is 0, for no one in particular is struck. "The damage formula"
  has the attack with its bonus on a road and the defence with all that changes it, so both are
  taken as the units stand; `damage(as_they_stand=False)` takes the numbers of the table instead.
  A side without enemies is measured against a defence of 0.
* `position` is what breaks ties: the mean distance of red's units from the centre less that of
  blue's, so more is better for blue; 0 when a side has no units. The centre of the board, which is
  that of its point symmetry, lies in the middle of the edge between h6 and h7. The distance from it
  in steps is half the sum of those to h6 and h7, which is also what the distance formula gives when
  it is applied to the point itself.
* `health_position` and `damage_position` are pairs to be compared from the left: the first decides,
  the second breaks ties and only ties.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cache, cached_property

from .common import EMPTY, LETTERS, Cell, cell_name, read_row, split_fields, split_rows, write_row

WIDTH = 15
HEIGHT = 12

MAP = """\
. . . . . . . ~ . . . . . . .
. . . . . . . ~ . . . . # . .
. . . . # . . - . . . . # . .
. . . . # . . ~ . . . . # . .
. . . . . . . ~ . . . . . . .
= = = = = = = = . . . . . . .
. . . . . . . = = = = = = = =
. . . . . . . ~ . . . . . . .
. . # . . . . ~ . . # . . . .
. . # . . . . - . . # . . . .
. . # . . . . ~ . . . . . . .
. . . . . . . ~ . . . . . . .
"""
GRASS, ROAD, SHALLOW, DEEP, CRAG = ".", "=", "-", "~", "#"
HALF_POINTS = {GRASS: 2, ROAD: 1, SHALLOW: 4}
"""What it costs to leave a hex, in halves of a movement point."""

TERRAIN: dict[Cell, str] = {
    (column, row): terrain
    for row, line in enumerate(MAP.splitlines())
    for column, terrain in enumerate(line.split())
}

SIDES = 2
BLUE = 0
FIGHTERS = 16


@dataclass(frozen=True)
class Kind:
    """One line of the table of units."""

    attack: int
    defence: int
    strength: int
    hit_points: int
    speed: int
    initiative: int


KINDS = {
    "P": Kind(10, 16, 8, 108, 3, 3),
    "S": Kind(14, 10, 10, 98, 3, 4),
    "K": Kind(10, 4, 12, 128, 5, 2),
    "A": Kind(8, 4, 12, 90, 4, 1),
    "F": Kind(10, 10, 10, 100, 8, 6),
}
WRITTEN_ORDER = "FSKPA"
START = {"F": ("a1", "o12"), "S": ("a2", "o11"), "K": ("a3", "o10"), "P": ("a9", "o4"), "A": ("a11", "o2")}
FLAGS = "wrdx"


def cell_of(name: str) -> Cell:
    """Read the name of a hex."""
    return LETTERS.index(name[0]), int(name[1:]) - 1


Cube = tuple[int, int, int]


def cube_of(cell: Cell) -> Cube:
    """Return the three coordinates of a hex, whose sum is 0."""
    column, row = cell
    x = column - row // 2
    return x, row, -x - row


def cell_at(cube: Cube) -> Cell:
    """Return the hex with these coordinates; it may lie outside the board."""
    x, row, _ = cube
    return x + row // 2, row


@cache
def distance(one: Cell, other: Cell) -> int:
    """Return the number of steps from hex to hex between two hexes."""
    return max(abs(a - b) for a, b in zip(cube_of(one), cube_of(other), strict=True))


@cache
def neighbours(cell: Cell) -> list[Cell]:
    """Return the hexes on the board next to `cell`."""
    return [other for other in TERRAIN if distance(cell, other) == 1]


@cache
def walkable_neighbours(cell: Cell) -> list[Cell]:
    """Return the hexes next to `cell` that a unit on foot can enter."""
    return [other for other in neighbours(cell) if TERRAIN[other] in HALF_POINTS]


@cache
def flyer_targets(cell: Cell) -> list[Cell]:
    """Return the hexes to which a flyer on `cell` can fly if no unit is there."""
    speed = KINDS["F"].speed
    return [
        other for other in TERRAIN if 1 <= distance(cell, other) <= speed and TERRAIN[other] in HALF_POINTS
    ]


E_PARTS = 1000
"""The small number e that breaks the ties of lines is one part in so many."""


def nearest(number: int, parts: int) -> int:
    """Round number / parts to the nearest integer; it is never half way between two."""
    assert 2 * number % (2 * parts) != parts
    return (2 * number + parts) // (2 * parts)


def round_cube(point: Cube, parts: int) -> Cube:
    """Round a point, given in as many parts of a hex, to the coordinates of a hex."""
    rounded = [nearest(number, parts) for number in point]
    errors = [abs(near * parts - number) for near, number in zip(rounded, point, strict=True)]
    worst = errors.index(max(errors))
    if sum(rounded) != 0:
        assert errors.count(max(errors)) == 1
        rounded[worst] -= sum(rounded)
    x, y, z = rounded
    return x, y, z


def line(start: Cell, end: Cell, sign: int, e_parts: int = E_PARTS) -> list[Cell]:
    """Return the hexes on the line between two hexes, both ends moved by sign * (e, 2e, -3e)."""
    steps = distance(start, end)
    # All coordinates are multiplied by steps * e_parts, which makes them integers.
    shift = [sign * steps, 2 * sign * steps, -3 * sign * steps]
    cells = []
    for i in range(steps + 1):
        x, y, z = (
            (a * (steps - i) + b * i) * e_parts + moved
            for a, b, moved in zip(cube_of(start), cube_of(end), shift, strict=True)
        )
        cells.append(cell_at(round_cube((x, y, z), steps * e_parts)))
    return cells


@cache
def sees(start: Cell, end: Cell) -> bool:
    """Tell whether `end` is seen from `start`, another hex."""
    return any(
        all(cell in TERRAIN and TERRAIN[cell] != CRAG for cell in line(start, end, sign)) for sign in (1, -1)
    )


@cache
def distance_from_centre(cell: Cell) -> Fraction:
    """Return the distance of a hex from the point in the middle between h6 and h7."""
    return Fraction(distance(cell, cell_of("h6")) + distance(cell, cell_of("h7")), 2)


def mean(numbers: Iterable[int | Fraction]) -> Fraction:
    """Return the mean, 0 of no numbers."""
    values = list(numbers)
    if not values:
        return Fraction(0)
    return Fraction(sum(values)) / len(values)


@dataclass(frozen=True)
class Unit:
    """A living unit, or for a moment one that has just died."""

    letter: str
    side: int
    cell: Cell
    fighters: int = FIGHTERS
    remainder: int = 0
    waited: bool = False
    struck_back: bool = False
    defending: bool = False
    acted: bool = False

    @classmethod
    def parse(cls, text: str) -> "Unit":
        """Read a unit such as `F:a1:16:0:-`; the letter's case is its side."""
        match = re.fullmatch(
            r"([FSKPA]):([A-O])([1-9]|1[0-2]):([1-9]|1[0-6]):(0|[1-9][0-9]*):(-|(?=[WRDX])W?R?D?X?)",
            text.upper(),
        )
        if not match or not text.isascii():
            raise ValueError(f"unit {text!r}: expected letter:hex:fighters:remainder:flags")
        letter, column, row, fighters, remainder, flags = match.groups()
        cell = cell_of(column.lower() + row)
        if TERRAIN[cell] not in HALF_POINTS:
            raise ValueError(f"unit {text!r}: no unit can stand there")
        if int(remainder) >= 20 * KINDS[letter].hit_points:
            raise ValueError(f"unit {text!r}: the remainder is too large")
        return cls(
            letter,
            0 if text[0] == letter else 1,
            cell,
            int(fighters),
            int(remainder),
            *(flag.upper() in flags for flag in FLAGS),
        )

    @property
    def kind(self) -> Kind:
        """The unit's line of the table."""
        return KINDS[self.letter]

    @property
    def name(self) -> str:
        """The letter, upper case for blue and lower case for red."""
        return self.letter if self.side == BLUE else self.letter.lower()

    def text(self) -> str:
        """Write the unit for the position text."""
        have = (self.waited, self.struck_back, self.defending, self.acted)
        flags = "".join(flag for flag, has in zip(FLAGS, have, strict=True) if has)
        return f"{self.name}:{cell_name(self.cell)}:{self.fighters}:{self.remainder}:{flags or '-'}"

    @property
    def ground(self) -> str | None:
        """The terrain in which the unit fights; a flyer fights in none."""
        return None if self.letter == "F" else TERRAIN[self.cell]

    @property
    def attack(self) -> int:
        """The r of the damage formula."""
        return self.kind.attack + (1 if self.ground == ROAD else 0)

    @property
    def defence(self) -> int:
        """The k of the damage formula."""
        defence = self.kind.defence
        if self.ground == SHALLOW:
            defence -= 1
        if self.defending:
            defence += 1
        if self.struck_back:
            defence -= 1
        return defence


def strike(striker: Unit, struck: Unit) -> Unit:
    """Return the struck unit after the blow; it is dead if it has no fighters."""
    damage = striker.fighters * striker.kind.strength * (20 + striker.attack - struck.defence)
    deaths, remainder = divmod(damage + struck.remainder, 20 * struck.kind.hit_points)
    return replace(struck, fighters=max(0, struck.fighters - deaths), remainder=remainder)


def fight(attacker: Unit, attacked: Unit) -> tuple[Unit, Unit]:
    """Return both units after an attack and the blow that may answer it."""
    attacked = strike(attacker, attacked)
    archers = "A" in (attacker.letter, attacked.letter)
    if attacked.fighters > 0 and not attacked.struck_back and not archers:
        attacker = strike(attacked, attacker)
        attacked = replace(attacked, struck_back=True)
    return attacker, attacked


def place_in_writing(unit: Unit) -> tuple[int, int]:
    """Return by what the units of a position are sorted."""
    return unit.side, WRITTEN_ORDER.index(unit.letter)


@dataclass(frozen=True)
class Lput:
    """A position. The living units are in the order in which they are written."""

    units: tuple[Unit, ...]
    round: int
    last_damage: int
    """The last round in which damage was done, 0 if none."""
    rounds: int = 60
    quiet: int = 10

    def __post_init__(self) -> None:
        if self.rounds < 1 or self.quiet < 1:
            raise ValueError("rounds and quiet must be at least 1")

    @classmethod
    def start(cls, rounds: int = 60, quiet: int = 10) -> "Lput":
        """Return the first position, in which blue's flyer acts."""
        units = [
            Unit(letter, side, cell_of(START[letter][side]))
            for side in range(SIDES)
            for letter in WRITTEN_ORDER
        ]
        return cls(tuple(units), 1, 0, rounds, quiet)

    @classmethod
    def parse(cls, text: str, rounds: int = 60, quiet: int = 10) -> "Lput":
        """Read a position text: the rows, the round, who acts, the last damage, the units."""
        rows, round_text, actor, last, units_text = split_fields(text, 5)
        if not re.fullmatch("[1-9][0-9]*", round_text):
            raise ValueError(f"{text!r}: the second field must be the round")
        if not re.fullmatch("0|[1-9][0-9]*", last) or int(last) > int(round_text):
            raise ValueError(f"{text!r}: the fourth field must be a round up to the present one")
        units = tuple(Unit.parse(part) for part in units_text.split(","))
        places = [place_in_writing(unit) for unit in units]
        if places != sorted(set(places)):
            raise ValueError(f"{text!r}: expected blue's units, then red's, in the order {WRITTEN_ORDER}")
        board = {}
        for row, row_text in enumerate(split_rows(rows, HEIGHT)):
            contents = read_row(row_text, WRITTEN_ORDER + WRITTEN_ORDER.lower(), WIDTH)
            for column, content in enumerate(contents):
                if content != EMPTY:
                    board[column, row] = content
        if len(board) != len(units) or any(board.get(unit.cell) != unit.name for unit in units):
            raise ValueError(f"{text!r}: the rows and the units do not agree")

        position = cls(units, int(round_text), int(last), rounds, quiet)
        if position.drawn:
            fresh = not any(unit.waited or unit.struck_back or unit.acted for unit in units)
            if position.round > rounds + 1 or not fresh or position.last_damage == position.round:
                raise ValueError(f"{text!r}: this is drawn, but not as a draw is written")
        elif position.round > rounds:
            raise ValueError(f"{text!r}: the game has only {rounds} rounds")
        if not position.over and all(unit.acted for unit in units):
            raise ValueError(f"{text!r}: no unit is left to act")
        if actor != position.actor_name:
            raise ValueError(f"{text!r}: the unit to act is {position.actor_name!r}")
        return position

    def text(self) -> str:
        """Write the position text."""
        board = {unit.cell: unit.name for unit in self.units}
        rows = [
            write_row([board.get((column, row), EMPTY) for column in range(WIDTH)]) for row in range(HEIGHT)
        ]
        units = ",".join(unit.text() for unit in self.units)
        return f"{'/'.join(rows)} {self.round} {self.actor_name} {self.last_damage} {units}"

    def army(self, side: int) -> list[Unit]:
        """Return the units of a side."""
        return [unit for unit in self.units if unit.side == side]

    @property
    def won(self) -> bool:
        """Whether a side has no units left."""
        return not self.army(0) or not self.army(1)

    @property
    def drawn(self) -> bool:
        """Whether the complete rounds make a draw."""
        complete = self.round - 1
        return not self.won and (complete >= self.rounds or complete - self.last_damage >= self.quiet)

    @cached_property
    def over(self) -> bool:
        """Whether the game is over."""
        return self.won or self.drawn

    @property
    def order(self) -> list[Unit]:
        """All living units in the order of the round."""
        first = 0 if self.round % 2 == 1 else 1
        return sorted(self.units, key=lambda unit: (-unit.kind.initiative, unit.side != first))

    @cached_property
    def actor(self) -> Unit | None:
        """The unit to act; none when the game is over."""
        if self.over:
            return None
        for unit in self.order:
            if not unit.acted and not unit.waited:
                return unit
        for unit in reversed(self.order):
            if not unit.acted:
                return unit
        raise AssertionError("a round is completed by the last move in it")

    @property
    def actor_name(self) -> str:
        """The letter of the unit to act, `-` when the game is over."""
        return self.actor.name if self.actor else "-"

    @property
    def side(self) -> int:
        """The side of the unit to act; 0 when the game is over."""
        return self.actor.side if self.actor else 0

    def targets(self, unit: Unit) -> list[Cell]:
        """Return the hexes to which a unit can move."""
        occupied = {other.cell for other in self.units}
        if unit.letter == "F":
            return [cell for cell in flyer_targets(unit.cell) if cell not in occupied]
        # The most half points that can be left on every hex reached. A hex is looked at again
        # whenever a better way to it is found.
        left = {unit.cell: 2 * unit.kind.speed}
        to_leave = [unit.cell]
        for cell in to_leave:
            after = left[cell] - HALF_POINTS[TERRAIN[cell]]
            if after < 0:
                continue
            for near in walkable_neighbours(cell):
                if near not in occupied and after > left.get(near, -1):
                    left[near] = after
                    to_leave.append(near)
        return [cell for cell in left if cell != unit.cell]

    @cached_property
    def legal(self) -> list[str]:
        """The legal moves."""
        actor = self.actor
        if actor is None:
            return []
        moves = ["defend"] if actor.waited else ["defend", "wait"]
        enemies = [unit.cell for unit in self.army(1 - actor.side)]
        for enemy in enemies:
            if sees(actor.cell, enemy) if actor.letter == "A" else distance(actor.cell, enemy) == 1:
                moves.append(f"x{cell_name(enemy)}")
        for target in self.targets(actor):
            moves.append(cell_name(target))
            if actor.letter != "A":
                for enemy in enemies:
                    if distance(target, enemy) == 1:
                        moves.append(f"{cell_name(target)}x{cell_name(enemy)}")
        return moves

    def moves(self) -> list[str]:
        """Return the legal moves."""
        return list(self.legal)

    def play(self, move: str) -> "Lput":
        """Return the position after a move."""
        name = move.strip().lower()
        if name not in self.legal or self.actor is None:
            raise ValueError(f"{move!r} is not legal in {self.text()!r}")
        actor = self.actor
        others = [unit for unit in self.units if unit != actor]
        last_damage = self.last_damage
        if name == "wait":
            actor = replace(actor, waited=True)
        elif name == "defend":
            actor = replace(actor, acted=True, defending=True)
        else:
            target, attack, enemy_name = name.partition("x")
            actor = replace(actor, acted=True, defending=False)
            if target:
                actor = replace(actor, cell=cell_of(target))
            if attack:
                (enemy,) = (unit for unit in others if unit.cell == cell_of(enemy_name))
                others.remove(enemy)
                actor, enemy = fight(actor, enemy)
                others.append(enemy)
                last_damage = self.round

        living = [unit for unit in [*others, actor] if unit.fighters > 0]
        living.sort(key=place_in_writing)
        after = replace(self, units=tuple(living), last_damage=last_damage)
        if not after.won and all(unit.acted for unit in living):
            rested = [replace(unit, waited=False, struck_back=False, acted=False) for unit in living]
            after = replace(after, units=tuple(rested), round=self.round + 1)
        return after

    @property
    def outcome(self) -> int:
        """+1 if blue has won, -1 if red has, 0 for a draw."""
        if not self.over:
            raise ValueError("the game is not over")
        if self.drawn:
            return 0
        return 1 if self.army(0) else -1

    @property
    def margin(self) -> int:
        """The outcome."""
        return self.outcome

    def health(self) -> int:
        """What blue's units can still suffer, less what red's can, in twentieths of a hit point."""
        return sum(
            (1 if unit.side == BLUE else -1) * (20 * unit.kind.hit_points * unit.fighters - unit.remainder)
            for unit in self.units
        )

    def damage(self, as_they_stand: bool = True) -> Fraction:
        """What blue's units deal to a mean enemy, less what red's do, in twentieths of a hit point."""
        total = Fraction(0)
        for side in range(SIDES):
            enemies = self.army(1 - side)
            defence = mean(enemy.defence if as_they_stand else enemy.kind.defence for enemy in enemies)
            for unit in self.army(side):
                attack = unit.attack if as_they_stand else unit.kind.attack
                dealt = unit.fighters * unit.kind.strength * (20 + attack - defence)
                total += dealt if side == BLUE else -dealt
        return total

    def position(self) -> Fraction:
        """How much nearer to the centre blue's units are than red's, in steps on average."""
        if self.won:
            return Fraction(0)
        blue, red = (
            mean(distance_from_centre(unit.cell) for unit in self.army(side)) for side in range(SIDES)
        )
        return red - blue

    def health_position(self) -> tuple[int, Fraction]:
        """Return the health, and what breaks its ties."""
        return self.health(), self.position()

    def damage_position(self, as_they_stand: bool = True) -> tuple[Fraction, Fraction]:
        """Return the damage, and what breaks its ties."""
        return self.damage(as_they_stand), self.position()
