"""Which games and variants the suite runs over."""

from __future__ import annotations

import pytest

from nupp.conformance.variants import layout_of, subjects, variants_of
from nupp.rules import GAMES, game
from nupp.rules.samples import variants_worth_checking


def test_every_registered_game_is_checked_compiled() -> None:
    named = {subject.spec for subject in subjects() if subject.named and subject.compiled}
    assert {game(name).spec for name in GAMES.names()} == named


def test_every_class_of_rules_and_every_layout_of_states_is_checked_compiled() -> None:
    kinds = [(subject.compiled, type(subject.game), subject.game.State) for subject in subjects()]
    assert {kind[1:] for kind in kinds if kind[0]} == {kind[1:] for kind in kinds}


def test_a_number_alone_leaves_the_layout_as_it_is() -> None:
    assert layout_of(game("hexxagon:quiet=6")) == layout_of(game("hexxagon"))
    assert layout_of(game("othello:size=6")) != layout_of(game("othello"))
    assert layout_of(game("connectfour:size=9")) != layout_of(game("connectfour"))


@pytest.mark.parametrize("spec", [one for name in GAMES.names() for one in variants_worth_checking(name)])
def test_further_variants_are_canonical_and_not_derived_anyway(spec: str) -> None:
    assert game(spec).spec == spec
    assert spec not in variants_of(spec.split(":")[0])
