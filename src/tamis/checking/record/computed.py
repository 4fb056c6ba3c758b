"""A record computed: the values of its quotes in their groups, and what it leaves open."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import groupby

from tamis.checking.ledger.interval import UNKNOWN, Interval, added, hull
from tamis.checking.ledger.row import Cell, Row
from tamis.checking.ledger.row import place as place_of
from tamis.checking.ledger.words import is_worded
from tamis.checking.ledger.working import high_of
from tamis.checking.record.asked import Asked
from tamis.checking.record.quotes import Covered, Taken, inside
from tamis.checking.record.reply import Aside, Copied, Record
from tamis.checking.record.values import Read, Unread, Values, bared, is_bare, times
from tamis.checking.worksheet import Entry, Span
from tamis.text.quotes import Place, Quotes
from tamis.text.shown import one_line


@dataclass
class Item:
    """A span that was read: its place, the rows that it stands in, its value, and its entry."""

    span: Copied
    place: Place
    rows: list[Row]
    read: Read
    entry: Entry

    @property
    def value(self) -> Interval:
        """What it comes to; what may count or not from nothing on."""
        value = self.read.value
        return value.or_nothing() if self.span.maybe and not self.span.choice else value


@dataclass
class Found:
    """A group with the spans that were read; `unread` is why others were not.

    `entries` are those of all spans. `against` is what it is compared with, `home` the row that
    bears the name of a group without spans.
    """

    name: str
    items: list[Item] = field(default_factory=list)
    entries: list[Entry] = field(default_factory=list)
    unread: list[str] = field(default_factory=list)
    home: Row | None = None
    against: Found | None = None

    @property
    def value(self) -> Interval:
        """What its spans come to; of those that are a choice one counts."""
        chosen: dict[str, list[Interval]] = {}
        for one in self.items:
            if one.span.choice:
                chosen.setdefault(one.span.choice, []).append(one.value)
        alone = (one.value for one in self.items if not one.span.choice)
        return added([*alone, *map(hull, chosen.values())])

    @property
    def rows(self) -> list[Row]:
        """The rows in which its spans stand, one for each."""
        return [row for one in self.items for row in one.rows]


class Computed:
    """A record held against the response, for one constraint."""

    def __init__(self, record: Record, asked: Asked, constraint: str, values: Values,
                 quotes: Quotes) -> None:  # fmt: skip
        self.record, self.asked, self.values, self.quotes = record, asked, values, quotes
        self.constraint = Quotes(constraint)
        # What a sum is a share of has its entries too.
        self.taken, self.compared = Taken(quotes), Taken(quotes)
        self.asides: list[tuple[Place, str]] = []
        self.quoted = Covered()
        self.at = 0
        self.groups = [self._group(one.name, one.spans, self.taken) for one in record.groups]
        for found, one in zip(self.groups, record.groups, strict=True):
            if record.compare:
                self.at = 0
                found.against = self._group("", one.against, self.compared)
        set_aside = Covered()
        for aside in record.not_counted:
            self._aside(aside, set_aside)
        for place, _ in self.asides:
            self.quoted.add(place)

    # Reading.

    def _group(self, name: str, spans: Sequence[Copied], taken: Taken) -> Found:
        made = Found(one_line(name) or "the plan")
        if name and not spans:
            named = self.quotes.places(name)
            made.home = next(iter(self.values.rows_at(named[0])), None) if named else None
        for nth, one in enumerate(spans):
            try:
                place, read = self._span(one, taken, first=nth == 0)
            except Unread as why:
                quote = one_line(one.quote, 50)
                made.unread.append(f"{quote!r} has {why}")
                made.entries.append(Entry(quote, 0.0, (), str(why), UNKNOWN.high))
                continue
            shown = read.value.or_nothing() if one.maybe or one.choice else read.value
            entry = Entry(
                one_line(one.quote), shown.low, (), read.working, high_of(shown),
                (place[0][0], place[-1][1]),
            )  # fmt: skip
            made.items.append(Item(one, place, self.values.rows_at(place), read, entry))
            made.entries.append(entry)
        return made

    def _span(self, one: Copied, taken: Taken, *, first: bool) -> tuple[Place, Read]:
        # What may count or not does no harm twice: "optional, any day: dark chocolate".
        way = one.how if one.how in ("start", "end") else ""
        place = taken.take(one.quote, way, self.at, again=one.maybe)
        if place is None:
            stands = "no further place" if self.quotes.places(one.quote) else "no place"
            raise Unread(f"{stands} in the response")
        self.quoted.add(place)
        self.at = place[0][0]
        to = self._other(one.to, place) if one.to else ()
        if to and self.record.aggregate == "each":
            # The other end of a gap; of entries in a row it is the next entry, which is another.
            self.quoted.add(to)
        shown = [self._other(quote, place) for quote in one.of] or [place]
        how, dimension = one.how, self.asked.dimension
        if self.record.aggregate == "span":
            dimension = "clock"
            if how not in ("start", "end"):
                how = "start" if first else "end"
        reads = [self.values.read(each, how, dimension, self.record.unit, to) for each in shown]
        read = _together(reads, self.asked.scale)
        if how == "figure" and not one.times and not one.of and self.values.is_multiplied(place):
            raise Unread("a figure that another number multiplies")
        if one.times:
            many = self.many(one.times)
            working = f"{read.working or f'{read.value.low:g}'} × {many:g}"
            read = Read(read.value.times(many), working, read.numbers)
        if one.maybe or one.choice:
            said = "or nothing" if one.maybe and not one.choice else "or another"
            read = Read(read.value, f"{read.working} {said}".strip(), read.numbers)
        return place, read

    def many(self, said: Sequence[str]) -> float:
        """The number of times that quotes of the response or the constraint say; `Unread`."""
        for quote in said:
            if not self.quotes.places(quote) and not self.constraint.places(quote):
                raise Unread(f"no {one_line(quote, 30)!r} in the response")
        return times(said)

    def _other(self, quote: str, place: Place) -> Place:
        """The place of a second quote: the next behind the first, else the first."""
        places = self.quotes.places(quote)
        if not places:
            raise Unread(f"no {one_line(quote, 30)!r} in the response")
        return next((one for one in places if one[0][0] > place[0][0]), places[0])

    def _aside(self, aside: Aside, covered: Covered) -> None:
        places = self.quotes.places(aside.quote)
        place = next((one for one in places if not covered.touches(one)), None)
        if place is None:
            return
        if aside.until:
            ends = [one for one in self.quotes.places(aside.until) if one[0][0] >= place[0][0]]
            if ends:
                place = ((place[0][0], ends[0][-1][1]),)
        covered.add(place)
        self.asides.append((place, aside.why))

    # What is left out.

    def accounted(self, place: Place) -> bool:
        """Whether a place is in a quote of the record."""
        return self.quoted.touches(place)

    def why(self, place: Place) -> str | None:
        """The word why a place is not counted, empty for a quote that is; None for neither."""
        if self.taken.is_taken(place) or self.compared.is_taken(place):
            return ""
        said = (word for aside, word in self.asides if any(inside(one, aside) for one in place))
        return next(said, None)

    def left(self) -> Iterator[tuple[Row, str, Interval]]:
        """What of the response is in neither list and may belong to a group: its row, what it is,
        and what it comes to.
        """
        if self.record.aggregate != "count":
            yield from self._left_figures()
        if self.timed:
            yield from self._left_times()
        yield from self._left_rows()

    @cached_property
    def timed(self) -> bool:
        """Whether times of the clock are read."""
        return any(one.how in ("from-to", "start", "end") for one in self.record.spans)

    @property
    def reads(self) -> list[Read]:
        """All values that were read."""
        both = [found for one in self.groups for found in (one, one.against) if found]
        return [one.read for found in both for one in found.items]

    @cached_property
    def measured(self) -> set[str]:
        """What the counted figures measure; without one all that may."""
        dimension = self.asked.dimension
        numbers = (one for read in self.reads for one in read.numbers)
        used = {one.what for one in numbers if one.dimension == dimension}
        if used or self.timed:
            return used
        return {one.what for one in self.values.numbers if one.dimension == dimension}

    def _left_figures(self) -> Iterator[tuple[Row, str, Interval]]:
        products = any(one.how == "product" or one.times for one in self.record.spans)
        for one in self.values.numbers:
            # Of bare numbers one is the entry of its row, the others are of something else.
            place = (one.row.span(),) if self.asked.dimension == "count" else (one.span,)
            if one.what in self.measured and not self.accounted(place):
                written = repr(self.quotes.text[slice(*one.span)])
                # What multiplies it nobody knows; in its row another number may.
                read = bared(one, self.asked.dimension, self.record.unit) if is_bare(one) else one
                others = [other for other in self.values.at((one.row.span(),)) if other != one]
                many = products or any(other.dimension == "count" for other in others)
                value = UNKNOWN if many else read.value.times(1 / self.asked.scale)
                yield one.row, written, value

    def _left_times(self) -> Iterator[tuple[Row, str, Interval]]:
        for (_, whole), found in groupby(self.values.clocks, key=lambda one: (one.row, one.whole)):
            clocks = list(found)
            if self.accounted((whole,)):
                continue
            said = self.quotes.text[slice(*whole)]
            if not any(map(str.isdigit, said)):
                continue  # "Midday" alone heads a part.
            written = repr(said)
            if self.asked.dimension == "clock":
                yield clocks[0].row, written, hull(one.value for one in clocks)
            else:
                yield clocks[0].row, written, UNKNOWN

    def _left_rows(self) -> Iterator[tuple[Row, str, Interval]]:
        """Rows, or cells of tables, that stand among the counted ones and look as they do.

        Of a sum those that give no figure, where most of the rows beside them are entries.
        """
        counts = self.record.aggregate == "count"
        if counts and not all(group.rows for group in self.groups):
            yield from self._leaves()
        seen = set[tuple[object, ...]]()
        for group in self.groups:
            key = (group.rows and part_of(group.rows), *sorted(map(repr, map(look, group.rows))))
            if not group.rows or key in seen:
                continue
            seen.add(key)
            left = list(self._beside(group))
            if counts:
                yield from ((row, said, Interval(0.0, 1.0)) for row, said, _ in left)
                continue
            bare = [(row, said) for row, said, span in left
                    if row.form in ("item", "table") and not self._is_read(span)]  # fmt: skip
            entries = Counter(row.above for row in group.rows)
            for above, own in groupby(bare, key=lambda one: one[0].above):
                found = list(own)
                if 2 * len(found) < entries[above]:
                    yield from ((row, said, UNKNOWN) for row, said in found)

    def _leaves(self) -> Iterator[tuple[Row, str, Interval]]:
        """Every item and row that nothing stands below: of nothing that was counted, any may be."""
        for row in self.values.rows:
            leaf = row.form in ("item", "table", "line") and not row.rows and is_worded(row.text)
            if leaf and not self.accounted((row.span(),)):
                yield row, row.quoted, Interval(0.0, 1.0)

    def _beside(self, group: Found) -> Iterator[tuple[Row, str, Span]]:
        rows, top = group.rows, part_of(group.rows)
        if self.record.aggregate == "count" and len(self.groups) == 1:
            top = self.values.root
        looks = set(map(look, rows))
        for row in self.values.rows:
            if look(row) not in looks or not holds(top, row):
                continue
            pieces = [(row.text, row.span())]
            if row.cells and self._columns:
                cells = [one for one in row.cells if one.header in self._columns]
                pieces = [(one.text, place_of(one.places, 0, len(one.text))) for one in cells]
            for text, span in pieces:
                inner = (span, *(one.span() for one in row.walk() if one is not row))
                if is_worded(text) and not self.accounted(inner):
                    yield row, repr(one_line(text, 50)), span

    @cached_property
    def _columns(self) -> set[str]:
        """The columns that hold entries, where a row of a table has several; of counts also where
        several of its cells are quoted, counted or not.
        """
        counts = self.record.aggregate == "count"
        rows = [row for one in self.groups for row in one.rows]
        several = len(set(rows)) < len(rows) or (
            counts and any(sum(map(self._is_quoted, row.cells)) > 1 for row in rows)
        )
        if not several:
            return set()
        return {
            cell.header for row in rows for cell in row.cells
            if self.taken.is_taken((place_of(cell.places, 0, len(cell.text)),))
        }  # fmt: skip

    def _is_quoted(self, cell: Cell) -> bool:
        return self.accounted((place_of(cell.places, 0, len(cell.text)),))

    def _is_read(self, span: Span) -> bool:
        """Whether a place has figures, or times, that are looked at as such."""
        here = (span,)
        timed = self.timed and any(inside(one.span, here) for one in self.values.clocks)
        return timed or any(one.what in self.measured for one in self.values.at(here))


def look(row: Row) -> tuple[object, ...]:
    """What rows of one kind share: their form, their level, the headers of their table."""
    return row.form, row.level, tuple(cell.header for cell in row.cells)


def part_of(rows: Sequence[Row]) -> Row:
    """The smallest part that holds rows and others that look as they do."""
    top = common(rows)
    looks, many = set(map(look, rows)), len(set(rows))
    while many == 1 and top.above is not None and sum(look(one) in looks for one in top.walk()) < 2:
        top = top.above
    return top


def common(rows: Sequence[Row]) -> Row:
    """The smallest part that holds all of some rows."""
    paths = [[row, *row.over()][::-1] for row in rows]
    levels = (level for level in zip(*paths, strict=False) if len(set(level)) == 1)
    top: Row = [*levels][-1][0]
    return top


def holds(top: Row, row: Row) -> bool:
    """Whether a row is a part, or lies in it."""
    return row is top or any(one is top for one in row.over())


def _together(reads: Sequence[Read], scale: float) -> Read:
    """The sum of several values, in the unit that is asked for."""
    numbers = tuple(number for one in reads for number in one.numbers)
    working = " + ".join(one.working or f"{one.value.low / scale:g}" for one in reads)
    value = added(one.value for one in reads).times(1 / scale)
    return Read(value, working if len(reads) > 1 else reads[0].working, numbers)
