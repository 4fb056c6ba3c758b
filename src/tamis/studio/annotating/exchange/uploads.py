"""Uploaded files as entries; encoding and format are detected."""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping
from pathlib import PurePosixPath

from tamis.inputs.files import text_of
from tamis.inputs.json_records import parsed
from tamis.studio.annotating.exchange.csv import read_csv
from tamis.studio.annotating.exchange.entries import Reading, merged
from tamis.studio.annotating.exchange.jsonl import read_jsonl, read_records
from tamis.studio.annotating.exchange.label_studio_tasks import (
    is_flat,
    is_tasks,
    read_tasks,
    refuse_flat,
)
from tamis.studio.annotating.kinds import Kind
from tamis.types import InputError


def read_upload(kind: Kind, name: str, raw: bytes) -> Reading:
    """The items of a file: CSV, JSON lines, a JSON list, or Label Studio's tasks.

    The format is detected from the contents, not from the name. Lines for the same item are merged.
    Raises InputError for a file that cannot be read at all; problems of single lines are in the
    result.
    """
    name = shown_name(name)
    text = text_of(raw, name)
    if not text.strip():
        raise InputError(f"{name} is empty.")
    reading = _read(kind, name, text)
    if not (reading.entries or reading.problems):
        raise InputError(f"{name} holds no items.")
    reading.entries = merged(reading.entries, reading)
    return reading


def shown_name(name: str) -> str:
    """The name of an uploaded file for messages: its last part, without invisible characters."""
    last = PurePosixPath(name.replace("\\", "/")).name
    seen = "".join(
        char for char in last if unicodedata.category(char)[0] not in "CZ" or char == " "
    )
    return " ".join(seen.split())[:60] or "the file"


def _read(kind: Kind, name: str, text: str) -> Reading:
    start = text.lstrip()[:1]
    if start == "[":
        value = parsed(text, name, finite=True)
        if is_tasks(value):
            return read_tasks(kind, name, value)
        if value and all(isinstance(one, Mapping) and is_flat(one) for one in value):
            refuse_flat(name, "JSON_MIN")
        return read_records(kind, name, value)
    if start == "{":
        first = text.lstrip().partition("\n")[0]
        try:
            parsed(first, name, finite=True)
        except InputError:
            # One object over several lines, unless just its first line is broken.
            if first.rstrip().endswith(("{", "[", ",", ":")) or "}" not in first:
                return read_records(kind, name, [parsed(text, name, finite=True)])
        return read_jsonl(kind, name, text)
    return read_csv(kind, name, text)
