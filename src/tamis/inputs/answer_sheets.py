"""Sheets with a question of yes or no on each line, which a person fills in with a spreadsheet.

A line is a frozen dataclass of texts; one of its fields takes the answer, `note` takes remarks.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import asdict, fields
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from tamis.inputs.files import write_text
from tamis.inputs.rows import wrong_value
from tamis.inputs.spreadsheets import read_rows, sheet
from tamis.types import InputError

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

    Line = TypeVar("Line", bound=DataclassInstance)

_ANSWERS = {
    **dict.fromkeys(("yes", "y", "true", "1"), True),
    **dict.fromkeys(("no", "n", "false", "0"), False),
}


def write_sheet(path: Path, lines: Sequence[DataclassInstance]) -> None:
    """Write the sheet: CSV whose cells cannot run as formulas; InputError for a file that exists,
    as it may hold someone's answers.
    """
    if path.exists():
        raise InputError(f"{path} exists, and may hold someone's work; give another --out.")
    columns = [field.name for field in fields(lines[0])]
    write_text(path, sheet(columns, (asdict(line).values() for line in lines)))


def read_sheets(
    paths: Iterable[Path],
    of: type[Line],
    answer: str,
    command: str,
    optional: Collection[str] = ("note",),
) -> list[Line]:
    """The lines of sheets that were filled in; a line of several sheets is one.

    `answer` is the field of the answers, `command` what wrote the sheets, `optional` the columns
    that a sheet may lack. InputError with its line for an answer that is none, where two sheets
    have different ones, and where there is no line.
    """
    found: dict[tuple[str, ...], Line] = {}
    for path in paths:
        for line in _read(path, of, answer, command, optional):
            asked = tuple(v for k, v in asdict(line).items() if k not in (answer, "note"))
            known = getattr(found.get(asked), answer, "")
            given = getattr(line, answer)
            if known and given and answered(known) != answered(given):
                raise InputError(
                    f"{path}: a line has the answer {given}, and {known} in another place "
                    f"({'; '.join(filter(None, asked))[:120]}); settle on one."
                )
            if given or asked not in found:
                found[asked] = line
    if not found:
        raise InputError(f"the sheets have no lines; `{command}` writes one.")
    return list(found.values())


def answered(text: str) -> bool | None:
    """What an answer says; None where there is none yet. KeyError for another text."""
    return _ANSWERS[text.lower()] if text else None


def _read(
    path: Path, of: type[Line], answer: str, command: str, optional: Collection[str]
) -> list[Line]:
    columns = [field.name for field in fields(of)]

    def check(names: Sequence[str]) -> None:
        if missing := [name for name in columns if name not in {*names, *optional}]:
            raise InputError(
                f"{path} is no sheet of `{command}`: it lacks the column {missing[0]}."
            )

    found = []
    for number, row in read_rows(path, check):
        given = {name: row.get(name, "").strip() for name in columns}
        if given[answer] and given[answer].lower() not in _ANSWERS:
            raise wrong_value(given[answer], answer, "yes, no or nothing", f"{path}, line {number}")
        found.append(of(**given))
    return found
