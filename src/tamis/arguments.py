"""How a message names an argument: `chunk` to who calls Python, --chunk to who types a command.

The rooms know only the names of their arguments. Who reads the message is said once, by the
command line, as a program says once in which language it speaks.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

_AS_OPTIONS: ContextVar[bool] = ContextVar("as_options", default=False)


def argument(name: str, value: str = "") -> str:
    """An argument, maybe with a value, as the reader of a message gives it.

    >>> argument("recall", ".95")
    '`recall=.95`'
    >>> with as_options():
    ...     argument("recall", ".95")
    '--recall .95'
    """
    if _AS_OPTIONS.get():
        option = f"--{name.replace('_', '-')}"
        return f"{option} {value}" if value else option
    return f"`{name}={value}`" if value else f"`{name}`"


@contextmanager
def as_options() -> Iterator[None]:
    """Within it, in this thread or task and those begun there, arguments are named as options."""
    token = _AS_OPTIONS.set(True)
    try:
        yield
    finally:
        _AS_OPTIONS.reset(token)
