"""The released files of KITAB: JSON Lines, with Python literals in strings (KITAB, §3.1).

The two files of queries and that of the authors have the published form and names
(`microsoft/kitab`). Queries have the author's ids after the published columns, as two authors may
share a name and a year of birth. The books' metadata (published as an archive) and the single items
(not published) are further files in JSON Lines.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from statistics import fmean
from typing import Any

from tamis.benchmarks.kitab.clusters import constrainedness
from tamis.collect.kitab.facts import Author
from tamis.collect.kitab.queries import Query
from tamis.collect.kitab.singles import SingleItem
from tamis.inputs.files import write_text

ONE = "KITAB-ONE-BOOK-CONSTRAINTS.json"
TWO = "KITAB-TWO-BOOK-CONSTRAINTS.json"
AUTHORS = "KITAB-author-metadata.json"
BOOKS = "KITAB-book-metadata.json"
SINGLE_ITEMS = "KITAB-SINGLE-ITEMS.json"

Row = dict[str, Any]


@dataclass(frozen=True)
class Dataset:
    """Authors with the queries about them, ready to be written."""

    authors: tuple[Author, ...]
    one_book: tuple[Query, ...]
    two_book: tuple[Query, ...]
    single_items: tuple[SingleItem, ...] = ()
    seed: int = 0

    def write(self, folder: Path, *, metadata: bool = True) -> dict[str, int]:
        """Write the files into `folder`; returns their numbers of rows by name.

        Without `metadata` only the two files of queries and the authors' are written. Each file
        is written whole or not at all; InputError where it cannot be.
        """
        files: dict[str, Iterable[str]] = {
            ONE: _queries(self.one_book),
            TWO: _queries(self.two_book),
            AUTHORS: map(_line, map(author_row, self.authors)),
        }
        if metadata:
            rows = (row for author in self.authors for row in book_rows(author))
            files[BOOKS] = map(_line, rows)
            files[SINGLE_ITEMS] = map(_line, map(item_row, self.single_items))
        return {name: _write(folder / name, lines) for name, lines in files.items()}


def _asked(query: Query) -> Row:
    return {
        "constraint_type": query.type,
        "constraints": query.criteria,
        "mapped_books": repr([book.title for book in query.gold]),
    }


def _listed(author: Author) -> Row:
    return {
        "all_books": repr([book.listed for book in author.books]),
        "raw_books": repr([*author.raw_titles]),
        **author.ids,
    }


def author_row(author: Author, *, ids: bool = True) -> Row:
    """The row of one author."""
    return {
        "Author": author.name,
        "Birth Year": author.birth_year,
        "# of sitelinks": author.sitelinks,
        **(author.ids if ids else {}),
    }


def book_rows(author: Author) -> Iterator[Row]:
    """The rows of an author's books: the facts that decide the constraints, and their sources."""
    for book in author.books:
        yield {
            "Author": author.name,
            "Birth Year": author.birth_year,
            **author.ids,
            "title": book.title,
            "earliest_publishing_year": book.year,
            "number_of_words": len(book.title.split()),
            "human_names": list(book.human_names),
            "city_names": list(book.city_names),
            "title_variants": list(book.variants),
            **book.facts,
        }


def item_row(item: SingleItem) -> Row:
    """The row of one single item."""
    return {
        **author_row(item.query.author),
        "constraint_type": item.query.type,
        "constraints": item.query.criteria,
        "book": item.book.listed,
        "satisfies": item.satisfies,
    }


def statistics(dataset: Dataset) -> dict[str, dict[str, dict[str, float]]]:
    """Numbers of queries and mean κ by type, for one and two book constraints (Table 2).

    {"starts-with": {"one": {"queries": 598, "constrainedness": 0.9}, "two": …}, …, "Summary": …};
    a query of two types counts for both, but once in the summary.
    """
    found: dict[str, dict[str, list[float]]] = {}
    for part, queries in (("one", dataset.one_book), ("two", dataset.two_book)):
        for query in queries:
            kappa = constrainedness(len(query.gold), len(query.author.books))
            for type in (*dict.fromkeys(c.type for c in query.wanted), "Summary"):
                found.setdefault(type, {}).setdefault(part, []).append(kappa)
    summary = found.pop("Summary", {})
    return {
        type: {
            part: {"queries": len(values), "constrainedness": round(fmean(values), 4)}
            for part, values in parts.items()
        }
        for type, parts in (*sorted(found.items()), ("Summary", summary))
    }


def _queries(queries: Iterable[Query]) -> Iterator[str]:
    """The lines of queries; the parts that are the same for one author are made once."""
    author: Author | None = None
    start = end = ""
    for query in queries:
        if query.author is not author:
            author = query.author
            start = json.dumps(author_row(author, ids=False))[:-1]
            end = json.dumps(_listed(author))[1:]
        yield f"{start}, {json.dumps(_asked(query))[1:-1]}, {end}\n"


def _line(row: Row) -> str:
    # JSON escapes half of a surrogate pair, which a damaged title may hold.
    return json.dumps(row) + "\n"


def _write(path: Path, lines: Iterable[str]) -> int:
    count = 0

    def counted() -> Iterator[str]:
        nonlocal count
        for line in lines:
            count += 1
            yield line

    write_text(path, counted())
    return count
