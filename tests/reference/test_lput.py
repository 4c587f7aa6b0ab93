"""The reference for L-put against known counts and examples worked by hand."""

import random
from dataclasses import replace
from fractions import Fraction
from itertools import pairwise

import pytest

from .common import Cell, cell_name, play
from .lput import (
    CRAG,
    DEEP,
    HALF_POINTS,
    HEIGHT,
    ROAD,
    SHALLOW,
    TERRAIN,
    WIDTH,
    Lput,
    Unit,
    cell_of,
    distance,
    distance_from_centre,
    line,
    neighbours,
    place_in_writing,
    sees,
)
from .test_reference import perft

START = (
    "F14/S13a/K14/14p/15/15/15/15/P14/14k/A13s/14f 1 F 0 "
    "F:a1:16:0:-,S:a2:16:0:-,K:a3:16:0:-,P:a9:16:0:-,A:a11:16:0:-,"
    "f:o12:16:0:-,s:o11:16:0:-,k:o10:16:0:-,p:o4:16:0:-,a:o2:16:0:-"
)
FULL = ":16:0:-"


def put(units: str, round_: int = 1, last: int = 0, rounds: int = 60, quiet: int = 10) -> Lput:
    """Return a position; units are separated by blanks, and `S:d4` alone is a fresh one."""
    parsed = [Unit.parse(unit if unit.count(":") > 1 else unit + FULL) for unit in units.split()]
    text = Lput(tuple(sorted(parsed, key=place_in_writing)), round_, last, rounds, quiet).text()
    return Lput.parse(text, rounds, quiet)


def units(position: Lput) -> str:
    """Return the units of a position, separated by blanks."""
    return " ".join(unit.text() for unit in position.units)


def actors(position: Lput, moves: str) -> str:
    """Return who makes each of some moves, given as w (wait) and d (defend)."""
    names = ""
    for move in moves:
        names += position.actor_name
        position = position.play({"w": "wait", "d": "defend"}[move])
    return names


def steps(position: Lput) -> set[str]:
    """Return the plain moves to a hex."""
    return {move for move in position.moves() if "x" not in move and move not in ("wait", "defend")}


def attacks(position: Lput) -> set[str]:
    """Return the moves with an attack."""
    return {move for move in position.moves() if "x" in move}


def names(text: str) -> set[str]:
    """Return the words of a text."""
    return set(text.split())


def image(cell: Cell) -> Cell:
    """Turn a hex half way round the centre of the board."""
    return WIDTH - 1 - cell[0], HEIGHT - 1 - cell[1]


class TestBoard:
    def test_terrain(self) -> None:
        assert len(TERRAIN) == 180
        found = {
            kind: " ".join(sorted(cell_name(cell) for cell, terrain in TERRAIN.items() if terrain == kind))
            for kind in (CRAG, DEEP, SHALLOW, ROAD)
        }
        assert names(found[CRAG]) == names("e3 e4 m2 m3 m4 c9 c10 c11 k9 k10")
        assert names(found[DEEP]) == names("h1 h2 h4 h5 h8 h9 h11 h12")
        assert names(found[SHALLOW]) == names("h3 h10")
        assert names(found[ROAD]) == names("a6 b6 c6 d6 e6 f6 g6 h6 h7 i7 j7 k7 l7 m7 n7 o7")

    def test_point_symmetry(self) -> None:
        assert all(TERRAIN[image(cell)] == terrain for cell, terrain in TERRAIN.items())
        by_name = {unit.name: unit.cell for unit in Lput.start().units}
        assert all(by_name[name.lower()] == image(by_name[name]) for name in "FSKPA")

    @pytest.mark.parametrize(
        ("name", "around"),
        [
            ("e5", "d5 f5 d4 e4 d6 e6"),  # an odd row by its name, not shifted
            ("e6", "d6 f6 e5 f5 e7 f7"),  # shifted to the right
            ("a1", "b1 a2"),
            ("a2", "b2 a1 b1 a3 b3"),
            ("a12", "b12 a11 b11"),
            ("o1", "n1 n2 o2"),
            ("o11", "n11 n10 o10 n12 o12"),
            ("o12", "n12 o11"),
        ],
    )
    def test_neighbours(self, name: str, around: str) -> None:
        assert {cell_name(cell) for cell in neighbours(cell_of(name))} == names(around)

    def test_distance_is_the_shortest_way_on_the_board(self) -> None:
        for origin in TERRAIN:
            reached = {origin}
            done = 0
            while len(reached) < len(TERRAIN):
                done += 1
                reached |= {near for cell in reached for near in neighbours(cell)}
                assert reached == {cell for cell in TERRAIN if distance(origin, cell) <= done}
        assert distance(cell_of("a1"), cell_of("o12")) == 20


