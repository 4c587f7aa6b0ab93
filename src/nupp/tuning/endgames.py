"""The endgame table of a tuning: of as many pieces as its time and a small file suffice for."""

from __future__ import annotations

import shutil
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

from nupp.formats import replace_file
from nupp.kernel.clock import run_until, stop_flag
from nupp.learn.installing import folder_for
from nupp.rules import Game
from nupp.search.endgames import (
    LARGE,
    Builder,
    Numbering,
    StoppedBuildingError,
    bytes_needed,
    check_table,
    place_of,
    read_table,
    table_of,
    write_table,
)
from nupp.search.endgames.numbering import MOST_PIECES
from nupp.tuning.workshop import TuningError, Workshop

CHECKED: Final = 10_000
"""Positions of a table that are checked before it is used."""


def build(shop: Workshop, seconds: float) -> dict[str, Any]:
    """Build tables of ever more pieces within some seconds, and put the last one where `strong` finds it.

    They have more pieces than the table that there is, and `LARGE` positions at most. The result has the
    pieces up to which the endgames are known, and the file; None if nothing was built. TuningError if a value
    is wrong, as where a game breaks what `Endgames` says of it.
    """
    until, file = time.monotonic() + seconds, None
    known = table_of(shop.game)
    pieces = known.pieces if known else 0
    for numbering in _larger(shop.game, pieces):
        left, needed = until - time.monotonic(), bytes_needed(numbering, outcomes=False)
        if left <= 0 or needed > shutil.disk_usage(shop.folder).free:
            break
        try:
            built = _build(shop, numbering, left)
        except StoppedBuildingError:
            break
        pieces, file = numbering.pieces, _install(shop.game, built, numbering.pieces).name
    return {"pieces": pieces, "file": file}


def _larger(game: Game, pieces: int) -> Iterator[Numbering]:
    """The positions of more and more pieces, as long as they are few."""
    for more in range(max(2, pieces + 1), MOST_PIECES + 1):
        try:
            numbering = Numbering(game, more)
        except ValueError:  # its board or its kinds are too many
            return
        if numbering.positions > LARGE:
            return
        if numbering.positions > 0:
            yield numbering


def _build(shop: Workshop, numbering: Numbering, seconds: float) -> Path:
    """Build and check a table, or go on with it; StoppedBuildingError if the time is over first."""
    pieces, path, flag = numbering.pieces, shop.folder / "table.endgames", stop_flag()
    builder = Builder(shop.game, pieces, shop.folder / f"endgames-{pieces}", shop.plan.threads)

    def report(done: int, total: int) -> None:
        shop.say(f"endgames of {pieces} pieces: {done:,} of {total:,} positions")

    write_table(path, shop.game, pieces, run_until(lambda: builder.run(report, flag), flag, seconds))
    builder.remove()
    checked, wrong = check_table(read_table(path, shop.game), CHECKED, shop.plan.seed)
    if wrong:
        raise TuningError(
            f"{len(wrong):,} of {checked:,} values in the table of {pieces} pieces do not follow from their "
            f"moves, as that of {wrong[0]}: expected a game that keeps to what Endgames says"
        )
    return path


def _install(game: Game, path: Path, pieces: int) -> Path:
    """Put a table where `strong` finds it, in place of those of fewer pieces; returns its file there."""
    folder = folder_for(game)
    folder.mkdir(parents=True, exist_ok=True)
    place = folder / place_of(game, pieces).name
    replace_file(place, path.read_bytes())
    path.unlink()
    for fewer in range(2, pieces):
        (folder / place_of(game, fewer).name).unlink(missing_ok=True)
    return place
