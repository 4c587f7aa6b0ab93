"""Games and the runs that they come from: the tables that nupp made before it used Alembic."""

import sqlalchemy as sa
from alembic import op

revision = "0001_games"
down_revision = None


def upgrade() -> None:
    version = op.create_table("schema_version", sa.Column("version", sa.Integer, primary_key=True))
    op.bulk_insert(version, [{"version": 1}])
    op.create_table(
        "runs",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("digest", sa.String(64), nullable=False, unique=True),
        sa.Column("header", sa.JSON, nullable=False),
    )
    op.create_table(
        "games",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("run", sa.Integer, sa.ForeignKey("runs.id"), nullable=False),
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
    )
    op.create_index("games_by_game", "games", ["game", "stored"])
    op.create_index("games_by_first", "games", ["first", "stored"])
    op.create_index("games_by_second", "games", ["second", "stored"])
    op.create_index("games_by_time", "games", ["stored"])
