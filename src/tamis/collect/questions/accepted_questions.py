"""The questions that a person has accepted, with the papers that answer them (KIWI, §3.1)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from tamis.collect.questions.files import Record, read_as, read_lines
from tamis.collect.questions.review import KEYS, Proposed, Reviewed, reviewed
from tamis.inputs.json_records import write_json_lines
from tamis.retrieve.papers.paper import Paper
from tamis.types import InputError


@dataclass(frozen=True)
class Accepted:
    """A question and its papers with their full texts, ready for a writing session.

    `paragraph` is the related-work paragraph that the question comes from, of the paper `source`
    with the title `source_title`; `proposed` is the wording of the model. `missing` are the titles
    of papers with evidence whose text is not available.
    """

    id: str
    question: str
    papers: tuple[Paper, ...]
    paragraph: str
    source: str
    source_title: str
    reviewer: str
    proposed: str = ""
    model: str = ""
    missing: tuple[str, ...] = ()
    note: str = ""


def reviewed_in(proposed: Iterable[Proposed]) -> tuple[list[Reviewed], Counter[str]]:
    """The finished reviews in a review file, and the number of questions by their outcome.

    The counts: "accepted", "accepted with a keyword" (in the final wording), "boxes unticked"
    (signed, not all ticked), "not reviewed", and "dropped by a filter" of those not reviewed.
    Raises InputError for boxes without a name.
    """
    found, counts = [], Counter[str]()
    for one in proposed:
        marks = one.marks
        if marks.empty:
            counts["dropped by a filter" if one.dropped else "not reviewed"] += 1
            continue
        finding = reviewed(one, marks.ticks, marks.by, marks.question, marks.papers, marks.note)
        accepted = "accepted with a keyword" if finding.keyword else "accepted"
        counts[accepted if finding.accepted else "boxes unticked"] += 1
        found.append(finding)
    return found, counts


def evidence(finding: Reviewed, texts: Mapping[str, Paper]) -> Accepted:
    """An accepted question with the texts of its papers.

    Raises InputError where a box is not ticked, for all errors that `reviewed` raises, and where a
    paper that is marked as available has no text in `texts`.
    """
    one = finding.proposed
    # The finding may have been made without `reviewed`, and so is not checked yet.
    finding = reviewed(
        one,
        finding.ticks,
        finding.by,
        finding.question,
        None
        if finding.papers == one.paragraph.cited
        else [paper.id for paper in finding.papers if paper.id],
        finding.note,
    )
    if not finding.accepted:
        unticked = ", ".join(key for key in KEYS if not finding.ticks[key])
        raise InputError(f"the question {one.id} is not accepted: {unticked} not ticked.")
    available = [paper for paper in finding.papers if paper.available]
    for paper in available:
        if paper.id not in texts:
            raise InputError(
                f"the question {one.id} needs the paper {paper.id:.60}, but its text was not "
                "found; give the files that hold it."
            )
    return Accepted(
        one.id,
        finding.question,
        tuple(_titled(texts[paper.id], paper.title) for paper in available),
        one.paragraph.text,
        one.paragraph.paper,
        one.paragraph.title,
        finding.by,
        one.question,
        one.model,
        tuple(paper.title or paper.id for paper in finding.papers if not paper.available),
        finding.note,
    )


def write_accepted(
    path: Path, findings: Sequence[Reviewed], texts: Mapping[str, Paper]
) -> tuple[Accepted, ...]:
    """Write only the accepted questions, as JSON lines; `texts` has the papers by their ids.

    The form is that of KIWI's released questions (`tamis.retrieve.papers.sciqa`), with more
    fields: question, related_work_paragraph, cited_papers, and their cited_paragraphs by paper.
    Findings with an unticked box are left out. Raises InputError, with nothing written, for two
    findings on one question and for all errors that `evidence` raises.
    """
    ids = Counter(finding.proposed.id for finding in findings)
    for id, count in ids.items():
        if count > 1:
            raise InputError(f"the question {id} has {count} reviews; keep one of them.")
    accepted = tuple(evidence(finding, texts) for finding in findings if finding.accepted)
    write_json_lines(path, map(_record, accepted))
    return accepted


def read_accepted(path: Path) -> tuple[Accepted, ...]:
    """Read accepted questions; InputError with the line for an invalid one."""
    return read_lines(path, _accepted)


def _titled(text: Paper, title: str) -> Paper:
    return replace(text, title=title) if title and text.title == f"Paper {text.id}" else text


def _record(one: Accepted) -> dict[str, Any]:
    return {
        "id": one.id,
        "question": one.question,
        "related_work_paragraph": one.paragraph,
        "cited_papers": [{"id": paper.id, "title": paper.title} for paper in one.papers],
        "cited_paragraphs": [list(paper.paragraphs) for paper in one.papers],
        "missing_papers": list(one.missing),
        "source": {"id": one.source, "title": one.source_title},
        "reviewer": one.reviewer,
        "proposed_question": one.proposed,
        "model": one.model,
        "note": one.note,
    }


@dataclass(frozen=True)
class _Named:
    id: str
    title: str


@dataclass(frozen=True)
class _Line:
    """A line of the file, as `_record` writes it."""

    id: str
    question: str
    related_work_paragraph: str
    cited_papers: tuple[_Named, ...]
    cited_paragraphs: tuple[tuple[str, ...], ...]
    source: _Named
    reviewer: str
    missing_papers: tuple[str, ...] = ()
    proposed_question: str = ""
    model: str = ""
    note: str = ""


def _accepted(record: Record, where: str) -> Accepted:
    line = read_as(_Line, record, where)
    if len(line.cited_papers) != len(line.cited_paragraphs):
        raise InputError(
            f"{where}: `cited_paragraphs` must hold a list for each paper of `cited_papers`."
        )
    cited = zip(line.cited_papers, line.cited_paragraphs, strict=True)
    return Accepted(
        line.id,
        line.question,
        tuple(Paper(one.id, one.title, texts) for one, texts in cited),
        line.related_work_paragraph,
        line.source.id,
        line.source.title,
        line.reviewer,
        line.proposed_question,
        line.model,
        line.missing_papers,
        line.note,
    )
