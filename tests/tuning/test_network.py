"""The network of a tuning: what it learns from its own games meets what it learns from searches."""

from __future__ import annotations

import dataclasses
import re
from pathlib import Path
from types import SimpleNamespace

import pytest

import nupp
from nupp.evaluators.weights import load
from nupp.games.mnk import Mnk
from nupp.kernel import interpreted
from nupp.learn.recipes import TdRecipe
from nupp.learn.selfplay import SelfPlay
from nupp.rules import Game, Kinds, game
from nupp.tuning import network
from nupp.tuning.journal import Journal
from nupp.tuning.plan import Plan
from nupp.tuning.workshop import Workshop

PLAN = Plan("tictactoe", move_seconds=0.002, threads=1)


class Blank(Mnk):
    """Tic-tac-toe that does not say what stands on its cells."""

    name = "blank"
    kinds = Kinds()

    def __init__(self) -> None:
        super().__init__(3, 3, 3)


def workshop(folder: Path, rules: Game, said: list[str]) -> Workshop:
    """A workshop in a folder."""
    plan = dataclasses.replace(PLAN, game=rules.spec)
    return Workshop(rules, plan, folder, Journal(folder, plan), said.append, "uct", game_seconds=0.05)


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let trainings go on in small batches, and searches look one ply ahead."""
    recipe = dataclasses.replace(TdRecipe(), batch=400)
    monkeypatch.setattr(network, "TdRecipe", lambda seed: dataclasses.replace(recipe, seed=seed))
    monkeypatch.setattr(network, "_DEPTHS", (1,))


@pytest.mark.slow
def test_the_better_one_of_two_networks_is_taken(
    tmp_path: Path, quick: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(network, "_LEAST", 1)
    said: list[str] = []
    with interpreted():
        shop = workshop(tmp_path, game("tictactoe"), said)
        found = network.learn(shop, 0.4)
    match = found["second"]["match"]
    better = network.SECOND if match["wins"] > match["losses"] else network.FIRST
    assert found["file"] == better
    assert load(str(tmp_path / better), game("tictactoe")).name == "learned"
    assert found["positions"] >= 400
    assert any(re.fullmatch(r"games of searches: (\d+) of \1", text) for text in said)


@pytest.mark.parametrize(
    ("tally", "file"),
    [((2, 1, 1), network.SECOND), ((1, 2, 1), network.FIRST), ((1, 0, 3), network.FIRST)],
)
def test_the_second_network_has_to_win_the_match(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, tally: tuple[int, int, int], file: str
) -> None:
    second = SimpleNamespace(progress=SimpleNamespace(tested=0.1))
    monkeypatch.setattr(network, "_from_own_games", lambda *_: {})
    monkeypatch.setattr(network, "_from_searches", lambda *_: second)
    monkeypatch.setattr(Workshop, "play", lambda *_: SimpleNamespace(tally=tally))
    monkeypatch.setattr(network, "tally_of", lambda match: {})
    assert network.learn(workshop(tmp_path, game("tictactoe"), []), 1.0)["file"] == file


@pytest.mark.slow
def test_with_too_few_positions_the_first_network_learns_on(tmp_path: Path, quick: None) -> None:
    with interpreted():
        shop = workshop(tmp_path, game("tictactoe"), [])
        found = network.learn(shop, 0.2)
    assert found["file"] == network.FIRST
    assert "does not suffice for 100,000 positions" in found["second"]
    assert shop.journal.sizes["depth"] == 0
    assert not (tmp_path / network.SECOND).exists()
    assert found["seconds"] > 0.2 * network._FIRST_SHARE * 1.5


@pytest.mark.parametrize(
    ("positions", "depth"),
    [((99_999,), 0), ((100_000,), 2), ((899_999,), 2), ((900_000, 299_999), 2), ((5_000_000, 300_000), 3)],
)
def test_searches_go_as_deep_as_positions_suffice(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, positions: tuple[int, ...], depth: int
) -> None:
    found = {2 + number: one for number, one in enumerate(positions)}
    monkeypatch.setattr(network, "_tried", lambda shop, path, plan, seconds: (plan.depth, found[plan.depth]))
    shop = workshop(tmp_path, game("tictactoe"), [])
    assert network._deepest_affordable(shop, tmp_path, tmp_path, 1.0) == (depth, depth)


@pytest.mark.parametrize(("spec", "effort"), [("connectfour:width=5", 20_000), ("tictactoe", 0)])
def test_fast_solvers_give_exact_results(tmp_path: Path, spec: str, effort: int) -> None:
    assert network._games_of(workshop(tmp_path, game(spec), []), tmp_path, 2).exact == effort


def test_games_of_searches_are_no_more_than_memory_holds(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def record(plan: SelfPlay, path: Path, threads: int) -> int:
        path.touch()
        return 1000

    monkeypatch.setattr(network, "record_self_play", record)
    monkeypatch.setattr(network, "_MOST", 5000)
    shop = workshop(tmp_path, game("tictactoe"), [])
    plan = SelfPlay("tictactoe", "alphabeta", depth=1)
    assert network._tried(shop, tmp_path / "positions.bin", plan, 1000.0) == (5, 5000)


def test_a_game_whose_board_is_too_large_has_no_network(tmp_path: Path) -> None:
    found = network.learn(workshop(tmp_path, game("mnk:width=19,height=19"), []), 1.0)
    assert found["file"] is None
    assert "a board of 361 cells" in found["reason"]


@pytest.mark.slow
def test_a_game_without_contents_learns_from_the_fields_of_its_states(tmp_path: Path, quick: None) -> None:
    nupp.register(Blank)
    with interpreted():
        found = network.learn(workshop(tmp_path, game("blank"), []), 0.4)
    assert found["file"] == network.FIRST
    assert load(str(tmp_path / network.FIRST), game("blank")).name == "learned"
