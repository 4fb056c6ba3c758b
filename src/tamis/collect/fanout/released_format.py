"""Questions in the released format of FanOutQA as trees, and trees in that format.

`{id, question, decomposition, answer, categories}`; a sub-question has `depends_on` and
`evidence` in place of `categories`. Test splits have `necessary_evidence` and nothing below.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from tamis.benchmarks.fanoutqa.question import Evidence, SubQuestion
from tamis.benchmarks.fanoutqa.released_records import read_question
from tamis.collect.fanout.tree import Page, Question, page_key


def is_released(raw: Any) -> bool:
    """Whether an object is in the released format rather than in that of authors."""
    return isinstance(raw, dict) and ("decomposition" in raw or "necessary_evidence" in raw)


def read_released(raw: Any, where: str) -> Question:
    """A released question; InputError, beginning with `where`, for an invalid one."""
    read = read_question(raw, where)
    strategy, then = _parts(read.decomposition, "")
    pages = tuple(map(_page, read.evidence))
    hidden = "decomposition" not in raw
    return Question(
        read.text, read.answer, strategy, then, id=read.id, hidden=hidden, given_pages=pages
    )


def released(question: Question, categories: Sequence[str] = ()) -> dict[str, Any]:
    """A question as a record of the released format.

    The sub-questions in `then` depend on all those in `strategy`. An unknown `pageid` or `revid` is
    null.
    """
    return {
        "id": question.id,
        "question": question.question,
        "decomposition": _decomposition(question),
        "answer": question.answer,
        "categories": list(categories),
    }


def _decomposition(question: Question) -> list[dict[str, Any]]:
    first = [part.id for part in question.strategy]
    return [
        {
            "id": part.id,
            "question": part.question,
            "decomposition": _decomposition(part),
            "answer": part.answer,
            "depends_on": depends_on,
            "evidence": None if part.evidence is None else _evidence(part.evidence),
        }
        for parts, depends_on in ((question.strategy, []), (question.then, first))
        for part in parts
    ]


def _evidence(page: Page) -> dict[str, Any]:
    return {
        "pageid": page.pageid,
        "revid": page.revid,
        "title": page_key(page),
        "url": page.url,
    }


def _parts(
    found: Sequence[SubQuestion], above: str
) -> tuple[tuple[Question, ...], tuple[Question, ...]]:
    """Sub-questions that can be asked at once, and those that need the answers of others."""
    strategy: list[Question] = []
    then: list[Question] = []
    for i, part in enumerate(found):
        path = f"{above}.decomposition[{i}]".lstrip(".")
        below = _parts(part.decomposition, path)
        page = None if part.evidence is None else _page(part.evidence)
        node = Question(part.question, part.answer, *below, page, path, part.id)
        (then if part.depends_on else strategy).append(node)
    return tuple(strategy), tuple(then)


def _page(found: Evidence) -> Page:
    return Page(found.title, found.url, found.pageid, found.revid)
