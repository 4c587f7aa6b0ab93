"""Building endgame tables: material by material, and in each from the ends of games backwards.

Values are found in rounds (Stroehlein, 1970; Thompson, 1986): in each round every position that is still
open is looked at, and is won if a move leads to a lost one, lost if all moves lead to won ones. What no round
decides is drawn. A round needs no moves backwards, so the rules are all that a game has to provide.

A value is a byte: 0 drawn (or open), 1 .. 127 won and 128 .. 255 lost for the side to move. Of a win it says
within how many plies the winner can force the end or a *conversion*: a capture, a change of kind, or another
move after which no count goes on. A lost position of no moves is 128, lost in 0. Numbers that stand for no
position count as drawn. Counts and repetitions are left out of account; see `KnowingEndgames`.

Bytes are needed of one group of slices at a time. Of finished slices only the outcomes are looked up, two
bits a position, in a file that is mapped into memory.
"""

from __future__ import annotations

import errno
import json
import os
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

import numpy as np

from nupp.formats import replace_file
from nupp.kernel import StopFlag, stop_flag
from nupp.rules import Game
from nupp.search.endgames.numbering import Numbering, Slice
from nupp.search.endgames.packing import DRAWN, NOWHERE, Values, pack, packed_size
from nupp.search.endgames.remote import ClusterSweeper
from nupp.search.endgames.sweeping import Sweeper, ThreadSweeper

MEMORY: Final = 1024
"""The MB that the values of a group may take in memory by default."""

_CANNOT_RESERVE: Final = (errno.EINVAL, errno.ENOSYS, errno.EOPNOTSUPP)
"""Errors of file systems on which no bytes can be reserved."""

_File = np.memmap[Any, np.dtype[np.uint8]]

Report = Callable[[int, int], object]
"""Called with the number of positions that are done, and of all."""


class StoppedBuildingError(Exception):
    """The stop flag was raised before a table was built; what was done is kept."""


def bytes_needed(numbering: Numbering, outcomes: bool) -> int:
    """The bytes on disk that building takes, with those of the finished file.

    outcomes: True if only they are kept. A small file with distances is compressed, and takes less. The
    values of a group are counted, too, as they may lie there.
    """
    positions = numbering.positions
    kept = packed_size(positions) * 2 if outcomes else packed_size(positions) + 2 * positions
    largest = max(sum(part.size for part in group) for group in numbering.groups)
    return kept + largest * (1 if outcomes else 2)


