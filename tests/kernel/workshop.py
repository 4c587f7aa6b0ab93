"""A workshop for tests of the kernel: modules written to disk and run in processes of their own."""

from __future__ import annotations

import copy
import json
import os
import subprocess
import sys
import textwrap
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from kernel.nursery import Nursery
from nupp.kernel import Kernel, interpreted

IMPORTS = """\
import enum, functools, math, types
from collections import namedtuple
import numba
import numpy as np
from nupp.kernel import KernelObject, kernel
"""

HARNESS = """\
import json, warnings
from nupp.kernel import native
answers, compiled, warned = [], [], []
native.compile_listeners.append(compiled.append)
warnings.showwarning = lambda message, category, *rest: warned.append(f"{category.__name__}: {message}")
answer = answers.append
"""

REPORT = """
print(json.dumps([answers, compiled, warned]))
"""


@dataclass(frozen=True)
class Outcome:
    """What a process answered, which kernels it compiled, and what it warned of."""

    answers: list[Any]
    compiled: list[str]
    warned: list[str]


class Workshop:
    """A folder of modules, and processes that import them and share one cache.

    nursery: forks for `run`; without it every run begins with imports, and with a hash seed of its own.
    """

    def __init__(self, folder: Path, nursery: Nursery | None = None) -> None:
        self.modules, self.cache = folder / "modules", folder / "cache"
        self._nursery = nursery
        self.modules.mkdir()

    def write(self, **modules: str) -> None:
        """Write modules by name; each begins with the usual imports."""
        for name, text in modules.items():
            (self.modules / f"{name}.py").write_text(IMPORTS + textwrap.dedent(text))

    def start(self, code: str, cache: Path | None = None, **environment: str) -> subprocess.Popen[str]:
        """Start a process that runs `code`."""
        return subprocess.Popen(
            [sys.executable, "-c", textwrap.dedent(code)],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            env={
                **os.environ,
                # Python would take an edit of the same length within a second for no edit.
                "PYTHONDONTWRITEBYTECODE": "1",
                "PYTHONPATH": os.pathsep.join([str(self.modules), *sys.path]),
                "NUPP_CACHE": str(cache or self.cache),
                **environment,
            },
        )

    def start_run(self, code: str, cache: Path | None = None) -> subprocess.Popen[str]:
        """Start a process that reports on `code`, which calls `answer` with what it finds out."""
        return self.start(reporting(code), cache)

    def run(self, code: str, cache: Path | None = None) -> Outcome:
        """Run `code` in a process of its own; it calls `answer` with what it finds out."""
        if self._nursery is None:
            return finish(self.start_run(code, cache))
        return read(self._nursery.run(reporting(code), self.modules, cache or self.cache))

    def files(self) -> list[Path]:
        """What lies in the cache."""
        return sorted(self.cache.iterdir())


def reporting(code: str) -> str:
    """Code that reports on other code, as the last line of its output."""
    return HARNESS + textwrap.dedent(code) + REPORT


def read(output: str) -> Outcome:
    """The report in an output."""
    return Outcome(*json.loads(output.splitlines()[-1]))


def finish(process: subprocess.Popen[str]) -> Outcome:
    """Wait for a process of `Workshop.start_run`."""
    output, errors = process.communicate(timeout=120)
    assert process.returncode == 0, errors
    return read(output)


def same(function: Kernel[..., Any], *args: Any) -> Any:
    """The result of a kernel, having seen that it is the same compiled and interpreted."""
    copies = copy.deepcopy(args)
    result = function(*args)
    with interpreted():
        assert function(*copies) == result
    return result
