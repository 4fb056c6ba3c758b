"""What tasks send back, as JSON Lines: only data, in which nothing is executed when it is read.

The files lie in a folder that workers, and perhaps other people, can write to.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any, get_origin

from pydantic import TypeAdapter, ValidationError

from tamis.collect.books.extras import import_extra
from tamis.inputs.files import opened
from tamis.types import InputError

END, ERROR = b"END", b"ERROR"
"""Names of the last line of a task: it has finished, or its InputError."""


def line(record: Any) -> bytes:
    """A record as a line: the name of its type, a blank, its JSON. It is made of dataclasses."""
    return _line(type(record).__name__.encode(), record)


def last_line(error: InputError | None = None) -> bytes:
    """The last line of a task."""
    return _line(END, None) if error is None else _line(ERROR, str(error))


def _line(name: bytes, value: Any) -> bytes:
    # JSON has no line breaks, and the names of types no blanks.
    data: bytes = import_extra("orjson").dumps(value)
    return name + b" " + data + b"\n"


class Reader:
    """Reads lines whose records have one of the types, and makes nothing else of them."""

    def __init__(self, types: Sequence[Any]) -> None:
        self._read: dict[bytes, Callable[[bytes], Any]] = {}
        for of in types:
            name = (get_origin(of) or of).__name__.encode()
            if name in self._read:
                raise ValueError(f"two types of records have the name {name.decode()}")
            self._read[name] = TypeAdapter(of).validate_json

    def records(self, path: Path) -> Iterator[Any]:
        """The records of one task; InputError where it failed, or where the file is not its own."""
        with opened(path) as file:
            for number, whole in enumerate(file, 1):
                name, _, data = whole.partition(b" ")
                if name == END:
                    return
                if name == ERROR:
                    said = import_extra("orjson").loads(data)
                    raise InputError(f"on a worker of the cluster: {said}")
                try:
                    record = self._read[name](data)
                except (KeyError, ValidationError) as error:
                    raise InputError(
                        f"{path}, line {number}: not a record of this step; check that the workers "
                        f"have this version of Tamis and that nobody else writes to the folder."
                    ) from error
                yield record
        raise InputError("the cluster lost a part of what a task found; run the command again.")
