"""Rooms are found by others only if their creators say so; those that were made before are not."""

import sqlalchemy as sa
from alembic import op

revision = "0003_public_rooms"
down_revision = "0002_rooms"


def upgrade() -> None:
    public = sa.Column("public", sa.Boolean, nullable=False, server_default=sa.false())
    op.add_column("rooms", public)
    op.create_index("rooms_by_publicity", "rooms", ["public", "created"])
