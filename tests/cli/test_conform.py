"""`nupp conform`: games and packages that are checked, what they do wrong, and packages that are broken."""

from __future__ import annotations

import importlib
import re
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from click.testing import Result

from cli.conftest import Call, Program, nupp
from nupp.cli.conform import specs_of
from nupp.conformance import requirements
from nupp.conformance.running import run
from nupp.conformance.variants import Subject
from nupp.rules.registry import load_plugins

Conform = Callable[..., Result]


def test_what_is_neither_game_nor_package_is_refused(call: Call) -> None:
    done = call("conform", "nothing")
    assert done.exit_code == 2
    assert re.match("nupp: .*game 'nothing'.*package", done.stderr)
    assert "package" not in call("conform", "othello:size=99").stderr
    assert specs_of("othello:size=8") == ["othello"]


@pytest.fixture
def conform(tmp_path: Path) -> Conform:
    """Write a game of three in a row into a file and check it, compiled.

    Observations of a game are kept by its name, so that every game needs another one.
    """

    def conform(name: str, methods: str, parameters: str = "") -> Result:
        (tmp_path / f"{name}.py").write_text(RULES.format(name=name, methods=methods))
        return nupp("--load", str(tmp_path / f"{name}.py"), "conform", f"{name}{parameters}")

    return conform


@pytest.fixture
def groups(monkeypatch: pytest.MonkeyPatch) -> Iterator[dict[str, list[Any]]]:
    """The groups of requirements, all of them at first, to be changed for a test."""
    found: dict[str, list[Any]] = {name: list(members) for name, members in requirements.groups().items()}
    monkeypatch.setattr(requirements, "_GROUPS", found)
    requirements.groups.cache_clear()
    yield found
    requirements.groups.cache_clear()


@pytest.fixture
def _only_rules(groups: dict[str, list[Any]]) -> None:
    """Leave out all requirements but those of the rules."""
    for name in groups.keys() - {"rules"}:
        del groups[name]


@pytest.fixture
def _only_rules_and_notation(groups: dict[str, list[Any]]) -> None:
    """Leave out all requirements but those of the rules and of texts."""
    for name in groups.keys() - {"rules", "notation"}:
        del groups[name]


@pytest.mark.slow
def test_what_fails_outside_the_requirements_is_reported(groups: dict[str, list[Any]]) -> None:
    groups.clear()
    groups["broken"] = ["not a requirement"]
    (check,) = run(["tictactoe:dead=true"])
    assert (check.name, check.passed, check.failed) == ("broken", False, "tictactoe:dead=true")
    assert "has no attribute 'scope'" in check.reason


@pytest.mark.slow
def test_what_fails_for_a_variant_fails(groups: dict[str, list[Any]]) -> None:
    def is_no_variant(subject: Subject) -> None:
        assert subject.named

    groups.clear()
    groups["variants"] = [requirements.Requirement("is_no_variant", requirements.Scope.RULES, is_no_variant)]
    (check,) = run(["tictactoe"])
    assert check.times > 1
    assert (check.passed, check.failed) == (False, "tictactoe:dead=true")


RULES = '''
import nupp
from nupp.games.mnk.rules import Mnk, TicTacToe

@nupp.register
class Own(TicTacToe):
    """Three in a row."""
    name = "{name}"

    {methods}
'''

WRONG = """def count_moves(self, state, moves):
        return self.legal_moves(state, moves) + 1"""

FEW = """def __init__(self):
        super().__init__()
        self.max_moves = 5"""

OUTSIDE = """def contents(self, state, found):
        found[9] = 1
        return 0"""

LATE = """def __init__(self):
        Mnk.__init__(self, 7, 7, 7)

    def candidates(self, state, moves, radius):
        if state.empty < 5:
            moves[49] = 0
        return self.legal_moves(state, moves)"""

LISTS = """def candidates(self, state, moves, reach):
        names = {"a": [1]}
        return self.legal_moves(state, moves)"""

RAISES = """def legal_moves(self, state, moves):
        return 1 // 0"""

PLAYED = "random games can be played to their end"
BOUNDS = "no more is written than a buffer of moves holds"


@pytest.mark.slow
@pytest.mark.usefixtures("_only_rules")
def test_what_a_game_does_wrong_is_said(conform: Conform) -> None:
    done = conform("wrong", WRONG, ":dead=true")
    assert done.exit_code == 1
    assert re.search("  FAILED  .*counted.*: wrong:dead=true: .*, in position '3/3/3 x' after", done.stdout)
    assert re.search("  ok +sides ", done.stdout)
    assert done.stderr.startswith("nupp: wrong:dead=true: 1 of ")


SWIFT = """def __init__(self):
        Mnk.__init__(self, 3, 3, 1)"""


@pytest.mark.slow
def test_a_game_whose_first_move_wins_passes(conform: Conform) -> None:
    done = conform("swift", SWIFT)
    assert done.exit_code == 0, done.stdout


