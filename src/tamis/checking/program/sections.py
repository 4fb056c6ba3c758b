"""The parts of a plan that constraints refer to: its days, sessions, meals, exercises."""

from __future__ import annotations

import re
from dataclasses import dataclass
from itertools import islice

from tamis.checking.program.items import is_around, is_attribute, is_prose, is_rest
from tamis.checking.program.lifting import SETS_REPS
from tamis.checking.program.outline import Node
from tamis.checking.program.parts import Unsure
from tamis.checking.program.readers import duration

_WEEKDAYS = re.compile(
    r"\b(?:mon|tues?|wed(?:nes|s)?|thu(?:rs?)?|fri|sat(?:ur)?|sun)(?:day)?s?\b", re.IGNORECASE
)
_CALENDAR = re.compile(r"\b(?:workout|session) (?:[A-H]|\d)\b", re.IGNORECASE)
_AGAIN = re.compile(
    r"\b(?:repeat|alternate|alternating|rotate)\b.{0,60}\b(?:week|sessions?|workouts?|days?|"
    r"cycle|times|routine|plan)\b|\btwice\b.{0,20}\bweek",
    re.IGNORECASE,
)
_ONLY_REST = re.compile(
    r"(?:complete |full |active |total )?(?:rest|off|recovery)\b[^\d]{0,60}$", re.IGNORECASE
)
_RESTING = re.compile(r"\b(?:rest|off|recovery)\b(?!\s?\d)", re.IGNORECASE)
_REPEAT = re.compile(
    r"\b(?:repeat|same as|see|as (?:in|on)|identical to|follow)\b\W{0,3}(?:the )?"
    r"(?P<name>(?:day|session|workout|meal|week)s? ?#?\w{1,2}\b|[\w]+day\b)",
    re.IGNORECASE,
)

MAX_REPEATED = 20_000
"""The most lines, in total, that sections may take from others by "repeat day 1"."""


@dataclass(frozen=True)
class Section:
    """A named part with the nodes that make it up (a repeated session has those of another)."""

    name: str
    node: Node


def days(root: Node) -> list[Section]:
    """The days of a plan, rest days included; the whole response where it names none."""
    found = _named(root, "day")
    return found or [Section("the plan", root)]


def day_count(section: Section) -> int:
    """How many days a heading covers: "Day 6-7" two, "Days 1, 3 and 5" three."""
    label = section.node.label.lower()
    text = section.node.text.lower()
    if (span := re.match(r"days?\s*(\d+)\s*(?:-|to)\s*(\d+)", text)) is not None:
        return max(int(span[2]) - int(span[1]) + 1, 1)
    numbers = re.match(r"days?\s*((?:\d+\s*(?:,|&|and|/)?\s*)+)", text)
    if numbers is not None:
        return max(len(re.findall(r"\d+", numbers[1])), 1)
    return max(len(re.findall(r"(?:mon|tues|wednes|thurs|fri|satur|sun)day", label)), 1)


def session_count(section: Section) -> int:
    """How many sessions a heading covers: "Session 1 & 3" two."""
    if section.node.kind == "day":
        return day_count(section)
    weekdays = {day[:3].lower() for day in _WEEKDAYS.findall(section.node.text)}
    if len(weekdays) > 1:
        return len(weekdays)
    found = re.search(
        r"(\d{1,40}|\b[A-H]\b)\s*(-|&|and|,|to)\s*(\d{1,40}|\b[A-H]\b)", section.node.label
    )
    if found is None:
        return 1
    if found[2] in ("-", "to") and found[1].isdigit() and found[3].isdigit():
        return max(int(found[3]) - int(found[1]) + 1, 1)
    return 2


def sessions(root: Node) -> list[Section]:
    """The sessions of a plan, rest days left out; a plan without headings is one session."""
    found = [s for s in _named(root, "session") if not resting(s.node)]
    if found:
        return found
    found = [s for s in _named(root, "day") if not resting(s.node)]
    return found or [Section("the plan", root)]


def resting(node: Node) -> bool:
    """Whether a day is for rest: its heading says so and it holds no exercise."""
    if not _RESTING.search(node.text):
        # If the heading does not say so, every line below it must.
        lines = [line.text for line in islice(node.walk(), 1, 5)]
        return bool(lines) and all(_ONLY_REST.match(line) for line in lines)
    counted = [n for n in exercises(node)[0] if not _RESTING.search(n.text)]
    return not counted


