"""The databases that servers are tested with."""

from store.conftest import postgresql, programs, server, sqlite

__all__ = ["postgresql", "programs", "server", "sqlite"]