class Builder:
    """Builds the table of a game in a folder, and resumes what is there.

    folder: of `outcomes.bin`, two bits for each position, of `values.bin`, a byte for each position, unless
    only outcomes are wanted, and of `done.json`, which says how far it is. memory: the MB that the values of
    a group may take in memory; those of a larger one are in files, which is slower. ray: the module of that
    name, connected to a cluster that does the work instead of threads.
    """

    def __init__(
        self,
        game: Game,
        pieces: int,
        folder: Path,
        threads: int = 1,
        *,
        outcomes: bool = False,
        memory: int = MEMORY,
        ray: Any = None,
    ) -> None:
        self.game, self.folder, self._threads, self._memory, self._ray = game, folder, threads, memory, ray
        self.numbering = Numbering(game, pieces)
        self._journal = folder / "done.json"
        kind, positions = "outcomes" if outcomes else "distances", self.numbering.positions
        self._identity = {"game": game.spec, "pieces": pieces, "positions": positions, "kind": kind}
        folder.mkdir(parents=True, exist_ok=True)
        self.done = self._read_journal()
        self._files: list[_File] = []
        self.outcomes = self._kept("outcomes.bin", packed_size(positions))
        self.values = None if outcomes else self._kept("values.bin", positions)

    def run(self, report: Report | None = None, stop: StopFlag | None = None) -> Values:
        """Build what is missing; returns all values, or the outcomes if they are all that is wanted.

        StoppedBuildingError if the stop flag was raised.
        """
        stop = stop if stop is not None else stop_flag()
        groups, sweeper = self.numbering.groups, self._new_sweeper(stop)
        try:
            for place in range(self.done, len(groups)):
                self._solve(groups[place], sweeper, stop)
                self._keep(place + 1)
                if report:
                    so_far = sum(part.size for group in groups[: self.done] for part in group)
                    report(so_far, self.numbering.positions)
        finally:
            sweeper.close()
        return self.outcomes if self.values is None else self.values

    def remove(self) -> None:
        """Remove the folder, once the values are elsewhere."""
        self._journal.unlink(missing_ok=True)  # first: what a kill leaves must not count as done
        shutil.rmtree(self.folder)

    def _new_sweeper(self, stop: StopFlag) -> Sweeper:
        if self._ray is not None:
            return ClusterSweeper(self._ray, self.game, self.numbering.pieces, self.outcomes)
        return ThreadSweeper(self.game, self.numbering, self.outcomes, self._threads, stop)

    def _solve(self, group: tuple[Slice, ...], sweeper: Sweeper, stop: StopFlag) -> None:
        """Decide all positions of a group, round after round until one decides none."""
        found = [self._new_values(group, f"found-{i}.bin", part.size) for i, part in enumerate(group)]
        before = found  # outcomes do not depend on the round in which a value is seen; distances do
        if self.values is not None:
            before = [self._new_values(group, f"before-{i}.bin", part.size) for i, part in enumerate(group)]
        decided = 1
        while decided > 0:
            if before is not found:
                for old, new in zip(before, found, strict=True):
                    old[:] = new
            decided = sum(
                sweeper.sweep(part, mirror, values, own)
                for part, mirror, values, own in zip(group, group[::-1], before[::-1], found, strict=True)
            )
            if stop[0]:
                raise StoppedBuildingError
        for part, values in zip(group, found, strict=True):
            pack(self.outcomes, part.first, values)
            sweeper.finish(part)
            if self.values is not None:
                place = slice(part.first, part.first + part.size)
                self.values[place] = np.where(values == NOWHERE, DRAWN, values)

    def _new_values(self, group: tuple[Slice, ...], name: str, size: int) -> Values:
        """Values of a slice, all open: in memory if those of its group fit there, else in a file."""
        copies = 1 if self.values is None else 2
        if copies * sum(part.size for part in group) <= self._memory << 20:
            return np.zeros(size, np.uint8)
        return np.asarray(_new_file(self.folder / name, size))

    def _kept(self, name: str, size: int) -> Values:
        """The bytes of a file that is kept; zeros, with nothing done, if it is not there as large."""
        path = self.folder / name
        if path.exists() and path.stat().st_size == size:
            file = _opened(path, size)  # with its room, which a file of an older version may lack
        else:
            self._journal.unlink(missing_ok=True)  # a kill before the next group must not leave zeros as done
            file, self.done = _new_file(path, size), 0
        self._files.append(file)
        return np.asarray(file)

    def _read_journal(self) -> int:
        if not self._journal.exists():
            return 0
        kept = json.loads(self._journal.read_text())
        groups = kept.pop("groups")
        if kept != self._identity:
            raise ValueError(f"{self.folder} holds the table of {kept}: expected {self._identity}")
        return int(groups)

    def _keep(self, groups: int) -> None:
        """Note the number of groups that are done, once their values are on disk."""
        for file in self._files:
            file.flush()
        self.done = groups
        replace_file(self._journal, json.dumps({**self._identity, "groups": self.done}))


def _new_file(path: Path, size: int) -> _File:
    """A file of zeros in place of the one that is there."""
    path.unlink(missing_ok=True)
    path.touch()
    try:
        return _opened(path, size)
    except OSError:
        path.unlink()
        raise


def _opened(path: Path, size: int) -> _File:
    """A file of some size, mapped into memory; OSError if the disk has no room for all of it."""
    try:
        with path.open("r+b") as file:
            _reserve(file.fileno(), max(1, size))
    except OSError as error:
        raise OSError(error.errno, error.strerror, str(path)) from error
    return np.memmap(path, np.uint8, "r+", shape=(size,))


def _reserve(descriptor: int, size: int) -> None:
    """Give a file its bytes on the disk: one that runs out of them while it is mapped kills the process."""
    if hasattr(os, "posix_fallocate"):
        try:
            os.posix_fallocate(descriptor, 0, size)
            return
        except OSError as error:
            if error.errno not in _CANNOT_RESERVE:
                raise
    os.ftruncate(descriptor, size)
