"""Reads files of questions as trees, in the format of authors or in the released one."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tamis.bad_input import twice
from tamis.collect.fanout.literals import parse
from tamis.collect.fanout.released_format import is_released, read_released, released
from tamis.collect.fanout.tree import Question
from tamis.collect.fanout.validation import MIN_PAGES, Authored, check_all, line_of
from tamis.inputs.files import read_text
from tamis.inputs.json_records import write_json
from tamis.types import InputError


@dataclass(frozen=True)
class QuestionFile:
    """The questions of a file: `raws[i]` is what `questions[i]` was read from."""

    path: Path
    raws: tuple[Any, ...]
    questions: tuple[Question, ...]
    is_released: bool
    sha256: str


def validate(path: Path, min_pages: int = MIN_PAGES) -> list[Authored]:
    """The questions of an author's file, each with all of its problems.

    InputError where the file cannot be read at all, or is in the released format.
    """
    raws = parse(read_text(path), str(path))
    if all(map(is_released, raws)):
        raise InputError(
            f"{path} is in the released format already; `tamis fanout filter` reads it as it is."
        )
    return check_all(raws, min_pages)


def read_questions(path: Path, min_pages: int = MIN_PAGES) -> QuestionFile:
    """Read a file of either format.

    Raises InputError for an unreadable file, for an author's question with errors (`validate`
    lists them all) and for a repeated id.
    """
    text = read_text(path)
    raws = parse(text, str(path))
    kinds = {is_released(raw) for raw in raws}
    if len(kinds) > 1:
        raise InputError(f"{path} mixes released questions with those of authors; split the file.")
    if kinds == {True}:
        questions = [read_released(raw, f"{path}, question {n}") for n, raw in enumerate(raws, 1)]
    else:
        questions = _authored(path, check_all(raws, min_pages))
    seen: dict[str, int] = {}
    for number, question in enumerate(questions, 1):
        if (first := seen.setdefault(question.id, number)) != number:
            raise twice(
                "id",
                question.id,
                f"{path}, question {number}",
                f"question {first}",
                "give it another one",
            )
    sha256 = hashlib.sha256(text.encode("utf-8", "replace")).hexdigest()
    return QuestionFile(path, tuple(raws), tuple(questions), kinds == {True}, sha256)


def convert(authored: Sequence[Authored]) -> list[dict[str, Any]]:
    """Checked questions in the released format; ValueError where one of them is not valid."""
    if not all(one.valid for one in authored):
        raise ValueError("only valid questions can be converted")
    return [released(one.tree, one.categories) for one in authored if one.tree is not None]


def write_questions(path: Path, records: Sequence[Any]) -> None:
    """Write records as a JSON array, whole or not at all; InputError where that fails."""
    write_json(path, records)


def _authored(path: Path, authored: Sequence[Authored]) -> list[Question]:
    problems = [p for one in authored for p in one.problems if p.severity == "error"]
    if problems:
        more = f" (and {len(problems) - 1} more)" if len(problems) > 1 else ""
        raise InputError(
            f"{path}, {line_of(problems[0]).rstrip('.')}{more}; "
            "`tamis fanout validate` lists what to change."
        )
    return [one.tree for one in authored if one.tree is not None]
