"""Processes of the server's own, such as those that search: how they are started."""

from __future__ import annotations

import asyncio
import json
import os
import sys
from asyncio.subprocess import PIPE, Process
from typing import Any, Final

from nupp.rules.registry import loaded_files

_ALONE: Final = {
    **dict.fromkeys(("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "NUMBA_NUM_THREADS"), "1"),
    "MALLOC_ARENA_MAX": "2",  # each arena of glibc reserves 64 MB of address space, which is limited
}


def argument_of(memory: int, **orders: Any) -> str:
    """The argument of a process: JSON with the `memory` in MB that it may take beyond what the program needs,
    the `files` of games to load, and `orders`.
    """
    return json.dumps({"memory": memory, "files": list(loaded_files()), **orders})


async def launch(module: str, longest_line: int, argument: str) -> Process:
    """Start a module as a process with pipes as its standard input and output.

    longest_line: bytes of the longest line that it writes.
    """
    return await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", module, argument),
        stdin=PIPE,
        stdout=PIPE,
        limit=longest_line,
        env=os.environ | _ALONE,
        start_new_session=True,  # Ctrl-C is for the server
    )


async def start_process(module: str, longest_line: int, memory: int, **orders: Any) -> Process:
    """Start a module as `launch` does, with an argument as of `argument_of`."""
    return await launch(module, longest_line, argument_of(memory, **orders))
