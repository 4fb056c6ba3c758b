"""JSON lines; errors name the file, the line and the member of the object."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Any, Protocol, TypeVar

from tamis.collect.constraints.sheets import read_plain
from tamis.inputs.files import write_text
from tamis.types import InputError

Record = Mapping[str, Any]
Value = TypeVar("Value")
Plain = TypeVar("Plain", str, int, bool, list[Any], dict[str, Any])
_NAMES = {str: "a text", int: "a whole number", bool: "true or false", list: "a list"}


class Identified(Protocol):
    """A record with an id."""

    @property
    def id(self) -> str:
        """The id."""
        ...


One = TypeVar("One", bound=Identified)


def write_lines(path: Path, records: Iterable[Record]) -> None:
    """Write JSON lines, whole or not at all."""
    write_text(path, (json.dumps(record, ensure_ascii=False) + "\n" for record in records))


def read_lines(path: Path, make: Callable[[Record], Value]) -> tuple[Value, ...]:
    """Read JSON lines with `make`; blank lines are skipped.

    Raises InputError with the file and the line for a line that is not an object, and for errors
    that `make` raises.
    """
    found = []
    for number, line in enumerate(read_plain(path).split("\n"), 1):
        if not line.strip():
            continue
        try:
            record = json.loads(line)
            if not isinstance(record, dict):
                raise InputError("expected a JSON object; put the line back as it was.")
            found.append(make(record))
        except InputError as error:
            raise InputError(f"{path}, line {number}: {error}") from error
        except (ValueError, RecursionError) as error:
            raise InputError(
                f"{path}, line {number}: not valid JSON ({error}); correct it."
            ) from error
    return tuple(found)


def unique(path: Path, found: tuple[One, ...]) -> tuple[One, ...]:
    """The same records; InputError where one id occurs twice."""
    seen: set[str] = set()
    for one in found:
        if one.id in seen:
            raise InputError(f"{path}: the id {one.id:.60} occurs twice; remove one of the lines.")
        seen.add(one.id)
    return found


def member(record: Record, name: str, kind: type[Plain], default: Plain | None = None) -> Plain:
    """A member of an object; InputError where it is of another kind, or missing without default."""
    if name not in record and default is not None:
        return default
    value = record.get(name)
    if not isinstance(value, kind) or (kind is int and isinstance(value, bool)):
        wanted = _NAMES.get(kind, "an object")
        raise InputError(f'"{name}" must be {wanted}, not {value!r:.40}; put it back.')
    return value


def objects(record: Record, name: str) -> list[Record]:
    """A member that is a list of objects."""
    found = member(record, name, list)
    for one in found:
        if not isinstance(one, dict):
            raise InputError(f'"{name}" must hold objects, not {one!r:.40}; put it back.')
    return found


def strings(record: Record, name: str, default: list[Any] | None = None) -> tuple[str, ...]:
    """A member that is a list of texts."""
    found = member(record, name, list, default)
    for one in found:
        if not isinstance(one, str):
            raise InputError(f'"{name}" must hold texts, not {one!r:.40}; put it back.')
    return tuple(found)
