"""Counting the days, sessions, meals and exercises of a plan."""

from __future__ import annotations

import math
import re
from dataclasses import replace
from functools import partial

from tamis.checking.program.amounts import Amount
from tamis.checking.program.items import name_of
from tamis.checking.program.outline import Node
from tamis.checking.program.parts import SCOPES, Unsure, compared, settle, shortened
from tamis.checking.program.requirement import Bound, Requirement
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


def counted(demand: Requirement, root: Node) -> list[Part]:
    """The parts of a count; `Unsure` where the counted items cannot be identified."""
    match demand.subject:
        case "week":
            return [_sections(demand, [(n.text, 1) for n in _weeks(root)], "week")]
        case "day":
            return [_days(demand, root)]
        case "rest day":
            found = [(s.name, day_count(s)) for s in days(root) if resting(s.node)]
            return [_sections(demand, found)]
        case "session":
            return [_sessions(demand, root)]
        case "exercise" if demand.scope == "plan":
            return [_exercises_in_all(demand, root)]
        case "exercise" if demand.scope in ("session", "day"):
            return settle(partial(_exercises, demand, section) for section in sessions(root))
        case "meal" | "snack" if demand.scope in ("day", "plan"):
            if demand.scope == "plan":
                return [_meals_in_all(demand, root)]
            return settle(partial(_meals, demand, section) for section in days(root))
    raise Unsure(f"the program does not count {demand.subject}s {SCOPES[demand.scope]}.")


def _weeks(root: Node) -> list[Node]:
    return [n for n in root.walk() if n.kind == "week"]


def _sections(demand: Requirement, named: list[tuple[str, int]], needed: str = "") -> Part:
    if needed and not named:
        raise Unsure(f"no {needed} is named in the response.")
    entries = [Entry(shortened(name), float(count)) for name, count in named]
    return compared("the plan", demand.bound, entries, _sum(entries))


def _sum(entries: list[Entry]) -> Amount:
    return Amount.of(math.fsum(entry.amount for entry in entries))


def _days(demand: Requirement, root: Node) -> Part:
    found = days(root)
    if len(_weeks(root)) > 1:
        raise Unsure("the days are spread over several weeks.")
    if found[0].node is root:
        # A plan that names meals but no day is for one day.
        if not meals(found[0]) and not demand.bound.holds(1):
            raise Unsure("no day is named in the response.")
        return _sections(demand, [("the plan", 1)])
    return _sections(demand, [(s.name, day_count(s)) for s in found])


def _sessions(demand: Requirement, root: Node) -> Part:
    found = sessions(root)
    if found[0].node is root and not demand.bound.holds(1):
        raise Unsure("no session is named in the response.")
    if repeats(root) and len(found) < demand.bound.low:
        raise Unsure("the text says that sessions are repeated, not how often.")
    entries = [Entry(shortened(s.name), float(session_count(s))) for s in found]
    total = _sum(entries)
    if (weeks := len(_weeks(root))) > 1:
        total = Amount(total.low / weeks, total.high)
    return compared("the plan", demand.bound, entries, total)


def _meals(demand: Requirement, section: Section) -> Part:
    found = meals(section)
    if alternatives(section.node):
        raise Unsure(f"{shortened(section.name)} offers a choice.")
    if found and (other := _perhaps_a_meal(section.node)) is not None:
        raise Unsure(f"{shortened(other.text, 50)!r} may be a meal.")
    if not found:
        raise Unsure(f"no meal is named in {shortened(section.name)}.")
    snacks = [meal for meal in found if _SNACK.search(meal.name)]
    listed = snacks if demand.subject == "snack" else found
    entries = [Entry(shortened(meal.name), 1.0) for meal in listed]
    total = _sum(entries)
    without = float(len(found) - len(snacks))
    if demand.subject == "meal" and snacks and not demand.bound.holds(total.low):
        # "3 meals" and a snack: the snack may or may not count as a meal.
        total = Amount(without, total.high)
    return compared(section.name, demand.bound, entries, total)


def _meals_in_all(demand: Requirement, root: Node) -> Part:
    """The meals of all days; a menu for several days counts for each of them."""
    parts = [(_meals(replace(demand, bound=Bound()), s), day_count(s)) for s in days(root)]
    entries = [
        replace(entry, amount=entry.amount * n) for part, n in parts for entry in part.entries
    ]
    total = _sum(entries)
    snacks = math.fsum(entry.amount for entry in entries if _SNACK.search(entry.text))
    if demand.subject == "meal" and snacks and not demand.bound.holds(total.low):
        total = Amount(total.low - snacks, total.high)
    return compared("the plan", demand.bound, entries, total)


_SNACK = re.compile("snack", re.IGNORECASE)
_MEAL = re.compile(r"\W*(?:breakfast|brunch|lunch|dinner|supper|snack)\b", re.IGNORECASE)


def _perhaps_a_meal(node: Node) -> Node | None:
    """A line outside the meals that begins with the name of one."""
    waiting = list(node.children)
    while waiting:
        at = waiting.pop()
        if at.kind in ("meal", "note") or at.claim:
            continue
        if _MEAL.match(at.text):
            return at
        waiting.extend(at.children)
    return None


def _exercises(demand: Requirement, section: Section) -> Part:
    sure, unsure = exercises(section.node)
    if not sure and not unsure:
        raise Unsure(f"no exercise was found in {shortened(section.name)}.")
    low, high = sure, [*sure, *unsure]
    if demand.distinct:
        low, high = _distinct(low), _distinct(high)
    entries = [Entry(shortened(node.text), 1.0) for node in low]
    total = Amount(float(len(low)), float(len(high)))
    return compared(section.name, demand.bound, entries, total)


def _exercises_in_all(demand: Requirement, root: Node) -> Part:
    nodes = [node for section in sessions(root) for node in exercises(section.node)[0]]
    if not nodes:
        raise Unsure("no exercise was found in the response.")
    different = _distinct(nodes)
    total = Amount(float(len(different)), float(len(nodes)))
    if demand.distinct or demand.bound.holds(total.low):
        # A plan "of 8 exercises" may do each of them more than once.
        total = Amount.of(total.low)
    entries = [Entry(shortened(node.text), 1.0) for node in different]
    return compared("the plan", demand.bound, entries, total)


def _distinct(nodes: list[Node]) -> list[Node]:
    return list({name_of(node): node for node in reversed(nodes)}.values())[::-1]
