"""Features: what hand-written evaluators and the boards say of the same numbers; sets of tables by turn."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from nupp.conformance.observe import Sample, sample, state_of
from nupp.evaluators import amazons, dots_and_boxes, draughts, lput, morris
from nupp.evaluators.features import features
from nupp.evaluators.layouts import Layout, sets_of_stages
from nupp.games import Game, game
from nupp.games.base import States
from nupp.kernel import interpreted


def positions(played: Sample) -> list[States]:
    return [state_of(played.game, seen.before) for seen in played.spread(12)]


def numbers(name: str, rules: Game, state: States) -> list[int]:
    found = np.zeros(8, np.int64)
    kind = features(name, rules)
    with interpreted():
        kind.write(rules, state[0], found)
    return found[: kind.count].tolist()


def value(evaluator: Any, rules: Game, state: States) -> int:
    with interpreted():
        return int(evaluator.evaluate(rules, state[0]))


def test_boxes_are_those_that_evaluators_count() -> None:
    played = sample("dotsandboxes:size=5")
    for state in positions(played):
        lead, takeable, last, _ = numbers("boxes", played.game, state)
        assert lead == value(dots_and_boxes.Boxes(), played.game, state)
        assert lead + takeable == value(dots_and_boxes.Takeable(), played.game, state)
        assert last == 3 * int(state[0]["last"]) + 1 + np.sign(lead)


def test_safe_edges_leave_no_box_with_one_missing_edge() -> None:
    played = sample("dotsandboxes:size=3")
    rules: Any = played.game
    for state in positions(played):
        safe = 0
        with interpreted():
            before = int(rules.takeable(state[0]))
            for move in rules.moves_of(state):
                after = state.copy()
                rules.play(after[0], move)
                grown = int(rules.takeable(after[0])) > before
                safe += (
                    move != rules.pass_move
                    and not grown
                    and rules.settled(after[0]) == rules.settled(state[0])
                )
        assert numbers("boxes", rules, state)[3] == safe


def test_men_and_steps_are_those_of_mobility() -> None:
    played = sample("morris")
    for state in positions(played):
        lead, steps, *_ = numbers("men", played.game, state)
        assert lead == value(morris.Material(), played.game, state)
        assert 7 * lead + steps == value(morris.Mobility(man=7), played.game, state)


def test_chances_to_close_a_mill_are_counted() -> None:
    rules: Any = game("morris")
    state = rules.start_state()
    with interpreted():
        for move in ("a1", "a4", "d1", "b4"):
            rules.play(state[0], rules.parse_move(state, move))
    assert numbers("men", rules, state)[2:] == [1, 1]  # g1, and c4


def test_pieces_add_up_to_material() -> None:
    played = sample("draughts")
    for state in positions(played):
        men, kings, share = numbers("pieces", played.game, state)
        assert 100 * men + 300 * kings == value(draughts.Material(king=300), played.game, state)
        assert np.sign(share) == np.sign(men + kings)
        assert abs(share) <= 32


@pytest.mark.parametrize("spec", ["amazons:size=6", "amazons:size=5,staged=true"])
def test_reach_is_that_of_territory(spec: str) -> None:
    played = sample(spec)
    for state in positions(played):
        closer, ties, _ = numbers("reach", played.game, state)
        territory = value(amazons.Territory(), played.game, state)
        assert abs(territory - 10 * closer - 6 * ties) <= 4


def test_armies_are_as_healthy_as_health_says() -> None:
    played = sample("lput")
    for state in positions(played):
        health, *others = numbers("armies", played.game, state)
        lead = value(lput.Health(), played.game, state)
        assert health <= 0 if lead <= 0 else health >= 0
        assert all(-32 <= number <= 64 for number in others)


def test_the_offset_of_armies_is_the_value_of_pursuit() -> None:
    played = sample("lput")
    offsets = []
    for state in positions(played):
        with interpreted():
            offsets.append(
                features("armies", played.game).write(played.game, state[0], np.zeros(8, np.int64))
            )
        lead = value(lput.Pursuit(), played.game, state) / lput.TIES
        assert offsets[-1] == pytest.approx(549 * lead / lput.Health.scale, abs=2, rel=0.01)
    assert min(offsets) < 0 < max(offsets)


def test_features_of_other_games_are_refused() -> None:
    with pytest.raises(ValueError, match="features 'reach': othello has none of this name"):
        features("reach", game("othello"))
    with pytest.raises(ValueError, match="features 'luck'"):
        features("luck", game("othello"))


@pytest.mark.parametrize(
    ("sets", "in_turn", "expected"),
    [
        (2, False, [0, 0, 0, 0, 1, 1, 1]),
        (2, True, [0, 1, 0, 1, 0, 1, 0]),
        (4, True, [0, 1, 0, 1, 2, 3, 2]),
        (9, False, [0, 1, 2, 3, 4, 5, 6]),
    ],
)
def test_stages_have_sets_of_tables(sets: int, in_turn: bool, expected: list[int]) -> None:
    assert sets_of_stages(Layout(lambda _: [], sets, in_turn=in_turn), 7) == expected
