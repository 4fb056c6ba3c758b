"""The records of a JSON or JSON Lines file, of which single ones may be broken."""

from __future__ import annotations

import gzip
import json
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any, cast

from tamis.types import InputError

MAX_RECORD = 200_000_000
"""The most bytes of a record, and of a `.json` file: 200 MB."""


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
    whole = (Path(path.stem) if packed else path).suffix.lower() == ".json"
    number = 0
    try:
        with cast(IO[bytes], gzip.open(path)) if packed else path.open("rb") as file:
            if whole:
                yield from of_bytes(file.read(MAX_RECORD + 1))
                return
            for number, line in enumerate(_lines(file), 1):
                if line.strip():
                    yield number, _object(_value(line, first=number == 1), number)
    except (EOFError, gzip.BadGzipFile, zlib.error) as error:
        raise InputError(
            f"{path}, after line {number}: the compressed data are broken or cut short ({error}); "
            "get the file again."
        ) from error
    except OSError as error:
        raise InputError(f"{path} cannot be read: {error.strerror or error}.") from error


def of_bytes(data: bytes) -> Iterator[tuple[int, dict[str, Any] | BadRecord]]:
    """The objects in `data`: one JSON object, one list of them, or lines of objects."""
    whole = _value(data, first=True)
    lines = [(n, line) for n, line in enumerate(data.split(b"\n"), 1) if line.strip()]
    if isinstance(whole, list):
        for number, item in enumerate(whole, 1):
            yield number, _object(item, number)
    elif not isinstance(whole, _NoValue) or len(lines) < 2:
        yield 1, _object(whole, 1)
    else:
        for number, line in lines:
            yield number, _object(_value(line, first=number == 1), number)


@dataclass(frozen=True)
class _NoValue:
    reason: str


def _lines(file: IO[bytes]) -> Iterator[bytes]:
    """The lines; one that is too long is cut right after the limit."""
    while line := file.readline(MAX_RECORD + 1):
        yield line
        while len(line) > MAX_RECORD and not line.endswith(b"\n"):
            line = file.readline(MAX_RECORD + 1)


def _object(value: Any, number: int) -> dict[str, Any] | BadRecord:
    if isinstance(value, dict):
        return value
    if isinstance(value, _NoValue):
        return BadRecord(number, value.reason)
    return BadRecord(number, f"is a JSON {type(value).__name__}, where a record is one JSON object")


def _value(data: bytes, first: bool) -> Any:
    if len(data) > MAX_RECORD:
        return _NoValue(f"is longer than {MAX_RECORD:,} bytes")
    try:
        return json.loads(data.decode("utf-8-sig" if first else "utf-8"))
    except UnicodeDecodeError as error:
        return _NoValue(f"is not UTF-8 (byte {error.start + 1})")
    except (ValueError, RecursionError) as error:
        said = error.msg if isinstance(error, json.JSONDecodeError) else str(error)
        return _NoValue(f"is not JSON ({said:.100})")
