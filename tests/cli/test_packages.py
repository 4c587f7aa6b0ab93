"""A game of a package outside the repository has all that the games have that come with nupp.

The package is in `tests/packages`; its network is trained here, and then it is built and installed.
"""

from __future__ import annotations

import importlib.util
import json
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from cli.conftest import execute, installed, nupp

pytestmark = pytest.mark.slow

SOURCE = Path(__file__).parents[1] / "packages" / "nupp-snort"
DOCUMENTS = Path(__file__).parents[2] / "docs"

MANUAL = """
import sys; sys.path.insert(0, sys.argv[1])
import facts
from mkdocs.config import load_config
from mkdocs.structure.files import Files

config, files = load_config(f"{sys.argv[1]}/../mkdocs.yml"), Files([])
config.plugins.on_config(config)
config.plugins.on_files(files, config=config)
(pages,) = (entry["Games"] for entry in config.nav if "Games" in entry)
(name,) = (page for page in pages if "snort" in page)
print(name, files.get_file_from_path(name).content_string.splitlines()[0], sep="\\n")
print(*(line for line in facts.games().splitlines() if "nupp_snort" in line))
"""
"""Prints how the hook of the manual takes in the page of the package."""


UNINSTALLED = """
import sys; sys.path.insert(0, sys.argv.pop(1))
import nupp_snort
from nupp.cli import main
main()
"""
"""Obeys a command of nupp with the package from a folder of sources."""


