"""The tables of the store, as the newest revision has them.

    schema_version   version                                       one row, 1: for programs that know no other
    alembic_version  version_num                                   one row: the revision
    runs             id, digest, header                            digest: of the header, unique
    games            run, number, game, first, second, ...         (run, number) unique; record: all of it
    rooms            number, id, game, state, plies, version, ...  id unique
    room_seats       room, side, kind, name, holder, invitation    two rows a room
    room_moves       room, ply, move, seconds, left of both        plies of a room: 0 to rooms.plies - 1
    people           number, name, plain, key, created             plain: the name for comparing, unique
    person_clients   client, person                                the browsers of a person
    ratings          person, game, rating, deviation, ...          game: its name
    rated_games      room, side, person, game, opponent, ...       one row for each person who was rated
    puzzles          number, digest, game, puzzle, rating, ...     digest: of position and answer, unique
    puzzle_tries     puzzle, client, solved, tried                 the first try of a client counts
    studies          number, id, title, owner, contents, ...       id unique; contents: as of `kept`
    study_editors    study, client                                 who may edit a study beside its owner
    study_edits      study, version, client, edit, made            what was changed after `kept`
    contests         number, id, name, owner, contents, ...        id unique
    jobs             number, id, kind, client, request, ...        id unique

The files in `migrations/versions` bring a database of an older revision there.
"""

from __future__ import annotations

from typing import Final

import sqlalchemy as sa

TABLES: Final = sa.MetaData()

VERSION: Final = sa.Table("schema_version", TABLES, sa.Column("version", sa.Integer, primary_key=True))

RUNS: Final = sa.Table(
    "runs",
    TABLES,
    sa.Column("id", sa.Integer, primary_key=True),
    sa.Column("digest", sa.String(64), nullable=False, unique=True),
    sa.Column("header", sa.JSON, nullable=False),
)
GAMES: Final = sa.Table(
    "games",
    TABLES,
    sa.Column("id", sa.Integer, primary_key=True),
    sa.Column("run", sa.ForeignKey("runs.id"), nullable=False),
    sa.Column("number", sa.BigInteger, nullable=False),
    sa.Column("game", sa.Text, nullable=False),
    sa.Column("first", sa.Text, nullable=False),
    sa.Column("second", sa.Text, nullable=False),
    sa.Column("outcome", sa.String(6)),
    sa.Column("margin", sa.BigInteger),
    sa.Column("plies", sa.Integer, nullable=False),
    sa.Column("termination", sa.Text),
    sa.Column("seconds", sa.Float, nullable=False),
    sa.Column("seed", sa.BigInteger),
    sa.Column("version", sa.Text, nullable=False),
    sa.Column("record", sa.JSON, nullable=False),
    sa.Column("stored", sa.DateTime(timezone=True), nullable=False),
    sa.UniqueConstraint("run", "number"),
    sa.Index("games_by_game", "game", "stored"),
    sa.Index("games_by_first", "first", "stored"),
    sa.Index("games_by_second", "second", "stored"),
    sa.Index("games_by_time", "stored"),
)

