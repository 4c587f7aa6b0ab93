"""Compiling Python to native code. See `objects.py` for the idea."""

from nupp.kernel.clock import (
    Deadline,
    StopFlag,
    Task,
    is_late,
    run_until,
    stop_flag,
    stop_requested,
    under,
)
from nupp.kernel.objects import (
    Kernel,
    KernelObject,
    NotCompiledError,
    if_compiled,
    interpreted,
    interpreting,
    kernel,
)
from nupp.kernel.records import (
    Field,
    Record,
    hash_record,
    identity_bytes,
    identity_words,
    mix,
    record_dtype,
    scratch,
)
from nupp.kernel.rng import Generator, below, generator, next_random, uniform
from nupp.kernel.vectors import LANES, REALS, add_rectified, add_scaled, sum_rows

__all__ = [
    "LANES",
    "REALS",
    "Deadline",
    "Field",
    "Generator",
    "Kernel",
    "KernelObject",
    "NotCompiledError",
    "Record",
    "StopFlag",
    "Task",
    "add_rectified",
    "add_scaled",
    "below",
    "generator",
    "hash_record",
    "identity_bytes",
    "identity_words",
    "if_compiled",
    "interpreted",
    "interpreting",
    "is_late",
    "kernel",
    "mix",
    "next_random",
    "record_dtype",
    "run_until",
    "scratch",
    "stop_flag",
    "stop_requested",
    "sum_rows",
    "under",
    "uniform",
]
