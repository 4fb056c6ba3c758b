"""Requirement and response become a worksheet, or a reason why not."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterable

from tamis.judge.program import clock
from tamis.judge.program.activities import Activity, is_marker, pieces, stems
from tamis.judge.program.items import (
    Reader,
    Reading,
    duration,
    gather,
    is_attribute,
    is_prose,
    is_rest,
    lifted,
    name_of,
    nutrient,
    rounds,
)
from tamis.judge.program.numbers import ZERO, Amount
from tamis.judge.program.outline import Node, outline
from tamis.judge.program.requirement import Bound, Requirement
from tamis.judge.program.schedule import Slot, clock_text, expand, in_daypart, slots
from tamis.judge.program.sections import (
    Section,
    day_count,
    days,
    distinct,
    exercises,
    meals,
    repeats,
    resting,
    sessions,
)
from tamis.judge.worksheet import Capability, Entry, Part, Worksheet


class Unsure(Exception):
    """The reading is not sure; the message says why, in one sentence."""


MAX_ENTRIES = 200
"""Entries that a part of a worksheet shows; a longer one names how many it leaves out."""


def worksheet(demand: Requirement, response: str) -> Worksheet:
    """How the response fares by the demand; `Unsure` where that cannot be told."""
    if not response.strip():
        raise Unsure("the response is empty.")
    root = outline(response)
    capability: Capability
    match demand.measure:
        case "count":
            parts, capability = _counts(demand, root), "counting"
        case "amount" | "tonnage":
            parts = _amounts(demand, root)
            capability = "multiplication and summation" if demand.measure == "tonnage" else (
                "summation"
            )  # fmt: skip
        case "duration" if demand.subject == demand.scope:
            parts, capability = _amounts(demand, root), "summation"
        case "duration":
            parts, capability = _durations(demand, root), "date-time"
        case _:
            parts, capability = _clocks(demand, root), "date-time"
    return Worksheet(
        demand.subject,
        demand.unit,
        _bound_text(demand),
        _SCOPES[demand.scope],
        capability,
        tuple(parts),
        _claims(root),
    )


_SCOPES = {
    "plan": "in all",
    "day": "each day",
    "week": "each week",
    "session": "each session",
    "meal": "each meal",
    "exercise": "each exercise",
    "direction": "each way",
}


def _bound_text(demand: Requirement) -> str:
    said = []
    if demand.measure != "clock":
        said.append(demand.bound.text(demand.unit))
    if demand.daypart:
        said.append(f"in the {demand.daypart}")
    for name, bound in (("starts", demand.start), ("ends", demand.end)):
        if bound is not None:
            said.append(f"{name} {_clock_bound(bound)}")
    return ", ".join(said)


def _clock_bound(bound: Bound) -> str:
    if bound.low == bound.high:
        return f"at {clock_text(int(bound.low))}"
    if math.isinf(bound.high):
        return f"not before {clock_text(int(bound.low))}"
    return f"not after {clock_text(int(bound.high))}"


def _claims(root: Node) -> tuple[str, ...]:
    found = []
    for node in root.walk():
        claims = node.claim or (node.kind in ("group", "text", "note") and is_prose(node))
        title = node.kind == "group" and not node.children
        if (claims or title) and re.search(r"\d", node.text):
            found.append(shortened(node.text, 100))
    return tuple(found[:8])


def shortened(text: str, width: int = 70) -> str:
    """A text cut to a width, marked where it was cut."""
    return text if len(text) <= width else text[: width - 1].rstrip() + "…"


def _verdict(bound: Bound, total: Amount, what: str) -> bool:
    """Whether a total keeps to the bound; `Unsure` where it depends on how the text is meant."""
    low, high = bound.holds(total.low), bound.holds(total.high)
    if low != high or (not low and total.low < bound.low and total.high > bound.high):
        raise Unsure(f"{what} comes to {total.text()}, depending on how the text is meant.")
    return low


def _part(name: str, bound: Bound, entries: list[Entry], total: Amount) -> Part:
    return Part(
        shortened(name), tuple(entries[:MAX_ENTRIES]), total.low, _verdict(bound, total, name)
    )


def _settle(pairs: Iterable[Callable[[], Part]]) -> list[Part]:
    """The parts; one that is surely amiss decides, whatever the unsure ones are."""
    parts, doubts = [], []
    for make in pairs:
        try:
            parts.append(make())
        except Unsure as doubt:
            doubts.append(doubt)
    if doubts and all(part.satisfied for part in parts):
        raise doubts[0]
    return parts


# Counting ------------------------------------------------------------------------------------


def _counts(demand: Requirement, root: Node) -> list[Part]:
    match demand.subject:
        case "day" | "week" | "session" | "rest day":
            return _settle([lambda: _sections_counted(demand, root)])
        case "meal" | "snack" | "food":
            return _meals_counted(demand, root)
        case "exercise":
            return _exercises_counted(demand, root)
    raise Unsure(f"the program does not count {demand.subject}s.")


def _sections_counted(demand: Requirement, root: Node) -> Part:
    if demand.subject == "week":
        if not _weeks(root):
            raise Unsure("no week is named in the response.")
        entries = [Entry(shortened(n.text), 1.0) for n in _weeks(root)]
        return _part("the plan", demand.bound, entries, Amount.of(float(len(entries))))
    if demand.subject == "rest day":
        resters = [s for s in days(root) if resting(s.node)]
        count = Amount.of(float(sum(day_count(s) for s in resters)))
        return _part("the plan", demand.bound, [Entry(s.name, 1.0) for s in resters], count)
    if demand.subject == "day":
        found = days(root)
        if found[0].node is root and demand.bound.low != 1:
            raise Unsure("no day is named in the response.")
        entries = [Entry(shortened(s.name), float(day_count(s))) for s in found]
        total = Amount.of(math.fsum(e.amount for e in entries))
        if len(_weeks(root)) > 1:
            raise Unsure("the days are spread over several weeks.")
        return _part("the plan", demand.bound, entries, total)
    found = sessions(root)
    if found[0].node is root:
        if demand.bound.low != 1:
            raise Unsure("no session is named in the response.")
    elif repeats(root) and len(found) < demand.bound.low:
        raise Unsure("the text says that sessions are repeated, not how often.")
    counted = [Entry(shortened(s.name), float(day_count(s) if s.node.kind == "day" else
                                              _session_count(s))) for s in found]  # fmt: skip
    total = Amount.of(math.fsum(e.amount for e in counted))
    if len(_weeks(root)) > 1:
        total = total * Amount(1 / len(_weeks(root)), 1.0)
    return _part("the plan", demand.bound, counted, total)


def _session_count(section: Section) -> int:
    found = re.search(r"(\d+)\s*(?:-|&|and|,)\s*(\d+)\b(?!\s*min)", section.node.label)
    if found is None or not re.search(r"sessions?|workouts?", section.node.label, re.I):
        return 1
    span = "-" in found[0]
    return max(int(found[2]) - int(found[1]) + 1, 1) if span else 2


def _weeks(root: Node) -> list[Node]:
    return [n for n in root.walk() if n.kind == "week"]


def _meals_counted(demand: Requirement, root: Node) -> list[Part]:
    scope = days(root) if demand.scope == "day" else [Section("the plan", root)]
    if demand.scope not in ("day", "plan"):
        raise Unsure(f"{demand.subject}s are not counted {_SCOPES[demand.scope]}.")

    def one(section: Section) -> Part:
        found = meals(section)
        if demand.subject == "food":
            raise Unsure("the program does not tell dishes from their parts.")
        snacks = [m for m in found if "snack" in m.name.lower()]
        if demand.subject == "snack":
            if not found:
                raise Unsure(f"no meal is named in {section.name}.")
            entries = [Entry(shortened(m.name), 1.0) for m in snacks]
            return _part(section.name, demand.bound, entries, Amount.of(float(len(snacks))))
        if not found:
            raise Unsure(f"no meal is named in {section.name}.")
        entries = [Entry(shortened(m.name), 1.0) for m in found]
        total = Amount.of(float(len(found)))
        without = float(len(found) - len(snacks))
        if snacks and not demand.bound.holds(total.low) and demand.bound.holds(without):
            # "3 meals" beside a snack: the snack may or may not be counted as one.
            total = Amount(without, total.high)
        return _part(section.name, demand.bound, entries, total)

    return _settle([lambda s=s: one(s) for s in scope])  # type: ignore[misc]


def _exercises_counted(demand: Requirement, root: Node) -> list[Part]:
    if demand.scope in ("session", "day"):
        found = sessions(root)
        if found[0].node is root and not exercises(root)[0]:
            raise Unsure("no exercise was found in the response.")

        def one(section: Section) -> Part:
            sure, unsure = exercises(section.node)
            if not sure and not unsure:
                raise Unsure(f"no exercise was found in {section.name}.")
            entries = [Entry(shortened(n.text), 1.0) for n in sure]
            total = Amount(float(len(sure)), float(len(sure) + len(unsure)))
            return _part(section.name, demand.bound, entries, total)

        return _settle([lambda s=s: one(s) for s in found])  # type: ignore[misc]
    if demand.scope == "plan":
        nodes = [n for s in sessions(root) for n in exercises(s.node)[0]]
        if not nodes:
            raise Unsure("no exercise was found in the response.")
        named = {name_of(n): n for n in nodes}
        entries = [Entry(shortened(n.text), 1.0) for n in named.values()]
        total = Amount(float(distinct(nodes)), float(len(nodes)))
        if "distinct" in demand.text or "different" in demand.text or demand.bound.holds(total.low):
            total = Amount.of(total.low)
        return [_part("the plan", demand.bound, entries, total)]
    raise Unsure(f"exercises are not counted {_SCOPES[demand.scope]}.")


# Adding --------------------------------------------------------------------------------------


def _reader(demand: Requirement) -> tuple[Reader, bool]:
    if demand.measure == "tonnage":
        return lifted, False
    if demand.measure == "duration":
        return duration, True
    if demand.subject in ("set", "rep"):
        raise Unsure(f"the program does not add up {demand.subject}s.")
    return nutrient(demand.subject), False


def _amounts(demand: Requirement, root: Node) -> list[Part]:
    reader, own_first = _reader(demand)
    training = demand.measure in ("tonnage", "duration") or demand.scope == "session"
    match demand.scope:
        case "session":
            scope = sessions(root)
        case "day":
            scope = sessions(root) if training else days(root)
        case "meal":
            scope = [m for d in days(root) for m in meals(d)]
        case "plan":
            scope = [Section("the plan", root)]
            # Nutrition is spoken of by the day; only what no day could hold is a plan's.
            ends = [end for end in (demand.bound.low, demand.bound.high) if math.isfinite(end)]
            if demand.measure == "amount" and max(ends) <= _A_DAY.get(demand.subject, 0):
                scope = days(root)
        case "exercise":
            scope = [Section(n.text, n) for s in sessions(root) for n in exercises(s.node)[0]]
        case _:
            raise Unsure(f"{demand.subject} is not added up {_SCOPES[demand.scope]}.")
    if demand.scope == "day" and len(scope) > 1:
        scope = [s for s in scope if not resting(s.node)] or scope
    if not scope:
        raise Unsure(f"no {demand.scope} was found in the response.")
    shared = _shared(root, reader, scope)
    parts = _settle([
        lambda s=s: _added(demand, s, reader, own_first, shared) for s in scope  # type: ignore[misc]
    ])  # fmt: skip
    return parts


_A_DAY = {"calorie": 4000.0, "protein": 220.0, "fat": 130.0, "carbohydrate": 500.0}
"""What a person's day may hold, in the worksheet's units: the most a "plan" that speaks of one
day's food asks for."""


