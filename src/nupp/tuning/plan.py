"""The plan of a tuning: what decides it."""

from __future__ import annotations

from dataclasses import dataclass

from nupp.version import __version__


@dataclass(frozen=True)
class Plan:
    """The settings of a tuning.

    game: its canonical spec. seconds: the time for all steps together; a resumed tuning may have another one.
    move_seconds: processor time for each move of a match. threads: games at a time. seed: of all random
    choices. learn: whether a network is learnt; else the search keeps what the game has. only_levels: whether
    the levels alone are measured, and the search stays. nupp: the version that tunes.
    """

    game: str
    seconds: float = 3600.0
    move_seconds: float = 0.1
    threads: int = 2
    seed: int = 1
    learn: bool = True
    only_levels: bool = False
    nupp: str = __version__
