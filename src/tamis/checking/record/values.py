"""The values of quotes, as the program reads them in their place of the response."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from tamis.checking.constraint_types.amounts._prices import agree, currency_of, prices
from tamis.checking.ledger.figures import NUTRIENTS, figures
from tamis.checking.ledger.interval import ONE, UNKNOWN, Interval
from tamis.checking.ledger.names import name_of
from tamis.checking.ledger.row import Row, place
from tamis.checking.ledger.rows import rows_of
from tamis.checking.record.quotes import among, inside
from tamis.checking.record.reply import How
from tamis.checking.worksheet import Span, overlap
from tamis.text.quantities import DAY, Quantity, quantities
from tamis.text.quotes import Place

HALF = DAY / 2
_BY = frozenset("@×")
"""What stands before a price that is multiplied: "4 large @ £11.99"."""
_DIMENSIONS = {
    **dict.fromkeys((*NUTRIENTS, "weight", "tonnage"), "mass"),
    **dict.fromkeys(("sets", "reps"), "count"),
}
DOTTED = re.compile(r"(?<![\d.:])(\d{1,2})\.([0-5]\d)(?!\d|[.:]\d)")
"""A time such as 7.30, where a time is looked for."""
_AM_OR_PM = re.compile(r"\d\s?[ap]\.?\s?m\b", re.I)
_DIGITS = re.compile(r"\d(?:.*\d)?", re.S)
_CLOCK_END = re.compile(r"\d{1,2}(?:[:.h]\d\d)?|noon|midday|midnight", re.I)


class Unread(Exception):
    """A quote that has no value; the message says what was looked for."""


@dataclass(frozen=True)
class Number:
    """A number of the response at `span`, in the base unit of its dimension.

    `what` is what it measures, as far as its words, its unit or its column say ("protein",
    "energy", "count:eggs"); `unit` its unit or currency, empty where it is bare.
    """

    row: Row
    span: Span
    value: Interval
    dimension: str
    what: str
    unit: str


@dataclass(frozen=True)
class Clock:
    """A time of the clock at `span`, in minutes; `later` where it may be twelve hours later.

    `whole` is where it stands with the other end of "9:00–10:30".
    """

    row: Row
    span: Span
    at: float
    later: bool
    whole: Span

    @property
    def value(self) -> Interval:
        """All that it may be."""
        return Interval(self.at, self.at + HALF * self.later)


@dataclass(frozen=True)
class Read:
    """The value of a quote, how it was computed, and the numbers that it was read from."""

    value: Interval
    working: str = ""
    numbers: tuple[Number, ...] = ()


class Values:
    """The numbers and times of a response, by their places."""

    def __init__(self, response: str) -> None:
        self.response = response
        self.root = rows_of(response)
        self.rows = sorted(
            (row for row in self.root.walk() if row.text), key=lambda one: one.span()
        )

    @cached_property
    def numbers(self) -> list[Number]:
        """Every number, in order; a price is one of money and none besides."""
        found = [one for row in self.rows for one in _numbers(row)]
        return sorted(found, key=lambda one: one.span)

    @cached_property
    def clocks(self) -> list[Clock]:
        """Every time of the clock, in order."""
        found = sorted((one for row in self.rows for one in _clocks(row)), key=lambda one: one.span)
        parts: dict[int, list[Clock]] = {}
        for one in found:
            parts.setdefault(id(one.row.above), []).append(one)
        full = _of_24_hours(found)
        read = [one for own in parts.values() for one in _half_known(own, full)]
        return sorted(read, key=lambda one: one.span)

    @cached_property
    def _spans(self) -> tuple[list[Span], list[Span]]:
        """Where the rows and the numbers stand."""
        return [row.span() for row in self.rows], [self._digits(one.span) for one in self.numbers]

    def rows_at(self, place: Place) -> list[Row]:
        """The rows in which a place stands."""
        found = (among(self._spans[0], span) for span in place)
        return list(dict.fromkeys(row for one in found if one for row in self.rows[one]))

    def at(self, place: Place) -> list[Number]:
        """The numbers of a place; not those of which it only has the unit."""
        found = (among(self._spans[1], span) for span in place)
        return list(dict.fromkeys(number for one in found if one for number in self.numbers[one]))

    def _digits(self, span: Span) -> Span:
        found = _DIGITS.search(self.response, *span)
        return found.span() if found else span

    def read(self, place: Place, how: How, dimension: str, unit: str, to: Place = ()) -> Read:
        """The value of a quote, in the base unit of a dimension; `unit` is that of bare numbers.

        Raises Unread.
        """
        match how:
            case "one":
                return Read(ONE)
            case "start" | "end" if dimension != "clock":
                raise Unread("a time of the clock, which is not asked for")
            case "from-to" if dimension != "time":
                raise Unread("a length of time, which is not asked for")
            case "start" | "end" | "from-to":
                return self._of_clocks(place, how, to)
            case "product":
                return self._product(place, dimension, unit)
        if dimension == "clock":
            return self._of_clocks(place, "start", ())
        return self._figure(place, dimension, unit)

    def _figure(self, place: Place, dimension: str, unit: str) -> Read:
        here = self.at(place)
        found = [one for one in here if _is_of(one, dimension, unit)]
        if not found and dimension == "time" and len(self._clocks_at(place)) == 2:
            return self._of_clocks(place, "from-to", ())
        if not found and dimension != "count":
            found = [bared(one, dimension, unit) for one in here if is_bare(one)]
        if len(found) != 1:
            many = "no figure" if not found else "several figures"
            raise Unread(f"{many} of what is asked for")
        return Read(found[0].value, "", (found[0],))

    def is_multiplied(self, place: Place) -> bool:
        """Whether a price at a place has a sign before it that multiplies it."""
        starts = (one.span[0] for one in self.at(place) if one.dimension == "money")
        return any(self.response[max(at - 9, 0) : at].rstrip(" $€£")[-1:] in _BY for at in starts)

    def _product(self, place: Place, dimension: str, unit: str) -> Read:
        found = self.at(place)
        if dimension == "money":
            # "4 hours at $95 an hour".
            found = [_as_count(one) if one.dimension == "time" else one for one in found]
        measured = [one for one in found if one.dimension != "count"]
        if not all(_is_of(one, dimension, unit) for one in measured) or len(measured) > 1:
            raise Unread("figures of several kinds")
        if not measured and dimension != "count":
            # "3 x 10 x 40": the last one has the unit.
            found = [*found[:-1], *(bared(one, dimension, unit) for one in found[-1:])]
        if len(found) < 2:
            raise Unread("no two numbers to multiply")
        value = ONE
        for one in found:
            value = value * one.value
        return Read(value, " × ".join(_shown(one) for one in found), tuple(found))

    def _of_clocks(self, place: Place, how: How, to: Place) -> Read:
        found = self._clocks_at(place)
        if not found:
            raise Unread("no time of the clock")
        if how == "start":
            return Read(found[0].value)
        if how == "end":
            return Read(found[-1].value)
        if to:
            behind = self._clocks_at(to)
            if not behind:
                raise Unread("no time of the clock at which it ends")
            first, last = found[-1], behind[0]
        elif len(found) == 2:
            first, last = found
        else:
            raise Unread("no two times of the clock")
        return Read(_between(first, last), f"{_clock(first.at)}–{_clock(last.at)}")

    def _clocks_at(self, place: Place) -> list[Clock]:
        """The times of a place; where none are written as such its hours: "from 9 to 11"."""
        found = [one for one in self.clocks if inside(one.span, place)]
        hours = (one for one in self.at(place) if is_bare(one)) if not found else ()
        return found or [
            Clock(one.row, one.span, end * 60, end <= 12, one.span)
            for one in hours for end in dict.fromkeys(one.value) if end in range(25)
        ]  # fmt: skip


def _half_known(found: Sequence[Clock], full: bool) -> list[Clock]:
    """The times of one part, each in the half of the day that its neighbours leave, if they do.

    `full` where the response has a clock of 24 hours. Times go forward: what may be later is not
    beyond the next one that is known, nor before the one that was.
    """
    if full or _of_24_hours(found):
        return [replace(one, later=False) for one in found]
    made: list[Clock] = []
    before = -1.0
    for n, one in enumerate(found):
        if one.later:
            known = (other.at for other in found[n + 1 :] if not other.later)
            late = (one.at + HALF) % DAY if one.at >= HALF else one.at + HALF
            if one.at < before <= late:
                one = replace(one, at=late, later=False)
            elif one.at >= before and late > next(known, DAY):
                one = replace(one, later=False)
        before = -1.0 if one.later else one.at
        made.append(one)
    return made


def _of_24_hours(found: Sequence[Clock]) -> bool:
    """Whether times are of a clock of 24 hours: none has am or pm, and one is past 13:00."""
    return any(one.at >= HALF + 60 for one in found) and not any(
        _AM_OR_PM.search(one.row.text) for one in found
    )


def _between(first: Clock, last: Clock) -> Interval:
    """How long it is from one time to another, over midnight if need be."""
    lasts = (last.at - first.at) % DAY
    if first.later == last.later or lasts == 0:
        # Where both may be later, both are.
        if first.later and lasts > HALF:
            return Interval.at(lasts - HALF)
        return Interval.at(lasts)
    other = (lasts + HALF) % DAY
    return Interval(min(lasts, other), max(lasts, other))


def times(quotes: Sequence[str]) -> float:
    """How often something counts, by quotes: their numbers multiplied, the days that they name
    added.

    Raises Unread.
    """
    product, days = 1.0, 0
    for quote in quotes:
        found = [one for one in quantities(quote) if not one.ordinal]
        if len(found) == 1 and (found[0].low == found[0].high or found[0].dimension == "span"):
            # Of "5 hours", and of "5 to 10 pm", at a price an hour five.
            (one,) = found
            product *= one.minutes / 60 if one.dimension == "span" else one.written[0]
            continue
        name = name_of(quote, head=True)
        if name is None or name.kind not in ("day", "week"):
            raise Unread("how often")
        days += len(name.keys)
    return product * (days or 1)


def _is_of(one: Number, dimension: str, unit: str) -> bool:
    """Whether a number measures a dimension, and if that is money in the currency of a unit."""
    if one.dimension != dimension:
        return False
    return dimension != "money" or agree(one.unit, currency(unit))


def _as_count(one: Number) -> Number:
    """A length of time as the number that is written: 4 of "4 hours"."""
    value = one.value.times(1 / factor(one.unit))
    return replace(one, value=value, dimension="count")


def is_bare(one: Number) -> bool:
    """Whether a number has no unit."""
    return one.dimension == "count" and not one.unit


def bared(one: Number, dimension: str, unit: str) -> Number:
    """A bare number, in a unit."""
    if dimension == "count":
        return one
    return Number(one.row, one.span, one.value.times(factor(unit)), dimension, one.what, unit)


def factor(unit: str) -> float:
    """What one of a unit is in the base unit of its dimension."""
    found = one_of(unit) if dimension_of(unit) not in ("money", "clock") else None
    return found.low if found else 1.0


def dimension_of(unit: str) -> str:
    """What a unit measures: "kcal" energy; "" is a count, as is what is no unit."""
    if unit in ("", "clock", "am", "pm"):
        return "clock" if unit else "count"
    found = one_of(unit)
    return "money" if currency(unit) else found.dimension if found else "count"


def currency(unit: str) -> str:
    """The currency that a unit is, empty for none: "bucks a head" are dollars."""
    found = prices(f"1 {unit}", pounds="lb" not in unit)
    return currency_of(unit) or (found[0].currency if found else "")


def one_of(unit: str) -> Quantity | None:
    """One of a unit; None where that is no text."""
    return next(quantities(f"1 {unit}"), None)


def _shown(one: Number) -> str:
    low, high = (f"{end / (factor(one.unit) if one.dimension != 'count' else 1):g}"
                 for end in one.value)  # fmt: skip
    return f"{low if low == high else f'{low}–{high}'} {one.unit}".strip()


def _clock(at: float) -> str:
    return f"{int(at) // 60:02d}:{int(at) % 60:02d}"


def _numbers(row: Row) -> Iterator[Number]:
    money = list(_money(row))
    yield from money
    for one in figures(row):
        if (
            "clock" in (one.subject, one.unit)
            or one.subject == "ordinal"
            or any(inside(one.span, (other.span,)) for other in money)
        ):
            continue
        dimension = _DIMENSIONS.get(one.subject, one.subject.partition(":")[0])
        value = one.value
        if value == UNKNOWN and (plain := next(quantities(one.written), None)):
            # The ledger holds a figure open that has words beside it in its column.
            value = Interval(plain.low, plain.high)
        elif one.subject in ("weight", "tonnage"):
            if one.unit or one.cell is None or _names_mass(one.cell.header):
                value = value.times(1000)
            else:
                dimension = "count"
        what = one.subject
        if dimension == "count" and one.cell is not None and one.cell.header:
            what = f"{what} in {one.cell.header}"
        unit = one.unit if dimension != "count" else one.noun
        yield Number(row, one.span, value, dimension, what, unit)


def _names_mass(header: str) -> bool:
    """Whether a header has a unit of weight: "Load (lb)"."""
    return any(dimension_of(word) == "mass" for word in re.findall(r"[^\W\d_]+", header))


def _money(row: Row) -> Iterator[Number]:
    for text, places, header in [(cell.text, cell.places, cell.header) for cell in row.cells] or [
        (row.text, row.places, "")
    ]:
        bare = next(filter(None, map(currency_of, re.findall(r"[^\W\d_]+|[$€£¥₹]", header))), None)
        for one in prices(text, bare=bare):
            span = place(places, one.start, one.end)
            yield Number(row, span, Interval(abs(one.low), abs(one.high)), "money", "money",
                         one.currency)  # fmt: skip


def _clocks(row: Row) -> Iterator[Clock]:
    money = [one.span for one in _money(row)]

    def timed(found: re.Match[str]) -> str:
        here = row.span(*found.span())
        return found[0] if any(overlap(here, one) for one in money) else f"{found[1]}:{found[2]}"

    text = DOTTED.sub(timed, row.text)
    for one in quantities(text):
        whole = row.span(one.start, one.end)
        if one.dimension == "clock":
            yield Clock(row, whole, one.low % DAY, not one.sure, whole)
        elif one.dimension == "span":
            ends = [found.start() for found in _CLOCK_END.finditer(text, one.start, one.end)]
            first, second = whole, whole
            if len(ends) > 1:
                first, second = row.span(one.start, ends[-1]), row.span(ends[-1], one.end)
            yield Clock(row, first, one.low % DAY, not one.sure, whole)
            yield Clock(row, second, one.high % DAY, not one.sure, whole)