def _shared(root: Node, reader: Reader, scope: list[Section]) -> dict[str, Reading]:
    """Figures that stand once before the sessions, by the name of the exercise."""
    inside = {id(n) for s in scope for n in s.node.walk()}
    return {
        name_of(node): reading
        for node in root.walk()
        if id(node) not in inside
        and node.kind in ("item", "row")
        and not node.claim
        and (reading := reader(node)) is not None
    }


def _added(
    demand: Requirement,
    section: Section,
    reader: Reader,
    own_first: bool,
    shared: dict[str, Reading],
) -> Part:
    readings = gather(section.node, reader, own_first)
    within = {id(r.node) for r in readings}
    if not readings or (len(readings) == 1 and readings[0].node is section.node):
        named = [shared[name_of(n)] for n in section.node.walk() if name_of(n) in shared]
        readings = named or readings
    if not readings:
        readings = _claimed(section.node, reader)
    if not readings:
        raise Unsure(f"no figure for {demand.subject} was found in {shortened(section.name)}.")
    total = ZERO
    entries = []
    for reading in readings:
        total += reading.amount
        entries.append(
            Entry(
                shortened(reading.node.text),
                reading.amount.low,
                reading.numbers,
                reading.working,
            )
        )
    times = max((rounds(n.text) for n in section.node.walk() if n.kind in ("group", "session")),
                default=1)  # fmt: skip
    if times > 1:
        total = Amount(total.low, total.high * times)
    missing = _missing(section.node, within) if demand.measure != "tonnage" else []
    if missing and not (demand.subject == "calorie" and all(is_rest(n) for n in missing)):
        total = Amount(total.low, math.inf)
        if not demand.bound.holds(total.low) or not math.isinf(demand.bound.high):
            if demand.bound.holds(total.low) or total.low <= demand.bound.high:
                raise Unsure(
                    f"{shortened(missing[0].text)!r} in {shortened(section.name)} gives no figure "
                    f"for {demand.subject}."
                )
            total = Amount.of(total.low)
    return _part(section.name, demand.bound, entries, total)


