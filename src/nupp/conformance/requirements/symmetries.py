"""The symmetries that games state: a group of maps of cells that the rules cannot distinguish."""

from __future__ import annotations

import pytest

from nupp.conformance.observe import Observer, Sample, check_same, state_of
from nupp.conformance.requirements import Scope, requirement
from nupp.conformance.variants import Subject
from nupp.kernel import generator, interpreted
from nupp.rules import start_state


@requirement(Scope.RULES)
def symmetries_are_a_group_with_the_identity_first(subject: Subject) -> None:
    cells = range(len(subject.game.board))
    known = {(tuple(one.cells), bool(one.exchange)) for one in subject.game.symmetries}
    assert (subject.game.symmetries[0].cells, subject.game.symmetries[0].exchange) == (tuple(cells), False)
    assert len(known) == len(subject.game.symmetries)
    for one, swaps in known:
        assert sorted(one) == list(cells)
        for other, also in known:
            assert (tuple(other[one[cell]] for cell in cells), swaps != also) in known


@requirement(Scope.VARIANTS)
def symmetries_commute_with_the_rules(played: Sample) -> None:
    rules = played.game
    observer = Observer(rules)
    plies = played.spread(8)
    for symmetry in rules.symmetries:
        for seen in plies:
            with interpreted():
                image = symmetry.map_state(state_of(rules, seen.before))
                mapped = {symmetry.map_move(move) for move in seen.legal}
            found = observer.look(image.tobytes(), generator(0))
            assert set(found.legal) == mapped
            assert found.side == seen.side ^ symmetry.exchange
            sign = -1 if symmetry.exchange else 1
            assert (found.outcome, found.margin) == (sign * seen.outcome, sign * seen.margin)
            if not seen.is_over:
                with interpreted():
                    rules.play(image[0], symmetry.map_move(seen.chosen))
                    after = symmetry.map_state(state_of(rules, seen.after))
                check_same(rules, image, after.tobytes())


@requirement(Scope.VARIANTS)
def inverse_symmetries_lead_back_to_the_same_position(played: Sample) -> None:
    rules = played.game
    for symmetry in rules.symmetries:
        inverse = next(
            one
            for one in rules.symmetries
            if all(one.cells[target] == cell for cell, target in enumerate(symmetry.cells))
            and one.exchange == symmetry.exchange
        )
        for seen in played.spread(3):
            with interpreted():
                there = symmetry.map_state(state_of(rules, seen.before))
                back = inverse.map_state(there)
                assert rules.hash(back[0]) == seen.hash_key
                for move in seen.legal:
                    assert inverse.map_move(symmetry.map_move(move)) == move
            check_same(rules, back, seen.before)


@requirement(Scope.RULES)
def a_game_with_symmetries_can_map_its_start(subject: Subject) -> None:
    for symmetry in subject.game.symmetries:
        if not symmetry.exchange:
            with interpreted():
                image = symmetry.map_state(start_state(subject.game))
            check_same(subject.game, image, start_state(subject.game).tobytes())


@requirement(Scope.DEFAULTS)
def states_are_not_changed_by_mapping(base: Sample) -> None:
    state = state_of(base.game, base.games[0][len(base.games[0]) // 2].before)
    state.setflags(write=False)
    with interpreted():
        for symmetry in base.game.symmetries:
            try:
                symmetry.map_state(state)
            except ValueError as error:
                pytest.fail(f"{symmetry}: {error}")
