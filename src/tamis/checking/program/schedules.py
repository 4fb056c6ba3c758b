"""Times: how long sessions and activities last, when they begin, how far meals are apart."""

from __future__ import annotations

import itertools
import math
import re

from tamis.checking.program.activities import Activity
from tamis.checking.program.counts import exercises, meals
from tamis.checking.program.decision import day_parts, name_of, session_parts
from tamis.checking.program.group import Group, Open, cut, node_entry, together, whole_or_each
from tamis.checking.program.interval import ZERO, Interval, added, hull
from tamis.checking.program.outline import Node
from tamis.checking.program.requirement import Bound, Requirement
from tamis.checking.program.sums import Adder, short
from tamis.checking.program.timeline import Slot, Unreadable, lengths, of_activity, shown, slots
from tamis.checking.worksheet import Entry
from tamis.reading.quantities import DAY, Quantity

_DAYPARTS = {
    "morning": (4 * 60, 12 * 60 + 30),
    "afternoon": (12 * 60 - 1, 18 * 60),
    "evening": (17 * 60 - 1, 24 * 60),
    "night": (18 * 60, 30 * 60),
}
_ENDS = {"morning": 12 * 60, "afternoon": 18 * 60, "evening": 24 * 60, "night": 30 * 60}
"""When a part of the day ends that an entry may reach beyond."""


def _line(part: Node, name: str) -> list[Slot]:
    """The entries of a part's schedule; `Open` where they cannot be read."""
    try:
        found = slots(part)
    except Unreadable as why:
        raise Open(f"{name} cannot be read as a schedule: {why}.") from None
    if not _is_schedule(found):
        raise Open(f"{name} has no schedule.")
    return found


def _is_schedule(found: list[Slot]) -> bool:
    """Whether entries make a schedule: two, or one that says when it ends."""
    return len(found) > 1 or (len(found) == 1 and found[0].explicit)


def sessions_lengths(demand: Requirement, root: Node, adder: Adder) -> list[Group]:
    """How long each session lasts: from its first minute to its last, or its exercises added."""
    made = []
    for node, n in session_parts(root):
        try:
            line = slots(node)
        except Unreadable:
            line = []
        gapless = all(abs(a.end - b.start) < 1e-6 for a, b in itertools.pairwise(line))
        if len(line) > 1 and line[0].start == 0 and line[-1].end < DAY and gapless:
            entries = [
                _entry(slot, Interval(slot.minutes, slot.minutes), shown(slot)) for slot in line
            ]
            made.append(
                Group(name_of(node), Interval(line[-1].end, line[-1].end), entries, count=n)
            )
        else:
            made.append(Group.of(name_of(node), adder.part(node), n))
    return whole_or_each(demand, made) if demand.scope in ("plan", "week") else made


def durations(demand: Requirement, root: Node) -> list[Group]:
    """How long an activity lasts each day, or in all."""
    activity = Activity(demand.subject)
    made: list[Group] = []
    known = bool(activity.families)
    for name, part, n in day_parts(root):
        line = _or_nothing(part, name)
        if not _is_schedule(line):
            known = True
            made.append(_without_times(demand, part, name, activity, n))
            continue
        found = of_activity(line, activity)
        known = known or any(v.low > 0 for _, v, _ in found)
        found = _chosen(demand, found, line, name)
        if demand.scope == "direction":
            if len(found) != 2:
                raise Open(
                    f"{name} has {len(found)} entries of {demand.subject}, not one each way."
                )
            made += [
                Group(f"{name}, {shown(slot)}", v, [_entry(slot, v, how)], count=n)
                for slot, v, how in found
            ]
            continue
        if not found and activity.families and _named_elsewhere(part, line, activity):
            raise Open(f"it is not clear which entry of {name} is {demand.subject}.")
        if not found and not activity.families:
            raise Open(f"no entry of {name} is {demand.subject}.")
        doubts = [
            f"whether {short(slot.text)} is {demand.subject}" for slot, v, _ in found if not v.sure
        ]
        entries = [_entry(slot, v, how) for slot, v, how in found]
        value = added(v for _, v, _ in found)
        if demand.unbroken:
            value = _longest(found)
        elif demand.one and len(found) > 1:
            doubts.append(f"whether the entries of {demand.subject} are added")
            value = hull((_longest(found), value))
        made.append(Group(name, value, entries, doubts, count=n))
    if not known:
        # Words that no entry surely has may restrict the demand, or turn it.
        raise Open(f"no entry is surely {demand.subject}.")
    if len(made) > 1 and demand.scope in ("plan", "week"):
        if demand.whole or demand.scope == "week":
            return [together(made)]
        if re.search(r"\btotal\b", demand.text, re.I):
            return whole_or_each(demand, made)
    return made


