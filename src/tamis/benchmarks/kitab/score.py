"""Scoring one answer to one query, in three variants (KITAB, §4.1).

`paper`: what the paper says. `strict`: what we consider right: whole words, the best match instead
of the first, the data's own gold instead of a verifier's result, titles of the raw list left out
instead of counted as irrelevant, a correct empty answer all-correct. `reference`: what the
published scorer does (see `reference.py`). `docs/decisions/kitab.md` has every difference.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

from tamis.benchmarks.kitab import reference
from tamis.benchmarks.kitab.clusters import Clusters, cluster, completeness, rates
from tamis.benchmarks.kitab.options import Variant
from tamis.benchmarks.kitab.query import Query
from tamis.benchmarks.kitab.title_matching import BestMatch, FirstMatch
from tamis.checking import constraints
from tamis.measures.measure import Measure
from tamis.stats import NAN
from tamis.text.normalised import paper_title, plain_words
from tamis.types import Item, Recogniser

COMPLETENESS = Measure(
    "completeness",
    "Completeness",
    "the share of the books that satisfy which the list has; undefined where none satisfies",
    "KITAB, §4.1",
)
ALL_CORRECT = Measure(
    "all_correct",
    "All correct",
    "1 where the list is exactly the books that satisfy",
    "KITAB, §4.1",
    said="has {} of the lists exactly right",
)
HEADLINE = (COMPLETENESS, ALL_CORRECT)

LISTS = "the lists read"
IRRELEVANT = Measure(
    "irrelevant",
    "Irrelevant",
    "the share of a list that is none of the author's books",
    "KITAB, §4.1",
    "down",
    LISTS,
)
SATISFIED = Measure(
    "satisfied",
    "Satisfied",
    "the share of a list that are the author's books and satisfy",
    "KITAB, §4.1",
    over=LISTS,
)
UNSATISFIED = Measure(
    "unsatisfied",
    "Unsatisfied",
    "the share of a list that are the author's books and do not satisfy",
    "KITAB, §4.1",
    "down",
    LISTS,
)
SHARES = (IRRELEVANT, SATISFIED, UNSATISFIED)
"""They sum to 1 and rank nothing: without a list there are none."""

ACCURACY = Measure(
    "accuracy",
    "Accuracy",
    "1 where the one title is picked exactly when it satisfies",
    "KITAB, §4.2",
    said="judges {} of the single titles rightly",
)
FIRST_COMPLETENESS = Measure(
    "retrieved_completeness",
    "Completeness",
    "the share of the author's books which the list has that self_context writes first",
    "KITAB, §4.2",
)
FIRST_IRRELEVANT = Measure(
    "retrieved_irrelevant",
    "Irrelevant",
    "the share of that first list that is none of the author's books",
    "KITAB, §4.2",
    "down",
    LISTS,
)

DECLARED = (*HEADLINE, *SHARES, ACCURACY, FIRST_COMPLETENESS, FIRST_IRRELEVANT)


@dataclass(frozen=True)
class Score:
    """The measures of one answer by their names, NaN where undefined."""

    irrelevant: float
    satisfied: float
    unsatisfied: float
    completeness: float
    all_correct: float


UNSCORED = Score(NAN, NAN, NAN, NAN, NAN)


@dataclass(frozen=True)
class Recognisers:
    """What finds names in titles where the data does not have them.

    `published` is the release's own list of titles with a name, for variant `reference`.
    """

    names: Recogniser | None = None
    cities: Recogniser | None = None
    published: Recogniser | None = None


def score(
    query: Query,
    titles: Sequence[str],
    variant: Variant = "paper",
    recognisers: Recognisers = Recognisers(),
) -> Score:
    """Score the titles of one answer.

    Where the published scorer crashes on a row, `reference` gives NaN throughout.
    """
    return PROVIDERS[variant](query, titles, recognisers)


def score_all_books(query: Query, titles: Sequence[str], variant: Variant = "paper") -> Score:
    """Score a list of all books: every book of the author satisfies (ALL-BOOKS, §3.2).

    The published scorer has no such measure, so `reference` gives NaN throughout.
    """
    if variant == "reference":
        return UNSCORED
    author_books = _author_books(query.books, query.raw_books)
    everything = frozenset(range(len(author_books.items)))
    if variant == "strict":
        clusters = author_books.cluster_strictly(titles)
        found: frozenset[int] = frozenset(clusters.relevant)
    else:
        clusters = author_books.cluster(titles)
        found = frozenset(i for title in titles for i in author_books.first.matches(title))
    return _assemble(clusters, everything, everything, found)


def irrelevant_titles(query: Query, titles: Sequence[str]) -> list[str]:
    """The titles of an answer that variant `paper` counts as irrelevant: none of the author's."""
    books = _author_books(query.books, query.raw_books, _unlisted(query))
    return list(books.cluster(titles).irrelevant)


