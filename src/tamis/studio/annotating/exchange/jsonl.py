"""Items and labels as JSON lines; importing an export loses nothing."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from typing import Any

from tamis.inputs.json_records import json_lines, parsed
from tamis.inputs.rows import wrong_value
from tamis.studio.annotating.exchange.entries import (
    Entry,
    GivenLabel,
    Reading,
    Row,
    Settled,
    from_record,
    restored,
)
from tamis.studio.annotating.exchange.label_checks import checked_label, timed
from tamis.studio.annotating.imported_labels import COMMENT
from tamis.studio.annotating.kinds import Kind, Label
from tamis.studio.people.person_names import MODEL
from tamis.types import InputError


def read_jsonl(kind: Kind, name: str, text: str) -> Reading:
    """The items of JSON lines: the kind's own records, or those of an export."""
    reading = Reading("JSON lines")
    number = 0
    # Only "\n" ends a line: splitlines() would also break at separators inside a string.
    for line, written in enumerate(text.split("\n"), 1):
        if not written.strip():
            continue
        number += 1
        where = f"{name}, line {line}"
        try:
            reading.take(record_entries(kind, parsed(written, where, finite=True), number, where))
        except InputError as error:
            reading.bad(error)
    return reading


def read_records(kind: Kind, name: str, records: Iterable[Any]) -> Reading:
    """The items of a JSON list."""
    reading = Reading("JSON")
    for number, record in enumerate(records, 1):
        where = f"{name}, item {number}"
        try:
            reading.take(record_entries(kind, record, number, where))
        except InputError as error:
            reading.bad(error)
    return reading


def write_jsonl(kind: Kind, rows: Iterable[Row]) -> Iterator[str]:
    """One line per item, with all its labels."""
    return json_lines(_record(kind, row) for row in rows)


def exported_item(kind: Kind, row: Row, labels: Iterable[GivenLabel]) -> dict[str, Any]:
    """An item as this studio writes it, with some of its labels; `read_exported` reads it."""
    return {
        "kind": kind.name,
        "key": row.key,
        "question_key": row.question_key,
        "written_by": row.written_by,
        "payload": row.payload,
        "labels": [
            {
                "by": one.who,
                "model": one.model,
                "state": "skipped" if one.skipped else "done",
                "label": one.label,
                "comment": one.comment,
                "done_at": one.done_at.isoformat() if one.done_at else None,
                "seconds": one.seconds,
            }
            for one in labels
        ],
    }


def _record(kind: Kind, row: Row) -> dict[str, Any]:
    return exported_item(kind, row, row.labels) | {
        "settled": None
        if row.settled is None
        else {
            "by": row.settled.by,
            "label": row.settled.label,
            "comment": row.settled.comment,
        },
    }


def record_entries(kind: Kind, record: Any, number: int, where: str) -> list[Entry]:
    """The entries of one record, of an export or in the kind's own columns."""
    if not isinstance(record, Mapping):
        raise wrong_value(record, "", f"an object with the columns of {kind.name}", where)
    if "payload" in record and "key" in record:
        return [read_exported(kind, record, where)]
    return list(from_record(kind, record, number, where))


def read_exported(kind: Kind, record: Mapping[str, Any], where: str) -> Entry:
    """The entry of an item as this studio has exported it, with the labels that stand there."""
    seed = restored(kind, record, where)
    labels: list[tuple[str, Label]] = []
    given = record.get("labels") or []
    if not isinstance(given, list):
        raise wrong_value(given, "labels", "a list", where)
    for one in given:
        if not isinstance(one, Mapping):
            raise wrong_value(one, "labels", "a list of objects", where)
        if one.get("state", "done") != "done":
            continue
        label = checked_label(kind, one.get("label"), where)
        if one.get("comment"):
            label |= checked_label(kind, {**label, COMMENT: one["comment"]}, where)
        label = timed(label, one.get("done_at"), one.get("seconds"), where)
        who = str(one.get("by") or "file")[:200]
        labels.append((f"{MODEL}{who}" if one.get("model") is True else who, label))
    settled = None
    if (said := record.get("settled")) is not None:
        if not isinstance(said, Mapping):
            raise wrong_value(said, "settled", "an object", where)
        settled = Settled(
            checked_label(kind, said.get("label"), where),
            str(said.get("comment") or ""),
            str(said.get("by") or ""),
        )
    return Entry(replace(seed, labels=tuple(labels)), where, settled)
