"""Which entries of a schedule are of an activity, and how long they last."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Sequence
from typing import Literal

from tamis.checking.ledger.interval import ZERO, Interval, added, equal, hull
from tamis.checking.ledger.names import ONCE
from tamis.checking.ledger.parts import Open, Part, days
from tamis.checking.ledger.requirement import Requirement
from tamis.checking.ledger.row import Row
from tamis.checking.ledger.slots import HALF, Slot, head_of, readings
from tamis.checking.ledger.words import is_doubtful
from tamis.checking.ledger.working import Group, row_entry
from tamis.text.normalised import LETTER_RUNS
from tamis.text.quantities import DAY, Quantity, quantities
from tamis.text.stems import stems

Belongs = Literal["yes", "perhaps", "no"]

_AND = re.compile(r"\s(?:and|&|\+|then|or)\s|[/,]", re.I)
# A name goes on with its object or circumstances, not with a noun that makes another thing of it.
_GOES_ON = re.compile(
    r"\W*(?:(?:time|break|session|block)\b)?[\W\d_]*(?:[IVX]{1,3}\b)?\W*"
    r"(?:$|(?:an?|the|my|your|our|his|her|their|to|from|in|at|with|by|on|for|of|home|back)\b.*)",
    re.I,
)
_TOWARDS = re.compile(r"\b(?P<way>to|from|for|after|before)\s+(?:the |my |your |our )?$", re.I)


# Which entries.


def of_activity(found: Sequence[Slot], subject: str) -> list[tuple[Slot, Belongs]]:
    """The entries that are of an activity, or perhaps.

    What stands below a line with the activity's name is of it. "Commute to work" is none if the
    entry behind it is work, nor is "Rest from work" if the one before it is.
    """
    rows = {slot.row for slot in found}
    said = [_belongs(slot, subject, rows) for slot in found]
    # A day has one lunch: beside "Lunch", "Lunch prep" is none.
    once: set[str] = set()
    if _is_eaten(subject) or _meals(subject):
        sure = (slot for slot, how in zip(found, said, strict=True) if how == "yes")
        once = {meal for slot in sure for meal in _meals(head_of(slot.text))}
    made: list[tuple[Slot, Belongs]] = []
    for at, (slot, how) in enumerate(zip(found, said, strict=True)):
        if how == "perhaps":
            named = _meals(slot.text)
            way = _way(slot.text, subject)
            beside = at - 1 if way in ("from", "after") else at + 1
            leads = way and 0 <= beside < len(found) and said[beside] == "yes"
            if leads or (named and named <= once):
                continue
        if how != "no":
            made.append((slot, how))
    return made


def _belongs(slot: Slot, subject: str, rows: set[Row]) -> Belongs:
    """Whether an entry is of an activity, by its name or by the line that it stands below."""
    over = (one for one in slot.row.over() if one.text and one not in rows)
    how = _named_so(slot.text, subject)
    if any(_named_so(one.text, subject) == "yes" for one in over):
        how = "yes" if slot.explicit else "perhaps"
    return "perhaps" if how == "yes" and _is_unsure(slot) else how


def _named_so(text: str, subject: str) -> Belongs:
    """Whether a text is the name of an activity, has its words among others, or none of them."""
    said = stems(text)
    eaten = _is_eaten(subject)
    names = [stems(one) for one in (*ONCE, "meal", "snack")] if eaten else [_wanted(subject)]
    if not any(one <= said for one in names):
        return "perhaps" if eaten and "eat" in said else "no"
    head = head_of(text)
    words = list(LETTER_RUNS.finditer(head))
    for name in names:
        first = frozenset().union(*(stems(one[0]) for one in words[: len(name)]))
        if first == name and words and _GOES_ON.fullmatch(head, words[len(name) - 1].end()):
            return "perhaps" if _AND.search(head) else "yes"
    return "perhaps"


def _wanted(subject: str) -> frozenset[str]:
    """The stems that an activity is known by."""
    return stems(subject) - {"time", "break"} or stems(subject)


def _is_eaten(subject: str) -> bool:
    """Whether all meals are meant."""
    return _wanted(subject) <= {"meal"}


def _meals(text: str) -> set[str]:
    """The meals of a day that a text names."""
    return {meal for meal in ONCE if stems(meal) <= stems(text)}


def _is_unsure(slot: Slot) -> bool:
    """Whether an entry is struck through, or has a choice or a denial in its name or behind it."""
    text = slot.text.strip()
    name = len(head_of(text))
    end = text.find(")", name) if text[name : name + 1] == "(" else name
    return slot.row.struck or is_doubtful(text[: max(end, name)])


def _way(text: str, subject: str) -> str:
    """The word by which an entry says that it leads to an activity or away from it."""
    head = head_of(text)
    places = [one.start() for one in LETTER_RUNS.finditer(head) if stems(one[0]) & _wanted(subject)]
    found = _TOWARDS.search(head, 0, places[0]) if places else None
    return found["way"].lower() if found else ""


# How long.


def durations(demand: Requirement, root: Row) -> list[Group]:
    """How long an activity lasts each day; `Open` where its entries are not clear."""
    made = [_lasting(part, demand) for part in days(root)]
    named = any(one.value is not None for one in made)
    for one in made:
        if one.value is None and (one.open or not named or math.isfinite(demand.bound.low)):
            raise Open(f"no entry of {one.name} is surely {demand.subject}.")
        one.value = one.value or ZERO
    return made


def _lasting(part: Part, demand: Requirement) -> Group:
    """How long the activity lasts in a day; without a value where no entry surely is of it."""
    ways = readings(part.rows)
    first = ways[0] if ways else []
    if not first or (len(first) == 1 and not first[0].explicit):
        raise Open(f"{part.name} has no schedule.")
    group = Group(part.name, None, count=part.count)
    totals = [_total(way, demand.subject, group) for way in ways]
    known = [one for one in totals if one is not None]
    if len(known) < len(ways):
        return group
    value = hull(known)
    for row in _strays(part, first, demand.subject, value):
        group.open.append(f"what {row.quoted} adds")
        value = value.or_more()
    if not _is_complete(value, demand):
        # It may be done under another name as well.
        group.open.append(f"whether other entries are {demand.subject} too")
        value = value.or_more()
    group.value = value
    return group


def _is_complete(value: Interval, demand: Requirement) -> bool:
    """Whether other entries of the activity change nothing, or are unlikely.

    Meals have names, and what is just as long as it is asked for is all of it.
    """
    exact = value.sure and any(equal(value.high, aim, 1) for aim in demand.bound.aims)
    return _is_eaten(demand.subject) or exact or value.low > demand.bound.high


def _total(way: Sequence[Slot], subject: str, group: Group) -> Interval | None:
    """How long an activity lasts if a day's times are meant so; None where no entry surely is it.

    Entries and doubts go into the group.
    """
    found = of_activity(way, subject)
    sure = [slot for slot, said in found if said == "yes"]
    group.entries = []
    values = []
    for slot, said in found:
        if any(other.holds(slot) for other in sure):
            continue
        value, doubt = _lasts(slot, way, subject)
        if said == "perhaps" or slot.text.strip()[len(head_of(slot.text)) :][:1] in (",", "/"):
            value, doubt = value.or_nothing(), f"whether {slot.row.quoted} is {subject}"
        group.open += [doubt] * bool(doubt)
        group.entries.append(row_entry(slot.row, value, slot.shown))
        values.append(value)
    return added(values) if sure else None


def _strays(part: Part, found: Sequence[Slot], subject: str, value: Interval) -> Iterator[Row]:
    """Rows that look as the entries do, and name the activity with a length, but not when; of meals
    those without a length too.
    """
    eaten = _wanted(subject) <= {"meal"}
    read = {one.row for one in found}
    looks = {(one.row.form, one.row.level) for one in found}
    below = [row for one in part.rows for row in one.walk()]
    first = next(n for n, row in enumerate(below) if row in read)
    for row in below[first:]:
        if (row.form, row.level) not in looks or row.beside or row.tail or row in read:
            continue
        told = [one for one in row.quantities if one.dimension in ("time", "clock", "span")]
        same = value.sure and any(equal(one.minutes, value.low, 1) for one in told)
        if (told or eaten) and not same and _named_so(row.text, subject) != "no":
            yield row


def _lasts(slot: Slot, found: Sequence[Slot], subject: str) -> tuple[Interval, str]:
    """How long an entry takes, less what it says of a break within it; and what that hangs on."""
    doubt = f"how long {slot.row.quoted} takes"
    if slot.end is None:
        return _to_the_next_day(slot, found, doubt)
    said, lasts = slot.lasts, slot.end - slot.start
    if said is not None and not slot.explicit:
        return (said, "") if _fits(slot) else (hull((said, Interval.at(lasts))), doubt)
    if less := max(_breaks(slot, found, subject)):
        value = Interval(max(lasts - less, 0.0), lasts)
        return value, f"what of {slot.row.quoted} is {subject}"
    if not slot.explicit and lasts > HALF:
        return Interval(0.0, lasts), doubt
    return Interval.at(lasts), ""


def _to_the_next_day(slot: Slot, found: Sequence[Slot], doubt: str) -> tuple[Interval, str]:
    """How long the last entry of a day takes, whose end is not said."""
    said = slot.lasts
    around = found[0].start + DAY - slot.start
    clocks = (one.low for one in quantities(slot.text) if one.dimension == "clock")
    if found[0].start % DAY in clocks or _is(said, around):
        return Interval.at(around), ""
    if said is not None and any(one.lasts for one in found[:-1]) and all(map(_fits, found)):
        return said, ""
    return Interval(0.0, max(around, said.high if said else 0.0)), doubt


def _breaks(slot: Slot, found: Sequence[Slot], subject: str) -> list[float]:
    """The minutes that an entry may lose: to entries within it, and by what it says itself."""
    within = [
        (one.end or 0) - one.start for one in found
        if slot.holds(one) and _named_so(one.text, subject) != "yes"
    ]  # fmt: skip
    told: list[Quantity] = []
    if slot.end is not None and not _is(slot.lasts, slot.end - slot.start):
        told = list(quantities(slot.text))
    return [
        sum(within),
        *(sum(one.minutes for one in told if one.dimension == of) for of in ("time", "span")),
    ]


def _fits(slot: Slot) -> bool:
    """Whether a length that an entry names, if it does, is over when the next one begins."""
    if slot.lasts is None or slot.end is None:
        return True
    return slot.lasts.high <= slot.end - slot.start + 1


def _is(said: Interval | None, minutes: float) -> bool:
    """Whether a length is the one that was computed, to a minute."""
    return said is not None and equal(said.low, minutes, 1) and equal(said.high, minutes, 1)
