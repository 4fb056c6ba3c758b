"""The first tables."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    """Bring the tables here."""
    op.create_table(
        "person",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("name_key", sa.Text(), nullable=False),
        sa.Column("password_hash", sa.Text(), nullable=True),
        sa.Column("role", sa.Text(), nullable=False),
        sa.Column("stamp", sa.Text(), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("disabled_at", sa.DateTime(timezone=True), nullable=True),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_person")),
        sa.UniqueConstraint("name_key", name=op.f("uq_person_name_key")),
    )
    op.create_table(
        "invitation",
        sa.Column("token_hash", sa.Text(), nullable=False),
        sa.Column("role", sa.Text(), nullable=False),
        sa.Column("name", sa.Text(), nullable=True),
        sa.Column("person_id", sa.Integer(), nullable=True),
        sa.Column("created_by", sa.Integer(), nullable=True),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("expires_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("used_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("used_by", sa.Integer(), nullable=True),
        sa.ForeignKeyConstraint(
            ["created_by"], ["person.id"], name=op.f("fk_invitation_created_by")
        ),
        sa.ForeignKeyConstraint(["person_id"], ["person.id"], name=op.f("fk_invitation_person_id")),
        sa.ForeignKeyConstraint(["used_by"], ["person.id"], name=op.f("fk_invitation_used_by")),
        sa.PrimaryKeyConstraint("token_hash", name=op.f("pk_invitation")),
    )
    op.create_table(
        "project",
        sa.Column("id", sa.Text(), nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("guidance", sa.Text(), nullable=False),
        sa.Column("raters", sa.Integer(), nullable=False),
        sa.Column("settings", sa.JSON(), nullable=False),
        sa.Column("owner_id", sa.Integer(), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("closed_at", sa.DateTime(timezone=True), nullable=True),
        sa.ForeignKeyConstraint(["owner_id"], ["person.id"], name=op.f("fk_project_owner_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_project")),
    )
    op.create_index(op.f("ix_project_closed_at_created_at"), "project", ["closed_at", "created_at"])

    op.create_table(
        "unsent",
        sa.Column("person_id", sa.Integer(), nullable=False),
        sa.Column("place", sa.Text(), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(["person_id"], ["person.id"], name=op.f("fk_unsent_person_id")),
        sa.PrimaryKeyConstraint("person_id", "place", name=op.f("pk_unsent")),
    )
    op.create_table(
        "writing",
        sa.Column("id", sa.Text(), nullable=False),
        sa.Column("owner_id", sa.Integer(), nullable=False),
        sa.Column("question", sa.Text(), nullable=False),
        sa.Column("model", sa.Text(), nullable=False),
        sa.Column("alias", sa.Text(), nullable=False),
        sa.Column("settings", sa.JSON(), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("updated_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("finished_at", sa.DateTime(timezone=True), nullable=True),
        sa.ForeignKeyConstraint(["owner_id"], ["person.id"], name=op.f("fk_writing_owner_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_writing")),
    )
    op.create_index(op.f("ix_writing_owner_id_updated_at"), "writing", ["owner_id", "updated_at"])

    op.create_table(
        "item",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("project_id", sa.Text(), nullable=False),
        sa.Column("key", sa.Text(), nullable=False),
        sa.Column("question_key", sa.Text(), nullable=False),
        sa.Column("written_by", sa.Text(), nullable=False),
        sa.Column("payload", sa.JSON(), nullable=False),
        sa.Column("position", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(
            ["project_id"], ["project.id"], name=op.f("fk_item_project_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_item")),
        sa.UniqueConstraint("project_id", "key", name=op.f("uq_item_project_id_key")),
    )
    op.create_index(op.f("ix_item_project_id_position"), "item", ["project_id", "position"])
    op.create_index(op.f("ix_item_project_id_question_key"), "item", ["project_id", "question_key"])

    op.create_table(
        "project_member",
        sa.Column("project_id", sa.Text(), nullable=False),
        sa.Column("person_id", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(
            ["person_id"], ["person.id"], name=op.f("fk_project_member_person_id")
        ),
        sa.ForeignKeyConstraint(
            ["project_id"],
            ["project.id"],
            name=op.f("fk_project_member_project_id"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("project_id", "person_id", name=op.f("pk_project_member")),
    )
    op.create_index(op.f("ix_project_member_person_id"), "project_member", ["person_id"])

    op.create_table(
        "writing_event",
        sa.Column("writing_id", sa.Text(), nullable=False),
        sa.Column("number", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("person_id", sa.Integer(), nullable=True),
        sa.Column("record", sa.JSON(), nullable=False),
        sa.ForeignKeyConstraint(
            ["person_id"], ["person.id"], name=op.f("fk_writing_event_person_id")
        ),
        sa.ForeignKeyConstraint(
            ["writing_id"],
            ["writing.id"],
            name=op.f("fk_writing_event_writing_id"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("writing_id", "number", name=op.f("pk_writing_event")),
    )
    op.create_table(
        "writing_paper",
        sa.Column("writing_id", sa.Text(), nullable=False),
        sa.Column("number", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("title", sa.Text(), nullable=False),
        sa.Column("paragraphs", sa.JSON(), nullable=False),
        sa.Column("source", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(
            ["writing_id"],
            ["writing.id"],
            name=op.f("fk_writing_paper_writing_id"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("writing_id", "number", name=op.f("pk_writing_paper")),
    )
    op.create_table(
        "writing_partial",
        sa.Column("writing_id", sa.Text(), nullable=False),
        sa.Column("turn", sa.Integer(), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(
            ["writing_id"],
            ["writing.id"],
            name=op.f("fk_writing_partial_writing_id"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("writing_id", name=op.f("pk_writing_partial")),
    )
    op.create_table(
        "adjudication",
        sa.Column("item_id", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("label", sa.JSON(), nullable=False),
        sa.Column("comment", sa.Text(), nullable=False),
        sa.Column("by", sa.Integer(), nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(["by"], ["person.id"], name=op.f("fk_adjudication_by")),
        sa.ForeignKeyConstraint(
            ["item_id"], ["item.id"], name=op.f("fk_adjudication_item_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("item_id", name=op.f("pk_adjudication")),
    )
    op.create_table(
        "assignment",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("project_id", sa.Text(), nullable=False),
        sa.Column("item_id", sa.Integer(), nullable=False),
        sa.Column("person_id", sa.Integer(), nullable=False),
        sa.Column("question_key", sa.Text(), nullable=True),
        sa.Column("state", sa.Text(), nullable=False),
        sa.Column("label", sa.JSON(), nullable=True),
        sa.Column("comment", sa.Text(), nullable=False),
        sa.Column("opened_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("done_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("seconds", sa.Double(), nullable=True),
        sa.Column("revision", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(
            ["item_id"], ["item.id"], name=op.f("fk_assignment_item_id"), ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(["person_id"], ["person.id"], name=op.f("fk_assignment_person_id")),
        sa.ForeignKeyConstraint(
            ["project_id"],
            ["project.id"],
            name=op.f("fk_assignment_project_id"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_assignment")),
        sa.UniqueConstraint("item_id", "person_id", name=op.f("uq_assignment_item_id_person_id")),
        sa.UniqueConstraint(
            "project_id",
            "person_id",
            "question_key",
            name=op.f("uq_assignment_project_id_person_id_question_key"),
        ),
    )
    op.create_index(op.f("ix_assignment_item_id_state"), "assignment", ["item_id", "state"])
    op.create_index(
        op.f("ix_assignment_project_id_done_at"), "assignment", ["project_id", "done_at"]
    )
    op.create_index(
        op.f("ix_assignment_project_id_person_id_state"),
        "assignment",
        ["project_id", "person_id", "state"],
    )
