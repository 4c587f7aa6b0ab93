"""A program that does what it is asked where nothing but the dependencies of nupp itself is installed.

Standard input: one JSON list of command lines, or `modules`. Standard output: one JSON document, for each
command line its exit code and what it wrote, or for each module of nupp that cannot be imported the error.
"""

from __future__ import annotations

import contextlib
import importlib
import io
import json
import pkgutil
import re
import sys
import tomllib
from importlib.metadata import PackageNotFoundError, packages_distributions, requires
from pathlib import Path
from typing import Any

from packaging.requirements import Requirement

PYPROJECT = Path(__file__).parents[1] / "pyproject.toml"


def canonical(name: str) -> str:
    return re.sub("[-_.]+", "-", name).lower()


def needed(lines: list[str]) -> set[str]:
    """The packages that requirements bring on this machine, with all that these need."""
    found: set[str] = set()
    waiting = lines
    while waiting:
        wanted = Requirement(waiting.pop())
        name = canonical(wanted.name)
        if name not in found and (wanted.marker is None or wanted.marker.evaluate({"extra": ""})):
            found.add(name)
            with contextlib.suppress(PackageNotFoundError):
                waiting.extend(requires(name) or ())
    return found


def hide() -> None:
    """Let no module be found of a package that nupp alone does not bring."""
    project = tomllib.loads(PYPROJECT.read_text())["project"]
    own = needed(project["dependencies"]) | {"nupp"}
    hidden = {
        module
        for module, packages in packages_distributions().items()
        if not own & set(map(canonical, packages))
    }

    class Finder:
        def __init__(self, real: Any) -> None:
            self.real = real

        def find_spec(self, name: str, *more: Any) -> Any:
            return None if name.partition(".")[0] in hidden else self.real.find_spec(name, *more)

    sys.meta_path[:] = map(Finder, sys.meta_path)
    for name in [name for name in sys.modules if name.partition(".")[0] in hidden]:
        del sys.modules[name]


def carried_out(words: list[str]) -> tuple[int, str, str]:
    """The exit code of a command line of nupp, its output and its errors."""
    from nupp.cli.main import cli

    out, err = io.StringIO(), io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        code = cli.run(words)  # type: ignore[attr-defined]
    return code, out.getvalue(), err.getvalue()


def refused() -> dict[str, str]:
    """The errors of the modules of nupp that cannot be imported."""
    import nupp

    found = {}
    for module in pkgutil.walk_packages(nupp.__path__, "nupp.", onerror=lambda name: None):
        if not module.name.endswith("__main__"):
            try:
                importlib.import_module(module.name)
            except ImportError as error:
                found[module.name] = f"{type(error).__name__}: {error}"
    return found


if __name__ == "__main__":
    hide()
    sys.stdin, asked = io.StringIO("q\n"), json.load(sys.stdin)
    json.dump(refused() if asked == "modules" else [carried_out(words) for words in asked], sys.stdout)
