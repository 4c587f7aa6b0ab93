"""Reports that hear only now and then: players make nothing for them meanwhile."""

from __future__ import annotations

from typing import Any

import pytest

import nupp
from nupp.kernel import interpreted
from nupp.players import Budget, Decision, Occasionally, player


@pytest.mark.parametrize(("game", "spec"), [("tictactoe", "alphabeta"), ("amazons:size=5", "twoiteration")])
def test_nothing_is_made_for_a_report_that_does_not_hear(
    game: str, spec: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    chooser = player(spec, nupp.game(game))
    made = list[Decision]()
    make = chooser._decision  # type: ignore[attr-defined]

    def decide(*of: Any) -> Decision:
        made.append(make(*of))
        return made[-1]

    monkeypatch.setattr(chooser, "_decision", decide)
    heard = list[Decision]()
    with interpreted():
        start, budget = chooser.game.start_position(), Budget(depth=2)
        chooser.choose(start, budget, Occasionally(heard.append, 1e6))
        assert (len(made), heard) == (1, [])
        chooser.choose(start, budget, Occasionally(heard.append, 0))
    assert len(heard) == len(made) - 2 >= 1


def test_a_report_hears_again_after_its_pause(monkeypatch: pytest.MonkeyPatch) -> None:
    now, heard = [0.0], list[Decision]()
    monkeypatch.setattr("nupp.players.base.time.monotonic", lambda: now[0])
    report = Occasionally(heard.append, 10.0)
    chooser = player("greedy", nupp.game("tictactoe"))
    with interpreted():
        found = chooser.choose(chooser.game.start_position())
    for now[0], told in ((9.0, 0), (10.0, 1), (19.0, 1), (20.5, 2), (29.0, 2)):
        report(found)
        assert len(heard) == told
