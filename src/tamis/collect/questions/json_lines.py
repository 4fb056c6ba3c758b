"""JSON lines; errors name the file, the line and the member of the object."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, Protocol, TypeVar

from tamis.inputs.json_records import read_json_lines
from tamis.inputs.rows import as_row
from tamis.types import InputError

Record = Mapping[str, Any]
Value = TypeVar("Value")
_REMEDY = "put it back as it was"


class Identified(Protocol):
    """A record with an id."""

    @property
    def id(self) -> str:
        """The id."""
        ...


One = TypeVar("One", bound=Identified)


def read_lines(path: Path, make: Callable[[Record, str], One]) -> tuple[One, ...]:
    """Read JSON lines with `make`, which takes a record and its location; ids must be unique.

    Raises InputError with the file and the line for errors.
    """
    found = tuple(
        make(record, f"{path}, line {number}") for number, record in read_json_lines(path, _REMEDY)
    )
    seen: set[str] = set()
    for one in found:
        if one.id in seen:
            raise InputError(f"{path}: the id {one.id:.60} occurs twice; remove one of the lines.")
        seen.add(one.id)
    return found


def read_as(kind: type[Value], record: Record, where: str) -> Value:
    """A record as a dataclass; InputError with the field that is wrong."""
    return as_row(kind, record, where, _REMEDY)
