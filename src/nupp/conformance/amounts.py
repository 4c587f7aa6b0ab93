"""The amounts of checks: enough to find what is usually wrong, or all that a night allows."""

from __future__ import annotations

import os
from typing import Final

THOROUGH: Final = bool(os.environ.get("NUPP_THOROUGH"))
"""True if NUPP_THOROUGH is set: more random games, positions and examples, for hours instead of minutes."""


def amount(usual: int, thorough: int) -> int:
    """The number of random games, positions or examples to try."""
    return thorough if THOROUGH else usual
