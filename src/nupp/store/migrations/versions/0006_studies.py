"""Studies by people, who may edit them, and the edits since their contents were written whole."""

import sqlalchemy as sa
from alembic import op

revision = "0006_studies"
down_revision = "0005_puzzles"


def upgrade() -> None:
    op.create_table(
        "studies",
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
    )
    op.create_index("studies_by_owner", "studies", ["owner", "changed"])
    study = sa.ForeignKey("studies.number", ondelete="CASCADE")
    op.create_table(
        "study_editors",
        sa.Column("study", sa.Integer, study, primary_key=True),
        sa.Column("client", sa.String(64), primary_key=True),
    )
    op.create_index("study_editors_by_client", "study_editors", ["client"])
    op.create_table(
        "study_edits",
        sa.Column("study", sa.Integer, sa.ForeignKey("studies.number", ondelete="CASCADE"), primary_key=True),
        sa.Column("version", sa.BigInteger, primary_key=True),
        sa.Column("client", sa.String(64), nullable=False),
        sa.Column("edit", sa.JSON, nullable=False),
        sa.Column("made", sa.DateTime(timezone=True), nullable=False),
    )
