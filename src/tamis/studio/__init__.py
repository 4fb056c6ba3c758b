"""The studio: writing sessions and annotation in the browser, on a database.

Everything here needs the extra `studio`; no other package imports what that extra installs.
"""

from __future__ import annotations

from importlib.util import find_spec

from tamis.bad_input import needs_package

_NEEDS = ("alembic", "argon2", "fastapi", "itsdangerous", "python_multipart", "sqlalchemy")


def require_extra() -> None:
    """Raise InputError, with the command that helps, where the extra `studio` is missing."""
    missing = [name for name in (*_NEEDS, "uvicorn") if find_spec(name) is None]
    if missing:
        raise needs_package("the studio", *missing, extra="studio")
