"""Times of the day: `clock(not_before="9:00")`, `clock(before="8 pm", subject="dinner")`."""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from itertools import groupby
from typing import Literal

from pydantic import Field, field_validator, model_validator

from tamis.checking.constraint_types.amounts._sums import MAX_CHARACTERS
from tamis.checking.constraint_types.amounts._times import HALF, Event, readings
from tamis.checking.constraint_types.constraint_type import ConstraintType, decided, undecided
from tamis.checking.constraint_types.text import Text
from tamis.checking.judgement import Judgement
from tamis.checking.program.activities import Activity, is_marker
from tamis.checking.program.interval import Interval
from tamis.checking.program.outline import outline
from tamis.checking.program.words import turning_beside
from tamis.checking.worksheet import Span, amount
from tamis.reading.quantities import DAY, quantities
from tamis.types import InputError

_SHOWN = 20
_OVER = re.compile(
    r"\b(?:home|good ?(?:bye|night)|farewell|clos(?:e|ing)|adjourn\w*|departure|lights out)\b", re.I
)


class Clock(ConstraintType):
    """Times of the day of a plan, or of the `subject` in it ("dinner").

    `which` times: `every` entry's start (with both ends of a span, where the bound has both), the
    `first` or the `last` entry of a day, when the whole or the subject has its `start`, or its
    `end`. An end beyond a bound on one side is undecided, since that may mean the starts alone.
    `before` and `after` leave the very time out, `not_before` and `not_after` ("by 8 pm")
    and `at` do not; an end at the very time of `before` is undecided. Times without am or pm are
    read in both ways, unless the words, the order or a clock of 24 hours tell; opening hours, notes
    and sentences beside a schedule do not decide.
    """

    id = "clock"
    passes = ({"before": "8:00 pm", "subject": "dinner"}, "- 5:30 pm: Museum\n- 7:00 pm: Dinner\n")
    fails = ({"not_before": "09:00"}, "- 08:30 Breakfast\n- 10:00 Walk\n")
    wordings = {
        "nothing before 9 am": {"not_before": "09:00"},
        "nothing after 9 pm": {"not_after": "21:00"},
        "everything must happen before 8 pm": {"before": "20:00"},
        "end by 9 pm": {"not_after": "21:00", "which": "end"},
        "finish by 9 pm": {"not_after": "21:00", "which": "end"},
        "start at 10 am": {"at": "10:00", "which": "start"},
        "start no earlier than 9 am": {"not_before": "09:00", "which": "start"},
        "start after 2 pm": {"after": "14:00", "which": "start"},
        "dinner before 8 pm": {"before": "20:00", "subject": "dinner"},
        "lunch at noon": {"at": "12:00", "subject": "lunch"},
    }

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
        said = [
            f"{words} {value}"
            for words, value in (
                ("before", self.before), ("after", self.after), ("not before", self.not_before),
                ("not after", self.not_after), ("at", self.at),
            )
            if value
        ]  # fmt: skip
        what = {"every": "all times", "start": "the start", "end": "the end"}
        of = f" of {self.subject}" if self.subject else ""
        return f"{what.get(self.which, f'the {self.which} time')}{of} {', '.join(said)}"

    def verify(self, text: Text) -> Judgement:
        """As `ConstraintType.verify`."""
        if len(text.text) > MAX_CHARACTERS:
            return undecided(f"the response has more than {MAX_CHARACTERS:,} characters.")
        found = [self._reading(events, text) for events in readings(outline(text.text), text.text)]
        if len({one.satisfied for one in found}) == 1:
            return found[0]
        working = [line for one in found for line in one.working]
        return undecided("it is not clear whether its times are before or after noon.", *working)

    def _reading(self, events: Sequence[Event], text: Text) -> Judgement:
        if not events:
            return undecided("no time of day could be read.")
        events, perhaps = self._meant(events)
        if not events:
            what = f"of {self.subject} " if self.subject else ""
            return undecided(f"no time {what}could be read.")
        chosen = [pair for _, day in groupby(events, key=lambda one: one.day)
                  for pair in self._chosen(list(day))]  # fmt: skip
        said: list[bool | None] = []
        lines, places = list[str](), list[Span]()
        for event, value, ends in chosen:
            verdict = self._holds(value, ends=ends)
            if self.which == "every" and verdict and event.end is not None and not ends:
                both = (self.after or self.not_before) and (self.before or self.not_after)
                over = self._holds(Interval(event.end, event.end), ends=True)
                # Of "9 am to 6 pm" a bound on one side may mean the start alone.
                verdict = over if both or over else None
            if verdict is not True and (event.aside or perhaps):
                verdict = None
            said.append(verdict)
            if verdict is not True or len(lines) < _SHOWN:
                until = f"–{_shown(event.end)}" if event.end is not None else ""
                lines.append(f"{_shown(event.start)}{until}: {event.line.short}")
            start, end = event.line.span(*event.at, text.start)
            places += [(start, end)] if end else []
        verdict = False if False in said else None if None in said else True
        if verdict is None:
            event = next(one for (one, _, _), v in zip(chosen, said, strict=True) if v is None)
            return undecided(f"it is not clear whether {event.line.short!r} keeps to it.", *lines)
        return decided(verdict, *lines, places=places)

    def _meant(self, events: Sequence[Event]) -> tuple[list[Event], bool]:
        """The events that are meant, and whether they only may be."""
        if not self.subject:
            main = [one for one in events if not one.aside]
            return (list(events) if self.which == "every" else main or list(events)), False
        activity = Activity(self.subject)
        belongs = [activity.of(one.text[:300]) for one in events]
        sure = [one for one, b in zip(events, belongs, strict=True) if b == "yes"]
        main = [one for one in sure if not one.aside]
        some = [one for one, b in zip(events, belongs, strict=True) if b == "perhaps"]
        return (main or sure or some), not sure

    def _chosen(self, day: list[Event]) -> list[tuple[Event, Interval, bool]]:
        """The events of a day that decide, each with its time, and whether that is an end."""
        at = [(one, Interval(one.start, one.start), False) for one in day]
        match self.which:
            case "first":
                return at[:1]
            case "last":
                return at[-1:]
            case "start":
                return [min(at, key=lambda one: one[1].low)]
            case "end":
                last = max(day, key=lambda one: one.start if one.end is None else one.end)
                if last.end is not None:
                    return [(last, Interval(last.end, last.end), True)]
                over = not self.subject and (is_marker(last.text) or _OVER.search(last.text))
                end = last.start if over else math.inf
                return [(last, Interval(last.start, end), True)]
        return at

    def _holds(self, value: Interval, *, ends: bool) -> bool | None:
        said = [self._side(value, *one, ends=ends) for one in (
            (self.before, -1, True), (self.after, 1, True), (self.not_before, 1, False),
            (self.not_after, -1, False),
        ) if one[0]]  # fmt: skip
        if self.at:
            at = _minutes(self.at)
            hit = [abs(end % DAY - at) < 1 for end in (value.low, value.high) if end < math.inf]
            said.append(hit[0] if value.low == value.high else None)
        return False if False in said else None if None in said else True

    def _side(
        self, value: Interval, bound: str, side: int, strict: bool, *, ends: bool
    ) -> bool | None:
        """Whether a time is on the right side of a bound: 1 for after it, -1 for before it."""
        at = _minutes(bound) or (DAY if side < 0 else 0)
        low, high = value.low, value.high
        if self.subject and ends and low >= DAY and at < HALF:
            # What goes on over midnight ends on the next morning.
            low, high = low - DAY, high - DAY
        first, last = ((low - at) * side, (high - at) * side)
        first, last = min(first, last), max(first, last)
        if first > 0 or (first == 0 and not strict):
            return True
        if last < 0:
            return False
        if first == last == 0:
            # "Before 8:00" leaves out a start at 8:00; of an end, or of "after", that is not clear.
            return False if side < 0 and not ends else None
        return None


def _minutes(clock: str) -> float:
    hours, minutes = clock.split(":")
    return float(int(hours) * 60 + int(minutes))


def _shown(minutes: float) -> str:
    return amount(minutes % DAY, "clock")
