"""Sums over the items of a plan: nutrients, minutes, kilograms."""

from __future__ import annotations

import math
import re
from functools import partial

from tamis.checking.program.activities import Activity
from tamis.checking.program.amounts import NUMBER, ZERO, Amount
from tamis.checking.program.items import (
    Reader,
    Reading,
    gather,
    is_around,
    is_attribute,
    is_prose,
    is_rest,
    name_of,
)
from tamis.checking.program.lifting import lifted, repetitions
from tamis.checking.program.outline import Node
from tamis.checking.program.parts import SCOPES, Unsure, compared, settle, shortened
from tamis.checking.program.readers import duration, nutrient
from tamis.checking.program.requirement import Requirement
from tamis.checking.program.sections import (
    Section,
    alternatives,
    day_count,
    days,
    exercises,
    meals,
    repeats,
    resting,
    session_count,
    sessions,
)
from tamis.checking.worksheet import Entry, Part

_A_DAY = {"calorie": 4000.0, "protein": 220.0, "fat": 130.0, "carbohydrate": 500.0}
"""The largest amounts, in kcal and g, that can be meant for one day of a meal plan."""

_A_SESSION = 10_000.0
"""The largest amount, in kg, that can be meant for one session of a "routine"."""


def added(demand: Requirement, root: Node) -> list[Part]:
    """The parts of a sum; `Unsure` where an item may or may not be part of it."""
    reader = _reader(demand)
    scope = _scope(demand, root)
    if demand.only:
        scope = [s for s in scope if re.search(demand.only, s.name, re.IGNORECASE)]
    if not scope:
        raise Unsure(f"no {demand.only or demand.scope} was found in the response.")
    shared = _shared(root, reader, scope)
    parts = settle(partial(_added, demand, section, reader, shared) for section in scope)
    if (
        demand.measure == "tonnage"
        and demand.scope == "plan"
        and math.isfinite(demand.bound.low)
        and demand.bound.low <= _A_SESSION
        and len(sessions(root)) > 1
        and not demand.whole
    ):
        each = settle(partial(_added, demand, s, reader, shared) for s in sessions(root))
        if all(p.satisfied for p in each) != all(p.satisfied for p in parts):
            raise Unsure("the routine may be one session or all of them, which decides.")
    return parts


def _reader(demand: Requirement) -> Reader:
    if demand.measure == "tonnage":
        return lifted
    if demand.subject in ("set", "rep"):
        return repetitions(demand.subject)
    if demand.measure == "amount":
        return nutrient(demand.subject)
    if demand.subject == "session":
        return duration
    activity = Activity(demand.subject)

    def named(node: Node) -> Reading | None:
        """The time of the items that are about an activity ("10 minutes of rest")."""
        about = (
            (activity.subject == "rest" and is_rest(node))
            or (node.kind != "session" and activity.literal(name_of(node)))
        )  # fmt: skip
        return duration(node) if about else None

    return named


def _scope(demand: Requirement, root: Node) -> list[Section]:
    whole = [Section("the plan", root)]
    match demand.scope:
        case "session":
            return sessions(root)
        case "day" if demand.measure in ("tonnage", "duration"):
            return sessions(root)
        case "day":
            found = days(root)
            return [s for s in found if not resting(s.node)] or found
        case "meal":
            return [meal for day in days(root) for meal in meals(day)]
        case "exercise":
            return [Section(n.text, n) for s in sessions(root) for n in exercises(s.node)[0]]
        case "plan" if demand.measure == "amount" and not _burned(demand):
            # Nutrition is meant per day, unless it is too much for any day.
            if demand.whole:
                return whole
            ends = [end for end in (demand.bound.low, demand.bound.high) if math.isfinite(end)]
            return days(root) if max(ends) <= _A_DAY.get(demand.subject, 0) else whole
        case "plan":
            if demand.whole:
                return whole
            per = re.search(r"\b(?:each|every|per) (?:\w+ )?(?:session|workout)", demand.text, re.I)
            return sessions(root) if per else whole
    raise Unsure(f"{demand.subject} is not added up {SCOPES[demand.scope]}.")


def _burned(demand: Requirement) -> bool:
    return re.search(r"\bburn", demand.text, re.IGNORECASE) is not None


def _shared(root: Node, reader: Reader, scope: list[Section]) -> dict[str, Reading]:
    """Figures given once, outside the sessions, by the name of the exercise."""
    inside = {id(n) for s in scope for n in s.node.walk()}
    return {
        name_of(node): reading
        for node in root.walk()
        if node.kind in ("item", "row")
        and id(node) not in inside
        and not node.claim
        and (reading := reader(node)) is not None
    }


