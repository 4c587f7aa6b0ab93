"""Published experiments, done again: one module for each table or figure, called as the study is."""

from __future__ import annotations

import importlib
from typing import Final

from nupp.spec import SpecError, unknown_name
from nupp.studies.study import Estimate, Findings, Lab, Plot, Study, Table, share

__all__ = ["STUDIES", "Estimate", "Findings", "Lab", "Plot", "Study", "Table", "share", "study"]

STUDIES: Final = (
    "lput-table-8",
    "lput-table-9",
    "lput-time",
    "ristinolla-depths",
    "tictactoe-lines",
    "morris-sides",
    "reversi-discs",
    "labyrinth-starter",
    "dots-values",
    "fourinarow-values",
    "amazons-table-2",
    "amazons-table-3",
    "amazons-table-4",
    "amazons-table-4-networks",
    "amazons-table-5",
    "amazons-table-6",
    "amazons-time",
    "draughts-greedy",
    "hexxagon-ants-beta",
    "hexxagon-ants-q0",
)
"""The names of all studies, by their sources."""


def study(name: str) -> Study:
    """The study of a name; SpecError for an unknown one names the one it is most like, and all there are."""
    if name not in STUDIES:
        raise SpecError(unknown_name("study", name, STUDIES))
    found: Study = importlib.import_module(f"nupp.studies.{name.replace('-', '_')}").STUDY
    return found
