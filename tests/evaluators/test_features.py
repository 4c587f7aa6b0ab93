"""Features: what hand-written evaluators and the boards say of the same numbers; sets of tables by turn."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from evaluators.positions import positions
from games.lput.positions import text_of
from nupp.conformance.observe import sample
from nupp.evaluators.features import MOST_FEATURES, features
from nupp.games.amazons import evaluation as amazons
from nupp.games.dotsandboxes import evaluation as dots_and_boxes
from nupp.games.draughts import evaluation as draughts
from nupp.games.lput import evaluation as lput
from nupp.games.lput.networks import strike_table
from nupp.games.lput.terrain import CRAG, DEEP, NOWHERE, PLACES, TERRAIN, has_place, place_of
from nupp.games.morris import evaluation as morris
from nupp.kernel import interpreted
from nupp.rules import Game, game, read_state, start_state
from nupp.rules.basics import States
from nupp.rules.movetexts import legal_codes
from nupp.search.theory import theory_of


def numbers(name: str, rules: Game, state: States) -> list[int]:
    found = np.zeros(MOST_FEATURES, np.int64)
    kind = features(name, rules)
    with interpreted():
        kind.write(rules, state[0], found)
    return found[: kind.count].tolist()


def value(evaluator: Any, rules: Game, state: States) -> int:
    with interpreted():
        return int(evaluator.evaluate(rules, state[0]))


def test_boxes_are_those_that_evaluators_count() -> None:
    played = sample("dotsandboxes:size=5", compiled=False)
    for state in positions(played):
        lead, takeable, last, _ = numbers("boxes", played.game, state)
        assert lead == value(dots_and_boxes.Boxes(), played.game, state)
        assert lead + takeable == value(dots_and_boxes.Takeable(), played.game, state)
        assert last == 3 * int(state[0]["last"]) + 1 + np.sign(lead)


def test_safe_edges_leave_no_box_with_one_missing_edge() -> None:
    played = sample("dotsandboxes:size=3", compiled=False)
    rules: Any = played.game
    for state in positions(played):
        safe = 0
        with interpreted():
            before = int(rules.takeable(state[0]))
            for move in legal_codes(rules, state[0]):
                after = state.copy()
                rules.play(after[0], move)
                grown = int(rules.takeable(after[0])) > before
                safe += (
                    move != rules.pass_move
                    and not grown
                    and theory_of(rules).settled(after[0]) == theory_of(rules).settled(state[0])
                )
        assert numbers("boxes", rules, state)[3] == safe


def test_men_and_steps_are_those_of_mobility() -> None:
    played = sample("morris", compiled=False)
    for state in positions(played):
        lead, steps, *_ = numbers("men", played.game, state)
        assert lead == value(morris.Material(), played.game, state)
        assert 7 * lead + steps == value(morris.Mobility(man=7), played.game, state)


def test_chances_to_close_a_mill_are_counted() -> None:
    rules: Any = game("morris")
    state = start_state(rules)
    with interpreted():
        for move in ("a1", "a4", "d1", "b4"):
            rules.play(state[0], rules.notation.read(rules, state[0], move))
    assert numbers("men", rules, state)[2:] == [1, 1]  # g1, and c4


@pytest.mark.parametrize("spec", ["draughts", "draughts:variant=english"])
def test_pieces_add_up_to_material(spec: str) -> None:
    """For the side to move, whichever colour begins."""
    played = sample(spec, compiled=False)
    for state in positions(played):
        men, kings, share = numbers("pieces", played.game, state)
        assert 100 * men + 300 * kings == value(draughts.Material(king=300), played.game, state)
        assert np.sign(share) == np.sign(men + kings)
        assert abs(share) <= 32


@pytest.mark.parametrize("spec", ["amazons:size=6", "amazons:size=5,staged=true"])
def test_reach_is_that_of_territory(spec: str) -> None:
    played = sample(spec, compiled=False)
    for state in positions(played):
        closer, ties, _ = numbers("reach", played.game, state)
        territory = value(amazons.Territory(), played.game, state)
        assert abs(territory - 10 * closer - 6 * ties) <= 4


def test_armies_are_alike_for_both_sides() -> None:
    rules = game("lput")
    ahead = numbers("armies", rules, armies("F:c4:16:0:-,k:d4:1:0:-", "F"))
    behind = numbers("armies", rules, armies("F:c4:16:0:x,k:d4:1:0:-", "k"))
    assert ahead == [27, 4, 0, 0, 0, -4, 16, 0, 0, -1, 0, 18, 8, 2, 11, 30]
    assert behind == [-28, 0, 0, 0, 4, 4, -16, 0, 0, 1, 0, -18, -8, -2, -11, -30]


@pytest.mark.slow
def test_the_lead_of_an_army_is_that_of_health() -> None:
    played = sample("lput")
    leads = []
    for state in positions(played):
        leads.append(value(lput.Health(), played.game, state))
        fifties = numbers("armies", played.game, state)[15]
        assert fifties == (1 + leads[-1] // 1000 if leads[-1] >= 0 else -1 - -leads[-1] // 1000)
    assert min(leads) < 0 < max(leads)


def test_the_offset_of_armies_is_the_value_of_pursuit() -> None:
    played = sample("lput")
    offsets = []
    for state in positions(played):
        with interpreted():
            offsets.append(
                features("armies", played.game).write(
                    played.game, state[0], np.zeros(MOST_FEATURES, np.int64)
                )
            )
        lead = value(lput.Pursuit(), played.game, state) / lput.TIES
        assert offsets[-1] == pytest.approx(549 * lead / lput.Health.scale, abs=2, rel=0.01)
    assert min(offsets) < 0 < max(offsets)


def test_alone_a_unit_strikes_whom_the_table_of_strikes_says() -> None:
    """A unit and one enemy on the map: the table is to say what the moves say."""
    rules: Any = game("lput")
    table, random = strike_table(), np.random.default_rng(1)
    ground = [cell for cell, terrain in enumerate(TERRAIN) if terrain not in (DEEP, CRAG)]
    state, moves = start_state(rules), np.zeros(rules.max_moves, np.int64)
    strikes = 0
    for unit in np.repeat([0, 2, 4, 6, 8], 60).tolist():
        place, enemy_place = (place_of(int(cell)) for cell in random.choice(ground, 2, replace=False))
        state[0]["places"], state[0]["fighters"] = NOWHERE, 0
        state[0]["places"][[unit, 1]] = place, enemy_place
        state[0]["fighters"][[unit, 1]] = 16
        state[0]["unit"] = unit
        with interpreted():
            struck = rules.forcing_moves(state[0], moves) > 0
            assert struck == has_place(tuple(table[PLACES * (unit // 2) + place]), enemy_place)
        strikes += struck
    assert 50 < strikes < 250


@pytest.mark.parametrize(
    ("units", "unit", "harm"),
    [
        ("F:c4:16:0:-,k:d4:16:0:-", "F", [4160 // 600, 0, 3840 // 600, 0]),  # 160 * 26; 192 * 20
        ("F:c4:16:0:x,k:d4:16:0:-", "k", [3840 // 600, 0, 0, 4160 // 600]),
        ("F:c4:16:0:-,k:d4:1:0:-", "F", [2560 // 600, 0, 240 // 600, 0]),  # no more than the knight has left
        ("F:c4:16:0:-,s:b4:16:0:-,k:d4:8:0:-", "F", [4160 // 600, 0, 5760 // 600, 0]),  # 96 * 20 + 160 * 24
        ("F:c4:16:0:x,K:c5:16:0:-,k:d4:16:0:-", "K", [4992 // 600, 4160 // 600, 4992 // 600, 0]),
        ("S:a1:16:0:-,s:o12:16:0:-", "S", [0, 0, 0, 0]),  # too far away
    ],
)
def test_harm_is_what_blows_would_do(units: str, unit: str, harm: list[int]) -> None:
    rules = game("lput")
    assert numbers("armies", rules, armies(units, unit))[1:5] == harm


@pytest.mark.parametrize(
    ("units", "unit", "fast"),
    [
        ("S:c3:16:0:-,f:d4:1:0:x", "S", 1 + 8),  # ahead, without any that is fast, against a flyer
        ("S:c3:16:0:-,f:d4:1:0:-", "f", -1 - 8),
        ("F:c3:16:0:-,K:d3:16:0:-,A:d2:9:0:-,s:f4:2:0:-", "F", 1 + 7),
        ("F:c3:1:0:-,k:d3:16:0:-", "F", -1 - 2 - 8),
    ],
)
def test_who_hunts_whom(units: str, unit: str, fast: int) -> None:
    assert numbers("armies", game("lput"), armies(units, unit))[11] == fast


def test_rounds_that_are_left_end_with_the_game_or_after_quiet_ones() -> None:
    for round_, last, left in ((1, 0, 10), (8, 0, 3), (8, 5, 8), (58, 57, 3)):
        state = armies("S:c3:16:0:-,f:d4:1:0:-", "f", round_, last)
        assert numbers("armies", game("lput"), state)[14] == -1 - left


def armies(units: str, unit: str, round_: int = 1, last: int = 0) -> States:
    """A position of L-put with these units, as its texts list them."""
    with interpreted():
        return read_state(game("lput"), text_of(units, unit, round_, last))


def test_features_of_other_games_are_refused() -> None:
    with pytest.raises(ValueError, match=r"'reach'.*othello"):
        features("reach", game("othello"))
    with pytest.raises(ValueError, match=r"'luck'.*othello"):
        features("luck", game("othello"))
