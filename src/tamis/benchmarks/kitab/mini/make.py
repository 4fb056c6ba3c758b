"""Make the mini data from `authors.csv` and `books.csv`.

    python -m tamis.benchmarks.kitab.mini.make

writes the three files beside this one by what makes every KITAB dataset, `tamis.collect.kitab`:
constraints from the titles themselves, a sample of them, unsatisfiable ones beside them, and
pairs of constraints that are each satisfiable (§C.2), in fixed numbers for each author, as
shares of so few would round off. The human and city names are those marked by hand in the table,
so the gold does not depend on any recogniser. To extend the data, add rows to the tables and run
it again; the seed is fixed.
"""

from __future__ import annotations

import csv
import random
from collections.abc import Iterator
from pathlib import Path

from tamis.collect.kitab import Author, Book, Dataset, Numbers, numbered

HERE = Path(__file__).parent
SEED = 2023
# Of so few titles those that begin with a digit are worth a query.
NUMBERS = Numbers(digits=True)


def read() -> list[Author]:
    """The facts."""
    books: dict[str, list[Book]] = {}
    for row in _rows("books.csv"):
        books.setdefault(row["author"], []).append(
            Book(
                row["title"],
                int(row["year"]),
                _several(row["variants"]),
                _several(row["human_name"]),
                _several(row["city_name"]),
            )
        )
    return [
        Author(
            row["author"],
            int(row["birth_year"]),
            int(row["sitelinks"]),
            tuple(sorted(books[row["author"]], key=lambda book: book.title)),
        )
        for row in _rows("authors.csv")
    ]


def main(folder: Path = HERE) -> None:
    """Write the three files into `folder`."""
    authors = read()
    one, two = numbered(authors, NUMBERS, random.Random(SEED))
    made = Dataset(tuple(authors), one, two, seed=SEED)
    for name, rows in made.write(folder, metadata=False).items():
        print(f"{name}: {rows} rows")


def _several(cell: str) -> tuple[str, ...]:
    return tuple(part for part in cell.split(";") if part)


def _rows(name: str) -> Iterator[dict[str, str]]:
    with (HERE / name).open(encoding="utf-8", newline="") as file:
        yield from csv.DictReader(file)


if __name__ == "__main__":
    main()
