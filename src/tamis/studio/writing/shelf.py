"""The shelf: papers that a person has uploaded for a session not yet begun.

They are stored in the database, so that nothing has to be uploaded twice, even if one of several
files is refused or the server is stopped. A file of accepted questions (`tamis.collect.questions`)
brings questions with their papers.
"""

from __future__ import annotations

import json
import time
from collections.abc import Iterable
from dataclasses import asdict, dataclass, replace

from sqlalchemy.orm import Session as Transaction

from tamis.retrieve.papers import Paper
from tamis.studio.database.schema import Unsent, now, storable
from tamis.studio.settings import Limits
from tamis.studio.unsent import SERVER
from tamis.studio.writing.demo import Topic
from tamis.studio.writing.paper_files import papers_of, topic_of
from tamis.studio.writing.paper_process import PaperProcess

PLACE = f"{SERVER}writing:new:papers"
FORM = "writing:new"
"""Where the form of a new session is autosaved."""

MAX_CHARACTERS = 10_000_000
"""The limit for all papers on a shelf together."""


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
        return Shelf(papers_of(kept["papers"]), tuple(map(topic_of, kept["topics"])))
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

    A file's name is used as a label and for its type by suffix, never as a path. Files are read in
    a process of their own, within the limits.
    """
    papers, topics = {paper.id: paper for paper in shelf.papers}, list(shelf.topics)
    size = sum(_size(paper) for paper in papers.values())
    until = time.monotonic() + limits.reading_seconds
    refused: list[str] = []
    with PaperProcess(limits) as process:
        for name, data in files:
            left = min(limits.file_seconds, until - time.monotonic())
            if left <= 0:
                refused.append(
                    f"{name:.120} was not read: the files before it took too long. Add it once "
                    "more."
                )
                continue
            for one in process.read(name, data, left):
                if isinstance(one, str):
                    refused.append(one)
                elif isinstance(one, Topic):
                    topic = Topic(storable(one.question), tuple(map(_clean, one.papers)))
                    topics += [topic] if topic not in topics else []
                elif one.id in papers:
                    refused.append(f"{one.source} is here already, as {papers[one.id].title:.80}.")
                elif len(papers) >= limits.files:
                    refused.append(f"{one.source} is one too many: a session has {limits.files}.")
                elif size + _size(one) > MAX_CHARACTERS:
                    refused.append(f"{one.source} does not fit: the papers are too long together.")
                else:
                    papers[one.id] = _clean(one)
                    size += _size(one)
    return Shelf(tuple(papers.values()), tuple(topics)), refused


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
