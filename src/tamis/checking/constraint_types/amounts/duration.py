"""A bound on lengths of time, in minutes: `duration(max=30)`, `duration(max="1 h 30 min")`."""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from pydantic import field_validator

from tamis.checking.constraint_types.amounts._amount import Amount
from tamis.checking.constraint_types.amounts._figures import Figure, bounded, same
from tamis.checking.constraint_types.amounts._lines import is_prose
from tamis.checking.constraint_types.amounts._parts import Line, Total
from tamis.checking.constraint_types.amounts._plans import by_program
from tamis.checking.constraint_types.amounts._sums import MAX_CHARACTERS, Ledger
from tamis.checking.constraint_types.constraint_type import decided, undecided
from tamis.checking.constraint_types.text import Text
from tamis.checking.judgement import Judgement
from tamis.checking.program.interval import Interval, added
from tamis.checking.program.outline import Node, outline
from tamis.checking.program.requirement import Scope
from tamis.checking.program.sums import parts_of
from tamis.checking.program.timeline import Slot, Unreadable, clock, shown, slots
from tamis.checking.program.words import turning_beside
from tamis.checking.worksheet import amount
from tamis.reading.quantities import DAY, quantities
from tamis.types import InputError

_SHOWN = 30
_TIME_HEAD = re.compile(
    r"\b(?:durations?|time|minutes?|mins?|hours?|hrs?|length)\b(?! of day\b)", re.I
)
_HOURS = re.compile(r"\b(?:hours?|hrs?)\b|\(h\)", re.I)
_PHASE = re.compile(
    r"(?:^|[|•·,;/])\W{0,6}(?:prep(?:aration)?|cook(?:ing)?|bak(?:e|ing)|active|hands[- ]on"
    r"|inactive|rest(?:ing)?|chill(?:ing)?|marinat\w+)(?: time)?\b\W{0,6}(?:about |around |~)?"
    r"(?=[\d½]|half|an? )",
    re.I,
)
_WORK = re.compile(r"\b(?:prep|cook|bak(?:e|ing)|active|hands[- ]on)", re.I)
_LASTS = re.compile(
    r"\W*(?:(?:total|overall|estimated|approximate|ready|running|workout|session|meeting) ){0,2}"
    r"(?:time|duration|length|in)\b(?: needed| required)?\W{0,6}(?:about |around |~)?"
    r"(?=[\d½]|half|an? )",
    re.I,
)
_STEP = re.compile(
    r"\b(?:for|another|after|over|until|in|within|every|rest|sit)\s(?:about |around |at least |an"
    r"other |up to )?$",
    re.I,
)
# "30 minutes before" says when, and not how long.
_AWAY = re.compile(
    r"['’]?\s?(?:before|after|prior|earlier|later|ago|in advance|from now|ahead|early|late)\b", re.I
)
_CLOCK = re.compile(r"\d[:.]\d\d|\d\s?[ap]\.?m|noon|midnight", re.I)
_GOES_ON = re.compile(
    r"\b(?:runs?|lasts?|takes?|continues?|goes on|scheduled|lasting|running) (?:\w{1,15} )?for\s"
    r"(?:about |around )?$",
    re.I,
)
_ENDS = re.compile(r"\b(?:end|ends|close|closing|adjourn\w*|finish|done|wrap[- ]?up|home)\b", re.I)


