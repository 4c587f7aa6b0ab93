"""Tables built on a Ray cluster: a small one on this machine."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from machines import INTERPRETED, new_cluster
from nupp.search.endgames import Builder, EndgameTable
from nupp.search.endgames.remote import Plan, sweep_there

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def ray() -> Iterator[Any]:
    """Ray, connected to a cluster of one processor, where rules are plain Python."""
    module = pytest.importorskip("ray")
    with new_cluster(1, **INTERPRETED) as cluster:
        module.init(cluster.address, log_to_driver=False, logging_level="ERROR")
        yield module
        module.shutdown()


def test_a_cluster_finds_the_same_values(draughts: EndgameTable, ray: Any, tmp_path: Path) -> None:
    here, there = tmp_path / "here", tmp_path / "there"
    expected = Builder(draughts.game, 2, here).run()
    assert (Builder(draughts.game, 2, there, ray=ray).run() == expected).all()


def test_a_machine_of_another_version_is_refused(draughts: EndgameTable) -> None:
    pytest.importorskip("ray")
    plan = Plan("a run", "0.0", (), draughts.game.spec, 2)
    with pytest.raises(RuntimeError, match=r"has nupp .*: expected 0\.0"):
        sweep_there(plan, [], None, draughts.values, draughts.values)  # type: ignore[arg-type]
