"""The figures of a row: what each measures, by its unit, the word beside it, or its column."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from tamis.checking.ledger.interval import UNKNOWN, Interval
from tamis.checking.ledger.row import Cell, Row, kept, place
from tamis.checking.worksheet import Span, overlap
from tamis.text.quantities import Quantity, quantities

NUTRIENTS = {
    "protein": r"prot(?:ein)?s?",
    "fat": r"fats?",
    "carbohydrate": r"carb(?:ohydrate)?s?",
    "fiber": r"fib(?:er|re)s?",
    "sugar": r"sugars?",
    "sodium": r"sodium|salt",
    "cholesterol": r"cholesterol",
}
"""The nutrients that labels of food name, each by its words."""


@dataclass(frozen=True, eq=False)
class Figure:
    """A figure of a row, or of one of its cells: what it measures, and its value.

    The value is in kcal, g, minutes, or as it stands; without its sign where it has a `minus`.
    `start` and `end` are its place in the text.
    """

    row: Row
    text: str
    start: int
    end: int
    value: Interval
    subject: str = ""
    cell: Cell | None = None
    unit: str = ""
    minus: bool = False

    @property
    def written(self) -> str:
        """The figure as it stands."""
        return self.text[self.start : self.end]

    @property
    def span(self) -> Span:
        """Its place in the response."""
        return place(self.cell.places if self.cell else self.row.places, self.start, self.end)

    @property
    def noun(self) -> str:
        """What it counts, in small letters; empty where it has a unit, or no noun."""
        return self.subject.partition(":")[2]

    def is_same(self, other: Figure) -> bool:
        """Whether another reading of the row has it at the same place."""
        here, there = (self.start, self.end), (other.start, other.end)
        return self.cell is other.cell and overlap(here, there)


Reader = Callable[[Row], Sequence[Figure]]
"""Reads the figures of a row that measure what is asked for."""

_ENERGY = r"k?cal(?:orie)?s?|energy|kj|kilojoules?"
_NUTRIENT = "|".join(rf"(?P<{one}>{words})" for one, words in NUTRIENTS.items())
_BEFORE = re.compile(
    rf"(?:\b(?P<energy>{_ENERGY})|(?<![\w-])(?:{_NUTRIENT})|\b(?P<P>P)|\b(?P<C>C)|\b(?P<F>F))"
    r"[\s:=~≈(*-]{0,4}(?:about |approx\. )?$", re.I,
)  # fmt: skip
# Behind a figure: "8 g of fat", but not "30 g protein powder".
_AFTER = re.compile(
    rf"\s?(?:of |total |net )?(?:{_NUTRIENT}|(?P<P>P)|(?P<C>C)|(?P<F>F))(?![\w-])"
    r"(?! (?!and\b|or\b|plus\b|per\b|each\b|a\b|in\b|from\b|for\b|with\b|total\b|x\b)[a-z])", re.I,
)  # fmt: skip
_INITIALS = {"P": "protein", "C": "carbohydrate", "F": "fat"}
_NEAR = 24
"""How many characters before a figure may say what it measures."""
_SATURATED = re.compile(r"\b(?:un)?saturated |\btrans |\bof which ", re.I)
_HEADS = {
    subject: re.compile(words, re.I) for subject, words in (
        ("energy", rf"\b(?:{_ENERGY})\b|\bburn"),
        *((one, rf"\b(?:{words})\b") for one, words in NUTRIENTS.items()),
        ("sets", r"^\W*sets?\W*$"),
        ("reps", r"^\W*rep(?:s|etitions)?\b"),
        ("tonnage", r"\btonnage|\bvolume"),
        ("weight", r"\b(?:weights?|loads?)\b|^\W*(?:kg|lbs?)\W*$"),
        ("time", r"\b(?:duration|time|min(?:ute)?s?|h(?:ou)?rs?|sec(?:ond)?s?|length)\b"),
    )
}  # fmt: skip
"""What a column measures, by its header."""
_LIFTED = ("weight", "tonnage")
_UNIT = re.compile(r"\b(kj|mg|g|kg|lbs?|oz|km|h(?:ou)?rs?|h|min(?:ute)?s?|sec(?:ond)?s?|s)\b", re.I)
# What may stand around the figures of a cell.
_AROUND = re.compile(r"(?:[\s~≈+*†‡().,;&\[\]−–-]|about|around|approx|ca)*", re.I)


@kept
def figures(row: Row) -> tuple[Figure, ...]:
    """All figures of a row, each with what it measures."""
    if not row.cells:
        return tuple(_of_text(row, row.text, row.quantities))
    made: list[Figure] = []
    for cell in row.cells:
        subject, factor = subject_of(cell.header)
        found = _of_text(row, cell.text, list(quantities(cell.text)), cell)
        if subject:
            found = [_in_column(one, subject, factor) for one in found]
            counted = any(one.subject.startswith("count") for one in found)
            if found and (counted or not alone(cell.text, found)):
                # "See note 2", "same as day 1": no figure of the column.
                found = [opened(one) if one.subject == subject else one for one in found]
        made += found
    return tuple(made)


@lru_cache(maxsize=2048)
def subject_of(header: str) -> tuple[str, float]:
    """What a column measures by its header, and what a bare number of it is in the base unit."""
    bare = "".join(filter(str.isalpha, header.partition("(")[0]))
    if bare in _INITIALS:
        return _INITIALS[bare], 1.0
    subject = next((one for one, words in _HEADS.items() if words.search(header)), "")
    found = _UNIT.search(header) if subject else None
    unit = next(quantities(f"1 {found[1]}"), None) if found else None
    if unit is None:
        return subject, 1.0
    if subject in _LIFTED:
        return subject, unit.low / 1000 if unit.dimension == "mass" else 1.0
    fits = unit.dimension in ("energy", "mass") or (unit.dimension == subject == "time")
    return subject, unit.low if fits else 1.0


def _in_column(one: Figure, subject: str, factor: float) -> Figure:
    """A figure of a cell: a bare number measures what its column does."""
    if one.subject.startswith("count") and one.unit == "":
        return replace(one, value=one.value.times(factor), subject=subject)
    if one.subject == "mass" and subject in _LIFTED:
        return replace(one, value=_in_kg(one.value), subject=subject)
    if one.subject == "mass" and subject in NUTRIENTS:
        return replace(one, subject=subject)
    return one


def _in_kg(grams: Interval) -> Interval:
    return Interval(grams.low / 1000, grams.high / 1000)


def opened(one: Figure) -> Figure:
    """A figure that may be anything."""
    return replace(one, value=UNKNOWN, minus=False)


def alone(text: str, found: Sequence[Figure]) -> bool:
    """Whether a cell holds nothing but its figures and signs."""
    at = 0
    for one in found:
        if not _AROUND.fullmatch(text, at, one.start):
            return False
        at = one.end
    return _AROUND.fullmatch(text, at) is not None


def hedged(value: Interval, hedge: str) -> Interval:
    """A figure that is a bound: "up to 300 kcal"."""
    match hedge:
        case "at least" | "more than":
            return value.or_more()
        case "at most" | "less than":
            return value.or_nothing()
    return value


def _of_text(
    row: Row, text: str, found: Sequence[Quantity], cell: Cell | None = None
) -> list[Figure]:
    before = _named_before(text, found)
    return [
        Figure(row, text, one.start, one.end, _value(one), _subject(text, one, before=before), cell,
               one.unit or one.noun)
        for one in found
    ]  # fmt: skip


def _value(one: Quantity) -> Interval:
    if one.dimension == "span":
        return hedged(Interval.at(one.minutes), one.hedge)
    return hedged(Interval(one.low, one.high), one.hedge) if one.low <= one.high else UNKNOWN


def _named_before(text: str, found: Sequence[Quantity]) -> bool:
    """Whether a line names what it measures before each figure: "Protein: 11 g, fat: 5 g"."""
    for one in found:
        if one.dimension == "mass" or (one.dimension == "count" and not one.ordinal):
            if _named(_BEFORE.search(_before(text, one))) not in ("", "energy"):
                return True
            if _named(_AFTER.match(text, one.end)):
                return False
    return False


def _before(text: str, one: Quantity) -> str:
    return text[max(one.start - _NEAR, 0) : one.start]


def _named(found: re.Match[str] | None) -> str:
    """What a word or an initial in capitals names; empty for none."""
    name = (found.lastgroup or "") if found else ""
    if found and name in _INITIALS:
        return _INITIALS[name] if found[name].isupper() else ""
    return name


def _subject(text: str, one: Quantity, *, before: bool) -> str:
    """What a figure measures: a nutrient, energy, its dimension, or "count:" with a noun."""
    if one.ordinal:
        return "ordinal"
    if one.dimension not in ("mass", "count"):
        return "time" if one.dimension == "span" else one.dimension
    lead = _before(text, one)
    behind = None if before else _AFTER.match(text, one.end)
    named = _named(behind or _BEFORE.search(lead))
    around = text[one.end : behind.end()] if behind else lead
    if behind is None and not before and (named != "energy" or one.dimension == "mass"):
        # Where names stand behind figures, one before is of the figure before.
        named = ""
    if named and not _SATURATED.search(around) and (named, one.dimension) != ("energy", "mass"):
        return named
    return (
        f"count:{one.noun.casefold()}" if one.dimension == "count" and one.noun else one.dimension
    )
