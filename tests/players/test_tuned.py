"""The search that plays each game best: its settings, and the games whose network it uses."""

from __future__ import annotations

from pathlib import Path

from nupp.evaluators import weights
from nupp.games import game
from nupp.players.tuned import LEARNED, tuned_search

PACKAGE = Path(weights.__file__).parent
SHIPPED = sorted(path.stem.replace("-", ":", 1) for path in (PACKAGE / "learned").glob("*.nupp"))


def test_strong_plays_with_the_networks_that_won() -> None:
    assert {*SHIPPED} >= LEARNED
    for spec in LEARNED:
        assert tuned_search(game(spec), table=1).evaluator.name == "learned"
    assert tuned_search(game("othello:size=6"), table=1).evaluator.name != "learned"