class TestStart:
    def test_text(self) -> None:
        assert Lput.start().text() == START
        assert Lput.parse(START) == Lput.start()

    def test_counts(self) -> None:
        # 61 hexes lie within 8 steps of a1. Not to be entered: a1 itself, the own a2, a3 and a9,
        # the deep water h1 and h2, the crags e3, e4 and c9. 52 moves, `defend` and `wait`.
        start = Lput.start()
        assert [perft(start, depth, {}) for depth in (1, 2)] == [54, 54 * 54]

    def test_no_attack_in_round_one(self) -> None:
        # Wherever the units may have gone, each in its one move.
        start = Lput.start()
        near = {unit.name: [unit.cell, *start.targets(unit)] for unit in start.units}
        for one in "FSKPA":
            for other in "fskpa":
                assert not any(distance(cell, to) == 1 for cell in near[one] for to in near[other])
        assert not any(sees(cell_of("a11"), cell) for name in "fskpa" for cell in near[name])
        assert not any(sees(cell_of("o2"), cell) for name in "FSKPA" for cell in near[name])

    def test_parameters(self) -> None:
        for rounds, quiet in ((0, 10), (60, 0)):
            with pytest.raises(ValueError, match="at least 1"):
                Lput.start(rounds, quiet)


class TestOrder:
    def test_blue_goes_first_in_odd_rounds(self) -> None:
        assert actors(Lput.start(), "d" * 20) == "FfSsPpKkAa" + "fFsSpPkKaA"

    def test_if_all_wait_the_order_is_reversed(self) -> None:
        assert actors(Lput.start(), "w" * 10 + "d" * 10) == "FfSsPpKkAa" + "aAkKpPsSfF"
        even = actors(Lput.start(), "d" * 10 + "w" * 10 + "d" * 10)
        assert even == "FfSsPpKkAa" + "fFsSpPkKaA" + "AaKkPpSsFf"

    def test_some_wait(self) -> None:
        assert actors(Lput.start(), "wddwddwddd" + "ddd" + "d") == "FfSsPpKkAa" + "KsF" + "f"

    def test_waiting_with_nobody_left_to_act(self) -> None:
        before = play(Lput.start(), *["defend"] * 9)
        assert before.actor_name == "a"
        after = before.play("wait")
        assert (after.actor_name, after.round) == ("a", 1)
        assert after.text().endswith("a:o2:16:0:w")
        assert set(before.moves()) - set(after.moves()) == {"wait"}

    def test_once_a_round(self) -> None:
        waited = play(Lput.start(), *["wait"] * 10)
        assert "wait" not in waited.moves()
        with pytest.raises(ValueError, match="not legal"):
            waited.play("wait")
        acted = waited.play("defend")
        assert acted.text().endswith("a:o2:16:0:wdx")  # the flag w is kept until the round ends
        assert "wait" in play(acted, *["defend"] * 9).moves()

    def test_armies_that_differ(self) -> None:
        position = put("S:a1 A:a2 p:o1 a:o2")
        assert actors(position, "dddd" + "dddd") == "SpAa" + "SpaA"

    def test_side(self) -> None:
        assert Lput.start().side == 0
        assert Lput.start().play("wait").side == 1

    def test_a_unit_that_dies_while_it_waits(self) -> None:
        after = play(put("F:b2 S:b1 f:a1:1:0:- s:o1"), "wait", "wait", "xa1")
        assert units(after) == "F:b2:16:0:w S:b1:16:0:x s:o1:16:0:-"
        assert actors(after, "dd" + "d") == "sF" + "F"

    def test_a_unit_that_dies_before_it_acts(self) -> None:
        after = put("F:b2 f:a1:1:0:- s:o1").play("b1xa1")
        assert (after.actor_name, after.round) == ("s", 1)
        assert actors(after, "dd") == "sF"