def _added(
    demand: Requirement, section: Section, reader: Reader, shared: dict[str, Reading]
) -> Part:
    node = section.node
    if alternatives(node):
        raise Unsure(f"{shortened(section.name)} offers a choice.")
    own_first = demand.measure == "duration"
    readings = gather(node, reader, own_first)
    if node.kind == "root" and len(within := _within(demand, node)) > 1:
        if repeats(node):
            raise Unsure("the text says that sessions are repeated, not how often.")
        # Repeated sessions, and menus for several days, count once for each time.
        readings = [
            reading.times(count)
            for part, count in within
            for reading in gather(part.node, reader, own_first)
        ] or readings
    if not readings or (len(readings) == 1 and readings[0].node is node):
        readings = [shared[name_of(n)] for n in node.walk() if name_of(n) in shared] or readings
    readings = readings or _claimed(node, reader)
    if not readings:
        raise Unsure(f"no figure for {demand.subject} was found in {shortened(section.name)}.")
    total = ZERO
    for reading in readings:
        total += reading.amount
    if demand.measure != "duration" or demand.subject == "session":
        total = _with_missing(demand, section, {id(r.node) for r in readings}, total)
    entries = [
        Entry(shortened(r.node.text), r.amount.low, r.numbers, r.working) for r in readings
    ]  # fmt: skip
    return compared(section.name, demand.bound, entries, total)


def _within(demand: Requirement, root: Node) -> list[tuple[Section, int]]:
    """The days or sessions of a whole plan, each with how often it is repeated."""
    if demand.measure == "amount" and not _burned(demand):
        return [(section, day_count(section)) for section in days(root)]
    return [(section, session_count(section)) for section in sessions(root)]


def _claimed(node: Node, reader: Reader) -> list[Reading]:
    """The last total of the section, where no finer figures are given."""
    found = [r for n in node.walk() if n.claim and (r := reader(n)) is not None]
    return found[-1:]


def _with_missing(demand: Requirement, section: Section, read: set[int], total: Amount) -> Amount:
    """The total, unbounded above if an item gives no figure; `Unsure` if that might decide."""
    missing = [
        n for n in _without_figure(section.node, read)
        if not (_burned(demand) and (is_rest(n) or is_around(n)))
        and (demand.measure != "tonnage" or _LIFTS.search(n.text))
    ]  # fmt: skip
    if not missing or demand.bound.high < total.low:
        return total
    if demand.bound.low <= total.low and math.isinf(demand.bound.high):
        return total
    raise Unsure(
        f"{shortened(missing[0].text, 50)!r} in {shortened(section.name)} gives no figure for "
        f"{demand.subject}."
    )


def _without_figure(node: Node, read: set[int]) -> list[Node]:
    """Items of the section without a figure where their neighbours have one."""
    covered = _with_ancestors(node, read)
    found = []
    waiting = [node]
    while waiting:
        parent = waiting.pop()
        below = [child for child in parent.children if id(child) in covered]
        waiting.extend(child for child in below if id(child) not in read)
        if below:
            found += [
                child
                for child in parent.children
                if id(child) not in covered
                and (child.kind in ("item", "row") or (child.kind == "meal" and child.rest))
                and not (child.claim or is_prose(child) or is_attribute(child))
                and not _FREE.search(child.text)
                and not _FIGURE.fullmatch(child.text)
            ]
    return found


def _with_ancestors(node: Node, read: set[int]) -> set[int]:
    """The nodes that were read, and those above them."""
    covered = set(read)
    for at in reversed(list(node.walk())):
        # Nodes below come later in the walk, so in reverse order they are done first.
        if any(id(child) in covered for child in at.children):
            covered.add(id(at))
    return covered


_LIFTS = re.compile(r"\b(?:sets?|reps?|repetitions?|kgs?|lbs?)\b", re.IGNORECASE)
_FREE = re.compile(r"\bwater\b|\b(?:black coffee|tea|salt|pepper|spices|herbs)\b", re.IGNORECASE)
"""Items that have nothing to count."""

_FIGURE = re.compile(
    rf"(?:about|approx\.?|~)?\s?{NUMBER}\s?(?:k?cal\w*|m?g|grams?|kg|min\w*|hours?)\b\s?(?:of )?"
    r"(?:protein|(?:total |healthy )?fats?|carb\w*|fib(?:er|re)|sugars?|sodium)?\.?",
    re.IGNORECASE,
)
"""Another figure of the item above: "7 g protein"."""
