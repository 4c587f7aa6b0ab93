"""ProbCut: what a shallow search says about the result of a deep one.

A node is cut off if a search of fewer plies makes it likely that the full one would end outside the bounds
(M. Buro, "ProbCut: an effective selective extension of the alpha-beta algorithm", 1995). What the full search
gives is expected from a straight line, deep = slope * shallow + offset, whose errors have a standard
deviation; all three depend on the depths and on the stage of the game, as in Multi-ProbCut (M. Buro,
"Experiments with Multi-ProbCut and a new high-quality evaluation function for Othello", 1997). They are
measured, since they differ from evaluator to evaluator.

The array that searches take has the shape (stages, depths, 4): for each stage and depth the plies of the
shallow search, slope, offset and deviation; a deviation of 0 says that nothing is known of this depth.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

SHALLOW, SLOPE, OFFSET, DEVIATION = range(4)
LEAST_SAMPLES: Final = 40
"""From fewer positions nothing is expected."""
LEAST_DEPTH: Final = 3
"""At fewer plies no search is saved by a shallower one."""
DEEPEST: Final = 64
"""Depths beyond have what the deepest measured one of the same parity has."""
_OPEN: Final = 0.8
"""The share of the positions from which lines are fitted: those that are least decided."""
_APART: Final = 12
"""With this number of stages neighbours are alike, and with twice as many their neighbours, too."""
_LEAST_SLOPE: Final = 0.2
"""A line that is flatter says that the shallow search knows nothing."""


@dataclass(frozen=True)
class Line:
    """The expectation for searches of `depth` plies in a stage, by those of `shallow` plies."""

    stage: int
    depth: int
    shallow: int
    slope: float
    offset: float
    deviation: float


def shallow_for(depth: int) -> int:
    """The plies of the shallow search for a depth: about half, and of the same parity."""
    half = depth // 2
    return half if (depth - half) % 2 == 0 else half - 1 if half > 1 else half + 1


def fit(stages: NDArray[np.int64], scores: NDArray[np.float64]) -> list[Line]:
    """Lines for each stage and depth, by least squares.

    Where there are many stages, positions of those beside one count for it, too.

    stages: of the positions. scores: float64 (positions, depths), of searches of 1, 2 ... plies; nan where
    one is not known, or is that of a won game.
    """
    lines = []
    reach = len(np.unique(stages)) // _APART
    for stage in np.unique(stages):
        rows = scores[np.abs(stages - stage) <= reach]
        for depth in range(LEAST_DEPTH, scores.shape[1] + 1):
            shallow = shallow_for(depth)
            x, y = rows[:, shallow - 1], rows[:, depth - 1]
            known = ~(np.isnan(x) | np.isnan(y))
            if known.any():  # who is far ahead is not cut off, and errors are larger there
                known &= np.abs(y) <= np.quantile(np.abs(y[known]), _OPEN)
            if known.sum() < LEAST_SAMPLES or np.ptp(x[known]) == 0:
                continue
            slope, offset = np.polyfit(x[known], y[known], 1)
            deviation = float(np.std(y[known] - slope * x[known] - offset, ddof=2))
            if slope >= _LEAST_SLOPE and deviation > 0:
                lines.append(Line(int(stage), depth, shallow, float(slope), float(offset), deviation))
    return lines


def array_of(lines: Iterable[Line]) -> NDArray[np.float64]:
    """The array that searches take; a depth that was not measured has what the one before has."""
    lines = list(lines)
    found = np.zeros((1 + max((line.stage for line in lines), default=0), DEEPEST + 1, 4))
    for line in lines:
        found[line.stage, line.depth] = line.shallow, line.slope, line.offset, line.deviation
    for rows in found:
        for depth in range(LEAST_DEPTH + 2, DEEPEST + 1):
            if rows[depth, DEVIATION] == 0 and rows[depth - 2, DEVIATION] != 0:
                rows[depth] = rows[depth - 2]
                rows[depth, SHALLOW] += 2
    return found


def to_json(lines: Iterable[Line]) -> list[dict[str, Any]]:
    """Lines as JSON has them."""
    return [vars(line) for line in lines]


def from_json(rows: Iterable[Mapping[str, Any]]) -> list[Line]:
    """Lines from JSON; TypeError for what are none."""
    return [Line(**row) for row in rows]