@pytest.fixture
def own(tmp_path: Path) -> Callable[[str, str], dict[str, str]]:
    """Write a game of stones that walk along a row into a file, check it, compiled, and return its checks."""

    def own(name: str, methods: str) -> dict[str, str]:
        (tmp_path / f"{name}.py").write_text(WALKS.format(name=name, methods=methods))
        done = nupp("--load", str(tmp_path / f"{name}.py"), "conform", name)
        failed = [line.split(None, 1)[1] for line in done.stdout.splitlines() if "FAILED" in line]
        return dict(line.split(f": {name}: ", 1) for line in failed)

    return own


WALKS = '''
import nupp
from nupp.boards import SquareBoard
from nupp.rules.cells import EMPTY, MovingGame
from nupp.rules.repetition import Repetition

@nupp.register
class Walks(MovingGame):
    """Stones walk; who is on the last cell of the enemy, or cannot move, ends the game."""
    name = "{name}"
    pieces = "WB"

    def __init__(self):
        super().__init__(SquareBoard(5, 2), max_moves=8)

    def start(self, state):
        state.cells[0], state.cells[9] = 1, 2

    def legal_moves(self, state, moves):
        n = 0
        for cell in range(10):
            if state.cells[4] != 1 and state.cells[5] != 2 and state.cells[cell] == state.turn + 1:
                if cell % 5 < 4 and state.cells[cell + 1] == EMPTY:
                    moves[n] = cell * 10 + cell + 1
                    n += 1
                if cell % 5 > 0 and state.cells[cell - 1] == EMPTY:
                    moves[n] = cell * 10 + cell - 1
                    n += 1
        return n

    def play(self, state, move):
        state.cells[move // 10] = EMPTY
        state.cells[move % 10] = state.turn + 1
        state.turn = 1 - state.turn

    def outcome(self, state):
        return 1 if state.cells[4] == 1 else -1

    {methods}
'''

LONE = """repetition = Repetition(3)

    def play(self, state, move):
        state.cells[move // 10] = EMPTY
        state.cells[move % 10] = state.turn + 1"""

CHANGES = """repetition = Repetition(3)

    def to_move(self, state):
        state.cells[2] = EMPTY
        state.cells[0] = EMPTY
        return int(state.turn)"""

MARGIN = """repetition = Repetition(3)

    def margin(self, state):
        return 5 if state.cells[4] != 1 else 1"""

BIASED = """repetition = Repetition(3)

    def random_move(self, state, moves, rng):
        n = self.legal_moves(state, moves)
        return moves[0] if n > 0 else -1"""

UNREADABLE = """repetition = Repetition(3)

    def read_position(self, text, state):
        if "1W" in text:
            raise KeyError("no reason")
        super().read_position(text, state)"""

SHARED = """repetition = Repetition(3)

    def start(self, state):
        state.cells[1], state.cells[8] = 1, 2

    def move_text(self, state, move):
        return "a1-b1" """


@pytest.mark.slow
@pytest.mark.usefixtures("_only_rules_and_notation")
@pytest.mark.parametrize(
    ("name", "methods", "check", "reason"),
    [
        ("sound", "repetition = Repetition(3)", "", ""),
        (
            "endless",
            "",
            "no position recurs unless repetition draws",
            r"expected repetition = Rep.* after \S",
        ),
        ("lone", LONE, "each side moves", "only first moves, .*: expected play to change the side"),
        ("changes", CHANGES, "only play changes a position", "to_move changed the position: only play may"),
        ("margined", MARGIN, "outcome is the sign of the margin unless drawn", "outcome -1, margin 5"),
        ("biased", BIASED, "random moves are uniform", r"\d+ of \d+ random moves are \d+: expected about 60"),
        (
            "unreadable",
            UNREADABLE,
            "any text is a position or a notation error",
            r"KeyError: 'no reason', with the text '.*1W.*', in unreadable\.py, line \d+",
        ),
        (
            "shared",
            SHARED,
            "moves have texts of their own that read back",
            r"moves \d+ and \d+ share the text 'a1-b1'",
        ),
    ],
)
def test_a_usual_mistake_is_named(
    own: Callable[[str, str], dict[str, str]], name: str, methods: str, check: str, reason: str
) -> None:
    failed = own(name, methods)
    assert re.search(reason, failed[check]) if check else not failed


@pytest.mark.slow
@pytest.mark.usefixtures("_only_rules")
@pytest.mark.parametrize(
    ("name", "methods", "reason"),
    [
        ("few", FEW, "'3/3/3 x'.* max_moves, 5\\b"),
        ("outside", OUTSIDE, "index 9 "),
        ("lists", LISTS, r"code that cannot be compiled: compiled code makes no new .*lists\.py, line 11\b"),
        ("raises", RAISES, r"ZeroDivisionError: .* in raises\.py, line 11\b"),
        pytest.param("late", LATE, " max_moves, 49", marks=pytest.mark.slow),
    ],
)
def test_rules_that_fail_or_write_beyond_their_bounds_are_not_called_again(
    conform: Conform, name: str, methods: str, reason: str
) -> None:
    done = conform(name, methods)
    assert done.exit_code == 1
    (failed,) = [line for line in done.stdout.splitlines() if "FAILED" in line]
    assert f"{BOUNDS if name in ('few', 'outside', 'late') else PLAYED}: {name}: " in failed
    assert re.search(reason, failed)
    assert re.search(rf"nupp: {name}: 1 of \d+ checks failed, \d+ skipped: [^\n]*bounds", done.stderr)


