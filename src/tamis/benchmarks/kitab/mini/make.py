"""Make the mini data from `authors.csv` and `books.csv`.

    python -m tamis.benchmarks.kitab.mini.make

writes the three files beside this one, in the released format and by the paper's recipe
(§C.2): constraints from the titles themselves, a sample of them, unsatisfiable ones beside
them, and pairs of constraints that are each satisfiable. The human and city names are
those marked by hand in the table, so the gold does not depend on any recogniser. To extend
the data, add rows to the tables and run it again; the seed is fixed.
"""

from __future__ import annotations

import csv
import json
import random
import string
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations
from pathlib import Path
from typing import Any

from tamis import constraints
from tamis.benchmarks.kitab.data import AUTHORS, ONE, SOURCE, TWO
from tamis.constraints import (
    city_name,
    ends_with,
    human_name,
    publishing_year,
    starts_with,
    word_count,
)
from tamis.text import plain_words
from tamis.types import Constraint, Family, Item

HERE = Path(__file__).parent
SEED = 2023
PER_AUTHOR: dict[Family, int] = {
    "starts-with": 4,
    "ends-with": 4,
    "word-count": 3,
    "publishing-year": 4,
}
UNSATISFIABLE_SHARE = 0.08
DOUBLES_PER_AUTHOR = 4


@dataclass(frozen=True)
class Book:
    """A row of `books.csv`: the facts that no program has to guess."""

    title: str
    year: int
    human_name: bool
    city_name: bool
    variants: tuple[str, ...]

    @property
    def titles(self) -> tuple[str, ...]:
        """The title and all its variants, each of which may satisfy a constraint (§C.1)."""
        return (self.title, *self.variants)


@dataclass(frozen=True)
class Author:
    """A row of `authors.csv` with the author's books."""

    name: str
    birth_year: int
    sitelinks: int
    books: tuple[Book, ...]


