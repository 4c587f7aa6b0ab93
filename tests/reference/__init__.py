"""Slow and obvious game rules, written from the rules text alone, for use as oracles."""
