"""L-put: examples worked by hand for every rule, and random games."""

from collections import Counter

import numpy as np
import pytest

from games.lput.positions import FULL, IDLE, START, at, attacks, play, units
from nupp.games.lput.terrain import BOARD
from nupp.kernel import generator, interpreted
from nupp.rules import Position, game, read_state
from nupp.search.perft import perft
from nupp.search.playout import random_playouts
from nupp.spec import SpecError
from plain import start_of


def assert_reads_back(position: Position) -> None:
    assert read_state(position.game, str(position)).tobytes() == position.state.tobytes()


def fields(position: Position) -> list[str]:
    return str(position).split(" ")[1:]


def steps(position: Position) -> set[str]:
    """The hexes to which the unit to act can move."""
    return {move for move in position.legal_moves if "x" not in move} - {"defend", "wait"}


# ---- map and start -----------------------------------------------------------------------------------


def test_start() -> None:
    start = game("lput").start_position()
    assert str(start) == START
    assert str(game("lput").parse_position(START)) == START
    assert len(start.legal_moves) == 54
    assert not attacks(start)
    assert [start.game.sides[start.to_move], *fields(start)[:3]] == ["blue", "1", "F", "0"]


def test_parameters() -> None:
    assert game("lput:rounds=60,quiet=10").spec == "lput"
    for wrong in ("rounds=0", "quiet=0", "rounds=10001", "size=5"):
        with pytest.raises(SpecError, match=wrong.split("=")[0]):
            game(f"lput:{wrong}")


@pytest.mark.native
def test_perft() -> None:
    start = start_of("lput")
    assert [perft(start, depth) for depth in (1, 2, 3, 4)] == [54, 2916, 51138, 896809]


# ---- the order of a round ----------------------------------------------------------------------------


def course(position: Position, move: str, n: int) -> str:
    """The units that act when all of the next n make the same kind of move."""
    found = ""
    for _ in range(n):
        found += fields(position)[1]
        position = play(position, move)
    return found


def test_blue_is_first_of_equal_units_in_odd_rounds_and_red_in_even_ones() -> None:
    start = game("lput").start_position()
    assert course(start, "defend", 30) == "FfSsPpKkAa" + "fFsSpPkKaA" + "FfSsPpKkAa"


@pytest.mark.parametrize(("round_", "first"), [(1, "F"), (2, "f")])
def test_those_that_wait_act_in_the_reverse_order(round_: int, first: str) -> None:
    position = at(FULL, first, round_)
    order = "FfSsPpKkAa" if round_ == 1 else "fFsSpPkKaA"
    assert course(position, "wait", 10) == order
    position = play(position, *["wait"] * 10)
    assert fields(position)[:2] == [str(round_), order[-1]]
    assert "wait" not in position.legal_moves
    assert course(position, "defend", 10) == order[::-1]
    assert fields(play(position, *["defend"] * 10))[:2] == [str(round_ + 1), order[1]]


def test_those_that_wait_act_after_all_others() -> None:
    position = play(game("lput").start_position(), "wait", "defend", "wait")
    assert course(position, "defend", 9) == "sPpKkAaSF"
    assert units(play(position, *["defend"] * 8))[0] == "F:a1:16:0:w"


def test_a_unit_may_wait_when_no_other_is_left_to_act() -> None:
    position = play(game("lput").start_position(), *["defend"] * 9, "wait")
    assert fields(position)[1] == "a"
    assert units(position)[-1] == "a:o2:16:0:w"
    assert "wait" not in position.legal_moves


def test_flags_of_a_round_are_kept_until_its_end() -> None:
    position = play(game("lput").start_position(), "wait", *["defend"] * 9)
    assert {unit[-2:] for unit in units(position)[1:]} == {"dx"}
    position = play(position, "b1")
    assert units(position)[:2] == ["F:b1:16:0:-", "S:a2:16:0:d"]
    assert fields(position)[:2] == ["2", "f"]
    waited = play(game("lput").start_position(), *["wait"] * 10, "defend")
    assert units(waited)[-1] == "a:o2:16:0:wdx"


