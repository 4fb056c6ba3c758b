"""Questions in the released format of FanOutQA: reading it, and writing it from a tree.

`{id, question, decomposition, answer, categories}`; a sub-question has `depends_on` and
`evidence` in place of `categories`. Test splits have `necessary_evidence` and nothing below.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from tamis.collect.fanout.tree import Page, Question, page_key
from tamis.types import InputError

_DEEPEST = 20


def is_released(raw: Any) -> bool:
    """Whether an object is in the released format rather than in that of authors."""
    return isinstance(raw, dict) and ("decomposition" in raw or "necessary_evidence" in raw)


def read_released(raw: dict[str, Any], where: str) -> Question:
    """A released question; InputError, beginning with `where`, for what is not as it should be."""
    if "decomposition" not in raw and isinstance(raw.get("necessary_evidence"), list):
        pages = [_page(page, f"{where}, necessary_evidence") for page in raw["necessary_evidence"]]
        return Question(
            _text(raw, "question", where),
            None,
            id=_text(raw, "id", where),
            hidden=True,
            given_pages=tuple(page for page in pages if page is not None),
        )
    return _read(raw, where, "", 0)


def released(question: Question, categories: Sequence[str] = ()) -> dict[str, Any]:
    """A question as a record of the released format.

    What follows (`then`) depends on the whole strategy beside it. A `pageid` or `revid` that is
    not known is null.
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


def _read(raw: Any, where: str, path: str, depth: int) -> Question:
    here = f"{where}, {path}" if path else where
    if not isinstance(raw, dict):
        raise InputError(f"{here}: expected an object with question, decomposition and answer.")
    if depth > _DEEPEST:
        raise InputError(
            f"{where}: the decomposition is more than {_DEEPEST} deep; check the file."
        )
    parts = raw.get("decomposition", [])
    if not isinstance(parts, list):
        raise InputError(f"{here}: decomposition must be a list of sub-questions.")
    if "answer" not in raw:
        raise InputError(
            f"{here}: the answer is missing; take the question from its release again."
        )
    strategy: list[Question] = []
    then: list[Question] = []
    for place, part in enumerate(parts):
        inner = f"{path}.decomposition[{place}]".lstrip(".")
        node = _read(part, where, inner, depth + 1)
        (then if part.get("depends_on") else strategy).append(node)
    return Question(
        _text(raw, "question", here),
        raw["answer"],
        tuple(strategy),
        tuple(then),
        _page(raw.get("evidence"), f"{here}, evidence"),
        path,
        _text(raw, "id", here),
    )


def _text(raw: dict[str, Any], name: str, where: str) -> str:
    if not (isinstance(raw.get(name), str) and raw[name].strip()):
        raise InputError(f"{where}: {name} must be a text that is not empty.")
    return str(raw[name])


def _page(raw: Any, where: str) -> Page | None:
    if raw is None:
        return None
    if not isinstance(raw, dict):
        raise InputError(f"{where}: expected null or an object with title and url.")
    url = raw.get("url")
    return Page(
        _text(raw, "title", where),
        url if isinstance(url, str) else "",
        _known(raw, "pageid"),
        _known(raw, "revid"),
    )


def _known(raw: dict[str, Any], name: str) -> int | None:
    # "###TBD###" is the release's mark for what was not looked up.
    value = raw.get(name)
    if isinstance(value, str) and value.isascii() and value.isdigit() and len(value) < 19:
        return int(value)
    return value if isinstance(value, int) and not isinstance(value, bool) else None
