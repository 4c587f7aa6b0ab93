"""The report of a match or a tournament: tables for the terminal, a page, a plot.

All take the players of a run and its results, one for each pairing; a match is a run of one pairing, and a
run that has not ended is reported as it stands.
"""

from nupp.arena.report.page import write_page
from nupp.arena.report.plots import write_plot
from nupp.arena.report.tables import report_tables

__all__ = ["report_tables", "write_page", "write_plot"]
