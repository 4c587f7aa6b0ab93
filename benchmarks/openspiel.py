"""OpenSpiel in a process of its own; see `openspiel_worker.py` for what it can be asked."""

from __future__ import annotations

import json
import subprocess
import venv
from collections.abc import Iterator
from pathlib import Path
from typing import Any

WORKER = Path(__file__).with_name("openspiel_worker.py")
REQUIREMENT = "open_spiel==2.0.2"

Answer = dict[str, Any]


class OpenSpiel:
    """OpenSpiel, which a process of its own runs until it is closed."""

    def __init__(self, python: Path) -> None:
        self._process = subprocess.Popen(
            [python, WORKER], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )

    def ask(self, **request: Any) -> Answer:
        """The answer to a request that is answered in one line."""
        return next(self.answers(1, **request))

    def answers(self, n: int, /, **request: Any) -> Iterator[Answer]:
        """The n answers to a request; all of them must be taken before the next one."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        print(json.dumps(request), file=self._process.stdin, flush=True)
        for _ in range(n):
            line = self._process.stdout.readline()
            if not line:
                raise SystemExit("OpenSpiel has died without an answer")
            yield json.loads(line)

    def close(self) -> None:
        self._process.communicate()


def python_with_openspiel(folder: Path) -> Path:
    """The Python of the environment in `folder`, made and filled if it has no OpenSpiel yet."""
    python = folder / "bin" / "python"
    if not python.exists():
        venv.create(folder, with_pip=True)
    if subprocess.run([python, "-c", "import pyspiel"], capture_output=True).returncode != 0:
        subprocess.run([python, "-m", "pip", "install", "--quiet", REQUIREMENT], check=True)
    return python
