"""What the evaluators of L-put count."""

from evaluators.positions import worth
from games.lput.positions import at
from nupp.evaluators import default_evaluator, evaluator
from nupp.games.lput.evaluation import TIES
from nupp.rules import game
from plain import plain_rules  # noqa: F401


def value(name: str, listed: str, unit: str) -> int:
    return worth(at(listed, unit), name)


def test_health() -> None:
    """16 * 1960 - 100 of a swordsman, less 3 * 2560 - 50 of a knight and 2 * 2000 of a flyer."""
    listed = "S:b2:16:100:{},f:c2:2:0:{},k:b3:3:50:-"
    expected = 31260 - 7630 - 4000
    assert value("health", listed.format("-", "x"), "S") == expected
    assert value("health", listed.format("x", "-"), "f") == -expected


def test_damage() -> None:
    """Blue meets a mean defence of 7: 16 * 10 * 27 = 4320; red one of 10: 2 * 10 * 20 and 3 * 12 * 20."""
    listed = "S:b2:16:100:{},f:c2:2:0:{},k:b3:3:50:-"
    assert value("damage", listed.format("-", "x"), "S") == 4320 - 400 - 720
    assert value("damage", listed.format("x", "-"), "f") == 400 + 720 - 4320


def test_damage_of_units_as_they_stand() -> None:
    """A road adds to the attack; shallow water, an answer and defending change the defence.

    Blue: 16 * 10 * (20 + 15 - (10 + 3 + 4) / 3) = 4693 (and a third). Red, against whom
    defending makes up for the answer: 2 * 10 * (30 - 10), 12 * (30 - 10), 12 * (28 - 10).
    """
    listed = "S:b6:16:0:rdx,f:h3:2:0:x,k:h10:1:0:x,a:o12:1:0:-"
    assert value("damage", listed, "a") == 400 + 240 + 216 - 4693


def test_position_breaks_ties_and_nothing_else() -> None:
    """In half hexes from the centre: i6 has 1 + 2 (from h6 and from h7), b2 8 + 8, as its opposite n11."""
    assert value("health+position", "P:b2:16:0:-,p:n11:16:0:-", "P") == 0
    nearer = 60 * (16 - 3)
    assert value("health+position", "P:i6:16:0:-,p:b2:16:0:-", "P") == nearer
    assert value("damage+position", "P:i6:16:0:-,p:b2:16:0:-", "P") == nearer
    assert value("health+position", "P:i6:16:1:-,p:b2:16:0:-", "P") == nearer - TIES < 0
    assert value("health+position", "P:i6:16:0:x,p:b2:16:0:-", "p") == -nearer


def test_position_is_a_mean_over_units() -> None:
    """Blue's are 3 and 16 half hexes from the centre, red's 1 (h7) and 3 (g7, opposite i6)."""
    listed = "S:i6:16:0:-,P:b2:16:0:-,s:h7:16:0:-,p:g7:16:0:-"
    assert value("health+position", listed, "S") == 30 * (1 + 3) - 30 * (3 + 16)


def test_ties_are_never_worth_as_much_as_a_difference() -> None:
    rules = game("lput")
    halves = evaluator("health+position", rules).halves
    assert 2 * 60 * (halves.max() - 1) < TIES
    assert default_evaluator(rules) == "health+position"


def test_pursuit_takes_a_hundredth_of_a_lead_for_each_hex_to_the_nearest_enemy() -> None:
    """The one at b2 is `steps` from the enemy in k1, the other next to it."""
    rules = game("lput")
    blue, red = "S:b2:16:0:-", "s:k1:16:900:-"
    steps = rules.board.distances[rules.board.cell("b2"), rules.board.cell("k1")]
    lead = value("health+position", f"{blue},{red}", "S")
    assert value("pursuit", f"{blue},{red}", "S") == lead - lead * 60 * steps // 6000
    two = value("health+position", f"{blue},P:k2:9:0:-,{red}", "S")
    assert value("pursuit", f"{blue},P:k2:9:0:-,{red}", "S") == two - two * 30 * (steps + 1) // 6000
    assert value("pursuit", f"{blue[:-1]}x,{red}", "s") == -value("pursuit", f"{blue},{red}", "S")
    assert value("pursuit", "P:b2:16:0:-,p:n11:16:0:-", "P") == 0
