"""Slices of endgame tables swept on a Ray cluster, of which this module gets the `ray` module.

Everything travels through Ray's object store, so that machines need no shared folder: each process keeps the
outcomes of finished slices, two bits a position, and gets those that are new with its next chunk.
"""

from __future__ import annotations

import platform
import uuid
from functools import lru_cache
from typing import Any, Final, NamedTuple

import numpy as np

from nupp.kernel import stop_flag
from nupp.rules import Game, game, load_file
from nupp.rules.registry import loaded_files
from nupp.search.endgames.numbering import Numbering, Slice
from nupp.search.endgames.packing import Values, packed_size
from nupp.search.endgames.sweeping import Chunk, chunks_of, sweep_chunk
from nupp.version import __version__

RETRIES: Final = 2
"""The times that a chunk is restarted whose process or machine was lost."""

Update = tuple[int, Any]
"""The first byte of packed outcomes that are new, and a reference to them."""


class Plan(NamedTuple):
    """A table that is built; every run has another `run`.

    version: of nupp where the run was started. files: those of the user's games, to be loaded first.
    """

    run: str
    version: str
    files: tuple[str, ...]
    game: str
    pieces: int


class Worker:
    """A process of the cluster, with the outcomes that it knows so far."""

    def __init__(self, plan: Plan) -> None:
        for file in plan.files:
            load_file(file)
        self.game = game(plan.game)
        self.numbering = Numbering(self.game, plan.pieces)
        self.packed = np.zeros(packed_size(self.numbering.positions), np.uint8)
        self._known = 0

    def learn(self, ray: Any, updates: list[Update]) -> None:
        """Enter those of all outcomes so far that are new."""
        for first, reference in updates[self._known :]:
            outcomes = ray.get(reference)
            self.packed[first : first + len(outcomes)] = outcomes
        self._known = len(updates)


@lru_cache(maxsize=1)
def _worker(plan: Plan) -> Worker:
    return Worker(plan)


def sweep_there(
    plan: Plan, updates: list[Update], chunk: Chunk, before: Values, found: Values
) -> tuple[int, Values]:
    """The number of positions of a chunk that were decided, and its values; runs on the cluster.

    RuntimeError if the machine has another version of nupp, SpecError if a file is not there.
    """
    import ray

    if plan.version != __version__:
        raise RuntimeError(f"{platform.node()} has nupp {__version__}: expected {plan.version}")
    worker = _worker(plan)
    worker.learn(ray, updates)
    values = found.copy()  # what comes from the object store is read-only
    decided = sweep_chunk(
        worker.game, worker.numbering, worker.packed, chunk, before.copy(), values, stop_flag()
    )
    return decided, values


class ClusterSweeper:
    """Processes of the Ray cluster to which `ray` is connected, one for each processor.

    packed: the outcomes of all slices that are finished. An error of Ray is raised as it is.
    """

    def __init__(self, ray: Any, rules: Game, pieces: int, packed: Values) -> None:
        self._ray, self._packed = ray, packed
        self._plan = Plan(str(uuid.uuid4()), __version__, tuple(loaded_files()), rules.spec, pieces)
        self._task = ray.remote(num_cpus=1, max_retries=RETRIES)(sweep_there)
        self._updates: list[Update] = [(0, ray.put(packed))]

    def sweep(self, part: Slice, mirror: Slice, before: Values, found: Values) -> int:
        workers = max(1, int(self._ray.cluster_resources().get("CPU", 1)))
        shared = self._ray.put(before)
        places = {
            self._task.remote(self._plan, self._updates, chunk, shared, found[place]): place
            for chunk, place in chunks_of(part, mirror, workers)
        }
        total = 0
        while places:
            (ended,), _ = self._ray.wait(list(places), num_returns=1)
            decided, values = self._ray.get(ended)
            found[places.pop(ended)] = values
            total += decided
        return total

    def finish(self, part: Slice) -> None:
        """Have the processes know the outcomes of a slice from their next chunk on."""
        begin, end = part.first // 4, packed_size(part.first + part.size)
        self._updates.append((begin, self._ray.put(self._packed[begin:end])))

    def close(self) -> None:
        """Nothing: the processes belong to the connection."""
