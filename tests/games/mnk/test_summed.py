"""States that keep the sums of a network's first layer."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import nupp
from nupp.evaluators import Evaluator
from nupp.evaluators.feedforward import FeedForward
from nupp.evaluators.stages import stages_of
from nupp.evaluators.strength import inputs_of
from nupp.evaluators.weights import pack
from nupp.games.mnk.inputs import STEPS
from nupp.games.mnk.shapes import PAIRS
from nupp.games.mnk.summed import SummedMnk
from nupp.games.mnk.tactics import MnkTactics
from nupp.kernel import interpreted, kernel
from nupp.learn.selfplay import SelfPlay, SelfPlayWorker, self_play
from nupp.players.alphabeta import AlphaBeta
from nupp.rules import Game, game
from nupp.rules.basics import States
from nupp.search.tactics import tactics_of

RULES = game("mnk:width=8,height=7")


def network(units: int = 32, step: float = 1 / STEPS) -> FeedForward:
    """A network of random weights, multiples of a step."""
    rng = np.random.default_rng(5)
    rows = (rng.integers(-99, 99, (PAIRS * PAIRS + 1, units)) * step).astype(np.float32)
    rows[-1] += 0.123
    inner = rng.normal(size=(2 * units, 16)).astype(np.float32)
    inner_bias, last = np.ones(16, np.float32), rng.normal(size=(1, 17)).astype(np.float32)
    stages = [0] * stages_of(RULES).count
    return FeedForward(RULES, inputs_of(RULES), stages, rows, inner, inner_bias, last)


def serving(evaluator: Evaluator[Any]) -> tuple[MnkTactics, Any]:
    tactics = tactics_of(RULES).serving(evaluator)
    assert isinstance(tactics, MnkTactics)
    return tactics, tactics.game


@kernel
def judge(rules: Game, evaluator: Evaluator[Any], states: States) -> int:
    return evaluator.evaluate(rules, states[0])


def test_sums_stay_up_to_date_and_serve_as_well_as_new_ones() -> None:
    evaluator, rng = network(), random.Random(3)
    tactics, searched = serving(evaluator)
    assert isinstance(searched, SummedMnk)
    found = set()
    with interpreted():
        position = RULES.start_position()
        state = tactics.states(position.state).copy()
        while not position.is_over:
            code = rng.choice(position.candidate_codes(2))
            searched.play(state[0], code)
            position = position.play_code(code)
            expected = tactics.states(position.state)
            for name in state.dtype.names or ():
                assert name == "keys" or np.array_equal(state[name], expected[name]), name
            found.add(judge(RULES, evaluator, position.state))
            assert judge(searched, evaluator, state) == judge(RULES, evaluator, position.state)
    assert len(found) > 10
    assert judge(searched, evaluator, state) == judge(RULES, evaluator, position.state)


@pytest.mark.slow
def test_compiled_searches_find_the_same_with_and_without_sums(tmp_path: Path) -> None:
    file = tmp_path / "network.nupp"
    file.write_bytes(pack(network(), RULES, {}))
    position = RULES.parse_position("8/8/2xo4/3x4/3o4/8/8 x")
    found = []
    for tactics in (tactics_of(RULES).serving(network()), tactics_of(RULES)):
        player = nupp.player(f"alphabeta:eval={file},table=1", RULES)
        assert isinstance(player, AlphaBeta)
        assert isinstance(player.tactics.game, SummedMnk)
        player.tactics = tactics
        decision = player.choose(position, nupp.Budget(depth=4))
        found.append((decision.move, decision.score, decision.nodes))
    assert found[0] == found[1]
    plan = SelfPlay(RULES.spec, f"alphabeta:eval={file},table=1", depth=2, games=2, max_plies=30)
    assert plan.header()["tactics"] is True
    (chunk,) = self_play(plan)
    assert chunk.states.dtype == RULES.State
    values = chunk.facts["value"].copy()
    SelfPlayWorker(plan).evaluate(chunk.states, chunk.facts)
    assert values.tolist() == chunk.facts["value"].tolist()


def test_states_keep_no_sums_that_would_not_be_exact() -> None:
    usual = tactics_of(RULES)
    assert usual.serving(network(step=0.3 / STEPS)) is usual
    assert usual.serving(network(units=16)) is usual
    assert usual.serving(network(step=500.0)) is usual