class Duration(Amount):
    """Lengths of time in minutes: in `total`, of each `item`, each day or session, or of `subject`.

    A bound may be written as "1 h 30 min". Lines like "Prep time: 10 min" and "Total: 35 min" are
    what counts where there are some; the minutes of the steps below them are then details. Spans
    of the clock last from their start to their end; a schedule without ends lasts from entry to
    entry. A stated total decides where the entries leave it open, and is told where they differ.
    """

    id = "duration"
    one = "length of time"
    passes = ({"max": 30}, "**Prep time:** 10 min\n**Cook time:** 15 min\n\n1. Boil for 8 min.\n")
    fails = (
        {"max": 10, "per": "item"},
        "- Intro: 5 min\n- Demo: 15 minutes\n- Questions: 10 min\n",
    )
    wordings = {
        "at most 30 minutes in total": {"max": 30},
        "it should take no more than 30 minutes": {"max": 30},
        "at most 2 hours per day": {"max": 120, "per": "day"},
        "at most 2 hours a day": {"max": 120, "per": "day"},
        "at most 10 minutes each": {"max": 10, "per": "item"},
        "total time under 45 minutes": {"below": 45},
    }

    @field_validator("exactly", "min", "max", "about", "below", "above", mode="before")
    @classmethod
    def _minutes(cls, value: Any) -> Any:
        if not isinstance(value, str):
            return value
        found = [one for one in quantities(value) if one.dimension == "time"]
        one = found[0] if len(found) == 1 else None
        if not one or one.low != one.high or turning_beside(value, one.start, one.end):
            raise InputError(f"duration: {value!r:.40} is no length of time; write `1 h 30 min`.")
        return one.low

    def counted(self, number: float) -> str:
        """As `Count.counted`: "1 h 30 min"."""
        return amount(number, "min")

    def read(self, text: str, header: str) -> list[Figure]:
        """As `Amount.read`: lengths, and spans of the clock; one that is said twice is one."""
        made: list[Figure] = []
        bare = bool(header) and _TIME_HEAD.search(header) is not None
        factor = 60.0 if _HOURS.search(header) and "min" not in header.casefold() else 1.0
        long = max(self.aims) >= DAY
        for one in quantities(text):
            word = one.noun.casefold()
            if _AWAY.match(text, one.end):
                continue
            if one.dimension == "time":
                value = bounded(text, one.start, one.low, one.high, one.hedge)
            elif one.dimension == "span":
                minutes = one.minutes if one.sure or one.minutes < 720 else one.minutes % 720
                value = Interval(minutes, minutes)
            elif one.dimension != "count" or one.ordinal:
                continue
            elif long and word.startswith(("day", "week")):
                days = DAY * (7 if word.startswith("week") else 1)
                value = bounded(text, one.start, one.low * days, one.high * days, one.hedge)
            elif bare and not word:
                value = bounded(text, one.start, one.low * factor, one.high * factor, one.hedge)
            else:
                continue
            if not any(same(value, other.value, 0.0) for other in made):
                made.append(Figure(value, one.start, one.end))
        return made

    def ledger(self, text: Text, rate: str = "") -> Ledger:
        """As `Amount.ledger`, without the steps where the phases of the work are named."""
        made = super().ledger(text, rate)
        made.gaps = True
        for key, line in list(made.lines.items()):
            spans = all(_CLOCK.search(one.written(line.text)) for one in line.come.figures)
            if is_prose(line.node) and spans and len(made.lines) > 1:
                # "I am free between 10 and noon" says when, not how long.
                del made.lines[key]
        phases = [line for line in made.lines.values() if _PHASE.search(line.text)]
        lasts = [line for line in made.lines.values() if _LASTS.match(line.text)]
        if not any(_WORK.search(line.text) for line in phases):
            phases = []  # "Rest: 2 min" between rounds is an entry as the others are.
        if phases or len(lasts) > 1:
            made.lines = _with_phases(made.lines, phases, lasts)
        if phases or len(lasts) == 1:
            for line in lasts:
                line.come.total = True
        return made

    def verify(self, text: Text) -> Judgement:
        """As `ConstraintType.verify`."""
        root = outline(text.text[:MAX_CHARACTERS])
        kinds = {node.kind for node in root.walk()}
        if self.per == "session" or (self.per == "total" and "session" in kinds):
            return self._by_program(text, "session", "session" if self.per == "session" else "plan")
        if self.subject and self.per in ("total", "day"):
            judged = self._by_program(text, self.subject, "day" if self.per == "day" else "plan")
            if judged.satisfied is not None or judged.worksheet:
                return judged
        if self.per in ("total", "item") and not self.subject and (made := _schedule(root)):
            return self._scheduled(made, text)
        return super().verify(text)

    def judged(self, made: Total, text: Text, name: str = "total") -> Judgement:
        """As `Amount.judged`; steps may go on at the same time, and leave out what lies between."""
        steps = [line for line in made.lines if _is_step(line)]
        if steps and made.value and not (made.settled or made.from_total):
            longest = max(line.come.value.low for line in steps if line.come.value)
            made.value = Interval(min(longest, made.value.low), math.inf)
            made.doubts.insert(0, "its steps do not say how long the whole takes")
        return super().judged(made, text, name)

    def _by_program(self, text: Text, subject: str, scope: Scope) -> Judgement:
        """The verdict of the program judge, which knows sessions, sets and schedules."""
        return by_program(self, text, subject, "duration", scope, "min", 1.0)

    def _scheduled(self, found: Sequence[Slot], text: Text) -> Judgement:
        """The verdict on a schedule: from its first minute to its last, or each entry."""
        last = found[-1]
        open_end = not last.explicit and not _ENDS.search(last.text)
        lines = [
            f"{self.counted(one.minutes) if one.explicit or one is not last else '?'}: "
            f"{shown(one) if one.explicit or one is not last else clock(one.start)} {one.text[:70]}"
            for one in found[:_SHOWN]
        ]
        places = [
            (start + text.start, end + text.start)
            for one in found
            for start, end in [one.node.span(0, len(one.node.text))]
            if end
        ]
        if self.per == "item":
            values = [Interval(one.minutes, one.minutes) for one in found[:-1]]
            if last.explicit:
                values.append(Interval(last.minutes, last.minutes))
            elif open_end:
                values.append(Interval(0.0, math.inf))
            said = [self.holds(one) for one in values]
            verdict = False if False in said else None if None in said else True
            if verdict is None:
                return undecided("the schedule does not say when its last entry ends.", *lines)
            return decided(verdict, *lines, places=places)
        whole = (last.end if last.explicit else last.start) - found[0].start
        listed = sum(one.minutes for one in found[: None if last.explicit else -1])
        value = Interval(min(listed, whole), math.inf if open_end else max(listed, whole))
        doubts = ["it does not say when its last entry ends"] if open_end else []
        if listed != whole:
            doubts.append("whether the time between its entries counts")
        made = Total(value, doubts=doubts)
        judged = self.judged(made, text, "from first to last")
        return replace(judged, working=(*lines, *judged.working), places=tuple(places))


