"""Which search plays a game best."""

from __future__ import annotations

import pytest

from nupp.players import player
from nupp.players.alphabeta import AlphaBeta
from nupp.players.best import best_search
from nupp.players.strong import Strong
from nupp.players.uct import UCT
from nupp.rules import game


@pytest.mark.parametrize(("spec", "kind"), [("hex:size=4", UCT), ("hexxagon", AlphaBeta), ("mnk", AlphaBeta)])
def test_without_an_evaluator_uct_is_the_best_search(spec: str, kind: type) -> None:
    assert type(best_search(game(spec), table=1)) is kind


def test_strong_plays_with_the_best_search() -> None:
    strong = player("strong:table=1", "hex:size=4")
    assert isinstance(strong, Strong)
    assert isinstance(strong.search, UCT)
