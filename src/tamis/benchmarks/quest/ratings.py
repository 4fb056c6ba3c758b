"""The pool file that a rater fills in: one row per question and candidate, CSV or JSON Lines.

A file holds the ratings of one rater; several raters each take a copy of the pool. People open
it in spreadsheets, so a CSV may have commas, semicolons or tabs between its cells, and a cell
that a spreadsheet would run as a formula is written with an apostrophe before it.
"""

from __future__ import annotations

import hashlib
import io
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields, replace
from pathlib import Path
from typing import Any, Literal, get_args

from tamis.bad_input import unknown
from tamis.inputs.files import decoded, read_bytes, write_text
from tamis.inputs.json_records import json_lines, objects_in
from tamis.inputs.rows import no_column, wrong_value
from tamis.inputs.spreadsheets import rows_of, sheet
from tamis.text.normalised import title_key
from tamis.text.shown import clean
from tamis.types import InputError

Bucket = Literal["MATCH", "DEBATABLE", "NO_MATCH"]
BUCKETS: tuple[Bucket, ...] = get_args(Bucket)

_SPELLINGS: dict[str, Bucket] = {
    **dict.fromkeys(("m", "match", "matches"), "MATCH"),
    **dict.fromkeys(("d", "debatable", "debateable"), "DEBATABLE"),
    **dict.fromkeys(("n", "no", "nomatch", "nonmatch", "notamatch"), "NO_MATCH"),
}
_LISTS = ("proposed_by", "evidence_for", "evidence_against")
_BETWEEN = {"proposed_by": ";", "evidence_for": "\n", "evidence_against": "\n"}


@dataclass(frozen=True)
class PoolRow:
    """A candidate answer to a question, with its rating.

    `proposed_by` names the runs, each with `+` (answered with it, or judged it TRUE), `-`
    (judged it FALSE) or `?` (no judgement could be read) at the end. A line of evidence is
    `runs: "quote" [document]`. `in_original`: it is one of the golds that are being revised.
    `rating` is empty until rated. An empty `title` stands for a question without candidates,
    and needs no rating.
    """

    qid: str
    question: str
    title: str
    doc_id: str = ""
    proposed_by: tuple[str, ...] = ()
    in_original: bool = False
    evidence_for: tuple[str, ...] = ()
    evidence_against: tuple[str, ...] = ()
    rating: Bucket | Literal[""] = ""
    comment: str = ""
    rater: str = ""

    @property
    def key(self) -> tuple[str, str]:
        """The identity of the candidate: question and title."""
        return self.qid, title_key(self.title)

    @property
    def unrated(self) -> bool:
        """Whether a rating is still to be given."""
        return bool(self.title) and not self.rating


FIELDS = tuple(field.name for field in fields(PoolRow))
NEEDED = ("qid", "question", "title", "in_original", "rating")


@dataclass(frozen=True)
class PoolFile:
    """A pool as it was read: `lines[i]` is the line (from 1) at which `rows[i]` begins."""

    path: Path
    rows: tuple[PoolRow, ...]
    lines: tuple[int, ...]
    sha256: str

    def __iter__(self) -> Iterator[PoolRow]:
        return iter(self.rows)

    @property
    def rater(self) -> str:
        """The rater: the name in the file, else the file's own name; "" without ratings.

        Raises InputError where the file names several raters.
        """
        names: dict[str, int] = {}
        for row, line in zip(self.rows, self.lines, strict=True):
            if row.rating and row.rater:
                names.setdefault(row.rater, line)
        if len(names) > 1:
            first, second, *_ = names
            raise InputError(
                f'{self.path}, line {names[second]}: the rater is "{second}", but further up it is '
                f'"{first}"; keep one file for each rater.'
            )
        rated = any(row.rating for row in self.rows)
        return next(iter(names), self.path.stem if rated else "")


def parse_rating(text: str) -> Bucket | None:
    """A rating in any usual spelling (`m`, `No match`, `debatable`); None for anything else."""
    return _SPELLINGS.get(re.sub(r"[\W_]+", "", text).casefold())


