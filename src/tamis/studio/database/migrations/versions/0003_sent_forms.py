"""The table of forms that were carried out."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    """Bring the table here."""
    op.create_table(
        "sent_form",
        sa.Column("key", sa.Text(), nullable=False),
        sa.Column("person_id", sa.Integer(), nullable=False),
        sa.Column("follows", sa.Text(), nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(["person_id"], ["person.id"], name=op.f("fk_sent_form_person_id")),
        sa.PrimaryKeyConstraint("key", name=op.f("pk_sent_form")),
    )
    op.create_index(op.f("ix_sent_form_at"), "sent_form", ["at"])