def _schedule(root: Node) -> list[Slot]:
    """The entries of a schedule of one day; none where the text is no schedule."""
    if len(list(parts_of(root, "day"))) > 1:
        return []
    try:
        found = slots(root)
    except Unreadable:
        return []
    gone = found[-1].start - found[0].start if found else 0.0
    return found if len(found) > 1 and 0 < gone < DAY else []


def _with_phases(
    lines: dict[int, Line], phases: Sequence[Line], totals: Sequence[Line]
) -> dict[int, Line]:
    """The phases of the work, their totals, and the entries beside them.

    Lines elsewhere may be parts of the phases, and steps are, unless one takes longer than all.
    """
    kept = {id(line.node) for line in (*phases, *totals)}
    others = {key: line for key, line in lines.items() if key not in kept and line.come.value}
    values = [line.come.value for line in phases or totals if line.come.value]
    whole = added(values).high if phases else max((one.high for one in values), default=0.0)
    longest = {key: max(one.value.low for one in line.come.figures) for key, line in others.items()}
    if not phases:
        fits = max(longest.values(), default=0.0) <= whole
        return {key: line for key, line in lines.items() if key not in others or not fits}
    beside = {(id(line.node.parent), line.node.shape) for line in phases}
    for key, line in others.items():
        if longest[key] > whole or (id(line.node.parent), line.node.shape) in beside:
            continue
        if not _is_step(line) and not is_prose(line.node) and line.come.value:
            line.come.value = line.come.value.or_nothing()
            line.come.doubt = "whether it is part of the phases"
        else:
            del lines[key]
    return lines


def _is_step(line: Line) -> bool:
    """Whether a length is that of a step: "Simmer for 20 minutes"."""
    starts = [one.start for one in line.come.figures if one.role == "entry"]
    return any(
        _STEP.search(line.text, max(at - 30, 0), at)
        and not _GOES_ON.search(line.text, max(at - 40, 0), at)
        for at in starts
    )
