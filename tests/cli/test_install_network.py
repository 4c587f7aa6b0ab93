"""`nupp install-network`: what wins is installed with its verdict and found at once; the rest is refused."""

from __future__ import annotations

import json
import re
from functools import cache
from pathlib import Path

import pytest

import nupp
from cli.conftest import Call
from cli.conftest import nupp as call_compiled
from nupp.evaluators import Evaluator, Strength, register_strength
from nupp.evaluators.strength import network_of
from nupp.games.mnk import Mnk
from nupp.games.mnk.evaluation import Runs
from nupp.kernel import Record
from nupp.learn import installing
from nupp.learn.methods import new_training
from nupp.learn.recipes import TdRecipe
from nupp.players.tuned import tuned_search
from nupp.rules import game

MATCH = "--games=60", "--time=2ms", "--openings=2"


class Own(Mnk):
    """Four in a row."""

    name = "own"

    def __init__(self, width: int = 5, height: int = 5, k: int = 4) -> None:
        super().__init__(width, height, k, exact=True)  # which has no tactics: evaluators decide


class Backwards(Evaluator[Mnk]):
    """Likes the runs of the enemy."""

    name = "backwards"
    games = Own

    def __init__(self) -> None:
        self.runs = Runs()

    def evaluate(self, game: Mnk, state: Record) -> int:
        return -self.runs.evaluate(game, state)


@cache
def trained() -> bytes:
    """A network of the registered game that knows a little."""
    training = new_training(game("own"), TdRecipe(batch=2000, openings=4))
    for _ in range(3):
        training.step()
    return training.network_file()


@pytest.fixture
def own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of a network for a user's game, which is played badly so far; an empty data folder."""
    monkeypatch.setenv("NUPP_DATA", str(tmp_path / "data"))
    nupp.register(Own)
    nupp.evaluators.register(Backwards)
    play_with("backwards")
    (tmp_path / "net.nupp").write_bytes(trained())
    return tmp_path


def play_with(evaluator: str) -> None:
    """Have an evaluator as that with which `strong` plays the game."""
    register_strength(Own, Strength(search={"eval": evaluator}))


@pytest.mark.slow
def test_a_network_that_wins_is_what_strong_plays_with(own: Path) -> None:
    words = "install-network", "own", str(own / "net.nupp"), *MATCH
    done = call_compiled(*words, "--json")
    assert done.exit_code == 0, done.output
    found = json.loads(done.stdout)
    assert (found["won"], found["against"], found["games"]) == (True, "backwards", 60)
    installed = own / "data" / "strength" / "own" / "own.nupp"
    assert found["installed"] == str(installed)
    assert installed.read_bytes() == (own / "net.nupp").read_bytes()
    verdict = json.loads(installed.with_suffix(".json").read_text())["fits"]["own"]
    assert {name: found[name] for name in ("wins", "draws", "losses")}.items() <= verdict.items()
    assert tuned_search(game("own"), table=1).evaluator.name == "learned"
    listed = call_compiled("players", "own").stdout
    assert re.search(r"strong plays with the network own\.nupp, which beat backwards: \d+ % of 60", listed)
    assert "exists" in call_compiled(*words).stderr
    resumed = call_compiled(*words, "--resume").stderr
    assert "another match" in resumed  # its opponent is the network before it now
    installed.write_bytes(b"something else")
    with pytest.warns(UserWarning, match=r"own\.json.*another network"):
        assert network_of(game("own")) is None


@pytest.mark.slow
def test_a_network_that_does_not_win_is_left_out(own: Path) -> None:
    play_with("threats")
    words = "install-network", "own", str(own / "net.nupp"), "--time=1ms"
    done = call_compiled(*words, "--games=4")
    assert done.exit_code == 1
    assert re.search("against threats: .* of 4 games.*does not win: not installed", done.stdout)
    assert not (own / "data").exists()
    done = call_compiled(*words, "--games=6", "--resume", "--anyway")  # the first four are not played again
    assert done.exit_code == 0
    assert re.search(r"of 6 games.*does not win: installed as .*own\.nupp", done.stdout)
    network = network_of(game("own"))
    assert network is not None
    assert network.beat(game("own")) == ""
    assert tuned_search(game("own"), table=1).evaluator.name == "threats"


def test_a_winner_makes_no_room_for_a_loser(own: Path) -> None:
    content, rules = (own / "net.nupp").read_bytes(), game("own")
    won, lost = (
        installing.Verdict("backwards", 9, 0, losses, "1 s a move", losses < 9) for losses in (1, 20)
    )
    path = installing.install(content, rules, won)
    with pytest.raises(ValueError, match=r"own\.nupp' beat backwards: 90 % of 10 games"):
        installing.install(content, rules, lost)
    assert installing.install(content, rules, won) == path


def test_a_network_of_a_variant_leaves_that_of_its_kin(own: Path) -> None:
    content, kin = (own / "net.nupp").read_bytes(), "own:height=6"
    won = installing.Verdict("backwards", 9, 0, 1, "1 s a move", True)
    path = installing.install(content, game("own"), won)
    about = json.loads(path.with_suffix(".json").read_text())
    about["fits"][kin] = "threats: 55 % of 20 games"
    path.with_suffix(".json").write_text(json.dumps(about))
    other = installing.install(content, game(kin), won)
    assert other.name == "own-height-6.nupp"
    assert list(json.loads(path.with_suffix(".json").read_text())["fits"]) == ["own"]
    network = network_of(game(kin))
    assert network is not None
    assert network.path == other


def test_what_fits_no_game_is_refused_in_a_line(call: Call, own: Path) -> None:
    for name, words in (("othello", r"net\.nupp'.*for own, not for othello"), ("own", "damaged")):
        done = call("install-network", name, str(own / "net.nupp"))
        assert done.exit_code == 2
        assert re.search(words, done.stderr)
        assert done.stderr.count("\n") == 1
        (own / "net.nupp").write_bytes(b"nothing")


def test_a_checkout_takes_the_networks_of_its_games(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("NUPP_DATA", str(tmp_path))
    folder = installing.PACKAGE / "games" / "reversi" / "strength"
    assert installing.folder_for(game("othello")) == folder
    path, known = installing.file_for(game("othello"), folder)
    assert path == folder / "othello.nupp"
    assert known is not None
    path, known = installing.file_for(game("othello:size=12"), folder)
    assert (path.name, known) == ("othello-size-12.nupp", None)
    monkeypatch.setattr(installing, "PACKAGE", tmp_path / "site-packages" / "lib" / "nupp")
    assert installing.folder_for(game("othello")) == tmp_path / "strength" / "othello"
