"""PUCT and the player of one ply: what they call proven is true, their limits, and how leaves wait."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from evaluators.networks.little import little_file
from nupp.evaluators import Evaluator, register
from nupp.evaluators.networks import Answers, pack
from nupp.kernel import interpreted
from nupp.players import Budget, player
from nupp.players.networks import PUCT, PUCTOptions
from nupp.rules import game
from nupp.spec import SpecError
from search.oracle import python_value, value
from search.subjects import subject

GAME = game("tictactoe")


@pytest.fixture
def net(tmp_path: Path) -> str:
    path = tmp_path / "net.nupp"
    path.write_bytes(pack(little_file()))
    return str(path)


# ---- results that are certain ------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize("batch", [1, 8])
def test_what_is_proven_is_the_value_of_the_game(batch: int) -> None:
    one, proofs = subject("mnk 4x3"), 0
    chooser = PUCT(one.game, PUCTOptions(batch=batch, memory=4, eval="none"))
    for position in one.positions[:40:3]:
        decision = chooser.choose(position, Budget(nodes=3000))
        assert decision.move in position.legal_moves
        if decision.score_kind == "proven":
            proofs += 1
            assert decision.score == np.sign(value(position, one.judge, 14))
    assert proofs >= 3


@pytest.mark.slow
def test_proofs_heed_repetition() -> None:
    one, proofs = subject("loopy maze"), 0
    chooser = PUCT(one.game, PUCTOptions(memory=4, eval="none"))
    with interpreted():
        for position in one.positions[::12]:
            decision = chooser.choose(position, Budget(nodes=60))
            if decision.score_kind != "proven":
                continue
            true = python_value(position, one.judge, 10)
            if abs(true) > 1000:  # else the oracle has not seen every end
                proofs += 1
                assert decision.score == np.sign(true)
    assert proofs > 2


# ---- the players -------------------------------------------------------------------------------------


def test_the_same_network_and_nodes_give_the_same_decision(net: str) -> None:
    with interpreted():
        position = GAME.start_position().play("b2")
        decisions = []
        for _ in range(2):
            chooser = player(f"puct:net=({net})", GAME)
            decisions.append(replace(chooser.choose(position, Budget(nodes=40)), seconds=0.0))
            again = replace(chooser.choose(position, Budget(nodes=40)), seconds=0.0)
            assert again == decisions[-1]
        assert decisions[0] == decisions[1]
        assert decisions[0].nodes == 40
        assert sum(one.visits for one in decisions[0].candidates) == 39
        compiled = player(f"puct:net=({net})", GAME)
    assert replace(compiled.choose(position, Budget(nodes=40)), seconds=0.0) == decisions[0]


def test_one_ply_takes_the_move_after_which_the_position_is_liked_best(net: str) -> None:
    """The little network likes stones on the board and its own turn; it wins at once if it can."""
    with interpreted():
        chooser = player(f"oneply:net=({net})", GAME)
        decision = chooser.choose(GAME.start_position())
        assert len(decision.candidates) == decision.nodes == 9
        assert decision.score == pytest.approx(-(9 + 1 + 9) / 36)
        winning = GAME.start_position().play_all(["a1", "a2", "b1", "b2"])
        decision = chooser.choose(winning)
        assert (decision.move, decision.score, decision.score_kind) == ("c1", 1, "proven")
        assert chooser.choose(winning, Budget(nodes=2)).nodes == 2


@pytest.mark.slow
def test_time_is_kept_and_reports_come() -> None:
    chooser, heard = player("puct", GAME), []
    position = GAME.start_position()
    decision = chooser.choose(position, Budget(seconds=0.5), heard.append)
    assert decision.seconds >= 0.3
    assert heard[-1] == decision
    assert [one.nodes for one in heard] == sorted(one.nodes for one in heard)
    assert decision.move in position.legal_moves


@pytest.mark.parametrize("name", ["puct", "oneply"])
def test_a_file_that_is_none_is_refused(name: str, tmp_path: Path) -> None:
    with pytest.raises(SpecError, match=r"none\.nupp'.*No such file"):
        player(f"{name}:net=({tmp_path / 'none.nupp'})", GAME)


def test_numbers_that_are_not_finite_end_the_search(net: str, monkeypatch: pytest.MonkeyPatch) -> None:
    with interpreted():
        chooser: Any = player(f"puct:net=({net})", GAME)
        monkeypatch.setattr(
            chooser._batch_evaluator._network,
            "run",
            lambda planes: Answers(np.full(len(planes), np.nan, np.float32), np.zeros((len(planes), 10))),
        )
        with pytest.raises(ValueError, match="not finite"):
            chooser.choose(GAME.start_position(), Budget(nodes=5))


class Bare(Evaluator):  # type: ignore[type-arg]
    """Knows nothing, and no scale."""

    name = "bare"

    def evaluate(self, game: object, state: object) -> int:
        return 0


@pytest.mark.parametrize("spec", ["puct", "oneply", "uct"])
def test_an_evaluator_without_a_scale_is_refused(spec: str) -> None:
    register(Bare)
    with pytest.raises(SpecError, match=r"'bare'.*scale"):
        player(f"{spec}:eval=bare", GAME)


def test_a_network_needs_no_scale_of_an_evaluator(net: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("nupp.players.networks.evaluator", lambda spec, game: Bare())
    with interpreted():
        assert player(f"oneply:net=({net})", GAME).choose(GAME.start_position()).move
