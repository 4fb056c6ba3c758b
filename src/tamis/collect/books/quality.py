"""Doubtful books, for a person to check before the data is used: one JSON record each."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from rapidfuzz.fuzz import ratio

from tamis.collect.books.entities import Person
from tamis.collect.books.stages.books import Merged
from tamis.text.normalised import plain_words

YOUNGEST = 15
"""Age in years below which a first publication is doubtful."""

AFTERWARDS = 5
"""Years after the author's death from which a first publication is doubtful."""

MANY = 6
"""Number of works from which a cluster is doubtful."""

APART = 40
"""Years between the first editions of two works from which they may be two books."""

UNLIKE = 60.0
"""The ratio below which two titles of one book are doubtful."""

COMMON = 5
"""Number of authors from which a shared title is common, and so no sign of a wrong author."""

# A title of these words alone names the kind of book only.
_FORMS = frozenset(
    re.findall(
        r"\w+",
        "a an and anthology autobiography best book books collected collection comedies "
        "complete diaries diary drama dramas early essays favorite favourite fiction four "
        "further in journal journals last later lectures letters lyrics memoir memoirs "
        "miscellaneous miscellanies more my new novel novels of one other plays poem poems "
        "poetical poetry prose reminiscences second select selected selection selections series "
        "short six sketches some sonnets speeches stories story tales the three two verse "
        "verses volume works writings",
    )
)

Doubt = dict[str, Any]


def doubts(person: Person, books: Sequence[Merged]) -> Iterator[Doubt]:
    """The doubts about one author's books: clusters, and years outside of the author's life.

    Impossible years have been dropped before; they are listed here.
    """
    for book in books:
        if why := _cluster(book):
            yield {
                "kind": "cluster",
                **_who(person, book),
                "why": why,
                "titles": [book.title, *book.variants],
                "works": [f"OL{work.work}W ({work.year or 'no year'})" for work in book.works],
            }
        if why := _year(person, book):
            yield {"kind": "year", **_who(person, book), "why": why, "year": book.year}
        passed_over = Counter(year for work in book.works for year in work.impossible)
        for year, count in sorted(passed_over.items()):
            why = _impossible(person, year, count)
            yield {"kind": "year", **_who(person, book), "why": why, "year": year}


def shared(
    titles: Iterable[tuple[str, str, str]], variants: Iterable[tuple[str, str, str, str]] = ()
) -> Iterator[Doubt]:
    """Titles that several authors have, as a book's first title or as a variant of it.

    `titles` are (title, author, id) of all books, `variants` (title, author, id, first title). Each
    shared title is one doubt, which names the book where it is a variant. Titles that say no more
    than the form (`Selected poems`), and those that `COMMON` authors or more have, are no sign of
    a wrong author: one doubt at the end counts them all.
    """
    found: dict[str, dict[str, tuple[str, str]]] = {}
    for title, name, qid in titles:
        found.setdefault(plain_words(title), {}).setdefault(qid, (title, f"{name} ({qid})"))
    for title, name, qid, book in variants:
        described = f"{name} ({qid}): a title of {book}"
        found.setdefault(plain_words(title), {}).setdefault(qid, (title, described))
    usual: list[tuple[str, int]] = []
    for key, of in sorted(found.items()):
        if not key or len(of) < 2:
            continue
        first = next(iter(of.values()))[0]
        if len(of) >= COMMON or _FORMS.issuperset(key.split()):
            usual.append((first, len(of)))
            continue
        yield {
            "kind": "another's title",
            "title": first,
            "why": "authors of the data have the same title",
            "authors": [author for _, author in of.values()],
        }
    if usual:
        usual.sort(key=lambda one: (-one[1], one[0]))
        yield {
            "kind": "another's title",
            "title": usual[0][0],
            "why": f"usual titles that several authors have: {len(usual)}, not listed one by one",
            "titles": [f"{title} ({count} authors)" for title, count in usual],
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
    first = plain_words(book.works[0].title)
    for work in book.works[1:]:
        other = plain_words(work.title)
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
    claim = f"{count} records say {year}" if count > 1 else f"a record says {year}"
    if person.birth_year is not None and year <= person.birth_year:
        return f"{claim}, not after the author's birth in {person.birth_year}"
    return f"{claim}, after the last year that can be a book's"
