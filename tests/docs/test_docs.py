"""Every code block in the documents runs: Python blocks as doctests or plainly, console blocks as commands.

Blocks `sh` are for readers: what they install, build or measure takes long. Their `nupp` commands have to be
such that they could run, and their scripts have to be there. Blocks of JSON and TOML have to be read. No
other block is left unlooked at but those in `EXEMPT`.

A block ```` ```python title="NAME" ```` is also written to a file of that name, which later blocks of the
document find in their folder. A console line `$ nupp ...` must exit with 0 and print what follows it,
where `...` stands for anything.
"""

import contextlib
import doctest
import json
import os
import re
import shlex
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path

import click
import pytest
from click.testing import CliRunner

from nupp.cli.main import cli
from nupp.evaluators import registry as evaluators
from nupp.rules import GAMES, registry

pytestmark = pytest.mark.slow

ROOT = Path(__file__).parents[2]
DOCUMENTS = [
    ROOT / "README.md",
    ROOT / "CONTRIBUTING.md",
    *sorted((ROOT / "docs").rglob("*.md")),
    *sorted((ROOT / "src" / "nupp" / "games").glob("*/page.md")),
]
BLOCK = re.compile(r"^```(\w+)(?: title=\"(\S+)\")?\n(.*?)^```", re.MULTILINE | re.DOTALL)
FENCE = re.compile(r"^\s*(?:```|~~~)", re.MULTILINE)
LANGUAGES = {"python", "console", "sh", "json", "toml"}
EXEMPT = {
    ("docs/adapters.md", "py"),  # needs OpenSpiel, which has no wheels for some systems
    ("docs/vector.md", "py"),  # needs PyTorch; run by tests/vector/test_env.py
    ("docs/packages.md", "text"),  # a tree of files
    ("CONTRIBUTING.md", "text"),  # a drawing
    ("docs/explanation/kernel.md", "text"),  # another
}
"""Documents, and the language of blocks in them that nobody looks at."""
FLAGS = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE


def name_of(document: Path) -> str:
    return str(document.relative_to(ROOT))


@pytest.mark.parametrize("document", DOCUMENTS, ids=name_of)
def test_every_code_block_is_looked_at(document: Path) -> None:
    text = document.read_text(encoding="utf-8")
    blocks = BLOCK.findall(text)
    assert len(FENCE.findall(text)) == 2 * len(blocks), "a block without a language, or one that is indented"
    for language, _, code in blocks:
        assert language in LANGUAGES or (name_of(document), language) in EXEMPT, f"{language}:\n{code}"
        if language == "sh":
            check_script(code)
        elif language == "json":
            json.loads(code)
        elif language == "toml":
            tomllib.loads(code)


def check_script(code: str) -> None:
    """Whether the commands of nupp have options that there are, and the scripts are there."""
    for line in code.replace("\\\n", " ").splitlines():
        match shlex.split(line, comments=True):
            case ["nupp", *words]:
                check_command(cli, words)
            case ["python", script, *_]:
                assert (ROOT / script).is_file(), line


def check_command(command: click.Command, words: list[str]) -> None:
    """UsageError for options that a command lacks; its arguments may be placeholders."""
    context = click.Context(command)
    _, rest, _ = command.make_parser(context).parse_args(list(words))
    if isinstance(command, click.Group):
        if rest:
            found = command.get_command(context, rest[0])
            assert found is not None
            check_command(found, rest[1:])
    else:
        assert not rest, f"too many arguments: {rest}"


@pytest.mark.parametrize(
    ("code", "words"),
    [
        ("nupp mtach othello a b", "unknown command 'mtach'"),
        ("nupp match othello a b --gmaes 5", "--gmaes"),
        ("nupp match othello a b \\\n  --games", "requires an argument"),
    ],
)
def test_a_command_that_could_not_run_is_found(code: str, words: str) -> None:
    with pytest.raises(click.UsageError, match=words):
        check_script(code)


class Registries:
    """The games and evaluators that are registered where it is made, as when a program starts."""

    def __init__(self) -> None:
        self._games, self._evaluators = dict(GAMES._entries), list(evaluators._EVALUATORS)

    @contextlib.contextmanager
    def alone(self) -> Iterator[None]:
        """Know those alone, and forget at the end what is registered meanwhile, as by `--load`."""
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(GAMES, "_entries", dict(self._games))
            patch.setattr(evaluators, "_EVALUATORS", list(self._evaluators))
            yield
            changed = GAMES._entries != self._games
        if changed:
            registry._make.cache_clear()


@pytest.mark.parametrize("document", DOCUMENTS, ids=name_of)
def test_code_blocks_run(document: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.setenv("PATH", f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}")
    monkeypatch.setenv("COLUMNS", "100")
    monkeypatch.setenv("NUPP_DATA", str(tmp_path / "data"))
    monkeypatch.setattr(registry, "_loaded", dict(registry._loaded))
    names: dict[str, object] = {"__name__": "document"}
    registries = Registries()
    for language, file, code in BLOCK.findall(document.read_text(encoding="utf-8")):
        if file:
            (tmp_path / file).write_text(code, encoding="utf-8")
        if language == "python" and ">>>" in code:
            run_doctest(code, names, document)
        elif language == "python":
            exec(compile(code, str(document), "exec"), names)
        elif language == "console":
            for command, expected in commands(code):
                run_command(command, expected, registries)


def run_doctest(code: str, names: dict[str, object], document: Path) -> None:
    test = doctest.DocTestParser().get_doctest(code, names, document.name, str(document), 0)
    result = doctest.DocTestRunner(optionflags=FLAGS).run(test, clear_globs=False)
    assert result.failed == 0
    names.update(test.globs)


def commands(code: str) -> list[tuple[str, str]]:
    parts = re.split(r"^\$ ", code, flags=re.MULTILINE)[1:]
    return [(part.partition("\n")[0], part.partition("\n")[2]) for part in parts]


def run_command(command: str, expected: str, registries: Registries) -> None:
    """Run a command of nupp in this process, which spares to import and to load again what others had."""
    program, *words = shlex.split(command)
    assert program == "nupp", f"{command}: expected a command of nupp"
    with registries.alone():
        done = CliRunner().invoke(cli, words)
    assert done.exit_code == 0, f"{command}\n{done.stderr}"
    shown = "\n".join(line.rstrip() for line in done.stdout.splitlines())
    assert doctest.OutputChecker().check_output(expected, shown + "\n", FLAGS), f"{command}\n{shown}"
