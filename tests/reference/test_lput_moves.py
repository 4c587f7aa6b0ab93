"""The reference for L-put: where units go, and what attacks and answers do, worked by hand."""

import pytest

from .common import cell_name, play
from .lput import HALF_POINTS, TERRAIN, Lput, cell_of, distance
from .lput_positions import attacks, names, put, steps, units


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
