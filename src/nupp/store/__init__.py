"""One database for all that is kept: games played, rooms of the server, people, studies and jobs.

rooms       rooms of the server, written move by move;   room   one of them, and what a change makes of it
direct      moves alone, written in less time;   statements   what a move writes, for both
games       games that are over
people      nicknames, ratings, rated games;   puzzles   puzzles, and who tried them
studies     studies by people, with every edit;   contests   tournaments of people
jobs        tournaments and experiments
members     the servers that share a database, and what each of them owns
database    how it is reached;   schema, migrations, revisions   its tables
checks      that it is sound;   backup   copies of it;   errors   what goes wrong
"""

# ruff: noqa: E402 - a missing package is reported before the modules that import it

from nupp.extras import require

require("server", "the database of games", "sqlalchemy", "alembic", "glicko2")

from nupp.store.backup import back_up, restore
from nupp.store.contests import ContestStore, StoredContest
from nupp.store.database import Database, database_url, default_database
from nupp.store.errors import BusyError, ConflictError, FullError, StoreError
from nupp.store.games import Store, StoredGame
from nupp.store.jobs import JobState, JobStore, StoredJob
from nupp.store.members import Member, MemberStore
from nupp.store.people import NameTakenError, PeopleStore, Person, RatedGame, RatedSeat, Rating, StoredRating
from nupp.store.puzzles import PuzzleStore, StoredPuzzle, Tried
from nupp.store.room import Change, Reason, SeatKind, State, StoredEnd, StoredMove, StoredRoom, StoredSeat
from nupp.store.rooms import RoomStore
from nupp.store.studies import StoredStudy, StudyEdit, StudyStore

__all__ = [
    "BusyError",
    "Change",
    "ConflictError",
    "ContestStore",
    "Database",
    "FullError",
    "JobState",
    "JobStore",
    "Member",
    "MemberStore",
    "NameTakenError",
    "PeopleStore",
    "Person",
    "PuzzleStore",
    "RatedGame",
    "RatedSeat",
    "Rating",
    "Reason",
    "RoomStore",
    "SeatKind",
    "State",
    "Store",
    "StoreError",
    "StoredContest",
    "StoredEnd",
    "StoredGame",
    "StoredJob",
    "StoredMove",
    "StoredPuzzle",
    "StoredRating",
    "StoredRoom",
    "StoredSeat",
    "StoredStudy",
    "StudyEdit",
    "StudyStore",
    "Tried",
    "back_up",
    "database_url",
    "default_database",
    "restore",
]