# ---- moving ------------------------------------------------------------------------------------------


def test_on_grass_a_hex_costs_one_point() -> None:
    position = at(f"P:c3:16:0:-,{IDLE}", "P")
    distances = BOARD.distances[BOARD.cell("c3")]
    near = {cell.name for number, cell in enumerate(BOARD.cells) if 0 < distances[number] <= 3}
    # Two crags and what they hide, for which there are no points to go round; the road is cheaper.
    assert near - steps(position) == {"e3", "e4", "f3"}
    assert steps(position) - near == set()


def test_a_unit_does_not_move_to_where_it_stands() -> None:
    assert "c3" not in steps(at(f"P:c3:16:0:-,{IDLE}", "P"))
    assert "c3" not in steps(at(f"F:c3:16:0:-,{IDLE}", "F"))


def test_on_a_road_a_hex_costs_half_a_point() -> None:
    along = steps(at(f"P:a6:16:0:-,{IDLE}", "P"))
    assert {"b6", "c6", "d6", "e6", "f6", "g6"} <= along
    assert "h6" not in along
    assert {"f5", "g5"} <= along  # five hexes along the road, and off it: 3 points
    assert {"h5", "g4"}.isdisjoint(along)


def test_the_road_crosses_the_river() -> None:
    over = steps(at(f"P:f5:16:0:-,{IDLE}", "P"))  # 1 to f6 or e6, 1/2 each to g6, h6, i7 and j7
    assert {"g6", "h6", "h7", "i7", "j7", "i6"} <= over
    assert "k7" not in over


def test_shallow_water_costs_two_points_to_leave() -> None:
    assert "i3" in steps(at(f"S:g3:16:0:-,{IDLE}", "S"))
    assert {"h3", "g3"} <= steps(at(f"S:f3:16:0:-,{IDLE}", "S"))
    assert "i3" not in steps(at(f"S:f3:16:0:-,{IDLE}", "S"))  # one point is left in the water
    assert "j3" not in steps(at(f"S:g3:16:0:-,{IDLE}", "S"))
    assert steps(at(f"S:h3:16:0:-,{IDLE}", "S")) == {
        *("g3", "g2", "g4", "i3"),  # for 2 points
        *("f3", "f2", "f4", "g1", "g5", "j3", "i2", "i4"),  # and one more
    }


def test_units_are_in_the_way() -> None:
    boxed = at(f"S:b1:16:0:-,P:a1:16:0:-,A:a2:16:0:-,{IDLE}", "S")
    boxed = play(boxed, "wait")
    assert boxed.legal_moves == ("defend", "wait")
    around = at(f"P:a1:16:0:-,A:a2:16:0:-,{IDLE}", "P")
    assert steps(around) == {"b1", "c1", "d1", "b2", "c2", "b3", "c3"}


def test_the_flyer_flies_over_everything_but_lands_on_ground() -> None:
    position = at(f"F:e2:16:0:-,S:g2:16:0:-,{IDLE}", "F")
    distances = BOARD.distances[BOARD.cell("e2")]
    fills = position.drawing.fills
    assert steps(position) == {
        cell.name
        for number, cell in enumerate(BOARD.cells)
        if 0 < distances[number] <= 8 and fills[number] not in ("water", "crag") and cell.name != "g2"
    }
    assert {"h3", "m1", "e10"} <= steps(position)


# ---- attacking ---------------------------------------------------------------------------------------


def test_a_unit_attacks_where_it_stands_or_from_where_it_can_go() -> None:
    position = at("P:c5:16:0:-,s:g5:16:0:x,a:f5:16:0:-", "P")
    assert attacks(position) == {"e5xf5", "e6xf5", "f6xf5", "f6xg5", "g6xg5"}
    beside = at("P:f4:16:0:-,s:g5:16:0:x,a:f5:16:0:-", "P")
    assert {"xf5", "xg5", "g4xg5"} <= attacks(beside)
    assert "f4xf5" not in attacks(beside)


