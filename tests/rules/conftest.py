"""Rules run as plain Python in these tests."""

from plain import plain_rules

__all__ = ["plain_rules"]
