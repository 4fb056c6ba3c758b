"""The papers in one record of a file, in any of the supported shapes.

The shape is recognised by its fields: S2ORC (`tamis.retrieve.papers.s2orc`), KIWI's questions with
cited papers (`tamis.retrieve.papers.sciqa`), and plain `id, title` with `paragraphs`, `text` or
`abstract`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tamis.documents.sections import paragraphs_of, without_references
from tamis.retrieve._records import IDS
from tamis.retrieve.papers._fields import (
    BrokenError,
    authors,
    first_identity,
    listed,
    mapped,
    text,
    year,
)
from tamis.retrieve.papers.paper import Paper
from tamis.retrieve.papers.s2orc import S2Paper, is_s2orc, s2_paper
from tamis.retrieve.papers.sciqa import is_sciqa, sciqa_question

SHAPES = '"id", "title" and "paragraphs" or "text", or a record of S2ORC'


def papers_of(record: Mapping[str, Any]) -> tuple[Paper, ...]:
    """The papers in a record: several if it is a question with its papers.

    Their `source` is empty. Raises BrokenError where it is no paper, or has no text.
    """
    if is_sciqa(record):
        return sciqa_question(record).papers
    return (paper_of_s2(s2_paper(record)) if is_s2orc(record) else _plain(record),)


def paper_of_s2(paper: S2Paper) -> Paper:
    """A paper of S2ORC without its sections; BrokenError where it has no paragraph.

    The heading of each section becomes a separate paragraph.
    """
    paragraphs: list[str] = []
    section = ""
    for paragraph in paper.paragraphs:
        if paragraph.section and paragraph.section != section:
            paragraphs.append(paragraph.section)
        section = paragraph.section
        paragraphs.append(paragraph.text)
    if not paragraphs:
        raise BrokenError("has no paragraph: S2ORC keeps no text of this paper")
    title = paper.title or f"Paper {paper.id}"
    return Paper(paper.id, title, tuple(paragraphs), paper.year, paper.authors)


def _plain(record: Mapping[str, Any]) -> Paper:
    title = " ".join(text(record.get("title"), "title").split())
    id = first_identity(record, (*IDS, "paper_id", "paperId")) or title
    if not id:
        raise BrokenError(f'has neither an "id" nor a "title"; a paper has {SHAPES}')
    if (given := record.get("paragraphs")) is not None:
        paragraphs = [
            _paragraph(one, f"paragraphs[{number}]")
            for number, one in enumerate(listed(given, "paragraphs"))
        ]
    else:
        whole = text(record.get("text"), "text") or text(record.get("abstract"), "abstract")
        paragraphs = without_references(paragraphs_of(whole))
    paragraphs = [paragraph for paragraph in paragraphs if paragraph]
    if not paragraphs:
        raise BrokenError(f"holds no text; a paper has {SHAPES}")
    return Paper(
        id,
        title or f"Paper {id}",
        tuple(paragraphs),
        year(record.get("year")),
        authors(record.get("authors")),
    )


def _paragraph(value: Any, name: str) -> str:
    if isinstance(value, str) or value is None:
        return text(value, name)
    return text(mapped(value, name).get("text"), f"{name}.text")