def _longest(found: list[tuple[Slot, Interval, str]]) -> Interval:
    """The longest entry; those that follow at once may be one block with it."""
    longest, run, end = ZERO, ZERO, None
    for slot, value, _ in found:
        run = run + value if end is not None and abs(slot.start - end) < 1 else value
        end = slot.end
        longest = Interval(max(longest.low, value.low), max(longest.high, run.high))
    return longest


def _named_elsewhere(part: Node, line: list[Slot], activity: Activity) -> bool:
    """Whether a line that is no entry of the schedule names an activity."""
    read = {id(slot.node) for slot in line}
    return any(
        id(node) not in read and not node.beside and activity.of(node.text[:200]) == "yes"
        for node in part.walk()
        if node.shape in ("item", "line", "row", "sentence")
    )


def _or_nothing(part: Node, name: str) -> list[Slot]:
    try:
        return slots(part)
    except Unreadable as why:
        raise Open(f"{name} cannot be read as a schedule: {why}.") from None


def _without_times(demand: Requirement, part: Node, name: str, activity: Activity, n: int) -> Group:
    """The lengths that lines give without a time: "Reading: 30 minutes"."""
    found = lengths(part, activity)
    placed = demand.daypart or demand.before or demand.after or demand.start or demand.unbroken
    if not found or placed:
        raise Open(f"{name} has no schedule.")
    entries = [node_entry(node, Interval(q.low, q.high)) for node, q in found]
    sure = all(activity.of(re.split(r"[:(–|]", node.text)[0]) == "yes" for node, _ in found)
    if not sure or any(q.hedge not in ("", "about") for _, q in found):
        raise Open(f"it is not clear what of {name} is {demand.subject}.")
    return Group(name, added(Interval(q.low, q.high) for _, q in found), entries, count=n)


def _chosen(
    demand: Requirement, found: list[tuple[Slot, Interval, str]], line: list[Slot], name: str
) -> list[tuple[Slot, Interval, str]]:
    """The entries that a demand is about, out of those of its activity."""
    if demand.daypart:
        low, high = _DAYPARTS[demand.daypart]
        found = [
            f for f in found if low <= f[0].start % DAY < high or f[0].start % DAY + DAY < high
        ]
        # The part of an entry after the morning may or may not be meant.
        found = [
            (slot, Interval(min(v.low, _within(slot, demand.daypart)), v.high), how)
            for slot, v, how in found
        ]
    if demand.start is not None:
        found = [f for f in found if demand.start.holds(f[0].start % DAY)]
    for other, after in ((demand.before, False), (demand.after, True)):
        if not other:
            continue
        marks = [slot for slot, v, _ in of_activity(line, Activity(other)) if v.low > 0]
        if not marks:
            raise Open(f"no entry of {name} is {other}.")
        found = [
            f for f in found
            if (f[0].start >= marks[0].end if after else f[0].end <= marks[-1].start)
        ]  # fmt: skip
        if not found:
            raise Open(f"{demand.subject} is not {'after' if after else 'before'} {other}.")
    return found


def _within(slot: Slot, part: str) -> float:
    start = slot.start % DAY
    return max(min(start + slot.minutes, _ENDS[part]) - start, 0.0)


def _entry(slot: Slot, value: Interval, working: str) -> Entry:
    made = node_entry(slot.node, value, working)
    return (
        made if slot.node.cells or slot.node.text else Entry(cut(slot.text), value.low, (), working)
    )


def each_entry(demand: Requirement, root: Node, adder: Adder) -> list[Group]:
    """The time of each exercise, or of each rest."""
    if demand.subject.startswith("rest between "):
        return _rests(demand, root)
    return [
        Group.of(short(one.text, 40), adder.part(one), n)
        for node, n in session_parts(root)
        for one in exercises(node, root).sure
    ]


