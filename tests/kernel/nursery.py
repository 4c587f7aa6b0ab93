"""A process that has compiled a kernel already, and forks to run code: that spares a second of imports.

`python nursery.py` reads jobs, each a line of JSON, and answers with a line: the exit code of the fork.
"""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import traceback
from pathlib import Path
from types import TracebackType
from typing import Any, NamedTuple, Self

from nupp.kernel import kernel, native

LONGEST = 120
"""Seconds after which a fork that does not end is ended."""


class Job(NamedTuple):
    """Code, the folder of its modules, that of its cache, and the files that its output goes to."""

    code: str
    modules: str
    cache: str
    output: str
    errors: str


class Nursery:
    """The process, seen from the tests. A context manager."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def __enter__(self) -> Self:
        environment = {
            **os.environ,
            # Python would take an edit of the same length within a second for no edit.
            "PYTHONDONTWRITEBYTECODE": "1",
            "PYTHONPATH": os.pathsep.join(sys.path),
            "NUPP_CACHE": str(self._folder / "cache"),
        }
        self._process = subprocess.Popen(
            [sys.executable, __file__],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            env=environment,
        )
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._process.communicate(timeout=60)

    def run(self, code: str, modules: Path, cache: Path) -> str:
        """The output of code that runs in a fork; AssertionError with what it says if it fails."""
        output, errors = self._folder / "output", self._folder / "errors"
        job = Job(code, str(modules), str(cache), str(output), str(errors))
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        print(json.dumps(job), file=self._process.stdin, flush=True)
        assert self._process.stdout.readline() == "0\n", errors.read_text()
        return output.read_text()


def serve() -> None:
    """Do the jobs of standard input, one after the other."""
    _warm(1)
    for line in sys.stdin:
        child = os.fork()
        if child == 0:
            _work(Job(*json.loads(line)))
        print(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]), flush=True)


@kernel
def _warm(x: int) -> int:
    """Have Numba load what it needs to compile."""
    return x + 1


def _work(job: Job) -> None:
    """Run code as the main program; does not return."""
    signal.alarm(LONGEST)
    for number, path in ((1, job.output), (2, job.errors)):
        os.dup2(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC), number)
    sys.path.insert(0, job.modules)
    native.cache.__init__(Path(job.cache))  # type: ignore[misc]  # as in a process that has kept nothing yet
    names: dict[str, Any] = {"__name__": "__main__"}
    code = 0
    try:
        exec(compile(job.code, "<job>", "exec"), names)
    except BaseException:
        traceback.print_exc()
        code = 1
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(code)


if __name__ == "__main__":
    serve()
