"""Reads the fields of an untrusted record: each has the expected type, or is an error."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from tamis.text.normalised import whole


class BrokenError(ValueError):
    """A record cannot be read; the message is the reason and names the field."""


def text(value: Any, name: str) -> str:
    """A string without outer white space, "" for null."""
    if value is None:
        return ""
    if not isinstance(value, str):
        raise BrokenError(f'has {value!r:.40} as "{name}", which is no string')
    return whole(value).strip()


def listed(value: Any, name: str) -> Sequence[Any]:
    """A list, empty for null."""
    if value is None:
        return ()
    if not isinstance(value, list):
        raise BrokenError(f'has {value!r:.40} as "{name}", which is no list')
    return value


def mapped(value: Any, name: str) -> Mapping[str, Any]:
    """An object, empty for null."""
    if value is None:
        return {}
    if not isinstance(value, dict):
        raise BrokenError(f'has {value!r:.40} as "{name}", which is no object')
    return value


def identity(value: Any) -> str | None:
    """An id that is a string or a whole number, as a string; None for anything else."""
    if isinstance(value, bool) or not isinstance(value, str | int):
        return None
    try:
        return whole(str(value)).strip() or None
    except ValueError:  # Python refuses to convert a number of many thousand digits.
        return None


def first_identity(record: Mapping[str, Any], keys: Sequence[str]) -> str | None:
    """The id under the first of `keys` that has one."""
    return next((id for key in keys if (id := identity(record.get(key)))), None)


def position(value: Any, name: str, most: int) -> int:
    """A character offset of 0 to `most`, also written as a string."""
    at = int(value) if isinstance(value, str) and value.isdecimal() and len(value) < 12 else value
    if isinstance(at, bool) or not isinstance(at, int) or not 0 <= at <= most:
        raise BrokenError(f'has {value!r:.40} as "{name}", which is no position in its text')
    return at


def year(value: Any) -> int | None:
    """A year of four digits, also written as a string or at the head of a date; else None."""
    if isinstance(value, str) and value[:4].isascii() and value[:4].isdecimal():
        value = int(value[:4])
    known = isinstance(value, int) and not isinstance(value, bool) and 1000 <= value <= 9999
    return value if known else None


def authors(value: Any) -> tuple[str, ...]:
    """The names of a list of strings or of objects (`name`, or `first`, `middle` and `last`).

    Anything else is skipped: a paper is not refused because of its authors.
    """
    names = []
    for one in value if isinstance(value, list) else []:
        if isinstance(one, dict):
            middle = one.get("middle")
            parts = [
                one.get("first"),
                *(middle if isinstance(middle, list) else []),
                one.get("last"),
            ]
            given = one.get("name")
            one = (
                given
                if isinstance(given, str)
                else " ".join(p for p in parts if isinstance(p, str))
            )
        if isinstance(one, str) and one.strip():
            names.append(" ".join(whole(one).split()))
    return tuple(names)
