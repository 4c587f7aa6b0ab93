"""L-put: two armies of five units on a map of hexes.

Layout. `lput_map.py` shows how hexes are numbered as places, `lput_units.py` how units are. A move is
16 * place + how, or DEFEND, or WAIT:

    how      0 .. 7      attack the unit on the place from its neighbour, place + STEPS[how]
             SHOOT = 8   attack the unit on the place from afar
             GO = 9      go to the place
"""

from __future__ import annotations

from typing import Annotated, Final

import numpy as np

from nupp.games.lput.notation import UnitNotation
from nupp.games.lput.terrain import (
    BOARD,
    EMPTY,
    GRASS,
    NOWHERE,
    PLACES,
    ROAD,
    SHALLOW,
    STEPS,
    Hexes,
    cell_of,
    common,
    count,
    distance_table,
    hex_at,
    hexes_around,
    is_empty,
    nth_place,
    place_of,
    row_of,
    sight_table,
    terrain_hexes,
    terrain_table,
    union,
    without,
    write_places,
)
from nupp.games.lput.units import (
    ARCHER,
    BLUE,
    BLUE_UNITS,
    FIGHTERS,
    FLAGS,
    FLYER,
    KINDS,
    LETTERS,
    LISTED,
    RED,
    UNITS,
    Unit,
    check_rows,
    highest_unit,
    in_order,
    lowest_unit,
    parse_units,
)
from nupp.kernel import Generator, Record, below, record_dtype
from nupp.rules import register
from nupp.rules.basics import NO_MOVE, Kinds, Moves
from nupp.rules.contract import Game
from nupp.rules.notation import format_rows, parse_count, split_fields
from nupp.spec import Between

NOBODY: Final = -1

SHOOT, GO = len(STEPS), len(STEPS) + 1
DEFEND: Final = 16 * PLACES
WAIT: Final = DEFEND + 1

_STARTS = ("a1", "a2", "a9", "a3", "a11")  # blue's, in the order of KINDS; red's lie opposite


