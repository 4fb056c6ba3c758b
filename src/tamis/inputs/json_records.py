"""JSON, and JSON Lines: one object on each line."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

from tamis.inputs.files import (
    UTF_8,
    decoded,
    is_there,
    read_lines,
    read_text,
    shipped_text,
    write_text,
)
from tamis.types import InputError

DEEPEST = 100
"""The most levels of lists and objects within each other."""

_LINE = "each line must be one JSON object"


def parsed(
    text: str,
    where: str,
    remedy: str = "correct it",
    *,
    finite: bool = False,
    unique: bool = False,
) -> Any:
    """The value of a JSON text; InputError, which begins with `where`, for anything else.

    `remedy` ends the sentence. `finite` refuses NaN and infinities, which Python's own JSON has.
    `unique` refuses an object with a key twice, of which Python would take the last.
    """
    how: dict[str, Any] = {"parse_constant": _refused} if finite else {}
    if unique:
        how["object_pairs_hook"] = _of_unique_keys
    try:
        value = json.loads(text, **how)
    except _KeyTwiceError as error:
        raise InputError(f"{where} has the key {error!s:.60} twice; keep one.") from error
    except json.JSONDecodeError as error:
        line = f"line {error.lineno}, " if "\n" in text.strip() else ""
        at = f"{error.msg} in {line}column {error.colno}"
        raise InputError(f"{where} is not JSON ({at}); {remedy}.") from error
    except ValueError as error:
        raise InputError(f"{where} is not JSON ({error!s:.60}); {remedy}.") from error
    except RecursionError as error:
        raise nested(where) from error
    if text.count("[") + text.count("{") > DEEPEST and too_deep(value):
        raise nested(where)
    return value


def read_json(path: Path, remedy: str = "") -> Any:
    """The value of a JSON file; see `parsed`. `remedy` is for what is not UTF-8, too."""
    text = read_text(path, remedy=remedy or UTF_8)
    return parsed(text, str(path), remedy or "correct it")


def read_json_lines(
    path: Path, remedy: str = _LINE, *, unique: bool = False
) -> Iterator[tuple[int, dict[str, Any]]]:
    """The objects of a file of JSON lines, plain or gzipped, with their line numbers.

    They are read when they are needed, and blank lines are skipped. Raises InputError with the file
    and the line for what is not one object in UTF-8; for `unique`, see `parsed`.
    """
    return objects_in(read_lines(path), str(path), remedy, unique=unique)


def objects_in(
    lines: Iterable[tuple[int, bytes]], name: str, remedy: str = _LINE, *, unique: bool = False
) -> Iterator[tuple[int, dict[str, Any]]]:
    """The objects of numbered lines of JSON; see `read_json_lines`."""
    for number, line in lines:
        if not line.strip():
            continue
        try:
            yield number, json_object(line, f"{name}, line {number}", remedy, unique=unique)
        except InputError as error:
            if b"\r" in line.rstrip(b"\r\n"):
                raise InputError(
                    f"{name}: its lines end in carriage returns alone; save it with line feeds."
                ) from error
            # Whole lines end in a line feed; the last one need not.
            if line.endswith(b"\n"):
                raise
            said = str(error).rstrip(".")
            raise InputError(f"{said} (the file may be cut off here).") from error


def json_object(
    line: bytes, where: str, remedy: str = _LINE, *, unique: bool = False
) -> dict[str, Any]:
    """The object on one line of JSON; InputError, which begins with `where`, for anything else."""
    value = parsed(decoded(line, where), where, remedy, unique=unique)
    if not isinstance(value, dict):
        raise InputError(f"{where} is {kind_of(value)}, not a JSON object; {remedy}.")
    return value


def kind_of(value: Any) -> str:
    """What a JSON value is, in words: a list, a number, a text."""
    kinds = {dict: "an object", list: "a list", str: "a text", bool: "true or false"}
    return "null" if value is None else kinds.get(type(value), "a number")


def json_lines(records: Iterable[Mapping[str, Any]]) -> Iterator[str]:
    """Each record as a line of JSON, with its end."""
    return (json.dumps(record, ensure_ascii=False) + "\n" for record in records)


def write_json_lines(path: Path, records: Iterable[Mapping[str, Any]]) -> None:
    """Write JSON lines, whole or not at all; InputError where they cannot be written."""
    write_text(path, json_lines(records))


def write_json(path: Path, value: Any) -> None:
    """Write a JSON file, whole or not at all; InputError where it cannot be written."""
    write_text(path, json.dumps(value, ensure_ascii=False, indent=1) + "\n")


def shipped_json(package: str, *parts: str) -> Any:
    """The value of a JSON file that comes with a package of Tamis."""
    return json.loads(shipped_text(package, *parts))


def shipped_rows(package: str, *parts: str) -> list[dict[str, Any]]:
    """The objects of a JSON Lines file that comes with a package of Tamis."""
    # Not splitlines(): texts may hold Unicode line separators.
    lines = shipped_text(package, *parts).split("\n")
    return [json.loads(line) for line in lines if line.strip()]


def own_record(path: Path) -> dict[str, Any] | None:
    """The JSON object of a file that Tamis wrote for itself; None where it is absent or broken.

    A broken one is made again, so that nothing need be said about it.
    """
    try:
        value = read_json(path)
    except InputError:
        return None
    return value if isinstance(value, dict) else None


def own_lines(path: Path) -> Iterator[dict[str, Any]]:
    """The objects of a file that Tamis adds lines to, without those that a kill has cut."""
    if is_there(path):
        # Lines of our own may be of any length.
        for _, line in read_lines(path, longest=sys.maxsize - 1):
            try:
                yield json_object(line, str(path))
            except InputError:
                continue


def _refused(name: str) -> Any:
    raise ValueError(f"{name} is no number")


class _KeyTwiceError(Exception):
    """An object has a key twice; the message is the key as JSON."""


def _of_unique_keys(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for key, value in pairs:
        if key in found:
            raise _KeyTwiceError(json.dumps(key))
        found[key] = value
    return found


def nested(where: str) -> InputError:
    """The error for a value that is `too_deep`."""
    return InputError(f"{where} is nested too deeply (over {DEEPEST} levels); make it flatter.")


def too_deep(value: Any) -> bool:
    """Whether a value has more than `DEEPEST` levels, without recursion.

    A value of YAML may hold another at several places, or itself: each is looked at once a level.
    """
    level = [value]
    for _ in range(DEEPEST + 1):
        inner = {id(one): one for one in level if isinstance(one, (dict, list))}
        if not inner:
            return False
        level = [
            x for one in inner.values() for x in (one.values() if isinstance(one, dict) else one)
        ]
    return True
