"""Draughts against the slow reference: whole games, and any positions."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator

import pytest

from games.differential import compare, compare_evaluation, compare_games, forcing
from games.draughts.positions import LIMITS, at, rules
from nupp.conformance.amounts import amount
from nupp.games.draughts import Draughts
from nupp.games.draughts.pieces import VARIANTS
from nupp.rules import Position
from reference.draughts import Draughts as Reference

FLYING = [variant for variant in VARIANTS if variant != "english"]


@pytest.mark.native
@pytest.mark.parametrize(
    ("variant", "draws"),
    [*((variant, True) for variant in VARIANTS), *((variant, False) for variant in FLYING)],
)
def test_random_games_agree_with_the_reference(variant: str, draws: bool) -> None:
    compare_games(rules(variant, draws), Reference.start(variant, draws), amount(1, 4), check_more)


def check_more(position: Position, reference: Reference) -> None:
    draughts = position.game
    assert isinstance(draughts, Draughts)
    if not position.is_over:
        assert forcing(position) == {move for move in reference.moves() if "x" in move}
    compare_evaluation(position, "material", reference.material())


def random_positions(variant: str, rng: random.Random, n: int, most: int = 8) -> Iterator[str]:
    """Positions of any kind with many kings, some of few pieces and some of up to `most` a side."""
    size = VARIANTS[variant].size
    cells = size * size // 2
    for _ in range(n):
        white, black = (rng.randint(1, rng.choice([2, 4, most])) for _ in range(2))
        chosen = rng.sample(range(1, cells + 1), white + black)
        lists = []
        for colour, some in (("W", chosen[:white]), ("B", chosen[white:])):
            share = rng.random()
            last = range(1, size // 2 + 1) if colour == "W" else range(cells - size // 2 + 1, cells + 1)
            kings = {cell for cell in some if cell in last or rng.random() < share}
            lists.append(colour + ",".join("K" * (cell in kings) + str(cell) for cell in sorted(some)))
        yield f"{rng.choice('WB')}:{':'.join(lists)}"


@pytest.mark.slow
@pytest.mark.native
@pytest.mark.parametrize("variant", VARIANTS)
def test_any_position_agrees_with_the_reference(variant: str) -> None:
    rng, seen = random.Random(variant), Counter[str]()
    for text in random_positions(variant, rng, 60):
        ending = {None: 0, 16: 32, 5: 10}[Reference.parse(text, variant).ending()]
        text += f" {rng.randint(LIMITS[variant] - 6, LIMITS[variant])}"
        if variant == "international":
            text += f" {rng.randint(max(0, ending - 3), ending)}"
        position, reference = at(text, variant), Reference.parse(text, variant)
        for _ in range(6):
            compare(position, reference)
            check_more(position, reference)
            if position.is_over:
                seen[position.result] += 1
                break
            move = rng.choice(position.legal_moves)
            position, reference = position.play(move), reference.play(move)
    assert set(seen) == {"white wins", "black wins", "drawn"}


@pytest.mark.slow
@pytest.mark.parametrize("variant", VARIANTS)
def test_all_paths_are_understood(variant: str) -> None:
    rng, paths = random.Random(variant), 0
    positions = 200 if variant == "english" else amount(80, 200)  # short captures are mostly single
    for text in random_positions(variant, rng, positions, most=12):
        position, reference = at(text, variant), Reference.parse(text, variant)
        for move in reference.all_paths if not reference.over else []:
            assert str(position.play(move.full())) == reference.play(move.full()).text()
            paths += len(move.captured) > 1
    assert paths > 10
