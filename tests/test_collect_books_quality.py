"""What a person is shown of collected books: doubtful years and clusters, titles of several."""

from __future__ import annotations

import pytest

from tamis.collect.books.collection import collected
from tamis.collect.books.collection_options import Options
from tamis.collect.books.entities import Listed, Person, Title
from tamis.collect.books.quality import doubts, shared
from tamis.collect.books.stages.books import Merged
from tamis.collect.kitab import Author, Book

WHO = Person("Q3", ("Ann",), birth_year=1900, death_year=1970)


def listed(n: int, title: str, year: int | None = 1950, impossible: tuple[int, ...] = ()) -> Listed:
    """A work with one edition in English."""
    return Listed(n, (Title(title, 1950, True),), ("eng",), False, 1, 1, year, impossible, False)


def merged(title: str, *works: Listed, year: int | None = 1950) -> Merged:
    """A book of these works."""
    return Merged(works or (listed(1, title),), title, (), year)


@pytest.mark.parametrize(
    ("book", "why"),
    [
        (merged("A", *(listed(n, "A") for n in range(6))), ["6 works in one book"]),
        (merged("A", *(listed(n, "A") for n in range(5))), []),
        (
            merged("A", listed(1, "A", 1920), listed(2, "A", 1960), listed(3, "A", None)),
            ["first editions 40 years apart"],
        ),
        (merged("A", listed(1, "A", 1920), listed(2, "A", 1959)), []),
        (merged("Sea", listed(1, "Sea"), listed(2, "Tree")), ["unlike titles: Tree"]),
        (merged("Sea", listed(1, "Sea"), listed(2, "A long way to the sea")), []),
        (merged("A", year=1914), ["first published at the age of 14"]),
        (merged("A", year=1915), []),
        (merged("A", year=1975), []),
        (merged("A", year=1976), ["first published 6 years after the author's death"]),
        (merged("A", year=None), []),
        (
            merged("A", listed(1, "A", 1950, (1890, 2050)), listed(2, "A", None, (1890, 1900))),
            [
                "2 records say 1890, not after the author's birth in 1900",
                "a record says 1900, not after the author's birth in 1900",
                "a record says 2050, after the last year that can be a book's",
            ],
        ),
    ],
)
def test_what_is_doubtful_of_a_book(book, why):
    """On both sides of each bound."""
    found = list(doubts(WHO, [book]))
    assert [one["why"] for one in found] == why
    assert {(one["author"], one["id"], one["title"]) for one in found} <= {
        ("Ann", "Q3", book.title)
    }


def test_titles_of_several_authors():
    """Firsts and variants, each author once; usual titles and those of five are counted alone."""
    titles = [("The Sea", "Ann", "Q1"), ("Sea!", "Bo", "Q2"), ("Sea", "Ann", "Q1")]
    titles += [(f"Tree{'' if n else '!'}", f"P{n}", f"Q{n}") for n in range(5)]
    titles += [("Night", f"P{n}", f"Q{n}") for n in range(4)]
    titles += [("Selected Poems", "Ann", "Q1"), ("selected poems", "Bo", "Q2")]
    titles += [("?", "A", "Q1"), ("!", "B", "Q2"), ("Own", "Ann", "Q1")]
    variants = [("A sea", "Cy", "Q3", "Sand"), ("Sea", "Bo", "Q2", "Hill"),
                ("Stream", "Ann", "Q1", "Own"), ("Stream!", "Cy", "Q3", "Sand"),
                ("Own", "Ann", "Q1", "The Sea")]  # fmt: skip
    *found, usual = shared(titles, variants)
    assert {one["title"]: one["authors"] for one in found} == {
        "The Sea": ["Ann (Q1)", "Bo (Q2)", "Cy (Q3): a title of Sand"],
        "Night": [f"P{n} (Q{n})" for n in range(4)],
        "Stream": ["Ann (Q1): a title of Own", "Cy (Q3): a title of Sand"],
    }
    assert usual["titles"] == ["Tree! (5 authors)", "Selected Poems (2 authors)"]


def test_a_collection_looks_at_all_titles_of_its_books():
    """First titles and variants, of all authors."""
    books = {"Q1": Book("Sea", 1950, ("Land",)), "Q2": Book("River", 1960, ("Land!", "Sea"))}
    authors = [Author(f"A {qid}", 1900, 1, (book,), {"WikiData ID": qid})
               for qid, book in books.items()]  # fmt: skip
    found = collected(authors, (), {}, Options()).doubts
    assert [(doubt["title"], doubt["authors"]) for doubt in found] == [
        ("Land", ["A Q1 (Q1): a title of Sea", "A Q2 (Q2): a title of River"]),
        ("Sea", ["A Q1 (Q1)", "A Q2 (Q2): a title of River"]),
    ]