class TestMovement:
    def test_grass(self) -> None:
        # Around the crag c11 the pikeman comes to d11 by b12 and c12; c9 and c10 are crags too.
        position = put("P:a12 p:o1")
        assert steps(position) == names("a11 b11 d11 a10 b10 a9 b9 b12 c12 d12")

    def test_half_points_on_the_road(self) -> None:
        # Six road hexes for three points. Leaving f6 costs half a point too, so g5 and g7 are
        # reached with none left; f5 and f7 are reached with half a point, which does not do to
        # leave grass. Of the hexes beyond, d3, e8 and d9 just use up what is left; e3, e4 and c9
        # are crags.
        reached = steps(put("P:a6 p:o1"))
        assert reached == names(
            "a3 b3 c3 d3 a4 b4 c4 d4 a5 b5 c5 d5 e5 f5 g5 b6 c6 d6 e6 f6 g6 "
            "a7 b7 c7 d7 e7 f7 g7 a8 b8 c8 d8 e8 a9 b9 d9"
        )

    def test_onto_the_road(self) -> None:
        # Leaving the grass of d5 costs one point; from d6 or c6 it is four half points more.
        reached = steps(put("P:d5 p:o1"))
        assert names("a6 c6 d6 h6 h7 i6 i7") & reached == names("a6 c6 d6 h6 h7")

    def test_leaving_shallow_water(self) -> None:
        # Two of three points go for leaving the ford, so it is two steps in all.
        position = put("P:h3 p:o12")
        assert steps(position) == names("g3 g2 g4 f3 f2 f4 g1 g5 i3 j3 i2 i4")

    def test_entering_shallow_water(self) -> None:
        # From g3 the ford costs one point, leaving it two; from f3 the last point does not do.
        assert steps(put("P:g3 p:o12")) & names("h3 i3 j3 i2") == {"h3", "i3"}
        assert steps(put("P:f3 p:o12")) & names("h3 i3") == {"h3"}

    def test_the_bridge(self) -> None:
        # Ten half points: h6 and h7 are the seventh step, k7 is the tenth.
        reached = steps(put("K:a6 a:o12"))
        assert reached & names("h6 h7 i7 j7 k7 l7 i6 j6 k6") == names("h6 h7 i7 j7 k7 i6 j6")

    def test_no_deep_water_and_no_crag(self) -> None:
        # From g1 the knight crosses by the ford: g2, h3, i3 and i2 cost 1, 1, 2 and 1.
        reached = steps(put("K:g1 a:o12"))
        assert names("h1 h2 h3 h4 e3 e4 i1 i2 i3") & reached == names("h3 i2 i3")

    def test_units_block(self) -> None:
        position = put("P:a12 S:a11:16:0:x K:b12 s:b11:16:0:x")
        assert position.actor_name == "P"
        assert set(position.moves()) == names("defend wait xb11")

    def test_no_way_through_units(self) -> None:
        # Leaving grass costs three for d11, d12, a9 and b9; those in the north are reached by b11.
        position = put("P:a12 K:a11 p:o1")
        assert steps(position) == names("b11 a10 b10 a9 b9 b12 c12 d12 d11")
        # With b11 taken too, there is nothing in the north.
        position = put("P:a12 K:a11 p:o1 k:b11")
        assert steps(position) == names("b12 c12 d12 d11")

    def test_the_origin_is_no_target(self) -> None:
        assert "a1" not in steps(Lput.start())

    def test_the_flyer_flies_over_everything(self) -> None:
        # Own and enemy units all around it, deep water and a crag further on.
        position = put("F:g1 S:f1 K:g2 s:f2 f:o12")
        reached = steps(position)
        assert names("i1 j1 o1 e1 h3 a5") <= reached
        assert not names("h1 h2 h4 f1 g2 f2 e3 e4 m2 g1") & reached
        assert reached == {
            cell_name(cell)
            for cell, terrain in TERRAIN.items()
            if distance(cell, cell_of("g1")) <= 8
            and terrain in HALF_POINTS
            and cell_name(cell) not in ("g1", "f1", "g2", "f2")
        }

    @pytest.mark.parametrize(("origin", "far", "too_far"), [("g2", "o2", "p2"), ("a6", "i6", "j6")])
    def test_the_flyer_pays_one_everywhere(self, origin: str, far: str, too_far: str) -> None:
        # On the road of row 6 as well as on grass.
        reached = steps(put(f"F:{origin} f:o12"))
        assert far in reached
        assert too_far not in reached

    def test_the_flyer_leaves_the_ford_for_one(self) -> None:
        assert names("a3 o3 o4") <= steps(put("F:h3 f:o12"))


