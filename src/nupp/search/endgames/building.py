"""Building endgame tables: material by material, and in each from the ends of games backwards.

Values are found in rounds (Stroehlein, 1970; Thompson, 1986): in each round every position that is still
open is looked at, and is won if a move leads to a lost one, lost if all moves lead to won ones. What no round
decides is drawn. A round needs no moves backwards, so the rules are all that a game has to provide.

A value is a byte: 0 drawn (or open), 1 .. 127 won and 128 .. 255 lost for the side to move. Of a win it says
within how many plies the winner can force the end or a *conversion*: a capture, a change of kind, or another
move after which no count goes on. A lost position of no moves is 128, lost in 0. Numbers that stand for no
position count as drawn. Counts and repetitions are left out of account; see `EndgameTable.value`.
"""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextvars import copy_context
from pathlib import Path
from typing import Final

import numpy as np
from numpy.typing import NDArray

from nupp.kernel import StopFlag, kernel, stop_flag, stop_requested
from nupp.rules import Game, Moves
from nupp.rules.basics import States
from nupp.search.endgames.numbering import Numbering, Slice

DRAWN: Final = 0
LOST: Final = 128
"""Values from here on are lost ones; those below, but for DRAWN, are won."""
FARTHEST: Final = 126
"""The largest distance; what is farther counts as this far."""

NOWHERE: Final = 255
"""The value of a number of no position, while its slice is built."""
_CHUNK: Final = 1 << 15
_CHECK: Final = 1 << 8

Values = NDArray[np.uint8]
Report = Callable[[int, int], object]
"""Called with the number of positions that are done, and of all."""


class StoppedBuildingError(Exception):
    """The stop flag was raised before a table was built; what was done is kept."""


@kernel
def judge(
    game: Game, numbering: Numbering, values: Values, mirror: int, size: int, states: States, moves: Moves
) -> int:
    """The value of `states[0]` by those of the positions that its moves lead to; DRAWN if it is open.

    mirror, size: the first number of the positions to which quiet moves lead, and how many they are. Uses
    `states[1]`.
    """
    n = game.legal_moves(states[0], moves)
    side = game.to_move(states[0])
    if n == 0:
        outcome = game.outcome(states[0]) * (1 - 2 * side)
        return LOST if outcome < 0 else outcome
    nearest, farthest, is_lost = FARTHEST + 1, 0, True
    for i in range(n):
        states[1] = states[0]
        game.play(states[1], moves[i])
        number = numbering.number(game, states[1])
        if number >= 0:
            value = int(values[number])
            is_quiet = 0 <= number - mirror < size and game.repetition.plies(game, states[1]) > 0
        else:  # a side has too few pieces: the game is over
            outcome = game.outcome(states[1]) * (1 - 2 * side)
            value, is_quiet = LOST if outcome > 0 else -outcome, False
        if value >= LOST:
            nearest = min(nearest, value - LOST + 1 if is_quiet else 1)
        elif value != DRAWN:
            farthest = max(farthest, value + 1 if is_quiet else 1)
        is_lost = is_lost and DRAWN < value < LOST
    if nearest <= FARTHEST:
        return nearest
    return LOST + min(farthest, FARTHEST) if is_lost else DRAWN


@kernel
def sweep(
    game: Game,
    numbering: Numbering,
    values: Values,
    found: Values,
    counts: NDArray[np.int64],
    mirror: int,
    begin: int,
    end: int,
    states: States,
    moves: Moves,
    stop: StopFlag,
) -> int:
    """Judge the positions `begin .. end - 1` of a slice that are open in `found`.

    `found` are the values of the slice that this round finds, while `values` are those of all slices before
    it. `states` has room for three, of which the last is all zero. Returns how many positions were decided.
    """
    decided = 0
    for number in range(begin, end):
        if found[number] != DRAWN:
            continue
        if number % _CHECK == 0 and stop_requested(stop) != 0:
            return decided
        states[0] = states[2]
        if not numbering.set_up(game, counts, number, states[0]):
            found[number] = NOWHERE
            continue
        value = judge(game, numbering, values, mirror, len(found), states, moves)
        if value != DRAWN:
            found[number] = value
            decided += 1
    return decided


