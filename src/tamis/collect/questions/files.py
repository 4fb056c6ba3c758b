"""The files between the steps: paragraphs, papers, and questions for a person to review.

Errors in their lines name the file, the line and the member of the object.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from functools import partial
from pathlib import Path
from typing import Any, Protocol, TypeVar

from tamis.bad_input import absent, twice, unknown
from tamis.collect.questions.paragraphs import Drop, Paragraph
from tamis.collect.questions.review import DESIDERATA, KEYS, Proposed
from tamis.inputs.json_records import read_json, read_json_lines, write_json, write_json_lines
from tamis.inputs.rows import as_row
from tamis.retrieve.papers.paper import Paper
from tamis.types import InputError

Record = Mapping[str, Any]
Value = TypeVar("Value")
_REMEDY = "put it back as it was"


class Folder:
    """The paths of the files, by the command that writes them.

    `find` writes `paragraphs`, `dropped` and `papers`, `propose` writes `proposed`, `check` writes
    `review` and `sheet`, and `accept` writes `accepted`. `replies` has the replies of the models,
    stored as they arrive; `summary` records how every file was made.
    """

    def __init__(self, root: Path) -> None:
        self.root = root
        self.paragraphs = root / "paragraphs.jsonl"
        self.dropped = root / "dropped.jsonl"
        self.papers = root / "papers.jsonl"
        self.proposed = root / "proposed.jsonl"
        self.review = root / "review.jsonl"
        self.sheet = root / "review.csv"
        self.accepted = root / "accepted.jsonl"
        self.replies = root / "replies.jsonl"
        self.summary = root / "summary.json"

    def require(self, path: Path, command: str) -> Path:
        """A file of an earlier step; InputError with the command to run where it is missing."""
        if not path.exists():
            raise absent(path, f"run `tamis questions {command}` first")
        return path

    def record(self, step: str, values: Mapping[str, Any]) -> None:
        """Store the summary of a step, next to those of the other steps."""
        earlier = read_json(self.summary, "delete it") if self.summary.exists() else {}
        if not isinstance(earlier, dict):
            raise InputError(f"{self.summary} is not a JSON object; delete it.")
        whole = {**earlier, step: dict(values)}
        write_json(self.summary, whole)


class Identified(Protocol):
    """A record with an id."""

    @property
    def id(self) -> str:
        """The id."""
        ...


One = TypeVar("One", bound=Identified)


def read_lines(path: Path, make: Callable[[Record, str], One]) -> tuple[One, ...]:
    """Read JSON lines with `make`, which takes a record and its location; ids must be unique.

    Raises InputError with the file and the line for errors.
    """
    found = tuple(
        make(record, f"{path}, line {number}") for number, record in read_json_lines(path, _REMEDY)
    )
    seen: set[str] = set()
    for one in found:
        if one.id in seen:
            raise twice("id", one.id, str(path), remedy="remove one of the lines")
        seen.add(one.id)
    return found


def read_as(kind: type[Value], record: Record, where: str) -> Value:
    """A record as a dataclass; InputError with the field that is wrong."""
    return as_row(kind, record, where, _REMEDY)


def write_paragraphs(path: Path, paragraphs: Iterable[Paragraph]) -> None:
    """Write paragraphs."""
    write_json_lines(path, map(asdict, paragraphs))


def write_dropped(path: Path, dropped: Iterable[tuple[Paragraph, Sequence[Drop]]]) -> None:
    """Write dropped paragraphs, each with the reasons."""
    write_json_lines(
        path,
        (
            {"dropped": [f"{drop.kind}: {drop.detail}" for drop in drops], **asdict(paragraph)}
            for paragraph, drops in dropped
        ),
    )


def read_paragraphs(path: Path) -> tuple[Paragraph, ...]:
    """Read paragraphs; InputError with the line for an invalid one."""
    return read_lines(path, partial(read_as, Paragraph))


def write_texts(path: Path, texts: Iterable[Paper]) -> None:
    """Write the full texts of papers, as `tamis.retrieve.papers.read_papers` reads them."""
    write_json_lines(
        path,
        ({"id": one.id, "title": one.title, "paragraphs": list(one.paragraphs)} for one in texts),
    )


def read_texts(path: Path) -> dict[str, Paper]:
    """Read the full texts of papers, by their ids."""
    texts = read_lines(path, partial(read_as, _Text))
    return {one.id: Paper(one.id, one.title, one.paragraphs) for one in texts}


def write_proposed(path: Path, proposed: Iterable[Proposed]) -> None:
    """Write questions that are not ready for review."""
    write_json_lines(path, map(_record, proposed))


def write_review(path: Path, proposed: Iterable[Proposed]) -> None:
    """Write the review file: a line per question, with everything that a reviewer needs.

    Under `review` are the boxes, all `false` until a person ticks them, with the sentences under
    `desiderata`; `by` is for the person's name, `question` for another wording, `papers` for the
    ids of those with evidence (null for all).
    """
    desiderata = dict(DESIDERATA)
    write_json_lines(
        path,
        (
            {**_record(one), "review": asdict(one.marks), "desiderata": desiderata}
            for one in proposed
        ),
    )


def read_review(path: Path) -> tuple[Proposed, ...]:
    """Read the review file, with what people have filled in; InputError with the line."""
    return read_lines(path, _proposed)


def with_marks(
    path: Path, new: Sequence[Proposed], before: Sequence[Proposed]
) -> tuple[Proposed, ...]:
    """New questions with what a person had filled in for them in the review file `path`.

    Raises InputError where something that a person wrote would be lost.
    """
    marks = {one.id: one.marks for one in before if not one.marks.empty}
    if lost := [id for id in marks if id not in {one.id for one in new}]:
        raise InputError(
            f"{path} holds reviews of {len(lost)} questions that are not among the new ones (the "
            f"first: {lost[0]}); move the file away, or work in another folder."
        )
    return tuple(replace(one, marks=marks.get(one.id, one.marks)) for one in new)


def _record(one: Proposed) -> dict[str, Any]:
    record = {**asdict(one), "dropped": one.dropped}
    del record["marks"]
    return record


@dataclass(frozen=True)
class _Text:
    id: str
    title: str
    paragraphs: tuple[str, ...]


def _proposed(record: Record, where: str) -> Proposed:
    one = read_as(Proposed, {"number": 1, **record}, where)
    ticks = one.marks.ticks
    if strange := [key for key in ticks if key not in KEYS]:
        raise unknown("box", strange[0], KEYS, where=where)
    every = {key: ticks.get(key, False) for key in KEYS}
    return replace(one, marks=replace(one.marks, ticks=every))