@pytest.fixture(scope="module")
def python(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A Python in which the package is installed with a network that `nupp train` has made."""
    folder = tmp_path_factory.mktemp("package")
    package = shutil.copytree(SOURCE, folder / "nupp-snort")
    network = package / "src" / "nupp_snort" / "strength" / "snort.nupp"
    train = ("train", "snort", "--positions", "2000", "--out", network)
    done = execute(sys.executable, "-c", UNINSTALLED, package / "src", *train)
    assert done.returncode == 0, done.stderr
    return installed(package, folder / "trained")


COMMANDS = """
import contextlib, io, json, sys
from click.testing import CliRunner
from nupp.cli.main import cli

for line in sys.stdin:
    kind, words = json.loads(line)
    if kind == "nupp":
        done = CliRunner().invoke(cli, words)
        answer = done.stdout, done.exit_code and (done.stderr or repr(done.exception))
    else:
        with contextlib.redirect_stdout(io.StringIO()) as output:
            exec(words[0], {})
        answer = output.getvalue(), ""
    print(json.dumps(answer), flush=True)
"""
"""Obeys commands of nupp and runs Python, one after another in one process."""


class Inside:
    """A process in which the package is installed."""

    def __init__(self, process: subprocess.Popen[str]) -> None:
        self._process = process

    def _ask(self, kind: str, *words: str) -> str:
        assert self._process.stdin
        assert self._process.stdout
        self._process.stdin.write(json.dumps([kind, words]) + "\n")
        self._process.stdin.flush()
        output: str
        output, error = json.loads(self._process.stdout.readline() or '["", "it has ended"]')
        assert not error, error
        return output

    def __call__(self, *words: str | Path) -> str:
        """What a command of nupp prints."""
        return self._ask("nupp", *map(str, words))

    def python(self, code: str) -> str:
        """What lines of Python print."""
        return self._ask("python", code)


@pytest.fixture(scope="module")
def ask(python: Path) -> Iterator[Inside]:
    with subprocess.Popen(
        [python, "-c", COMMANDS], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as process:
        yield Inside(process)
        process.kill()


def test_its_rules_parameters_and_commands_are_listed(ask: Inside) -> None:
    text = ask("games", "snort")
    assert "no stone of the other side beside it" in text
    assert "size=4" in text
    assert '    nupp best snort --moves "b2 d4" --time 1s' in text


def test_strong_plays_with_its_network(ask: Inside) -> None:
    text = ask("players", "snort")
    assert "(default: room)" in text
    assert "\nlearned  The network in snort.nupp" in text
    assert "strong plays with the network snort.nupp, which beat room: 61 % of 400 games" in text
    assert "strong plays with room: there is no network" in ask("players", "snort:size=5")


def test_it_is_searched_with_the_network_and_the_evaluator(ask: Inside) -> None:
    for evaluator in ("learned", "room"):
        player = f"alphabeta:eval={evaluator}"
        found = json.loads(ask("best", "snort", "--player", player, "--depth", "3", "--json"))
        assert found["move"] in ask("moves", "snort").split()
    strong = json.loads(ask("best", "snort", "--player", "strong", "--time", "100ms", "--json"))
    assert strong["move"] in ask("moves", "snort").split()


def test_exact_searches_use_its_theory(ask: Inside) -> None:
    assert "value     first (blue)" in ask("solve", "snort:size=3")
    asked = "import nupp; from nupp.search.theory import theory_of; print(theory_of(nupp.game('snort')))"
    assert "SnortTheory" in ask.python(asked)


def test_it_is_drawn_as_its_view_says(ask: Inside, tmp_path: Path) -> None:
    board = tmp_path / "board.svg"
    ask("show", "snort", "--moves", "b2 d4", "--svg", board)
    assert "<svg" in board.read_text()
    asked = (
        "import nupp; ended = nupp.game('snort:size=2').start_position().play_all(['a1', 'b2']); "
        "print(ended.ending.words, [example.moves[0][0] for example in ended.game.view.examples])"
    )
    assert ask.python(asked) == "no cell is open to blue ['b2']\n"


def test_its_page_is_in_the_manual(python: Path) -> None:
    if importlib.util.find_spec("mkdocs") is None:
        pytest.skip("MkDocs is not installed")
    done = execute(python, "-c", MANUAL, DOCUMENTS)
    assert done.stdout.splitlines() == [
        "games/nupp_snort.md",
        "# Snort",
        "| [Snort](nupp_snort.md) | Put stones on the board, never beside one of the other side. |",
    ], done.stderr


def test_games_are_kept_in_its_format(ask: Inside, tmp_path: Path) -> None:
    written, again = tmp_path / "games.snort", tmp_path / "games.jsonl"
    written.write_text("snort 4: b2 d4 a1\nsnort 5: c3 a1\n")
    ask("convert", written, again)
    games = [json.loads(line) for line in again.read_text().splitlines()]
    assert [(one["game"], one["moves"]) for one in games] == [
        ("snort", ["b2", "d4", "a1"]),
        ("snort:size=5", ["c3", "a1"]),
    ]
    back = tmp_path / "back.snort"
    ask("convert", again, back)
    assert back.read_text() == written.read_text()


def test_it_is_measured_and_checked(ask: Inside) -> None:
    measured = json.loads(ask("bench", "snort", "--json"))
    assert [(one["game"], one["moves"]) for one in measured["positions"]] == [
        ("snort", ""),
        ("snort", "b2 d4"),
    ]
    asked = "from nupp.conformance.variants import all_specs; print(all_specs(['snort']))"
    checked = ask.python(f"import nupp; nupp.game('snort'); {asked}")
    assert "'snort:size=5'" in checked


def test_the_page_and_the_manual_have_its_words(ask: Inside) -> None:
    asked = (
        "import nupp; from nupp.rules.folder import page_of, picture_of; "
        "from nupp.server.api.words import _all_words; "
        "game = nupp.game('snort'); print(page_of(game).read_text().splitlines()[0], picture_of(game).ply); "
        "print(b'Sininen aloittaa.' in _all_words('fi').plain)"
    )
    assert ask.python(asked) == "# Snort 4\nTrue\n"
    assert re.search("Page of the manual: .*page.md", ask("games", "snort"))


def test_without_the_package_nobody_knows_it() -> None:
    found = nupp("players", "snort")
    assert found.exit_code == 2
    assert re.search("game 'snort'", found.stderr)
