"""The contest of searches: who takes part, and who takes over."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from nupp.arena import Result
from nupp.players import player
from nupp.rules import game
from nupp.spec import parse_spec
from nupp.tuning.search import Contest, choose_settings, is_better, openers, variants
from tuning.results import won_pairs


def test_a_challenger_takes_over_when_it_is_likely_better() -> None:
    assert is_better(won_pairs(4, 2))
    assert not is_better(won_pairs(3, 3))
    assert not is_better(won_pairs(1, 5))


@pytest.mark.parametrize("spec", ["hex:size=5", "othello", "draughts", "mnk"])
def test_all_that_take_part_can_play(spec: str) -> None:
    rules = game(spec)
    for opener in [*openers(rules, "uct", None), *openers(rules, "alphabeta:reductions=2", None)]:
        player(opener, rules)
        for variant in variants(rules, opener):
            player(variant, rules)


def test_a_network_brings_searches_that_use_it() -> None:
    found = list(openers(game("hex:size=5"), "uct", Path("/somewhere/network.nupp")))
    assert sum("eval=/somewhere/network.nupp" in spec for spec in found) >= 4  # more by those that won in hex
    assert {parse_spec(spec).name for spec in found} == {"alphabeta", "uct"}


def test_new_searches_have_what_the_one_before_had() -> None:
    before = "alphabeta:candidates=1,eval=learned,probcut=1.6,cuts=cuts.json"
    found = list(openers(game("hexxagon"), before, None))
    assert {parse_spec(spec).arguments.get("eval") for spec in found if spec != "uct"} == {"learned"}
    ordered = [one.arguments for one in map(parse_spec, found) if one.name == "alphabeta"]
    assert len(ordered) == 2
    for arguments in ordered:
        assert arguments.keys() == {"eval", "candidates", "order_by_eval", "reductions"}
    both = list(openers(game("hexxagon"), before, Path("/somewhere/network.nupp")))
    found_in = [parse_spec(spec).arguments.get("eval") for spec in both]
    assert found_in.count("learned") == 4
    assert found_in.count("/somewhere/network.nupp") > 3


def test_an_evaluator_that_knows_nothing_is_not_asked() -> None:
    for before in ("uct", "alphabeta", "alphabeta:eval=none"):
        found = list(openers(game("hex:size=5"), before, None))
        assert not any("eval=" in spec for spec in found if parse_spec(spec).name == "uct")
        assert not any("order_by_eval" in spec for spec in found)


def test_what_won_with_other_parameters_takes_part() -> None:
    assert "uct:rave=300" in openers(game("hex:size=5"), "uct", None)  # which won in hex
    found = list(openers(game("breakthrough:width=7"), "uct", None))
    assert not any("learned" in spec for spec in found)  # a network is for its own board
    mine = list(openers(game("dotsandboxes:size=7"), "uct", Path("/somewhere/network.nupp")))
    assert mine[0] == "alphabeta:eval=/somewhere/network.nupp,order_by_eval=3,reductions=6"
    assert not any("probcut" in spec for spec in mine)  # what it expects is of another network


def test_variants_differ_in_one_parameter() -> None:
    base = parse_spec("alphabeta:eval=mobility,reductions=4")
    for variant in variants(game("othello"), str(base)):
        other = parse_spec(variant).arguments
        changed = {
            name
            for name in base.arguments.keys() | other.keys()
            if base.arguments.get(name) != other.get(name)
        }
        assert len(changed) <= 1


def test_probcut_is_tried_where_it_was_fitted() -> None:
    rules = game("othello")
    assert not any("probcut" in spec for spec in variants(rules, "alphabeta:eval=mobility"))
    found = [
        spec for spec in variants(rules, "alphabeta:eval=mobility", Path("cuts.json")) if "probcut" in spec
    ]
    assert len(found) == 3
    assert all("cuts=cuts.json" in spec for spec in found)


def test_what_cannot_change_the_play_is_not_tried() -> None:
    found = {key for spec in variants(game("hex:size=5"), "uct") for key in parse_spec(spec).arguments}
    assert found == {"exploration", "rave"}


class Shop:
    """A workshop whose matches are won by the player with the larger number of reductions."""

    def __init__(self) -> None:
        self.played: list[tuple[str, str]] = []

    def games_within(self, seconds: float) -> int:
        return 12

    def has_begun(self, name: str, first: str, second: str) -> bool:
        return (first, second) in self.played

    def play(self, name: str, first: str, second: str, games: int, test: Any) -> Result:
        self.played.append((first, second))
        return won_pairs(6, 0) if first > second else won_pairs(0, 6)


def test_the_champion_is_who_won_last() -> None:
    shop: Any = Shop()
    contest = Contest(shop, "test", "b", 60.0)
    assert [contest.challenge(name, 3) for name in "acb"] == [False, True, False]
    assert contest.result()["player"] == "c"
    assert shop.played == [("a", "b"), ("c", "b")]  # b was tried before
    assert len(contest.result()["matches"]) == 2


def test_what_was_played_counts_when_a_tuning_goes_on_after_its_time() -> None:
    shop: Any = Shop()
    shop.game = game("hex:size=5")
    before = choose_settings(shop, 60.0, "uct", None)
    assert before["player"] != "uct"
    assert choose_settings(shop, 0.0, "uct", None) == before
    shop.played.clear()
    assert choose_settings(shop, 0.0, "uct", None) == {"player": "uct", "matches": []}