def compared(
    query: Query, titles: Sequence[str], *, every: bool = False
) -> tuple[list[str], list[str], list[str]]:
    """The titles of an answer that are right and those that are not, and the golds that it lacks.

    As variant `strict` has it: the data says which books satisfy (with `every`, all do), and
    titles known only from the raw list are in neither.
    """
    author_books = _author_books(query.books, query.raw_books, () if every else _unlisted(query))
    clusters = author_books.cluster_strictly(titles)
    gold = frozenset(range(len(author_books.items))) if every else _gold(query, author_books)
    groups = clusters.relevant.items()
    right = [title for book, group in groups if book in gold for title in group]
    wrong = [title for book, group in groups if book not in gold for title in group]
    missing = sorted(gold - clusters.relevant.keys())
    return (
        right,
        [*wrong, *clusters.irrelevant],
        [author_books.items[book].title for book in missing],
    )


def _paper(query: Query, titles: Sequence[str], recognisers: Recognisers) -> Score:
    author_books = _author_books(query.books, query.raw_books, _unlisted(query))
    clusters = author_books.cluster(titles)
    gold = _gold(query, author_books)
    satisfied = frozenset(
        book
        for book, group in clusters.relevant.items()
        if book in gold or any(_satisfies(query, author_books, book, t, recognisers) for t in group)
    )
    found = frozenset(i for title in titles for i in author_books.first.matches(title))
    return _assemble(clusters, satisfied, gold, found)


def _strict(query: Query, titles: Sequence[str], recognisers: Recognisers) -> Score:
    author_books = _author_books(query.books, query.raw_books, _unlisted(query))
    clusters = author_books.cluster_strictly(titles)
    gold = _gold(query, author_books)
    result = _assemble(clusters, gold, gold, frozenset(clusters.relevant))
    if not gold and not clusters:
        return Score(NAN, NAN, NAN, NAN, all_correct=1.0)
    return result


def _reference(query: Query, titles: Sequence[str], recognisers: Recognisers) -> Score:
    try:
        got = reference.score(
            query,
            titles,
            names=recognisers.names or recognisers.published or constraints.default_names(),
            cities=recognisers.cities or constraints.default_cities(),
        )
    except reference.ReferenceFails:
        return UNSCORED
    return Score(got.irrelevant, got.satisfied, got.unsatisfied, got.completeness, got.all_correct)


PROVIDERS: Mapping[Variant, Callable[[Query, Sequence[str], Recognisers], Score]] = {
    "paper": _paper,
    "reference": _reference,
    "strict": _strict,
}
"""Who computes the measures of a variant."""


def _assemble(
    clusters: Clusters, satisfied: frozenset[int], gold: frozenset[int], found: frozenset[int]
) -> Score:
    shares = rates(clusters, satisfied)
    complete = completeness(gold, found)
    return Score(
        shares.irrelevant,
        shares.satisfied,
        shares.unsatisfied,
        complete,
        float(shares.satisfied == 1 and complete == 1),
    )


def _satisfies(
    query: Query, author_books: _AuthorBooks, book: int, title: str, recognisers: Recognisers
) -> bool:
    """Whether a title of the cluster of `book` satisfies all constraints of the query.

    A recogniser looks for a name where the data does not say whether the book has one.
    """
    item = Item(title, author_books.items[book].year)
    return all(
        (book in facts) != constraint.negated
        if (facts := query.facts.get(constraint.family)) is not None
        # A constraint that only facts decide is scored by the gold: a title adds nothing.
        else constraint.family in constraints.FAMILIES
        and constraints.satisfies(
            constraint, item, names=recognisers.names, cities=recognisers.cities
        )
        for constraint in query.constraints
    )


def _gold(query: Query, author_books: _AuthorBooks) -> frozenset[int]:
    """The positions of the gold books; titles missing in the book list are appended to it."""
    return query.listed | frozenset(range(len(query.books), len(author_books.items)))


def _unlisted(query: Query) -> tuple[Item, ...]:
    if len(query.listed) >= len(query.gold):
        return ()
    return tuple(Item(title) for title in query.gold if not query.positions(title))


class _AuthorBooks:
    """One author's books, prepared for both ways of matching."""

    def __init__(self, items: tuple[Item, ...], raw_books: tuple[str, ...]) -> None:
        self.items = items
        titles = [item.title for item in items]
        self.first = FirstMatch(titles, paper_title)
        self.best = BestMatch(titles)
        self.raw = BestMatch(raw_books)

    def cluster(self, titles: Sequence[str]) -> Clusters:
        return cluster(titles, self.first.match, key=paper_title)

    def cluster_strictly(self, titles: Sequence[str]) -> Clusters:
        return cluster(
            titles,
            self.best.match,
            key=plain_words,
            known_elsewhere=lambda title: self.raw.match(title) is not None,
        )


@lru_cache(maxsize=2048)
def _author_books(
    books: tuple[Item, ...], raw_books: tuple[str, ...], unlisted: tuple[Item, ...] = ()
) -> _AuthorBooks:
    return _AuthorBooks((*books, *unlisted), raw_books)
