"""Whether processes that a test knows by number still run."""

from __future__ import annotations

import os
import time
from pathlib import Path


def has_ended(number: int) -> bool:
    """Whether a process ends soon; one that does not is killed."""
    state = Path(f"/proc/{number}/stat")
    for _ in range(600):  # a dead one is waited for by whoever waits for orphans
        if not state.exists() or state.read_text().rpartition(")")[2].split()[0] == "Z":
            return True
        time.sleep(0.1)
    os.kill(number, 9)
    return False


def number_in(path: Path) -> int:
    """The number that a process writes into a file, which is waited for."""
    for _ in range(1200):
        if path.exists():
            return int(path.read_text())
        time.sleep(0.1)
    raise AssertionError(f"{path} was not written")
