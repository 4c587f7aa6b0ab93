"""The tables of the server: games that are being played, move by move, and long work that was started."""

import sqlalchemy as sa
from alembic import op

revision = "0002_rooms"
down_revision = "0001_games"


def upgrade() -> None:
    op.create_table(
        "rooms",
        sa.Column("number", sa.Integer, primary_key=True),
        sa.Column("id", sa.Text, nullable=False, unique=True),
        sa.Column("game", sa.Text, nullable=False),
        sa.Column("start", sa.Text),
        sa.Column("clock", sa.Text),
        sa.Column("header", sa.JSON, nullable=False),
        sa.Column("creator", sa.String(64), nullable=False),
        sa.Column("state", sa.String(7), nullable=False),
        sa.Column("reason", sa.String(8)),
        sa.Column("outcome", sa.SmallInteger),
        sa.Column("margin", sa.BigInteger),
        sa.Column("plies", sa.Integer, nullable=False),
        sa.Column("given", sa.Integer, nullable=False),
        sa.Column("version", sa.BigInteger, nullable=False),
        sa.Column("created", sa.DateTime(timezone=True), nullable=False),
        sa.Column("changed", sa.DateTime(timezone=True), nullable=False),
    )
    op.create_index("rooms_by_time", "rooms", ["created"])
    op.create_index("rooms_by_state", "rooms", ["state", "created"])
    op.create_index("rooms_by_game", "rooms", ["game", "created"])
    op.create_index("rooms_by_creator", "rooms", ["creator", "created"])
    op.create_table(
        "room_seats",
        sa.Column("room", sa.Integer, sa.ForeignKey("rooms.number", ondelete="CASCADE"), primary_key=True),
        sa.Column("side", sa.SmallInteger, primary_key=True),
        sa.Column("kind", sa.String(6), nullable=False),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("holder", sa.String(64)),
        sa.Column("invitation", sa.String(64)),
    )
    op.create_index("room_seats_by_holder", "room_seats", ["holder"])
    op.create_table(
        "room_moves",
        sa.Column("room", sa.Integer, sa.ForeignKey("rooms.number", ondelete="CASCADE"), primary_key=True),
        sa.Column("ply", sa.Integer, primary_key=True),
        sa.Column("move", sa.Text, nullable=False),
        sa.Column("seconds", sa.Float, nullable=False),
        sa.Column("left_first", sa.Float),
        sa.Column("left_second", sa.Float),
    )
    op.create_table(
        "jobs",
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
    )
    op.create_index("jobs_by_kind", "jobs", ["kind", "created"])
    op.create_index("jobs_by_client", "jobs", ["client", "created"])
    op.create_index("jobs_by_state", "jobs", ["state", "created"])
