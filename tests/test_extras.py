"""A plain installation: what it can do, and what it says of the rest."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import tomllib
from importlib.metadata import packages_distributions
from pathlib import Path
from typing import Any

import pytest
from packaging.requirements import Requirement

from nupp.extras import EXTRAS, MissingExtraError, require
from plain_install import PYPROJECT, canonical

GAME = '{"game": "tictactoe", "moves": ["a1", "b2"], "players": ["a", "b"]}\n'

REFUSED: dict[tuple[str, ...], tuple[str, str]] = {
    ("serve",): ("nupp serve", "server"),
    ("games", "--stored"): ("the database of games", "server"),
    ("match", "tictactoe", "random", "random", "--store"): ("the database of games", "server"),
    ("match", "tictactoe", "random", "random", "--report", "a.html"): ("--report", "report"),
    ("match", "tictactoe", "random", "random", "--ray", "local"): ("a Ray cluster", "scale"),
    ("tournament", "tictactoe", "random", "greedy", "--report", "a.html"): ("--report", "report"),
    ("analyse", "tictactoe", "--game", "game.jsonl", "--svg", "a.svg"): ("--svg", "report"),
    ("study", "tictactoe-lines", "--quick", "--out", "studies"): ("--out", "report"),
    ("train", "tictactoe", "--method", "alphazero", "--positions", "9", "--out", "a.nupp"): (
        "training by the method alphazero",
        "learn",
    ),
    ("conform", "tictactoe"): ("nupp conform", "conform"),
}
"""Command lines that need an extra: what their message names, and the extra."""

WORKING: tuple[tuple[str, ...], ...] = (
    ("games",),
    ("players", "tictactoe"),
    ("moves", "tictactoe"),
    ("show", "tictactoe", "--svg", "board.svg"),
    ("perft", "tictactoe", "3"),
    ("best", "tictactoe", "--player", "strong", "--depth", "2"),
    ("solve", "tictactoe", "--moves", "a1 b1 a2 b2"),
    ("match", "tictactoe", "greedy", "random", "--games", "2", "--nodes", "10"),
    ("tournament", "tictactoe", "greedy", "random", "--games", "2", "--nodes", "10"),
    ("analyse", "tictactoe", "--game", "game.jsonl", "--depth", "1"),
    ("convert", "game.jsonl", "game.sgf"),
    ("study",),
    ("play", "tictactoe"),
    ("new-game", "fresh"),
    (),
)
"""Command lines that need none."""


def plain(asked: object, folder: Path) -> Any:
    """What `plain_install` answers."""
    done = subprocess.run(
        [sys.executable, Path(__file__).with_name("plain_install.py")],
        input=json.dumps(asked),
        capture_output=True,
        text=True,
        cwd=folder,
        env=os.environ | {"NUMBA_DISABLE_JIT": "1", "NUPP_DATA": str(folder)},
        check=True,
        timeout=300,
    )
    return json.loads(done.stdout)


@pytest.fixture(scope="module")
def answers(tmp_path_factory: pytest.TempPathFactory) -> dict[tuple[str, ...], tuple[int, str, str]]:
    """For each command line its exit code, output and errors."""
    folder = tmp_path_factory.mktemp("plain")
    (folder / "game.jsonl").write_text(GAME)
    asked = [*REFUSED, *WORKING]
    return dict(zip(asked, plain(asked, folder), strict=True))


@pytest.mark.slow
@pytest.mark.parametrize("words", REFUSED, ids=" ".join)
def test_a_command_says_in_a_line_what_to_install(words: tuple[str, ...], answers: Any) -> None:
    user, extra = REFUSED[words]
    assert answers[words] == [1, "", f'nupp: {user} needs more: pip install "nupp[{extra}]"\n']


@pytest.mark.slow
@pytest.mark.parametrize("words", WORKING, ids=" ".join)
def test_a_command_needs_nothing_more(words: tuple[str, ...], answers: Any) -> None:
    code, _, err = answers[words]
    assert (code, "needs more" in err) == (0, words == ()), err


@pytest.mark.slow
def test_nupp_alone_opens_the_menu_of_the_terminal(answers: Any) -> None:
    _, out, err = answers[()]
    assert err == 'nupp: the browser app needs more: pip install "nupp[server]"\n'
    assert "Which game?" in out


@pytest.mark.slow
def test_modules_say_what_to_install_or_are_imported(tmp_path: Path) -> None:
    refused = plain("modules", tmp_path)
    assert {
        name: error
        for name, error in refused.items()
        if not re.fullmatch(r'MissingExtraError: [^\n]* needs more: pip install "nupp\[[a-z]+\]"', error)
    } == {}
    assert {"nupp.store", "nupp.server", "nupp.learn.networks", "nupp.conformance"} <= refused.keys()
    assert {"nupp.adapters.gymnasium", "nupp.adapters.pettingzoo"} <= refused.keys()


def test_a_missing_module_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    with pytest.raises(MissingExtraError, match=r'^this needs more: pip install "nupp\[report\]"$') as error:
        require("report", "this")
    assert error.value.name == "matplotlib"
    require("report", "this", "jinja2")


@pytest.fixture(scope="module")
def packages() -> dict[str, set[str]]:
    """The packages that a module comes from, by its name."""
    return {module: set(map(canonical, names)) for module, names in packages_distributions().items()}


@pytest.mark.parametrize("extra", EXTRAS)
def test_the_modules_of_an_extra_are_those_of_its_packages(extra: str, packages: dict[str, set[str]]) -> None:
    """Those that are not installed here, such as OpenSpiel, aside."""
    extras = tomllib.loads(PYPROJECT.read_text())["project"]["optional-dependencies"]
    wanted = list(map(Requirement, extras[extra]))
    while own := [one for one in wanted if one.name == "nupp"]:
        wanted = [one for one in wanted if one.name != "nupp"]
        wanted += [Requirement(line) for one in own for more in one.extras for line in extras[more]]
    found = [packages[module] for module in EXTRAS[extra] if module in packages]
    named = {canonical(one.name) for one in wanted}
    assert all(names & named for names in found)
    assert named <= set().union(*found) | {"onnxruntime", "open-spiel"}
