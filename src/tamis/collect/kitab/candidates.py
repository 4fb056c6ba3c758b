"""The constraints that an author's titles suggest, and those that none of them satisfies (§C.2)."""

from __future__ import annotations

import string
from collections.abc import Iterable
from functools import lru_cache
from types import ModuleType

from tamis.checking import constraints
from tamis.checking.constraints import (
    city_name,
    ends_with,
    human_name,
    publishing_year,
    starts_with,
    word_count,
)
from tamis.collect.kitab.facts import Author
from tamis.text.normalised import plain_words
from tamis.types import Constraint, Family

SUGGESTED: tuple[Family, ...] = ("starts-with", "ends-with", "word-count", "publishing-year")
"""The families whose constraints come from the titles, in the order of the data."""

SPAN = 5
"""Years from the first of a range to its last, both included, as in `1970-1975`."""

LAST_YEAR = 2026
"""The last year of ranges; fixed, so that the data does not depend on the day it is made."""

MOST_WORDS = 19

_LETTERS: dict[str, ModuleType] = {"starts-with": starts_with, "ends-with": ends_with}


def suggested(author: Author, family: Family, *, digits: bool = False) -> tuple[Constraint, ...]:
    """The constraints of a family that some title of the author suggests, in a fixed order.

    Ranges of years begin at multiples of five. A number of words is at least two. "Letters" that
    are digits (`1984`) are left out unless `digits`. For the families of names see `names`.
    """
    titles = [title for book in author.books for title in book.titles]
    words = [plain for title in titles if (plain := plain_words(title))]
    wordings: Iterable[str]
    match family:
        case "starts-with" | "ends-with":
            letters = {w[0 if family == "starts-with" else -1] for w in words}
            wordings = (
                _LETTERS[family].WORDING.format(letter=letter)
                for letter in letters
                if letter.isalpha() or (digits and letter.isdigit())
            )
        case "word-count":
            counts = {len(title.split()) for title in titles}
            wordings = (word_count.WORDING.format(count=n) for n in counts if n > 1)
        case _:
            firsts = {b.year - b.year % SPAN for b in author.books if b.year is not None}
            wordings = (_years(first) for first in firsts if first >= 100)
    return tuple(parsed(text, family) for text in sorted(set(wordings)))


def possible(author: Author, family: Family) -> tuple[Constraint, ...]:
    """All constraints of a family in a sensible range, most of which no title satisfies.

    Years go from fifty before the author's birth (before 1850 where it is not known) to
    LAST_YEAR, words from two to MOST_WORDS.
    """
    match family:
        case "starts-with" | "ends-with":
            wording = _LETTERS[family].WORDING
            texts = [wording.format(letter=letter) for letter in string.ascii_lowercase]
        case "word-count":
            texts = [word_count.WORDING.format(count=n) for n in range(2, MOST_WORDS + 1)]
        case _:
            born = 1850 if author.birth_year is None else author.birth_year
            start = max(100, born - born % SPAN - 50)
            texts = [_years(year) for year in range(start, LAST_YEAR, SPAN)]
    return tuple(parsed(text, family) for text in texts)


def names() -> tuple[Constraint, ...]:
    """The four constraints on names: a human name or none, a city name or none."""
    texts = (human_name.WORDING, human_name.NEGATED, city_name.WORDING, city_name.NEGATED)
    return tuple(parsed(text) for text in texts)


@lru_cache(maxsize=4096)
def parsed(text: str, family: Family | None = None) -> Constraint:
    """`constraints.parse`, cached, as authors share most wordings."""
    return constraints.parse(text, family)


def _years(first: int) -> str:
    return publishing_year.WORDING.format(first=first, last=first + SPAN)
