"""The facts of a KITAB dataset: authors and their books."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from tamis.types import Item


@dataclass(frozen=True)
class Book:
    """One book under all its titles.

    `year` is that of the first publication, None where it is not known. `human_names` and
    `city_names` are those in any of its titles, as written. `facts` are further columns for the
    books' metadata (ids, languages, number of editions), with values that JSON can hold.
    """

    title: str
    year: int | None = None
    variants: tuple[str, ...] = ()
    human_names: tuple[str, ...] = ()
    city_names: tuple[str, ...] = ()
    facts: Mapping[str, Any] = field(default_factory=dict, compare=False)

    @property
    def titles(self) -> tuple[str, ...]:
        """The title and all its variants, each of which may satisfy a constraint (§C.1)."""
        return (self.title, *self.variants)

    @cached_property
    def _items(self) -> tuple[Item, ...]:
        """Each title as an item that constraints are checked on."""
        return tuple(Item(title, self.year) for title in self.titles)

    @property
    def listed(self) -> str:
        """As the released files list it: `Sula (1973)`, without brackets for an unknown year."""
        return self.title if self.year is None else f"{self.title} ({self.year})"


@dataclass(frozen=True)
class Author:
    """An author with all their known books.

    `sitelinks` is the popularity (§3.1). `ids` are further columns of the authors' file, such as
    `WikiData ID`. `unsure` are titles found under the author's name that are not in the data: an
    answer that names one is neither right nor wrong.
    """

    name: str
    birth_year: int | None
    sitelinks: int | None
    books: tuple[Book, ...]
    ids: Mapping[str, str] = field(default_factory=dict, compare=False)
    unsure: tuple[str, ...] = ()

    @cached_property
    def _masks(self) -> dict[tuple[str, str], int]:
        """A cache of the books that satisfy a constraint (see `queries.mask`)."""
        return {}

    @property
    def raw_titles(self) -> tuple[str, ...]:
        """The books' titles with their variants, then the unsure ones."""
        return (*(title for book in self.books for title in book.titles), *self.unsure)
