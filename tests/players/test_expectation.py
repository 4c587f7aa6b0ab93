"""The result that the side to move may expect by a player's score."""

import pytest

import nupp
from nupp.players import Budget, Decision, player
from nupp.players.expectation import expected_result, scale_of
from nupp.search.scores import MATE
from nupp.spec import SpecError
from plain import plain_rules  # noqa: F401


def decision(score: float, kind: str = "eval", scale: float | None = 40.0) -> Decision:
    return Decision("a1", 0, score, kind, ("a1",), 1, 1, 0.0, scale=scale)


@pytest.mark.parametrize(
    ("score", "kind", "expected"),
    [
        (0, "eval", 0.5),
        (40, "eval", 0.75),  # the scale is what scores three points out of four
        (-40, "eval", 0.25),
        (120, "eval", 0.875),
        (MATE - 7, "win", 1.0),
        (2 - MATE, "loss", 0.0),
        (MATE - 7, "eval", 1.0),
        (0, "draw", 0.5),
        (1, "proven", 1.0),
        (-1, "proven", 0.0),
        (-1.0, "proven", 0.0),
    ],
)
def test_expected_results(score: float, kind: str, expected: float) -> None:
    assert expected_result(decision(score, kind)) == pytest.approx(expected)


@pytest.mark.parametrize(("score", "expected"), [(0.5, 0.75), (-1.0, 0.0), (1.5, 1.0)])
def test_a_mean_result_needs_no_scale(score: float, expected: float) -> None:
    assert decision(score, scale=None).expectation == pytest.approx(expected)


def test_without_a_scale_only_what_is_certain_or_even_can_be_expected() -> None:
    known = [decision(0, scale=None), decision(MATE - 7, "win", None), decision(-1, "proven", None)]
    assert [one.expectation for one in known] == [0.5, 1.0, 0.0]
    assert decision(35, scale=None).expectation is None
    with pytest.raises(SpecError, match=r"\+35 has no scale"):
        expected_result(decision(35, scale=None))


def test_a_decision_has_the_scale_of_the_evaluator_that_the_player_thinks_with() -> None:
    start = nupp.game("othello").start_position()
    for spec in ("alphabeta:eval=discs,depth=2", "minimax:eval=mobility,depth=1"):
        made = player(spec, start.game)
        assert made.choose(start).scale == scale_of(made.evaluator, start.game)
    assert player("uct:eval=mobility", start.game).choose(start, Budget(nodes=20)).scale is None


@pytest.mark.parametrize(("rules", "known"), [("lput", "learned"), ("lput:rounds=30", "pursuit")])
@pytest.mark.parametrize("spec", ["strong", "level:n=10"])
def test_players_that_choose_their_evaluator_tell_its_scale(rules: str, known: str, spec: str) -> None:
    start = nupp.game(rules).start_position()
    found = player(spec, start.game).choose(start, Budget(nodes=3))
    assert found.scale == nupp.evaluator(known, start.game).scale
