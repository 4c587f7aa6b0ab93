"""Hexxagon: games won by the ant colony as beta varies, the weight of what a move gains."""

from __future__ import annotations

from typing import Final

from nupp.studies.ants import SILENT, SOURCE, Sweep, claim, study
from nupp.studies.study import Study

SWEEP: Final = Sweep("beta", quick=(0, 1, 2, 5), full=(0, 0.5, 1, 1.5, 2, 3, 5, 10))

STUDY: Final[Study] = study(
    SWEEP,
    name="hexxagon-ants-beta",
    title="Hexxagon: the ant colony by beta",
    source=SOURCE,
    claim=claim("beta, the exponent of what a move gains"),
    silent=SILENT,
)
