"""Titles that several authors have: what a person is shown of them."""

from __future__ import annotations

from tamis.collect.books.collection import collected
from tamis.collect.books.collection_options import Options
from tamis.collect.books.quality import COMMON, shared
from tamis.collect.kitab import Author, Book


def test_a_variant_that_another_author_has_is_a_doubt_that_names_its_book():
    """Whether the other has it as a book's first title or as a variant too."""
    titles = [("The Garden", "Ann", "Q1"), ("Sea Stories", "Bob", "Q2"), ("River", "Cy", "Q3")]
    variants = [
        ("A garden", "Bob", "Q2", "Sea Stories"), ("Stream", "Ann", "Q1", "The Garden"),
        ("Stream!", "Cy", "Q3", "River"),
    ]  # fmt: skip
    assert list(shared(titles, variants)) == [
        {
            "kind": "another's title",
            "title": "The Garden",
            "why": "authors of the data have the same title",
            "authors": ["Ann (Q1)", "Bob (Q2): a title of Sea Stories"],
        },
        {
            "kind": "another's title",
            "title": "Stream",
            "why": "authors of the data have the same title",
            "authors": ["Ann (Q1): a title of The Garden", "Cy (Q3): a title of River"],
        },
    ]


def test_an_author_is_named_once_and_is_not_another_of_their_own():
    """Two books of one title, one under it and one with it as a variant."""
    assert not list(shared([("Sea", "Ann", "Q1")], [("Sea", "Ann", "Q1", "The Long Sea")]))
    [doubt] = shared([("Sea", "Ann", "Q1"), ("Sea", "Bob", "Q2")], [("Sea", "Bob", "Q2", "Land")])
    assert doubt["authors"] == ["Ann (Q1)", "Bob (Q2)"]


def test_usual_titles_are_one_doubt_that_counts_them():
    """Those of the form alone, and those of many authors."""
    many = [("Night", f"Author {n}", f"Q{n}") for n in range(COMMON)]
    few = [("Night Sea", f"Author {n}", f"Q{n}") for n in range(COMMON - 1)]
    poems = [
        (title, f"Author {n}", f"Q{n}")
        for title in ("Poems", "Collected Stories", "The selected poems", "Short stories")
        for n in range(2)
    ]
    one, usual = shared([*many, *few, *poems])
    assert one["title"] == "Night Sea"
    assert len(one["authors"]) == COMMON - 1
    assert usual["title"] == "Night"
    assert usual["why"] == "usual titles that several authors have: 5, not listed one by one"
    assert usual["titles"] == [
        "Night (5 authors)", "Collected Stories (2 authors)", "Poems (2 authors)",
        "Short stories (2 authors)", "The selected poems (2 authors)",
    ]  # fmt: skip


def test_titles_without_letters_are_not_one_title():
    """Nothing is left of them that could be the same."""
    assert not list(shared([("!!!", "Ann", "Q1"), ("???", "Bob", "Q2")]))


def test_a_collection_looks_at_all_titles_of_its_books():
    """First titles and variants, of all authors."""
    books = {"Q1": Book("Sea", 1950, ("Land",)), "Q2": Book("River", 1960, ("Land!", "Sea"))}
    authors = [Author(f"A {qid}", 1900, 1, (book,), {"WikiData ID": qid})
               for qid, book in books.items()]  # fmt: skip
    doubts = collected(authors, (), {}, Options()).doubts
    assert [(doubt["title"], doubt["authors"]) for doubt in doubts] == [
        ("Land", ["A Q1 (Q1): a title of Sea", "A Q2 (Q2): a title of River"]),
        ("Sea", ["A Q1 (Q1)", "A Q2 (Q2): a title of River"]),
    ]
