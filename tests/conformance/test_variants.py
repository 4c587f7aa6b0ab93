"""Which games and variants the suite runs over."""

from __future__ import annotations

import numpy as np
import pytest

from nupp.conformance.variants import layout_of, subjects, variants_of
from nupp.kernel import KernelObject
from nupp.rules import GAMES, game
from nupp.rules.samples import variants_worth_checking


@pytest.mark.slow
def test_every_registered_game_is_checked_compiled() -> None:
    named = {subject.spec for subject in subjects() if subject.named and subject.compiled}
    assert {game(name).spec for name in GAMES.names()} == named


def test_every_class_of_rules_and_every_layout_of_states_is_checked_compiled() -> None:
    layouts = [(subject.compiled, layout_of(subject.game)) for subject in subjects()]
    assert {layout for compiled, layout in layouts if compiled} == {layout for _, layout in layouts}


def test_a_number_alone_leaves_the_layout_as_it_is() -> None:
    assert layout_of(game("hexxagon:quiet=6")) == layout_of(game("hexxagon"))
    assert layout_of(game("breakthrough:width=5")) == layout_of(game("breakthrough"))
    assert layout_of(game("othello:size=16")) != layout_of(game("othello"))
    assert layout_of(game("connectfour:size=9")) != layout_of(game("connectfour"))


class Table(KernelObject):
    def __init__(self, *shape: int) -> None:
        self.numbers = np.zeros(shape, np.int64)


def test_of_the_shape_of_a_table_dimensions_count_and_whether_it_is_empty() -> None:
    assert layout_of(Table(2, 3)) == layout_of(Table(5, 2))
    assert layout_of(Table(1, 2)) == layout_of(Table(2, 1))
    assert len({layout_of(Table(*shape)) for shape in ((0,), (1,), (0, 1), (1, 1))}) == 4


@pytest.mark.parametrize("spec", [one for name in GAMES.names() for one in variants_worth_checking(name)])
def test_further_variants_are_canonical_and_not_derived_anyway(spec: str) -> None:
    assert game(spec).spec == spec
    assert spec not in variants_of(spec.split(":")[0])
