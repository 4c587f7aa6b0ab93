"""Scores of games won and lost, and how far away their ends are."""

from __future__ import annotations

import pytest

from nupp.evaluators import Evaluator, evaluator
from nupp.games.mnk.rules import TicTacToe
from nupp.kernel import Record, interpreted
from nupp.players import Budget, player
from nupp.rules import game, start_state
from nupp.search.scores import MATE, WIN, evaluation, final_score, plies_to_end
from search.oracle import value


def test_a_win_at_once_and_a_threefold_threat() -> None:
    rules = game("tictactoe")
    searcher = player("alphabeta:table=1", rules)
    at_once = searcher.choose(rules.parse_position("3/o1o/x1x x"))
    assert at_once.move == "b1"
    assert (at_once.score, plies_to_end(int(at_once.score)), at_once.score_text) == (MATE - 1, 1, "win in 1")
    lost = searcher.choose(rules.parse_position("x1x/3/o1x o"))
    assert (lost.score, lost.score_text, len(lost.pv)) == (2 - MATE, "loss in 2", 2)


def test_a_win_is_the_same_distance_at_every_depth_from_there_on() -> None:
    rules = game("mnk:width=4,height=3,k=3")
    searcher = player("alphabeta:table=4,eval=none,quiescence=0", rules)
    start, nothing = rules.start_position(), evaluator("none", rules)
    assert [value(start, nothing, depth) for depth in (6, 7)] == [0, MATE - 7]
    scores = [searcher.choose(start, Budget(depth=depth)).score for depth in range(5, 13)]
    assert scores == [0, 0] + [MATE - 7] * 6


@pytest.mark.parametrize(
    ("text", "score"), [("xxx/oo1/3 o", 3 - MATE), ("ooo/xx1/x2 x", 3 - MATE), ("xox/oxx/oxo x", 0)]
)
def test_a_finished_game_is_scored_for_the_side_to_move(text: str, score: int) -> None:
    with interpreted():
        position = game("tictactoe").parse_position(text)
        assert final_score(position.game, position.state[0], 3) == score


def test_no_evaluation_looks_like_a_won_game() -> None:
    class Boundless(Evaluator[TicTacToe]):
        """Worth more than any game."""

        games = TicTacToe
        worth = 2 * MATE

        def evaluate(self, game: TicTacToe, state: Record) -> int:
            return self.worth

    class Hopeless(Boundless):
        """Worth less than any."""

        worth = -2 * MATE

    rules = game("tictactoe")
    with interpreted():
        state = start_state(rules)[0]
        assert evaluation(rules, Boundless(), state) == WIN - 1
        assert evaluation(rules, Hopeless(), state) == 1 - WIN
