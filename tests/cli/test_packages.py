"""Games of other packages: the template, how they are found and checked, and packages that are broken."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import sysconfig
import venv
from pathlib import Path

import pytest

from nupp.cli.conform import specs_of
from nupp.conformance.running import run

HERE = Path(sysconfig.get_path("purelib"))


def call(*command: str | Path, path: Path | None = None) -> subprocess.CompletedProcess[str]:
    environment = os.environ | ({"PYTHONPATH": str(path)} if path else {})
    return subprocess.run([*map(str, command)], env=environment, capture_output=True, text=True, check=False)


def nupp(*arguments: str | Path, path: Path | None = None) -> subprocess.CompletedProcess[str]:
    return call(sys.executable, "-m", "nupp", *arguments, path=path)


@pytest.fixture(scope="module")
def package(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What `nupp new-game hexes` writes."""
    folder = tmp_path_factory.mktemp("packages")
    done = nupp("new-game", "hexes", "--out", folder)
    assert done.returncode == 0, done.stderr
    assert str(folder / "nupp-hexes") in done.stdout
    return folder / "nupp-hexes"


@pytest.fixture(scope="module")
def python(package: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A Python of its own in which the package is installed, and what is installed here can be imported."""
    folder = tmp_path_factory.mktemp("venv")
    venv.create(folder, with_pip=False)
    python = folder / "bin" / "python"
    site = call(python, "-c", "import sysconfig; print(sysconfig.get_path('purelib'))").stdout.strip()
    Path(site, "here.pth").write_text(f"import site; site.addsitedir({str(HERE)!r})\n")
    install = ("install", "--quiet", "--no-deps", "--no-build-isolation", package)
    done = call(sys.executable, "-m", "pip", "--python", python, *install)
    assert done.returncode == 0, done.stderr
    return python


def test_the_template_is_found_and_passes_at_once(package: Path, python: Path) -> None:
    """Its own tests are passed, the conformance suite among them, and every command knows the game."""
    done = call(python, "-m", "pytest", "-q", "-p", "no:cacheprovider", package)
    assert done.returncode == 0, done.stdout
    assert "5 passed" in done.stdout
    listed = call(python, "-m", "nupp", "games")
    assert "\nhexes" in listed.stdout
    assert "Stones on a square board" in listed.stdout
    counted = call(python, "-m", "nupp", "perft", "hexes:size=2", "2")
    assert counted.stdout == "12\n"


def test_a_package_is_named_for_all_its_games(python: Path) -> None:
    asked = "from nupp.cli.conform import specs_of; print(specs_of('nupp-hexes'))"
    assert call(python, "-c", asked).stdout == "['hexes']\n"


def test_what_is_neither_game_nor_package_is_refused() -> None:
    done = nupp("conform", "nothing")
    assert done.returncode == 2
    assert done.stderr.startswith("nupp: unknown game 'nothing'")
    assert "no package of that name that has games is installed" in done.stderr
    assert "package" not in nupp("conform", "othello:size=99").stderr
    assert specs_of("othello:size=8") == ["othello"]


WRONG = '''
import nupp
from nupp.games.mnk import TicTacToe

@nupp.register
class Wrong(TicTacToe):
    """Three in a row that counts its moves wrongly."""
    name = "wrong"

    def count_moves(self, state, moves):
        return self.legal_moves(state, moves) + 1
'''


def test_what_a_game_does_wrong_is_said(tmp_path: Path) -> None:
    (tmp_path / "wrong.py").write_text(WRONG)
    done = nupp("--load", tmp_path / "wrong.py", "conform", "wrong:dead=true")
    assert done.returncode == 1
    assert "  FAILED  moves are counted as they are listed: wrong:dead=true: " in done.stdout
    assert "  ok      sides are first and second\n" in done.stdout
    assert done.stderr.startswith("nupp: wrong:dead=true: 1 of ")


WILD = """
import nupp
from nupp.games.mnk import Mnk

@nupp.register
class Wild(Mnk):
    name = "wild"
"""

FEW = """def __init__(self):
        super().__init__(3, 3, 3)
        self.max_moves = 5"""

OUTSIDE = """def __init__(self):
        super().__init__(3, 3, 3)

    def contents(self, state, found):
        found[9] = 1
        return 0"""

LATE = """def __init__(self):
        super().__init__(7, 7, 7)

    def candidates(self, state, moves, radius):
        if state.empty < 5:
            moves[49] = 0
        return self.legal_moves(state, moves)"""


@pytest.mark.parametrize(
    ("code", "reason"),
    [
        (FEW, "more moves are written in '3/3/3 x' than max_moves, 5"),
        (OUTSIDE, "index 9 is out of bounds"),
        (LATE, " than max_moves, 49"),
    ],
)
def test_rules_that_write_beyond_their_bounds_are_not_called_compiled(
    tmp_path: Path, code: str, reason: str
) -> None:
    (tmp_path / "wild.py").write_text(f"{WILD}    {code}\n")
    done = nupp("--load", tmp_path / "wild.py", "conform", "wild")
    assert done.returncode == 1
    (failed,) = [line for line in done.stdout.splitlines() if "FAILED" in line]
    assert "no more is written than a buffer of moves holds: wild: " in failed
    assert reason in failed
    assert re.fullmatch(r"nupp: wild: 1 of \d+ checks failed, \d\d skipped, for [^\n]*\n", done.stderr)


def test_ctrl_c_is_no_success(tmp_path: Path) -> None:
    stop = "def format_position(self, state):\n        raise KeyboardInterrupt"
    (tmp_path / "wild.py").write_text(f"{WILD}    {stop}\n")
    done = nupp("--load", tmp_path / "wild.py", "conform", "wild")
    assert done.returncode == 130
    assert "passed" not in done.stdout
    assert done.stderr.splitlines()[-1] == "nupp: interrupted"


def test_options_for_all_runs_of_pytest_leave_no_check_out(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PYTEST_ADDOPTS", "-k no_such_check")
    (tmp_path / "wild.py").write_text(f"{WILD}    {FEW}\n")
    done = nupp("--load", tmp_path / "wild.py", "conform", "wild")
    assert "no more is written than a buffer of moves holds" in done.stdout


def offer(folder: Path, package: str, module: str) -> None:
    """Metadata of a package that offers a game, as if it had been installed."""
    told = folder / f"{package.replace('-', '_')}-1.0.dist-info"
    told.mkdir()
    (told / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {package}\nVersion: 1.0\n")
    (told / "entry_points.txt").write_text(f"[nupp.games]\n{package.split('-')[1]} = {module}\n")


def broken(folder: Path, code: str) -> None:
    """A package that offers a game, as if it had been installed."""
    (folder / "nupp_broken.py").write_text(code)
    offer(folder, "nupp-broken", "nupp_broken")


def test_the_games_of_a_package_may_be_in_any_of_its_modules(tmp_path: Path) -> None:
    package = tmp_path / "nupp_several"
    package.mkdir()
    (package / "__init__.py").touch()
    (package / "plugin.py").write_text("import nupp_several.rules\n")
    (package / "rules.py").write_text(WRONG)
    offer(tmp_path, "nupp-several", "nupp_several.plugin")
    asked = "from nupp.cli.conform import specs_of; print(specs_of('nupp-several'))"
    done = call(sys.executable, "-c", asked, path=tmp_path)
    assert done.stdout == "['wrong']\n", done.stderr


def test_a_package_without_games_cannot_be_checked(tmp_path: Path) -> None:
    broken(tmp_path, "")
    done = nupp("conform", "nupp-broken", path=tmp_path)
    assert done.returncode == 2
    told = "nupp-broken registers no game of its own: expected one in nupp_broken"
    assert done.stderr.splitlines()[0] == f"nupp: {told}"
    with pytest.raises(ValueError, match="no game to check: expected at least one"):
        run([])


@pytest.mark.parametrize(
    ("code", "reason"),
    [
        ("import nothing_of_the_kind", "ModuleNotFoundError: No module named 'nothing_of_the_kind'"),
        ("raise ValueError('one\\ntwo')", "ValueError: one two"),
        ("raise SystemExit(3)", "SystemExit: 3"),
    ],
)
def test_a_broken_package_is_named_and_stops_nothing(tmp_path: Path, code: str, reason: str) -> None:
    broken(tmp_path, code)
    done = nupp("games", path=tmp_path)
    assert done.returncode == 0
    assert "\nothello" in done.stdout
    told = f"the game broken of the package nupp-broken cannot be loaded: {reason}"
    assert done.stderr == f"nupp: warning: {told}\n"


def test_a_broken_package_cannot_be_checked(tmp_path: Path) -> None:
    broken(tmp_path, "raise ValueError('unripe')")
    done = nupp("conform", "nupp-broken", path=tmp_path)
    assert done.returncode == 1
    assert "unripe" in done.stderr.splitlines()[-1]


@pytest.mark.parametrize("name", ["Hexes", "my-game", "1st", "othello"])
def test_names_that_cannot_be(name: str, tmp_path: Path) -> None:
    done = nupp("new-game", name, "--out", tmp_path)
    assert done.returncode == 2
    assert f"{name}" in done.stderr
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("name", ["none", "true", "piece", "class"])
def test_names_that_are_words_of_python_and_of_the_template(name: str, tmp_path: Path) -> None:
    assert nupp("new-game", name, "--out", tmp_path).returncode == 0
    module = tmp_path / f"nupp-{name}" / "src" / f"nupp_{name}" / "__init__.py"
    shown = nupp("--load", module, "show", name, "--moves", "a1", "--svg", tmp_path / "board.svg")
    assert shown.returncode == 0, shown.stderr


def test_nothing_is_overwritten(package: Path) -> None:
    done = nupp("new-game", "hexes", "--out", package.parent)
    assert done.returncode == 2
    assert "is there already: expected another name or --out" in done.stderr
