"""The released records of FanOutQA, read as questions.

A file is one JSON array. A record of the dev split has its answer and its decomposition:

    {"id": "1917958c16bb6324", "question": "…", "categories": ["Geography"],
     "answer": {"Sull": 611, …},
     "decomposition": [
       {"id": "ad6fb04f3cb620ef", "question": "…", "answer": ["Sull", …], "depends_on": [],
        "decomposition": [],
        "evidence": {"pageid": 12, "revid": 34, "title": "…", "url": "https://…"}}, …]}

`evidence` is null where `decomposition` is not empty. "###TBD###" stands for an unknown `pageid`
or `revid`. A record of the test split has `necessary_evidence`, a list of evidence, in place of
answer and decomposition.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, cast

from tamis.bad_input import twice
from tamis.benchmarks.fanoutqa.question import Evidence, Question, SubQuestion, Value
from tamis.inputs.json_records import read_json
from tamis.inputs.rows import field, filled, wrong_value
from tamis.types import InputError

UNKNOWN = "###TBD###"
"""The placeholder in the corrected release where page and revision were not looked up."""

_DEEPEST = 20


def read_questions(path: Path) -> Iterator[Question]:
    """The questions of a file, in order; InputError, with file and item, for what is broken."""
    before: dict[str, int] = {}
    for number, record in enumerate(_array(path), 1):
        where = f"{path}, item {number}"
        question = read_question(record, where)
        if (first := before.setdefault(question.id, number)) != number:
            raise twice("id", question.id, where, f"item {first}")
        yield question


def _array(path: Path) -> list[Any]:
    found = read_json(path, "FanOutQA's files are one JSON array each")
    if not isinstance(found, list) or not found:
        raise wrong_value(found, "", "a list of questions", str(path))
    return found


def read_question(raw: Any, where: str) -> Question:
    """A record as a question; InputError, beginning with `where`, for what is broken in it."""
    record = _object(raw, where)
    categories = field(record, "categories", list, where) if "categories" in record else []
    if not all(isinstance(category, str) for category in categories):
        raise wrong_value(categories, "categories", "a list of texts", where)
    id, text = filled(record, "id", where), filled(record, "question", where)
    if "decomposition" not in record and "necessary_evidence" not in record:
        raise InputError(
            f'{where} has neither "decomposition" (dev) nor "necessary_evidence" (test); give one.'
        )
    if "decomposition" not in record:
        pages = field(record, "necessary_evidence", list, where)
        return Question(
            id,
            text,
            _answer(record, where) if "answer" in record else None,
            tuple(categories),
            evidence=tuple(_evidence(page, f"{where}, necessary_evidence") for page in pages),
        )
    parts = _parts(record, where, 1)
    seen: set[str] = set()
    question = Question(id, text, _answer(record, where), tuple(categories), parts)
    for part in question.walk():
        if part.id in seen:
            raise twice("id", part.id, f"{where}, sub-questions")
        seen.add(part.id)
    return question


def _parts(record: Mapping[str, Any], where: str, depth: int) -> tuple[SubQuestion, ...]:
    parts: list[SubQuestion] = []
    for number, raw in enumerate(field(record, "decomposition", list, where), 1):
        if depth > _DEEPEST:
            raise InputError(f"{where}: sub-questions are nested deeper than {_DEEPEST} levels.")
        here = f"{where}{', sub-question ' if depth == 1 else '.'}{number}"
        part = _object(raw, here)
        below = _parts(part, here, depth + 1)
        page = part.get("evidence")
        if bool(below) == (page is not None):
            has = "both" if below else "neither"
            raise InputError(
                f'{here} has {has} "evidence" and "decomposition"; it must have one of them.'
            )
        needed = field(part, "depends_on", list, here) if "depends_on" in part else []
        siblings = {sibling.id for sibling in parts}
        if unknown := [id for id in needed if not isinstance(id, str) or id not in siblings]:
            raise InputError(
                f'{here}: "depends_on" names {unknown[0]!r:.60}, which is no sub-question before '
                "it on its level."
            )
        parts.append(
            SubQuestion(
                filled(part, "id", here),
                filled(part, "question", here),
                _answer(part, here),
                tuple(needed),
                None if page is None else _evidence(page, f"{here}, evidence"),
                below,
            )
        )
    return tuple(parts)


def _evidence(raw: Any, where: str) -> Evidence:
    page = _object(raw, where)
    url = page.get("url")
    if not isinstance(url, str | None):
        raise wrong_value(url, "url", "a text", where)
    return Evidence(
        filled(page, "title", where),
        _number(page, "pageid", where),
        _number(page, "revid", where),
        url or "",
    )


def _number(page: Mapping[str, Any], key: str, where: str) -> int | None:
    value = page.get(key)
    if value is None or value == UNKNOWN:
        return None
    if isinstance(value, str) and value.isascii() and value.isdigit() and len(value) < 19:
        return int(value)
    if isinstance(value, bool) or not isinstance(value, int):
        raise wrong_value(value, key, f"a whole number or {UNKNOWN}", where)
    return value


def _answer(record: Mapping[str, Any], where: str) -> Value:
    answer = record.get("answer")
    inner: list[Any] = [answer]
    if isinstance(answer, dict):
        inner = list(answer.values())
    elif isinstance(answer, list):
        inner = answer
    for value in inner:
        if not isinstance(value, str | int | float) or (
            isinstance(value, float) and not math.isfinite(value)
        ):
            raise InputError(
                f'{where}: "answer" must be a string, a number, true or false, or one list or '
                f"object of these; it is or holds {value!r:.60}."
            )
    return cast(Value, answer)


def _object(raw: Any, where: str) -> Mapping[str, Any]:
    if not isinstance(raw, dict):
        raise wrong_value(raw, "", "an object", where)
    return raw
