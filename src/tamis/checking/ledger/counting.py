"""How many days, sessions, meals, exercises, sets there are, and what is lifted in them."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from tamis.checking.ledger.interval import ONE, UNKNOWN, Interval, added
from tamis.checking.ledger.lifting import Lift, lift
from tamis.checking.ledger.names import ONCE, RANK, WEEKDAYS
from tamis.checking.ledger.parts import Open, Part, days, parts, resting, sessions, with_repeated
from tamis.checking.ledger.requirement import Requirement
from tamis.checking.ledger.row import Row
from tamis.checking.ledger.words import (
    SAME,
    first_token,
    is_doubtful,
    is_worded,
    tells_total,
    tokens,
)
from tamis.checking.ledger.working import Group, row_entry, together

_AGAIN = ("repeat", "alternate", "continue", "cycle")
_MEALS = frozenset(f"{name}{s}" for name in (*ONCE, "meal", "snack") for s in ("", "s"))
_WEEKDAYS = frozenset(
    f"{name}{s}" for day in WEEKDAYS for name in (day, day[:3]) for s in ("", "s")
)
_MODEST = re.compile(r"\bwarm(?:ing)?[ -]?ups?\b|\bcool(?:ing)?[ -]?downs?\b|\bstretch", re.I)
_SETS = re.compile(r"\d\s?[x×]\s?\d|\bsets?\b", re.I)
_DETAIL = re.compile(
    r"\W*(?:sets?|reps?|repetitions|weights?|loads?|tempo|rest|duration|time|calories|intensity"
    r"|notes?|\d+\s?(?:sets?|reps?|x|×|kg|lbs?|min|sec)[a-z]*)\b", re.I,
)  # fmt: skip


@dataclass
class Count:
    """A number of things: `sure` ones, `perhaps` those that may count too, `more` unknown ones."""

    sure: list[Row] = field(default_factory=list)
    perhaps: list[Row] = field(default_factory=list)
    open: list[str] = field(default_factory=list)
    more: float = 0.0

    @property
    def value(self) -> Interval:
        """How many they are."""
        return Interval(float(len(self.sure)), len(self.sure) + len(self.perhaps) + self.more)

    def group(self, part: Part) -> Group:
        """As a part of a worksheet."""
        entries = [row_entry(one) for one in self.sure]
        entries += [row_entry(one, ONE.or_nothing()) for one in self.perhaps]
        doubts = [*self.open, *(f"whether {one.quoted} counts" for one in self.perhaps)]
        return Group(part.name, self.value, entries, doubts, count=part.count)


def counts(demand: Requirement, root: Row) -> list[Group]:
    """The parts of a demand that counts, each with its number; `Open` where they are not clear."""
    match demand.subject:
        case "day":
            return [_days(root)]
        case "session":
            return [_sessions(root)]
        case "exercise":
            return _exercises(demand, root)
        case "set":
            return _sets(demand, root)
        case "meal" | "snack":
            return _meals(demand, root)
    raise Open(f"the program does not count {demand.subject} of plans.")


def _begins_again(row: Row) -> bool:
    """Whether a row says that something is done again: "Repeat", "Same as"."""
    said = tokens(row.text[:40])
    return first_token(row.text) in _AGAIN or said[:2] == ["same", "as"]


# Days.


def _days(root: Row) -> Group:
    days(root)
    found = parts(root, "day")
    if not found:
        return Group("the plan", ONE, [row_entry(root.rows[0])] if root.rows else [])
    # Named by number, by weekday, or both.
    named = [key in WEEKDAYS for one in found for key in one.keys]
    totals = {float(many) for many in (sum(named), len(named) - sum(named)) if many}
    entries = [row_entry(one.rows[0], Interval.at(one.count)) for one in found]
    doubts = ["the days are named in two ways"] if len(totals) > 1 else []
    low, high = min(totals), max(totals)
    if doubts and not any(len({key in WEEKDAYS for key in one.keys}) > 1 for one in found):
        # "Days 1-6" and "Sunday".
        low, high = high, float(len(named))
    if (beside := _outside_of_days(root)) is not None:
        doubts.append(f"of which days {beside.quoted} is")
        high += 7
    if (again := _other_days(root, {key for one in found for key in one.keys})) is not None:
        doubts.append(f"whether {again.quoted} is of another day")
        high += 7
    return Group("the plan", Interval(low, high), entries, doubts)


def _outside_of_days(root: Row) -> Row | None:
    """A meal or a session that no day has, where others are in days: below "Weekend"."""
    inside = {row for one in parts(root, "day") for top in one.rows for row in top.walk()}
    over = {above for row in inside for above in row.over()}
    for row in root.walk() if inside else ():
        if row.kind in ("meal", "session") and not (row.beside or row in inside or row in over):
            return row
    return None


def _other_days(root: Row, known: set[str]) -> Row | None:
    """A row outside of all days that repeats some of them, or names another."""
    for row in root.walk():
        if row.form == "root" or row.beside or any(one.kind == "day" for one in (row, *row.over())):
            continue
        named = {one.rstrip("s") for one in tokens(row.text)} & ({*WEEKDAYS} - known)
        if _begins_again(row) or (named and row.form == "item"):
            return row
    return None


# Meals.


def meals(day: Part) -> Count:
    """The meals of a day; what has no name of a meal beside those that have is perhaps one."""
    made = Count()
    for root in day.rows:
        for first, *others in (one.rows for one in parts(root, "meal")):
            made.sure.append(first)
            if not is_once(first):
                # Two snacks; or one with two foods.
                made.perhaps += others
        over = {row for one in made.sure for row in one.over()}
        made.perhaps += [
            row for row in root.walk()
            if row.kind == "" and row not in over and _tells_meal(row)
        ]  # fmt: skip
        beside = dict.fromkeys(one.above for one in made.sure if one.above)
        made.perhaps += [
            row for above in beside for row in above.rows
            if row.kind == "" and row.form != "prose" and is_worded(row.text, 3)
        ]  # fmt: skip
    return made


def _tells_meal(row: Row) -> bool:
    """Whether a row begins with the name of a meal, or is a heading that has it."""
    if row.form in ("prose", "root"):
        return False
    heads = row.form == "head" and not _MEALS.isdisjoint(tokens(row.text))
    return heads or first_token(row.text) in _MEALS


def is_once(row: Row) -> bool:
    """Whether a meal is one that a day has once."""
    return bool(row.keys) and row.keys[0].startswith(ONCE)


def is_meal(row: Row, name: str) -> bool:
    """Whether a meal is the one of that name: "Meal 2: Lunch" is lunch."""
    own = row.keys[0] if row.keys else ""
    if own.startswith("meal") and first_token(row.said) == name:
        return True
    return name in own.split() or own.startswith(name)


def is_snack(row: Row) -> bool:
    """Whether a meal is a snack, which may count as a meal or not."""
    return bool(row.keys) and "snack" in row.keys[0]


def _meals(demand: Requirement, root: Row) -> list[Group]:
    made = []
    outside = _outside_of_days(root)
    for part in days(root):
        found = meals(part)
        snacks = [one for one in found.sure if is_snack(one)]
        if not found.sure:
            doubts = [f"no meal is named in {part.name}"]
            made.append(Group(part.name, None, open=doubts, count=part.count))
            continue
        if demand.subject == "snack":
            found = Count(snacks, [one for one in found.perhaps if not one.kind or is_snack(one)])
        elif snacks:
            # Three meals and a snack: the snack may or may not count as a meal.
            others = [one for one in found.sure if one not in snacks]
            found = Count(others, [*snacks, *found.perhaps])
        if outside is not None:
            found.open.append(f"of which days {outside.quoted} is")
            found.more += 1
        made.append(found.group(part))
    return [together(made)] if demand.scope == "plan" else made


# Sessions.


def _sessions(root: Row) -> Group:
    found = sessions(root)
    if len(found) == 1 and found[0].rows[0] is root:
        if exercises(found[0]).sure:
            return Group("the plan", ONE.or_more(), open=["no session is named"])
        raise Open("no session is named.")
    sure = [one for one in found if any(row.rows or row.cells for row in one.rows)]
    unsure = [one for one in found if one not in sure]
    low = float(sum(one.count for one in sure))
    high = low + sum(one.count for one in unsure)
    entries = [row_entry(one.rows[0], Interval.at(one.count)) for one in sure]
    doubts = [f"whether {one.name} is a session" for one in unsure]
    weeks = len(parts(root, "week"))
    if weeks > 1 or len({week for one in found for week in one.within}) > 1:
        doubts.append("whether one week is meant or all")
        low /= max(weeks, 1)
    if again := [f"how often {row.quoted} has a session" for row in _further(root, found)]:
        doubts += again
        high = math.inf
    return Group("the plan", Interval(low, high), entries, doubts)


def _further(root: Row, found: Sequence[Part]) -> Iterator[Row]:
    """Rows outside of all sessions that repeat some, or say on which days they are."""
    names = {" ".join(one.name.casefold().split()) for one in found}
    weekdays = any(key in WEEKDAYS for one in found for key in one.keys)
    inside = {row for one in found for top in one.rows for row in top.walk()}
    for row in root.walk():
        if row.form in ("root", "head") or row in inside:
            continue
        text = row.text.casefold()
        tells = not weekdays or row.kind == "" or any(one in text for one in names)
        dated = not row.rows and tells and not _WEEKDAYS.isdisjoint(tokens(text))
        if (dated or _begins_again(row)) and not resting(row):
            yield row


# Exercises.


def exercises(session: Part) -> Count:
    """The exercises of a session; warm-ups and rows without a figure are perhaps some."""
    made = Count()
    for row in session.rows:
        for child in row.rows:
            _exercise(child, made)
        if row.quantities and not row.rows and lift(row) is not None and row.kind == "":
            made.sure.append(row)
    # What does not look as the others do may be something else: "Volume 10,875 lb" below a table.
    alike = [one for one in made.sure if one.form == made.sure[0].form]
    measured = [one for one in alike if _is_measured(one)] or alike
    if any(_has_sets(one) for one in measured):
        # "Rest 60 seconds between sets" beside "Squats 3x10".
        measured = [one for one in measured if _has_sets(one) or not _is_timed(one)]
    made.perhaps += [one for one in made.sure if one not in alike]
    made.perhaps += [one for one in alike if one not in measured]
    made.sure = measured
    return made


def _exercise(row: Row, made: Count) -> None:
    """Count a row as an exercise, or those below it."""
    if row.kind in ("aside", "total", "rest") or row.tail or row.form == "prose":
        return
    if tells_total(row.text) and ((how := lift(row)) is None or how.sets is None):
        return
    if SAME.match(row.text):
        made.open.append(f"what {row.quoted} repeats")
        made.more += 50
        return
    if _MODEST.search(row.text[:60]):
        leaves = [one for one in row.rows if not one.rows and is_worded(one.text, 3)]
        made.perhaps += leaves or [row]
        return
    below = [
        one for one in row.rows
        if one.kind not in ("aside", "total", "rest") and one.form != "prose"
    ]  # fmt: skip
    if row.form == "table" or not below:
        _leaf(row, made)
        return
    detailed = all(map(_is_detail, below)) and (row.form != "head" or len(below) > 1)
    if not detailed and (row.form == "head" or not row.quantities):
        for one in below:
            _exercise(one, made)
        return
    made.sure.append(row)
    if not detailed:
        made.open.append(f"whether what is below {row.quoted} are exercises")
        made.more += len(below)


def _leaf(row: Row, made: Count) -> None:
    """Count a row with nothing below it, if it may be an exercise."""
    empty = row.kind in RANK or (row.form == "head" and not row.rows)
    if empty or not is_worded(row.text, 3):
        return
    how = lift(row)
    keyed = ":" in row.text and (how is None or how.sets is how.reps is None)
    if row.form == "line" and (keyed or not row.quantities):
        # "Duration: 45 minutes", "Focus: legs".
        made.perhaps.append(row)
        return
    if is_doubtful(row.text):
        made.perhaps.append(row)
        return
    made.sure.append(row)
    texts = [cell.text for cell in row.cells] or [row.text]
    # A row that is all that its day has in the table: "Monday | Squats, lunges, plank".
    over = row.above
    only = over is not None and len(over.rows) == 1 and over.text in (c.text for c in row.cells)
    if only or any(len(_SETS.findall(text)) > 1 for text in texts):
        made.open.append(f"how many exercises {row.quoted} names")
        made.more += 5


def _is_measured(row: Row) -> bool:
    """Whether a row has a figure of its own, or of its details."""
    own = any(not one.ordinal for one in row.quantities)
    return own or bool(row.cells) or any(one.quantities for one in row.rows)


def _has_sets(row: Row) -> bool:
    """Whether an exercise has a number of sets or of repetitions."""
    how = lift(row)
    return how is not None and not how.sets is how.reps is None


def _is_timed(row: Row) -> bool:
    """Whether a length of time is all that a row says of an exercise."""
    return not (row.rows or row.cells) and any(one.dimension == "time" for one in row.quantities)


def _is_detail(row: Row) -> bool:
    """Whether a row says something of the exercise that it is below."""
    return not row.rows and _DETAIL.match(row.text) is not None


def _exercises(demand: Requirement, root: Row) -> list[Group]:
    made = []
    for part in sessions(root):
        found = exercises(with_repeated(part, root))
        group = found.group(part)
        if not found.sure:
            group.value, group.open = None, [f"no exercise was found in {part.name}"]
        made.append(group)
    if demand.scope != "plan":
        return made
    if any(one.value is None for one in made):
        raise Open("a session has no exercise that was found.")
    total = together(made)
    value = total.value or ONE
    # A plan of eight exercises may do each of them more than once.
    names = {entry.text.partition(":")[0].casefold() for one in made for entry in one.entries}
    least = min(float(len(names)), value.low)
    open_ = not demand.bound.holds(least) or value.high > value.low
    total.value = Interval(least, value.high) if open_ else Interval.at(least)
    return [total]


# Sets and weights.


def _lifts(root: Row) -> Iterator[tuple[Part, Count, list[tuple[Row, Lift | None]]]]:
    """Each session with its exercises, and what the sure ones lift."""
    for part in sessions(root):
        found = exercises(with_repeated(part, root))
        yield part, found, [(one, lift(one)) for one in found.sure]


def _alone(row: Row, value: Interval | None, count: int = 1) -> Group:
    """An exercise as a part of its own."""
    return Group(row.short, value, [row_entry(row, value)] if value else [], count=count)


def _sets(demand: Requirement, root: Row) -> list[Group]:
    made: list[Group] = []
    for part, found, every in _lifts(root):
        known = [(one, how.sets if how and not how.unsure else None) for one, how in every]
        if demand.scope == "exercise":
            made += [_alone(one, sets, part.count) for one, sets in known]
            continue
        values = [sets for _, sets in known if sets]
        group = Group(part.name, added(values) if values else None, open=list(found.open))
        group.count = part.count
        group.entries = [row_entry(one, how.sets) for one, how in every if how and how.sets]
        if len(values) < len(every) or found.more or found.perhaps:
            group.hang("an exercise without sets", group.value.or_more() if group.value else None)
        made.append(group)
    return [together(made)] if demand.scope == "plan" else made


def tonnages(demand: Requirement, root: Row) -> list[Group]:
    """What each session lifts, in kg."""
    made = []
    for part, found, every in _lifts(root):
        group = Group(part.name, None, open=list(found.open), count=part.count)
        values = []
        for one, how in every:
            value = how.tonnage if how else UNKNOWN
            if not value.sure:
                group.open.append(f"what {one.quoted} lifts")
            values.append(value)
            group.entries.append(row_entry(one, value, how.working if how else ""))
        others = [how for one in found.perhaps if (how := lift(one)) and how.weight]
        values += [how.tonnage.or_nothing() for how in others]
        if any(how and how.weight for _, how in every):
            total = added(values)
            group.value = total.or_more() if found.more else total
        made.append(group)
    return [together(made)] if demand.scope == "plan" else made


def weights(root: Row) -> list[Group]:
    """The weight of each exercise, in kg."""
    made = []
    for part, found, every in _lifts(root):
        if found.more:
            made.append(Group(part.name, None, open=list(found.open)))
        for one, how in every:
            made.append(_alone(one, _weight(how)))
        for one in found.perhaps:
            value = _weight(lift(one))
            made.append(_alone(one, value.or_nothing() if value else None))
    return made


def _weight(how: Lift | None) -> Interval | None:
    """The weight of an exercise, None for none."""
    if how is None or how.weight is None:
        return None
    return UNKNOWN if how.unsure else how.weight
