"""A connection to LanceDB, and its errors as sentences."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from tamis.types import InputError


def connect(uri: str | Path, storage_options: Mapping[str, str] | None) -> Any:
    """The database at `uri`; InputError without the extra, or where it cannot be used."""
    try:
        import lancedb
    except ImportError as error:
        raise InputError(
            "A corpus in a LanceDB table needs lancedb; install it with "
            '`pip install "tamis[scale]"`.'
        ) from error
    with reasons(uri):
        return lancedb.connect(
            str(uri), storage_options=dict(storage_options) if storage_options else None
        )


@contextmanager
def reasons(uri: str | Path) -> Iterator[None]:
    """Turns an error of LanceDB about an unusable address into an InputError."""
    try:
        yield
    except (OSError, RuntimeError, ValueError) as error:
        if isinstance(error, InputError):
            raise
        said = " ".join(str(error).split())[:200]
        raise InputError(
            f"LanceDB cannot use {uri} ({said}); check the address and the storage options."
        ) from error
