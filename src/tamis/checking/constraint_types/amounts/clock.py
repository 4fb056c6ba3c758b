"""Times of the day: `clock(not_before="9:00")`, `clock(before="8 pm", subject="dinner")`."""

from __future__ import annotations

import math
import re
from bisect import bisect_right
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Literal, NamedTuple

from pydantic import Field, field_validator, model_validator

from tamis.checking.constraint_types.constraint_type import ConstraintType, undecided
from tamis.checking.constraint_types.text import Text
from tamis.checking.judgement import Judgement
from tamis.checking.ledger.interval import Interval, equal, every
from tamis.checking.ledger.parts import Open, Part, parts, whole
from tamis.checking.ledger.row import Row
from tamis.checking.ledger.rows import MAX_CHARACTERS, TOO_LONG, rows_of
from tamis.checking.ledger.slots import HALF, SMALL_HOURS, Slot, clock_of_24, readings
from tamis.checking.ledger.times import of_activity
from tamis.checking.turning import turning_beside
from tamis.checking.worksheet import Entry, Worksheet, amount
from tamis.checking.worksheet import Part as Sheet
from tamis.text.quantities import DAY, Quantity, quantities
from tamis.types import InputError

_SHOWN = 20
_CLAUSE = re.compile(r"[,;.]\s")


class _Day(NamedTuple):
    """The verdict on a day, the entries that decide with the times that do, and one of them that it
    hangs on.
    """

    name: str
    verdict: bool | None
    shown: Sequence[tuple[Slot, float]]
    odd: tuple[Slot, float]

    @property
    def part(self) -> Sheet:
        """Its part of the worksheet: the entries with the times that are compared."""
        entries = tuple(
            Entry(one.row.short, at % DAY, span=one.row.span(*one.at))
            for one, at in self.shown[:_SHOWN]
        )
        odd, at = self.odd
        doubt = f"it is not clear whether {odd.row.short!r} keeps to it"
        return Sheet(
            self.name, entries, at % DAY, self.verdict,
            open=(doubt,) if self.verdict is None else (),
        )  # fmt: skip


