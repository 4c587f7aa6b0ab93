"""Snort: stones that keep away from the other side's."""

from nupp_snort import evaluation, formats, samples, solving, strength, view
from nupp_snort.rules import Snort

__all__ = ["Snort", "evaluation", "formats", "samples", "solving", "strength", "view"]
