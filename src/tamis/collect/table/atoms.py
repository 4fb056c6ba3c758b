"""The single constraints that a table suggests, by the type of each column (KITAB, §3.1, §C.2)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from math import floor, log10

from tamis.collect.table.cleaning import Entry
from tamis.collect.table.columns import Columns
from tamis.text.normalised import plain_words

YEAR_SPANS = (5, 10, 20)
MOST_VALUES = 40
"""Values of one category column, the most frequent first."""

MOST_ANCHORS = 200
"""Anchors as sets of the set questions."""

TITLE = "title"
"""The kind of all constraints on letters and lengths of titles."""

LETTERS_AND_LENGTHS = ("starts-with", "ends-with", "word-count")
FOUND_NAMES = ("human-name", "city-name")

_BINS = 5


@dataclass(frozen=True, order=True)
class Atom:
    """One constraint on an item.

    `family` is one of KITAB's six, `category` (the cell holds `value`), `number` (the cell is
    from `low` to `high`, both included), or `anchor` (the item belongs to `value`). `low` and
    `high` are also the years, and `low` the number of words; `value` is also the letter.
    With `negated` the opposite must hold.
    """

    family: str
    column: str = ""
    value: str = ""
    low: float = 0
    high: float = 0
    negated: bool = False

    @property
    def kind(self) -> tuple[str, str]:
        """What it is about, of which each has its fair share of the queries: a column, or titles.

        Letters and lengths of titles are one kind, names of people and of cities are one each.
        """
        return (TITLE, "") if self.family in LETTERS_AND_LENGTHS else (self.family, self.column)


def propose(entries: Sequence[Entry], columns: Columns, names: bool = False) -> list[Atom]:
    """Every constraint that some entry satisfies, negations of names and categories included.

    `names` says that the entries know the names in their titles. No range of years goes beyond
    the last year of the entries.
    """
    words = [entry.words for entry in entries]
    found: list[Atom] = []
    for family, at in (("starts-with", 0), ("ends-with", -1)):
        letters = {word[at] for word in words if word[at].isalpha()}
        # Some letters fold into two ("ß"): no wording can name such a first letter.
        found += [Atom(family, value=letter) for letter in letters if plain_words(letter) == letter]
    counts = {len(entry.title.split()) for entry in entries}
    found += [Atom("word-count", low=count) for count in counts if count > 1]
    for family in FOUND_NAMES if names else ():
        found += [Atom(family), Atom(family, negated=True)]
    years = [entry.year for entry in entries if entry.year is not None]
    for first in {year - year % 5 for year in years if year >= 100}:
        lasts = {min(first + span, max(years)) for span in YEAR_SPANS} - {first}
        found += [Atom("publishing-year", columns.year, "", first, last) for last in lasts]
    for name in columns.category:
        values = Counter(value for entry in entries for value in entry.categories.get(name, ()))
        kept = sorted(values, key=lambda value: (-values[value], value))[:MOST_VALUES]
        found += [Atom("category", name, value) for value in kept]
        # With two values, "is not the one" is "is the other", which is proposed already.
        if len(values) != 2 or any(len(entry.categories.get(name, ())) > 1 for entry in entries):
            found += [Atom("category", name, value, negated=True) for value in kept]
    for name in columns.number:
        numbers = [entry.numbers[name] for entry in entries if name in entry.numbers]
        found += [Atom("number", name, "", low, high) for low, high in ranges(numbers)]
    return sorted(set(found))


def anchors(entries: Sequence[Entry], columns: Columns) -> list[Atom]:
    """Anchors with at least two items, the largest first, as constraints on the whole table."""
    counts = Counter(anchor for entry in entries for anchor in entry.anchors)
    largest = sorted(counts, key=lambda name: (-counts[name], name))[:MOST_ANCHORS]
    return [Atom("anchor", columns.anchor, name) for name in largest if counts[name] > 1]


def ranges(numbers: Sequence[float]) -> list[tuple[float, float]]:
    """Ranges of one to three fifths of the numbers, their ends rounded to 1, 2 or 5 × 10ⁿ.

    Empty where the numbers do not differ.
    """
    ordered = sorted(numbers)
    if not ordered or ordered[0] == ordered[-1]:
        return []
    cuts = [ordered[round(i * (len(ordered) - 1) / _BINS)] for i in range(_BINS + 1)]
    # The step follows from the middle fifths, so that one outlier does not make all ranges wide.
    step = _round_step((cuts[-2] - cuts[1]) / _BINS or (cuts[-1] - cuts[0]) / _BINS)
    edges = [floor(cut / step) for cut in cuts[:-1]] + [-floor(-cuts[-1] / step)]
    edges = sorted(set(edges))
    return sorted(
        (_clean(edges[i] * step), _clean(edges[j] * step))
        for i in range(len(edges))
        for j in range(i + 1, min(i + 4, len(edges)))
    )


def _round_step(step: float) -> float:
    power: float = 10.0 ** floor(log10(step))
    return next(power * factor for factor in (1, 2, 5, 10) if power * factor >= step)


def _clean(number: float) -> float:
    """A number without the rounding errors of multiplying by 0.1."""
    return float(f"{number:.12g}")
