"""The people, authors, works and editions that pass from stage to stage: plain values.

JSON and Arrow can hold them. Open Library's keys are kept as numbers: `/works/OL45804W` is 45804.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class Person:
    """A person of Wikidata, with the facts that the stages need.

    `names` are the label and the other names, the label first. Years are None where they are not
    known to the year; `birth` is what the source says. `openlibrary` are numbers of authors
    (P648). `works` is how many works are linked to the person (P50), None where the source has
    no count.
    """

    qid: str
    names: tuple[str, ...]
    occupations: tuple[str, ...] = ()
    birth: str = ""
    birth_year: int | None = None
    death_year: int | None = None
    sitelinks: int = 0
    openlibrary: tuple[int, ...] = ()
    works: int | None = None
    human: bool = True

    @property
    def name(self) -> str:
        """The label, or the id where there is none."""
        return self.names[0] if self.names else self.qid

    @property
    def shown(self) -> str:
        """For samples and reports: `Toni Morrison (Q72334)`."""
        return f"{self.name} ({self.qid})"


@dataclass(frozen=True, slots=True)
class Known:
    """A work of Wikidata: its titles and the ids of its authors (P50)."""

    qid: str
    titles: tuple[str, ...]
    authors: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Author:
    """An author of Open Library; `wikidata` is the id among the remote ids, or empty."""

    number: int
    names: tuple[str, ...]
    birth: str = ""
    birth_year: int | None = None
    wikidata: str = ""


@dataclass(frozen=True, slots=True)
class Match:
    """A person with their authors in Open Library.

    `numbers` are the authors that are the person, with those that redirect to them. `how`: `id`
    (P648), `remote id` (Open Library names the person) or `name` (and birth year).
    """

    person: Person
    numbers: tuple[int, ...]
    how: str


@dataclass(frozen=True, slots=True)
class Work:
    """A work of Open Library; `authors` are the numbers of all its authors."""

    number: int
    title: str
    subtitle: str
    authors: tuple[int, ...]
    year: int | None


@dataclass(frozen=True, slots=True)
class Edition:
    """An edition of a work; `languages` are codes such as `eng`, none where it is untagged."""

    work: int
    title: str
    subtitle: str
    languages: tuple[str, ...]
    year: int | None


@dataclass(frozen=True, slots=True)
class Title:
    """One title of a work; `tagged`: an edition with this title is marked as English."""

    text: str
    year: int | None
    tagged: bool

    @property
    def rank(self) -> tuple[bool, int, int, str]:
        """Sort key of a book's titles: English first, then early, then short."""
        return (not self.tagged, self.year or 9999, len(self.text), self.text)


@dataclass(frozen=True, slots=True)
class Listed:
    """A work in one author's list, together with the facts of its editions.

    `titles` are those of editions in English or without a language, and the work's own, each
    once, the earliest first. `languages` are all that its editions name; `untagged`: one
    edition has no language. `authors` is their number. `year` is the earliest of all editions.
    `impossible` are the years that were dropped, one of each edition, the earliest first.
    `too_long`: a title was too long to be one.
    """

    work: int
    titles: tuple[Title, ...]
    languages: tuple[str, ...]
    untagged: bool
    editions: int
    authors: int
    year: int | None
    impossible: tuple[int, ...] = ()
    too_long: bool = False

    @property
    def title(self) -> str:
        """The first title; empty where none is left."""
        return self.titles[0].text if self.titles else ""

    @property
    def shown(self) -> str:
        """For samples and reports: `Sula (OL45804W)`."""
        return f"{self.title[:80]} (OL{self.work}W)"


def person_from_json(values: dict[str, Any]) -> Person:
    """A person from the values of a JSON file."""
    arrays: dict[str, Any] = {k: tuple(v) for k, v in values.items() if isinstance(v, list)}
    return Person(**{**values, **arrays})


def listed_from_json(values: dict[str, Any]) -> Listed:
    """A listed work from the values of a JSON file."""
    titles = tuple(Title(**title) for title in values["titles"])
    arrays = {name: tuple(values[name]) for name in ("languages", "impossible")}
    return Listed(**{**values, **arrays, "titles": titles})
