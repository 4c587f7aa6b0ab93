"""Tuning: a strong opponent for any game, found by self-play, learning and matches, in one command.

`tune` goes through its steps (`run.py`) one after another: it measures how strong the search is that plays
now, learns a pattern network, fits ProbCut, tries searches and their parameters in matches at equal time,
plays the winner against what was there before, and measures the levels. What it finds is a bundle (see
`nupp.evaluators.bundles`) that `strong` and the levels take at once. The journal (`journal.py`) holds every
result, so that a run which was ended anywhere goes on where it was.
"""

from nupp.tuning.journal import JournalError
from nupp.tuning.plan import Plan
from nupp.tuning.run import folder_of, tune

__all__ = ["JournalError", "Plan", "folder_of", "tune"]
