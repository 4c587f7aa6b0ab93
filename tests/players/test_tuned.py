"""The search that plays each game best: its settings, and the games whose network it uses."""

from __future__ import annotations

import pytest

from evaluators.shipped import NETWORKS
from nupp.evaluators import evaluator
from nupp.players.tuned import tuned_search
from nupp.rules import game


def test_strong_plays_with_the_networks_that_won() -> None:
    won = {spec for spec in NETWORKS if tuned_search(game(spec), table=1).evaluator.name == "learned"}
    assert won == {spec for spec, network in NETWORKS.items() if network.beat(game(spec))}
    assert won == NETWORKS.keys()
    assert tuned_search(game("othello:size=4"), table=1).evaluator.name != "learned"


@pytest.mark.parametrize(
    "spec",
    [
        "reversi",
        "othello:opening=placed",
        "draughts:variant=english",
        "hexxagon:blocked=fill,quiet=20",
        "morris:flying=true",
        "amazons:size=8",
    ],
)
def test_strong_plays_variants_with_the_network_that_won_there(spec: str) -> None:
    assert tuned_search(game(spec), table=1).evaluator.name == "learned"


def test_a_network_that_lost_in_a_variant_is_there_by_its_name() -> None:
    rules = game("amazons:staged=true")
    assert tuned_search(rules, table=1).evaluator.name != "learned"
    assert evaluator("learned", rules).name == "learned"


@pytest.mark.parametrize(
    ("spec", "order_by_eval", "candidates"),
    [("mnk", 3, 1), ("tictactoe", 3, 0), ("amazons:size=6", 2, 0), ("morris", 3, 0)],
)
def test_a_game_has_the_parts_that_won_in_it(spec: str, order_by_eval: int, candidates: int) -> None:
    """Of boards with many moves active ones alone are searched, where the game knows which those are."""
    switches = tuned_search(game(spec), table=1).switches
    assert (switches["order_by_eval"], switches["candidates"]) == (order_by_eval, candidates)
    assert switches["reductions"] == 4
