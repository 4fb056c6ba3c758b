"""The published scorer's behaviour, quirks included: the variant `reference`.

Written afresh from what Eureka's `kitab_metrics.py` (@2ff37bd) computes, so that its outputs
can be reproduced to the digit (`docs/decisions/kitab.md` says where they differ from the paper).
The human and city names come from recognisers, where the published code asks services on the
network.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from tamis.benchmarks.kitab.query import Query, literal
from tamis.benchmarks.kitab.title_matching import FirstMatch
from tamis.stats import NAN
from tamis.text.normalised import kitab_title
from tamis.types import Recogniser

STOP_WORDS = frozenset({"a", "an", "the", "in", "is", "of", "on", "for", "with", "to", "and"})

_TRAILING_YEAR = re.compile(r"\(\d{3,4}\)$")
_YEAR_IN_TITLE = re.compile(r"\((\d{3,4})\)")
_NUMBER = re.compile(r"\b(\d{1,4})\b")
_COUNT = re.compile(r"(?<!\d)(\d+)\s+word")


class ReferenceFails(Exception):
    """The published scorer raises on this row, for instance for a comma in a one-book wording."""


@dataclass(frozen=True)
class ReferenceScore:
    """What the published scorer reports for one row; titles are in its processed form."""

    irrelevant: float
    satisfied: float
    unsatisfied: float
    completeness: float
    all_correct: float
    satisfied_titles: frozenset[str]
    unsatisfied_titles: frozenset[str]
    irrelevant_titles: frozenset[str]
    dropped_titles: tuple[str, ...]


def score(
    query: Query, titles: Sequence[str], *, names: Recogniser, cities: Recogniser
) -> ReferenceScore:
    """Score `titles` as the published code does; ReferenceFails where that code crashes."""
    author_books = _author_books(query.context, query.raw_books)
    clusters: dict[str, list[str]] = {}
    irrelevant: set[str] = set()
    dropped: list[str] = []
    for written in titles:
        if not (title := kitab_title(written)):
            continue
        if (found := author_books.books.match(written)) is not None:
            clusters.setdefault(author_books.books.normalised[found], []).append(title)
        elif author_books.raw.match(written) is not None:
            dropped.append(title)
        else:
            irrelevant.add(title)

    satisfied, unsatisfied = _judge(query, clusters, author_books, names, cities)
    total = len(irrelevant) + len(clusters)
    gold = {kitab_title(title) for title in query.gold}
    completeness = NAN
    if gold:
        found_titles = satisfied | {t for book in satisfied for t in clusters[book]}
        completeness = 1 - len(gold - found_titles) / len(gold)
    groups = (irrelevant, satisfied, unsatisfied)
    p_irr, p_sat, p_unsat = (len(group) / total if total else NAN for group in groups)
    return ReferenceScore(
        irrelevant=p_irr,
        satisfied=p_sat,
        unsatisfied=p_unsat,
        completeness=completeness,
        all_correct=float(completeness == 1 and p_sat == 1 and p_irr == 0),
        satisfied_titles=frozenset(satisfied),
        unsatisfied_titles=frozenset(unsatisfied),
        irrelevant_titles=frozenset(irrelevant),
        dropped_titles=tuple(dropped),
    )


@dataclass(frozen=True)
class _AuthorBooks:
    books: FirstMatch
    raw: FirstMatch
    years: dict[str, int | None]


@lru_cache(maxsize=2048)
def _author_books(books: tuple[str, ...], raw_books: tuple[str, ...]) -> _AuthorBooks:
    titles = [_TRAILING_YEAR.sub("", book).strip() for book in books]
    years: dict[str, int | None] = {}
    for book, title in zip(books, titles, strict=True):
        year = _YEAR_IN_TITLE.search(book)
        years.setdefault(kitab_title(title), int(year.group(1)) if year else None)
    return _AuthorBooks(
        FirstMatch(titles, kitab_title, empty_matches=True),
        FirstMatch(raw_books, kitab_title, empty_matches=True),
        years,
    )


def _judge(
    query: Query,
    clusters: dict[str, list[str]],
    author_books: _AuthorBooks,
    names: Recogniser,
    cities: Recogniser,
) -> tuple[set[str], set[str]]:
    wordings = query.criteria.split(",")
    if len(wordings) == 1:
        families: tuple[Any, ...] = (query.raw["constraint_type"],)
    else:
        try:
            families = literal(query.raw["constraint_type"], bare=False)
        except (ValueError, SyntaxError) as error:
            raise ReferenceFails(f"a comma in a one-book wording: {error}") from error
    satisfied: set[str] = set(clusters)
    unsatisfied: set[str] = set()
    for wording, family in zip(wordings, families, strict=False):
        holding = {
            book
            for book, titles in clusters.items()
            if _holds(wording, family, book, titles, author_books, names, cities)
        }
        satisfied &= holding
        unsatisfied |= set(clusters) - holding
    return satisfied, unsatisfied


def _holds(
    wording: str,
    family: str,
    book: str,
    titles: list[str],
    author_books: _AuthorBooks,
    names: Recogniser,
    cities: Recogniser,
) -> bool:
    wording = wording if wording.endswith(".") else f"{wording}."
    match family:
        case "starts-with":
            return any(_starts(title.split(), wording[-2].lower()) for title in titles)
        case "ends-with":
            return any(
                t.split()[-1:] and t.split()[-1].endswith(wording[-2].lower()) for t in titles
            )
        case "word-count":
            if not (count := _COUNT.search(wording)):
                raise ReferenceFails(f"no count in {wording!r}")
            return any(abs(len(t.split()) - int(count.group(1))) <= 1 for t in titles)
        case "publishing-year":
            year, numbers = author_books.years[book], [int(n) for n in _NUMBER.findall(wording)][1:]
            if year is None:
                return False
            if not numbers or (len(numbers) == 1 and year >= numbers[0]):
                raise ReferenceFails(f"no two years after the first number of {wording!r}")
            # Without "Criterion 1" in the wording only one year is left: earlier books fail it.
            return len(numbers) > 1 and numbers[0] <= year <= numbers[1]
        case "human-name":
            return any(names(t) for t in (*titles, book)) == ("doesn't" not in wording)
        case "city-name":
            return any(cities(t) for t in titles) == ("doesn't" not in wording)
        case _:
            raise ReferenceFails(f"an unknown constraint type {family!r}")


def _starts(words: list[str], letter: str) -> bool:
    if words and words[0].startswith(letter):
        return True
    rest = words[1:] if words and words[0] in STOP_WORDS else words
    return bool(rest) and rest[0].startswith(letter)
