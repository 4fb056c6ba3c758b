"""Corpora in tables: CSV and Parquet files, and data sets of the Hugging Face hub.

A table with a column of texts, and one of ids or titles, has the shape of a released corpus; its
other columns are not read. In any other table a row is a document: what it says is all its cells.
"""

from __future__ import annotations

import itertools
import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from tamis.bad_input import needs_package, unknown
from tamis.inputs import parquet
from tamis.inputs.spreadsheets import stream_rows
from tamis.retrieve._records import IDS, SHAPES, TEXTS, TITLES, documents_of
from tamis.types import Document, InputError

_ROW_TITLES = ("title", "name")
"""The columns of a title, where rows are documents."""


def read_csv(path: Path) -> Iterator[Document]:
    """The rows of a CSV file as documents, in order, each read when it is needed.

    The first line names the columns; cells are separated by commas, semicolons or tabs. A row's id
    is its `id`, else its number from 1; its title is its `title`, else its `name`, else empty; its
    text has a line `column: value` for each other cell but the id that is not blank. Where there is
    nothing but an id, a title and a `text`, the text is that. Raises InputError, while iterating,
    for a broken line, a repeated id or no row.
    """
    return documents_of(_rows(stream_rows(path)), str(path))


def read_parquet(
    path: Path,
    *,
    id_column: str | None = None,
    title_column: str | None = None,
    text_column: str | None = None,
) -> Iterator[Document]:
    """The documents of a Parquet file, one per row, in order; batches are read when needed.

    Columns that are not given are found by the names of `read_jsonl`; without a column of ids,
    titles are ids. Where there is no column of texts and none is given, rows are documents as in
    `read_csv`. Needs the extra `parquet`. Raises InputError, while iterating, for a file that
    is not Parquet, a missing column, a row that is no document, or no row at all.
    """
    given = (id_column, title_column, text_column)
    chosen: dict[str, str] = {}

    def columns(names: Sequence[str]) -> Sequence[str] | None:
        if not any(given) and not set(names) & set(TEXTS):
            return None
        chosen.update(_columns(names, str(path), *given))
        return list(chosen)

    def records() -> Iterator[tuple[int, Mapping[str, Any]]]:
        rows = parquet.read_parquet(path, columns)
        for first in rows:
            # Which columns are chosen is known once a row was read.
            every = itertools.chain([first], rows)
            yield from _renamed((row for _, row in every), chosen) if chosen else _rows(every)

    yield from documents_of(records(), str(path), "row")


def read_hub(
    name: str | Path, split: str | None = None, config: str | None = None
) -> Iterator[Document]:
    """The documents of a data set: its name on the hub, or a folder made by `save_to_disk`.

    `split` may be left out if there is only one. Columns are found by the names of `read_jsonl`.
    Needs the extra `hub`, and for a name that is not in the cache the network. Raises InputError,
    while iterating, for a data set or split that cannot be loaded.
    """
    try:
        import datasets
    except ImportError as error:
        raise needs_package(f"{name}, a data set of the hub,", "datasets", extra="hub") from error
    source = f"{name}{f', configuration {config}' if config else ''}"
    try:
        found: Any = (
            datasets.load_from_disk(str(name))
            if is_saved_dataset(Path(name))
            else datasets.load_dataset(str(name), config)
        )
    except Exception as error:
        # The library raises its own exceptions, those of the network, and builtin ones.
        said = str(error).strip().split("\n")[0] or type(error).__name__
        raise InputError(f"The data set {source} cannot be loaded: {said:.300}") from error
    if isinstance(found, datasets.DatasetDict):
        found, split = _split(found, source, split)
        source = f"{source}, split {split}"
    columns = _columns(found.column_names, source, None, None, None)
    yield from documents_of(_renamed(found.select_columns(list(columns)), columns), source, "row")


def is_saved_dataset(folder: Path) -> bool:
    """Whether `folder` is what `save_to_disk` of the library datasets writes."""
    return (folder / "dataset_dict.json").is_file() or (folder / "state.json").is_file()


def _split(found: Any, source: str, split: str | None) -> tuple[Any, str]:
    if split is None and len(found) == 1:
        split = next(iter(found))
    if split is None:
        listed = ", ".join(found)
        raise InputError(f"The data set {source} has several splits; name one of {listed}.")
    if split not in found:
        raise unknown("split", split, found, where=source)
    return found[split], split


def _columns(
    present: Sequence[str], source: str, id_: str | None, title: str | None, text: str | None
) -> dict[str, str]:
    """The columns to read, each with its field; a column found by its name keeps that name."""
    columns: dict[str, str] = {}
    missing = set()
    for part, given, names in (
        ("id", id_, IDS),
        ("title", title, TITLES),
        ("text", text, TEXTS),
    ):
        if given is not None and given not in present:
            raise unknown("column", given, present, where=source)
        if given is not None:
            columns[given] = part
        elif column := next((name for name in names if name in present), None):
            columns.setdefault(column, column)
        else:
            missing.add(part)
    if "text" in missing or {"id", "title"} <= missing:
        raise InputError(
            f"{source} has the columns {', '.join(present)}; a corpus has {SHAPES}, so rename "
            "them or say which they are."
        )
    return columns


def _rows(rows: Iterable[tuple[int, Mapping[str, Any]]]) -> Iterator[tuple[int, dict[str, Any]]]:
    """Rows, each with its place, as records with id, title and text."""
    for number, (place, row) in enumerate(rows, 1):
        named = {name.strip().casefold(): name for name in reversed([*row])}
        id = named.get("id")
        title = next((named[name] for name in _ROW_TITLES if name in named), None)
        rest = [name for name in row if name not in (id, title)]
        cells = {name: said for name in row if name != id and (said := _cell(row[name])).strip()}
        plain = len(rest) == 1 and rest[0].strip().casefold() in TEXTS
        yield (
            place,
            {
                "id": number if id is None else row[id],
                "title": cells.get(title, "") if title else "",
                "text": cells.get(rest[0], "")
                if plain
                else "\n".join(f"{name}: {said}" for name, said in cells.items()),
            },
        )


def _cell(value: Any) -> str:
    """A value of a table as text; nothing for no value."""
    if value is None or isinstance(value, str):
        return value or ""
    if isinstance(value, list | dict):
        return json.dumps(value, ensure_ascii=False, default=str)
    return str(value)


def _renamed(
    rows: Iterable[dict[str, Any]], columns: dict[str, str]
) -> Iterator[tuple[int, dict[str, Any]]]:
    for number, row in enumerate(rows, 1):
        yield number, {columns[name]: value for name, value in row.items()}
