"""KITAB's released files, as queries (HF `microsoft/kitab`; KITAB, §3.1).

A row, as released (JSON Lines, whatever the file's name says; Python literals in strings):

    {"Author": "Toni Morrison", "Birth Year": 1931, "# of sitelinks": 122,
     "constraint_type": "starts-with",
     "constraints": "Criterion 1: Book title starts with the letter s.",
     "mapped_books": "['Sula', 'Song of Solomon']",
     "all_books": "['Sula (1973)', 'Song of Solomon (1977)', …]",
     "raw_books": "['Sula', 'Song of Solomon: a novel', …]"}

Two-book rows hold a list literal in `constraint_type` and both wordings in `constraints`.
Negations exist only as "doesn't" in the wording. Unknown columns are kept.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import as_file, files
from pathlib import Path
from typing import Any

from tamis.bad_input import absent, unknown
from tamis.benchmarks.kitab.domain import FILE as DOMAIN
from tamis.benchmarks.kitab.domain import Domain, read_domain
from tamis.benchmarks.kitab.query import Query, from_row, with_facts
from tamis.downloads import RemoteFile, Source, locate
from tamis.inputs.files import digest, starts_with
from tamis.inputs.json_records import read_json_lines
from tamis.inputs.packages import check_finished, licence_of
from tamis.inputs.parquet import MAGIC, read_parquet
from tamis.inputs.rows import no_column
from tamis.types import InputError

ONE, TWO, AUTHORS = "one-book-constraints", "two-book-constraints", "author-metadata"
NAMES = "gpt-4-names"

SOURCE = Source(
    name="kitab",
    repo="microsoft/kitab",
    # Before 7a926ab the two-book file was a copy of the one-book file.
    revision="11073ea",
    licence="MIT (tag on the hub); CDLA-Permissive-2.0 (header of the published code)",
    files={
        ONE: RemoteFile("data/KITAB-ONE-BOOK-CONSTRAINTS.json", rows=8239, size=23_200_000),
        TWO: RemoteFile("data/KITAB-TWO-BOOK-CONSTRAINTS.json", rows=4750, size=20_600_000),
        AUTHORS: RemoteFile(
            "data/KITAB-author-metadata.json", rows=611, size=73_329, exact_size=True
        ),
        NAMES: RemoteFile(
            "code/utils/gpt_4_name_data_processed.csv", size=844_000, on_request=True
        ),
    },
)

_PREFIX = {ONE: "one", TWO: "two"}
_REQUIRED = ("Author", "constraint_type", "constraints", "mapped_books", "all_books")


@dataclass(frozen=True)
class Dataset:
    """Queries with the identity of the files they come from."""

    name: str
    queries: tuple[Query, ...]
    licence: str
    revision: str
    sha256: Mapping[str, str]
    domain: Domain | None = None

    @property
    def version(self) -> str:
        """A short name of exactly these files."""
        return "+".join(sha[:8] for _, sha in sorted(self.sha256.items()))


@cache
def load(data: str = "mini", data_dir: str | None = None, book_constraints: int = 0) -> Dataset:
    """The queries with one or two book constraints (`book_constraints`; 0 means both).

    `data` is `mini`, `released` (checked against the published row counts) or a folder in the
    released layout. `data_dir` is the folder that already holds the released files; without it the
    fetched ones are used. Raises InputError for files that are absent or broken.
    """
    wanted = {0: (ONE, TWO), 1: (ONE,), 2: (TWO,)}[book_constraints]
    paths = _paths(data, data_dir)
    if missing := [key for key in wanted if key not in paths]:
        raise InputError(
            f"{data_dir or data} holds no {missing[0]} file; expected "
            f"{SOURCE.files[missing[0]].path}, or its parquet {missing[0]}/test/0000.parquet."
        )
    # The one-book queries are always read: they hold the facts about names.
    by_key = {key: _read(paths[key], key) for key in (ONE, TWO) if key in {ONE, *wanted} & {*paths}}
    if empty := [key for key in wanted if not by_key[key]]:
        raise InputError(f"{paths[empty[0]]} is empty; `tamis data fetch kitab` fetches the data.")
    _refuse_wrong_two(paths, by_key)
    if data == "released":
        _check_rows(paths, by_key, wanted)
    # The user's own data may be about anything: `domain.json` in its folder says what.
    folder = paths[wanted[0]].parent
    check_finished(folder)
    domain = None if data in ("mini", "released") else read_domain(folder)
    queries = with_facts(
        [q for key, rows in by_key.items() for q in _queries(paths[key], rows, key, domain)]
    )
    prefixes = tuple(_PREFIX[key] for key in wanted)
    return Dataset(
        name=data if data in ("mini", "released") else Path(data).name,
        queries=tuple(q for q in queries if q.id.startswith(prefixes)),
        licence={"released": SOURCE.licence, "mini": "Apache-2.0"}.get(data) or licence_of(folder),
        revision=SOURCE.revision if data == "released" else "",
        sha256={key: digest(paths[key]) for key in wanted}
        | ({} if domain is None else {DOMAIN: digest(folder / DOMAIN)}),
        domain=domain,
    )


def load_all(data: str = "mini", data_dir: str | None = None) -> Dataset:
    """As `load`, of whichever of the two files the data has."""
    paths = _paths(data, data_dir)
    both = ONE in paths and TWO in paths
    return load(data, data_dir, 0 if both else 2 if TWO in paths else 1)


def read_rows(path: Path) -> Iterator[dict[str, Any]]:
    """The rows of a JSON Lines or parquet file; InputError names the line that is broken."""
    return (row for _, row in _located_rows(path))


def _located_rows(path: Path) -> Iterator[tuple[str, dict[str, Any]]]:
    """The rows of a file, each with its location: `line 3`."""
    if not path.exists():
        raise absent(path, "`tamis data fetch kitab` fetches the data")
    if starts_with(path, MAGIC):
        yield from ((f"row {number}", row) for number, row in read_parquet(path))
    else:
        remedy = "fetch the file again with `tamis data fetch kitab`"
        for number, row in read_json_lines(path, remedy):
            yield f"line {number}", row


def _paths(data: str, data_dir: str | None) -> dict[str, Path]:
    if data == "mini":
        with as_file(files("tamis.benchmarks.kitab") / "mini") as folder:
            return _in_folder(folder)
    if data == "released" and data_dir is None:
        return {key: locate(SOURCE, key) for key in (ONE, TWO)}
    folder = Path(data_dir or data)
    if not folder.is_dir():
        if data_dir is not None:
            raise InputError(f"--data-dir {data_dir} is not a folder; give one.")
        raise unknown("data", data, ("mini", "released"), or_else="give a folder in KITAB's layout")
    return _in_folder(folder)


def _in_folder(folder: Path) -> dict[str, Path]:
    """The data files in a folder: a copy of the repository, of its `data/`, or parquet."""
    found = {}
    for key in (ONE, TWO):
        name = Path(SOURCE.files[key].path).name
        candidates = [
            folder / name,
            folder / "data" / name,
            folder / f"{name}l",  # the name before commit 8bb08c2
            folder / "data" / f"{name}l",
            folder / key / "test" / "0000.parquet",
            folder / f"{key}.parquet",
        ]
        if path := next((c for c in candidates if c.is_file()), None):
            found[key] = path
    return found


def _read(path: Path, key: str) -> dict[str, dict[str, Any]]:
    """The rows of a file by their location in it; InputError where a column is missing."""
    rows = dict(_located_rows(path))
    for location, row in rows.items():
        if missing := [name for name in _REQUIRED if row.get(name) is None]:
            raise no_column(f"{path}, {location}", missing[0], f"see that it is a file of {key}")
    return rows


def _refuse_wrong_two(
    paths: Mapping[str, Path], rows: Mapping[str, Mapping[str, Mapping[str, Any]]]
) -> None:
    """InputError for the two-book file of before 7a926ab, a copy of the one-book file."""
    if TWO not in rows:
        return
    same_size = ONE in paths and paths[ONE].stat().st_size == paths[TWO].stat().st_size
    first = next(iter(rows[TWO].values()), {})
    single = bool(first) and not str(first["constraint_type"]).lstrip().startswith("[")
    if same_size or single or len(rows[TWO]) == SOURCE.files[ONE].rows:
        raise InputError(
            f"{paths[TWO]} holds the one-book queries under the two-book name, an error of the "
            f"release before commit 7a926ab; fetch revision {SOURCE.revision} with "
            f"`tamis data fetch kitab`."
        )


def _check_rows(
    paths: Mapping[str, Path],
    rows: Mapping[str, Mapping[str, Mapping[str, Any]]],
    wanted: Sequence[str],
) -> None:
    for key in wanted:
        expected = SOURCE.files[key].rows
        if len(rows[key]) != expected:
            raise InputError(
                f"{paths[key]} has {len(rows[key]):,} rows, but the released file has "
                f"{expected:,}; fetch it with `tamis data fetch kitab`, or pass the folder as "
                f"-T data=FOLDER to use it as data of your own."
            )


def _queries(
    path: Path, rows: Mapping[str, Mapping[str, Any]], key: str, domain: Domain | None
) -> Iterator[Query]:
    for number, (location, row) in enumerate(rows.items()):
        try:
            yield from_row(f"{_PREFIX[key]}-{number:04d}", row, domain)
        except ValueError as error:
            raise InputError(f"{path}, {location}: {error}.") from error
