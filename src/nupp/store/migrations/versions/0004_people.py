"""People with a nickname and a key, their ratings in each game, and the games that were rated."""

import sqlalchemy as sa
from alembic import op

revision = "0004_people"
down_revision = "0003_public_rooms"


def upgrade() -> None:
    op.create_table(
        "people",
        sa.Column("number", sa.Integer, primary_key=True),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("plain", sa.Text, nullable=False, unique=True),
        sa.Column("key", sa.String(64), unique=True),
        sa.Column("created", sa.DateTime(timezone=True), nullable=False),
    )
    op.create_table(
        "person_clients",
        sa.Column("client", sa.String(64), primary_key=True),
        sa.Column("person", sa.Integer, sa.ForeignKey("people.number", ondelete="CASCADE"), nullable=False),
    )
    op.create_table(
        "ratings",
        sa.Column("person", sa.Integer, sa.ForeignKey("people.number", ondelete="CASCADE"), primary_key=True),
        sa.Column("game", sa.Text, primary_key=True),
        sa.Column("rating", sa.Float, nullable=False),
        sa.Column("deviation", sa.Float, nullable=False),
        sa.Column("volatility", sa.Float, nullable=False),
        sa.Column("wins", sa.Integer, nullable=False),
        sa.Column("draws", sa.Integer, nullable=False),
        sa.Column("losses", sa.Integer, nullable=False),
    )
    op.create_table(
        "rated_games",
        sa.Column("room", sa.Text, primary_key=True),
        sa.Column("side", sa.SmallInteger, primary_key=True),
        sa.Column("person", sa.Integer, sa.ForeignKey("people.number", ondelete="CASCADE"), nullable=False),
        sa.Column("game", sa.Text, nullable=False),
        sa.Column("opponent", sa.Text, nullable=False),
        sa.Column("engine", sa.Boolean, nullable=False),
        sa.Column("score", sa.Float, nullable=False),
        sa.Column("before", sa.Float, nullable=False),
        sa.Column("after", sa.Float, nullable=False),
        sa.Column("played", sa.DateTime(timezone=True), nullable=False),
    )
    op.create_index("rated_games_by_person", "rated_games", ["person", "played"])
