"""The programs that sources describe: specs of players that can be made, with nothing on but what is said."""

from __future__ import annotations

import pytest

from nupp.players import player
from nupp.players.alphabeta import AlphaBeta
from nupp.rules import game
from nupp.studies.programs import amazons_search, lput_alphabeta, lput_monte_carlo, plain_alphabeta


def test_plain_alphabeta_has_every_part_off_but_those_given() -> None:
    chooser = player(plain_alphabeta(depth="3", killers="true"), game("tictactoe"))
    assert isinstance(chooser, AlphaBeta)
    options = chooser.options
    assert (options.depth, options.iterative, options.aspiration, options.threads) == (3, False, False, 1)
    assert {name for name, value in chooser.switches.items() if value} == {"killers"}


@pytest.mark.parametrize(
    ("spec", "rules"),
    [
        (lput_alphabeta(), "lput"),
        (lput_alphabeta("pursuit"), "lput"),
        (lput_monte_carlo(), "lput"),
        (lput_monte_carlo(n=5, top=3), "lput"),
        *((amazons_search(name), "amazons:size=5") for name in ("random", "classic")),
        *((amazons_search(name), "amazons:size=5") for name in ("move-then-arrow", "two-iteration")),
        (amazons_search("half turns"), "amazons:size=5,staged=true"),
        (amazons_search("classic", depth=0), "amazons:size=5"),
    ],
)
def test_every_program_can_be_made(spec: str, rules: str) -> None:
    assert player(spec, game(rules)).spec


def test_without_a_depth_a_search_deepens_as_time_allows() -> None:
    chooser = player(amazons_search("classic", depth=0), game("amazons:size=5"))
    assert isinstance(chooser, AlphaBeta)
    assert (chooser.options.depth, chooser.options.iterative) == (0, True)
