"""The benchmark of strength: what it decides, and that it plays, keeps and goes on with matches."""

from __future__ import annotations

import importlib
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
import pytest
from rich.console import Console

from nupp.arena import Match, Result
from nupp.formats import GameRecord
from nupp.players import register
from nupp.players.simple import RandomPlayer

pytestmark = pytest.mark.slow


@pytest.fixture
def strength() -> ModuleType:
    register("openspiel")(importlib.import_module("openspiel_player").OpenSpielPlayer)  # for this test
    return importlib.import_module("strength")


def decided(test: Any, share: float, draws: float, rng: np.random.Generator) -> str | None:
    """The verdict on a player with a true share of the points, of 400 games at most."""
    counts = np.zeros(5, int)
    for halves in rng.choice(3, (200, 2), p=[1 - draws / 2 - share, draws, share - draws / 2]).sum(axis=1):
        counts[halves] += 1
        verdict = test.verdict(tuple(counts.tolist()))
        if verdict is not None:
            return str(verdict)
    return None


@pytest.mark.parametrize("draws", [0.0, 0.1])
@pytest.mark.parametrize(("share", "better"), [(0.90, 0.95), (0.95, 0.98)])
def test_errs_no_more_often_than_it_promises(
    share: float, better: float, draws: float, strength: ModuleType
) -> None:
    test, rng = strength.AtLeast(share, better).test, np.random.default_rng(3)
    draws = min(draws, 2 * (1 - better))
    for truth, wrong in ((share, "elo1"), (better, "elo0")):
        verdicts = [decided(test, truth, draws, rng) for _ in range(200)]
        assert verdicts.count(wrong) <= 20  # 5 % of 200 are 10; more than 20 would be 3 sigma off


def test_all_games_won_decide(strength: ModuleType) -> None:
    """After as many games as a coin of the larger share must show heads in a row."""
    test = strength.AtLeast(0.90, 0.95).test
    assert test.verdict((0, 0, 0, 0, 27)) is None
    assert test.verdict((0, 0, 0, 0, 28)) == "elo1"
    assert test.verdict((0, 0, 0, 0, 0)) is None
    assert test.verdict((2, 0, 0, 0, 0)) is None
    assert test.verdict((3, 0, 0, 0, 0)) == "elo0"


def result_of(won: int, lost: int) -> Result:
    """A match in which the first player won both games of some pairs and lost both of others."""
    outcomes = ["first", "second"] * won + ["second", "first"] * lost
    records = {i: GameRecord("tictactoe", ("a", "b"), (), outcome=one) for i, one in enumerate(outcomes)}
    return Result(Match("tictactoe", "random", "random", len(records)), records)


@pytest.mark.parametrize(
    ("won", "lost", "verdict"),
    [(150, 50, "met"), (130, 70, "open"), (100, 100, "missed"), (198, 2, "missed"), (3, 1, "open")],
)
def test_within_bounds(won: int, lost: int, verdict: str, strength: ModuleType) -> None:
    asked = strength.Within(0.60, 0.90)
    assert asked.test is None
    assert asked.verdict(result_of(won, lost)) == verdict


@pytest.mark.parametrize(
    ("won", "lost", "verdict"),
    [(28, 0, "met"), (27, 0, "open"), (10, 10, "missed"), (164, 15, "just met")],
)
def test_at_least(won: int, lost: int, verdict: str, strength: ModuleType) -> None:
    assert strength.AtLeast(0.90, 0.95).verdict(result_of(won, lost)) == verdict


def new_claim(strength: ModuleType, first: str = "alphabeta") -> Any:
    asked = strength.AtLeast(0.60, 0.95)
    return strength.Claim("row", "connectfour", first, "random", "moves at random", asked)


def test_plays_until_it_has_decided(strength: ModuleType, tmp_path: Path) -> None:
    """And goes on from the games that are kept, without playing any twice."""
    effort, console = strength.Effort(40, 0.01, 1, tmp_path), Console(quiet=True)
    row = strength.decide(new_claim(strength), effort, console)
    assert (row["verdict"], row["games"], row["losses"]) == ("met", 8, 0)
    assert row["share"] > 0.9
    kept = (tmp_path / "row.jsonl").read_text()
    again = strength.decide(new_claim(strength), effort, console)
    assert again == row
    assert (tmp_path / "row.jsonl").read_text() == kept


def test_other_games_are_not_gone_on_with(strength: ModuleType, tmp_path: Path) -> None:
    console = Console(quiet=True)
    strength.decide(new_claim(strength), strength.Effort(2, 0.01, 1, tmp_path), console)
    with pytest.raises(SystemExit, match="another match"):
        strength.decide(new_claim(strength), strength.Effort(2, 0.02, 1, tmp_path), console)


def test_a_failure_is_no_loss(strength: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> None:
        raise ValueError("no idea")

    monkeypatch.setattr(RandomPlayer, "choose", fail)
    with pytest.raises(SystemExit, match="no idea"):
        strength.decide(new_claim(strength), strength.Effort(2, 0.01), Console(quiet=True))


def test_rows_are_chosen_by_name(strength: ModuleType) -> None:
    chosen = strength.chosen_claims(["lput-*", "mnk"], ["claims", "levels"])
    assert set(chosen) == {"claims"}
    wanted = {"lput-health", "lput-damage", "lput-health+position", "mnk"}
    assert {claim.name for claim in chosen["claims"]} == wanted
    assert set(strength.chosen_claims([], ["levels"])) == {"levels"}
    with pytest.raises(SystemExit, match="nonsense"):
        strength.chosen_claims(["nonsense"], ["claims"])


def test_names_are_different(strength: ModuleType) -> None:
    names = [claim.name for _, claims in strength.TABLES.values() for claim in claims]
    assert len(set(names)) == len(names)


def test_every_claim_can_be_played(strength: ModuleType) -> None:
    """Its specs and its budget mean something."""
    effort = strength.Effort(2, 0.1)
    for claim in strength.AGAINST_SOURCES + strength.AGAINST_OPENSPIEL:
        assert strength.match_of(claim, effort).budget.seconds == 0.1
