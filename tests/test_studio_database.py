"""The studio's database: transactions that mean the same on SQLite and on PostgreSQL."""

from __future__ import annotations

import contextlib
import re
import secrets
import time
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta

import pytest

from studio import HOSTILE, ON_BOTH, postgres

pytest.importorskip("fastapi", reason="the extra `studio` is not installed")

from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext
from sqlalchemy import func, select, text
from sqlalchemy.exc import DBAPIError

from tamis.studio.database import one_server, open_database
from tamis.studio.database.one_server import only_server
from tamis.studio.database.schema import (
    Base,
    Moment,
    Person,
    Unsent,
    Words,
    Writing,
)  # fmt: skip
from tamis.studio.people import accounts
from tamis.types import InputError


@pytest.fixture(params=ON_BOTH)
def empty_url(request, tmp_path):
    """The address of a database in which nothing has been made yet."""
    if request.param == "sqlite":
        yield f"sqlite:///{tmp_path / 'deep' / 'er.db'}"
        return
    name = f"e{secrets.token_hex(6)}"
    postgres().execute(f"CREATE DATABASE {name}")
    yield postgres().url(name)
    postgres().execute(f"DROP DATABASE {name} WITH (FORCE)")


def test_migrations_make_the_tables_of_the_models(database):
    """What the migrations leave behind is what the models say, on both databases."""

    def same_type(_context, _column, _metadata, inspected, declared):
        # SQLite has no time zones, and keeps what the models call Words as TEXT.
        kinds = {Moment: "DATETIME", Words: "TEXT"}
        if type(declared) in kinds:
            found = str(inspected).upper().replace("TIMESTAMP", "DATETIME")
            return not found.startswith(kinds[type(declared)])
        return None

    with database.engine.connect() as connection:
        context = MigrationContext.configure(connection, opts={"compare_type": same_type})
        assert compare_metadata(context, Base.metadata) == []


def test_starts_at_the_same_time_migrate_once(empty_url):
    """Several processes may start at once on an empty database."""
    with ThreadPoolExecutor(4) as pool:
        opened = list(pool.map(lambda _: open_database(empty_url), range(4)))
    with opened[0].reading() as session:
        assert session.execute(text("SELECT count(*) FROM alembic_version")).scalar() == 1
        assert session.scalar(select(func.count(Person.id))) == 0
    for database in opened:
        database.close()


def test_a_newer_database_is_refused(database_url):
    """A database that a newer version has written is left alone, in one sentence."""
    database = open_database(database_url)
    with database.writing() as session:
        session.execute(text("UPDATE alembic_version SET version_num = '9999'"))
    database.close()
    with pytest.raises(InputError, match=r"newer version of Tamis: update Tamis"):
        open_database(database_url)


@pytest.mark.parametrize(
    ("address", "said"),
    [
        ("mysql://root@localhost/x", "cannot use mysql"),
        ("sqlite://", "needs a database that lasts"),
        ("sqlite:///:memory:", "needs a database that lasts"),
        ("://", "is none"),
        ("postgresql://me:hunter2@/x?host=/nonexistent", r"://me:\*\*\*@/x.* cannot be used"),
        ("sqlite:////proc/none/at/all.db", "cannot be"),
    ],
)
def test_databases_that_cannot_be_used(address, said):
    """Every other address is refused with a sentence that keeps the password to itself."""
    with pytest.raises(InputError, match=said) as refusal:
        open_database(address)
    assert "hunter2" not in str(refusal.value)
    assert "\n" not in str(refusal.value)


def add(database, name="Ada"):
    """Someone in the database; returns their number."""
    with database.writing() as session:
        return accounts.add_person(session, name, None, "annotator").id


def test_reading_cannot_write(database):
    """A write in `reading` raises rather than being lost."""
    number = add(database)
    with database.reading() as session:
        session.add(Unsent(person_id=number, place="x", text="y"))
        with pytest.raises(DBAPIError):
            session.flush()
    add(database, "Bob")


