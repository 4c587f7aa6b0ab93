"""Puzzles with their ratings, and who has tried which."""

import sqlalchemy as sa
from alembic import op

revision = "0005_puzzles"
down_revision = "0004_people"


def upgrade() -> None:
    op.create_table(
        "puzzles",
        sa.Column("number", sa.Integer, primary_key=True),
        sa.Column("digest", sa.String(64), nullable=False, unique=True),
        sa.Column("game", sa.Text, nullable=False),
        sa.Column("puzzle", sa.JSON, nullable=False),
        sa.Column("rating", sa.Float, nullable=False),
        sa.Column("deviation", sa.Float, nullable=False),
        sa.Column("volatility", sa.Float, nullable=False),
    )
    op.create_index("puzzles_by_game", "puzzles", ["game", "rating"])
    op.create_table(
        "puzzle_tries",
        sa.Column(
            "puzzle", sa.Integer, sa.ForeignKey("puzzles.number", ondelete="CASCADE"), primary_key=True
        ),
        sa.Column("client", sa.String(64), primary_key=True),
        sa.Column("solved", sa.Boolean, nullable=False),
        sa.Column("tried", sa.DateTime(timezone=True), nullable=False),
    )
    op.create_index("puzzle_tries_by_client", "puzzle_tries", ["client"])
