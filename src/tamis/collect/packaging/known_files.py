"""Descriptions of the files and columns in the forms of KITAB and of QUEST.

KITAB as released (`microsoft/kitab`; KITAB, §3.1) and QUEST as published (Malaviya et al., 2023),
with the files and columns that Tamis adds.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from tamis.collect.kitab.released_files import AUTHORS, BOOKS, ONE, SINGLE_ITEMS, TWO
from tamis.report.render.format import slug

_AUTHOR = {
    "Author": "Name of the author, or of the anchor of a table.",
    "Birth Year": "Year of birth; null where it is not known.",
    "# of sitelinks": "Pages about the author in Wikimedia's projects, a measure of popularity.",
    "WikiData ID": "The author in Wikidata.",
    "OpenLibrary ID": "The author in Open Library; several ids with spaces between.",
}
_QUERY = {
    **_AUTHOR,
    "constraint_type": "Family of the constraint; of two, a Python literal of a list.",
    "constraints": "The constraints in words, numbered: Criterion 1, Criterion 2.",
    "mapped_books": "The gold, titles without years, as a Python literal of a list; [] where no "
    "item satisfies.",
    "all_books": "All items of the author with their years, as a Python literal of a list.",
    "raw_books": "The titles of all_books, their variants, and doubtful titles, as a "
    "Python literal of a list: a tolerance in scoring.",
    "item_facts": "For each item of all_books its facts in the table, as JSON in a text.",
    "checks": "For each constraint its condition on item_facts or null, as JSON in a text.",
}
_BOOK = {
    **_AUTHOR,
    "title": "The title that the data uses.",
    "earliest_publishing_year": "Year of the first publication; null where it is not known.",
    "number_of_words": "Words of the title.",
    "human_names": "Names of people in any of the titles.",
    "city_names": "Names of cities in any of the titles.",
    "title_variants": "Other titles of the same book.",
    "openlibrary_ids": "The works of Open Library that were merged.",
    "languages": "Languages of the editions.",
    "number_of_editions": "Editions of all these works.",
}
_ITEM = {
    **_AUTHOR,
    "constraint_type": "Family of the constraint.",
    "constraints": "The constraint in words.",
    "book": "One item of the author with its year.",
    "satisfies": "Whether the item satisfies the constraint.",
}
_QUESTION = {
    "query": "The question.",
    "docs": "Titles of the documents that answer it.",
    "original_query": "The question as made from its template, with the sets marked.",
    "scores": "Ratings by people, which QUEST has; here null.",
    "metadata": "How the question is built.",
    "template": "The set template: _ stands for a set.",
    "domain": "The kind of things that are asked for.",
}
_DOCUMENT = {
    "id": "Identifier of the document in the corpus.",
    "title": "Its title, by which it is an answer.",
    "text": "Its text.",
}
_DOUBT = {
    "kind": "What is doubtful: a cluster, a year, or another's title.",
    "author": "Name of the author.",
    "id": "The author in Wikidata.",
    "title": "Title of the book.",
    "why": "Why a person should check it.",
    "titles": "All titles of the book, or usual titles that several authors have.",
    "works": "The works of Open Library that were merged, with their years.",
    "year": "The year outside of the author's life.",
    "authors": "All authors of a book of this title.",
}
_INTEGERS = ("Birth Year", "# of sitelinks", "earliest_publishing_year", "year")


@dataclass(frozen=True)
class Known:
    """The description of a file.

    `name` is that of its record set; `config` and `split` are those of the Hugging Face hub, where
    files of one form belong together.
    """

    name: str
    description: str
    columns: Mapping[str, str] = field(default_factory=dict)
    config: str = ""
    split: str = "test"

    def column(self, name: str) -> str:
        """What a column holds."""
        return self.columns.get(name, f"The column {name}, as it was collected.")

    def kind(self, name: str) -> str:
        """The kind of a column that is empty in the data."""
        return "Integer" if name in _INTEGERS else "Text"


_FILES = {
    ONE: Known(
        "one-book-constraints",
        "Queries for the items of an author that satisfy one constraint.",
        _QUERY,
    ),
    TWO: Known(
        "two-book-constraints",
        "Queries for the items of an author that satisfy two constraints.",
        _QUERY,
    ),
    AUTHORS: Known("author-metadata", "The authors that are asked about.", _AUTHOR),
    BOOKS: Known("book-metadata", "The books of the authors, with what verifies them.", _BOOK),
    SINGLE_ITEMS: Known(
        "single-items",
        "Constraints on one item each: one that satisfies, one that does not.",
        _ITEM,
    ),
    "test.jsonl": Known("questions-test", "Set questions over the corpus.", _QUESTION, "questions"),
    "train.jsonl": Known(
        "questions-train",
        "Set questions as examples for the prompt; none of them is tested.",
        _QUESTION,
        "questions",
        "train",
    ),
    "documents.jsonl": Known(
        "documents", "The corpus: a document for each item.", _DOCUMENT, split="corpus"
    ),
    "quality.jsonl": Known(
        "quality", "What a person should check before the data is used.", _DOUBT, split="review"
    ),
    "domain.json": Known("domain", "What the items are called in prompts."),
}


def known(file: str) -> Known:
    """The description of a file by its name; a short general one for other files."""
    if file in _FILES:
        return _FILES[file]
    return Known(slug(Path(file).with_suffix("").as_posix()), f"The file {file}.")
