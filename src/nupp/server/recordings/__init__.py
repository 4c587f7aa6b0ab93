"""Recorded searches that were opened, to be stepped through in the page."""
