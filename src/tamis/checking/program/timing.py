"""Time spans and clock times in a schedule."""

from __future__ import annotations

import math
from functools import partial

from tamis.checking.program import clock
from tamis.checking.program.activities import Activity, is_marker, other_kind, pieces, stems
from tamis.checking.program.amounts import ZERO, Amount
from tamis.checking.program.outline import Node
from tamis.checking.program.parts import Unsure, compared, settle, shortened, verdict
from tamis.checking.program.requirement import Requirement
from tamis.checking.program.schedule import Slot, expand, in_daypart, shown, slots, within
from tamis.checking.program.sections import Section, days
from tamis.checking.worksheet import Entry, Part

Found = tuple[Slot, Amount, str]


def is_schedule(root: Node) -> bool:
    """Whether a response has clock times."""
    return any(len(slots(section.node)) >= 2 for section in days(root))


def timed(demand: Requirement, root: Node) -> list[Part]:
    """The parts of a sum of times; `Unsure` where it is not clear what belongs to it."""
    activity = Activity(demand.subject)
    scope = days(root)
    if demand.whole and len(scope) > 1:
        return [_over_days(demand, scope, activity)]
    return settle(partial(_timed, demand, section, activity) for section in scope)


def _over_days(demand: Requirement, scope: list[Section], activity: Activity) -> Part:
    """The time of all days together ("150 minutes in total")."""
    entries: list[Entry] = []
    total = ZERO
    for section in scope:
        _, listed, minutes = _minutes(demand, section, activity)
        entries += listed
        total += minutes
    return compared("the plan", demand.bound, entries, total)


def _timed(demand: Requirement, section: Section, activity: Activity) -> Part:
    found, entries, total = _minutes(demand, section, activity)
    if demand.scope == "direction":
        return _each_way(demand, section, found, entries)
    return compared(section.name, demand.bound, entries, total)


def _minutes(
    demand: Requirement, section: Section, activity: Activity
) -> tuple[list[Found], list[Entry], Amount]:
    """The entries of a day that a demand is about, and their time."""
    line = slots(section.node)
    if len(line) < 2:
        raise Unsure(f"no schedule was found in {shortened(section.name)}.")
    found = _chosen(demand, expand(line, activity), line, activity)
    if not found and _mentioned(line, activity):
        raise Unsure(
            f"it is not clear which entries of {shortened(section.name)} are {demand.subject}."
        )
    if not found and activity.kind is None:
        raise Unsure(f"no entry of {shortened(section.name)} names {demand.subject}.")
    entries = [Entry(shortened(slot.line), m.low, (), working) for slot, m, working in found]
    total = ZERO
    for slot, minutes, _ in found:
        if demand.daypart:
            # The part of an entry after the morning may or may not be meant.
            minutes = Amount(min(minutes.low, within(slot, demand.daypart)), minutes.high)
        total += Amount(0.0, minutes.high) if _shared(slot, activity) else minutes
    return found, entries, total


def _chosen(
    demand: Requirement, found: list[Found], line: list[Slot], activity: Activity
) -> list[Found]:
    """The entries that the demand is about, out of those of its activity."""
    if activity.kind not in (None, "sleep", "work", "meal"):
        # "2 hours of leisure": entries that say "leisure" are preferred to those that only match.
        found = [f for f in found if activity.literal(f[0].text)] or found
    if demand.daypart:
        found = [f for f in found if in_daypart(f[0], demand.daypart)]
    if demand.start is not None:
        found = [f for f in found if demand.start.holds(f[0].start % clock.DAY)]
    for name, after in ((demand.before, False), (demand.after, True)):
        if name:
            marks = [slot for slot, _, _ in expand(line, Activity(name))]
            if not marks:
                raise Unsure(f"no entry of the schedule is {name}.")
            found = [
                f for f in found
                if (f[0].start >= marks[0].end if after else f[0].end <= marks[-1].start)
            ]  # fmt: skip
            if not found:
                raise Unsure(f"{demand.subject} is not {'after' if after else 'before'} {name}.")
    return found


def _each_way(
    demand: Requirement, section: Section, found: list[Found], entries: list[Entry]
) -> Part:
    kept = len(found) == 2 and all(verdict(demand.bound, m, section.name) for _, m, _ in found)
    total = math.fsum(m.low for _, m, _ in found)
    return Part(shortened(section.name), tuple(entries), total, kept)


def _mentioned(line: list[Slot], activity: Activity) -> bool:
    """Whether an entry shares a word with the activity, but may not be about it."""
    return any(activity.stems & stems(slot.text) for slot in line)


def _shared(slot: Slot, activity: Activity) -> bool:
    """Whether an entry is as much about another activity: "Dinner and family time"."""
    return not slot.inner and any(
        not activity.matches(piece) and not is_marker(piece) and other_kind(piece)
        for piece in pieces(slot.text)
    )


def clocked(demand: Requirement, root: Node) -> list[Part]:
    """The parts of a demand on clock times: the first entry's start, the last one's end."""
    activity = Activity(demand.subject)
    return settle(partial(_clocked, demand, section, activity) for section in days(root))


def _clocked(demand: Requirement, section: Section, activity: Activity) -> Part:
    name = shortened(section.name)
    line = slots(section.node)
    if len(line) < 2:
        raise Unsure(f"no schedule was found in {name}.")
    found = [slot for slot, _, _ in expand(line, activity)]
    found = found or [slot for slot in line if activity.literal(slot.text)]
    if not found:
        raise Unsure(f"no entry of {name} is {demand.subject}.")
    kept = True
    if demand.start is not None:
        start = found[0].start % clock.DAY
        late = math.isinf(demand.start.low) and start < 4 * 60
        # A bedtime after midnight is late, not early.
        kept = demand.start.holds(start + (clock.DAY if late else 0))
    if demand.end is not None:
        kept = kept and demand.end.holds(found[-1].end % clock.DAY or clock.DAY)
    times = [slot.start if demand.end is None else slot.end for slot in found]
    entries = tuple(
        Entry(shortened(slot.line), float(time % clock.DAY), (), shown(slot))
        for slot, time in zip(found, times, strict=True)
    )
    decides = times[0] if demand.end is None else times[-1]
    return Part(name, entries, float(decides % clock.DAY), kept)
