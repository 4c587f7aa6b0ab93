"""What a second registration under one name does."""

from __future__ import annotations

from nupp.evaluators import Evaluator, default_evaluator, evaluator, register
from nupp.games import Hexxagon, game
from nupp.kernel import Record


def test_what_replaces_the_default_evaluator_is_the_default() -> None:
    for name in ("material", "mine"):

        class Mine(Evaluator[Hexxagon]):
            """Nothing is worth anything."""

            games = Hexxagon

            def evaluate(self, game: Hexxagon, state: Record) -> int:
                return 0

        Mine.name = name
        register(Mine)
    assert default_evaluator(game("hexxagon")) == "material"
    assert evaluator("", game("hexxagon")).evaluate(None, None) == 0  # type: ignore[arg-type]