class Clock(ConstraintType):
    """Times of the day of a plan, or of the `subject` in it ("dinner").

    `which` times: `every` entry's start (with both ends of a span, where the bound has both), the
    `first` or the `last` entry of a day, when the whole or the subject has its `start`, or its
    `end`. An end beyond a bound on one side is undecided, since that may mean the starts alone.
    `before` and `after` leave the very time out, `not_before` and `not_after` ("by 8 pm")
    and `at` do not; an end at the very time of `before` is undecided. Times without am or pm are
    read in both ways, unless the order or a clock of 24 hours tells; opening hours, notes and
    sentences beside a schedule do not decide.
    """

    id = "clock"
    recorded = True
    passes = ({"before": "8:00 pm", "subject": "dinner"}, "- 5:30 pm: Museum\n- 7:00 pm: Dinner\n")
    fails = ({"not_before": "09:00"}, "- 08:30 Breakfast\n- 10:00 Walk\n")
    wordings = {
        "nothing before 9 am": {"not_before": "09:00"},
        "nothing after 9 pm": {"not_after": "21:00"},
        "everything must happen before 8 pm": {"before": "20:00"},
        "end by 9 pm": {"not_after": "21:00", "which": "end"},
        "start at 10 am": {"at": "10:00", "which": "start"},
        "dinner before 8 pm": {"before": "20:00", "subject": "dinner"},
        "lunch at noon": {"at": "12:00", "subject": "lunch"},
        "Dinner must be before 8 pm.": {"before": "20:00", "subject": "dinner"},
        "Work must start at 9 am.": {"at": "09:00", "which": "start", "subject": "work"},
        "Work must end by 5 pm.": {"not_after": "17:00", "which": "end", "subject": "work"},
    }
    free = "subject"

    before: str = Field("", description="Earlier than this time.")
    after: str = Field("", description="Later than this time.")
    subject: str = Field("", description="What is meant; everything where it is empty.")
    which: Literal["every", "first", "last", "start", "end"] = Field(
        "every", description="The times that are meant."
    )
    not_before: str = Field("", description="At this time or later.")
    not_after: str = Field("", description="At this time or earlier.")
    at: str = Field("", description="At this very time.")

    @field_validator("before", "after", "not_before", "not_after", "at")
    @classmethod
    def _clock(cls, value: str) -> str:
        if not value:
            return value
        found = [one for one in quantities(value) if one.dimension == "clock"]
        one = found[0] if len(found) == 1 and 0 <= found[0].low <= DAY else None
        if not one or turning_beside(value, one.start, one.end):
            raise InputError(f"clock: {value!r:.40} is no time; write `20:00` or `8 pm`.")
        return amount(one.low, "clock")

    @model_validator(mode="after")
    def _bounded(self) -> Clock:
        if not (self.before or self.after or self.not_before or self.not_after or self.at):
            raise InputError("clock needs a time: before, after, not_before, not_after or at.")
        return self

    def __str__(self) -> str:
        of = f" of {self.subject}" if self.subject else ""
        return f"{self._which()}{of} {self._bound()}"

    def _which(self) -> str:
        what = {"every": "all times", "start": "the start", "end": "the end"}
        return what.get(self.which, f"the {self.which} time")

    def _bound(self) -> str:
        named = {
            "before": self.before, "after": self.after, "not before": self.not_before,
            "not after": self.not_after, "at": self.at,
        }  # fmt: skip
        return ", ".join(f"{words} {value}" for words, value in named.items() if value)

    def verify(self, text: Text) -> Judgement:
        """As `ConstraintType.verify`."""
        if len(text.text) > MAX_CHARACTERS:
            return undecided(TOO_LONG)
        root = rows_of(text.text)
        try:
            found = [self._day(part) for part in parts(root, "day") or [whole(root)]]
        except Open as told:
            return undecided(str(told))
        days = [one for one in found if one is not None]
        if not days:
            what = f"of {self.subject} " if self.subject else ""
            return undecided(f"no time {what}could be read.")
        sheet = Worksheet(
            self.subject or "time", "clock", self._bound(), self._which(), "date-time",
            tuple(day.part for day in days),
        )  # fmt: skip
        sheet = sheet.moved(text.start) if text.start else sheet
        places = tuple(one.span for part in sheet.parts for one in part.entries if any(one.span))
        open_ = next((part.open[0] for part in sheet.parts if part.satisfied is None), "")
        if sheet.satisfied is None:
            return Judgement(
                None, "program", "abstained", f"{open_}.", worksheet=sheet, places=places
            )
        return Judgement(sheet.satisfied, "program", worksheet=sheet, places=places)

    def _day(self, part: Part) -> _Day | None:
        """The verdict on a day, in whichever way its times may be meant; None without times."""
        ways = readings(part.rows)
        beside = _told(part.rows, {one.row: one.at[1] for way in ways for one in way})
        listed = [self._way(way, ()) for way in ways if way]
        found = [one for one in listed or [self._way(*way) for way in beside] if one[1]]
        if not found:
            return None
        verdict, times = _one({verdict for verdict, _ in found}), found[0][1]
        shown = [(one[0], self._compared(*one)) for one in self._chosen(times)]
        odd = next((one for one in shown if not self._keeps([one[0]])), shown[0])
        if listed and not self.subject:
            if self.which != "every":
                verdict = None if _has_untimed(part, times) else verdict
            elif verdict:
                # A time in a note or a sentence decides nothing, and may be one of the plan.
                aside = (one for way in beside for some in way for one in some)
                broken = (one for one in aside if not (self._keeps([one]) or self._repeats(one)))
                if (against := next(broken, None)) is not None:
                    verdict, odd = None, (against, against.start)
        return _Day(part.name, verdict, shown, odd)

    def _way(self, day: Sequence[Slot], weak: Sequence[Slot]) -> tuple[bool | None, Sequence[Slot]]:
        """The verdict on a day's times if they are meant so, and the times that decide it; none
        where none is of the subject. The `weak` ones are perhaps no part of the plan.
        """
        sure, some = list(day), [*day, *weak]
        if self.subject:
            meant = of_activity(some, self.subject)
            sure = [one for one, said in meant if said == "yes" and one in sure]
            some = [one for one, _ in meant]
        verdict = self._keeps(some)
        if not sure and (self.subject or not verdict):
            return None, some
        return verdict if not sure or self._keeps(sure) is verdict else None, sure or some

    def _keeps(self, day: Sequence[Slot]) -> bool | None:
        """Whether the times of a day that are meant keep to it."""
        said: list[bool | None] = []
        for one, value, ends in self._chosen(day) if day else ():
            verdict = self._holds(value, ends=ends)
            below, above = self.before or self.not_after, self.after or self.not_before
            over = _end(one) if one.explicit and self.which == "every" else math.inf
            if verdict and over < math.inf and (below or above):
                ended = self._holds(Interval.at(over), ends=True)
                # Of "9 am to 6 pm" a bound on one side may mean the start alone.
                verdict = ended if (below and above) or ended else None
            said.append(verdict)
        return every(said)

    def _compared(self, one: Slot, value: Interval, ends: bool) -> float:
        """The time of an entry that is shown: its end, where that is what does not keep to it."""
        end = _end(one)
        if end < math.inf and (ends or (self._holds(value, ends=False) and not self._keeps([one]))):
            return end
        return value.low

    def _repeats(self, one: Slot) -> bool:
        """Whether a time is one of the bounds, and only says once more what was asked for."""
        bounds = (self.before, self.after, self.not_before, self.not_after, self.at)
        return any(bound and one.start == _minutes(bound) for bound in bounds)

    def _chosen(self, day: Sequence[Slot]) -> list[tuple[Slot, Interval, bool]]:
        """The entries of a day that decide, each with its time, and whether that is an end."""
        at = [(one, Interval.at(one.start), False) for one in day]
        match self.which:
            case "first":
                return at[:1]
            case "last":
                return at[-1:]
            case "start":
                return [min(at, key=lambda one: one[1].low)]
            case "end":
                last = max(day, key=lambda one: one.start if _end(one) == math.inf else _end(one))
                end = _end(last)
                return [(last, Interval(last.start if end == math.inf else end, end), True)]
        return at

    def _holds(self, value: Interval, *, ends: bool) -> bool | None:
        if value.low == value.high >= DAY + SMALL_HOURS:
            # Behind the small hours it may as well be of the same day, told later.
            same = Interval.at(value.low - DAY)
            return _one({self._holds(same, ends=ends), self._sides(value, ends=ends)})
        return self._sides(value, ends=ends)

    def _sides(self, value: Interval, *, ends: bool) -> bool | None:
        said = [self._side(value, *one, ends=ends) for one in (
            (self.before, -1, True), (self.after, 1, True), (self.not_before, 1, False),
            (self.not_after, -1, False),
        ) if one[0]]  # fmt: skip
        if self.at:
            at = _minutes(self.at)
            said.append(equal(value.low % DAY, at, 1) if value.low == value.high else None)
        return every(said)

    def _side(
        self, value: Interval, bound: str, side: int, strict: bool, *, ends: bool
    ) -> bool | None:
        """Whether a time is on the right side of a bound: 1 for after it, -1 for before it."""
        at = _minutes(bound) or (DAY if side < 0 else 0)
        low, high = value.low, value.high
        if self.subject and ends and low >= DAY and at < HALF:
            # What goes on over midnight ends on the next morning.
            low, high = low - DAY, high - DAY
        first, last = sorted(((low - at) * side, (high - at) * side))
        if first > 0 or (first == 0 and not strict):
            return True
        if last < 0:
            return False
        if first == last == 0:
            # "Before 8:00" leaves out a start at 8:00; of an end, or of "after", that is not clear.
            return False if side < 0 and not ends else None
        return None


