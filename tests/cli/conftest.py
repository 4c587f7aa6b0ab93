"""The command line called in this process without compiled code, and as a program of its own."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable

import pytest
from click.testing import CliRunner, Result

from nupp.cli.main import cli
from nupp.kernel import interpreted

Call = Callable[..., Result]
Program = Callable[..., "subprocess.CompletedProcess[str]"]

NUPP = [sys.executable, "-m", "nupp"]


@pytest.fixture
def call() -> Call:
    """Call nupp in this process; `typed` is what stands on its standard input."""

    def call(*words: str, typed: str = "") -> Result:
        with interpreted():
            return CliRunner().invoke(cli, words, input=typed, catch_exceptions=False)

    return call


@pytest.fixture
def program() -> Program:
    """Run nupp as a program of its own."""

    def run(*words: str, typed: str = "", **environment: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [*NUPP, *words],
            input=typed,
            env={**os.environ, **environment},
            capture_output=True,
            text=True,
            timeout=120,
        )

    return run
