"""Opening a database: its tables are brought up to date first."""

from __future__ import annotations

from sqlalchemy.exc import DBAPIError

from tamis.studio.database.connection import Database, address_of, make_engine
from tamis.studio.database.migrate import migrate
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
            f"{_first_line(error)}."
        ) from error


def _first_line(error: DBAPIError) -> str:
    lines = str(error.orig or error).strip().splitlines()
    return lines[0].rstrip(".") if lines else type(error).__name__
