"""The database connection: transactions with the same guarantees on SQLite and PostgreSQL.

On both there is one writer at a time: what a writing transaction has read still holds when it
writes, so that a limit such as "two raters per item" needs no retries. Readers never wait and see
one consistent state.
"""

from __future__ import annotations

import contextlib
import os
import sqlite3
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, Engine, create_engine, event, make_url, text
from sqlalchemy.engine import URL
from sqlalchemy.exc import ArgumentError, OperationalError
from sqlalchemy.orm import Session

from tamis.studio.settings import make_folder
from tamis.types import InputError

THREADS = 24
"""Threads that serve pages."""

_POOL: dict[str, Any] = {"pool_size": THREADS, "max_overflow": THREADS, "pool_timeout": 15}
_WAIT_SECONDS = 15
_ADDRESSES = "sqlite:///FILE or postgresql://USER@HOST/NAME"
_WRITER = 0x7A315
"""PostgreSQL's advisory lock that writers hold one at a time."""


class Database:
    """An open database with up-to-date tables."""

    def __init__(self, engine: Engine) -> None:
        self.engine = engine
        sqlite = engine.dialect.name == "sqlite"
        # Writers wait here and not in SQLite's busy handler, which sleeps in growing steps.
        self._turn = threading.Lock() if sqlite else None
        self._here = threading.local()
        self._readers = (
            engine
            if sqlite
            else engine.execution_options(
                isolation_level="REPEATABLE READ", postgresql_readonly=True
            )
        )
        self._writers = engine.execution_options(tamis_writes=True)

    @contextmanager
    def reading(self) -> Iterator[Session]:
        """A read-only session on one consistent state of the database."""
        with Session(self._readers, expire_on_commit=False, autoflush=False) as session:
            yield session

    @contextmanager
    def writing(self) -> Iterator[Session]:
        """The only writing transaction: committed at the end, rolled back on any error.

        Keep it short, and never wait in it for a model or a browser. What it loaded may be read
        afterwards.
        """
        if getattr(self._here, "writes", False):
            raise RuntimeError("a transaction that writes was opened inside another one")
        if self._turn is not None and not self._turn.acquire(timeout=_WAIT_SECONDS):
            raise OperationalError("BEGIN", None, TimeoutError("other writers took too long"))
        self._here.writes = True
        try:
            with Session(self._writers, expire_on_commit=False) as session, session.begin():
                yield session
        finally:
            self._here.writes = False
            if self._turn is not None:
                self._turn.release()

    def ping(self) -> None:
        """Raise where the database does not answer."""
        with self.engine.connect() as connection:
            connection.execute(text("SELECT 1"))

    def close(self) -> None:
        """Close all connections."""
        self.engine.dispose()


def first_line(error: Exception) -> str:
    """What a driver said of an error of the database, or its pool: the first line."""
    lines = str(getattr(error, "orig", None) or error).strip().splitlines()
    return lines[0].rstrip(".") if lines else type(error).__name__


def address_of(address: str) -> URL:
    """`address` with the driver that Tamis installs; InputError for any other database."""
    if "://" not in address:
        address = f"sqlite:///{address}"
    try:
        url = make_url(address)
    except ArgumentError:
        raise InputError(f"the database's address is none: give {_ADDRESSES}.") from None
    if url.get_backend_name() == "postgresql":
        return url.set(drivername="postgresql+psycopg")
    if url.get_backend_name() != "sqlite":
        raise InputError(f"the studio cannot use {url.get_backend_name()}: give {_ADDRESSES}.")
    if url.database in (None, "", ":memory:"):
        raise InputError("the studio needs a database that lasts: give sqlite:///FILE.")
    file = Path(str(url.database))
    make_folder(file.parent)
    # SQLite gives its files next to this one the same permissions.
    with contextlib.suppress(OSError):  # It exists, or cannot be made; then SQLite reports it.
        os.close(os.open(file, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
    return url.set(drivername="sqlite")


def make_engine(url: URL, **options: Any) -> Engine:
    """An engine with its transactions set up. Errors do not contain what people typed."""
    if url.get_backend_name() == "postgresql":
        engine = create_engine(
            url,
            hide_parameters=True,
            pool_pre_ping=True,
            connect_args={"options": f"-c lock_timeout={_WAIT_SECONDS}s"},
            **(options or _POOL),
        )
        event.listen(engine, "begin", _begin_postgresql)
        return engine
    engine = create_engine(
        url,
        hide_parameters=True,
        connect_args={"timeout": _WAIT_SECONDS, "check_same_thread": False},
        **(options or _POOL),
    )
    event.listen(engine, "connect", _connect_sqlite)
    event.listen(engine, "begin", _begin_sqlite)
    return engine


def _connect_sqlite(connection: Any, _record: Any) -> None:
    # The driver itself would begin transactions late, and not at all before DDL.
    connection.isolation_level = None
    connection.execute(f"PRAGMA busy_timeout = {_WAIT_SECONDS * 1000}")
    _use_wal(connection)
    # FULL: what was confirmed to a person is on the disk. NORMAL would save one fsync and survive a
    # killed process, but not a power cut.
    connection.execute("PRAGMA synchronous = FULL")
    connection.execute("PRAGMA foreign_keys = ON")


def _use_wal(connection: Any) -> None:
    """Have the database keep a write-ahead log.

    Where another process does so at the same moment SQLite refuses at once, without waiting.
    """
    ends = time.monotonic() + _WAIT_SECONDS
    while True:
        try:
            connection.execute("PRAGMA journal_mode = WAL")
            return
        except sqlite3.OperationalError:
            if time.monotonic() > ends:
                raise
            time.sleep(0.02)


def _begin_sqlite(connection: Connection) -> None:
    writes = bool(connection.get_execution_options().get("tamis_writes"))
    connection.exec_driver_sql(f"PRAGMA query_only = {'OFF' if writes else 'ON'}")
    connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")


def _begin_postgresql(connection: Connection) -> None:
    if connection.get_execution_options().get("tamis_writes"):
        connection.exec_driver_sql(f"SELECT pg_advisory_xact_lock({_WRITER})")