def _claimed(node: Node, reader: Reader) -> list[Reading]:
    """Totals, where nothing finer is given: the last of the section stands for it."""
    found = [r for n in node.walk() if n.claim and (r := reader(n)) is not None]
    return found[-1:]


def _missing(node: Node, within: set[int]) -> list[Node]:
    """Items of the section that give no figure where others beside them do."""
    found = []
    for parent in node.walk():
        if not any(id(child) in within for child in parent.children):
            continue
        for child in parent.children:
            if (
                child.kind in ("item", "row")
                and not child.claim
                and id(child) not in within
                and not is_prose(child)
                and not is_attribute(child)
                and not any(id(below) in within for below in child.walk())
                and not _FREE.search(child.text)
            ):
                found.append(child)
    return found


_FREE = re.compile(
    r"\bwater\b|\b(?:black coffee|tea|salt|pepper|spices|herbs)\b|^rest\b|transition", re.I
)


# Clock ---------------------------------------------------------------------------------------


def _durations(demand: Requirement, root: Node) -> list[Part]:
    if demand.scope not in ("plan", "day", "direction", "session"):
        raise Unsure(f"spans of time are not added up {_SCOPES[demand.scope]}.")
    activity = Activity(demand.subject)
    return _settle([
        lambda s=s: _timed(demand, s, activity) for s in days(root)  # type: ignore[misc]
    ])  # fmt: skip