@register
class Lput(Game):
    """L-put (source: "Creating an Artificial Intelligence for a Turn-Based Strategy Game L-put", 2017).

    **Rules.** Blue and red each have a flyer, a swordsman, a pikeman, a knight and an archer, units of 16
    fighters. In every round each unit acts once, in the order of the table; of two equal units blue's is
    the first in odd rounds and red's in even ones. To act is to

    - *move* to another hex and, if one likes, attack an enemy next to it; or *attack* without moving;
    - *defend*, which raises its defence by 1 until it makes another move than to wait; or
    - *wait*, once a round, to act after all others; those that wait act in the reverse order.

    | unit | attack | defence | strength | hit points | speed |
    |---|---|---|---|---|---|
    | flyer F | 10 | 10 | 10 | 100 | 8 |
    | swordsman S | 14 | 10 | 10 | 98 | 3 |
    | pikeman P | 10 | 16 | 8 | 108 | 3 |
    | knight K | 10 | 4 | 12 | 128 | 5 |
    | archer A | 8 | 4 | 12 | 90 | 4 |

    To leave a hex takes 1 point of speed on grass, 1/2 on a road, 2 in shallow water; deep water, crags and
    other units are in the way. The flyer pays 1 for every hex and flies over everything, but lands neither
    on deep water or a crag nor on a unit; terrain means nothing to it in a fight either. The archer moves or
    attacks; it attacks any enemy in sight, where only crags hide what is behind them.

    An attack does `fighters * strength * (20 + attack - defence) / 20` hit points of damage. The striker's
    attack is 1 higher on a road; the struck one's defence is 1 lower in shallow water, 1 higher while it
    defends, and 1 lower from when it strikes back until the end of the round. Damage that does not kill a
    fighter is carried over. A unit that survives an attack strikes back at once, once a round, unless
    either is an archer.

    A side without units loses. The game is drawn at the end of round `rounds`, or when no damage was
    done in the last `quiet` complete rounds.

    **Notation.** Columns a to o from the left, rows 1 to 12 from the *top*. Moves: `c4` (move), `c4xd5` (move
    and attack), `xd5` (attack), `defend`, `wait`. A map in letters shows grass as `.`, roads as `=`, shallow
    water as `-`, deep water as `~` and crags as `#`. A position is

    - the rows from the top, blue's units in upper case, red's in lower case;
    - the round, the unit to act (`-` if the game is over), the last round in which damage was done;
    - the units as `letter:hex:fighters:remainder:flags`, blue's before red's, F S K P A, joined by commas.
      The remainder is the damage carried over, in twentieths of a hit point. Flags: w has waited this round,
      r has struck back this round, d defends, x has acted this round; `-` for none.

    **State.** The place, the fighters and the remainder of each unit (NOWHERE, 0 and 0 if it has fallen);
    the sets of living units and of those with each flag; the round, the last one with damage, and the unit to
    act (NOBODY if the game is over). Half a turn of the map exchanges the sides but not who is first in a
    round, so it is no symmetry of the game.
    """

    board = BOARD
    name = "lput"
    sides = ("blue", "red")
    notation = UnitNotation(
        "([a-o](1[0-2]|[1-9]))?x[a-o](1[0-2]|[1-9])|[a-o](1[0-2]|[1-9])|defend|wait",
        "a move such as c4, c4xd5 or xd5, or defend, or wait",
    )
    kinds = Kinds(
        4 * len(KINDS),
        turned=True,
        names=tuple(
            f"{kind.name}, {acted}, {left} half its fighters left"
            for kind in KINDS
            for acted in ("yet to act", "has acted")
            for left in ("at most", "more than")
        ),
    )

    def __init__(
        self,
        rounds: Annotated[int, Between(1, 10_000), "rounds after which the game is drawn"] = 60,
        quiet: Annotated[int, Between(1, 10_000), "rounds without damage that draw the game"] = 10,
    ) -> None:
        self.rounds, self.quiet = rounds, quiet
        self.last_cell = len(BOARD) - 1
        starts = [BOARD.cell(hex_name) for hex_name in _STARTS]
        self.starts = np.array([place_of(cell) for blue in starts for cell in (blue, len(BOARD) - 1 - blue)])
        self.strength = np.array([kind.strength for kind in KINDS])
        self.life = np.array([kind.life for kind in KINDS])
        self.points = np.array([2 * kind.speed for kind in KINDS])  # half points of speed
        self.attack = np.array([[kind.attack] * 5 for kind in KINDS])  # by kind and terrain, as the next
        self.defence = np.array([[kind.defence] * 5 for kind in KINDS])
        self.attack[FLYER + 1 :, ROAD] += 1
        self.defence[FLYER + 1 :, SHALLOW] -= 1
        self.terrain = terrain_table()
        self.grass, self.road, self.shallow = (terrain_hexes(kind) for kind in (GRASS, ROAD, SHALLOW))
        self.ground = terrain_hexes(GRASS, ROAD, SHALLOW)
        self.steps = np.array(STEPS)
        self.step_index = np.array([STEPS.index(step) if step in STEPS else 0 for step in range(-17, 18)])
        self.adjacent, self.in_flight = distance_table(1), distance_table(KINDS[FLYER].speed)
        self.in_sight = sight_table()
        # A flyer goes to any hex but its own, and each enemy may be attacked from six sides.
        self.max_moves = len(BOARD) - 1 + 6 * len(KINDS) + 2
        self.move_classes = WAIT + 1
        self.State = record_dtype(
            ("remainders", np.int16, (UNITS,)),
            ("alive", np.int16),
            ("waited", np.int16),
            ("struck_back", np.int16),
            ("defending", np.int16),
            ("acted", np.int16),
            ("this_round", np.int16),
            ("last_damage", np.int16),
            ("places", np.uint8, (UNITS,)),
            ("fighters", np.int8, (UNITS,)),
            ("unit", np.int8),
        )

    # ---- rules ---------------------------------------------------------------------------------

    def start(self, state: Record) -> None:
        for unit in range(UNITS):
            state.places[unit] = self.starts[unit]
            state.fighters[unit] = FIGHTERS
        state.alive = (1 << UNITS) - 1
        state.this_round = 1

    def legal_moves(self, state: Record, moves: Moves) -> int:
        if state.unit < 0:
            return 0
        reach = self.reach(state)
        n = self.write_attacks(state, reach, moves)
        n = self.write_steps(reach, moves, n)
        moves[n] = DEFEND
        moves[n + 1] = WAIT
        return n + 1 + self.may_wait(state)

    def play(self, state: Record, move: int) -> None:
        unit = int(state.unit)
        if move == WAIT:
            state.waited |= 1 << unit
        else:
            state.acted |= 1 << unit
            state.defending &= ~(1 << unit)
            if move == DEFEND:
                state.defending |= 1 << unit
            else:
                self.carry_out(state, unit, move >> 4, move & 15)
        self.pass_turn(state)

    def to_move(self, state: Record) -> int:
        return int(state.unit) & 1 if state.unit >= 0 else BLUE

    def outcome(self, state: Record) -> int:
        return int(self.has_units(state, BLUE)) - int(self.has_units(state, RED))

    def count_moves(self, state: Record, moves: Moves) -> int:
        if state.unit < 0:
            return 0
        reach = self.reach(state)
        return self.count_attacks(state, reach) + count(reach) + 1 + self.may_wait(state)

    def random_move(self, state: Record, moves: Moves, rng: Generator) -> int:
        if state.unit < 0:
            return NO_MOVE
        reach = self.reach(state)
        attacks, steps = self.count_attacks(state, reach), count(reach)
        index = below(rng, attacks + steps + 1 + self.may_wait(state))
        if index < attacks:
            return self.nth_attack(state, reach, index)
        index -= attacks
        return 16 * nth_place(reach, index) + GO if index < steps else DEFEND + index - steps

    def forcing_moves(self, state: Record, moves: Moves) -> int:
        """The attacks."""
        return 0 if state.unit < 0 else self.write_attacks(state, self.reach(state), moves)

    def contents(self, state: Record, found: Moves) -> int:
        """Units by kind, by whether they have acted in this round and more than half is left."""
        side, n = self.to_move(state), 0
        for unit in range(UNITS):
            place, fighters = int(state.places[unit]), int(state.fighters[unit])
            cell = place - place // 16
            acted = int(state.acted) >> unit & 1
            kind = 1 + 4 * (unit >> 1) + 2 * acted + (2 * fighters > FIGHTERS)
            if (unit & 1) != side:
                kind += self.kinds.pieces
            found[n] = self.kinds.values * (self.last_cell - cell if side == RED else cell) + kind
            n += fighters > 0
        return n

    # ---- the order of a round --------------------------------------------------------------------

    def pass_turn(self, state: Record) -> None:
        """Find the unit to act next, in a new round if this one is complete; NOBODY if the game is over."""
        state.unit = NOBODY
        if self.has_units(state, BLUE) and self.has_units(state, RED):
            if state.alive == state.acted:
                state.this_round += 1
                state.waited = state.struck_back = state.acted = 0
            if not self.is_drawn(state):
                state.unit = self.unit_due(state)

    def unit_due(self, state: Record) -> int:
        """The unit whose turn it is by the flags, if there is one that has not acted.

        The first that has neither acted nor waited; if there is none, the last that has waited.
        """
        swapped = 1 - int(state.this_round) % 2
        left = int(state.alive) & ~int(state.acted)
        fresh = left & ~int(state.waited)
        if fresh != 0:
            return lowest_unit(in_order(fresh, swapped)) ^ swapped
        return highest_unit(in_order(left, swapped)) ^ swapped

    def is_drawn(self, state: Record) -> bool:
        """True if the rounds completed so far draw the game, if both sides have units."""
        return self.rounds_left(state) <= 0

    def rounds_left(self, state: Record) -> int:
        """The number of rounds from this one on until the game is drawn if no more damage is done."""
        done = int(state.this_round) - 1
        return min(self.rounds - done, self.quiet - done + int(state.last_damage))

    def has_units(self, state: Record, side: int) -> bool:
        """True if a side has a living unit."""
        return int(state.alive) & (BLUE_UNITS << side) != 0

    def may_wait(self, state: Record) -> int:
        """1 if the unit to act may wait, else 0."""
        return 1 - (int(state.waited) >> int(state.unit) & 1)

    # ---- moving ----------------------------------------------------------------------------------

    def reach(self, state: Record) -> Hexes:
        """The hexes to which the unit to act can move."""
        unit = int(state.unit)
        free = without(self.ground, self.occupied(state))
        return self.reach_of(unit, int(state.places[unit]), free)

    def reach_of(self, unit: int, place: int, free: Hexes) -> Hexes:
        """The free hexes to which a unit at a place can move."""
        if unit >> 1 == FLYER:
            return common(row_of(self.in_flight, place), free)
        return self.walk(place, free, self.points[unit >> 1])

    def occupied(self, state: Record) -> Hexes:
        """The hexes with a unit."""
        return union(self.hexes_of(state, BLUE), self.hexes_of(state, RED))

    def hexes_of(self, state: Record, side: int) -> Hexes:
        """The hexes with a unit of a side (and NOWHERE if one has fallen)."""
        found = EMPTY
        for unit in range(side, UNITS, 2):
            found = union(found, hex_at(int(state.places[unit])))
        return found

    def walk(self, place: int, free: Hexes, points: int) -> Hexes:
        """The free hexes that can be reached on foot with `points` half points.

        Goes through the costs one by one. A hex reached at a cost is left at one that is higher by 1 from
        a road, by 2 from grass, by 4 from shallow water, so it is enough to know what was reached last.
        """
        found, one_less, two_less, three_less, four_less = EMPTY, hex_at(place), EMPTY, EMPTY, EMPTY
        for _ in range(points):
            left = union(common(one_less, self.road), common(two_less, self.grass))
            left = union(left, common(four_less, self.shallow))
            reached = EMPTY
            if not is_empty(left):
                reached = common(hexes_around(left), without(free, found))
                found = union(found, reached)
            one_less, two_less, three_less, four_less = reached, one_less, two_less, three_less
        return found

    # ---- listing moves -----------------------------------------------------------------------------

    def write_steps(self, reach: Hexes, moves: Moves, n: int) -> int:
        """Append the moves to the hexes of a set to `moves[:n]`; returns the new n."""
        end = write_places(reach, moves, n)
        for i in range(n, end):
            moves[i] = 16 * moves[i] + GO
        return end

    def write_attacks(self, state: Record, reach: Hexes, moves: Moves) -> int:
        """Fill `moves[:n]` with the attacks of the unit to act, which can move to `reach`; returns n."""
        unit, n = int(state.unit), 0
        if unit >> 1 == ARCHER:
            n = write_places(self.targets(state, unit), moves, 0)
            for i in range(n):
                moves[i] = 16 * moves[i] + SHOOT
            return n
        stands = union(reach, hex_at(int(state.places[unit])))
        for enemy in range(1 - (unit & 1), UNITS, 2):
            place = int(state.places[enemy])
            end = write_places(common(row_of(self.adjacent, place), stands), moves, n)
            for i in range(n, end):
                moves[i] = self.strike_from(moves[i], place)
            n = end
        return n

    def count_attacks(self, state: Record, reach: Hexes) -> int:
        """The number of attacks of the unit to act, which can move to `reach`."""
        unit = int(state.unit)
        if unit >> 1 == ARCHER:
            return count(self.targets(state, unit))
        stands, n = union(reach, hex_at(int(state.places[unit]))), 0
        for enemy in range(1 - (unit & 1), UNITS, 2):
            n += count(common(row_of(self.adjacent, int(state.places[enemy])), stands))
        return n

    def nth_attack(self, state: Record, reach: Hexes, index: int) -> int:
        """The attack number `index`, from 0; NO_MOVE if there are fewer."""
        unit = int(state.unit)
        if unit >> 1 == ARCHER:
            return 16 * nth_place(self.targets(state, unit), index) + SHOOT
        stands = union(reach, hex_at(int(state.places[unit])))
        for enemy in range(1 - (unit & 1), UNITS, 2):
            place = int(state.places[enemy])
            beside = common(row_of(self.adjacent, place), stands)
            here = count(beside)
            if index < here:
                return self.strike_from(nth_place(beside, index), place)
            index -= here
        return NO_MOVE

    def strike_from(self, stand: int, place: int) -> int:
        """The move to go to a hex, or stay there, and attack the unit on a place next to it."""
        return 16 * place + int(self.step_index[stand - place + 17])

    def targets(self, state: Record, archer: int) -> Hexes:
        """The hexes with an enemy that an archer sees."""
        seen = row_of(self.in_sight, int(state.places[archer]))
        return common(seen, self.hexes_of(state, 1 - (archer & 1)))

    # ---- fighting --------------------------------------------------------------------------------

    def carry_out(self, state: Record, unit: int, place: int, how: int) -> None:
        """Move a unit to a place, or attack there."""
        if how == GO:
            state.places[unit] = place
            return
        if how != SHOOT:
            state.places[unit] = place + self.steps[how]
        enemy = 1 - (unit & 1)
        while state.places[enemy] != place:
            enemy += 2
        self.strike(state, unit, enemy)
        archers = unit >> 1 == ARCHER or enemy >> 1 == ARCHER
        if not archers and (int(state.alive) & ~int(state.struck_back)) >> enemy & 1:
            self.strike(state, enemy, unit)
            state.struck_back |= 1 << enemy

    def strike(self, state: Record, striker: int, struck: int) -> None:
        """One blow, and what it does."""
        damage = self.damage_of(state, striker, struck) + int(state.remainders[struck])
        fighters = int(state.fighters[struck]) - damage // self.life[struck >> 1]
        state.last_damage = state.this_round
        if fighters > 0:
            state.fighters[struck] = fighters
            state.remainders[struck] = damage % self.life[struck >> 1]
        else:
            self.remove(state, struck)

    def damage_of(self, state: Record, striker: int, struck: int) -> int:
        """The damage of a blow, in twentieths of a hit point, where both stand now."""
        return self.damage(
            self.force_of(state, striker), self.attack_of(state, striker), self.defence_of(state, struck)
        )

    def damage(self, force: int, attack: int, defence: int) -> int:
        """The damage of a blow of such force and attack against such a defence, in twentieths."""
        return force * (20 + attack - defence)

    def force_of(self, state: Record, unit: int) -> int:
        """Fighters times strength; 0 of a unit that has fallen."""
        return int(state.fighters[unit]) * int(self.strength[unit >> 1])

    def attack_of(self, state: Record, unit: int) -> int:
        """The attack of a unit where it stands."""
        return int(self.attack[unit >> 1, self.terrain[state.places[unit]]])

    def defence_of(self, state: Record, unit: int) -> int:
        """The defence of a unit where it stands, with what it has done."""
        defence = int(self.defence[unit >> 1, self.terrain[state.places[unit]]])
        return defence + (int(state.defending) >> unit & 1) - (int(state.struck_back) >> unit & 1)

    def remove(self, state: Record, unit: int) -> None:
        """Take a unit from the board, with all that is known of it."""
        others = ~(1 << unit)
        state.alive &= others
        state.waited &= others
        state.struck_back &= others
        state.defending &= others
        state.acted &= others
        state.places[unit] = NOWHERE
        state.fighters[unit] = state.remainders[unit] = 0

    # ---- notation --------------------------------------------------------------------------------

    def cells_of_move(self, move: int) -> tuple[int, ...]:
        """The hex that the unit goes to or strikes from, and then the hex that it attacks.

        None for `defend` and `wait`, and only the target of an archer, which may be anywhere.
        """
        if move >= DEFEND:
            return ()
        place, how = divmod(move, 16)
        if how in (SHOOT, GO):
            return (cell_of(place),)
        return cell_of(place + STEPS[how]), cell_of(place)

    def move_text(self, state: Record, move: int) -> str:
        if move >= DEFEND:
            return "defend" if move == DEFEND else "wait"
        *stand, target = [BOARD.name(cell) for cell in self.cells_of_move(move)]
        if move & 15 == GO:
            return target
        own = BOARD.name(cell_of(int(state.places[state.unit])))
        return f"x{target}" if stand in ([], [own]) else f"{stand[0]}x{target}"

    def format_position(self, state: Record) -> str:
        return self._written(state, self._units(state), "-" if state.unit < 0 else LETTERS[state.unit])

    def _written(self, state: Record, units: list[Unit], due: str) -> str:
        """A position text with the rounds of a state."""
        symbols = ["."] * len(BOARD)
        for unit in units:
            symbols[unit.cell] = unit.letter
        rows = format_rows(symbols, BOARD.rows)
        return f"{rows} {state.this_round} {due} {state.last_damage} {','.join(map(str, units))}"

    def _units(self, state: Record) -> list[Unit]:
        """The living units in the order of position texts."""
        sets = [int(one) for one in (state.waited, state.struck_back, state.defending, state.acted)]
        places, fighters, remainders = (
            row.tolist() for row in (state.places, state.fighters, state.remainders)
        )
        alive = int(state.alive)
        return [
            Unit(
                unit,
                cell_of(places[unit]),
                fighters[unit],
                remainders[unit],
                "".join([flag for flag, units in zip(FLAGS, sets, strict=True) if units >> unit & 1]),
            )
            for unit in LISTED
            if alive >> unit & 1
        ]

    def read_position(self, text: str, state: Record) -> None:
        rows, round_, due, last, listed = split_fields(text, "rows", "round", "unit", "last damage", "units")
        units = parse_units(listed)
        check_rows(rows, units)
        state.this_round = parse_count(round_, "round", self.rounds + 1, low=1)
        latest = min(int(state.this_round), self.rounds)
        state.last_damage = parse_count(last, "last round with damage", latest)
        self._set_units(state, units)
        self._check_turn(state, due)

    def _set_units(self, state: Record, units: list[Unit]) -> None:
        for number in range(UNITS):
            state.places[number] = NOWHERE
        for unit in units:
            state.places[unit.number] = place_of(unit.cell)
            state.fighters[unit.number], state.remainders[unit.number] = unit.fighters, unit.remainder
        state.alive = sum(1 << unit.number for unit in units)
        state.waited, state.struck_back, state.defending, state.acted = (
            sum(1 << unit.number for unit in units if flag in unit.flags) for flag in FLAGS
        )

    def _check_turn(self, state: Record, due: str) -> None:
        """Set the unit to act; ValueError unless it is the one given and the flags agree with it."""
        won, drawn = self._ending(state)
        if won and int(state.this_round) > self.rounds:
            raise ValueError(f"round {state.this_round} of a won game: expected one up to {self.rounds}")
        if drawn and (state.waited or state.struck_back or state.acted):
            raise ValueError("the game is drawn: expected no flags w, r or x")
        if not won and state.acted == state.alive:
            raise ValueError("all units have acted: expected the next round, without flags w, r and x")
        state.unit = NOBODY if won or drawn else self.unit_due(state)
        expected = "-" if won or drawn else LETTERS[state.unit]
        if due != expected:
            why = "the game is over" if won or drawn else "by the round and the flags it is to act"
            raise ValueError(f"unit to act {due!r}: expected {expected}, {why}")

    def _ending(self, state: Record) -> tuple[bool, bool]:
        """True if the game has been won, and whether it is drawn."""
        won = not (self.has_units(state, BLUE) and self.has_units(state, RED))
        return won, not won and self.is_drawn(state)