def test_damage_and_what_is_carried_over() -> None:
    """16 * 10 * (20 + 14 - 4) = 4800 of 2560 a knight; 15 * 12 * (20 + 10 - 10) = 3600 of 1960 back."""
    position = play(at("S:b2:16:0:-,A:a12:16:0:-,k:b3:16:0:-", "S"), "xb3")
    assert units(position) == ["S:b2:15:1640:x", "A:a12:16:0:-", "k:b3:15:2240:r"]
    assert fields(position)[:3] == ["1", "k", "1"]
    # It has struck back: 15 * 10 * (20 + 14 - 3) + 2240 = 6890 = 2 * 2560 + 1770, and no second answer.
    position = at("S:b2:15:1640:x,K:c4:3:100:-,A:a12:16:0:-,k:b3:15:2240:r", "K", 1, 1)
    struck = play(position, "c3xb3")  # 3 * 12 * (20 + 10 - 3) + 2240 = 3212 = 2560 + 652
    assert units(struck) == ["S:b2:15:1640:x", "K:c3:3:100:x", "A:a12:16:0:-", "k:b3:14:652:r"]
    # The knight's own attack is answered, its defence still lower: 15 * 10 * (20 + 14 - 3) = 4650.
    answered = play(struck, "xb2")  # 14 * 12 * (20 + 10 - 10) + 1640 = 5000 = 2 * 1960 + 1080
    assert units(answered)[0] == "S:b2:13:1080:rx"
    assert units(answered)[-1] == "k:b3:13:2122:rx"  # 13 * 10 * 31 + 652 = 4682 = 2560 + 2122


def test_the_answer_comes_once_a_round() -> None:
    position = at("S:b2:16:0:-,A:a12:16:0:-,k:b3:16:0:r", "S", 1, 1)
    assert units(play(position, "xb3")) == ["S:b2:16:0:x", "A:a12:16:0:-", "k:b3:15:2400:r"]  # 4960


def test_a_road_strengthens_the_striker() -> None:
    """From d6: 16 * 10 * (20 + 15 - 4) = 4960; back from grass: 15 * 12 * (20 + 10 - 10) = 3600."""
    position = at("S:d6:16:0:-,A:a12:16:0:-,k:d5:16:0:-", "S")
    assert units(play(position, "xd5")) == ["S:d6:15:1640:x", "A:a12:16:0:-", "k:d5:15:2400:r"]
    # And the other way round: 4800, and 15 * 12 * 21 = 3780 back.
    position = at("S:d5:16:0:-,A:a12:16:0:-,k:d6:16:0:-", "S")
    assert units(play(position, "xd6")) == ["S:d5:15:1820:x", "A:a12:16:0:-", "k:d6:15:2240:r"]


def test_shallow_water_weakens_the_struck() -> None:
    """16 * 10 * (20 + 14 - 3) = 4960; and the other way round 15 * 12 * (20 + 10 - 9) = 3780 back."""
    position = at("S:g3:16:0:-,A:a12:16:0:-,k:h3:16:0:-", "S")
    assert units(play(position, "xh3")) == ["S:g3:15:1640:x", "A:a12:16:0:-", "k:h3:15:2400:r"]
    position = at("S:h3:16:0:-,A:a12:16:0:-,k:g3:16:0:-", "S")
    assert units(play(position, "xg3")) == ["S:h3:15:1820:x", "A:a12:16:0:-", "k:g3:15:2240:r"]


def test_terrain_means_nothing_to_a_flyer() -> None:
    """16 * 10 * (20 + 10 - 4) = 4160 from the road; 15 * 12 * 20 = 3600 back, 2000 a flyer."""
    position = at("F:d6:16:0:-,A:a12:16:0:-,k:d5:16:0:-", "F")
    assert units(play(position, "xd5")) == ["F:d6:15:1600:x", "A:a12:16:0:-", "k:d5:15:1600:r"]
    position = at("F:h3:16:0:-,A:a12:16:0:-,k:g3:16:0:-", "F")
    assert units(play(position, "xg3")) == ["F:h3:15:1600:x", "A:a12:16:0:-", "k:g3:15:1600:r"]