class Builder:
    """Builds the table of a game in a folder, and resumes what is there.

    folder: of `values.bin`, a byte for each position, and of `done.json`, which says how far it is.
    """

    def __init__(self, game: Game, pieces: int, folder: Path, threads: int = 1) -> None:
        self.game, self.threads, self.folder = game, threads, folder
        self.numbering = Numbering(game, pieces)
        self._journal = folder / "done.json"
        self._identity = {"game": game.spec, "pieces": pieces, "positions": self.numbering.positions}
        folder.mkdir(parents=True, exist_ok=True)
        self.done = self._read_journal()
        path = folder / "values.bin"
        if not path.exists() or path.stat().st_size != self.numbering.positions:
            self.done = 0
            with path.open("wb") as file:
                file.truncate(self.numbering.positions)
        self._file = np.memmap(path, np.uint8, "r+")
        self.values: Values = np.asarray(self._file)

    def run(self, report: Report | None = None, stop: StopFlag | None = None) -> Values:
        """Build what is missing, and return all values. StoppedBuildingError if the stop flag was raised."""
        stop = stop if stop is not None else stop_flag()
        groups = self.numbering.groups
        with ThreadPoolExecutor(self.threads) as pool:
            try:
                for place in range(self.done, len(groups)):
                    self._solve(groups[place], pool, stop)
                    self._keep(place + 1)
                    if report:
                        so_far = sum(part.size for group in groups[: self.done] for part in group)
                        report(so_far, self.numbering.positions)
            finally:
                stop[0] = 1  # of what an interrupt has left at work
        return self.values

    def remove(self) -> None:
        """Remove the folder, once the values are elsewhere."""
        shutil.rmtree(self.folder)

    def _solve(self, group: tuple[Slice, ...], pool: ThreadPoolExecutor, stop: StopFlag) -> None:
        """Decide all positions of a group, round after round until one decides none."""
        for part in group:
            self.values[part.first : part.first + part.size] = DRAWN
        found = [np.zeros(part.size, np.uint8) for part in group]
        decided = 1
        while decided > 0:
            decided = sum(self._round(group, i, found[i], pool, stop) for i in range(len(group)))
            if stop[0]:
                raise StoppedBuildingError
            for part, values in zip(group, found, strict=True):
                self.values[part.first : part.first + part.size] = np.where(values == NOWHERE, DRAWN, values)

    def _round(
        self, group: tuple[Slice, ...], i: int, found: Values, pool: ThreadPoolExecutor, stop: StopFlag
    ) -> int:
        part, mirror = group[i], group[len(group) - 1 - i]
        counts = np.array(part.counts, np.int64)
        chunk = max(_CHUNK, -(-part.size // (8 * self.threads)))

        def work(begin: int) -> int:
            states = np.zeros(3, self.game.State)
            moves = np.zeros(self.game.max_moves, np.int64)
            end = min(begin + chunk, part.size)
            return int(
                sweep(
                    self.game,
                    self.numbering,
                    self.values,
                    found,
                    counts,
                    mirror.first,
                    begin,
                    end,
                    states,
                    moves,
                    stop,
                )
            )

        tasks = [pool.submit(copy_context().run, work, begin) for begin in range(0, part.size, chunk)]
        return sum(task.result() for task in tasks)

    def _read_journal(self) -> int:
        if not self._journal.exists():
            return 0
        kept = json.loads(self._journal.read_text())
        groups = kept.pop("groups")
        if kept != self._identity:
            raise ValueError(f"{self.folder} holds the table of {kept}: expected {self._identity}")
        return int(groups)

    def _keep(self, groups: int) -> None:
        """Put values on disk, and the number of groups that are done."""
        self._file.flush()
        self.done = groups
        beside = self._journal.with_suffix(".new")
        beside.write_text(json.dumps({**self._identity, "groups": self.done}))
        beside.replace(self._journal)