class TestAttack:
    def test_moves_with_an_attack(self) -> None:
        # Next to d5: c5 e5 c4 d4 c6 d6. The swordsman of b5 comes even to e5, by the road: leaving
        # b5, b6, c6 and d6 costs 1 + 1/2 + 1/2 + 1/2.
        position = put("S:b5 p:d5")
        assert attacks(position) == names("c5xd5 c4xd5 d4xd5 c6xd5 d6xd5 e5xd5")
        assert attacks(put("S:c5 p:d5")) == names("xd5 c4xd5 d4xd5 c6xd5 d6xd5 e5xd5")

    def test_two_enemies(self) -> None:
        # One enemy is struck, not two. No hex but c5 is next to both.
        found = attacks(put("S:c5 P:c6 p:d5 k:b5"))
        assert names("xd5 xb5 c4xd5 d4xd5 b4xb5 b6xb5") <= found
        assert not names("c4xb5 d4xb5 b4xd5 b6xd5 c6xd5") & found
        # Here d4 is next to all three.
        found = attacks(put("S:c4 p:d5 k:e5 a:d3"))
        assert names("d4xd5 d4xe5 d4xd3") <= found

    def test_attack_and_answer(self) -> None:
        # 16 * 10 * (20 + 14 - 16) = 2880 = 1 * 2160 + 720; then fifteen strike back:
        # 15 * 8 * (20 + 10 - 10) = 2400 = 1 * 1960 + 440.
        after = put("S:c5 p:d5").play("xd5")
        assert units(after) == "S:c5:15:440:x p:d5:15:720:r"
        assert after.last_damage == 1
        assert after.text() == "15/15/15/15/2Sp11/15/15/15/15/15/15/15 1 p 1 S:c5:15:440:x,p:d5:15:720:r"

    def test_remainder_and_once_a_round(self) -> None:
        # The knight strikes a pikeman who has struck back: 16 * 12 * (20 + 10 - 15) + 720 = 3600
        # = 1 * 2160 + 1440. No second answer.
        after = play(put("S:c5 K:c4 p:d5 k:o12"), "xd5", "wait", "d4xd5")
        assert units(after) == "S:c5:15:440:x K:d4:16:0:x k:o12:16:0:- p:d5:14:1440:wr"
        # The round ends, and with it the flags. In round 2 the pikeman answers again.
        after = play(after, "defend", "defend")
        assert units(after) == "S:c5:15:440:- K:d4:16:0:- k:o12:16:0:d p:d5:14:1440:d"
        assert after.round == 2
        # 15 * 10 * (20 + 14 - 17) + 1440 = 3990 = 1 * 2160 + 1830; the answer of thirteen is
        # 13 * 8 * 20 + 440 = 2520 = 1 * 1960 + 560.
        after = after.play("xd5")
        assert units(after) == "S:c5:14:560:x K:d4:16:0:- k:o12:16:0:d p:d5:13:1830:rd"

    def test_who_has_struck_back_is_weaker_when_answered(self) -> None:
        # 2880 as above; the answer meets a defence of 9: 15 * 8 * 21 = 2520 = 1 * 1960 + 560.
        after = put("S:c5:16:0:r p:d5").play("xd5")
        assert units(after) == "S:c5:15:560:rx p:d5:15:720:r"

    def test_defending(self) -> None:
        # 16 * 10 * 17 = 2720 = 1 * 2160 + 560.
        after = put("S:c5 p:d5:16:0:d").play("xd5")
        assert units(after) == "S:c5:15:440:x p:d5:15:560:rd"
        # With both, the bonus and the loss, the defence is 16.
        after = put("S:c5 p:d5:16:0:rd").play("xd5")
        assert units(after) == "S:c5:16:0:x p:d5:15:720:rd"

    def test_the_bonus_lasts_until_a_move_other_than_wait(self) -> None:
        start = put("S:c5:16:0:d p:d5 k:o12")
        assert units(start.play("wait")).startswith("S:c5:16:0:wd ")
        assert units(start.play("defend")).startswith("S:c5:16:0:dx ")
        assert units(start.play("c4")).startswith("S:c4:16:0:x ")
        assert units(play(start, "wait", "defend", "defend", "defend")).startswith("S:c5:16:0:d ")
        # It is gone when the answer comes: 2400, as without it.
        assert units(start.play("xd5")).startswith("S:c5:15:440:x ")
        assert units(start.play("c4xd5")).startswith("S:c4:15:440:x ")

    def test_the_striker_on_the_road(self) -> None:
        # 16 * 10 * (20 + 15 - 16) = 3040 = 1 * 2160 + 880.
        after = put("S:d6 p:d5").play("xd5")
        assert units(after) == "S:d6:15:440:x p:d5:15:880:r"
        # After moving onto the road it counts likewise.
        after = put("S:d7 p:d5").play("d6xd5")
        assert units(after) == "S:d6:15:440:x p:d5:15:880:r"
        # From the road to d5, off it: no bonus. The pikeman on the road answers with
        # 15 * 8 * 21 = 2520 = 1 * 1960 + 560.
        after = put("S:c6 p:d6").play("d5xd6")
        assert units(after) == "S:d5:15:560:x p:d6:15:720:r"

    def test_the_struck_in_shallow_water(self) -> None:
        # 16 * 10 * (20 + 14 - 15) = 3040; the answer from the water is as on grass.
        after = put("S:g3 p:h3").play("xh3")
        assert units(after) == "S:g3:15:440:x p:h3:15:880:r"
        # The swordsman in the water is answered with 15 * 8 * 21 = 2520.
        after = put("S:h3 p:g3").play("xg3")
        assert units(after) == "S:h3:15:560:x p:g3:15:720:r"

    def test_terrain_does_not_change_the_flyer(self) -> None:
        # On the road: 16 * 10 * (20 + 10 - 16) = 2240 = 1 * 2160 + 80.
        # The answer: 15 * 8 * (20 + 10 - 10) = 2400 = 1 * 2000 + 400.
        after = put("F:d6 p:d5").play("xd5")
        assert units(after) == "F:d6:15:400:x p:d5:15:80:r"
        # In the water its defence is still 10.
        after = put("F:h3 p:g3").play("xg3")
        assert units(after) == "F:h3:15:400:x p:g3:15:80:r"
        # It flies over the river to attack.
        after = put("F:a3 p:i3").play("h3xi3")
        assert units(after) == "F:h3:15:400:x p:i3:15:80:r"

    def test_a_unit_dies(self) -> None:
        # A dead unit neither strikes back nor stays.
        after = put("S:c5 p:d5:1:0:- k:o12").play("xd5")
        assert units(after) == "S:c5:16:0:x k:o12:16:0:-"
        # 2880 + 1440 = 4320 is exactly two dead of two; with 1439 one stays, hurt to the last.
        assert units(put("S:c5 p:d5:2:1440:- k:o12").play("xd5")) == "S:c5:16:0:x k:o12:16:0:-"
        after = put("S:c5 p:d5:2:1439:- k:o12").play("xd5")
        # 1 * 8 * 20 = 160.
        assert units(after) == "S:c5:16:160:x k:o12:16:0:- p:d5:1:2159:r"

    def test_the_attacker_dies_of_the_answer(self) -> None:
        # 1 * 10 * 18 = 180; 16 * 8 * 20 = 2560 kills the one swordsman.
        after = put("S:c5:1:0:- K:a1 p:d5").play("xd5")
        assert units(after) == "K:a1:16:0:- p:d5:16:180:r"
        assert after.actor_name == "p"


