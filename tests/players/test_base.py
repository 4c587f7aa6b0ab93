"""Decisions and their scores as text, JSON and HTML, and reports that hear only now and then."""

from __future__ import annotations

from typing import Any

import pytest

import nupp
from nupp.kernel import interpreted
from nupp.players import Budget, Decision, ThrottledReport, player
from nupp.players.base import score_text
from nupp.rules import game
from nupp.search.scores import MATE

OTHELLO = "othello:size=4"


@pytest.mark.slow
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
        chooser.choose(start, budget, ThrottledReport(heard.append, 1e6))
        assert (len(made), heard) == (1, [])
        chooser.choose(start, budget, ThrottledReport(heard.append, 0))
    assert len(heard) == len(made) - 2 >= 1


def test_a_report_hears_again_after_its_pause(monkeypatch: pytest.MonkeyPatch) -> None:
    now, heard = [0.0], list[Decision]()
    monkeypatch.setattr("nupp.players.base.time.monotonic", lambda: now[0])
    report = ThrottledReport(heard.append, 10.0)
    chooser = player("greedy", nupp.game("tictactoe"))
    with interpreted():
        found = chooser.choose(chooser.game.start_position())
    for now[0], reports in ((9.0, 0), (10.0, 1), (19.0, 1), (20.5, 2), (29.0, 2)):
        report(found)
        assert len(heard) == reports


def test_a_move_that_was_not_searched_for_has_no_score() -> None:
    start = game("tictactoe").start_position()
    drawn = player("random", start.game).choose(start)
    assert (drawn.has_score, drawn.score_text) == (False, "no score")
    for spec in ("greedy", "exact", "minimax"):
        assert player(spec, start.game).choose(start).has_score, spec


def test_a_decision_as_json() -> None:
    rules = game(OTHELLO)
    decision = player("alphabeta:depth=3", rules).choose(rules.start_position())
    shown = decision.to_dict()
    assert set(shown) == {
        "move", "score", "score_kind", "unit", "scale", "pv", "depth", "nodes", "seconds", "candidates"
    }  # fmt: skip
    assert shown["pv"] == list(decision.pv)
    assert shown["candidates"] == [
        {
            "move": decision.move,
            "score": decision.score,
            "visits": 0,
            "score_kind": "eval",
            "pv": list(decision.pv),
        }
    ]
    assert (shown["score"], shown["unit"]) == (decision.score, 100)
    assert decision.nodes_per_second > 0


@pytest.mark.parametrize(
    ("score", "kind", "unit", "text"),
    [
        (35, "eval", 1, "+35"),
        (-2, "eval", 1, "-2"),
        (0, "eval", 20, "+0"),
        (-0.0, "eval", 1, "+0"),
        (-1, "eval", 81_920, "+0"),  # rounded
        (-35, "eval", 20, "-1.75"),
        (1, "eval", 3, "+0.3333"),
        (123_456_789, "eval", 1, "+123456789"),
        (0.5625, "eval", 1, "+0.5625"),
        (0, "draw", 20, "draw"),
        (MATE - 7, "win", 20, "win in 7"),
        (4 - MATE, "loss", 1, "loss in 4"),
        (MATE - 7, "eval", 20, "likely win in 7"),
        (1.0, "proven", 1, "proven win"),
        (-0.0, "proven", 1, "draw"),
        (-1.0, "proven", 1, "proven loss"),
    ],
)
def test_scores_for_people(score: float, kind: str, unit: float, text: str) -> None:
    assert score_text(score, kind, unit) == text
    assert Decision("a1", 0, score, kind, ("a1",), 1, 1, 0.0, unit=unit).score_text == text


def test_scores_are_shown_in_the_unit_of_the_evaluator() -> None:
    """A man ahead: worth 100, and shown as one."""
    rules = game("draughts")
    position = rules.parse_position("W:W30,31,32:B1,2")
    with interpreted():
        for spec in ("alphabeta:eval=material", "minimax:eval=material"):
            decision = player(spec, rules).choose(position, Budget(depth=2))
            assert (decision.score, decision.unit, decision.score_text) == (100, 100, "+1")
        assert player("uct:memory=1", rules).choose(position, Budget(nodes=1)).unit == 1


def test_candidates_say_what_is_certain_of_them() -> None:
    rules = game("tictactoe")
    position = rules.parse_position("3/oo1/xx1 x")
    for spec, kind in (("uct:memory=1", "proven"), ("alphabeta:depth=2", "win"), ("minimax:depth=2", "win")):
        decision = player(spec, rules).choose(position, Budget(nodes=300))
        assert decision.candidates[0].move == "c1"
        assert decision.candidates[0].score_kind == decision.score_kind == kind


def test_decisions_display_themselves_in_notebooks() -> None:
    position = game("tictactoe").parse_position("xx1/oo1/3 x")
    decision = player("minimax:depth=1", position.game).choose(position)
    html = decision._repr_html_()
    assert "c3 (win in 1)" in html
    assert html.count("<tr>") == 1 + len(position.legal_moves)