@pytest.mark.slow
@pytest.mark.usefixtures("_only_rules")
def test_ctrl_c_is_no_success(conform: Conform) -> None:
    done = conform("stops", "def contents(self, state, found):\n        raise KeyboardInterrupt")
    assert done.exit_code == 130
    assert "passed" not in done.stdout
    assert done.stderr.splitlines()[-1] == "nupp: interrupted"


UNMADE = """def __init__(self, dead: bool = False):
        if dead:
            raise KeyError("unmade")
        super().__init__()"""


def test_a_variant_that_cannot_be_made_is_reported_in_a_line(conform: Conform) -> None:
    done = conform("unmade", UNMADE)
    assert done.exit_code == 1
    assert re.fullmatch(r"nupp: failed, KeyError: 'unmade' \(.*unmade\.py, line \d+\)\n", done.stderr)


def test_a_run_that_pytest_gives_up_is_not_called_interrupted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("nupp.conformance.running.subjects", len)
    (check,) = run(["nothing"])
    assert not check.passed


def test_a_game_that_lacks_a_state_is_reported_in_a_line(conform: Conform) -> None:
    done = conform("stateless", "def __init__(self):\n        self.size = 9")
    assert done.exit_code == 1
    assert done.stderr == "nupp: stateless has no State: expected super().__init__(...) in its __init__\n"


@pytest.mark.slow
@pytest.mark.usefixtures("_only_rules")
def test_options_for_all_runs_of_pytest_leave_no_check_out(
    conform: Conform, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PYTEST_ADDOPTS", "-k no_such_check")
    assert BOUNDS in conform("optioned", FEW).stdout


def offer(folder: Path, package: str, module: str) -> None:
    """Metadata of a package that offers a game, as if it had been installed."""
    metadata = folder / f"{package.replace('-', '_')}-1.0.dist-info"
    metadata.mkdir()
    (metadata / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {package}\nVersion: 1.0\n")
    (metadata / "entry_points.txt").write_text(f"[nupp.games]\n{package.split('-')[1]} = {module}\n")


@pytest.fixture
def installed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder whose modules can be imported and whose packages count as installed."""
    modules = set(sys.modules)
    monkeypatch.syspath_prepend(tmp_path)
    load_plugins.cache_clear()
    yield tmp_path
    load_plugins.cache_clear()
    for name in set(sys.modules) - modules:
        if name.startswith("nupp_"):
            del sys.modules[name]
    importlib.invalidate_caches()


def broken(folder: Path, code: str) -> None:
    """A package that offers a game, as if it had been installed."""
    (folder / "nupp_broken.py").write_text(code)
    offer(folder, "nupp-broken", "nupp_broken")


def test_the_games_of_a_package_may_be_in_any_of_its_modules(installed: Path) -> None:
    package = installed / "nupp_several"
    package.mkdir()
    (package / "__init__.py").touch()
    (package / "plugin.py").write_text("import nupp_several.rules\n")
    (package / "rules.py").write_text(RULES.format(name="several", methods=WRONG))
    offer(installed, "nupp-several", "nupp_several.plugin")
    assert specs_of("nupp-several") == ["several"]


def test_a_package_without_games_cannot_be_checked(call: Call, installed: Path) -> None:
    broken(installed, "")
    done = call("conform", "nupp-broken")
    assert done.exit_code == 2
    assert re.match(r"nupp: nupp-broken\b.*\bnupp_broken\b", done.stderr)
    with pytest.raises(ValueError, match="no game"):
        run([])


@pytest.mark.parametrize(
    ("code", "reason"),
    [
        ("import nothing_of_the_kind", "ModuleNotFoundError: No module named 'nothing_of_the_kind'"),
        ("raise ValueError('one\\ntwo')", "ValueError: one two"),
        ("raise SystemExit(3)", "SystemExit: 3"),
    ],
)
def test_a_broken_package_is_named_and_stops_nothing(
    call: Call, installed: Path, code: str, reason: str
) -> None:
    broken(installed, code)
    done = call("games")
    assert done.exit_code == 0
    assert "\nothello" in done.stdout
    assert re.fullmatch(r"nupp: warning: [^\n]*\bbroken\b[^\n]*\bnupp-broken\b[^\n]*\n", done.stderr)
    assert done.stderr.endswith(f"{reason}\n")


def test_a_broken_package_cannot_be_checked(call: Call, installed: Path) -> None:
    broken(installed, "raise ValueError('unripe')")
    done = call("conform", "nupp-broken")
    assert done.exit_code == 1
    assert "unripe" in done.stderr.splitlines()[-1]


@pytest.mark.slow
def test_conform_is_a_command(program: Program) -> None:
    """As a program, it ends with the exit code of its checks."""
    done = program("conform", "nothing")
    assert (done.returncode, done.stdout) == (2, "")
    assert "'nothing'" in done.stderr
