"""Tournaments of people."""

import sqlalchemy as sa
from alembic import op

revision = "0007_contests"
down_revision = "0006_studies"


def upgrade() -> None:
    op.create_table(
        "contests",
        sa.Column("number", sa.Integer, primary_key=True),
        sa.Column("id", sa.Text, nullable=False, unique=True),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("owner", sa.String(64), nullable=False),
        sa.Column("contents", sa.JSON, nullable=False),
        sa.Column("version", sa.BigInteger, nullable=False),
        sa.Column("is_over", sa.Boolean, nullable=False),
        sa.Column("created", sa.DateTime(timezone=True), nullable=False),
        sa.Column("changed", sa.DateTime(timezone=True), nullable=False),
    )
    op.create_index("contests_by_time", "contests", ["is_over", "created"])
    op.create_index("contests_by_owner", "contests", ["owner", "created"])
