"""Every code block in the documents runs: Python blocks as doctests or plainly, console blocks as commands.

A block ```` ```python title="NAME" ```` is also written to a file of that name, which later blocks of the
document find in their folder. A console line `$ command` must exit with 0 and print what follows it,
where `...` stands for anything.
"""

import doctest
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
DOCUMENTS = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").rglob("*.md"))]
BLOCK = re.compile(r"^```(\w+)(?: title=\"(\S+)\")?\n(.*?)^```", re.MULTILINE | re.DOTALL)
FLAGS = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: str(path.relative_to(ROOT)))
def test_code_blocks_run(document: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(str(tmp_path))
    names: dict[str, object] = {"__name__": "document"}
    for language, file, code in BLOCK.findall(document.read_text(encoding="utf-8")):
        if file:
            (tmp_path / file).write_text(code, encoding="utf-8")
        if language == "python" and ">>>" in code:
            run_doctest(code, names, document)
        elif language == "python":
            exec(compile(code, str(document), "exec"), names)
        elif language == "console":
            for command, expected in commands(code):
                run_command(command, expected, tmp_path)


def run_doctest(code: str, names: dict[str, object], document: Path) -> None:
    test = doctest.DocTestParser().get_doctest(code, names, document.name, str(document), 0)
    result = doctest.DocTestRunner(optionflags=FLAGS).run(test, clear_globs=False)
    assert result.failed == 0
    names.update(test.globs)


def commands(code: str) -> list[tuple[str, str]]:
    parts = re.split(r"^\$ ", code, flags=re.MULTILINE)[1:]
    return [(part.partition("\n")[0], part.partition("\n")[2]) for part in parts]


def run_command(command: str, expected: str, folder: Path) -> None:
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    environment = os.environ | {"PATH": path, "COLUMNS": "100"}
    done = subprocess.run(
        command, shell=True, cwd=folder, env=environment, capture_output=True, text=True, timeout=900
    )
    assert done.returncode == 0, done.stderr
    shown = "\n".join(line.rstrip() for line in done.stdout.splitlines())
    assert doctest.OutputChecker().check_output(expected, shown + "\n", FLAGS), f"{command}\n{shown}"
