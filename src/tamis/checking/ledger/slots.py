"""The entries of a schedule: rows with a time of the clock, one after another over the day."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import pairwise, zip_longest

from tamis.checking.ledger.interval import Interval
from tamis.checking.ledger.names import ONCE
from tamis.checking.ledger.parts import Open
from tamis.checking.ledger.row import Row
from tamis.checking.worksheet import amount
from tamis.text.normalised import LETTER_RUNS
from tamis.text.quantities import DAY, Quantity, quantities
from tamis.text.stems import stems

HALF = DAY // 2
SMALL_HOURS = 5 * 60
"""Until then it is not clear of which day a time is."""
MAX_SLOTS = 400
"""The most entries of a day; with more, its times are not read."""

_CLOCKS = ("clock", "span")
_EATEN = dict(zip(ONCE, ((0, 12), (0, 16), (10, 17), (12, 24), (12, 24)), strict=True))
"""The hours in which the meals of a day may begin: they tell am from pm."""
_ENDS = re.compile(r"[(\[,;:–—|/]|\s-\s")


@dataclass(frozen=True, eq=False)
class Slot:
    """An entry of a schedule: minutes from the midnight before its first one, and what is done.

    `end` is None where it is not said and nothing follows; `explicit` where the row says it.
    `lasts` is a length of time that the row names, None for none or several. `at` is where its time
    stands in the row's text, (0, 0) where it stands elsewhere.
    """

    row: Row
    text: str
    start: float
    end: float | None
    explicit: bool
    lasts: Interval | None = None
    at: tuple[int, int] = (0, 0)

    @property
    def shown(self) -> str:
        """Its times as they are read."""
        until = "" if self.end is None else f"–{amount(self.end % DAY, 'clock')}"
        return f"{amount(self.start % DAY, 'clock')}{until}"

    def holds(self, other: Slot) -> bool:
        """Whether another entry lies within it."""
        if not self.explicit or self.end is None or other is self or other.end is None:
            return False
        inside = self.start <= other.start and other.end <= self.end
        return inside and other.end - other.start < self.end - self.start


@dataclass(frozen=True, eq=False)
class _Timed:
    """A row with its time as it is written, and what is done then."""

    row: Row
    text: str
    time: Quantity
    at: tuple[int, int]
    lasts: Interval | None


# Reading: rows with a time of the clock.

# "7.30", "0730": times if several entries begin so, and go forward.
_BARE = re.compile(
    r"(?<![\d.:])(?P<h>(?:[01]?\d|2[0-3])(?=\.)|[01]\d|2[0-3])\.?(?P<m>[0-5]\d)(?![\d.:])"
)
# What may stand before the time that begins an entry: marks, numbers, one letter, "at".
_LEAD = re.compile(r"(?:[\W\d_]|\b(?:at|from|[^\W\d_])\b)*", re.I)
# What parts a name from the time that stands behind it.
_PARTS = re.compile(
    r"(?P<name>.*\w.{0,4}?)(?:\s*[(\[:–—,|]\s*|\s+-\s+|\s+at\s+|\s+from\s+)(?:at |from )?", re.I
)


def _timed(rows: Sequence[Row]) -> list[_Timed]:
    """The rows that have a time of the clock as an entry of a schedule has it."""
    below = [row for one in rows for row in one.walk() if row.form not in ("prose", "root")]
    below = [row for row in below if not (row.beside or row.tail)]
    bare = {id(row): said for row in below if not row.cells and (said := _bare(row))}
    if len(bare) < 3 or not any("." in said or said.startswith("0") for said in bare.values()):
        bare = {}  # As years are.
    return [made for row in below if (made := _in_row(row, id(row) in bare)) is not None]


def _bare(row: Row) -> str:
    """The number that a row begins with, if it may be a time: "7.30", "0730"."""
    found = _BARE.match(row.text, next((n for n, one in enumerate(row.text) if one.isalnum()), 0))
    if found is None or not row.quantities or row.quantities[0].dimension != "count":
        return ""
    return found[0]


def _in_row(row: Row, bare: bool) -> _Timed | None:
    """The time of a row, where it begins the row or stands at the end of it."""
    if row.cells:
        return _in_cells(row)
    text = _BARE.sub(r"\g<h>:\g<m>", row.text) if bare else row.text
    found = list(quantities(text)) if bare else list(row.quantities)
    times = [one for one in found if one.dimension in _CLOCKS]
    if not times:
        return None
    one, lasts = times[0], _length(text, found)
    if _LEAD.fullmatch(text, 0, one.start):
        if len(times) > 1 and not text[one.end : times[1].start].strip(" |\t"):
            one = _joined(one, times[1])
        said = text[one.end :].strip(" -–—:|*.\t")
        return _Timed(row, said or _named(row), one, (one.start, one.end), lasts)
    named = _PARTS.fullmatch(text, 0, one.start)
    behind = text[one.end :]
    after = behind.lstrip(" )]:-–—|,.*")
    if named is None or len(times) > 1 or (after and behind[0] not in ")]"):
        return None
    return _Timed(row, f"{named['name']}: {after}", one, (one.start, one.end), lasts)


def _named(row: Row) -> str:
    """What a row with a time alone is about: what stands below it, else what it stands in."""
    if row.rows:
        return " / ".join(one.text for one in row.rows)
    return head_of(row.above.text) if row.above is not None else ""


def _in_cells(row: Row) -> _Timed | None:
    """The time of a table's row: of one column, of two, or of the first where columns are days."""
    times: list[Quantity] = []
    said: list[str] = []
    length: Interval | None = None
    at = 0
    for cell in row.cells:
        found = list(quantities(cell.text))
        one = found[0] if found else None
        told = words = cell.text
        if one and one.dimension in _CLOCKS and _LEAD.fullmatch(cell.text, 0, one.start):
            # Its place is that in the row's text, where bars stand between the cells.
            times.append(replace(one, start=at + one.start, end=at + one.end))
            told = words = cell.text[one.end :].strip(" -–—:*")
        else:
            length = _length(cell.text, found) or length
            if one and one.dimension == "time":
                words = cell.text[: one.start] + cell.text[one.end :]
        said += [told] * bool(LETTER_RUNS.search(words))
        at += len(cell.text) + len(" | ")
    if not times:
        return _in_header(row, length) if len(row.cells) == 1 else None
    one = _joined(*times[:2]) if len(times) > 1 else times[0]
    return _Timed(row, " – ".join(said), one, (one.start, one.end), length)


