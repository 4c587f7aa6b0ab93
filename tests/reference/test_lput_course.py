"""The reference for L-put: the start, the order of the units in a round, and the end."""

import pytest

from .common import play
from .lput import Lput, cell_of, distance, sees
from .lput_positions import START, actors, put, units
from .test_reference import perft


class TestStart:
    def test_text(self) -> None:
        assert Lput.start().text() == START
        assert Lput.parse(START) == Lput.start()

    def test_counts(self) -> None:
        # 61 hexes lie within 8 steps of a1. Not to be entered: a1 itself, the own a2, a3 and a9,
        # the deep water h1 and h2, the crags e3, e4 and c9. 52 moves, `defend` and `wait`.
        start = Lput.start()
        assert perft(start, 2, {}) == (54, 54 * 54)

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