ROOMS: Final = sa.Table(
    "rooms",
    TABLES,
    sa.Column("number", sa.Integer, primary_key=True),
    sa.Column("id", sa.Text, nullable=False, unique=True),
    sa.Column("game", sa.Text, nullable=False),
    sa.Column("start", sa.Text),
    sa.Column("clock", sa.Text),
    sa.Column("header", sa.JSON, nullable=False),
    sa.Column("creator", sa.String(64), nullable=False),
    sa.Column("public", sa.Boolean, nullable=False, server_default=sa.false()),
    sa.Column("state", sa.String(7), nullable=False),
    sa.Column("reason", sa.String(8)),
    sa.Column("outcome", sa.SmallInteger),
    sa.Column("margin", sa.BigInteger),
    sa.Column("plies", sa.Integer, nullable=False),
    sa.Column("given", sa.Integer, nullable=False),
    sa.Column("version", sa.BigInteger, nullable=False),
    sa.Column("created", sa.DateTime(timezone=True), nullable=False),
    sa.Column("changed", sa.DateTime(timezone=True), nullable=False),
    sa.Index("rooms_by_time", "created"),
    sa.Index("rooms_by_state", "state", "created"),
    sa.Index("rooms_by_game", "game", "created"),
    sa.Index("rooms_by_creator", "creator", "created"),
    sa.Index("rooms_by_publicity", "public", "created"),
)
SEATS: Final = sa.Table(
    "room_seats",
    TABLES,
    sa.Column("room", sa.ForeignKey("rooms.number", ondelete="CASCADE"), primary_key=True),
    sa.Column("side", sa.SmallInteger, primary_key=True),
    sa.Column("kind", sa.String(6), nullable=False),
    sa.Column("name", sa.Text, nullable=False),
    sa.Column("holder", sa.String(64)),
    sa.Column("invitation", sa.String(64)),
    sa.Index("room_seats_by_holder", "holder"),
)
MOVES: Final = sa.Table(
    "room_moves",
    TABLES,
    sa.Column("room", sa.ForeignKey("rooms.number", ondelete="CASCADE"), primary_key=True),
    sa.Column("ply", sa.Integer, primary_key=True),
    sa.Column("move", sa.Text, nullable=False),
    sa.Column("seconds", sa.Float, nullable=False),
    sa.Column("left_first", sa.Float),
    sa.Column("left_second", sa.Float),
)

PEOPLE: Final = sa.Table(
    "people",
    TABLES,
    sa.Column("number", sa.Integer, primary_key=True),
    sa.Column("name", sa.Text, nullable=False),
    sa.Column("plain", sa.Text, nullable=False, unique=True),
    sa.Column("key", sa.String(64), unique=True),
    sa.Column("created", sa.DateTime(timezone=True), nullable=False),
)
CLIENTS: Final = sa.Table(
    "person_clients",
    TABLES,
    sa.Column("client", sa.String(64), primary_key=True),
    sa.Column("person", sa.ForeignKey("people.number", ondelete="CASCADE"), nullable=False),
)
RATINGS: Final = sa.Table(
    "ratings",
    TABLES,
    sa.Column("person", sa.ForeignKey("people.number", ondelete="CASCADE"), primary_key=True),
    sa.Column("game", sa.Text, primary_key=True),
    sa.Column("rating", sa.Float, nullable=False),
    sa.Column("deviation", sa.Float, nullable=False),
    sa.Column("volatility", sa.Float, nullable=False),
    sa.Column("wins", sa.Integer, nullable=False),
    sa.Column("draws", sa.Integer, nullable=False),
    sa.Column("losses", sa.Integer, nullable=False),
)
RATED: Final = sa.Table(
    "rated_games",
    TABLES,
    sa.Column("room", sa.Text, primary_key=True),
    sa.Column("side", sa.SmallInteger, primary_key=True),
    sa.Column("person", sa.ForeignKey("people.number", ondelete="CASCADE"), nullable=False),
    sa.Column("game", sa.Text, nullable=False),
    sa.Column("opponent", sa.Text, nullable=False),
    sa.Column("engine", sa.Boolean, nullable=False),
    sa.Column("score", sa.Float, nullable=False),
    sa.Column("before", sa.Float, nullable=False),
    sa.Column("after", sa.Float, nullable=False),
    sa.Column("played", sa.DateTime(timezone=True), nullable=False),
    sa.Index("rated_games_by_person", "person", "played"),
)

PUZZLES: Final = sa.Table(
    "puzzles",
    TABLES,
    sa.Column("number", sa.Integer, primary_key=True),
    sa.Column("digest", sa.String(64), nullable=False, unique=True),
    sa.Column("game", sa.Text, nullable=False),
    sa.Column("puzzle", sa.JSON, nullable=False),
    sa.Column("rating", sa.Float, nullable=False),
    sa.Column("deviation", sa.Float, nullable=False),
    sa.Column("volatility", sa.Float, nullable=False),
    sa.Index("puzzles_by_game", "game", "rating"),
)
TRIES: Final = sa.Table(
    "puzzle_tries",
    TABLES,
    sa.Column("puzzle", sa.ForeignKey("puzzles.number", ondelete="CASCADE"), primary_key=True),
    sa.Column("client", sa.String(64), primary_key=True),
    sa.Column("solved", sa.Boolean, nullable=False),
    sa.Column("tried", sa.DateTime(timezone=True), nullable=False),
    sa.Index("puzzle_tries_by_client", "client"),
)

