"""Servers that share a database, and what each of them owns."""

import sqlalchemy as sa
from alembic import op

revision = "0008_members"
down_revision = "0007_contests"


def upgrade() -> None:
    op.create_table(
        "members",
        sa.Column("number", sa.Integer, primary_key=True),
        sa.Column("address", sa.Text, nullable=False, unique=True),
        sa.Column("secret", sa.Text, nullable=False),
        sa.Column("since", sa.DateTime(timezone=True), nullable=False),
        sa.Column("expires", sa.DateTime(timezone=True), nullable=False),
    )
    op.create_table(
        "leases",
        sa.Column("thing", sa.Text, primary_key=True),
        sa.Column("holder", sa.Integer, sa.ForeignKey("members.number", ondelete="CASCADE"), nullable=False),
    )
    op.create_index("leases_by_holder", "leases", ["holder"])
