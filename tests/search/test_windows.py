"""Aspiration windows: where a root's score is looked for, and when a bound is dropped."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from nupp.evaluators.registry import evaluator
from nupp.rules import game
from nupp.rules.basics import NO_MOVE
from nupp.search import alphabeta
from nupp.search.scores import INFINITY, MATE
from nupp.search.tactics import tactics_of
from nupp.search.workspace import Workspace, new_workspace

WON = MATE - 5


class Root:
    """Stands for the search of a root: `before` in the first iteration, `score` in the second.

    Outside a window it answers with the nearer bound, unless the game is won or lost. `windows` are those
    of the second iteration, `first` the root move that each began with. Move 4 is the best.
    """

    def __init__(self, before: int, score: int) -> None:
        self.scores = {1: before, 2: score}
        self.windows: list[tuple[int, int]] = []
        self.first: list[int] = []

    def __call__(self, *searched: Any) -> int:
        work, _, depth, alpha, beta = searched[-5:]
        work.lines[0, :2] = 4 if depth == 2 else 3, NO_MOVE
        work.control[0].horizon = 1
        if depth == 2:
            self.windows.append((alpha, beta))
            self.first.append(int(work.moves[0, 0]))
        score = self.scores[depth]
        return score if abs(score) == WON else min(max(score, alpha), beta)


def searched(monkeypatch: pytest.MonkeyPatch, root: Root, aspiration: bool = True) -> int:
    """The score that two iterations find."""
    tictactoe = game("tictactoe")
    start = tictactoe.start_position()
    work: Workspace = new_workspace(start, 3, np.zeros(0))
    monkeypatch.setattr(alphabeta, "alphabeta", root)
    found = alphabeta.deepen(
        tictactoe,
        evaluator("none", tictactoe),
        tactics_of(tictactoe),
        work,
        start.legal_move_codes,
        (1, 2),
        aspiration,
        1,
        lambda found: None,
    )
    return found[0].score


@pytest.mark.parametrize(
    ("score", "windows"),
    [
        (100, [(72, 128)]),
        (128, [(72, 128), (72, 240)]),  # a bound is no score
        (1000, [(72, 128), (72, 240), (72, 688), (72, 2480)]),
        (-1000, [(72, 128), (-40, 128), (-488, 128), (-2280, 128)]),
        (5000, [(72, 128), (72, 240), (72, 688), (72, 2480), (72, INFINITY)]),
        (WON, [(72, 128), (72, INFINITY)]),
        (-WON, [(72, 128), (-INFINITY, 128)]),
    ],
)
def test_a_window_widens_until_it_holds_the_score(
    score: int, windows: list[tuple[int, int]], monkeypatch: pytest.MonkeyPatch
) -> None:
    root = Root(before=100, score=score)
    assert searched(monkeypatch, root) == score
    assert root.windows == windows


def test_a_root_whose_score_is_above_the_window_begins_with_the_move_that_showed_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    root = Root(before=0, score=50)
    searched(monkeypatch, root)
    assert root.first == [3, 4]


def test_a_root_whose_score_is_below_the_window_keeps_its_order(monkeypatch: pytest.MonkeyPatch) -> None:
    root = Root(before=0, score=-50)
    searched(monkeypatch, root)
    assert root.first == [3, 3]


@pytest.mark.parametrize(("before", "aspiration"), [(100, False), (WON, True), (-WON, True)])
def test_there_is_no_window_without_aspiration_nor_around_a_won_game(
    before: int, aspiration: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    root = Root(before, before)
    searched(monkeypatch, root, aspiration)
    assert root.windows == [(-INFINITY, INFINITY)]
