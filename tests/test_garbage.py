"""The garbage collector in programs."""

from __future__ import annotations

import subprocess
import sys

PROGRAM = """
import gc, sys
from nupp.garbage import PATIENCE, collect_seldom

class Circle:
    def __init__(self):
        self.itself = self

    def __del__(self):
        print("collected", flush=True)

collect_seldom()
Circle()
kept = [[] for _ in range(PATIENCE // 2)]
print("made", flush=True)
kept += [[] for _ in range(2 * PATIENCE)]
print("made more", flush=True)
other = Circle()
"""


def test_garbage_is_collected_seldom_and_what_is_there_at_the_end_is_not() -> None:
    done = subprocess.run([sys.executable, "-c", PROGRAM], capture_output=True, text=True, check=True)
    assert done.stdout.split("\n") == ["made", "collected", "made more", ""]
