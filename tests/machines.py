"""A Ray cluster whose machines are all this one."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest

INTERPRETED: dict[str, Any] = {"env_vars": {"NUMBA_DISABLE_JIT": "1"}}
"""For a machine: rules are plain Python on it."""


@contextmanager
def new_cluster(processors: int = 0, **machine: Any) -> Iterator[Any]:
    """A cluster of one machine, which soon notices that others are lost.

    Its `add_node(num_cpus=...)` adds a machine, and `remove_node(machine, allow_graceful=False)` loses it.
    What no test looks at is left out: a dashboard, a monitor that would rent machines, a reader of logs.
    """
    utils = pytest.importorskip("ray.cluster_utils")
    soon = {
        "health_check_initial_delay_ms": 0,
        "health_check_period_ms": 200,
        "health_check_failure_threshold": 3,
    }
    cluster = utils.Cluster(
        True,
        head_node_args={
            "num_cpus": processors,
            "include_dashboard": False,
            "include_log_monitor": False,
            "no_monitor": True,
            "_system_config": soon,
            **machine,
        },
    )
    try:
        yield cluster
    finally:
        cluster.shutdown()