def test_a_defending_unit_is_harder_to_hurt() -> None:
    """16 * 10 * (20 + 14 - 5) = 4640; once it has struck back, 15 * ... as without either."""
    position = at("S:b2:16:0:-,A:a12:16:0:-,k:b3:16:0:d", "S", 2)
    assert units(play(position, "xb3")) == ["S:b2:15:1640:x", "A:a12:16:0:-", "k:b3:15:2080:rd"]
    position = at("S:b2:16:0:-,A:a12:16:0:-,k:b3:16:0:rd", "S", 2, 2)
    assert units(play(position, "xb3"))[-1] == "k:b3:15:2240:rd"


def test_defending_lasts_until_another_move_than_to_wait() -> None:
    defends = at("S:b2:16:0:d,A:a12:16:0:-,k:b3:16:0:-", "S", 2)
    assert units(play(defends, "wait"))[0] == "S:b2:16:0:wd"
    assert units(play(defends, "defend"))[0] == "S:b2:16:0:dx"
    assert units(play(defends, "b1"))[0] == "S:b1:16:0:x"
    # The answer meets a unit that defends no more: 3600, as above.
    assert units(play(defends, "xb3"))[0] == "S:b2:15:1640:x"


def test_a_unit_that_is_hit_keeps_its_flags() -> None:
    position = at("S:b2:16:0:-,A:a12:16:0:-,f:b3:16:0:wd,a:o1:16:0:-", "S", 2)
    assert units(play(position, "xb3"))[2].endswith(":wrd")


# ---- the archer --------------------------------------------------------------------------------------


def test_the_archer_attacks_whom_it_sees_and_only_where_it_stands() -> None:
    position = at("A:d3:16:0:-,f:d2:16:0:x,k:f3:16:0:x,p:g12:16:0:x,a:n2:16:0:-", "A")
    assert attacks(position) == {"xd2", "xg12"}  # f3 is behind the crag e3, n2 behind the crag m2
    assert all(move.startswith("x") for move in attacks(position))
    assert "d4" in steps(position)


def test_sight_along_the_border_of_two_hexes() -> None:
    """From f3 to f5 the line runs between the crag e4 and f4, from d10 to e10 next to no crag."""
    assert attacks(at("A:f3:16:0:-,a:f5:16:0:-", "A")) == {"xf5"}
    assert attacks(at("A:f5:16:0:-,a:f3:16:0:-", "A")) == {"xf3"}
    assert attacks(at("A:e2:16:0:-,a:e5:16:0:-", "A")) == set()


def test_units_do_not_hide_each_other() -> None:
    position = at("S:c1:16:0:x,A:b1:16:0:-,k:d1:16:0:x,a:e1:16:0:-", "A")
    assert attacks(position) == {"xd1", "xe1"}


def test_nobody_strikes_an_archer_back_nor_does_it_strike_back() -> None:
    """16 * 12 * (20 + 8 - 4) = 4608 of 2560 a knight; 16 * 12 * (20 + 10 - 4) = 4992 of 1800 an archer."""
    position = at("A:b2:16:0:-,k:b3:16:0:x,a:o12:16:0:-", "A")
    assert units(play(position, "xb3")) == ["A:b2:16:0:x", "k:b3:15:2048:x", "a:o12:16:0:-"]
    position = at("A:b2:16:0:-,k:b3:16:0:-,a:o12:16:0:-", "k")
    assert units(play(position, "xb2")) == ["A:b2:14:1392:-", "k:b3:16:0:x", "a:o12:16:0:-"]


# ---- ends --------------------------------------------------------------------------------------------


