"""One server for a database: a second one would take the drafts of the first for interrupted."""

from __future__ import annotations

import logging
import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from filelock import FileLock, Timeout
from sqlalchemy import Connection, Engine, text
from sqlalchemy.exc import DBAPIError
from sqlalchemy.pool import NullPool

from tamis.studio.database.connection import address_of, first_line, make_engine
from tamis.types import InputError

_SERVER = 0x7A316
"""PostgreSQL's advisory lock that a server holds for as long as it runs."""
_LOOK_SECONDS = 5.0

_log = logging.getLogger(__name__)


@contextmanager
def only_server(address: str) -> Iterator[None]:
    """Hold the database at `address` while the block runs; InputError where a server has it.

    The lock ends with the process, a killed one too.
    """
    url = address_of(address)
    taken = InputError(
        f"another studio serves {url.render_as_string(hide_password=True)}: stop it first, or give "
        "another --database."
    )
    if url.get_backend_name() == "sqlite":
        lock = FileLock(Path(f"{url.database}.lock"), mode=0o600)
        try:
            lock.acquire(blocking=False)
        except Timeout:
            raise taken from None
        try:
            yield
        finally:
            lock.release()
        return
    engine = make_engine(url, poolclass=NullPool)
    try:
        connection = _locked(engine)
    except DBAPIError as error:
        raise InputError(f"the database cannot be reached: {first_line(error)}.") from error
    if connection is None:
        raise taken
    ended = threading.Event()
    keeper = threading.Thread(
        target=_keep, args=(engine, connection, ended), name="tamis-one-server", daemon=True
    )
    keeper.start()
    try:
        yield
    finally:
        ended.set()
        keeper.join()


def _locked(engine: Engine) -> Connection | None:
    """A connection that holds the lock; None where another server holds it."""
    connection = engine.connect().execution_options(isolation_level="AUTOCOMMIT")
    if connection.scalar(text(f"SELECT pg_try_advisory_lock({_SERVER})")):
        return connection
    connection.close()
    return None


def _keep(engine: Engine, connection: Connection | None, ended: threading.Event) -> None:
    """Take the lock again after PostgreSQL was restarted; end the studio where it is too late."""
    while not ended.wait(_LOOK_SECONDS):
        try:
            if connection is not None:
                connection.execute(text("SELECT 1"))
                continue
            connection = _locked(engine)
        except DBAPIError:
            # It would be opened anew, without its lock.
            if connection is not None:
                connection.invalidate()
                connection = None
            continue
        if connection is None:
            _log.error("another studio serves the database now: this one ends")
            signal.raise_signal(signal.SIGTERM)
            return
    if connection is not None:
        # A closed connection loses its lock only when PostgreSQL gets to it, and the next studio
        # may start at once.
        with suppress(DBAPIError):
            connection.execute(text(f"SELECT pg_advisory_unlock({_SERVER})"))
        connection.close()
