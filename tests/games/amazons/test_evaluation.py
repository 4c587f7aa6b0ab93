"""What the evaluators of the game of the Amazons count."""

from __future__ import annotations

import pytest

from evaluators.positions import worth
from games.amazons.positions import SIZES, at, walk
from nupp.evaluators import default_evaluator, evaluator
from nupp.rules import game
from nupp.spec import SpecError
from plain import plain_rules  # noqa: F401
from reference.amazons import Amazons as Reference
from reference.common import EMPTY


def test_default_evaluator() -> None:
    assert default_evaluator(game("amazons")) == "territory"


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("5/5/5/5/W3B w", -18519),  # 11 moves each: (0 - 0.4) / (22 - 0.4)
        ("5/5/5/5/W3B b", -18519),
        ("5/5/5/5/Wx2B w", -136364),  # 8 and 10: (-2 - 0.4) / (18 - 0.4)
        ("5/5/5/5/Wx2B b", 90909),
        ("5/5/5/1x3/Wx2B w", -470589),  # 4 and 10: (-6 - 0.4) / (14 - 0.4)
        ("5/5/5/xx3/Wx2B b", 1_000_000),  # nothing and 10
        ("5/5/5/xx3/Wx2B w", -1_000_000),
    ],
)
def test_mobility(text: str, value: int) -> None:
    assert worth(at(text), "mobility") == value


def test_mobility_while_an_amazon_has_yet_to_shoot() -> None:
    assert worth(at("5/5/5/5/Wx2B w a1", staged=True), "mobility") == -86957  # (-2 + 0.4) / (18 + 0.4)
    assert worth(at("5/5/5/5/Wx2B w -", staged=True), "mobility") == -136364
    assert worth(at("5/5/5/5/W4 w a1", staged=True), "mobility") == 1_000_000


@pytest.mark.parametrize(
    ("cof1", "value"),
    [
        (1, -136364),
        (0, -304348),  # 2 and 3 open directions: (-1 - 0.4) / (5 - 0.4)
        (0.45, -228756),
        (0.5, -220356),
    ],
)
def test_directions(cof1: float, value: int) -> None:
    assert worth(at("5/5/5/5/Wx2B w"), f"directions:cof1={cof1}") == value
    if cof1 == 0.45:
        assert worth(at("5/5/5/5/Wx2B w"), "directions") == value


@pytest.mark.parametrize("wrong", ["cof1=-0.1", "cof1=1.5", "noise=-1", "noise=0.5"])
def test_refused_parameters_of_evaluators(wrong: str) -> None:
    with pytest.raises(SpecError, match=wrong.split("=")[0]):
        evaluator(f"directions:{wrong}", game("amazons"))


@pytest.mark.native
@pytest.mark.parametrize("name", ["mobility", "directions"])
def test_noise_is_small_and_the_same_each_time(name: str) -> None:
    draws = []
    for seed in (1, 2):
        extra = [
            worth(position, f"{name}:noise={seed}") - worth(position, name) for position in walk(5, seed=4)
        ]
        assert set(extra) <= {0, 1, 2, 3}
        assert len(set(extra)) > 1
        draws.append(extra)
    assert draws[0] != draws[1]


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("5/5/5/5/W3B w", 26),  # five cells are closer to each, and 13 are as close to both
        ("5/5/5/5/W3B b", 26),
        ("2x2/2x2/2x2/2x2/W1x1B w", 0),
        ("2x2/2x2/2x2/1xx2/W1x1B w", -10),
        ("2x2/2x2/2x2/1xx2/W1x1B b", 10),
        ("5/5/5/5/WW3 w", 230),
    ],
)
def test_territory(text: str, value: int) -> None:
    assert worth(at(text), "territory") == value


def test_territory_while_an_amazon_has_yet_to_shoot() -> None:
    assert worth(at("5/5/5/5/W3B w a1", staged=True), "territory") == -26


def distances(position: Reference, side: int) -> dict[tuple[int, int], int]:
    """How many moves each empty cell is away from a side's nearest amazon."""
    reached = {cell: 0 for cell, found in position.cells.items() if found == "WB"[side]}
    frontier = list(reached)
    while frontier:
        found = {target: cell for cell in frontier for target in position.seen(cell) if target not in reached}
        reached |= {target: reached[cell] + 1 for target, cell in found.items()}
        frontier = list(found)
    return {cell: steps for cell, steps in reached.items() if position.cells[cell] == EMPTY}


@pytest.mark.native
@pytest.mark.parametrize("size", SIZES)
def test_territory_is_what_distances_say(size: int) -> None:
    for position in list(walk(size, seed=2))[::3]:
        text = str(position)
        own, enemy = (
            distances(Reference.parse(text, size), side) for side in (position.to_move, 1 - position.to_move)
        )
        cells, never = {*own, *enemy}, 10**6
        pairs = [(own.get(cell, never), enemy.get(cell, never)) for cell in cells]
        expected = sum(
            10 * ((mine < theirs) - (mine > theirs)) + 2 * (mine == theirs) for mine, theirs in pairs
        )
        assert worth(position, "territory") == expected, text
