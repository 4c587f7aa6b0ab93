"""The contents of cells: complete, moved by symmetries, and exchanged for the other side."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import pytest

from nupp.conformance.observe import Sample, state_of
from nupp.conformance.requirements import Scope, requirement
from nupp.conformance.requirements.evaluation import says_sides, with_other_side
from nupp.evaluators import stages_of
from nupp.kernel import interpreted
from nupp.rules import Game
from nupp.rules.basics import States
from nupp.rules.symmetry import Symmetry


def contents(game: Game, states: States) -> dict[int, int]:
    """The contents of the cells that are not empty, by cell; of plain Python."""
    found = np.empty(len(game.board), np.int64)
    with interpreted():
        n = game.contents(states[0], found)
    return by_cell(game, found[:n].tolist())


def by_cell(game: Game, codes: Sequence[int]) -> dict[int, int]:
    """The kind on each cell of the contents that codes stand for."""
    found = dict(divmod(code, game.kinds.values) for code in codes)
    assert len(found) == len(codes)
    assert all(0 <= cell < len(game.board) and kind > 0 for cell, kind in found.items())
    return found


def as_seen(game: Game, symmetry: Symmetry[Any], cell: int) -> int:
    """The cell that a symmetry takes a cell to, as the sides to move see it before and after."""
    image = symmetry.cells[cell]
    return len(game.board) - 1 - image if game.kinds.turned and symmetry.exchange else image


@requirement(Scope.VARIANTS)
def drawn_pieces_match_contents(played: Sample) -> None:
    """The drawn pieces match `contents`: as many, distinct by side, equal only for equal drawings."""
    game = played.game
    if game.kinds.values == 1:
        pytest.skip("it does not say what stands on its cells")
    known: dict[tuple[int, frozenset[tuple[int, int]]], object] = {}
    for seen in played.spread(40):
        state = state_of(game, seen.before)
        listed = by_cell(game, seen.contents)
        with interpreted():
            drawn = [piece for piece in game.view.drawing(state[0]).pieces if piece.shape != "box"]
        assert len(listed) == len(drawn)
        shown = {(piece.cell, piece.side, piece.symbol) for piece in drawn}
        key = seen.side, frozenset(listed.items())
        assert known.setdefault(key, shown) == shown
        kinds = game.kinds.pieces
        own = sum(1 <= kind <= kinds for kind in listed.values())
        enemies = sum(kinds < kind <= 2 * kinds for kind in listed.values())
        if kinds:
            assert own == sum(piece.side == seen.side for piece in drawn)
            assert enemies == sum(piece.side == 1 - seen.side for piece in drawn)


@requirement(Scope.VARIANTS)
def stages_are_in_range(played: Sample) -> None:
    game, stages = played.game, stages_of(played.game)
    with interpreted():
        for seen in played.spread(20):
            state = state_of(game, seen.before)[0]
            assert 0 <= stages.of(game, state, len(seen.contents)) < stages.count


@requirement(Scope.VARIANTS)
def symmetries_move_contents(played: Sample) -> None:
    game = played.game
    for seen in played.spread(8):
        state = state_of(game, seen.before)
        listed = by_cell(game, seen.contents)
        turned = game.kinds.turned and seen.side == 1
        for symmetry in game.symmetries:
            with interpreted():
                image = symmetry.map_state(state)
            last = len(game.board) - 1
            expected = {}
            for cell, kind in listed.items():
                raw = last - cell if turned else cell
                target = as_seen(game, symmetry, raw)
                expected[last - target if turned else target] = kind
            assert contents(game, image) == expected


@requirement(Scope.DEFAULTS)
def the_other_side_sees_contents_exchanged(base: Sample) -> None:
    game, kinds = base.game, base.game.kinds.pieces
    compared = 0
    for seen in base.spread(20):
        other = with_other_side(game, seen.before)
        if other is None:
            continue
        compared += 1
        listed, last = by_cell(game, seen.contents), len(game.board) - 1
        expected = {
            last - cell if game.kinds.turned else cell: (kind - 1 + kinds) % (2 * kinds) + 1
            if kind <= 2 * kinds
            else kind
            for cell, kind in listed.items()
        }
        assert contents(game, other) == expected
    if compared == 0 and says_sides(game):
        pytest.fail("no position could be compared")
