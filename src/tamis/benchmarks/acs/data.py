"""ACS's released file, as items to judge (ACS, §2).

A row, as released (CSV, UTF-8, fields over several lines in quotes):

    user_request,agent_response,constraint,is_constraint_satisfied,domain
    "Can you plan two days of …","**Day 1**
    * Oatmeal (450 cal, 15 g protein) …",The plan must be for 2 days.,1,meal-planning

Columns may come in any order, and others are ignored. A column `capability`, or a `labels.csv` in
the same folder with the columns `row` and `capability`, gives what a constraint demands of its
judge.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import as_file, files
from pathlib import Path
from typing import get_args

from tamis.bad_input import unknown
from tamis.checking.worksheet import Capability
from tamis.downloads import RemoteFile, WebSource, locate
from tamis.inputs.files import digest
from tamis.inputs.spreadsheets import read_rows
from tamis.types import InputError

COMMIT = "b81256bb94afc60ad169d95a6ce8e7b163b80859"

SOURCE = WebSource(
    name="acs",
    base="https://raw.githubusercontent.com",
    licence="CC BY 4.0",
    files={
        "dataset": RemoteFile(
            f"google-deepmind/acs-benchmark/{COMMIT}/acs_dataset.csv",
            rows=405,
            size=747_107,
            exact_size=True,
        )
    },
)

SHA256 = "d49dc582"
"""The beginning of the digest of the released file; the rest is not published."""

FILE = "acs_dataset.csv"
REQUEST, RESPONSE, CONSTRAINT = "user_request", "agent_response", "constraint"
LABEL, DOMAIN = "is_constraint_satisfied", "domain"
COLUMNS = (REQUEST, RESPONSE, CONSTRAINT, LABEL, DOMAIN)
CAPABILITIES: tuple[Capability, ...] = get_args(Capability)


@dataclass(frozen=True)
class Item:
    """One constraint on one response, with its label.

    `capability` is None where the data has none. `row` counts the rows of the file from 1, the
    header left out.
    """

    row: int
    request: str
    response: str
    constraint: str
    satisfied: bool
    domain: str
    capability: Capability | None = None

    @property
    def fingerprint(self) -> str:
        """Eight hex digits of the item: the same row number is another item in other data."""
        return short_hash("\0".join((self.request, self.response, self.constraint)))

    @property
    def id(self) -> str:
        """The row number and the fingerprint."""
        return f"{self.row:03d}-{self.fingerprint}"

    @property
    def cluster(self) -> str:
        """A hash of the response, which several items share."""
        return short_hash(self.response)


@dataclass(frozen=True)
class Dataset:
    """Items with the identity of their file; `version` identifies exactly this content."""

    name: str
    version: str
    revision: str
    licence: str
    items: tuple[Item, ...]

    @property
    def majority(self) -> bool:
        """The more frequent label; satisfied where both are equally frequent."""
        return 2 * sum(item.satisfied for item in self.items) >= len(self.items)


def short_hash(text: str) -> str:
    """Eight hex digits of a text."""
    return hashlib.sha256(text.encode(errors="replace")).hexdigest()[:8]


@lru_cache(maxsize=4)
def load(data: str = "mini", data_dir: str | None = None) -> Dataset:
    """The items of `mini`, of `released`, or of a folder or a file in the released form.

    `data_dir` is the folder of the released file if it was not fetched. Raises InputError, in one
    sentence with file and row, for data that is absent, broken or not the released file.
    """
    if data == "mini":
        with as_file(files("tamis.benchmarks.acs") / "mini") as folder:
            return _dataset(folder / FILE, "mini", licence="Apache-2.0")
    if data == "released":
        path = locate(SOURCE, "dataset") if data_dir is None else _in(Path(data_dir), "--data-dir")
        _check_released(path)
        return _dataset(path, "released", COMMIT[:7], SOURCE.licence)
    place = Path(data_dir or data).expanduser()
    if not place.exists():
        own = "give a folder or a CSV file in the released form"
        raise unknown("data", data, ("mini", "released"), or_else=own)
    path = _in(place, "--data")
    return _dataset(path, path.parent.resolve().name if place.is_dir() else path.stem)


def count_rows(path: Path) -> int:
    """The number of items in a released file; InputError where it is broken."""
    return sum(1 for _ in read_items(path))


def read_items(path: Path, capabilities: Mapping[int, Capability] | None = None) -> Iterator[Item]:
    """The items of a CSV file, in order; `capabilities` by row override the file's own.

    Raises InputError, while iterating, with file and row: for missing columns, a label other than
    0 and 1, an empty response or constraint, or a repeated triple.
    """
    seen: dict[str, int] = {}
    for row, record in _records(path, COLUMNS):
        where = f"{path}, row {row}"
        label = record[LABEL]
        if label not in ("0", "1"):
            raise InputError(f"{where}: {LABEL} is {label!r:.40}; it must be 0 or 1.")
        for column in (RESPONSE, CONSTRAINT):
            if not record[column]:
                raise InputError(f"{where}: {column} is empty; fill it in or delete the row.")
        item = Item(
            row=row,
            request=record[REQUEST],
            response=record[RESPONSE],
            constraint=record[CONSTRAINT],
            satisfied=label == "1",
            domain=record[DOMAIN],
            capability=(capabilities or {}).get(row) or _capability(record, where),
        )
        if (first := seen.setdefault(item.fingerprint, row)) != row:
            raise InputError(
                f"{where} has the same request, response and constraint as row {first}; keep one."
            )
        yield item
    if not seen:
        raise InputError(f"{path} has no rows below its header; give one for each item.")


def _dataset(path: Path, name: str, revision: str = "", licence: str = "?") -> Dataset:
    labels = path.with_name("labels.csv")
    capabilities = _read_labels(labels) if labels.is_file() else {}
    items = tuple(read_items(path, capabilities))
    # Only the capabilities enter the version: the same ones are the same data.
    version = digest(path)[:8]
    if capabilities:
        version += f"+{short_hash(repr(sorted(capabilities.items())))}"
    return Dataset(name, version, revision, licence, items)


def _read_labels(path: Path) -> dict[int, Capability]:
    found: dict[int, Capability] = {}
    for number, record in _records(path, ("row", "capability")):
        where = f"{path}, row {number}"
        if not record["row"].isdecimal():
            raise InputError(f"{where}: {record['row']!r:.40} is not the number of a row.")
        if capability := _capability(record, where):
            found[int(record["row"])] = capability
    return found


def _capability(record: Mapping[str, str], where: str) -> Capability | None:
    said = record.get("capability", "")
    for capability in CAPABILITIES:
        if said.casefold() == capability:
            return capability
    if said:
        raise unknown("capability", said, CAPABILITIES, where=where)
    return None


def _records(path: Path, wanted: tuple[str, ...]) -> Iterator[tuple[int, dict[str, str]]]:
    """The rows below the header, numbered from 1, without outer blanks."""

    def check(header: Sequence[str]) -> None:
        if missing := [name for name in wanted if name not in header]:
            raise InputError(
                f"{path} lacks the column {missing[0]}; its first line must name "
                f"{', '.join(wanted)}."
            )

    for number, (_, record) in enumerate(read_rows(path, check, plain=True), 1):
        yield number, {name: cell.strip() for name, cell in record.items()}


def _in(place: Path, option: str) -> Path:
    """`place` itself if it is a file; else the file `FILE` in it, or its only CSV file."""
    if place.is_file():
        return place
    if not place.is_dir():
        raise InputError(f"{option} {place} is neither a folder nor a file.")
    if (place / FILE).is_file():
        return place / FILE
    found = sorted(path for path in place.glob("*.csv") if path.name != "labels.csv")
    if len(found) != 1:
        raise InputError(f"{place} holds no {FILE}; name the file itself with --data FILE.csv.")
    return found[0]


def _check_released(path: Path) -> None:
    found = digest(path)
    if not found.startswith(SHA256):
        raise InputError(
            f"{path} is not the released file (its sha256 begins with {found[:8]}, not {SHA256}); "
            f"for data of your own give --data {path}."
        )
