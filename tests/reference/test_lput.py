"""The reference for L-put: evaluations worked by hand, and random games that are turned half way round."""

import random
from dataclasses import replace
from fractions import Fraction

import pytest

from nupp.conformance.amounts import amount

from .common import cell_name
from .lput import TERRAIN, Lput, cell_of, distance_from_centre, place_in_writing
from .lput_positions import image, put


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
    for _ in range(amount(1, 2)):
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
