"""Corpora in tables: Parquet files, and data sets of the Hugging Face hub."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

from tamis.inputs import parquet
from tamis.retrieve._records import IDS, SHAPES, TEXTS, TITLES, documents_of
from tamis.types import Document, InputError


def read_parquet(
    path: Path,
    *,
    id_column: str | None = None,
    title_column: str | None = None,
    text_column: str | None = None,
) -> Iterator[Document]:
    """The documents of a Parquet file, one per row, in order; batches are read when needed.

    Columns that are not given are found by the names of `read_jsonl`; without a column of ids,
    titles are ids. Needs the extra `parquet`. Raises InputError, while iterating, for a file that
    is not Parquet, a missing column, a row that is no document, or no row at all.
    """
    chosen: dict[str, str] = {}

    def columns(names: Sequence[str]) -> Sequence[str]:
        chosen.update(_columns(names, str(path), id_column, title_column, text_column))
        return list(chosen)

    rows = (row for _, row in parquet.read_parquet(path, columns))
    yield from documents_of(_renamed(rows, chosen), str(path), "row")


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
        raise InputError(
            f"{name} is a data set of the hub, which needs datasets: pip install 'tamis[hub]'."
        ) from error
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
    if split is None or split not in found:
        asked = f"no split {split!r:.60}" if split else "several splits"
        raise InputError(f"The data set {source} has {asked}; name one of {', '.join(found)}.")
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
            raise InputError(
                f"{source} has no column {given!r}; its columns are {', '.join(present)}."
            )
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


def _renamed(
    rows: Iterable[dict[str, Any]], columns: dict[str, str]
) -> Iterator[tuple[int, dict[str, Any]]]:
    for number, row in enumerate(rows, 1):
        yield number, {columns[name]: value for name, value in row.items()}
