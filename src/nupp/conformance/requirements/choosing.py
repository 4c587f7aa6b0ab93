"""The choice of moves on a board that knows no rules: steps, origins, ways, aliases, facts, arrows."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from typing import Final

import numpy as np

from nupp.boards import Piece
from nupp.conformance.amounts import amount
from nupp.conformance.observe import Sample, Seen, check_agree, check_same, sample, state_of
from nupp.conformance.requirements import Scope, requirement
from nupp.conformance.variants import Subject
from nupp.kernel import interpreted
from nupp.rules import Choice, Position, Step

_STILL: Final = "where no piece follows the steps, expected a staging with carries=0"
_GONE: Final = f"{_STILL}; where a piece may vanish by its own move, one with may_vanish=True"


def positions_of(played: Sample, most: int) -> Iterator[tuple[Seen, Position]]:
    """About `most` of the positions of a sample, evenly spread, as observed and as made anew."""
    for seen in played.spread(most):
        yield seen, Position(played.game, state_of(played.game, seen.before))


@cache
def some(spec: str, compiled: bool) -> tuple[tuple[Seen, Position, tuple[Choice, ...]], ...]:
    """Some positions of a game with their choices, which take long where there are many."""
    positions = positions_of(sample(spec, compiled), amount(8, 24))
    return tuple((seen, position, position.choices) for seen, position in positions)


def walk(choices: Sequence[Choice], steps: Sequence[Step]) -> list[Choice]:
    """The choices that are left when these steps have been clicked one after another."""
    left = list(choices)
    for number, step in enumerate(steps):
        left = [choice for choice in left if len(choice.steps) > number and choice.steps[number] == step]
    return left


@requirement(Scope.VARIANTS)
def the_steps_of_a_move_lead_to_it_and_to_no_other(played: Sample) -> None:
    with interpreted():
        for seen, _, choices in some(played.game.spec, played.compiled):
            assert tuple(choice.code for choice in choices) == seen.legal
            assert len({choice.steps for choice in choices}) == len(choices)
            for choice in choices[:: max(1, len(choices) // 40)]:
                done = [one for one in walk(choices, choice.steps) if len(one.steps) == len(choice.steps)]
                assert done == [choice]


@requirement(Scope.VARIANTS)
def steps_are_cells_of_the_board_or_the_move_in_a_word(played: Sample) -> None:
    cells = range(len(played.game.board))
    with interpreted():
        for _, _, choices in some(played.game.spec, played.compiled):
            for choice in choices:
                assert choice.steps
                if isinstance(choice.steps[0], str):
                    assert choice.steps == (choice.move,)
                else:
                    assert all(isinstance(step, int) and step in cells for step in choice.steps)


def needs_more(choices: Sequence[Choice]) -> bool:
    """True if some of the moves are more than a click on one cell."""
    return any(len(choice.steps) > 1 or isinstance(choice.steps[0], str) for choice in choices)


@requirement(Scope.VARIANTS)
def a_game_whose_moves_need_more_clicks_later_says_so(played: Sample) -> None:
    with interpreted():
        if not played.game.view.stepwise and not needs_more(played.game.start_position().choices):
            for seen, _, choices in some(played.game.spec, played.compiled):
                assert not needs_more(choices), seen.legal


@requirement(Scope.VARIANTS)
def steps_are_the_same_with_and_without_the_text(played: Sample) -> None:
    with interpreted():
        for _, position, choices in some(played.game.spec, played.compiled):
            for choice in choices[:: max(1, len(choices) // 12)]:
                move, state = choice.code, position.state[0]
                check_agree(choice.move, "notation.texts", position.format_move(move), "move_text")
                steps = played.game.view.move_steps(state, move)
                check_agree(choice.steps, "view.steps_of_moves", steps, "view.move_steps")


@requirement(Scope.VARIANTS)
def aliases_stand_for_cells_that_begin_a_move(played: Sample) -> None:
    with interpreted():
        for _, position, choices in some(played.game.spec, played.compiled):
            firsts = {choice.steps[0] for choice in choices}
            for cell, other in played.game.view.aliases(position.state[0]).items():
                assert other in firsts
                assert cell not in firsts
                assert cell in range(len(played.game.board))


@requirement(Scope.VARIANTS)
def origins_before_the_steps_of_a_move_lead_to_no_other(played: Sample) -> None:
    with interpreted():
        for _, position, choices in some(played.game.spec, played.compiled):
            state, occupied = position.state[0], {piece.cell for piece in position.drawing.pieces}
            known = played.game.view.origins_of_moves(state, position.legal_move_codes)
            for choice in choices:
                origins = played.game.view.origins(state, choice.code)
                check_agree(known.get(choice.code, ()), "view.origins_of_moves", origins, "view.origins")
                assert occupied.issuperset(origins)
                assert len(set(origins)) == len(origins)
                for origin in origins:
                    assert not walk(choices, (origin, *choice.steps)), choice.move


@requirement(Scope.VARIANTS)
def ways_of_a_move_lead_to_no_other(played: Sample) -> None:
    cells = set(range(len(played.game.board)))
    with interpreted():
        for _, position, choices in some(played.game.spec, played.compiled):
            owners = {choice.steps: choice.code for choice in choices}
            for move, ways in played.game.view.ways(position.state[0]).items():
                assert move in position.legal_move_codes
                for way in ways:
                    assert cells.issuperset(way)
                    assert owners.setdefault(way, move) == move, way


@requirement(Scope.VARIANTS)
def facts_have_keys_and_values(played: Sample) -> None:
    with interpreted():
        for _, position, choices in some(played.game.spec, played.compiled):
            state, view = position.state[0], played.game.view
            for choice in choices[:: max(1, len(choices) // 12)]:
                facts = view.move_facts(state, choice.code)
                check_agree(choice.facts, "view.facts_of_moves", facts, "view.move_facts")
            stated = [choice.facts for choice in choices]
            stated += [view.status(state)]
            stated += [one.facts for one in view.inspect(state)]
            for facts in stated:
                assert len(dict(facts)) == len(facts)
                assert all(key.isidentifier() and isinstance(value, str) for key, value in facts)


@requirement(Scope.VARIANTS)
def nothing_that_is_asked_changes_the_position(played: Sample) -> None:
    with interpreted():
        for seen in played.spread(3):
            state = state_of(played.game, seen.before)
            for move in seen.legal[:20]:
                played.game.view.move_steps(state[0], move)
                played.game.view.move_facts(state[0], move)
                played.game.view.origins(state[0], move)
            for ask in ("aliases", "inspect", "status", "staging", "ways"):
                getattr(played.game.view, ask)(state[0])
            check_same(played.game, state, seen.before)


@requirement(Scope.VARIANTS)
def the_piece_that_moves_stands_where_the_steps_say(played: Sample) -> None:
    """It is there before the move, and after it on the last cell to which the steps carry it.

    Those are empty ones, or one whose piece it takes by moving there. It may be gone if the staging says so.
    A piece on the first cell moves only if there are cells for it to go to: where a move names a pot whose
    seeds are sown, none does.
    """
    with interpreted():
        for seen, position, choices in some(played.game.spec, played.compiled):
            for choice in [one for one in choices if one.code == seen.chosen]:
                check_movement(position, choice)


def check_movement(position: Position, choice: Choice) -> None:
    """Raise AssertionError if the piece that follows the steps of a move is elsewhere, or gone, after it."""
    before = {piece.cell: piece for piece in position.drawing.pieces if piece.shape != "box"}
    start, carries, may_vanish = position.game.view.staging(position.state[0])
    cells = [step for step in choice.steps if isinstance(step, int)]
    if start is None and cells[1:] and carries != 0:
        start, cells = cells[0], cells[1:]
    if start is None or start not in before:
        return
    after = {piece.cell: piece for piece in position.play_code(choice.code).drawing.pieces}
    side = before[start].side
    reached = [
        cell for cell in cells if cell not in before or cell == start or _is_taken(cell, side, before, after)
    ][:carries]
    end = reached[-1] if reached else start
    name = position.game.board.name
    moved = f"{choice.move}: by View.staging the piece on {name(start)} is on {name(end)} afterwards"
    found = after.get(end)
    if found is None:
        assert may_vanish, f"{moved}, by View.drawing none is; {_GONE}"
    else:
        assert found.side == side, f"{moved}, by View.drawing one of another side is; {_STILL}"


def _is_taken(cell: int, side: int, before: dict[int, Piece], after: dict[int, Piece]) -> bool:
    """True if the enemy stood on a cell before a move, and the side that made it stands there after it."""
    return before[cell].side != side and cell in after and after[cell].side == side


@requirement(Scope.RULES)
def arrows_lead_from_every_cell_to_every_other(subject: Subject) -> None:
    arrows = subject.game.board.arrows
    assert arrows.shape == (len(subject.game.board), 4)
    assert np.all((arrows >= -1) & (arrows < len(subject.game.board)))
    for starts, ends in ((0, 1), (1, 0)):
        reached = {0}
        pairs = [(cell, to) for cell, row in enumerate(arrows.tolist()) for to in row if to >= 0]
        while True:
            more = {pair[ends] for pair in pairs if pair[starts] in reached} - reached
            if not more:
                break
            reached |= more
        assert len(reached) == len(subject.game.board)


@requirement(Scope.RULES)
def arrows_point_their_way(subject: Subject) -> None:
    ways = ((0, -1), (1, 0), (0, 1), (-1, 0))
    centres = subject.game.board.centres
    for cell, row in enumerate(subject.game.board.arrows.tolist()):
        for (x, y), to in zip(ways, row, strict=True):
            if to >= 0:
                dx, dy = centres[to] - centres[cell]
                along, across = dx * x + dy * y, abs(dx * y) + abs(dy * x)
                assert along > 0
                assert across <= along + 0.01