def read() -> list[Author]:
    """The facts."""
    books: dict[str, list[Book]] = {}
    for row in _rows("books.csv"):
        books.setdefault(row["author"], []).append(
            Book(
                row["title"],
                int(row["year"]),
                bool(row["human_name"]),
                bool(row["city_name"]),
                tuple(v for v in row["variants"].split(";") if v),
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


def satisfying(author: Author, wanted: Sequence[Constraint]) -> list[Book]:
    """The author's books that satisfy all constraints under any of their titles."""
    return [
        book
        for book in author.books
        if all(any(_holds(c, book, title) for title in book.titles) for c in wanted)
    ]


def one_book(authors: Sequence[Author], rng: random.Random) -> list[dict[str, Any]]:
    """The queries with one book constraint."""
    rows, unsatisfiable = [], []
    for author in authors:
        for family, number in PER_AUTHOR.items():
            options = [c for c in _candidates(author, family) if satisfying(author, [c])]
            chosen = rng.sample(options, min(number, len(options)))
            rows += [_row(author, [c]) for c in chosen]
            impossible = [c for c in _anything(author, family) if not satisfying(author, [c])]
            unsatisfiable += [_row(author, [c]) for c in rng.sample(impossible, 1)]
        rows += [_row(author, [constraints.parse(text)]) for text in _name_wordings()]
    already = sum(row["mapped_books"] == "[]" for row in rows)
    total = len(rows) / (1 - UNSATISFIABLE_SHARE)
    return rows + rng.sample(unsatisfiable, max(0, round(total * UNSATISFIABLE_SHARE) - already))


def two_book(authors: Sequence[Author], rng: random.Random) -> list[dict[str, Any]]:
    """The queries with two book constraints, each satisfiable by itself."""
    rows = []
    for author in authors:
        single = [
            c
            for family in PER_AUTHOR
            for c in _candidates(author, family)
            if satisfying(author, [c])
        ]
        single += [c for t in _name_wordings() if satisfying(author, [c := constraints.parse(t)])]
        pairs = [pair for pair in combinations(single, 2) if pair[0].family != pair[1].family]
        rng.shuffle(pairs)
        many = [p for p in pairs if len(satisfying(author, p)) > 1]
        one = [p for p in pairs if len(satisfying(author, p)) == 1]
        chosen = many[: DOUBLES_PER_AUTHOR - 1] + one[:1]
        rows += [_row(author, pair) for pair in chosen]
    # One pair in a hundred has no common book (0.76% in the paper).
    author = rng.choice(authors)
    jointly_empty = [
        (a, b)
        for a, b in combinations(
            [c for f in ("starts-with", "ends-with") for c in _candidates(author, f)], 2
        )
        if a.family != b.family and not satisfying(author, (a, b))
    ]
    return [*rows, _row(author, rng.choice(jointly_empty))]


def main(folder: Path = HERE) -> None:
    """Write the three files into `folder`."""
    authors = read()
    rng = random.Random(SEED)
    _write(folder, ONE, one_book(authors, rng))
    _write(folder, TWO, two_book(authors, rng))
    _write(
        folder,
        AUTHORS,
        [
            {"Author": a.name, "Birth Year": a.birth_year, "# of sitelinks": a.sitelinks}
            for a in authors
        ],
    )


def _holds(constraint: Constraint, book: Book, title: str) -> bool:
    marked = {"human-name": book.human_name, "city-name": book.city_name}
    if constraint.family in marked:
        return marked[constraint.family] != constraint.negated
    return constraints.satisfies(constraint, Item(title, book.year))


def _candidates(author: Author, family: Family) -> list[Constraint]:
    """The constraints of a family that some title suggests, in a fixed order."""
    words = [plain_words(title) for book in author.books for title in book.titles]
    wordings: Iterable[str]
    match family:
        case "starts-with":
            wordings = (starts_with.WORDING.format(letter=w[0]) for w in words)
        case "ends-with":
            wordings = (ends_with.WORDING.format(letter=w[-1]) for w in words)
        case "word-count":
            counts = {len(title.split()) for book in author.books for title in book.titles}
            wordings = (word_count.WORDING.format(count=n) for n in counts if n > 1)
        case _:
            firsts = {book.year - book.year % 5 for book in author.books}
            wordings = (publishing_year.WORDING.format(first=y, last=y + 5) for y in firsts)
    return [constraints.parse(text, family) for text in sorted(set(wordings))]


def _anything(author: Author, family: Family) -> list[Constraint]:
    """All constraints of a family in a sensible range, among which most are unsatisfiable."""
    match family:
        case "starts-with" | "ends-with":
            module = starts_with if family == "starts-with" else ends_with
            texts = [module.WORDING.format(letter=letter) for letter in string.ascii_lowercase]
        case "word-count":
            texts = [word_count.WORDING.format(count=n) for n in range(2, 20)]
        case _:
            years = range(author.birth_year - author.birth_year % 5 - 50, 2026, 5)
            texts = [publishing_year.WORDING.format(first=y, last=y + 5) for y in years]
    return [constraints.parse(text, family) for text in texts]


def _name_wordings() -> tuple[str, ...]:
    return (human_name.WORDING, human_name.NEGATED, city_name.WORDING, city_name.NEGATED)


def _row(author: Author, wanted: Sequence[Constraint]) -> dict[str, Any]:
    families = [c.family for c in wanted]
    texts = [f"Criterion {i}: {c.text}" for i, c in enumerate(wanted, 1)]
    return {
        "Author": author.name,
        "Birth Year": author.birth_year,
        "# of sitelinks": author.sitelinks,
        "constraint_type": families[0] if len(families) == 1 else repr(families),
        "constraints": ", ".join(texts),
        "mapped_books": repr([book.title for book in satisfying(author, wanted)]),
        "all_books": repr([f"{book.title} ({book.year})" for book in author.books]),
        "raw_books": repr([title for book in author.books for title in book.titles]),
    }


def _rows(name: str) -> Iterator[dict[str, str]]:
    with (HERE / name).open(encoding="utf-8", newline="") as file:
        yield from csv.DictReader(file)


def _write(folder: Path, key: str, rows: Sequence[dict[str, Any]]) -> None:
    path = folder / Path(SOURCE.files[key].path).name
    text = "".join(json.dumps(row) + "\n" for row in rows)
    path.write_text(text, encoding="utf-8", newline="\n")
    print(f"{path.name}: {len(rows)} rows")


if __name__ == "__main__":
    main()
