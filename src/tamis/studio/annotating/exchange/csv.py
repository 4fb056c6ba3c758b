"""Items and labels as CSV for spreadsheets: one row per label, the item in the kind's columns."""

from __future__ import annotations

import json
from collections.abc import Container, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from tamis.bad_input import twice
from tamis.inputs.spreadsheets import rows_of, sheet, unguarded
from tamis.studio.annotating.exchange.entries import (
    COMMON,
    Entry,
    Reading,
    Row,
    Settled,
    from_record,
)
from tamis.studio.annotating.exchange.label_checks import checked_label, timed
from tamis.studio.annotating.exchange.label_studio_tasks import is_flat, refuse_flat
from tamis.studio.annotating.imported_labels import COMMENT
from tamis.studio.annotating.kinds import Kind, Label
from tamis.studio.annotating.payload import cell
from tamis.studio.people.person_names import MODEL
from tamis.types import InputError

WHO, NOTE = "labelled_by", "label_comment"
"""Columns besides the kind's own: who gave the label, and their comment."""
_ABOUT = (WHO, NOTE, "state", "done_at", "seconds")


def read_csv(kind: Kind, name: str, text: str) -> Reading:
    """The items of a CSV; its cells may be parted by commas, semicolons or tabs.

    Each row is read as the kind reads its records. A row of an export (`labelled_by`) brings its
    label under that name.
    """
    reading = Reading("CSV")
    number = 0

    def check(header: Sequence[str]) -> None:
        names = list(map(unguarded, header))
        if is_flat(names) and not _ours(names):
            refuse_flat(name, "CSV")
        doubled = [column for column in names if names.count(column) > 1]
        if doubled:
            raise twice("column", doubled[0], f"{name}, line 1", remedy="rename one")

    try:
        for line, cells in rows_of(text, name, check):
            number += 1
            where = f"{name}, line {line}"
            try:
                # Column names come from the file's author, so exports guard them like any cell.
                named = {unguarded(column): text for column, text in cells.items()}
                reading.take(_entries(kind, named, number, where))
            except InputError as error:
                reading.bad(error)
    except InputError as error:
        reading.bad(error)
    return reading


def write_csv(kind: Kind, rows: Iterable[Row]) -> str:
    """All labels, one per row, and items without one in a row of their own."""
    records: list[dict[str, Any]] = []
    for row in rows:
        common = {
            "key": row.key,
            "question_key": row.question_key,
            "written_by": row.written_by,
        }
        kept = {name: value for name, value in row.extra.items() if name[:1] != "_"}
        base = {**kept, **_item(kind, row), **common}
        labels: list[tuple[Label | None, dict[str, Any]]] = [
            (
                None if one.skipped else one.label,
                {
                    WHO: f"{MODEL}{one.who}" if one.model else one.who,
                    NOTE: one.comment,
                    "state": "skipped" if one.skipped else "done",
                    "done_at": one.done_at.isoformat() if one.done_at else "",
                    "seconds": "" if one.seconds is None else one.seconds,
                },
            )
            for one in row.labels
        ]
        if row.settled:
            about = {WHO: row.settled.by, NOTE: row.settled.comment, "state": "settled"}
            labels.append((row.settled.label, about))
        for label, about in labels or [(None, {"state": "open"})]:
            said = _said(kind, label)
            records.append(base | said | about)
    columns = list(dict.fromkeys(column for record in records for column in record))
    first = [*COMMON, *(column for column in columns if column not in (*COMMON, *_ABOUT))]
    header = [
        column
        for column in (*first, *_ABOUT)
        if column in ("key", *_ABOUT)
        or any(record.get(column) not in (None, "", []) for record in records)
    ]
    return sheet(
        header, ([_cell(column, record.get(column, "")) for column in header] for record in records)
    )


def _entries(kind: Kind, cells: Mapping[str, str], number: int, where: str) -> list[Entry]:
    about = {name: cells.get(name, "").strip() for name in _ABOUT}
    rest = {name: cell for name, cell in cells.items() if name not in _ABOUT}
    ours = _ours(cells)
    said = {name: cell for name, cell in rest.items() if name.startswith("label.")}
    rest = {name: cell for name, cell in rest.items() if name not in said}
    # In an export, empty cells belong to columns that only other rows have.
    kept = {name: cell for name, cell in rest.items() if cell or not ours}
    found = []
    for one in from_record(kind, kept, number, where):
        if ours:
            label = _label(kind, said, where)
            if about["state"] == "settled":
                found.append(_settled(one, label, about))
                continue
            labels: tuple[tuple[str, Label], ...] = ()
            if label and about["state"] == "done":
                if about[NOTE]:
                    label[COMMENT] = about[NOTE]
                label = timed(label, about["done_at"], about["seconds"], where)
                labels = ((about[WHO] or "file", label),)
            one = replace(one, seed=replace(one.seed, labels=labels))
        found.append(one)
    return found


def _ours(columns: Container[str]) -> bool:
    """Whether a CSV is one of `write_csv`."""
    return WHO in columns and "state" in columns


def _settled(one: Entry, label: Label, about: Mapping[str, str]) -> Entry:
    seed = replace(one.seed, labels=())
    settled = Settled(label, about[NOTE], about[WHO]) if label else None
    return replace(one, seed=seed, settled=settled)


def _item(kind: Kind, row: Row) -> dict[str, Any]:
    """The columns from which the kind reads the item as it is."""
    record = kind.record(row.shown, None)
    cells = {name: _cell(name, value) for name, value in record.items()}
    try:
        same = kind.read({k: v for k, v in cells.items() if v}, "").payload == row.shown
    except InputError:
        same = False
    return record if same else {**record, **row.shown}


def _said(kind: Kind, label: Label | None) -> dict[str, Any]:
    """The fields of the label itself, which the benchmark's columns may not hold."""
    return {f"label.{field.name}": (label or {}).get(field.name, "") for field in kind.fields}


def _label(kind: Kind, said: Mapping[str, str], where: str) -> Label:
    label: Label = {}
    for field in kind.fields:
        cell = said.get(f"label.{field.name}", "")
        if not cell:
            continue
        listed = field.how in ("choices", "own") and cell.strip().startswith("[")
        if listed or field.how == "number":
            label[field.name] = _json(cell)
        else:
            label[field.name] = cell
    return checked_label(kind, label, where) if label else {}


def _json(cell: str) -> Any:
    try:
        return json.loads(cell)
    except (ValueError, RecursionError):
        return cell


def _cell(column: str, value: Any) -> str:
    if isinstance(value, list) and column == "proposed_by":
        return ";".join(map(str, value))
    if isinstance(value, list) and column.startswith("label."):
        return json.dumps(value, ensure_ascii=False)
    return cell(value)
