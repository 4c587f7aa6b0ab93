"""The result that the side to move may expect by a player's score."""

import pytest

import nupp
from nupp.players import Decision, player
from nupp.players.expectation import expected_result, scale_of
from nupp.search.scores import MATE


def decision(score: float, kind: str = "eval") -> Decision:
    return Decision("a1", 0, score, kind, ("a1",), 1, 1, 0.0)


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
        (0.5, "eval", 0.75),
        (-1.0, "proven", 0.0),
        (1.5, "eval", 1.0),
    ],
)
def test_expected_results(score: float, kind: str, expected: float) -> None:
    assert expected_result(decision(score, kind), 40.0) == pytest.approx(expected)


def test_the_scale_is_that_of_the_evaluator_that_the_player_thinks_with() -> None:
    game = nupp.game("othello")
    assert scale_of(player("alphabeta:eval=discs", game)) == nupp.evaluator("discs", game).scale
    assert scale_of(player("uct:eval=mobility", game)) == nupp.evaluator("mobility", game).scale
    for rules, known in (("lput", "learned"), ("lput:rounds=30", "pursuit")):
        for spec in ("strong", "exact", "level:n=3"):
            game = nupp.game(rules)
            assert scale_of(player(spec, game)) == nupp.evaluator(known, game).scale
