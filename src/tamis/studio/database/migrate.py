"""Opening a database and bringing its tables up to date, one process at a time."""

from __future__ import annotations

from pathlib import Path

from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection
from sqlalchemy.engine import URL
from sqlalchemy.exc import DBAPIError
from sqlalchemy.pool import NullPool

from tamis.studio.database.connection import Database, address_of, first_line, make_engine
from tamis.types import InputError


def open_database(address: str) -> Database:
    """The database at `address`, made where there is none, its tables brought up to date.

    `sqlite:///file`, a plain path, or `postgresql://…`. Raises InputError where it cannot be
    reached, or where a newer version of Tamis has written it.
    """
    url = address_of(address)
    try:
        migrate(url)
        return Database(make_engine(url))
    except DBAPIError as error:
        raise InputError(
            f"the database {url.render_as_string(hide_password=True)} cannot be used: "
            f"{first_line(error)}."
        ) from error


def migrate(url: URL) -> None:
    """Run the migrations that the database at `url` lacks, all of them or none.

    They run in a transaction that writes, which a second process waits for. Raises InputError if a
    newer version of Tamis has written the database.
    """
    engine = make_engine(url, poolclass=NullPool)
    with engine.connect() as plain:
        sqlite = plain.dialect.name == "sqlite"
        if sqlite:
            plain.rollback()
            # Tables are changed by copying them, which must not delete the rows that refer to them;
            # the pragma has no effect inside a transaction.
            assert plain.connection.dbapi_connection is not None
            plain.connection.dbapi_connection.cursor().execute("PRAGMA foreign_keys = OFF")
        connection = plain.execution_options(tamis_writes=True)
        with connection.begin():
            config = configuration(connection)
            script = ScriptDirectory.from_config(config)
            current = MigrationContext.configure(connection).get_current_heads()
            known = {revision.revision for revision in script.walk_revisions()}
            if any(revision not in known for revision in current):
                raise InputError(
                    f"the database {url.render_as_string(hide_password=True)} was written by a "
                    "newer version of Tamis: update Tamis, or give another --database."
                )
            if set(current) != set(script.get_heads()):
                command.upgrade(config, "head")
                if sqlite and connection.exec_driver_sql("PRAGMA foreign_key_check").first():
                    raise RuntimeError("a migration has left rows that refer to nothing")
    engine.dispose()


def configuration(connection: Connection | None = None) -> Config:
    """Alembic's configuration for the migrations of this package."""
    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent / "migrations"))
    config.set_main_option("path_separator", "os")
    config.attributes["connection"] = connection
    return config