STUDIES: Final = sa.Table(
    "studies",
    TABLES,
    sa.Column("number", sa.Integer, primary_key=True),
    sa.Column("id", sa.Text, nullable=False, unique=True),
    sa.Column("title", sa.Text, nullable=False),
    sa.Column("author", sa.Text, nullable=False),
    sa.Column("owner", sa.String(64), nullable=False),
    sa.Column("invitation", sa.String(64)),
    sa.Column("version", sa.BigInteger, nullable=False),
    sa.Column("contents", sa.JSON, nullable=False),
    sa.Column("kept", sa.BigInteger, nullable=False),
    sa.Column("created", sa.DateTime(timezone=True), nullable=False),
    sa.Column("changed", sa.DateTime(timezone=True), nullable=False),
    sa.Index("studies_by_owner", "owner", "changed"),
)
EDITORS: Final = sa.Table(
    "study_editors",
    TABLES,
    sa.Column("study", sa.ForeignKey("studies.number", ondelete="CASCADE"), primary_key=True),
    sa.Column("client", sa.String(64), primary_key=True),
    sa.Index("study_editors_by_client", "client"),
)
EDITS: Final = sa.Table(
    "study_edits",
    TABLES,
    sa.Column("study", sa.ForeignKey("studies.number", ondelete="CASCADE"), primary_key=True),
    sa.Column("version", sa.BigInteger, primary_key=True),
    sa.Column("client", sa.String(64), nullable=False),
    sa.Column("edit", sa.JSON, nullable=False),
    sa.Column("made", sa.DateTime(timezone=True), nullable=False),
)

CONTESTS: Final = sa.Table(
    "contests",
    TABLES,
    sa.Column("number", sa.Integer, primary_key=True),
    sa.Column("id", sa.Text, nullable=False, unique=True),
    sa.Column("name", sa.Text, nullable=False),
    sa.Column("owner", sa.String(64), nullable=False),
    sa.Column("contents", sa.JSON, nullable=False),
    sa.Column("version", sa.BigInteger, nullable=False),
    sa.Column("is_over", sa.Boolean, nullable=False),
    sa.Column("created", sa.DateTime(timezone=True), nullable=False),
    sa.Column("changed", sa.DateTime(timezone=True), nullable=False),
    sa.Index("contests_by_time", "is_over", "created"),
    sa.Index("contests_by_owner", "owner", "created"),
)

JOBS: Final = sa.Table(
    "jobs",
    TABLES,
    sa.Column("number", sa.Integer, primary_key=True),
    sa.Column("id", sa.Text, nullable=False, unique=True),
    sa.Column("kind", sa.String(20), nullable=False),
    sa.Column("client", sa.String(64), nullable=False),
    sa.Column("request", sa.JSON, nullable=False),
    sa.Column("folder", sa.Text),
    sa.Column("state", sa.String(8), nullable=False),
    sa.Column("message", sa.Text, nullable=False),
    sa.Column("created", sa.DateTime(timezone=True), nullable=False),
    sa.Column("changed", sa.DateTime(timezone=True), nullable=False),
    sa.Index("jobs_by_kind", "kind", "created"),
    sa.Index("jobs_by_client", "client", "created"),
    sa.Index("jobs_by_state", "state", "created"),
)

MEMBERS: Final = sa.Table(
    "members",
    TABLES,
    sa.Column("number", sa.Integer, primary_key=True),
    sa.Column("address", sa.Text, nullable=False, unique=True),
    sa.Column("secret", sa.Text, nullable=False),
    sa.Column("since", sa.DateTime(timezone=True), nullable=False),
    sa.Column("expires", sa.DateTime(timezone=True), nullable=False),
)
LEASES: Final = sa.Table(
    "leases",
    TABLES,
    sa.Column("thing", sa.Text, primary_key=True),
    sa.Column("holder", sa.ForeignKey("members.number", ondelete="CASCADE"), nullable=False),
    sa.Index("leases_by_holder", "holder"),
)
PASSING: Final = MEMBERS, LEASES
"""Tables of servers that run: what they hold means nothing in another database."""