def _timed(demand: Requirement, section: Section, activity: Activity) -> Part:
    line = slots(section.node)
    if len(line) < 2:
        raise Unsure(f"no schedule was found in {shortened(section.name)}.")
    found = expand(line, activity)
    if activity.kind is not None and activity.kind not in ("sleep", "work", "meal"):
        # "2 hours of leisure": entries that say so stand before those that come to the same.
        literal = [f for f in found if activity.literal(f[0].text)]
        found = literal or found
    if demand.daypart:
        found = [f for f in found if in_daypart(f[0], demand.daypart)]
    if demand.start is not None:
        at = [f for f in found if demand.start.holds(f[0].start % clock.DAY)]
        found = at
    if not found:
        if _mentioned(line, activity):
            raise Unsure(f"it is not clear which entries of {section.name} are {demand.subject}.")
        return _absent(demand, section)
    entries = [Entry(shortened(s.line), m.low, (), working) for s, m, working in found]
    total = ZERO
    for _, minutes, _ in found:
        total += minutes
    alone = math.fsum(m.low for slot, m, _ in found if not _several(slot, activity))
    total = Amount(alone, total.high)
    if demand.scope == "direction":
        each = [m for _, m, _ in found]
        if len(each) < 2:
            return Part(section.name, tuple(entries), total.low, False)
        kept = all(_verdict(demand.bound, m, section.name) for m in each[:2])
        return Part(section.name, tuple(entries), total.low, kept and len(each) == 2)
    return _part(section.name, demand.bound, entries, total)


def _absent(demand: Requirement, section: Section) -> Part:
    """An activity that no entry is about takes no time."""
    return _part(section.name, demand.bound, [], ZERO)


def _mentioned(line: list[Slot], activity: Activity) -> bool:
    """Whether some entry shares a word with the activity without being about it for sure."""
    return any(activity.stems & stems(slot.text) for slot in line)


def _several(slot: Slot, activity: Activity) -> bool:
    """Whether an entry names another activity beside this one: "Dinner and family time"."""
    return not slot.inner and any(
        not activity.matches(piece) and not is_marker(piece) for piece in pieces(slot.text)
    )


def _clocks(demand: Requirement, root: Node) -> list[Part]:
    activity = Activity(demand.subject)

    def one(section: Section) -> Part:
        line = slots(section.node)
        if len(line) < 2:
            raise Unsure(f"no schedule was found in {shortened(section.name)}.")
        found = [slot for slot, _, _ in expand(line, activity)]
        if not found:
            found = [slot for slot in line if activity.literal(slot.text)]
        if not found:
            raise Unsure(f"no entry of {section.name} is {demand.subject}.")
        first, last = found[0], found[-1]
        kept = True
        if demand.start is not None:
            kept = kept and demand.start.holds(first.start % clock.DAY)
        if demand.end is not None:
            end = last.end % clock.DAY or clock.DAY
            kept = kept and demand.end.holds(end)
        entries = tuple(Entry(shortened(s.line), float(s.minutes)) for s in found)
        return Part(section.name, entries, math.fsum(e.amount for e in entries), kept)

    return _settle([lambda s=s: one(s) for s in days(root)])  # type: ignore[misc]
