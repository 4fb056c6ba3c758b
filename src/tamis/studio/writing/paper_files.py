"""What an uploaded file holds: papers, or accepted questions with their papers.

This runs in a process of its own (`paper_process`). Here are also the records in which papers and
questions travel from there, and are stored on a shelf.
"""

from __future__ import annotations

import json
import tempfile
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from tamis.collect.questions import read_accepted
from tamis.retrieve.papers import Limits as ReadingLimits
from tamis.retrieve.papers import Paper, paper_of
from tamis.studio.settings import Limits
from tamis.studio.writing.demo import Topic
from tamis.types import InputError

RECORDS = (".jsonl", ".ndjson")
"""Suffixes of files in which each line is a paper, or a question."""


def read_file(name: str, data: bytes, limits: Limits) -> Iterator[Paper | Topic | str]:
    """The papers and questions in a file, and in their place the reason why one is not taken.

    `name` is a label and gives the type by its suffix; it is never a path.
    """
    if not name.lower().endswith(RECORDS):
        yield from _paper(data, name, limits, None)
        return
    try:
        if topics := _accepted(data):
            yield from topics
            return
    except InputError as error:
        yield str(error)
        return
    parts = [line for line in data.split(b"\n") if line.strip()] or [data]
    for number, part in enumerate(parts[: limits.files + 1], 1):
        yield from _paper(part, name, limits, number if len(parts) > 1 else None)
    if len(parts) > limits.files + 1:
        yield f"The file holds {len(parts):,} papers, of which only the first were read."


def _paper(
    data: bytes, name: str, limits: Limits, line: int | None
) -> Iterator[Paper | Topic | str]:
    reading = ReadingLimits(pages=limits.pages, characters=2_000_000, seconds=limits.file_seconds)
    try:
        paper = paper_of(data, name, reading, line=line)
        yield paper
        for one in paper.unread:
            yield f"{paper.source} {one.place} {one.reason}; the rest of it was added."
    except InputError as error:
        yield str(error)


def _accepted(data: bytes) -> list[Topic]:
    """The questions of a file of accepted questions; none for any other file."""
    try:
        first = json.loads(data.lstrip().split(b"\n", 1)[0])
    except (ValueError, RecursionError):
        return []
    if not (isinstance(first, dict) and {"question", "reviewer", "source"} <= first.keys()):
        return []
    with tempfile.TemporaryDirectory(prefix="tamis-") as folder:
        path = Path(folder) / "accepted.jsonl"
        path.write_bytes(data)
        try:
            found = read_accepted(path)
        except InputError as error:
            raise InputError(str(error).replace(str(path), "The file of questions")) from None
    return [Topic(one.question, one.papers) for one in found]


def topic_of(record: dict[str, Any]) -> Topic:
    """A question from its record; KeyError, TypeError or ValueError where it is none."""
    return Topic(_text(record["question"]), papers_of(record["papers"]))


def papers_of(records: Iterable[dict[str, Any]]) -> tuple[Paper, ...]:
    """Papers from their records; KeyError, TypeError or ValueError where one is none."""
    return tuple(
        Paper(
            _text(record["id"]),
            _text(record["title"]),
            tuple(map(_text, record["paragraphs"])),
            None if record["year"] is None else int(record["year"]),
            tuple(map(_text, record["authors"])),
            _text(record["source"]),
        )
        for record in records
    )


def _text(value: object) -> str:
    if not isinstance(value, str):
        raise TypeError("a text was expected")
    return value
