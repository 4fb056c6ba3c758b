"""What the parts of a plan come to, for what a constraint measures."""

from __future__ import annotations

import math
import re

from tamis.checking.program.activities import Activity, stems
from tamis.checking.program.counts import Count, days, exercises, is_snack, meals, resting, sessions
from tamis.checking.program.group import Group, Open, node_entry, together, whole_or_each
from tamis.checking.program.groups import WEEKDAYS, label_of
from tamis.checking.program.interval import UNKNOWN, ZERO, Interval, added, hull
from tamis.checking.program.lifts import lift
from tamis.checking.program.outline import Node, once, timed
from tamis.checking.program.requirement import Requirement
from tamis.checking.program.sums import SAME, Adder, Sum, parts_of, plain_name, short
from tamis.checking.program.timeline import Unreadable, of_activity, slots
from tamis.checking.worksheet import Entry

SUBJECTS = {"calorie": "energy"}
"""The subjects of requirements that numbers of plans have another name for."""


def day_parts(root: Node) -> list[tuple[str, Node, int]]:
    """The days of the plan, each with its name and how many days it is; else the whole plan.

    `Open` where it names days, or repeats meals, in a way that is not read.
    """
    found = list(parts_of(root, "day"))
    if (other := _unread_days(root, found)) is not None:
        raise Open(f"{short(other.text)} may be another day.")
    if not found:
        if not _one_day(root):
            raise Open("neither a day nor a schedule was recognised in the plan.")
        _alone(root)
        return [("the plan", root, 1)]
    return [(one.name, one, len(one.label.days) or 1 if one.label else 1) for one in found]


_DAY_NAMED = re.compile(
    r"\W*(?:day|tag|jour|d[ií]a)[ #-]?(?P<n>\d{1,3}|one|two|three|four|five)\b"
    r"|\W*(?P<w>mon|tue|wed|thu|fri|sat|sun)(?:s|rs|nes|ur|urs)?(?:day)?(?:'s|’s)?\b", re.I,
)  # fmt: skip


def _unread_days(root: Node, found: list[Node]) -> Node | None:
    """A line that begins with the name of a day that is none of the days that were found; or, in a
    plan without days, a meal of the day that comes twice.
    """
    known = {day for one in found if one.label for day in one.label.days}
    seen: set[str] = set()
    for node in root.walk():
        if node.beside or node.within("day") or node.shape == "cell":
            continue
        named = _DAY_NAMED.match(node.text)
        if named and node.shape != "root":
            day = named["n"] or next(d for d in WEEKDAYS if d.startswith(named["w"].lower()[:3]))
            if day.casefold() not in known and (found or seen - {day}):
                return node
            seen.add(day)
        elif not found and node.kind == "meal" and _ONCE.match(node.name):
            name = node.name.split()[0].casefold()
            if name in seen:
                return node
            seen.add(name)
    return None


_OF_A_DAY = re.compile(
    r"\b(?:(?:one|1|a|single|my|your|full|whole)[ -]day|daily|24[ -]hours?|day)\b", re.I
)


def _one_day(root: Node) -> bool:
    """Whether a plan without days is for one: it names meals, times of the clock, or says so."""
    clocks = 0
    for node in root.walk():
        if node.kind in ("meal", "session") or (node.quantities and _OF_A_DAY.search(node.text)):
            return True
        clocks += bool(timed(node.text)) or any(
            q.dimension in ("clock", "span") for q in node.quantities
        )
        if clocks > 1 or (node.shape in ("heading", "line") and _OF_A_DAY.search(node.text)):
            return True
    return False


_DAYS_SAID = re.compile(
    r"\b(?:[2-9]|[1-9]\d|two|three|four|five|six|seven|ten)[ -]days?\b"
    r"(?=.{0,200}\b(?:plan|menu|meals?|program|routine|schedule|calories|kcal)\b)"
    r"|\b(?:second|third|fourth|next|following|2nd|3rd) day\b(?! (?:begins|starts))"
    r"|\bday (?:[2-9]|two|three)\b", re.I,
)  # fmt: skip


def _alone(root: Node) -> None:
    """`Open` where a plan without parts for its days speaks of several."""
    for node in root.walk():
        if not node.beside and _DAYS_SAID.search(node.text[:400]):
            raise Open(f"{short(node.text)} speaks of several days, and none was found.")


_ONCE = re.compile(r"(?:breakfast|lunch|dinner)\b", re.I)


def session_parts(root: Node) -> list[tuple[Node, int]]:
    """The sessions of the plan, each with how often it is done; else the whole plan.

    `Open` where the plan has several parts with exercises, and nothing says that they are sessions.
    """
    if found := sessions(root):
        return found
    for parent in root.walk():
        groups = [
            one
            for one in parent.children
            if one.kind == "" and sum(bool(lift(c)) or bool(c.cells) for c in _inner(one)) > 1
        ]
        if len(groups) > 1:
            raise Open(f"it is not clear whether {short(groups[0].text)} is a session.")
    return [(root, 1)]


