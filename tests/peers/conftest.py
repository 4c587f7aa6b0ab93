"""Where OpenSpiel is: in the Python that NUPP_PEERS_PYTHON names, else in this one if it is there."""

from __future__ import annotations

import os
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest

sys.path.append(str(Path(__file__).parents[2] / "benchmarks"))  # the programs that drive OpenSpiel


@pytest.fixture(scope="session")
def python() -> str:
    """A Python that has OpenSpiel."""
    named = os.environ.get("NUPP_PEERS_PYTHON")
    if named is None and find_spec("pyspiel") is None:
        pytest.skip("OpenSpiel is not installed and NUPP_PEERS_PYTHON names no Python that has it")
    return named or sys.executable
