"""One measurement in a process of its own: `probe.py KIND GAME [SECONDS]` prints it as JSON.

KIND is `perft` or `alphabeta`, for the seconds of processor time from a started Numba to the first result,
or `memory`, for the most bytes of memory that a process has used once it has searched for so many seconds.
"""

from __future__ import annotations

import json
import resource
import sys
import time
from pathlib import Path

import nupp


def main(kind: str, spec: str, seconds: float = 0) -> None:
    import nupp.kernel.native  # starts Numba

    first = {
        "perft": lambda: nupp.perft(nupp.game(spec).start_position(), 2),
        "alphabeta": lambda: search(spec, "alphabeta", nupp.Budget(depth=2)),
        "memory": lambda: search(spec, "strong", nupp.Budget(seconds=seconds)),
    }
    began = time.process_time()
    first[kind]()
    print(json.dumps({"seconds": time.process_time() - began, "bytes": peak_memory()}))


def search(spec: str, player: str, budget: nupp.Budget) -> None:
    position = nupp.game(spec).start_position()
    nupp.player(player, position.game).choose(position, budget)


def peak_memory() -> int:
    """The most memory that this process has used, in bytes."""
    status = Path("/proc/self/status")
    if status.exists():  # the kernel's own figure; `getrusage` counts the process that started this one
        peak = next(line for line in status.read_text().splitlines() if line.startswith("VmHWM"))
        return 1024 * int(peak.split()[1])
    unit = 1 if sys.platform == "darwin" else 1024
    return unit * resource.getrusage(resource.RUSAGE_SELF).ru_maxrss


if __name__ == "__main__":
    main(*sys.argv[1:3], *map(float, sys.argv[3:]))