def split_quote(line: str) -> tuple[tuple[str, ...], str]:
    """A line of evidence as the runs that cited it and the quote with its document.

    A line written by hand, without runs, is taken as the quote.
    """
    runs, mark, rest = line.partition(': "')
    return (tuple(runs.split("; ")), f'"{rest}') if mark else ((), line)


def write_pool(path: Path, rows: Iterable[PoolRow]) -> None:
    """Write a pool; JSON Lines where the name ends in .jsonl, else CSV. Raises InputError."""
    if path.suffix.lower() not in (".csv", ".jsonl"):
        raise InputError(f"{path}: a pool is CSV or JSON Lines; end its name in .csv or .jsonl.")
    if path.suffix.lower() == ".jsonl":
        text = "".join(json_lines(map(_record, rows)))
    else:
        text = sheet(FIELDS, map(_cells, rows))
    write_text(path, text)


def read_pool(path: Path) -> PoolFile:
    """Read a pool, rated or not; InputError with the file and the line for what is wrong."""
    data = read_bytes(path)
    records = _json_lines if path.suffix.lower() == ".jsonl" else _csv_rows
    rows: list[PoolRow] = []
    lines: list[int] = []
    for line, record in records(path, data):
        rows.append(_row(record, f"{path}, line {line}"))
        lines.append(line)
    return PoolFile(path, tuple(rows), tuple(lines), hashlib.sha256(data).hexdigest())


def _record(row: PoolRow) -> dict[str, Any]:
    record = {name: getattr(row, name) for name in FIELDS}
    return record | {name: list(record[name]) for name in _LISTS}


def _cells(row: PoolRow) -> list[str]:
    record = _record(row) | {"in_original": "yes" if row.in_original else "no"}
    record |= {name: between.join(record[name]) for name, between in _BETWEEN.items()}
    return list(record.values())


def _json_lines(path: Path, data: bytes) -> Iterator[tuple[int, dict[str, Any]]]:
    for number, record in objects_in(enumerate(io.BytesIO(data), 1), str(path)):
        _check_names(list(record), f"{path}, line {number}")
        for name, value in record.items():
            if name in _LISTS:
                fits, said = _texts(value), "a list of strings"
            elif name == "in_original":
                fits, said = isinstance(value, bool), "true or false"
            else:
                fits, said = isinstance(value, str), "a string"
            if not fits:
                raise InputError(f'{path}, line {number}: "{name}" must be {said}.')
        yield number, record


def _texts(value: object) -> bool:
    return isinstance(value, list) and all(isinstance(part, str) for part in value)


def _csv_rows(path: Path, data: bytes) -> Iterator[tuple[int, dict[str, Any]]]:
    text = decoded(data, str(path))
    return rows_of(text, str(path), lambda header: _check_names(header, f"{path}, line 1"))


def _check_names(names: Sequence[str], where: str) -> None:
    for name in NEEDED:
        if name not in names:
            raise no_column(where, name, "make it with `tamis pool`")
    for name in names:
        if name not in FIELDS or names.count(name) > 1:
            raise InputError(
                f'{where}: the column "{clean(name)}" is not known or there twice; remove it, and '
                f'put notes into "comment".'
            )


def _row(record: Mapping[str, Any], where: str) -> PoolRow:
    found = dict(record)
    for name, between in _BETWEEN.items():
        if isinstance(found.get(name), str):
            found[name] = [part.strip("\r") for part in found[name].split(between)]
        found[name] = tuple(part for part in found.get(name, ()) if part.strip())
    if isinstance(original := found["in_original"], str):
        if original.strip().casefold() not in ("yes", "no"):
            raise wrong_value(original, "in_original", "yes or no", where)
        found["in_original"] = original.strip().casefold() == "yes"
    if not found["qid"].strip():
        raise InputError(f"{where}: the qid is empty; take the row from the pool again.")
    rating = found["rating"]
    if rating.strip() and not (bucket := parse_rating(rating)):
        raise unknown("rating", rating, BUCKETS, where=where)
    found["rating"] = bucket if rating.strip() else ""
    return replace(PoolRow("", "", ""), **found | {"rater": found.get("rater", "").strip()})
