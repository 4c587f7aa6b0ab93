"""Pattern networks: their values from first principles, symmetries, layouts, and what is refused."""

from __future__ import annotations

from contextlib import AbstractContextManager, nullcontext
from typing import Any

import numpy as np
import pytest

from evaluators.positions import random_network
from nupp.conformance.amounts import amount
from nupp.conformance.observe import sample, state_of
from nupp.conformance.variants import base_specs
from nupp.evaluators import Evaluator, stages_of
from nupp.evaluators.features import MOST_FEATURES
from nupp.evaluators.patterns import Family, PatternNetwork, Patterns, share, unite
from nupp.evaluators.strength import patterns_of
from nupp.kernel import interpreted, kernel
from nupp.rules import Game, game
from nupp.rules.basics import States


@kernel
def evaluate(game: Game, evaluator: Evaluator[Any], states: States) -> int:
    return evaluator.evaluate(game, states[0])


@kernel
def entries_of(game: Game, patterns: Patterns, states: States, found: Any) -> tuple[int, int]:
    return patterns.list_entries(game, states[0], found)


def contents(rules: Game, state: States) -> dict[int, int]:
    """What stands on each cell that is not empty."""
    found = np.zeros(len(rules.board) + 1, np.int64)
    with interpreted():
        n = rules.contents(state[0], found)
    return dict(divmod(thing, rules.kinds.values) for thing in found[:n].tolist())


def value_by_hand(rules: Game, network: PatternNetwork, state: States) -> int:
    """The value of a position, table by table."""
    stands, patterns = contents(rules, state), network.patterns
    numbers = np.zeros(MOST_FEATURES, np.int64)
    with interpreted():
        weights = network.weights[
            patterns.stage_of[patterns.things.stage(rules, state[0], len(stands))]
        ].tolist()
        value = patterns.features.write(rules, state[0], numbers)
    start = 1
    for family in patterns.families:
        digits = family.digits or tuple(range(rules.kinds.values))
        base = len(set(digits))
        for pattern in family.patterns:
            seen = (digits[stands.get(cell, 0)] for cell in pattern)
            value += weights[start + sum(digit * base**i for i, digit in enumerate(seen))]
        start += base ** len(family.patterns[0])
    for number in numbers[: patterns.features.count].tolist():
        value += weights[start + 32 + max(-32, min(32, number))]
        start += 65
    return value


INTERNATIONAL = "draughts:variant=international"
STAGED = "amazons:size=5,staged=true"
COMPILED = ("tictactoe", "draughts", "dotsandboxes", "morris", "lput", STAGED)
"""Games whose networks are compiled, too: one for each kind of features, and one without any."""


def running(compiled: bool) -> AbstractContextManager[None]:
    """How kernels run: compiled, or as plain Python."""
    return nullcontext() if compiled else interpreted()


@pytest.mark.slow
@pytest.mark.parametrize("spec", [*base_specs(), "dotsandboxes:size=5", INTERNATIONAL, STAGED])
def test_values_are_the_sums_of_tables_and_alike_for_images(spec: str) -> None:
    played = sample(spec, compiled=False)
    rules = played.game
    network = random_network(patterns_of(rules))
    assert network.weights.nbytes < 20_000_000
    for seen in played.spread(amount(4, 20)):
        state = state_of(rules, seen.before)
        with interpreted():
            value = int(evaluate(rules, network, state))
            images = [symmetry.map_state(state) for symmetry in rules.symmetries]
        assert value == value_by_hand(rules, network, state)
        with running(spec in COMPILED):
            assert {int(evaluate(rules, network, image)) for image in (state, *images)} == {value}


@pytest.mark.slow
@pytest.mark.parametrize("spec", [*base_specs(), STAGED])
def test_entries_are_those_whose_weights_add_up(spec: str) -> None:
    played = sample(spec, compiled=False)
    rules = played.game
    network = random_network(patterns_of(rules))
    patterns = network.patterns
    found = np.zeros(patterns.looked_up, np.int64)
    for seen in played.spread(10):
        state = state_of(rules, seen.before)
        with running(spec in ("tictactoe", STAGED)):
            chosen, offset = entries_of(rules, patterns, state, found)
            assert offset + network.weights[chosen, found].sum() == evaluate(rules, network, state)


def test_families_of_images_share_a_table() -> None:
    rules = game("othello")
    images = list(map(tuple, rules.board.symmetries.tolist()))
    (family,) = share([(0, 1, 2)], images)
    assert len(family.patterns) == 8
    assert family.turns == ()
    (edge,) = share([tuple(range(8))], images)
    assert len(edge.patterns) == 4
    assert edge.turns == (tuple(range(7, -1, -1)),)
    assert len(share([(0, 1, 2), (7, 6, 5), (9,)], images)) == 2


def test_ties_join_what_turns_exchange() -> None:
    rules = game("tictactoe")
    rows = unite([(0, 1, 2), (3, 4, 5), (5, 4, 3)])
    patterns = Patterns(rules, [rows], [0] * stages_of(rules).count)
    assert rows == Family(((0, 1, 2), (3, 4, 5)), ((2, 1, 0),))
    ties = patterns.ties.tolist()
    assert ties[0] == 0
    for a, b, c in np.ndindex(3, 3, 3):
        one, other = 1 + a + 3 * b + 9 * c, 1 + c + 3 * b + 9 * a
        assert ties[one] == min(one, other)


BAD: list[tuple[str, list[Family], str]] = [
    ("tictactoe", [], "1 to 256"),
    ("tictactoe", [Family(((0, 9),))], "different cells from 0 to 8"),
    ("tictactoe", [Family(((0, 0),))], "2 different cells"),
    ("tictactoe", [Family(((0, 1), (2,)))], "2 different cells"),
    ("tictactoe", [Family(((0, 1),), ((0, 0),))], "orders of 2 places"),
    ("othello", [Family((tuple(range(11)),))], "table of at most 65536 entries"),
    ("othello", [Family(((0,),), digits=(0, 1))], r"\(0, 1\).*each of 3"),
    ("othello", [Family(((0,),), digits=(0, 2, 2))], r"\(0, 2, 2\)"),
    ("othello", [Family(((0,),), digits=(1, 0, 2))], r"\(1, 0, 2\).*empty"),
    ("othello:size=16", [Family(((0,),))] * 257, "1 to 256"),
    ("mnk:width=17,height=16", [Family(((0,),))], r"272 cells.*256"),
]


@pytest.mark.parametrize(("spec", "families", "message"), BAD)
def test_what_cannot_be_a_network_is_refused(spec: str, families: list[Family], message: str) -> None:
    rules = game(spec)
    with pytest.raises(ValueError, match=message):
        Patterns(rules, families, [0] * stages_of(rules).count)


def test_stages_and_weights_have_to_fit() -> None:
    rules = game("tictactoe")
    for stages in ([0] * 3, [0, 2, *[2] * (stages_of(rules).count - 2)]):
        with pytest.raises(ValueError, match="stages"):
            Patterns(rules, [Family(((0,),))], stages)
    patterns = Patterns(rules, [Family(((0,),))], [0] * stages_of(rules).count)
    with pytest.raises(ValueError, match=r"int16 .*\(1, 4\)"):
        PatternNetwork(patterns, np.zeros((1, 5), np.int16))
    with pytest.raises(ValueError, match="int16"):
        PatternNetwork(patterns, np.zeros((1, 4), np.int64))  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="entry 0"):
        PatternNetwork(patterns, np.ones((1, 4), np.int16))