class TestArcher:
    def test_only_without_moving(self) -> None:
        position = put("A:c5 p:d5:16:0:x")
        assert attacks(position) == {"xd5"}
        assert "c4" in position.moves()

    def test_no_answer_to_an_archer(self) -> None:
        # 16 * 12 * (20 + 8 - 16) = 2304 = 1 * 2160 + 144, adjacent or not.
        after = put("A:c5 p:d5:16:0:x").play("xd5")
        assert units(after) == "A:c5:16:0:- p:d5:15:144:-"
        assert (after.round, after.last_damage) == (2, 1)
        after = put("A:a5 p:g5:16:0:x").play("xg5")
        assert units(after) == "A:a5:16:0:- p:g5:15:144:-"

    def test_no_answer_by_an_archer(self) -> None:
        # 16 * 10 * (20 + 14 - 4) = 4800 = 2 * 1800 + 1200; the archer keeps its whole defence.
        after = put("S:c5 a:d5").play("xd5")
        assert units(after) == "S:c5:16:0:x a:d5:14:1200:-"

    def test_the_road_helps_an_archer(self) -> None:
        # 16 * 12 * 13 = 2496 = 1 * 2160 + 336.
        after = put("A:a6 p:g5:16:0:x").play("xg5")
        assert units(after) == "A:a6:16:0:- p:g5:15:336:-"

    def test_sight_in_moves(self) -> None:
        # The crag e3 hides f3 from d3, not d4 from d2.
        assert attacks(put("A:d3 p:f3:16:0:x")) == set()
        assert attacks(put("A:d2 p:d4:16:0:x")) == {"xd4"}
        # Units and water hide nothing.
        assert attacks(put("A:g1 K:g2:16:0:x p:i1:16:0:x k:g3:16:0:x")) == {"xi1", "xg3"}


def seen(one: str, other: str) -> bool:
    return sees(cell_of(one), cell_of(other))


def line_names(one: str, other: str, sign: int) -> str:
    return " ".join(cell_name(cell) for cell in line(cell_of(one), cell_of(other), sign))