def _inner(node: Node) -> list[Node]:
    """What a part holds, be it in one that only names it: "Upper body" › "Exercises"."""
    while len(node.children) == 1 and node.children[0].children:
        node = node.children[0]
    return node.children


def name_of(node: Node) -> str:
    """The name of a part."""
    return node.name if node.text else "the plan"


# Amounts.


def amounts(demand: Requirement, root: Node, adder: Adder) -> list[Group]:
    """Energy and nutrients: of days, sessions, meals, or the whole plan."""
    if demand.scope == "meal":
        return _of_meals(demand, root, adder)
    if demand.scope == "session":
        groups = [Group.of(name_of(node), adder.part(node), n) for node, n in session_parts(root)]
    else:
        groups = []
        for name, node, n in day_parts(root):
            found = adder.part(node)
            if found.value is not None or not resting(node):
                groups.append(Group.of(name, found, n))
    groups = _with_strays(groups, adder)
    return whole_or_each(demand, groups) if demand.scope in ("plan", "week") else groups


def _with_strays(groups: list[Group], adder: Adder) -> list[Group]:
    """The parts with what stands outside of them and may belong to each: "Daily: a shake"."""
    stray = adder.strays()
    if not stray or (len(groups) == 1 and groups[0].name == "the plan"):
        return groups
    high = added(one.value for one in stray).high
    for one in groups:
        if one.value is not None:
            one.value = Interval(one.value.low, one.value.high + high)
            one.open.append(f"whether {short(stray[0].node.text)} belongs to {one.name}")
    return groups


def _of_meals(demand: Requirement, root: Node, adder: Adder) -> list[Group]:
    made = []
    for name, node, _ in day_parts(root):
        eaten = meals(node)
        found = [*eaten.sure, *eaten.perhaps]
        if demand.only:
            found = [one for one in found if is_meal(one, demand.only)]
        if not found and demand.only != "snack":
            raise Open(f"{name} has no {demand.only or 'meal'}.")
        if any(one.kind == "meal" for one in eaten.perhaps):
            raise Open(f"it is not clear what of {name} is one meal.")
        for one in found:
            made.append(
                Group.of(
                    f"{name}, {one.name}", _of_meal([one, *eaten.further.get(id(one), ())], adder)
                )
            )
    if not made:
        raise Open(f"no {demand.only or 'meal'} is named.")
    return made


def _of_meal(nodes: list[Node], adder: Adder) -> Sum:
    """What a meal comes to, whose foods may each stand with its name."""
    made = adder.part(nodes[0])
    for one in nodes[1:]:
        more = adder.part(one)
        made.value = added(v for v in (made.value, more.value) if v is not None)
        made.take(more)
    return made


def is_meal(node: Node, name: str) -> bool:
    """Whether a meal is the one that a constraint names."""
    more = node.text[len(node.name) :].lstrip(" :–-")
    numbered = re.match(r"meal", node.name, re.I) and re.match(name, more, re.I)
    return bool(re.search(rf"\b{name}", node.name, re.I) or numbered)


# Lifting.


def tonnages(demand: Requirement, root: Node) -> list[Group]:
    """What each session lifts, in kg."""
    made = []
    for node, n in session_parts(root):
        found = exercises(node, root)
        group = Group(name_of(node), ZERO, open=list(found.open), count=n)
        lifted = False
        for one in found.sure:
            how = lift(one)
            value = how.tonnage if how else None
            lifted = lifted or (value is not None and value != UNKNOWN)
            if value is None:
                group.open.append(f"{short(one.text)} has no weight")
            elif not value.sure:
                group.open.append(f"what {short(one.text)} lifts")
            group.entries.append(node_entry(one, value or UNKNOWN, how.working if how else ""))
        perhaps = [how.tonnage for one in found.perhaps if (how := lift(one)) and how.tonnage]
        total = added(
            Interval(e.amount, e.amount if e.high is None else e.high) for e in group.entries
        )
        high = math.inf if found.more else total.high + added(perhaps).high
        group.value = Interval(total.low, high) if lifted else None
        made.append(group)
    return whole_or_each(demand, made) if demand.scope in ("plan", "week") else made


