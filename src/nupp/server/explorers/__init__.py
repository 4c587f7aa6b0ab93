"""Counted games that were opened: moves with how often they were played, and how they ended."""
