"""The review file written as CSV for spreadsheets, with a column per box, and read back."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from pathlib import Path

from tamis.collect.constraints.sheets import Row, read_sheet, write_sheet
from tamis.collect.questions.review import KEYS, Marks, Proposed
from tamis.types import InputError

COLUMNS = (
    *("id", "question", "title", "paragraph", "papers", "keyword", "answerable", "dropped"),
    *KEYS,
    *("edited_question", "evidence", "reviewer", "note"),
)
_NEEDED = ("id", *KEYS, "reviewer")
_TICKED = frozenset(("x", "1", "yes", "y", "true", "✓", "✔", "☑"))
_UNTICKED = frozenset(("", "0", "no", "n", "false", "-", "☐"))


def write_review_sheet(path: Path, proposed: Iterable[Proposed]) -> None:
    """Write the review file as CSV; papers are one to a line, and missing ones are marked."""
    write_sheet(path, COLUMNS, map(_cells, proposed))


def read_review_sheet(path: Path, proposed: Sequence[Proposed]) -> tuple[Proposed, ...]:
    """The questions with the entries that a person has made in the CSV.

    A box is ticked with x, 1, yes or true; `evidence` holds ids of papers with blanks or commas
    between, all where it is empty. Questions that are not in the CSV stay as they are. Raises
    InputError with the line for an entry that cannot be read.
    """
    by_id = {one.id: one for one in proposed}
    seen: set[str] = set()
    for row in read_sheet(path, _NEEDED):
        id, marks = row["id"], _marks(row)
        # Rows without entries may be left from an earlier version.
        if id in seen or (id not in by_id and not marks.empty):
            what = "is there twice" if id in seen else "is not in the review file"
            raise InputError(f"{row.where}: the question {id!r:.40} {what}; remove the row.")
        seen.add(id)
        if id in by_id:
            by_id[id] = replace(by_id[id], marks=marks)
    return tuple(by_id.values())


def merged(path: Path, proposed: Sequence[Proposed]) -> tuple[Proposed, ...]:
    """The questions with the entries from the review file or from the CSV `path`.

    Without a CSV they stay as they are. Raises InputError where both have entries that differ.
    """
    if not path.exists():
        return tuple(proposed)
    found = []
    for one, filled in zip(proposed, read_review_sheet(path, proposed), strict=True):
        if one.marks.empty or filled.marks.empty:
            found.append(one if filled.marks.empty else filled)
        elif _without_spreadsheet_changes(one.marks) == _without_spreadsheet_changes(filled.marks):
            found.append(one)
        else:
            raise InputError(
                f"{path}: the question {one.id} is reviewed here and in the review file, with "
                "different entries; clear one of the two."
            )
    return tuple(found)


def _without_spreadsheet_changes(marks: Marks) -> Marks:
    """Marks in a form that is the same after a spreadsheet has saved them."""

    def plain(text: str) -> str:
        return " ".join(text.split())

    ticks = {key: bool(marks.ticks.get(key)) for key in KEYS}
    return Marks(ticks, plain(marks.by), plain(marks.question), marks.papers, plain(marks.note))


def _cells(one: Proposed) -> dict[str, str]:
    marks = one.marks
    return {
        "id": one.id,
        "question": one.question,
        "title": one.paragraph.title,
        "paragraph": one.paragraph.text,
        "papers": "\n".join(
            f"{paper.id or '?'}: {paper.title or '?'}" + ("" if paper.available else " (missing)")
            for paper in one.paragraph.cited
        ),
        "keyword": one.keyword,
        "answerable": one.answerable,
        "dropped": one.dropped,
        **{key: "x" if marks.ticks.get(key) else "" for key in KEYS},
        "edited_question": marks.question,
        "evidence": " ".join(marks.papers or ()),
        "reviewer": marks.by,
        "note": marks.note,
    }


def _marks(row: Row) -> Marks:
    evidence = row.cells.get("evidence", "").replace(",", " ").replace(";", " ").split()
    return Marks(
        {key: _ticked(row, key) for key in KEYS},
        row["reviewer"],
        row.cells.get("edited_question", ""),
        tuple(evidence) or None,
        row.cells.get("note", ""),
    )


def _ticked(row: Row, key: str) -> bool:
    written = row[key].casefold()
    if written in _TICKED:
        return True
    if written in _UNTICKED:
        return False
    raise InputError(
        f'{row.where}: {row[key]!r:.40} under "{key}" is not a tick; write x or leave it empty.'
    )