class TestSight:
    def test_a_line_along_a_row(self) -> None:
        assert line_names("d3", "g3", 1) == line_names("d3", "g3", -1) == "d3 e3 f3 g3"
        assert not seen("d3", "g3")
        assert seen("a5", "o5")

    def test_a_line_along_an_edge(self) -> None:
        # Straight down from d2 the line runs between d3 and e3, of which e3 is a crag.
        assert {line_names("d2", "d4", sign) for sign in (1, -1)} == {"d2 d3 d4", "d2 e3 d4"}
        assert seen("d2", "d4")
        # In another direction it runs between e2 and the same crag.
        assert {line_names("d2", "f3", sign) for sign in (1, -1)} == {"d2 e2 f3", "d2 e3 f3"}
        assert seen("d2", "f3")

    def test_an_edge_between_two_crags(self) -> None:
        assert {line_names("f3", "d4", sign) for sign in (1, -1)} == {"f3 e3 d4", "f3 e4 d4"}
        assert not seen("f3", "d4")
        assert {line_names("l2", "n3", sign) for sign in (1, -1)} == {"l2 m2 n3", "l2 m3 n3"}
        assert not seen("l2", "n3")

    def test_an_edge_and_a_crag_in_the_way(self) -> None:
        # Straight down from e1: d2 or e2, then e3 itself.
        assert {line_names("e1", "e5", sign) for sign in (1, -1)} == {"e1 d2 e3 d4 e5", "e1 e2 e3 e4 e5"}
        assert not seen("e1", "e5")

    def test_along_the_border(self) -> None:
        # One line has a hex to the left of a2, off the board; the other is good.
        cells = {tuple(line(cell_of("a1"), cell_of("a3"), sign)) for sign in (1, -1)}
        assert cells == {((0, 0), (0, 1), (0, 2)), ((0, 0), (-1, 1), (0, 2))}
        assert seen("a1", "a3")
        assert seen("o10", "o12")

    def test_it_is_mutual_and_symmetric(self) -> None:
        cells = [cell for cell, terrain in TERRAIN.items() if terrain in HALF_POINTS]
        chance = random.Random(1)
        for _ in range(1500):
            one, other = chance.sample(cells, 2)
            assert sees(one, other) == sees(other, one) == sees(image(one), image(other))

    def test_lines(self) -> None:
        chance = random.Random(2)
        for _ in range(300):
            one, other = chance.sample(list(TERRAIN), 2)
            for sign in (1, -1):
                cells = line(one, other, sign)
                assert (cells[0], cells[-1], len(cells)) == (one, other, distance(one, other) + 1)
                assert all(distance(a, b) == 1 for a, b in pairwise(cells))
                # Any e below 0.004 does.
                assert line(one, other, sign, 251) == line(one, other, sign, 10**7) == cells


class TestEnd:
    def test_blue_wins_at_once(self) -> None:
        after = put("S:c5 K:a1 p:d5:1:0:-", 7, 3).play("xd5")
        assert after.over
        assert (after.outcome, after.margin, after.moves()) == (1, 1, [])
        assert after.text() == "K14/15/15/15/2S12/15/15/15/15/15/15/15 7 - 7 S:c5:16:0:x,K:a1:16:0:-"
        assert Lput.parse(after.text()) == after
        with pytest.raises(ValueError, match="not legal"):
            after.play("defend")

    def test_red_wins_by_striking_back(self) -> None:
        after = put("S:c5:1:0:- p:d5:16:0:w").play("xd5")
        assert after.text() == "15/15/15/15/3p11/15/15/15/15/15/15/15 1 - 1 p:d5:16:180:wr"
        assert (after.over, after.outcome, after.margin) == (True, -1, -1)
        assert Lput.parse(after.text()) == after

    def test_a_win_does_not_complete_the_round(self) -> None:
        # The last move of the last round, and nobody else left to act.
        after = put("A:c5:16:0:w S:a1:16:0:dx p:d5:1:0:x", 60, 0, quiet=100).play("xd5")
        assert after.text() == "S14/15/15/15/2A12/15/15/15/15/15/15/15 60 - 60 S:a1:16:0:dx,A:c5:16:0:wx"
        assert after.outcome == 1
        assert Lput.parse(after.text(), quiet=100) == after

    def test_a_draw_by_rounds(self) -> None:
        before = put("S:c5 p:o5:16:0:x", 60, 55)
        after = before.play("defend")
        assert after.over
        assert (after.outcome, after.margin, after.moves(), after.side) == (0, 0, [], 0)
        text = "15/15/15/15/2S11p/15/15/15/15/15/15/15 61 - 55 S:c5:16:0:d,p:o5:16:0:-"
        assert after.text() == text
        assert Lput.parse(text) == after

    def test_damage_in_the_last_round_does_not_save(self) -> None:
        after = put("S:c5 p:d5:16:0:x", 60, 55).play("xd5")
        assert units(after) == "S:c5:15:440:- p:d5:15:720:-"
        assert (after.round, after.last_damage, after.over, after.outcome) == (61, 60, True, 0)

    def test_a_draw_by_quiet(self) -> None:
        position = Lput.start()
        for number in range(1, 11):
            assert (position.round, position.over) == (number, False)
            position = play(position, *["defend"] * 10)
        assert (position.round, position.over, position.outcome) == (11, True, 0)
        assert " 11 - 0 F:a1:16:0:d,S:a2:16:0:d," in position.text()
        assert Lput.parse(position.text()) == position

    def test_quiet_counts_complete_rounds_after_the_last_damage(self) -> None:
        position = play(put("S:c5 p:d5", 4, 0, quiet=5), "defend", "xc5")
        assert (position.round, position.last_damage) == (5, 4)
        for number in range(5, 10):
            assert (position.round, position.over) == (number, False)
            position = play(position, "defend", "defend")
        assert (position.round, position.over) == (10, True)
        # Until the round is complete the game is not over, and a blow goes before it.
        position = play(put("S:c5 p:d5", 9, 4, quiet=5), "defend")
        assert not position.over
        assert not position.play("xc5").over

    def test_short_games(self) -> None:
        assert play(Lput.start(rounds=1), *["defend"] * 10).outcome == 0
        assert play(Lput.start(quiet=1), *["wait"] * 10, *["defend"] * 10).over
        with pytest.raises(ValueError, match="not over"):
            _ = Lput.start().outcome


