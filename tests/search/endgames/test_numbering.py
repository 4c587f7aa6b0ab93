"""Each position of an endgame has a number, and each number its position."""

from __future__ import annotations

import random

import numpy as np
import pytest

from nupp.kernel import interpreted
from nupp.rules import Game, Position, game
from nupp.search.endgames import Numbering
from nupp.search.endgames.numbering import mirrored


def slices(numbering: Numbering) -> list[tuple[tuple[int, ...], int, int]]:
    return [part for group in numbering.groups for part in group]


@pytest.mark.parametrize(
    ("spec", "pieces"),
    [("draughts:variant=english", 4), ("draughts:variant=international", 3), ("morris", 7)],
)
def test_numbers_and_positions_answer_each_other(spec: str, pieces: int) -> None:
    rules, rng, met = game(spec), random.Random(1), 0
    numbering = Numbering(rules, pieces)
    with interpreted():
        while met < 60:
            counts, first, size = rng.choice(slices(numbering))
            number, state = rng.randrange(size), np.zeros(1, rules.State)
            if not numbering.set_up(rules, np.array(counts), number, state[0]):
                continue
            assert numbering.number(rules, state[0]) == first + number
            assert numbering.endgames.pieces(rules, state[0]) == sum(counts)
            position = Position(rules, state)
            assert str(rules.parse_position(str(position))) == str(position)
            met += 1


def test_a_position_of_either_side_has_a_number() -> None:
    rules = game("draughts:variant=english")
    turned = [rules.parse_position(text) for text in ("W:W27,K20:B5", "B:W28:B6,K13")]
    numbering = Numbering(rules, 3)
    with interpreted():
        white, black = (numbering.number(rules, one.state[0]) for one in turned)
    assert white == black


def test_slices_follow_one_another_and_come_after_those_that_they_lead_to() -> None:
    numbering = Numbering(game("draughts:variant=english"), 4)
    parts, groups = slices(numbering), numbering.groups
    ends = sorted((first, first + size) for _, first, size in parts)
    assert [begin for begin, _ in ends] == [0, *(end for _, end in ends[:-1])]
    assert ends[-1][1] == numbering.positions
    place = {part.counts: i for i, group in enumerate(groups) for part in group}
    for counts in place:
        assert place[counts] == place[mirrored(counts)]
        men, kings, *enemy = counts
        if men:
            assert place[counts] > place[men - 1, kings + 1, *enemy]
        if men > 1:
            assert place[counts] > place[men - 1, kings, *enemy]


@pytest.mark.parametrize(
    ("spec", "pieces", "reason"),
    [
        ("hex", 3, "does not say what its endgames are"),
        ("draughts", 1, "1 pieces: expected 2 to 8"),
        ("draughts", 9, "9 pieces: expected 2 to 8"),
    ],
)
def test_what_cannot_be_numbered_is_refused(spec: str, pieces: int, reason: str) -> None:
    rules: Game = game(spec)
    with pytest.raises(ValueError, match=reason):
        Numbering(rules, pieces)
