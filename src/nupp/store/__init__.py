"""One database for all that is kept: games that were played, rooms of the server, and its jobs."""

# ruff: noqa: E402 - a missing package is reported before the modules that import it

from nupp.extras import require

require("server", "the database of games", "sqlalchemy", "alembic")

from nupp.store.database import Database, database_url, default_database
from nupp.store.errors import BusyError, ConflictError, FullError, StoreError
from nupp.store.games import Store, StoredGame
from nupp.store.jobs import JobState, JobStore, StoredJob
from nupp.store.room import Change, Reason, SeatKind, State, StoredEnd, StoredMove, StoredRoom, StoredSeat
from nupp.store.rooms import RoomStore

__all__ = [
    "BusyError",
    "Change",
    "ConflictError",
    "Database",
    "FullError",
    "JobState",
    "JobStore",
    "Reason",
    "RoomStore",
    "SeatKind",
    "State",
    "Store",
    "StoreError",
    "StoredEnd",
    "StoredGame",
    "StoredJob",
    "StoredMove",
    "StoredRoom",
    "StoredSeat",
    "database_url",
    "default_database",
]