def sets(demand: Requirement, root: Node) -> list[Group]:
    """The sets of each session or exercise, or the repetitions of each exercise."""
    made: list[Group] = []
    for node, n in session_parts(root):
        found = exercises(node, root)
        lifts = [(one, lift(one)) for one in found.sure]
        if demand.scope == "exercise":
            for one, how in lifts:
                value = (how.sets if demand.subject == "set" else how.reps) if how else None
                made.append(_of_one(one, value, n))
            continue
        if demand.subject != "set":
            raise Open("the program counts repetitions of exercises only.")
        values = [how.sets for _, how in lifts if how and how.sets]
        total = added(values)
        if found.perhaps or found.more:
            total = Interval(total.low, math.inf)
        entries = [node_entry(one, how.sets) for one, how in lifts if how and how.sets]
        known = len(values) == len(lifts) and values
        made.append(
            Group(name_of(node), total if known else None, entries, list(found.open), count=n)
        )
    if demand.scope in ("plan", "week"):
        return whole_or_each(demand, made)
    return made


def _of_one(node: Node, value: Interval | None, count: int) -> Group:
    """An exercise as a part of its own."""
    entries = [node_entry(node, value)] if value else []
    return Group(short(node.text, 40), value, entries, count=count)


def weights(root: Node) -> list[Group]:
    """The weight of each exercise, in kg."""
    made = []
    for node, n in session_parts(root):
        found = exercises(node, root)
        if found.more or found.open:
            made.append(Group(name_of(node), None, open=list(found.open), count=n))
        for one in found.sure:
            how = lift(one)
            made.append(_of_one(one, (how.weight or how.heaviest) if how else None, n))
    return made


# Counts.


def counts(demand: Requirement, root: Node) -> list[Group]:
    """Days, sessions, meals, exercises, and other things."""
    match demand.subject:
        case "day" | "rest day":
            return [_days(demand, root)]
        case "week":
            found = list(parts_of(root, "week"))
            if not found:
                raise Open("no week is named.")
            return [_counted("the plan", Count(sure=found))]
        case "session":
            return [_sessions(demand, root)]
        case "exercise":
            return _exercises(demand, root)
        case "meal" | "snack":
            return _meals(demand, root)
    return _others(demand, root)


def _counted(name: str, found: Count, count: int = 1) -> Group:
    entries = [node_entry(one) for one in found.sure]
    entries += [node_entry(one, Interval(0.0, 1.0)) for one in found.perhaps]
    doubts = [*found.open, *(f"whether {short(one.text)} counts" for one in found.perhaps)]
    return Group(name, found.value, entries, doubts, count=count)


def _days(demand: Requirement, root: Node) -> Group:
    systems = days(root)
    if not systems and demand.subject == "rest day":
        raise Open("no day is named.")
    if not systems:
        if not demand.bound.holds(1):
            raise Open("no day is named.")
        _alone(root)
        return Group("the plan", Interval(1.0, 1.0))
    more: list[Node] = []
    if demand.subject == "rest day":
        rests = [[day for day in one if resting(day.nodes[0])] for one in systems]
        systems = [one for one in rests if one] or rests
        more = _told_rests(root, {id(node) for one in rests for day in one for node in day.nodes})
    totals = [float(sum(day.count for day in one)) for one in systems]
    longest = systems[totals.index(max(totals))]
    entries = [node_entry(day.nodes[0], Interval(day.count, day.count)) for day in longest]
    doubts = ["the days are named in two ways"] if len(set(totals)) > 1 else []
    doubts += [f"how many days of rest {short(one.text)} tells of" for one in more]
    value = hull(Interval(n, n) for n in totals)
    return Group("the plan", Interval(value.low, value.high + 7 * len(more)), entries, doubts)


def _told_rests(root: Node, counted: set[int]) -> list[Node]:
    """The sentences that tell of rest and are in no day that is counted as one of rest."""
    return [
        one
        for one in root.walk()
        if one.shape == "sentence" and _RESTS.search(one.text[:400])
        if id(one) not in counted and (one.parent is None or id(one.parent) not in counted)
    ]


def _sessions(demand: Requirement, root: Node) -> Group:
    found = sessions(root)
    if not found:
        if demand.bound.holds(1) and exercises(root, root).sure:
            return Group("the plan", Interval(1.0, 1.0))
        raise Open("no session is named.")
    n = float(sum(count for _, count in found))
    weeks = max(len(list(parts_of(root, "week"))), 1)
    total = re.search(r"\btotal\b|\bin all\b", demand.text, re.I)
    weekly = re.search(r"per week|weekly|each week|a week", demand.text, re.I)
    ends = (n if total else n / weeks, n / weeks if weekly else n)
    entries = [node_entry(node, Interval(count, count)) for node, count in found]
    doubts = ["whether one week is meant or all"] if ends[0] != ends[1] else []
    value = Interval(min(ends), max(ends))
    if again := _repeats(root):
        value = Interval(value.low, math.inf)
        doubts.append(f"how often {short(again.text)} repeats")
    return Group("the plan", value, entries, doubts)