def _in_header(row: Row, length: Interval | None) -> _Timed | None:
    """The time by which the line of a table begins whose columns are days."""
    head = next(iter(quantities(row.cells[0].header)), None)
    if head is None or head.dimension not in _CLOCKS:
        return None
    return _Timed(row, row.text, head, (0, 0), length)


def _joined(one: Quantity, end: Quantity) -> Quantity:
    """Two times of the clock as one from the first to the second; the first, if one is a span."""
    if not one.dimension == end.dimension == "clock":
        return one
    sure = one.sure and end.sure
    return replace(one, high=end.low, dimension="span", sure=sure, end=end.end)


def _length(text: str, found: Sequence[Quantity]) -> Interval | None:
    """The one length of time that stands by itself: in brackets, a cell, at the end."""
    made = [one for one in found if one.dimension == "time"]
    if len(made) != 1:
        return None
    before, after = text[: made[0].start].rstrip()[-1:], text[made[0].end :].lstrip()[:1]
    alone = before in ("", *"([,;:–—|-") and after in ("", *")],;:–—|-")
    return Interval(made[0].low, made[0].high) if alone else None


# Placing: the entries one after another, over noon and midnight.


def readings(rows: Sequence[Row]) -> list[list[Slot]]:
    """The entries of a schedule in order, once for each way in which its times may be meant.

    `Open` where they do not go forward.
    """
    read = _timed(rows)
    if len(read) > MAX_SLOTS or any(max(one.time.low, one.time.high) > DAY for one in read):
        raise Open("its times are no times of one day.")
    full = clock_of_24([one.row.text[slice(*one.at)] for one in read if one.time.sure])
    made: list[list[Slot]] = []
    doubt: Open | None = None
    for shift in (0, HALF) if read and not full and not read[0].time.sure else (0,):
        try:
            made.append(_ordered(_placed(read, shift, full)))
        except Open as said:
            doubt = said
    if doubt is not None and not made:
        raise doubt
    # A day that ends before the next morning is meant rather than one that goes on over it.
    ended = [one for one in made if not one or one[-1].start < DAY + SMALL_HOURS]
    return ended or made


