"""Images of states by tables, against what games say of them in Python."""

from __future__ import annotations

import random

import numpy as np
import pytest

from nupp.kernel import interpreted
from nupp.rules import game
from nupp.search.retrograde import analyse
from nupp.search.symmetry import canonicalise, images_of, words_of
from search.oracle import some_positions


@pytest.mark.parametrize(("spec", "count"), [
    ("morris:men=3", 8),
    ("morris:men=6", 16),
    ("morris:men=12", 16),
    ("labyrinth:map=grid3x3", 8),
    ("othello:size=6", 4),
    ("amazons:size=5", 1),
])  # fmt: skip
def test_all_images_have_one_canonical_form(spec: str, count: int) -> None:
    rules = game(spec)
    images = images_of(rules)
    assert 1 + len(images.table) == count
    with interpreted():
        positions = some_positions(rules, 6, random.Random(2), range(2, 12))
    for position in positions:
        forms = set()
        for symmetry in rules.symmetries[:count]:
            image = symmetry.map_state(position.state)
            canonicalise(images, words_of(image)[0])
            forms.add(image.tobytes())
        assert len(forms) == 1
        own = {symmetry.map_state(position.state).tobytes() for symmetry in rules.symmetries}
        assert forms <= own


def test_values_are_those_without_symmetries(monkeypatch: pytest.MonkeyPatch) -> None:
    start = game("morris:men=3").start_position()
    few = analyse(start)
    none = images_of(game("amazons:size=5"))
    monkeypatch.setattr("nupp.search.retrograde.images_of", lambda rules: none)
    every = analyse(start)
    assert len(few) < len(every) / 6
    for position in some_positions(start.game, 60, random.Random(5), range(1, 12)):
        assert few.look_up(position) == every.look_up(position)
    np.testing.assert_array_equal(np.unique(few.values), np.unique(every.values))