_RESTS = re.compile(
    r"\brest(?:ing)? ?days?\b|\b(?:complete|full|total|active) rest\b|\b(?:days?|completely|take"
    r" \w{1,20}) off\b|\brecover(?:y|s)?\b|\brests? (?:on|today|completely|fully)\b", re.I,
)  # fmt: skip
_AGAIN = re.compile(r"\b(?:repeat|alternate|cycle through)\b(?! (?:day|session|workout|\d))", re.I)


@once
def left_out(root: Node) -> Node | None:
    """A line outside of all days, sessions and meals that repeats another part of the plan."""
    for one in root.walk():
        found = SAME.search(one.text) if one.shape in ("sentence", "line", "item") else None
        if found is None or one.beside or one.text.rstrip().endswith("?"):
            continue
        inside = any(one.within(kind) for kind in ("day", "session", "meal"))
        if not inside and label_of(re.split(r"[,.;]", one.text[found.end() :])[0], whole=True):
            return one
    return None


def _repeats(root: Node) -> Node | None:
    """A sentence about the plan that says that sessions are repeated, not how often."""
    for one in root.walk():
        own = one.shape == "sentence" or not one.within("session")
        if own and one.shape in ("sentence", "line", "item") and _AGAIN.match(one.text):
            return one
    return None


def _exercises(demand: Requirement, root: Node) -> list[Group]:
    parts = session_parts(root)
    if demand.scope in ("session", "day"):
        made = []
        for node, n in parts:
            found = exercises(node, root)
            group = _counted(name_of(node), found, n)
            if demand.distinct:
                names = float(len({plain_name(one) for one in found.sure}))
                group.value = Interval(names, names + found.value.high - found.value.low)
            if not found.sure and not found.more:
                group.value, group.open = None, [f"no exercise was found in {name_of(node)}"]
            made.append(group)
        return made
    nodes = [one for node, _ in parts for one in exercises(node, root).sure]
    if not nodes:
        raise Open("no exercise was found.")
    first = {plain_name(one): one for one in reversed(nodes)}
    most = float(len(first) if demand.distinct or demand.bound.holds(len(first)) else len(nodes))
    # A plan "of 8 exercises" may do each of them more than once.
    entries = [node_entry(one) for one in reversed(first.values())]
    return [
        Group(
            "the plan",
            Interval(len(first), most),
            entries,
            ["whether an exercise counts each time"],
        )
    ]


def _meals(demand: Requirement, root: Node) -> list[Group]:
    made = []
    for name, node, n in day_parts(root):
        found = meals(node)
        snacks = [one for one in found.sure if is_snack(one)]
        others = [one for one in found.sure if one not in snacks]
        if not found.sure:
            made.append(Group(name, None, open=[f"no meal is named in {name}"], count=n))
            continue
        if demand.subject == "snack":
            # What is eaten under no name of a meal may be one.
            found = Count(snacks, [one for one in found.perhaps if not one.kind], found.open)
        elif demand.only == "meal":
            found = Count(others, found.perhaps, found.open)
        elif demand.only:
            named = [one for one in found.sure if is_meal(one, demand.only)]
            found = Count(named, [] if named else found.perhaps, found.open)
        elif snacks and not demand.bound.holds(len(found.sure)):
            # "3 meals" and a snack: the snack may or may not count as a meal.
            found = Count(others, [*snacks, *found.perhaps], found.open)
        made.append(_counted(name, found, n))
    return [together(made)] if demand.scope == "plan" else made


def _others(demand: Requirement, root: Node) -> list[Group]:
    """Other things: by their numbers ("2 glasses of water"), or as entries of a schedule."""
    wanted, head = stems(demand.subject), stems(demand.subject.split()[0])
    made = []
    for name, part, n in day_parts(root):
        group = Group(name, None, count=n)
        for node in part.walk():
            if node.beside or node.shape == "sentence" or not wanted <= stems(node.text):
                continue
            for q in node.quantities:
                if q.dimension == "count" and q.noun and head <= stems(q.noun.split()[0]):
                    group.entries.append(node_entry(node, Interval(q.low, q.high)))
        if not group.entries:
            group.entries = _done(part, demand.subject)
        if group.entries:
            group.value = added(
                Interval(e.amount, e.amount if e.high is None else e.high) for e in group.entries
            )
        made.append(group)
    if all(one.value is None for one in made):
        raise Open(f"no entry is {demand.subject}.")
    if demand.scope in ("plan", "week"):
        for one in made:
            one.value = one.value or ZERO
        return [together(made)]
    return made


def _done(part: Node, subject: str) -> list[Entry]:
    try:
        found = of_activity(slots(part), Activity(subject))
    except Unreadable:
        return []
    return [node_entry(slot.node, Interval(float(v.low > 0), 1.0)) for slot, v, _ in found]