def test_a_side_without_units_loses_at_once() -> None:
    position = play(at("S:b2:16:0:-,A:a12:16:0:-,k:b3:1:0:d", "S", 3), "xb3")
    assert position.is_over
    assert (position.outcome, position.margin, position.result) == (1, 1, "blue wins")
    assert fields(position) == ["3", "-", "3", "S:b2:16:0:x,A:a12:16:0:-"]
    assert_reads_back(position)


def test_the_last_of_a_side_may_fall_to_the_answer() -> None:
    position = play(at("S:b2:1:1900:-,k:b3:16:0:-,a:o12:16:0:-", "S", 3), "xb3")
    assert (position.outcome, position.result) == (-1, "red wins")
    assert fields(position) == ["3", "-", "3", "k:b3:16:300:r,a:o12:16:0:-"]


def test_a_fallen_unit_leaves_the_round() -> None:
    position = play(at("S:b2:16:0:-,A:a12:16:0:-,k:b3:1:0:-,a:o12:16:0:-", "S"), "xb3")
    assert units(position) == ["S:b2:16:0:x", "A:a12:16:0:-", "a:o12:16:0:-"]
    assert fields(position)[1] == "A"


def test_a_win_goes_before_the_end_of_the_rounds() -> None:
    position = play(at("S:b2:16:0:-,k:b3:1:0:x", "S", 60, 50), "xb3")
    assert fields(position) == ["60", "-", "60", "S:b2:16:0:x"]
    assert position.outcome == 1


def test_drawn_when_the_rounds_are_played() -> None:
    position = at("P:b2:16:0:wd,a:o12:16:0:dx", "P", 4, 4, "rounds=4,quiet=3")
    for move, flag in (("defend", "d"), ("b1", "-")):
        drawn = play(position, move)
        assert (drawn.is_over, drawn.outcome, drawn.result) == (True, 0, "drawn")
        assert fields(drawn)[:3] == ["5", "-", "4"]
        assert units(drawn)[0].endswith(f":{flag}")
        assert units(drawn)[1] == "a:o12:16:0:d"
        assert_reads_back(drawn)


@pytest.mark.parametrize(("last", "over"), [(0, True), (1, False)])
def test_drawn_after_quiet_rounds(last: int, over: bool) -> None:
    position = play(at(f"P:b2:16:0:x,{IDLE}", "a", 3, last, "rounds=9,quiet=3"), "defend")
    assert position.is_over == over
    assert fields(position)[:2] == ["4", "-" if over else "P"]


def test_damage_in_the_present_round_counts() -> None:
    position = at("S:o11:16:0:x,P:b2:16:0:x,a:o12:16:0:-", "a", 3, 0, "rounds=9,quiet=3")
    assert not play(position, "xo11").is_over


# ---- faster ways to the same -------------------------------------------------------------------------


@pytest.mark.native
def test_random_games_end() -> None:
    plies, results = random_playouts(game("lput").start_position(), 300, seed=5)
    assert sum(results) == 300
    assert plies > 300 * 400


@pytest.mark.slow
@pytest.mark.native
@pytest.mark.parametrize(
    ("listed", "unit"),
    [
        ("S:c5:16:0:-,k:d5:16:0:x,a:o12:16:0:-", "S"),
        ("A:c5:16:0:w,k:d5:16:0:x,a:e5:16:0:x", "A"),
    ],
)
def test_random_moves_are_equally_likely(listed: str, unit: str) -> None:
    position = at(listed, unit)
    buffer, rng = np.empty(position.game.max_moves, np.int64), generator(1)
    with interpreted():
        draws = 40 * len(position.legal_moves)
        drawn = Counter(position.game.random_move(position.state[0], buffer, rng) for _ in range(draws))
        forcing = buffer[: position.game.forcing_moves(position.state[0], buffer)].tolist()
    assert set(drawn) == set(position.legal_move_codes)
    chi_square = sum((n - 40) ** 2 / 40 for n in drawn.values())
    freedom = len(drawn) - 1
    assert chi_square <= freedom + 4 * (2 * freedom) ** 0.5
    assert {position.format_move(move) for move in forcing} == attacks(position)