def _has_untimed(part: Part, times: Sequence[Slot]) -> bool:
    """Whether a day has an entry without a time, which may be the first or the last."""
    looks = {(one.row.above, one.row.form, one.row.level) for one in times}
    timed = {one.row for one in times}
    below = (row for top in part.rows for row in top.walk() if not (row.beside or row.tail))
    return any((row.above, row.form, row.level) in looks and row not in timed for row in below)


def _told(rows: Sequence[Row], read: Mapping[Row, int]) -> list[tuple[list[Slot], list[Slot]]]:
    """The times in sentences and notes, and behind those of entries (which are read up to an
    offset), once for each way in which they may be meant: those alone in their clause, the others.
    """
    below = (row for one in rows for row in one.walk() if row.form != "root")
    found = [one for row in below for one in _in_clauses(row, read.get(row, 0))]
    if not found:
        return []
    full = clock_of_24([slot.row.text[slice(*slot.at)] for slot, one, _ in found if one.sure])
    ways = []
    for shift in (0,) if full or all(one.sure for _, one, _ in found) else (0, HALF):
        way = [(slot if one.sure else _moved(slot, shift), weak) for slot, one, weak in found]
        ways.append(([one for one, weak in way if not weak], [one for one, weak in way if weak]))
    return ways


def _in_clauses(row: Row, begin: int) -> Iterator[tuple[Slot, Quantity, bool]]:
    """The times of a row from an offset, with their clauses; and whether each is perhaps no part
    of the plan: beside others in its clause, in a note, or one of several of an entry.
    """
    times = [one for one in row.quantities if one.dimension in ("clock", "span")]
    if not times:
        return
    ends = [0, *_clause_ends(row.text, times), len(row.text)]
    for one in times:
        if one.start < begin:
            continue
        n = bisect_right(ends, one.start, hi=len(ends) - 1)
        start, end = ends[n - 1], ends[n]
        alone = sum(start <= other.start < end for other in times) == 1
        words = row.text[start : one.start] + row.text[one.end : end]
        until = one.low + one.minutes if one.dimension == "span" else None
        slot = Slot(row, words, one.low, until, until is not None, at=(one.start, one.end))
        several = row.form in ("item", "table") and len(times) > 1
        yield slot, one, not alone or row.beside or several


def _clause_ends(text: str, times: Sequence[Quantity]) -> list[int]:
    """Where the clauses of a text end; the stop of "7 p.m." ends one before a capital alone."""
    return [
        one.end() for one in _CLAUSE.finditer(text)
        if text[one.end() :][:1].isupper()
        or not any(time.start <= one.start() < time.end for time in times)
    ]  # fmt: skip


def _moved(slot: Slot, by: float) -> Slot:
    start = (slot.start + by) % DAY
    return replace(
        slot, start=start, end=None if slot.end is None else start + slot.end - slot.start
    )


def _end(one: Slot) -> float:
    """When an entry says that it ends; infinity where it does not."""
    if one.explicit and one.end is not None:
        return one.end
    return one.start + one.lasts.low if one.lasts is not None and one.lasts.sure else math.inf


def _minutes(clock: str) -> float:
    hours, minutes = clock.split(":")
    return float(int(hours) * 60 + int(minutes))


def _one(said: set[bool | None]) -> bool | None:
    return said.pop() if len(said) == 1 else None
