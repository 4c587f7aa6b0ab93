"""What makes machines strong in a game, and for which of its variants."""

from __future__ import annotations

from pathlib import Path

import pytest

from evaluators.shipped import NETWORKS
from nupp.conformance.variants import all_specs
from nupp.evaluators import LearnedNetwork, Strength, evaluator, strength, strength_of
from nupp.evaluators.layouts import BY_DEFAULT
from nupp.evaluators.scenes import Scene
from nupp.evaluators.strength import network_of, scene_of
from nupp.games.hexxagon import Hexxagon
from nupp.games.mnk import Mnk
from nupp.rules import game
from nupp.rules.parts import Parts
from nupp.spec import SpecError


def test_games_that_bring_nothing_have_the_usual() -> None:
    assert strength_of(game("labyrinth")) == Strength()
    assert strength_of(game("labyrinth")).layout is BY_DEFAULT
    assert type(scene_of(game("hexxagon"))) is Scene
    assert type(scene_of(game("amazons"))).name == "nearness"


def test_a_network_is_found_for_all_variants_that_it_is_said_to_fit(monkeypatch: pytest.MonkeyPatch) -> None:
    own = LearnedNetwork(
        Path("own.nupp"), fits={"hexxagon:quiet=*": "material: 60 %", "hexxagon:blocked=fill": ""}
    )
    other = LearnedNetwork(Path("other.nupp"), fits={"mnk": ""})
    parts = Parts(Strength())
    parts.add(Hexxagon, Strength(networks=(own,)))
    parts.add(Mnk, Strength(networks=(other,)))
    monkeypatch.setattr(strength, "_STRENGTHS", parts)
    monkeypatch.setattr(strength, "networks_beside", lambda game: ())
    for spec in ("hexxagon", "hexxagon:quiet=7", "hexxagon:blocked=fill"):
        assert network_of(game(spec)) is own
    for spec in ("hexxagon:holes=none", "hexxagon:blocked=fill,quiet=7", "tictactoe", "othello"):
        assert network_of(game(spec)) is None
    assert own.beat(game("hexxagon:quiet=7")) == "material: 60 %"
    assert own.beat(game("hexxagon:blocked=fill")) == ""
    assert own.beat(game("othello")) is None


@pytest.mark.parametrize("spec", NETWORKS)
def test_networks_can_be_used_in_all_games_that_they_are_said_to_fit(spec: str) -> None:
    rules = game(spec)
    network = network_of(rules)
    assert network is not None
    assert evaluator("learned", rules).name == "learned"
    with pytest.raises(SpecError, match=rf"for {rules.spec}, not for labyrinth"):
        evaluator(str(network.path), game("labyrinth"))


@pytest.mark.parametrize("spec", [spec for spec in all_specs() if network_of(game(spec)) is not None])
def test_networks_fit_every_variant_that_their_patterns_stand_for(spec: str) -> None:
    assert evaluator("learned", game(spec)).name == "learned"
