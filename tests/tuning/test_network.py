"""The network of a tuning: what it learns from its own games meets what it learns from searches."""

from __future__ import annotations

import dataclasses
import re
from pathlib import Path

import pytest

import nupp
from nupp.evaluators.weights import load
from nupp.games.mnk import Mnk
from nupp.kernel import interpreted
from nupp.learn.recipes import TdRecipe
from nupp.rules import Game, Kinds, game
from nupp.tuning import network
from nupp.tuning.journal import Journal
from nupp.tuning.plan import Plan
from nupp.tuning.workshop import Workshop

PLAN = Plan("tictactoe", move_seconds=0.002, threads=1)


class Blank(Mnk):
    """A game that does not say what stands on its cells."""

    name = "blank"
    kinds = Kinds()


def workshop(folder: Path, rules: Game, said: list[str]) -> Workshop:
    """A workshop in a folder."""
    plan = dataclasses.replace(PLAN, game=rules.spec)
    return Workshop(rules, plan, folder, Journal(folder, plan), said.append, "uct", game_seconds=0.05)


@pytest.mark.slow
def test_the_better_one_of_two_networks_is_taken(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    quick = dataclasses.replace(TdRecipe(), batch=400)
    monkeypatch.setattr(network, "TdRecipe", lambda seed: dataclasses.replace(quick, seed=seed))
    monkeypatch.setattr(network, "_LABEL_DEPTH", 1)
    said: list[str] = []
    with interpreted():
        shop = workshop(tmp_path, game("tictactoe"), said)
        found = network.learn(shop, 1.0)
    match = found["second"]["match"]
    better = network.SECOND if match["wins"] > match["losses"] else network.FIRST
    assert found["file"] == better
    assert load(str(tmp_path / better), game("tictactoe")).name == "learned"
    assert found["positions"] >= 400
    assert any(re.fullmatch(r"games of searches: (\d+) of \1", text) for text in said)


def test_a_game_without_contents_has_no_network(tmp_path: Path) -> None:
    nupp.register(Blank)
    found = network.learn(workshop(tmp_path, game("blank"), []), 1.0)
    assert found["file"] is None
    assert "blank does not say what stands on its cells" in found["reason"]