class TestText:
    def test_case_and_blanks(self) -> None:
        text = START.replace("F:a1:16:0:-", "F:A1:16:0:D")
        assert Lput.parse(f"  {text} ").text() == START.replace("F:a1:16:0:-", "F:a1:16:0:d")
        assert Lput.start().play(" I1 ") == Lput.start().play("i1")

    def test_all_flags(self) -> None:
        text = "15/15/15/15/2S11p/15/15/15/15/15/15/15 7 p 7 S:c5:3:1959:wrdx,p:o5:16:0:-"
        assert Lput.parse(text).text() == text

    @pytest.mark.parametrize(
        ("part", "wrong"),
        [
            ("F14/", "15/"),
            ("F14/", "f14/"),
            ("F14/", "F13/"),
            ("F14/", "F014/"),
            ("F14/", ""),
            ("F14/", "X14/"),
            ("F14/S13a", "S14/F13a"),
            (" 1 F", " 0 F"),
            (" 1 F", " 01 F"),
            (" 1 F", " 61 F"),
            (" 1 F", " x F"),
            (" 1 F", " 2 F"),
            (" 1 F", " 11 F"),
            (" 1 F", " 11 -"),  # the next case, with no flags amiss, would be a draw
            (" 1 F 0", " 1 f 0"),
            (" 1 F 0", " 1 - 0"),
            (" 1 F 0", " 1 F 2"),
            (" 1 F 0", " 1 F -1"),
            (" 1 F 0", " 1 F 00"),
            (" 1 F 0", " 1 F  0"),
            (" 1 F 0", " 1 F"),
            ("F:a1", "F:b1"),
            ("F:a1", "F:h1"),
            ("F:a1", "F:p1"),
            ("F:a1", "F:a13"),
            ("F:a1", "G:a1"),
            ("F:a1:16", "F:a1:0"),
            ("F:a1:16", "F:a1:17"),
            ("F:a1:16:0", "F:a1:16:2000"),
            ("F:a1:16:0", "F:a1:16:00"),
            ("F:a1:16:0:-", "F:a1:16:0:"),
            ("F:a1:16:0:-", "F:a1:16:0"),
            ("F:a1:16:0:-", "F:a1:16:0:xw"),
            ("F:a1:16:0:-", "F:a1:16:0:ww"),
            ("F:a1:16:0:-", "F:a1:16:0:q"),
            ("F:a1:16:0:-", "F:a1:16:0:w"),
            ("F:a1:16:0:-,", ""),
            ("F:a1:16:0:-,", "F:a1:16:0:-,,"),
            ("F:a1:16:0:-,S:a2:16:0:-,", "S:a2:16:0:-,F:a1:16:0:-,"),
            ("F:a1:16:0:-,", "F:a1:16:0:-,F:a1:16:0:-,"),
        ],
    )
    def test_refused_texts(self, part: str, wrong: str) -> None:
        assert part in START
        text = START.replace(part, wrong, 1)
        if (part, wrong) == (" 1 F", " 11 -"):
            assert Lput.parse(text).outcome == 0
            text = text.replace("F:a1:16:0:-", "F:a1:16:0:x")
        with pytest.raises(ValueError, match=r"."):
            Lput.parse(text)

    @pytest.mark.parametrize(
        "text",
        [
            "",
            "15/15/15/15/15/15/15/15/15/15/15/15 1 - 0 ",
            "15/15/15/15/15/15/15/15/15/15/15/15 1 - 0 -",
            # All have acted.
            "S13p/15/15/15/15/15/15/15/15/15/15/15 1 - 0 S:a1:16:0:x,p:o1:16:0:x",
            # A crag, and a draw with damage in a round that has not begun.
            "15/15/4S9p/15/15/15/15/15/15/15/15/15 1 S 0 S:e3:16:0:-,p:o3:16:0:-",
            "S13p/15/15/15/15/15/15/15/15/15/15/15 61 - 61 S:a1:16:0:-,p:o1:16:0:-",
            "S13p/15/15/15/15/15/15/15/15/15/15/15 62 - 55 S:a1:16:0:-,p:o1:16:0:-",
            # A win after the last round.
            "S14/15/15/15/15/15/15/15/15/15/15/15 61 - 60 S:a1:16:0:x",
        ],
    )
    def test_other_refused_texts(self, text: str) -> None:
        with pytest.raises(ValueError, match=r"."):
            Lput.parse(text)

    @pytest.mark.parametrize("move", ["", "a1", "h1", "e3", "a2", "pass", "xo12", "b1xb2", "z9", "i1x"])
    def test_refused_moves(self, move: str) -> None:
        with pytest.raises(ValueError, match="not legal"):
            Lput.start().play(move)