def test_reading_sees_one_state(database):
    """What others commit in the meantime does not show in a session that has begun to read."""
    with database.reading() as session:
        assert session.scalar(select(func.count(Person.id))) == 0
        add(database)
        assert session.scalar(select(func.count(Person.id))) == 0
    with database.reading() as session:
        assert session.scalar(select(func.count(Person.id))) == 1


def test_an_error_undoes_a_transaction(database):
    """Nothing of a transaction that fails remains, and the next one can write."""
    with contextlib.suppress(ZeroDivisionError), database.writing() as session:
        accounts.add_person(session, "Ada", None, "annotator")
        _ = 1 / 0
    assert add(database) >= 1


def test_writers_on_two_connections_are_alone(database_url):
    """The same holds for two processes, which share nothing but the database."""
    both = [open_database(database_url), open_database(database_url)]
    number = add(both[0])

    def one_more(turn):
        with both[turn % 2].writing() as session:
            count = session.scalar(select(func.count()).select_from(Unsent)) or 0
            session.add(Unsent(person_id=number, place=str(count), text=""))

    with ThreadPoolExecutor(4) as pool:
        list(pool.map(one_more, range(20)))
    with both[0].reading() as session:
        assert session.scalar(select(func.count()).select_from(Unsent)) == 20
    for database in both:
        database.close()


def test_texts_come_back_as_they_were(database):
    """Only what no database can hold, NUL and half surrogates, is replaced."""
    number = add(database)
    for said in (*HOSTILE, "a\0b", "half \ud83d of one", "\U0001f600"):
        kept = re.sub("[\0\ud800-\udfff]", "\ufffd", said)
        settings = {"said": said, said: [said]}
        with database.writing() as session:
            session.add(Unsent(person_id=number, place=said, text=said))
            writing = Writing(owner_id=number, question=said, model="m", alias="A")
            writing.settings = settings
            session.add(writing)
        with database.reading() as session:
            assert session.get_one(Unsent, (number, said)).text == kept
            found = session.scalars(select(Writing).where(Writing.question == said)).one()
            assert (found.question, found.settings) == (kept, settings)
            assert found.created_at.tzinfo is not None
            assert abs(found.created_at - datetime.now(UTC)) < timedelta(minutes=1)


def test_sqlite_keeps_what_was_confirmed(tmp_path):
    """A commit is on the disk before it is confirmed, and readers do not block writers."""
    database = open_database(str(tmp_path / "a.db"))
    with database.reading() as session:
        pragmas = {
            name: session.execute(text(f"PRAGMA {name}")).scalar()
            for name in ("journal_mode", "synchronous", "foreign_keys", "busy_timeout")
        }
    assert pragmas == {
        "journal_mode": "wal", "synchronous": 2, "foreign_keys": 1, "busy_timeout": 15000
    }  # fmt: skip
    database.close()


def test_a_database_has_one_server(database_url):
    """A second one is told so; when the first has ended the next may begin."""
    told = pytest.raises(InputError, match=r"^another studio serves .*stop it first")
    with only_server(database_url), told, only_server(database_url):
        pass
    with only_server(database_url):
        pass


@pytest.mark.slow
def test_the_lock_of_a_server_is_taken_again_after_postgresql_was_restarted(monkeypatch):
    """Its connection is ended, as by a restart: soon nobody else gets the database again."""
    import psycopg

    address = postgres().emptied()
    monkeypatch.setattr(one_server, "_LOOK_SECONDS", 0.05)
    with psycopg.connect(f"host={postgres().folder} user=tamis dbname=shared") as looking:
        held = "SELECT pid FROM pg_locks WHERE locktype = 'advisory' AND granted"
        with only_server(address):
            [before] = looking.execute(held).fetchone()
            looking.execute("SELECT pg_terminate_backend(%s)", [before])
            deadline = time.monotonic() + 10
            while (now := looking.execute(held).fetchone()) in (None, (before,)):
                assert time.monotonic() < deadline
                time.sleep(0.02)
            assert now is not None
