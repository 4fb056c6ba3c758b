"""Records of samples: what was read and decided on the way to an answer, beside the reply.

A record is a JSON object whose `form` names its benchmark. The log has it in the store of the
sample, and scores it in the place of the reply. A line of a prediction file may be one, too.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from functools import wraps
from typing import Any, TypeVar

from tamis.types import InputError

Record = Mapping[str, Any]
R = TypeVar("R")

_UNNAMED = {"quest": {"titles", "doc_ids", "candidates", "retrieved", "left_out"}}
"""The keys by which records are known that had no `form`."""


def form(benchmark: str) -> dict[str, str]:
    """The field of a record that names its benchmark."""
    return {"form": f"tamis/{benchmark}"}


def record_in(text: str, benchmark: str) -> Record | None:
    """The record of a benchmark that a text is; None for any other text."""
    try:
        found = json.loads(text)
    except (ValueError, RecursionError):
        return None
    if not isinstance(found, dict):
        return None
    named = found.get("form") == form(benchmark)["form"]
    unnamed = benchmark in _UNNAMED and found.keys() >= _UNNAMED[benchmark]
    return found if named or unnamed else None


def refuse_older(text: str, benchmark: str) -> None:
    """InputError for the reply of a sample without a record, if it is one.

    Logs of earlier versions have the record there. A reply is never scored as a record.
    """
    if record_in(text, benchmark) is not None:
        raise InputError(
            "this log was made by an earlier version of Tamis, which had a record of the answer in "
            "the place of the reply: use that version, or run the model again. `tamis report` "
            "shows the log as it was scored."
        )


def reading(read: Callable[[Record], R]) -> Callable[[Record], R]:
    """A reader of records that raises InputError for one that it cannot read."""

    @wraps(read)
    def readable(record: Record) -> R:
        try:
            return read(record)
        except (ValueError, KeyError, TypeError, AttributeError) as error:
            raise InputError(
                f"the record of a sample cannot be read ({type(error).__name__}: {error}): score "
                "it with the version of Tamis that has written it."
            ) from error

    return readable
