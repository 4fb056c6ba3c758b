"""Make the mini data from `authors.csv` and `books.csv`.

    make data-mini

writes the three files that the package ships, in the same way as any KITAB dataset. The tables are
written as dumps (`sources`), the dumps go through the stages of `tamis collect books` in a
temporary folder, and queries are made about the resulting books (`tamis.collect.kitab`): a sample
of the constraints that the titles suggest, unsatisfiable ones, and pairs of constraints that are
each satisfiable (§C.2), in fixed numbers for each author, as shares would round to nothing.
Needs the extra `collect`. To extend the data, add rows to the tables and run it again; the seed is
fixed, and a row that is changed by the stages is an error.

It prints the counts of the stages, and compares the recognisers' names with those that are marked
by hand in the table and used for the gold (`marks`).
"""

from __future__ import annotations

import csv
import random
import sys
from collections.abc import Callable, Sequence
from dataclasses import replace
from importlib.resources import files
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TypeVar

from mini.kitab import sources
from mini.kitab.marks import compared, marked
from mini.kitab.query_counts import QueryCounts, sampled_by_count
from tamis.collect.books import Collected, Options, collect, output
from tamis.collect.kitab import Author, Book, Dataset
from tamis.types import InputError

HERE = Path(__file__).parent
SHIPPED = Path(str(files("tamis.benchmarks.kitab"))) / "mini"
"""Where the package has the files."""

SEED = 2023
AUTHORS, BOOKS = "authors.csv", "books.csv"
# As there are few titles, those that begin with a digit are used too.
NUMBERS = QueryCounts(digits=True)
# All books are in English; the program's check would drop some of them.
OPTIONS = Options(seed=SEED, language_threshold=0.0)

T = TypeVar("T")


def read(folder: Path = HERE) -> list[Author]:
    """The facts of the two tables; InputError names the line that cannot be read."""
    authors = _rows(
        folder / AUTHORS,
        lambda row: Author(row["author"], int(row["birth_year"]), int(row["sitelinks"]), ()),
    )
    books: dict[str, list[Book]] = {author.name: [] for author in authors}
    for name, book in _rows(folder / BOOKS, _book):
        if name not in books:
            raise InputError(f"{BOOKS} has books by {name!r}; add a row for them to {AUTHORS}.")
        books[name].append(book)
    return [
        replace(author, books=tuple(sorted(books[author.name], key=lambda book: book.title)))
        for author in authors
    ]


def collected(table: Sequence[Author]) -> Collected:
    """The collection made of the table's facts by the stages."""
    with TemporaryDirectory() as folder:
        wikidata, library = sources.write(table, Path(folder))
        return collect([wikidata], library, OPTIONS, Path(folder) / "work")


def main(folder: Path = SHIPPED, tables: Path = HERE) -> None:
    """Write the three files into `folder`, and print the results of the stages."""
    table = read(tables)
    found = collected(table)
    for lines in (output.stages(found), output.faults(found)):
        for line in lines:
            print(line)
    for doubt in found.doubts:
        print(f"doubtful: {doubt['title']}: {doubt['why']}")
    authors = marked(found.dataset.authors, table)
    for line in compared(found.dataset.authors, table):
        print(line)
    one, two = sampled_by_count(authors, NUMBERS, random.Random(SEED))
    made = Dataset(tuple(authors), one, two, seed=SEED)
    for name, rows in made.write(folder, metadata=False).items():
        print(f"{name}: {rows} rows")


def _book(row: dict[str, str]) -> tuple[str, Book]:
    variants, humans, cities = (
        _several(row[column]) for column in ("variants", "human_name", "city_name")
    )
    return row["author"], Book(row["title"], int(row["year"]), variants, humans, cities)


def _several(cell: str) -> tuple[str, ...]:
    return tuple(part for part in cell.split(";") if part)


def _rows(path: Path, of: Callable[[dict[str, str]], T]) -> list[T]:
    found = []
    with path.open(encoding="utf-8", newline="") as file:
        for row in (reader := csv.DictReader(file)):
            try:
                if None in row or None in row.values():
                    raise ValueError(f"not {len(reader.fieldnames or ())} cells")
                found.append(of(row))
            except (KeyError, ValueError) as error:
                raise InputError(
                    f"{path.name}, line {reader.line_num}: {error}; give a cell for each column, "
                    f"named as they are, and numbers where the other rows have them."
                ) from error
    return found


if __name__ == "__main__":
    try:
        main()
    except InputError as error:
        print(f"Error: {error}", file=sys.stderr)
        raise SystemExit(2) from error