def clock_of_24(written: Sequence[str]) -> bool:
    """Whether times of which the half of the day is known are all without am and pm."""
    return any(written) and not any(LETTER_RUNS.search(one) for one in written)


def slots(rows: Sequence[Row]) -> list[Slot]:
    """The entries of a schedule in order, each until the next; `Open` where they do not go forward.

    Where their times may be in the morning or in the evening, as in the morning.
    """
    return next(iter(readings(rows)), [])


def _placed(read: Sequence[_Timed], shift: int, full: bool) -> list[Slot]:
    """The entries at their times, in the order of the text."""
    made: list[Slot] = []
    before: float | None = None
    for one in read:
        start = one.time.low % DAY
        if not one.time.sure and not full and start < HALF + 60:
            start = _half_chosen(one.text, start, before, shift)
        if before is not None:
            start += DAY * (before // DAY)
            start += DAY * (start < before)
        before = start
        end = None
        if one.time.dimension == "span":
            lasts = one.time.minutes
            end = start + (lasts if one.time.sure or full or lasts <= HALF else lasts % HALF)
        made.append(Slot(one.row, one.text, start, end, end is not None, one.lasts, one.at))
    return made


def _half_chosen(text: str, start: float, before: float | None, shift: int) -> float:
    """A time without am and pm: as its meal tells, else the next one after the entry before."""
    either = (start % HALF, start % HALF + HALF)
    named = stems(head_of(text))
    first, last = next((_EATEN[meal] for meal in ONCE if stems(meal) <= named), (0, 24))
    fit = [at for at in either if first <= at / 60 < last]
    if len(fit) == 1:
        return fit[0]
    if before is None:
        return (start + shift) % DAY
    return next((at for at in either if at >= before % DAY), either[0])


def _ordered(made: list[Slot]) -> list[Slot]:
    """The entries with their ends; `Open` where they overlap, or are of several days."""
    found: list[Slot] = []
    made = _within_a_day(made)
    for one, following in zip_longest(made, made[1:]):
        end = one.end
        if end is None and following is not None:
            over = [o.end for o in found if o.explicit and o.end is not None and o.end > one.start]
            end = min([following.start, *over])
        found.append(one if end is one.end else replace(one, end=end))
    for at, one in enumerate(found):
        for after in found[at + 1 :]:
            if one.end is None or after.start >= one.end - 1e-6:
                break
            if not one.holds(after):
                raise Open(f"{one.row.quoted} and {after.row.quoted} overlap.")
    return found


def _within_a_day(made: list[Slot]) -> list[Slot]:
    """The entries of one day, where the text may go over more; `Open` if they are of several."""
    if not made or (over := made[-1].start - made[0].start) < DAY:
        return made
    if over == DAY and made[-1].end is None and len(made) > 1:
        # The day begins again.
        last = replace(made[-2], end=made[-2].end or made[-1].start)
        return [*made[:-2], last]
    if not all(one.explicit for one in made) or len({one.row.above for one in made}) < 2:
        raise Open("its times are of several days.")
    # Each activity with its spans: they make one day if none overlap.
    moved = [(one.start % DAY, one.start - one.start % DAY, one) for one in made]
    made = [
        replace(one, start=at, end=(one.end or at) - by)
        for at, by, one in sorted(moved, key=lambda of: of[0])
    ]
    if any((one.end or 0) > after.start for one, after in pairwise(made)):
        raise Open("its times are of several days.")
    return made


def head_of(text: str) -> str:
    """What an entry is called: its text up to a bracket, a dash, a comma, a colon."""
    return _ENDS.split(text.strip(), maxsplit=1)[0]
