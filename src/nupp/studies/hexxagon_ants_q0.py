"""Hexxagon: games won by the ant colony as q0 varies, how often an ant takes its best move."""

from __future__ import annotations

from typing import Final

from nupp.studies.ants import SILENT, SOURCE, Sweep, claim, study
from nupp.studies.study import Study

SWEEP: Final = Sweep("q0", quick=(0, 0.5, 0.9, 1), full=(0, 0.2, 0.4, 0.6, 0.8, 0.9, 0.95, 1))

STUDY: Final[Study] = study(
    SWEEP,
    name="hexxagon-ants-q0",
    title="Hexxagon: the ant colony by q0",
    source=SOURCE,
    claim=claim("q0, the probability that an ant takes its best move instead of drawing one"),
    silent=SILENT,
)
