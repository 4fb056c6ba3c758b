"""S2ORC's papers with their sections and citations, in all the shapes in which it was released.

Lo et al. (ACL 2020): `paper_id` with lists of paragraphs, at the top (`pdf_parses`, CORD-19) or in
`pdf_parse`, `latex_parse` or `grobid_parse` (the release of 2019, doc2json). The bulk data set of
Semantic Scholar since 2023: `corpusid` with one text and its annotations.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from tamis.retrieve.papers._fields import BrokenError
from tamis.retrieve.papers._json_records import BadRecord, records
from tamis.retrieve.papers._s2_lists import is_of_lists, paper_of_lists
from tamis.retrieve.papers._s2_spans import is_of_spans, paper_of_spans
from tamis.retrieve.papers.paper import Cited, S2Paper, SectionParagraph
from tamis.types import InputError

__all__ = ["BadRecord", "Cited", "S2Paper", "SectionParagraph", "read_s2orc"]


def read_s2orc(path: Path, bad: list[BadRecord] | None = None) -> Iterator[S2Paper]:
    """The papers of a file of JSON lines (plain or `.gz`), in order, one at a time.

    A `.json` may also be one paper, or a list of them. Records that are no papers are skipped and
    appended to `bad`, with their lines and reasons; without such a list the first one raises
    InputError, and so does a file that cannot be read to its end.
    """
    for number, record in records(path):
        if isinstance(record, BadRecord):
            paper: S2Paper | BadRecord = record
        else:
            try:
                paper = s2_paper(record)
            except BrokenError as error:
                paper = BadRecord(number, str(error))
        if isinstance(paper, S2Paper):
            yield paper
        elif bad is None:
            raise InputError(
                f"{path}, line {number} {paper.reason}; correct the record or leave it out."
            )
        else:
            bad.append(paper)


def is_s2orc(record: Mapping[str, Any]) -> bool:
    """Whether a record has the fields of one of S2ORC's shapes."""
    return is_of_spans(record) or is_of_lists(record)


def s2_paper(record: Mapping[str, Any]) -> S2Paper:
    """The paper in one record; BrokenError where it is none, or a field cannot be read."""
    if is_of_spans(record):
        return paper_of_spans(record)
    if is_of_lists(record):
        return paper_of_lists(record)
    raise BrokenError(
        'is no paper of S2ORC, which has "body_text", "pdf_parse", "content" or "body"'
    )
