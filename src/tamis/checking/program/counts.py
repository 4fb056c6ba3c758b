"""How many days, sessions, meals and exercises a plan has."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from itertools import groupby

from tamis.checking.program.activities import Activity
from tamis.checking.program.groups import RANK, WEEKDAYS, Label, days_of, label_of
from tamis.checking.program.interval import Interval
from tamis.checking.program.lifts import of_text
from tamis.checking.program.outline import Node, once, timed
from tamis.checking.program.sums import ATTRIBUTE, SAME, Adder, figures_only, parts_of, short

_RESTING = re.compile(
    r"[\W_]*(?:(?:full|complete|active|total|scheduled|a)\s)*(?:rest(?:ing)?(?: day)?|off|day off"
    r"|recovery|free|no (?:training|workout))(?!\s\d)\b(?!.*\bbetween\b)",
    re.I,
)
_REST_LINE = re.compile(
    r"^\W*(?:(?:active )?rest|break|recover|water break|pause|repeat|take a)\b", re.I
)
_FIGURE = re.compile(r"\d")
_ONCE = re.compile(r"(?:breakfast|brunch|lunch|dinner|supper)\b", re.I)
_SNACK = re.compile(r"snack", re.I)
_MODEST = re.compile(r"warm(?:ing)?[ -]?up|cool(?:ing)?[ -]?down|stretch", re.I)


@dataclass
class Count:
    """A number of things: `sure` ones, and `perhaps` those that may count too."""

    sure: list[Node] = field(default_factory=list)
    perhaps: list[Node] = field(default_factory=list)
    open: list[str] = field(default_factory=list)
    more: float = 0.0
    further: dict[int, list[Node]] = field(default_factory=dict)
    """More lines of the same thing, by the `id` of the first."""

    @property
    def value(self) -> Interval:
        """How many they are."""
        return Interval(float(len(self.sure)), len(self.sure) + len(self.perhaps) + self.more)


@dataclass
class Day:
    """A day of the plan, with its parts; `count` days at once ("Tuesday and Thursday")."""

    name: str
    keys: tuple[str, ...]
    nodes: list[Node]

    @property
    def count(self) -> int:
        """How many days it is."""
        return max(len(self.keys), 1)


def days(root: Node) -> list[list[Day]]:
    """The days of the plan, in each of the ways in which it names them: by number, by weekday."""
    numbered: dict[tuple[str, ...], Day] = {}
    named: dict[tuple[str, ...], Day] = {}
    for node in parts_of(root, "day"):
        keys = node.label.days if node.label else ()
        if keys == ("all",):
            keys = ()
        numbers = tuple(k for k in keys if k not in WEEKDAYS)
        weekdays = tuple(k for k in keys if k in WEEKDAYS)
        system, own = (numbered, numbers) if numbers else (named, weekdays)
        at = _week_of(node) + (own or (node.name,))
        if at in system:
            system[at].nodes.append(node)
        else:
            system[at] = Day(node.name, own, [node])
    return [list(one.values()) for one in (numbered, named) if one]


def _week_of(node: Node) -> tuple[str, ...]:
    week = node.within("week")
    return (week.name,) if week else ()


@once
def resting(node: Node) -> bool:
    """Whether a day or a session is one of rest."""
    if any(one.shape == "item" and of_text(one.text) for one in node.walk()):
        return False
    own = node.text[node.label.rest :] if node.label else node.text
    listed = [one for one in node.children if one.kind != "aside"]
    # "Rest: 3 min" between exercises.
    pauses = [
        one
        for one in listed
        if one.kind == "rest" and any(q.dimension == "time" for q in one.quantities)
    ]
    said = [
        own, node.label.note if node.label else "",
        *(one.text for one in node.children[:2] if one not in pauses),
        *(cell.node.text for one in node.children[:1] for cell in one.cells),
    ]  # fmt: skip
    if listed and all(one.kind == "rest" for one in listed):
        return True
    few = len(node.children) <= 3 and not any(len(one.cells) > 2 for one in node.children)
    return few and any(_RESTING.match(text) for text in said if len(text.split()) < 9)


def sessions(root: Node) -> list[tuple[Node, int]]:
    """The sessions of a plan, or its days of training, each with how often it is done."""
    found = list(parts_of(root, "session"))
    if not found:
        systems = days(root)
        if systems:
            best = max(
                systems,
                key=lambda one: sum(
                    len(below.quantities) + 1
                    for day in one
                    for n in day.nodes
                    for below in n.walk()
                    if below is not n and below.kind == ""
                ),
            )
            found = [day.nodes[0] for day in best]
    return [(one, times(one)) for one in found if not resting(one)]


def times(node: Node) -> int:
    """How often a part is done: "Sessions 1 and 3", "Tuesday and Thursday"."""
    if node.label is None:
        return 1
    if node.kind == "day":
        return max(len(node.label.days), 1)
    noted = [day for day in days_of(node.label.note) if day in WEEKDAYS]
    if len(noted) > 1:
        return len(noted)
    if named := _in_overview(node):
        return named
    if node.kind == "session" and re.match(r"(?:\w+ )?\w+s\s", node.name):
        numbers = re.findall(r"\d+|\b[A-H]\b", node.name)
        return max(len(numbers), 1)
    return 1


def _in_overview(node: Node) -> int:
    """How often a session is named beside weekdays, outside the sessions: "Monday – Workout A"."""
    short_name = re.split(r"[(:–—]|\s-\s", node.name)[0].strip()
    if len(short_name) < 4 or not re.search(r"\d|\b[A-H]\b", short_name):
        return 0
    pattern = re.compile(rf"\b{re.escape(short_name)}\b", re.I)
    return sum(len(pattern.findall(text)) for text in _overview(_root(node)))


def _root(node: Node) -> Node:
    while node.parent is not None:
        node = node.parent
    return node


@once
def _overview(root: Node) -> list[str]:
    """The lines outside the sessions that name weekdays."""
    found = []
    for one in root.walk():
        if one.shape == "cell" or one.kind == "session" or one.beside or one.within("session"):
            continue
        text = " ".join(cell.node.text for cell in one.cells) if one.cells else one.text
        in_day = one.parent is not None and one.parent.kind == "day"
        above = one.parent.name if in_day and one.parent else ""
        if any(day in WEEKDAYS for day in days_of(f"{above} {text}"[:400])):
            found.append(text[:2_000])
    return found[:50]


def meals(node: Node, depth: int = 0) -> Count:
    """The meals of a day; those of another, if it is said to be as that."""
    made = Count()
    found = [one for one in parts_of(node, "meal") if one is not node]
    if any(one.shape == "sentence" for one in found):
        made.open = ["its meals are named in sentences"]
        return made
    again = next((one for one in node.walk() if _repeated(one)), None)
    if again is not None and (depth > 8 or found):
        made.open, made.more = [f"what {short(again.text)} repeats"], 99
    elif again is not None:
        label = _repeated(again)
        target = Adder(_root(node), "energy").target(node, label) if label else None
        return made if target is None else meals(target, depth + 1)
    if found:
        for _, run in groupby(found, key=lambda one: one.name.casefold()):
            first, *others = run
            made.sure.append(first)
            if _ONCE.match(first.name):
                # Each food of a meal may stand with its name.
                made.further[id(first)] = others
            else:
                made.perhaps += others
        places = {id(one.parent): one.parent for one in found if one.parent}
        unnamed = [
            one
            for place in places.values()
            for one in place.children
            if one.kind == ""
            and (_DAYPART.match(one.text) or (timed(one.text) and _MEALS.of(one.text) == "yes"))
        ]
        if unnamed:
            made.perhaps += unnamed
            made.open = [f"whether {short(unnamed[0].text)} is a meal"]
        return made
    clocked = [
        one
        for one in node.walk()
        if one.shape in ("item", "line", "row", "heading") and one is not node and not one.beside
        if one.quantities and one.quantities[0].dimension in ("clock", "span")
        if one.quantities[0].start < 12
    ]
    eaten = [one for one in clocked if _MEALS.of(one.text) == "yes"]
    energy = [one for one in clocked if any(q.dimension == "energy" for q in one.quantities)]
    if len(energy) == len(clocked):
        made.sure = clocked
    elif eaten:
        made.sure = eaten
        made.perhaps = [
            one for one in clocked if one not in eaten and _MEALS.of(one.text) == "perhaps"
        ]
        if made.perhaps:
            made.open = [f"whether {short(made.perhaps[0].text)} is a meal"]
    return made


_MEALS = Activity("meals")
# "Mid-morning: an apple", beside breakfast and lunch.
_DAYPART = re.compile(
    r"\W{0,4}(?:mid-? ?(?:morning|day|afternoon)|late (?:morning|afternoon|evening)|before bed"
    r"|(?:pre|post)-? ?(?:workout|training|gym)|afternoon|evening|elevenses|tea ?time)\b",
    re.I,
)


def _repeated(node: Node) -> Label | None:
    """The part of the plan that a line says it is as: "Same as day 3", "Day 4: same as day 3"."""
    text = node.text[node.label.rest :] if node.label and node.kind == "day" else node.text
    said = SAME.match(text.lstrip(" *_(–-"))
    if said is None:
        return None
    after = text.lstrip(" *_(–-")[said.end() :]
    return label_of(after) or label_of(after.split(",")[0].rstrip(".! )"), whole=True)


def is_snack(node: Node) -> bool:
    """Whether a meal is a snack."""
    return bool(
        _SNACK.search(node.name) or _SNACK.match(node.text[len(node.name) :].lstrip(" :–-"))
    )


def exercises(node: Node, root: Node, busy: frozenset[int] = frozenset()) -> Count:
    """The exercises of a session; warm-ups and what may be no exercise are `perhaps`."""
    made = Count()
    if id(node) in busy:
        return made
    if node.shape == "sentence" and not node.children:
        made.more = 99
    adder = Adder(root, "time")
    for line in (node, *[one for one in node.children if not one.children]):
        found = SAME.search(line.text)
        if found is None:
            continue
        other = label_of(line.text[found.end() :]) or label_of(
            line.text[found.end() :].rstrip(".! "), whole=True
        )
        target = adder.target(node, other) if other else None
        if target is None:
            made.open.append(f"what {short(line.text)} repeats")
            made.more = 99
        else:
            made = exercises(target, root, busy | {id(node)})
    for child in node.children:
        _exercise(child, made, root)
    return made


def _exercise(node: Node, made: Count, root: Node) -> None:
    if (
        node.kind in ("aside", "total", "rest")
        or _REST_LINE.match(node.text)
        or SAME.search(node.text)
    ):
        return
    if node.kind == "part" and _MODEST.search(node.name):
        below = [one for one in node.children if one.shape in ("item", "row", "line")]
        made.perhaps += below or [node]
        return
    if _MODEST.search(node.name) and node.shape in ("item", "row", "line"):
        made.perhaps.append(node)
        return
    if node.shape == "sentence":
        if _one_lift(node.text):
            made.sure.append(node)
            return
        # Prose may name exercises, nobody knows how many; what they come to names none.
        if _TOLD.search(node.text):
            return
        named = any(q.dimension in ("time", "energy", "mass") for q in node.quantities)
        made.more += 99 * named
        return
    if node.shape == "row":
        made.sure.append(node)
        return
    below = [
        one
        for one in node.children
        if one.kind not in ("aside", "total", "rest") and one.shape != "sentence"
    ]
    if not below:
        if node.kind in RANK or not re.search(r"[^\W\d_]{2}", node.text):
            return
        how = of_text(node.text)
        if re.match(r"\W*set \d", node.text, re.I):
            made.more += 1
            return
        if how is None and _PART_NAMED.search(node.text):
            made.open.append(f"what {short(node.text)} repeats")
            made.more += 99
            return
        if ATTRIBUTE.match(node.text) and (how is None or how.sets is how.reps is None):
            return
        if figures_only(node):
            return
        if node.text.rstrip(" )").endswith((":", ".", "!")) and not node.quantities:
            return
        several = len(re.findall(r"\d\s?[x×]\s?\d|\bsets?\b", node.text)) > 1 and re.search(
            r"[,;+]|\band\b", node.text
        )
        if several and node.shape != "cell":
            made.open.append(f"how many exercises {short(node.text)} names")
            made.more += len(re.split(r"[,;+]|\band\b", node.text)) - 1
        if node.shape == "item" or how or any(not one.ordinal for one in node.quantities):
            made.sure.append(node)
        else:
            made.perhaps.append(node)
        return
    if (node.shape == "item" and node.kind == "") or all(_detail(one) for one in below):
        if (
            all(_detail(one) for one in below)
            or any(q.dimension == "time" for q in node.quantities)
            or of_text(node.text)
        ):
            made.sure.append(node)
        elif all(
            one.shape in ("item", "line", "row") and (of_text(one.text) or one.quantities)
            for one in below
        ) and not of_text(node.text):
            for one in below:
                _exercise(one, made, root)
        else:
            made.sure.append(node)
            made.more += len(below)
            made.open.append(f"whether what is below {short(node.text)} are exercises")
        return
    for one in below:
        _exercise(one, made, root)


_PART_NAMED = re.compile(r"\b(?:session|workout|day) #?(?:\d|[A-H]\b)", re.I)
_TOLD = re.compile(
    r"\b(?:in all|in total|total|altogether|overall|together|volume|tonnage"
    r"|(?:each|every|per|all|weekly) (?:sessions?|workouts?|days?|weeks?))\b", re.I,
)  # fmt: skip


def _one_lift(text: str) -> bool:
    """Whether a sentence describes one exercise with sets, repetitions and a weight."""
    how = of_text(text)
    if how is None or how.sets is None or how.reps is None or how.weight is None:
        return False
    once = len(re.findall(r"\bsets?\b", text, re.I)) == 1
    return once and how.stated is None and not _TOLD.search(text)


_DETAIL = re.compile(
    r"^\W*(?:set \d|sets?|reps?|repetitions?|weights?|loads?|tonnage|volume|tempo|rest|duration"
    r"|time|burn(?:ed|s|t)?|energy|heart rate|pace|speed|level|incline|distance"
    r"|calories|intensity|notes?|form|cues?|muscles?|target|rpe|total"
    r"|equipment|focus|how|tip|breathing|\d+\s?(?:sets?|reps?|x|×|min|sec|kcal|cal|s\b))\b",
    re.I,
)


def _detail(node: Node) -> bool:
    """Whether a line says something of the exercise that it is below."""
    return not node.children and not node.cells and bool(_DETAIL.match(node.text))
