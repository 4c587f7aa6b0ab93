"""Positions that are set up piece by piece: the way there and back, and that all of a game can be set up."""

from __future__ import annotations

import random

import pytest

from nupp.conformance.observe import Sample, state_of
from nupp.conformance.requirements import Scope, requirement
from nupp.kernel import interpreted
from nupp.rules import Game, NotationError, Position, read_state

_TRIES, _MOST_TRIES, _ENOUGH = 150, 1000, 5
"""Pieces that are put or removed, at least and at most, and how many of the positions have to be legal."""


def placed_on(position: Position) -> dict[int, str]:
    """The symbol of the piece on each cell, as the drawing has it."""
    return {piece.cell: piece.symbol for piece in position.drawing.pieces if piece.shape != "box"}


@requirement(Scope.VARIANTS)
def the_pieces_of_a_position_make_its_text(played: Sample) -> None:
    if not played.game.view.pieces_to_place():
        pytest.skip("its positions are set up as texts alone")
    with interpreted():
        for seen in played.spread(12):
            position = Position(played.game, state_of(played.game, seen.before))
            text = played.game.view.position_with(position.state[0], placed_on(position), seen.side)
            assert text == str(position)


@requirement(Scope.VARIANTS)
def every_piece_that_is_drawn_can_be_placed(played: Sample) -> None:
    if not played.game.view.pieces_to_place():
        pytest.skip("its positions are set up as texts alone")
    offered = [(piece.side, piece.symbol, piece.shape) for piece in played.game.view.pieces_to_place()]
    assert len({symbol for _, symbol, _ in offered}) == len(offered)
    known = {*offered, (-1, "|", "edge")}  # an edge is drawn as it lies, whichever is placed
    with interpreted():
        for seen in played.spread(12):
            drawing = played.game.view.drawing(state_of(played.game, seen.before)[0])
            shown = {(one.side, one.symbol, one.shape) for one in drawing.pieces if one.shape != "box"}
            assert shown <= known


@requirement(Scope.DEFAULTS)
def a_position_is_built_piece_by_piece_from_the_start(base: Sample) -> None:
    """However pieces are put and removed, texts that are positions show just those; others are left alone."""
    rules, rng = base.game, random.Random(base.game.spec)
    if not rules.view.pieces_to_place():
        pytest.skip("its positions are set up as texts alone")
    symbols = [piece.symbol for piece in rules.view.pieces_to_place()]
    with interpreted():
        position = rules.start_position()
        read = 0
        for tried in range(_MOST_TRIES):
            if tried >= _TRIES and read > _ENOUGH:
                break
            placed, cell, side = placed_on(position), rng.randrange(len(rules.board)), rng.randrange(2)
            symbol = rng.choice(symbols)
            if placed.pop(cell, None) is None:
                if rules.view.unique_pieces:
                    placed = {other: known for other, known in placed.items() if known != symbol}
                placed[cell] = symbol
            text = rules.view.position_with(position.state[0], placed, side)
            following = reading(rules, text)
            if following is not None:
                position, read = following, read + 1
                assert placed_on(position).keys() == placed.keys()
                edges = all(piece.shape == "edge" for piece in rules.view.pieces_to_place())
                assert edges or placed_on(position) == placed
    assert read > 5


def reading(rules: Game, text: str) -> Position | None:
    try:
        return rules.parse_position(text)
    except NotationError:
        return None


@requirement(Scope.DEFAULTS)
def the_side_to_move_is_the_one_asked_for_or_that_of_the_rules(base: Sample) -> None:
    rules = base.game
    if not rules.view.pieces_to_place():
        pytest.skip("its positions are set up as texts alone")
    with interpreted():
        position = rules.start_position()
        texts = [rules.view.position_with(position.state[0], placed_on(position), side) for side in (0, 1)]
        sides = [rules.to_move(read_state(rules, text)[0]) for text in texts]
    assert sides in ([0, 1], 2 * [position.to_move])
