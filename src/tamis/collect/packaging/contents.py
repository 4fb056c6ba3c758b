"""The contents of a data file: hash and size, and for JSON Lines its rows and columns."""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from tamis.inputs.files import opened

_MOST_PARTS = 40
_LINES = (".json", ".jsonl", ".ndjson")
_FORMATS = {
    ".json": "application/json",
    ".csv": "text/csv",
    ".tsv": "text/tab-separated-values",
    ".md": "text/markdown",
    ".txt": "text/plain",
    ".html": "text/html",
    ".parquet": "application/x-parquet",
    ".gz": "application/gzip",
}


@dataclass(frozen=True)
class Column:
    """A column of JSON Lines.

    `kind`: `Boolean`, `Integer`, `Float`, `Text`, `Object` (with its parts by name) or the empty
    text where all cells are null. A `repeated` one holds lists. `described`: the
    kind is a full description; it is not for objects whose keys are data, and lists of objects.
    """

    name: str
    kind: str
    repeated: bool = False
    parts: tuple[Column, ...] = ()

    @property
    def described(self) -> bool:
        """Whether the kind describes the column in full."""
        return self.kind != "Object" or (bool(self.parts) and not self.repeated)


@dataclass(frozen=True)
class Contents:
    """A file: `rows` is None and there are no columns where it is not JSON Lines."""

    name: str
    size: int
    sha256: str
    rows: int | None = None
    columns: tuple[Column, ...] = ()

    @property
    def format(self) -> str:
        """The media type."""
        if self.rows is not None:
            return "application/jsonlines"
        return _FORMATS.get(Path(self.name).suffix.lower(), "application/octet-stream")


@dataclass
class _Cells:
    """The kinds of values seen in a column."""

    kinds: set[str] = field(default_factory=set)
    single: bool = False
    listed: bool = False
    parts: dict[str, _Cells] = field(default_factory=dict)

    def add(self, value: Any) -> None:
        match value:
            case None:
                return
            case list():
                self.listed = True
                for part in value:
                    self._one(part)
            case _:
                self.single = True
                self._one(value)

    def _one(self, value: Any) -> None:
        match value:
            case None:
                pass
            case bool():
                self.kinds.add("Boolean")
            case int():
                self.kinds.add("Integer")
            case float():
                self.kinds.add("Float")
            case dict():
                self.kinds.add("Object")
                for name, part in value.items():
                    if len(self.parts) <= _MOST_PARTS:
                        self.parts.setdefault(name, _Cells()).add(part)
            case list():
                # A list of lists is not described, like an object whose keys are data.
                self.kinds.add("Object")
            case _:
                self.kinds.add("Text")

    def column(self, name: str) -> Column:
        if "Object" in self.kinds:
            # Keys such as titles are data and not names of columns.
            named = all(part.isidentifier() for part in self.parts)
            few = self.kinds == {"Object"} and named and len(self.parts) <= _MOST_PARTS
            parts = tuple(cells.column(part) for part, cells in self.parts.items())
            return Column(name, "Object", self.listed, parts if few else ())
        kind = next(iter(self.kinds), "")
        if len(self.kinds) > 1:
            kind = "Float" if self.kinds == {"Integer", "Float"} else "Text"
        return Column(name, kind, self.listed and not self.single)


def contents(folder: Path, name: str) -> Contents:
    """Read a file once, in little memory; InputError where it cannot be read."""
    sha, size, rows = hashlib.sha256(), 0, 0
    lines = Path(name).suffix.lower() in _LINES
    columns: dict[str, _Cells] = {}
    with opened(folder / name) as file:
        for line in file:
            sha.update(line)
            size += len(line)
            if not lines or not line.strip():
                continue
            try:
                row = json.loads(line)
            except (ValueError, RecursionError):
                row = None
            if not isinstance(row, dict):
                lines = False
                continue
            rows += 1
            for key, value in row.items():
                columns.setdefault(key, _Cells()).add(value)
    if not lines:
        return Contents(name, size, sha.hexdigest())
    found = tuple(cells.column(key) for key, cells in columns.items())
    return Contents(name, size, sha.hexdigest(), rows, found)
