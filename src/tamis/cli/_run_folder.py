"""The folder of a run: one run at a time, and logs that cannot be read set aside."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import click

from tamis.types import InputError

_LOCK = ".lock"


@contextmanager
def alone(folder: Path) -> Iterator[None]:
    """Keep other processes out of the folder; InputError while another one runs in it.

    The lock is the operating system's: it ends with its process, however that ends.
    """
    from filelock import FileLock, Timeout

    lock = FileLock(folder / _LOCK)
    try:
        lock.acquire(timeout=0)
    except Timeout:
        raise InputError(
            f"another process is running in {folder}; wait until it has ended, or choose another "
            "folder with --out."
        ) from None
    try:
        yield
    finally:
        lock.release()


def set_aside(folder: Path) -> None:
    """Rename logs that cannot be read, as a crash may leave them, and say so.

    The run then asks their samples again; replies that were kept are not asked for twice.
    """
    from tamis.report.logs import is_readable

    for log in sorted(folder.rglob("*.eval")):
        if not is_readable(log):
            aside = log.with_name(f"{log.name}.damaged")
            log.rename(aside)
            click.echo(f"{log} cannot be read: set aside as {aside.name}.", err=True)