def _rests(demand: Requirement, root: Node) -> list[Group]:
    what = demand.subject.removeprefix("rest between ")
    made = []
    for node in root.walk():
        if re.search(r"\b(?:rest\w*|breaks?)\b", node.text, re.I) and re.search(
            rf"\bbetween (?:\w+ )?{re.escape(what)}", node.text, re.I
        ):
            times = [q for q in node.quantities if q.dimension == "time"]
            if len(times) != 1:
                raise Open(f"it is not clear what {short(node.text)} says.")
            value = Interval(times[0].low, times[0].high)
            made.append(Group(short(node.text, 40), value, [node_entry(node, value)]))
    if not made:
        raise Open(f"no {demand.subject} is given.")
    return made


def clocks(demand: Requirement, root: Node) -> list[Group]:
    """When an activity begins and ends, each day that has it."""
    either = demand.start is not None and demand.start == demand.end
    if demand.subject == "meals" and demand.start and demand.end and not either:
        return _meal_times(demand.start, demand.end, root)
    activity = Activity(demand.subject)
    made = []
    for name, part, _ in day_parts(root):
        line = _line(part, name)
        found = [slot for slot, v, _ in of_activity(line, activity) if v.low > 0]
        found = found or [slot for slot in line if activity.of(slot.text) == "yes"]
        if not found:
            if any(activity.of(slot.text) == "perhaps" for slot in line):
                raise Open(f"it is not clear which entry of {name} is {demand.subject}.")
            continue
        kept = True
        if demand.start is not None:
            start = found[0].start % DAY
            # A bedtime after midnight is late, not early.
            late = math.isinf(demand.start.low) and start < 4 * 60
            kept = demand.start.holds(start + (DAY if late else 0))
        if demand.end is not None:
            begun = kept
            kept = kept and _ends(found[-1], demand.end, demand.subject)
            if either and begun != kept:
                raise Open(f"it is not clear whether {demand.subject} must begin or end by then.")
        begins = demand.end is None
        times = [slot.end if slot.explicit and not begins else slot.start for slot in found]
        decides = (times[0] if demand.end is None else times[-1]) % DAY
        entries = [
            _entry(slot, Interval(time % DAY, time % DAY), shown(slot))
            for slot, time in zip(found, times, strict=True)
        ]
        made.append(Group(name, Interval(decides, decides), entries, kept=kept))
    if not made:
        raise Open(f"no entry is {demand.subject}.")
    return made


def _ends(slot: Slot, bound: Bound, subject: str) -> bool:
    """Whether an entry ends as it must, in minutes from the midnight before it begins.

    One that does not say when it ends lasts until the next at most; the last of a day may go on.
    Only sleep goes over midnight as a matter of course: it ends in the morning.
    """
    start = slot.start % DAY
    end = start + slot.minutes
    if end > DAY and Activity(subject).of("sleep") == "yes":
        end -= DAY
    if slot.explicit:
        return bound.holds(end)
    held = bound.holds(start), bound.holds(end)
    if held[0] != held[1]:
        raise Open(f"the plan does not say when {short(slot.text)} ends.")
    return held[0]


def _time_of(node: Node) -> Quantity:
    found = [q for q in node.quantities if q.dimension in ("clock", "span")]
    if len(found) != 1 or not found[0].sure:
        raise Open(f"{short(node.text)} has no time that is sure.")
    return found[0]


def _meal_times(start: Bound, end: Bound, root: Node) -> list[Group]:
    """Whether all meals are within a span of time."""
    made = []
    for name, part, _ in day_parts(root):
        if not (found := meals(part).sure):
            raise Open(f"{name} has no meal.")
        for one in found:
            at = _time_of(one)
            last = at.high if at.dimension == "span" else at.low
            kept = start.holds(at.low) and end.holds(last) and at.low < end.high
            made.append(
                Group(f"{name}, {short(one.text, 40)}", Interval(at.low, at.low), kept=kept)
            )
    return made


def gaps(root: Node) -> list[Group]:
    """The time between the starts of meals."""
    made = []
    for name, part, _ in day_parts(root):
        starts = [_time_of(one).low for one in meals(part).sure]
        if len(starts) < 2:
            raise Open(f"{name} has no times of meals.")
        for n, (one, other) in enumerate(itertools.pairwise(starts), 1):
            gap = (other - one) % DAY
            made.append(Group(f"{name}, from meal {n} to {n + 1}", Interval(gap, gap)))
    return made
