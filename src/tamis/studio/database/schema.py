"""The tables of the studio's database, the same for SQLite and PostgreSQL."""

from __future__ import annotations

import secrets
from datetime import UTC, datetime
from typing import Any

from sqlalchemy import (
    JSON,
    DateTime,
    Dialect,
    ForeignKey,
    Index,
    MetaData,
    Text,
    UniqueConstraint,
)
from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column
from sqlalchemy.types import TypeDecorator


def now() -> datetime:
    """The present moment, in UTC."""
    return datetime.now(UTC)


def new_id() -> str:
    """A random id that cannot be guessed, usable in a URL."""
    return secrets.token_urlsafe(12)


class Moment(TypeDecorator[datetime]):
    """A moment in UTC: aware in Python on both databases."""

    impl = DateTime(timezone=True)
    cache_ok = True

    def process_bind_param(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        """To the database; a moment without its zone is a mistake."""
        if value is None:
            return None
        if value.tzinfo is None:
            raise ValueError("a moment needs its time zone")
        value = value.astimezone(UTC)
        return value.replace(tzinfo=None) if dialect.name == "sqlite" else value

    def process_result_value(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        """From the database."""
        if value is None:
            return None
        return value.replace(tzinfo=UTC) if value.tzinfo is None else value.astimezone(UTC)


class Words(TypeDecorator[str]):
    """Text of any length. NUL and lone surrogates, which databases cannot store, become U+FFFD."""

    impl = Text
    cache_ok = True

    def process_bind_param(self, value: str | None, dialect: Dialect) -> str | None:
        """To the database."""
        if value is None:
            return None
        return storable(value)


def storable(text: str) -> str:
    """`text` with U+FFFD for NUL and lone surrogates, which databases cannot store."""
    if text.isascii():
        return text.replace("\0", "\ufffd")
    return "".join(
        "\ufffd" if char == "\0" or "\ud800" <= char <= "\udfff" else char for char in text
    )


class Base(DeclarativeBase):
    """The base class of the tables."""

    metadata = MetaData(
        naming_convention={
            "ix": "ix_%(table_name)s_%(column_0_N_name)s",
            "uq": "uq_%(table_name)s_%(column_0_N_name)s",
            "fk": "fk_%(table_name)s_%(column_0_N_name)s",
            "pk": "pk_%(table_name)s",
        }
    )
    type_annotation_map = {  # noqa: RUF012
        str: Words,
        datetime: Moment,
        dict[str, Any]: JSON(none_as_null=True),
        list[Any]: JSON(none_as_null=True),
    }


class Person(Base):
    """Someone with an account. `name_key` is the same for names that look the same.

    `stamp` is in every cookie of the person: a new one ends their sessions everywhere.
    `password_hash` is None for the demo's owner, who logs in with a click.
    """

    __tablename__ = "person"

    id: Mapped[int] = mapped_column(primary_key=True)
    name: Mapped[str]
    name_key: Mapped[str] = mapped_column(unique=True)
    password_hash: Mapped[str | None]
    role: Mapped[str]
    stamp: Mapped[str] = mapped_column(default=new_id)
    created_at: Mapped[datetime] = mapped_column(default=now)
    disabled_at: Mapped[datetime | None]


class EndedLogin(Base):
    """A login that was ended by logging out: copies of its cookie are invalid.

    Rows older than the lifetime of cookies are removed at later logouts.
    """

    __tablename__ = "ended_visit"

    key_hash: Mapped[str] = mapped_column(primary_key=True)
    at: Mapped[datetime] = mapped_column(default=now)


class Invitation(Base):
    """A link that makes an account once, or sets a new password for `person_id`.

    Only the hash of what the link holds is stored. `created_by` is None for the first start's.
    """

    __tablename__ = "invitation"

    token_hash: Mapped[str] = mapped_column(primary_key=True)
    role: Mapped[str]
    name: Mapped[str | None]
    person_id: Mapped[int | None] = mapped_column(ForeignKey("person.id"))
    created_by: Mapped[int | None] = mapped_column(ForeignKey("person.id"))
    created_at: Mapped[datetime] = mapped_column(default=now)
    expires_at: Mapped[datetime]
    used_at: Mapped[datetime | None]
    used_by: Mapped[int | None] = mapped_column(ForeignKey("person.id"))


class Unsent(Base):
    """An autosaved form that was not sent yet; `place` names the form."""

    __tablename__ = "unsent"

    person_id: Mapped[int] = mapped_column(ForeignKey("person.id"), primary_key=True)
    place: Mapped[str] = mapped_column(primary_key=True)
    text: Mapped[str]
    at: Mapped[datetime] = mapped_column(default=now)


class SentForm(Base):
    """A form that was carried out, by the key under which a browser sent it.

    `follows` is the page that follows it. Rows are kept for a week.
    """

    __tablename__ = "sent_form"
    __table_args__ = (Index(None, "at"),)

    key: Mapped[str] = mapped_column(primary_key=True)
    person_id: Mapped[int] = mapped_column(ForeignKey("person.id"))
    follows: Mapped[str]
    at: Mapped[datetime] = mapped_column(default=now)


class Writing(Base):
    """A writing session. `model` is shown as `alias` until the session is finished."""

    __tablename__ = "writing"
    __table_args__ = (Index(None, "owner_id", "updated_at"),)

    id: Mapped[str] = mapped_column(primary_key=True, default=new_id)
    owner_id: Mapped[int] = mapped_column(ForeignKey("person.id"))
    question: Mapped[str]
    model: Mapped[str]
    alias: Mapped[str]
    settings: Mapped[dict[str, Any]] = mapped_column(default=dict)
    created_at: Mapped[datetime] = mapped_column(default=now)
    updated_at: Mapped[datetime] = mapped_column(default=now)
    finished_at: Mapped[datetime | None]


class WritingPaper(Base):
    """A paper of a writing session: what `[number]` refers to."""

    __tablename__ = "writing_paper"

    writing_id: Mapped[str] = mapped_column(
        ForeignKey("writing.id", ondelete="CASCADE"), primary_key=True
    )
    number: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    title: Mapped[str]
    paragraphs: Mapped[list[Any]]
    source: Mapped[str]


class WritingEvent(Base):
    """One event of a writing session; its number makes writes from two tabs conflict."""

    __tablename__ = "writing_event"

    writing_id: Mapped[str] = mapped_column(
        ForeignKey("writing.id", ondelete="CASCADE"), primary_key=True
    )
    number: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    at: Mapped[datetime] = mapped_column(default=now)
    person_id: Mapped[int | None] = mapped_column(ForeignKey("person.id"))
    record: Mapped[dict[str, Any]]


class WritingPartial(Base):
    """What a model has streamed so far of a draft (turn 0) or of a revision."""

    __tablename__ = "writing_partial"

    writing_id: Mapped[str] = mapped_column(
        ForeignKey("writing.id", ondelete="CASCADE"), primary_key=True
    )
    turn: Mapped[int]
    text: Mapped[str]
    at: Mapped[datetime] = mapped_column(default=now)


class Project(Base):
    """A project: items to annotate, the form (`kind`), and the number of raters per item."""

    __tablename__ = "project"
    __table_args__ = (Index(None, "closed_at", "created_at"),)

    id: Mapped[str] = mapped_column(primary_key=True, default=new_id)
    kind: Mapped[str]
    name: Mapped[str]
    guidance: Mapped[str] = mapped_column(default="")
    raters: Mapped[int] = mapped_column(default=1)
    settings: Mapped[dict[str, Any]] = mapped_column(default=dict)
    owner_id: Mapped[int] = mapped_column(ForeignKey("person.id"))
    created_at: Mapped[datetime] = mapped_column(default=now)
    closed_at: Mapped[datetime | None]


class ProjectMember(Base):
    """A person who may see a project."""

    __tablename__ = "project_member"
    __table_args__ = (Index(None, "person_id"),)

    project_id: Mapped[str] = mapped_column(
        ForeignKey("project.id", ondelete="CASCADE"), primary_key=True
    )
    person_id: Mapped[int] = mapped_column(ForeignKey("person.id"), primary_key=True)


class Item(Base):
    """One thing to annotate.

    `key` is its name in imports and exports. `question_key` groups what one person may see only
    one of, "" where there is no such group. `written_by` is the name of who wrote it, "" if
    unknown: no one rates what they wrote.
    """

    __tablename__ = "item"
    __table_args__ = (
        UniqueConstraint("project_id", "key"),
        Index(None, "project_id", "position"),
        Index(None, "project_id", "question_key"),
    )

    id: Mapped[int] = mapped_column(primary_key=True)
    project_id: Mapped[str] = mapped_column(ForeignKey("project.id", ondelete="CASCADE"))
    key: Mapped[str]
    question_key: Mapped[str] = mapped_column(default="")
    written_by: Mapped[str] = mapped_column(default="")
    payload: Mapped[dict[str, Any]]
    position: Mapped[int] = mapped_column(default=0)


class Assignment(Base):
    """An item assigned to a person: open, done or skipped.

    `question_key` is the item's, None if it has none: a unique constraint prevents that a person
    gets two items of a question. `revision` grows with every change, so that a second tab notices
    that it shows an older state.
    """

    __tablename__ = "assignment"
    __table_args__ = (
        UniqueConstraint("item_id", "person_id"),
        UniqueConstraint("project_id", "person_id", "question_key"),
        Index(None, "project_id", "person_id", "state"),
        Index(None, "item_id", "state"),
        Index(None, "project_id", "done_at"),
    )

    id: Mapped[int] = mapped_column(primary_key=True)
    project_id: Mapped[str] = mapped_column(ForeignKey("project.id", ondelete="CASCADE"))
    item_id: Mapped[int] = mapped_column(ForeignKey("item.id", ondelete="CASCADE"))
    person_id: Mapped[int] = mapped_column(ForeignKey("person.id"))
    question_key: Mapped[str | None]
    state: Mapped[str] = mapped_column(default="open")
    label: Mapped[dict[str, Any] | None]
    comment: Mapped[str] = mapped_column(default="")
    opened_at: Mapped[datetime] = mapped_column(default=now)
    done_at: Mapped[datetime | None]
    seconds: Mapped[float | None]
    revision: Mapped[int] = mapped_column(default=0)


class Adjudication(Base):
    """What was settled for an item on which raters differed."""

    __tablename__ = "adjudication"

    item_id: Mapped[int] = mapped_column(
        ForeignKey("item.id", ondelete="CASCADE"), primary_key=True, autoincrement=False
    )
    label: Mapped[dict[str, Any]]
    comment: Mapped[str] = mapped_column(default="")
    by: Mapped[int] = mapped_column(ForeignKey("person.id"))
    at: Mapped[datetime] = mapped_column(default=now)
