"""KIWI's questions with the papers that answer them (`fangyuan/longform_sciqa`; KIWI, §3.1).

A record has `question`, `related_work_paragraph`, `cited_papers` and `cited_paragraphs`. The form
of the last two is not documented, so several forms are accepted: papers as titles, ids or objects;
paragraphs as lists by paper, or as objects that name their paper.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tamis.retrieve.papers._cited import Gathered
from tamis.retrieve.papers._fields import BrokenError, listed, text
from tamis.retrieve.papers._json_records import BadRecord, records
from tamis.retrieve.papers.paper import Paper
from tamis.types import InputError


@dataclass(frozen=True)
class Question:
    """A question, the paragraph that it was written for ("" where not given), and its papers."""

    question: str
    related_work: str
    papers: tuple[Paper, ...]


def read_sciqa(path: Path, bad: list[BadRecord] | None = None) -> Iterator[Question]:
    """The questions of a file of JSON lines, in order; `bad` as in `read_s2orc`."""
    for number, record in records(path):
        if isinstance(record, BadRecord):
            found: Question | BadRecord = record
        else:
            try:
                found = sciqa_question(record)
            except BrokenError as error:
                found = BadRecord(number, str(error))
        if isinstance(found, Question):
            yield found
        elif bad is None:
            raise InputError(
                f"{path}, line {number} {found.reason}; correct the record or leave it out."
            )
        else:
            bad.append(found)


def is_sciqa(record: Mapping[str, Any]) -> bool:
    """Whether a record is a question with its papers."""
    return "cited_paragraphs" in record or "cited_papers" in record


def sciqa_question(record: Mapping[str, Any]) -> Question:
    """The question in one record; BrokenError where it has no paragraph of a paper.

    Papers without a paragraph are left out.
    """
    question = text(record.get("question"), "question")
    if not question:
        raise BrokenError('has no "question"')
    gathered = Gathered()
    cited = record.get("cited_papers")
    cited = list(cited.values()) if isinstance(cited, dict) else listed(cited, "cited_papers")
    entries = [gathered.name(one, f"cited_papers[{number}]") for number, one in enumerate(cited)]
    said = record.get("cited_paragraphs")
    if isinstance(said, dict):
        for name, one in said.items():
            gathered.add(
                gathered.name(name, "cited_paragraphs"), one, f"cited_paragraphs.{name:.40}"
            )
    else:
        gathered.add_all(listed(said, "cited_paragraphs"), entries, "cited_paragraphs")
    papers = gathered.papers()
    if not papers:
        raise BrokenError("has no paragraph of a cited paper")
    related = record.get("related_work_paragraph")
    parts = related if isinstance(related, list) else [related]
    return Question(
        question, "\n\n".join(text(part, "related_work_paragraph") for part in parts), papers
    )
