"""Which games and variants the suite runs over."""

from __future__ import annotations

import pytest

from nupp.conformance.variants import ALSO, base_specs, variants_of
from nupp.games import GAMES, game


def test_every_registered_game_is_in_the_suite() -> None:
    assert set(base_specs()) <= set(GAMES.names())
    assert base_specs()


@pytest.mark.parametrize("spec", ALSO)
def test_further_variants_are_canonical_and_not_derived_anyway(spec: str) -> None:
    assert game(spec).spec == spec
    assert spec not in variants_of(spec.split(":")[0])
