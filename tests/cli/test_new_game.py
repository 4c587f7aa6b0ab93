"""`nupp new-game`: the template is found, passes, and overwrites nothing."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from cli.conftest import Call, execute, installed


@pytest.fixture
def package(call: Call, tmp_path: Path) -> Path:
    """What `nupp new-game hexes` writes."""
    done = call("new-game", "hexes", "--out", str(tmp_path))
    assert done.exit_code == 0, done.stderr
    assert str(tmp_path / "nupp-hexes") in done.stdout
    return tmp_path / "nupp-hexes"


@pytest.fixture
def python(package: Path, tmp_path: Path) -> Path:
    """A Python in which the package is installed, and what is installed here can be imported."""
    return installed(package, tmp_path / "venv")


@pytest.mark.slow
def test_the_template_is_found_and_passes_at_once(package: Path, python: Path) -> None:
    """Its own tests are passed, the conformance suite among them, and every command knows the game."""
    done = execute(python, "-m", "pytest", "-q", "-p", "no:cacheprovider", package)
    assert done.returncode == 0, done.stdout
    assert "5 passed" in done.stdout
    asked = (
        "from nupp.cli.conform import specs_of; print(specs_of('nupp-hexes')); "
        "from nupp.cli import main; import sys; sys.argv[1:] = ['games']; main()"
    )
    listed = execute(python, "-c", asked)
    assert listed.stdout.startswith("['hexes']\n")
    assert "\nhexes" in listed.stdout
    assert "Stones on a square board" in listed.stdout


@pytest.mark.parametrize("name", ["Hexes", "my-game", "1st", "othello"])
def test_names_that_cannot_be(call: Call, name: str, tmp_path: Path) -> None:
    done = call("new-game", name, "--out", str(tmp_path))
    assert done.exit_code == 2
    assert f"{name}" in done.stderr
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("name", ["none", "true", "piece", "class"])
def test_names_that_are_words_of_python_and_of_the_template(call: Call, name: str, tmp_path: Path) -> None:
    assert call("new-game", name, "--out", str(tmp_path)).exit_code == 0
    module = tmp_path / f"nupp-{name}" / "src" / f"nupp_{name}" / "__init__.py"
    board = str(tmp_path / "board.svg")
    shown = call("--load", str(module), "show", name, "--moves", "a1", "--svg", board)
    assert shown.exit_code == 0, shown.stderr


def test_nothing_is_overwritten(call: Call, package: Path) -> None:
    before = {path: path.read_bytes() for path in package.rglob("*") if path.is_file()}
    done = call("new-game", "hexes", "--out", str(package.parent))
    assert done.exit_code == 2
    assert re.search("nupp-hexes'.*name", done.stderr)
    assert {path: path.read_bytes() for path in package.rglob("*") if path.is_file()} == before
