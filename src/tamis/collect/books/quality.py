"""What a person should look at before the data is used: one JSON record of each doubt."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from rapidfuzz.fuzz import ratio

from tamis.collect.books.records import Person
from tamis.collect.books.stages.authorship import title_key
from tamis.collect.books.stages.deduplicated import Merged

YOUNGEST = 15
"""Years of age before which few have published."""

AFTERWARDS = 5
"""Years after a death from which a first publication is doubtful."""

MANY = 6
"""Works from which a cluster is doubtful."""

APART = 40
"""Years between the first editions of two works from which they may be two books."""

UNLIKE = 60.0
"""The ratio below which two titles of one book are doubtful."""

Doubt = dict[str, Any]


def doubts(person: Person, books: Sequence[Merged]) -> Iterator[Doubt]:
    """The doubts about one author's books: clusters, and years out of the author's life.

    Years that cannot be right have been passed over by now, and are named here.
    """
    for book in books:
        if said := _cluster(book):
            yield {
                "kind": "cluster",
                **_who(person, book),
                "why": said,
                "titles": [book.title, *book.variants],
                "works": [f"OL{work.work}W ({work.year or 'no year'})" for work in book.works],
            }
        if said := _year(person, book):
            yield {"kind": "year", **_who(person, book), "why": said, "year": book.year}
        passed_over = Counter(year for work in book.works for year in work.impossible)
        for year, count in sorted(passed_over.items()):
            said = _impossible(person, year, count)
            yield {"kind": "year", **_who(person, book), "why": said, "year": year}


def shared(titles: Iterable[tuple[str, str, str]]) -> Iterator[Doubt]:
    """Titles that several authors have, from (title, author, id) of all books."""
    found: dict[str, list[tuple[str, str, str]]] = {}
    for one in titles:
        found.setdefault(title_key(one[0]), []).append(one)
    for _, several in sorted(found.items()):
        if len({qid for _, _, qid in several}) > 1:
            yield {
                "kind": "another's title",
                "title": several[0][0],
                "why": "authors of the data have the same title",
                "authors": [f"{name} ({qid})" for _, name, qid in several],
            }


def _who(person: Person, book: Merged) -> Doubt:
    return {"author": person.name, "id": person.qid, "title": book.title}


def _cluster(book: Merged) -> str:
    if len(book.works) < 2:
        return ""
    if len(book.works) >= MANY:
        return f"{len(book.works)} works in one book"
    years = [work.year for work in book.works if work.year is not None]
    if years and max(years) - min(years) >= APART:
        return f"first editions {max(years) - min(years)} years apart"
    first = title_key(book.works[0].title)
    for work in book.works[1:]:
        other = title_key(work.title)
        short, long = sorted((first, other), key=len)
        if ratio(short, long) < UNLIKE and short not in long:
            return f"unlike titles: {work.title[:80]}"
    return ""


def _year(person: Person, book: Merged) -> str:
    if book.year is None:
        return ""
    if person.birth_year is not None and book.year < person.birth_year + YOUNGEST:
        return f"first published at the age of {book.year - person.birth_year}"
    if person.death_year is not None and book.year > person.death_year + AFTERWARDS:
        return f"first published {book.year - person.death_year} years after the author's death"
    return ""


def _impossible(person: Person, year: int, count: int) -> str:
    said = f"{count} records say {year}" if count > 1 else f"a record says {year}"
    if person.birth_year is not None and year <= person.birth_year:
        return f"{said}, not after the author's birth in {person.birth_year}"
    return f"{said}, a year that is yet to come"