class TestEvaluations:
    def test_start(self) -> None:
        start = Lput.start()
        assert start.health_position() == (0, Fraction(0))
        assert start.damage_position() == (Fraction(0), Fraction(0))

    def test_health(self) -> None:
        assert put("F:a1 s:o12").health() == 20 * 16 * (100 - 98)
        assert put("F:a1:3:77:- s:o12:1:50:-").health() == (6000 - 77) - (1960 - 50)

    def test_damage(self) -> None:
        # 16 * 10 * (20 + 10 - 10) and 16 * 10 * (20 + 14 - 10).
        assert put("F:a1 s:o12").damage() == 3200 - 3840
        # The swordsman meets the mean of 16 and 4; each of the others meets 10.
        assert put("S:a1 p:o11 k:o12").damage() == 3840 - 16 * 8 * 20 - 16 * 12 * 20
        # The mean of 16, 4 and 10 is 10, that of 16 and 10 is 13, that of 16, 10 and 4, 4 is 17/2.
        position = put("S:a1:7:0:- s:o10 p:o11 k:o12 a:o2")
        red = 16 * 10 * 24 + 16 * 8 * 20 + 16 * 12 * 20 + 16 * 12 * 18
        assert position.damage() == 7 * 10 * (34 - Fraction(17, 2)) - red

    def test_damage_as_the_units_stand(self) -> None:
        # The swordsman on the road, the pikeman in the ford and defending, having struck back.
        position = put("S:a6 p:h3:16:0:rd")
        assert position.damage() == 16 * 10 * (20 + 15 - 15) - 16 * 8 * (20 + 10 - 10)
        assert position.damage(as_they_stand=False) == 16 * 10 * (20 + 14 - 16) - 16 * 8 * 20

    def test_position(self) -> None:
        for name, twice in [("h6", 1), ("h7", 1), ("g6", 2), ("i7", 2), ("i6", 3), ("a1", 20), ("o12", 20)]:
            assert distance_from_centre(cell_of(name)) == Fraction(twice, 2)
        # The formula on the point itself, whose coordinates are 4 1/2, 5 1/2, -10.
        for column, row in TERRAIN:
            x = column - row // 2
            halves = (2 * x - 9, 2 * row - 11, -2 * (x + row) + 20)
            assert 2 * distance_from_centre((column, row)) == max(abs(number) for number in halves)
        assert put("S:h6 F:g6 s:o12").position() == 10 - Fraction(3, 4)
        assert put("S:o12 f:a1").health_position() == (20 * 16 * -2, Fraction(0))

    def test_of_a_won_position(self) -> None:
        after = put("S:c5 p:d5:1:0:-").play("xd5")
        assert after.health_position() == (20 * 16 * 98, Fraction(0))
        assert after.damage() == 16 * 10 * 34


def mirror(position: Lput) -> Lput:
    """Exchange the sides; a round later, so that the other side goes first."""
    turned = [replace(unit, side=1 - unit.side, cell=image(unit.cell)) for unit in position.units]
    turned.sort(key=place_in_writing)
    return Lput(
        tuple(turned), position.round + 1, position.last_damage + 1, position.rounds + 1, position.quiet
    )


def mirror_move(move: str) -> str:
    """Turn a move half way round."""
    if move in ("wait", "defend"):
        return move
    return "x".join(cell_name(image(cell_of(part))) if part else "" for part in move.split("x"))


@pytest.mark.slow
@pytest.mark.parametrize("blow", [0.05, 0.5, 1.0])
def test_random_games(blow: float) -> None:
    chance = random.Random(str(blow))
    outcomes = []
    for _ in range(2):
        position = Lput.start()
        turned = mirror(position)
        while True:
            text = position.text()
            again = Lput.parse(text)
            assert again == position
            assert again.text() == text
            moves = position.moves()
            assert len(set(moves)) == len(moves)
            assert position.over == (not moves)
            assert {mirror_move(move) for move in moves} == set(turned.moves())
            assert turned == mirror(position)
            assert turned.health_position() == tuple(-number for number in position.health_position())
            assert turned.damage() == -position.damage()
            if position.over:
                break
            fights = [move for move in moves if "x" in move]
            move = chance.choice(fights if fights and chance.random() < blow else moves)
            following = position.play(move)
            if "x" in move:
                assert following.last_damage == position.round
            else:
                assert following.health() == position.health()
            position = following
            turned = turned.play(mirror_move(move))
        assert turned.outcome == -position.outcome
        outcomes.append(position.outcome)
    # With a blow struck whenever there is one, games are won.
    assert blow < 1 or any(outcomes)
