"""Permutation tests: the probability that chance alone brings about differences as large as those found."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import numpy as np
from numpy.typing import NDArray

DRAWS: Final = 9_999
"""Orders that are drawn by lot, besides the one that was found."""
SEED: Final = 1


def p_of_groups(groups: Sequence[Sequence[float]]) -> float:
    """The probability that the means of groups vary as much as these if all values are of one kind.

    The values are dealt out anew to groups of the same sizes (E. J. G. Pitman, "Significance tests which may
    be applied to samples from any populations: III. The analysis of variance test", 1938).
    """
    rng, sizes = np.random.default_rng(SEED), [len(group) for group in groups]
    values = np.concatenate([np.asarray(group, dtype=float) for group in groups])
    dealt = rng.permuted(np.tile(values, (DRAWS, 1)), axis=1)
    starts = np.cumsum([0, *sizes[:-1]])

    def spread(rows: NDArray[np.float64]) -> NDArray[np.float64]:
        """Of each row, how far the means of its groups lie apart: the part of its squares that varies."""
        squares: NDArray[np.float64] = np.add.reduceat(rows, starts, axis=1) ** 2 @ (1 / np.array(sizes))
        return squares

    return _at_least(spread(dealt), float(spread(values[np.newaxis])[0]))


def p_of_changes(changes: Sequence[float]) -> float:
    """The probability that the mean of changes is as far from 0 if they go up as easily as down.

    Their signs are drawn anew (R. A. Fisher, "The Design of Experiments", 1935, section 21).
    """
    found = np.asarray(changes, dtype=float)
    signs = np.random.default_rng(SEED).choice((-1.0, 1.0), (DRAWS, len(found)))
    return _at_least(np.abs(signs @ found), abs(float(found.sum())))


def _at_least(drawn: NDArray[np.float64], found: float) -> float:
    """The share of orders that are as extreme as the one found, which is one of them.

    So it is never 0 (B. Phipson and G. Smyth, "Permutation p-values should never be zero", 2010).
    """
    slack = 1e-9 * max(1.0, found)  # sums in another order differ by rounding
    return (1 + int(np.count_nonzero(drawn >= found - slack))) / (1 + len(drawn))


def p_text(p: float) -> str:
    """A p-value as text: `p = 0.012`, or `p < 0.001`."""
    return f"p = {p:.3f}" if p >= 0.001 else "p < 0.001"