def meals(section: Section) -> list[Section]:
    """The meals of a day, including snacks."""
    return [Section(n.text, n) for n in section.node.walk() if n.kind == "meal"]


def _named(root: Node, kind: str) -> list[Section]:
    nodes = [n for n in root.walk() if n.kind == kind]
    by_name = {n.label.lower(): n for n in nodes if n.children}
    # An overview may name the sections before they come; a heading alone is then no section.
    full = [
        n for n in nodes if n.children or (n.label.lower() not in by_name if by_name else n.rest)
    ]
    found = []
    sizes: dict[int, int] = {}
    repeated = 0
    for node in full or nodes:
        body = _repeated(node, by_name)
        if body is not None:
            if id(body) not in sizes:
                sizes[id(body)] = sum(1 for _ in body.walk())
            repeated += sizes[id(body)]
        if repeated > MAX_REPEATED:
            raise Unsure(f"its {kind}s repeat each other too often to be worked through.")
        found.append(Section(node.text, body or node))
    return found


def _repeated(node: Node, by_name: dict[str, Node]) -> Node | None:
    """The section that this one only repeats."""
    lines = [node.rest, *(child.text for child in node.children[:2])]
    if len(node.children) > 2:
        return None
    for line in lines:
        if (found := _REPEAT.search(line)) is not None:
            return by_name.get(found["name"].lower().strip())
    return None


def repeats(root: Node) -> bool:
    """Whether the text outside the sessions says that they are repeated."""
    return any(
        (_AGAIN.search(node.text) and _REPEAT.search(node.text) is None)
        or (_CALENDAR.search(node.text) and len(_WEEKDAYS.findall(node.text)) > 1)
        for node in root.walk()
        if node.kind in ("text", "note", "item", "group")
    )


def exercises(node: Node) -> tuple[list[Node], list[Node]]:
    """The exercises of a session, and the items that may or may not be exercises.

    Pauses, attributes ("Sets: 3") and sentences are not exercises; warm-ups and cool-downs, and
    the lines below an item that has its own figures, may be.
    """
    sure: list[Node] = []
    unsure: list[Node] = []
    waiting = [(child, is_around(node)) for child in reversed(node.children)]
    while waiting:
        at, doubtful = waiting.pop()
        if at.claim or at.kind == "note" or is_prose(at) or is_rest(at) or is_attribute(at):
            continue
        if is_around(at) and at.kind != "group" and not at.children:
            continue
        doubtful = doubtful or is_around(at)
        below = [c for c in at.children if not (c.claim or is_attribute(c) or is_prose(c))]
        figures = [c for c in below if c.kind in ("item", "row") and _figures(c)]
        into = sure if not doubtful else unsure
        if at.kind in ("item", "row", "text"):
            if at.kind == "text" and not _figures(at):
                continue
            if not _figures(at) and figures:
                waiting.extend((c, doubtful) for c in reversed(at.children))
            else:
                into.append(at)
                if _PAIR.search(at.text):
                    # "Superset: rows + curls" is one line with two exercises.
                    unsure.append(at)
        elif not below and any(is_attribute(c) for c in at.children):
            into.append(at)
        else:
            waiting.extend((c, doubtful) for c in reversed(at.children))
    return sure, unsure


_PAIR = re.compile(r"\bsuper-?sets?\b|\S \+ [A-Za-z]|\bsupersetted\b", re.IGNORECASE)


def alternatives(node: Node) -> bool:
    """Whether a section offers a choice, so that not all of it is done: "Option 1", "Option 2"."""
    return any(_OPTION.match(n.label) for n in node.walk() if n is not node)


_OPTION = re.compile(
    r"(?:\w+ )?(?:option|alternative|choice)s?\s*(?:#?\d|[a-c]\b|$)", re.IGNORECASE
)


def _figures(node: Node) -> bool:
    """Whether an item has figures of exercise: a duration, or sets and repetitions."""
    if node.cells or any(is_attribute(child) for child in node.children):
        return True
    return duration(node) is not None or any(p.search(node.text) for p in SETS_REPS)
