"""The shelf: papers that a person has uploaded for a session not yet begun.

They are stored in the database, so that nothing has to be uploaded twice, even if one of several
files is refused or the server is stopped. A file of accepted questions (`tamis.collect.questions`)
brings questions with their papers.
"""

from __future__ import annotations

import json
import tempfile
import time
from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

from sqlalchemy.orm import Session as Transaction

from tamis.collect.questions import read_accepted
from tamis.retrieve.papers import Limits as ReadingLimits
from tamis.retrieve.papers import Paper, paper_of
from tamis.studio.database.schema import Unsent, now, storable
from tamis.studio.settings import Limits
from tamis.studio.unsent import SERVER
from tamis.studio.writing.demo import Topic
from tamis.types import InputError

PLACE = f"{SERVER}writing:new:papers"
FORM = "writing:new"
"""Where the form of a new session is autosaved."""

MAX_CHARACTERS = 10_000_000
"""The limit for all papers on a shelf together."""

_RECORDS = (".jsonl", ".ndjson")


@dataclass(frozen=True)
class Shelf:
    """Papers in their order, and questions that came with papers of their own."""

    papers: tuple[Paper, ...] = ()
    topics: tuple[Topic, ...] = ()


def read_shelf(transaction: Transaction, person_id: int) -> Shelf:
    """The person's shelf."""
    row = transaction.get(Unsent, (person_id, PLACE))
    if row is None:
        return Shelf()
    try:
        kept = json.loads(row.text)
        topics = tuple(_topic(one) for one in kept["topics"])
        return Shelf(_papers(kept["papers"]), topics)
    except (ValueError, KeyError, TypeError):
        # Stored by another version of the studio: uploading again is better than an error page.
        return Shelf()


def keep_shelf(transaction: Transaction, person_id: int, shelf: Shelf) -> None:
    """Store the person's shelf; an empty one is deleted."""
    row = transaction.get(Unsent, (person_id, PLACE))
    if not (shelf.papers or shelf.topics):
        if row is not None:
            transaction.delete(row)
        return
    text = json.dumps(asdict(shelf))
    if row is None:
        transaction.add(Unsent(person_id=person_id, place=PLACE, text=text))
    else:
        row.text, row.at = text, now()


def added(
    shelf: Shelf, files: Iterable[tuple[str, bytes]], limits: Limits
) -> tuple[Shelf, list[str]]:
    """The shelf with the papers of uploaded files, and a message for each that was refused.

    A file's name is used as a label and for its type by suffix, never as a path.
    """
    papers, topics = {paper.id: paper for paper in shelf.papers}, list(shelf.topics)
    size = sum(_size(paper) for paper in papers.values())
    until = time.monotonic() + limits.reading_seconds
    refused: list[str] = []
    for name, data in files:
        try:
            if found := _accepted(name, data):
                topics += [one for one in found if one not in topics]
                continue
        except InputError as error:
            refused.append(str(error))
            continue
        for one in _each(name, data, limits, until):
            if isinstance(one, str):
                refused.append(one)
            elif one.id in papers:
                refused.append(f"{one.source} is here already, as {papers[one.id].title:.80}.")
            elif len(papers) >= limits.files:
                refused.append(f"{one.source} is one too many: a session has {limits.files}.")
            elif size + _size(one) > MAX_CHARACTERS:
                refused.append(f"{one.source} does not fit: the papers are too long together.")
            else:
                papers[one.id] = one
                size += _size(one)
    return Shelf(tuple(papers.values()), tuple(topics)), refused


def _each(name: str, data: bytes, limits: Limits, until: float) -> Iterator[Paper | str]:
    """The papers in a file, or the reason why there is none; in a file of records each line is
    one."""
    parts = [data]
    if name.lower().endswith(_RECORDS):
        parts = [line for line in data.split(b"\n") if line.strip()] or [data]
    for number, part in enumerate(parts[: limits.files + 1], 1):
        line = number if len(parts) > 1 else None
        left = until - time.monotonic()
        if left <= 0:
            yield (
                f"{name:.120} was not read{'' if line is None else f' from line {line} on'}: the "
                "files before it took too long. Add it once more."
            )
            return
        reading = ReadingLimits(pages=limits.pages, characters=2_000_000, seconds=left)
        try:
            yield _clean(paper_of(part, name, reading, line=line))
        except InputError as error:
            yield str(error)
    if len(parts) > limits.files + 1:
        yield f"The file holds {len(parts):,} papers, of which only the first were read."


def _accepted(name: str, data: bytes) -> list[Topic]:
    """The questions of a file of accepted questions; none for any other file."""
    if not name.lower().endswith(_RECORDS):
        return []
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
    return [Topic(storable(one.question), tuple(map(_clean, one.papers))) for one in found]


def _topic(record: dict[str, Any]) -> Topic:
    return Topic(_text(record["question"]), _papers(record["papers"]))


def _papers(records: Iterable[dict[str, Any]]) -> tuple[Paper, ...]:
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


def _clean(paper: Paper) -> Paper:
    """The paper without characters that databases and pages cannot hold."""
    return replace(
        paper,
        id=storable(paper.id),
        title=storable(paper.title),
        paragraphs=tuple(map(storable, paper.paragraphs)),
        source=storable(paper.source),
    )


def _size(paper: Paper) -> int:
    return sum(map(len, paper.paragraphs))
