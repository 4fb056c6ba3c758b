"""The file in which a judge's errors are labelled: one row per wrong judgement, as CSV.

The labels are the kinds of error of ACS, §3.3, given by a person or by any model.

People open it in spreadsheets, so it may have commas, semicolons or tabs between its cells, and a
cell that a spreadsheet would run as a formula is written with an apostrophe before it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, fields, replace
from functools import partial
from pathlib import Path
from typing import Literal, get_args

from tamis.checking.judgement import Judgement
from tamis.checking.worksheet import Worksheet
from tamis.inputs.files import write_text
from tamis.inputs.spreadsheets import read_rows, sheet
from tamis.text.normalised import whole
from tamis.types import InputError

Category = Literal[
    "extraction", "counting", "schedule understanding", "other reasoning", "calculation"
]
CATEGORIES: tuple[Category, ...] = get_args(Category)
"""In the order of Table 2; all but the last are reasoning."""

_SPELLINGS: dict[str, Category] = {
    **{re.sub(r"\W", "", category): category for category in CATEGORIES},
    "schedule": "schedule understanding",
    "other": "other reasoning",
}
_SAID = {
    **dict.fromkeys(("1", "true", "yes", "satisfied"), True),
    **dict.fromkeys(("0", "false", "no", "unsatisfied"), False),
}
# Spreadsheets cut a cell at 32,767 characters.
_LONGEST_TEXT = 30_000
_CUT = " […]"


@dataclass(frozen=True)
class ErrorRow:
    """One wrong judgement with the label of its error.

    `gold` and `verdict` are True for satisfied, and differ. `worksheet` is the program's, in
    plain text. `label` is the kind of error, empty if not labelled yet. `constraint`, `request`
    and `response` are shown to the person who labels.
    """

    id: str
    judge: str
    gold: bool
    verdict: bool
    rationale: str = ""
    worksheet: str = ""
    label: Category | Literal[""] = ""
    constraint: str = ""
    request: str = ""
    response: str = ""

    @property
    def key(self) -> tuple[str, str, str]:
        """The identity of the judgement: item, judge, and text of the rationale."""
        return self.id, self.judge, "".join(filter(str.isalnum, self.rationale[:20_000]))


# The columns in reading order: what was judged, the judgement, the label to write.
_JUDGED = ("constraint", "request", "response")
_OTHERS = tuple(field.name for field in fields(ErrorRow) if field.name not in _JUDGED)
FIELDS = (*_OTHERS[:4], *_JUDGED, *_OTHERS[4:])
NEEDED = ("id", "judge", "gold", "verdict", "label")


@dataclass(frozen=True)
class Applied:
    """Rows with the labels of a file; `unused` counts its labels that belong to no row."""

    rows: tuple[ErrorRow, ...]
    unused: int


def error_row(
    id: str,
    gold: bool,
    judgement: Judgement,
    worksheet: Worksheet | None = None,
    *,
    constraint: str = "",
    request: str = "",
    response: str = "",
) -> ErrorRow:
    """The row of a wrong judgement, to be labelled.

    `worksheet` is the program's for the same item; by default the judgement's own. Raises
    ValueError for a judgement that is right or undecided: it has no error to label.
    """
    if judgement.satisfied is None or judgement.satisfied == gold:
        raise ValueError(f"the judgement of {id} by {judgement.judge} is not wrong")
    worksheet = worksheet or judgement.worksheet
    return ErrorRow(
        id,
        judgement.judge,
        gold,
        judgement.satisfied,
        judgement.rationale,
        "\n".join(worksheet.lines()) if worksheet else "",
        constraint=constraint,
        request=request,
        response=response,
    )


def parse_label(text: str) -> Category | None:
    """A category in any usual spelling ("Other", "schedule_understanding"); None otherwise."""
    return _SPELLINGS.get(re.sub(r"[\W_]+", "", text).casefold())


def apply_labels(rows: Iterable[ErrorRow], labelled: Iterable[ErrorRow]) -> Applied:
    """The rows with the labels of a file.

    A label belongs to one rationale: if a new run of the judge gives another rationale, the label
    is not applied to it but counted as unused.
    """
    labels = {row.key: row.label for row in labelled if row.label}
    kept = tuple(rows)
    unused = labels.keys() - {row.key for row in kept}
    made = tuple(replace(row, label=labels.get(row.key, row.label)) for row in kept)
    return Applied(made, len(unused))


def write_labels(path: Path, rows: Iterable[ErrorRow]) -> None:
    """Write a label file. Raises InputError where it cannot be written.

    Texts too long for a spreadsheet's cell are cut, with a mark at the end.
    """
    write_text(path, sheet(FIELDS, map(_cells, rows)))


def read_labels(path: Path) -> tuple[ErrorRow, ...]:
    """Read a label file; InputError with the file and the line for what is wrong in it."""
    rows: dict[tuple[str, str, str], tuple[int, ErrorRow]] = {}
    for line, record in read_rows(path, partial(_check, path)):
        row = _row(record, f"{path}, line {line}")
        before, first = rows.setdefault(row.key, (line, row))
        if first.label != row.label:
            raise InputError(
                f'{path}, line {line}: "{row.id}" of {row.judge} is labelled otherwise in line '
                f"{before}; keep one of the two rows."
            )
    return tuple(row for _, row in rows.values())


def _cells(row: ErrorRow) -> list[str]:
    record = {name: str(getattr(row, name)) for name in FIELDS}
    record |= {
        name: "satisfied" if getattr(row, name) else "unsatisfied" for name in ("gold", "verdict")
    }
    return [_cell(text) for text in record.values()]


def _cell(text: str) -> str:
    text = whole(text).replace("\0", "\ufffd")
    if len(text) > _LONGEST_TEXT:
        text = text[:_LONGEST_TEXT] + _CUT
    return text


def _check(path: Path, header: Sequence[str]) -> None:
    for name in NEEDED:
        if header.count(name) != 1:
            raise InputError(
                f'{path}, line 1: the column "{name}" must be there once; take the first line '
                "of the file that was written."
            )


def _row(record: Mapping[str, str], where: str) -> ErrorRow:
    for name in ("id", "judge"):
        if not record[name].strip():
            raise InputError(f"{where}: the {name} is empty; take the row from the report again.")
    said: dict[str, bool] = {}
    for name in ("gold", "verdict"):
        value = _SAID.get(record[name].strip().casefold())
        if value is None:
            raise InputError(
                f'{where}: {name} is "{_short(record[name])}"; write satisfied or unsatisfied.'
            )
        said[name] = value
    if said["gold"] == said["verdict"]:
        raise InputError(
            f"{where}: gold and verdict agree, so there is no error to label; remove the row."
        )
    text = record["label"].strip()
    label = parse_label(text)
    if text and label is None:
        raise InputError(
            f'{where}: label is "{_short(text)}"; write {", ".join(CATEGORIES)}, or nothing.'
        )
    return ErrorRow(
        record["id"],
        record["judge"],
        said["gold"],
        said["verdict"],
        record.get("rationale", ""),
        record.get("worksheet", ""),
        label or "",
        # Older files without these columns are read too.
        *(record.get(name, "") for name in _JUDGED),
    )


def _short(text: str) -> str:
    shown = " ".join("".join(c if c.isprintable() else " " for c in text).split())
    return shown if len(shown) <= 40 else shown[:39] + "…"
