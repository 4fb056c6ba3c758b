"""The records of a JSON or JSON Lines file, of which single ones may be broken."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tamis.inputs.files import decoded, read_lines, read_unpacked, reason
from tamis.inputs.json_records import json_object, kind_of, parsed
from tamis.types import InputError


@dataclass(frozen=True)
class BadRecord:
    """A record that could not be read; `reason` completes a sentence with "FILE, line LINE".

    `line` counts from 1; in a file that is one JSON list it is the number of the item.
    """

    line: int
    reason: str


def records(path: Path) -> Iterator[tuple[int, dict[str, Any] | BadRecord]]:
    """The objects of a JSON Lines file with their line numbers; a BadRecord for a broken one.

    A `.json` may also be one object, or one list of them. `.gz` files are unpacked. Blank lines
    are skipped. Raises InputError where the file cannot be read to its end.
    """
    packed = path.suffix.lower() == ".gz"
    if (Path(path.stem) if packed else path).suffix.lower() == ".json":
        yield from of_bytes(read_unpacked(path))
    else:
        yield from _of_lines(read_lines(path))


def of_bytes(data: bytes) -> Iterator[tuple[int, dict[str, Any] | BadRecord]]:
    """The objects in `data`: one JSON object, one list of them, or lines of objects."""
    try:
        whole = parsed(decoded(data, ""), "")
    except InputError as error:
        lines = [(n, line) for n, line in enumerate(data.split(b"\n"), 1) if line.strip()]
        if len(lines) > 1:
            yield from _of_lines(lines)
        else:
            yield 1, BadRecord(1, _reason(error))
        return
    for number, item in enumerate(whole if isinstance(whole, list) else [whole], 1):
        if isinstance(item, dict):
            yield number, item
        else:
            yield number, BadRecord(number, f"is {kind_of(item)}, not a JSON object")


def _of_lines(
    lines: Iterable[tuple[int, bytes]],
) -> Iterator[tuple[int, dict[str, Any] | BadRecord]]:
    for number, line in lines:
        if line.strip():
            try:
                yield number, json_object(line, "")
            except InputError as error:
                yield number, BadRecord(number, _reason(error))


def _reason(error: InputError) -> str:
    """What is wrong, without the remedy: a broken record is left out and reported."""
    return reason(error, "").partition(";")[0]
