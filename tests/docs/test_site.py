"""The site of the manual: it is built without the network, needs none, and holds what the program prints."""

import importlib.util
import os
import re
import subprocess
import sys
from html.parser import HTMLParser
from pathlib import Path
from types import ModuleType

import pytest

import nupp
from nupp.cli.main import COMMANDS
from nupp.players import PLAYERS

pytestmark = pytest.mark.slow

ROOT = Path(__file__).parents[2]
DOCUMENTS = ROOT / "docs"
AT_THE_TOP = ("README.md", "CONTRIBUTING.md", "CHANGELOG.md")
GAME_PAGES = sorted((ROOT / "src" / "nupp" / "games").glob("*/page.md"))

BUILD = """
import gc
import socket

def refuse(*unused):
    raise OSError("no network here")

socket.socket.connect = socket.getaddrinfo = refuse
gc.disable()
from mkdocs.__main__ import cli
cli()
"""
"""Runs MkDocs in a process that cannot reach anything. What it leaves behind, its end clears away sooner."""


class Parts(HTMLParser):
    """The ids of a page, and the addresses that a browser loads with it."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.ids: set[str] = set()
        self.loaded: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        known = dict(attrs)
        self.ids.add(known.get("id") or "")
        wanted = known.get("src") or (known.get("href") if tag == "link" else None)
        self.loaded += [wanted] if wanted else []


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("site")
    command = [sys.executable, "-c", BUILD, "build", "--strict", "--site-dir", str(folder)]
    environment = os.environ | {
        "PYTHONPATH": os.pathsep.join([str(DOCUMENTS), *sys.path]),
        "NO_MKDOCS_2_WARNING": "1",
    }
    done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, timeout=900)
    assert done.returncode == 0, done.stderr
    return folder


def pages(site: Path) -> list[Path]:
    return sorted(site.rglob("*.html"))


def ids_of(page: Path) -> set[str]:
    return Parts(page.read_text(encoding="utf-8")).ids


def test_pages_load_nothing_from_elsewhere(site: Path) -> None:
    assert len(pages(site)) > 40
    for page in pages(site):
        loaded = Parts(page.read_text(encoding="utf-8")).loaded
        assert not [address for address in loaded if re.match("(https?:)?//", address)], page


def test_every_document_is_a_page(site: Path) -> None:
    made = {page.relative_to(site).with_suffix("").as_posix() for page in pages(site)}
    for document in DOCUMENTS.rglob("*.md"):
        name = document.relative_to(DOCUMENTS).with_suffix("").as_posix()
        assert re.sub("README$", "index", name) in made
    assert {f"games/{page.parent.name}" for page in GAME_PAGES} <= made


def test_all_commands_and_players_are_reported(site: Path) -> None:
    assert set(COMMANDS) <= ids_of(site / "reference" / "commands.html")
    assert set(PLAYERS.names()) <= ids_of(site / "reference" / "players.html")


def test_the_python_reference_has_what_the_package_brings(site: Path) -> None:
    known = set().union(*(ids_of(page) for page in (site / "reference").iterdir()))
    named = {name.rpartition(".")[2] for name in known}
    assert {name for name in nupp.__all__ if name.islower() and name != "__version__"} <= named
    assert {"Game", "Position", "Evaluator", "Player", "Budget", "Decision", "SpecError"} <= named


def test_nothing_is_left_to_be_filled_in(site: Path) -> None:
    for page in pages(site):
        assert "<!-- nupp:" not in page.read_text(encoding="utf-8"), page


@pytest.fixture(scope="module")
def facts() -> ModuleType:
    pytest.importorskip("markdown")
    found = importlib.util.spec_from_file_location("facts", DOCUMENTS / "facts.py")
    assert found
    assert found.loader
    module = importlib.util.module_from_spec(found)
    found.loader.exec_module(module)
    return module


def test_every_game_has_a_page_with_its_parameters_and_evaluators() -> None:
    text = "".join(path.read_text(encoding="utf-8") for path in GAME_PAGES)
    own = {name for name in nupp.GAMES.names() if type(nupp.game(name)).__module__.startswith("nupp.games.")}
    assert own <= set(re.findall("<!-- nupp: parameters (\\w+) -->", text))


def test_strength_has_the_rows_of_a_game_and_its_variants_alone(facts: ModuleType) -> None:
    tables = facts.strength("amazons").split("\n\n")
    named = [[row.split("|")[1].strip() for row in table.splitlines()[2:]] for table in tables]
    assert named[:2] == [["amazons", "amazons-deepening", "openspiel-amazons"], ["amazons"]]
    assert [*map(set, named[2:])] == [{"amazons", "amazons:size=8"}]


def test_strength_of_a_game_that_was_not_measured_is_empty(facts: ModuleType) -> None:
    assert facts.strength("tictactoe") == ""


def test_what_strong_plays_with_is_listed(facts: ModuleType) -> None:
    rows = facts.strong().splitlines()[2:]
    assert "| `hexxagon` | hexxagon.nupp | material: 94 % of 400 games, 0.1 s a move |" in rows
    assert len(rows) == len(set(rows)) > 15


def test_tables_escape_bars(facts: ModuleType) -> None:
    assert facts.table(("a",), [("x|y",)]).splitlines()[-1] == r"| x\|y |"


def test_an_unknown_fact_is_an_error(facts: ModuleType) -> None:
    assert facts.expand("a <!-- nupp: rules othello -->") == ["a <!-- nupp: rules othello -->"]
    with pytest.raises(KeyError):
        facts.expand("<!-- nupp: rulez othello -->")


@pytest.mark.parametrize("path", [*(ROOT / name for name in AT_THE_TOP), *GAME_PAGES])
def test_links_outside_of_the_site_lead_to_files(path: Path) -> None:
    for link in re.findall(r"\]\(([^)#]+)[^)]*\)|src=\"([^\"]+)\"", path.read_text(encoding="utf-8")):
        address = "".join(link)
        assert address.startswith("http") or (path.parent / address).exists(), address
