"""The parts of a plan that a demand holds of: its days, sessions, meals."""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace

from tamis.checking.ledger.names import ONCE, RANK, WEEKDAYS, Kind, name_of
from tamis.checking.ledger.row import Row
from tamis.checking.ledger.words import SAME, first_token
from tamis.text.quantities import Quantity

_NUMBERED = re.compile(r"\bday (\d{1,2})\b", re.I)
_DAYS_BEHIND = re.compile(r"(?:(?P<joined>-)day|\s(?:day|week))s?\b", re.I)
_RESTS = re.compile(r"\W*(?:(?:full|active|complete) )?(?:rest|off|recovery)\b", re.I)
_ENDS = " .*_!"
"""What may stand behind the name of a part that is repeated."""


class Open(Exception):
    """A verdict that hangs on how the text is meant; the message says on what, in a sentence."""


@dataclass(eq=False)
class Part:
    """A part of a plan: its rows (several where it is named several times), how often it is done.

    `keys` are what it is known by: ("1",), ("monday", "thursday"); `within` those of the parts that
    it is in. `again` are rows of the same name that may only tell of it once more: of an overview.
    """

    name: str
    rows: list[Row]
    keys: tuple[str, ...] = ()
    within: tuple[str, ...] = ()
    count: int = 1
    again: list[Row] = field(default_factory=list)


def whole(root: Row) -> Part:
    """The plan as one part."""
    return Part("the plan", [root])


def parts(root: Row, kind: Kind, below: Row | None = None) -> list[Part]:
    """The parts of a kind, in order, each once; none that stand in notes or totals."""
    found: dict[tuple[tuple[str, ...], tuple[str, ...]], Part] = {}
    for row in (below or root).walk():
        if row.kind != kind or row is root or row.beside or row.name is None:
            continue
        if any(one.kind == kind for one in row.over()):
            continue
        larger = (one for one in row.over() if one.kind in RANK and RANK[one.kind] < RANK[kind])
        within = tuple(key for one in larger for key in one.keys)
        keys = row.keys or (row.name.words.casefold(),)
        if (part := found.get((within, keys))) is not None:
            _take(part, row)
            continue
        count = 1 if _two_systems(row.keys) else max(len(row.keys), 1)
        found[within, keys] = Part(row.name.words, [row], keys, within, count)
    return list(found.values())


def _take(part: Part, row: Row) -> None:
    """Add a further row with the name of a part: more of it, or what only tells of it again."""
    of_meals = row.kind == "day" and any(one.kind == "meal" for one in row.over())
    if of_meals or row.kind == "meal":
        part.rows.append(row)
    elif not part.rows[0].rows and row.rows:
        part.again += part.rows
        part.rows = [row]
    else:
        part.again.append(row)


def _two_systems(keys: tuple[str, ...]) -> bool:
    """Whether a name says the same day twice: "Day 1 (Monday)"."""
    return len(keys) > 1 and len({key in WEEKDAYS for key in keys}) == 2


# Days.


def days(root: Row) -> list[Part]:
    """The days of the plan; else all of it, if it is for one day.

    `Open` where it names days that are not read, or speaks of several.
    """
    found = parts(root, "day")
    if not found:
        if not _of_one_day(root):
            raise Open("neither a day nor a schedule was recognised in the plan.")
        return [_undivided(root)]
    _all_read(found, root)
    first = found[0].rows[0]
    for row in (one.rows[0] for one in found[1:]):
        if (row.form, row.level) != (first.form, first.level):
            raise Open(f"{row.short!r} does not look as the other days do.")
    return found


def _undivided(root: Row) -> Part:
    """All of a plan as one part; `Open` where it speaks of several days."""
    if (several := _several_days(root)) is not None:
        raise Open(f"{several.short!r} speaks of several days, and none was found.")
    return whole(root)


def _all_read(found: list[Part], root: Row) -> None:
    """`Open` where a row names a day that is no part, or a part has entries in two places."""
    if (odd := _other_day(root, {key for one in found for key in one.keys})) is not None:
        raise Open(f"{odd.short!r} names another day.")
    if (twice := next((one for one in found for row in one.again if row.rows), None)) is not None:
        raise Open(f"{twice.name} is named twice.")


def _other_day(root: Row, known: set[str]) -> Row | None:
    """A row that names a day that no part is, where some are days: by a number, or at its head by
    the name of a weekday.
    """
    numbered = any(key.isdigit() for key in known)
    weekdays = not known.isdisjoint(WEEKDAYS)
    for row in root.walk():
        if row.beside or row.tail or row.form == "root":
            continue
        if numbered and any(named[1] not in known for named in _NUMBERED.finditer(row.text)):
            return row
        first = first_token(row.text)
        named = [day for day in WEEKDAYS if first in (day, day[:3])]
        if weekdays and row.form in ("head", "line") and named and named[0] not in known:
            return row
    return None


def has_clock(row: Row) -> bool:
    """Whether a row has a time of the clock."""
    return any(one.dimension in ("clock", "span") for one in row.quantities)


def _of_one_day(root: Row) -> bool:
    """Whether a plan without days is for one: it has meals or times of the clock."""
    clocks = 0
    for row in root.walk():
        if row.kind in ("meal", "session"):
            return True
        clocks += has_clock(row)
        if clocks > 1:
            return True
    return False


def _several_days(root: Row) -> Row | None:
    """A row that says that the plan is for several days, or a meal of the day that comes twice."""
    seen: dict[str, Row | None] = {}
    for row in root.walk():
        if any(_of_days(row, one) for one in row.quantities):
            return row
        if row.kind == "meal" and row.keys[0] in ONCE and not row.beside:
            above = seen.setdefault(row.keys[0], row if row.form == "head" else row.above)
            if above is not row and (row.form == "head" or above is not row.above):
                return row
    return None


def _of_days(row: Row, one: Quantity) -> bool:
    """Whether a number is of days, above one: "the 2nd day", "a 3-day plan", "2 weeks"."""
    if one.dimension != "count" or one.high <= 1:
        return False
    behind = _DAYS_BEHIND.match(row.text, one.end)
    if one.ordinal:
        return behind is not None and not behind["joined"]
    noun = one.noun.casefold().partition(" ")[0].rstrip("s")
    return noun in ("day", "week") or bool(behind and behind["joined"])


# Sessions.


def sessions(root: Row) -> list[Part]:
    """The sessions of a plan, or its days of training; else all of it.

    `Open` where it has several parts with entries, and nothing says that they are sessions.
    """
    found = [
        one for one in parts(root, "session") if any(row.rows or row.quantities for row in one.rows)
    ]
    if found := found or parts(root, "day"):
        _all_read(found, root)
        return [one for one in found if not resting(one.rows[0])]
    heads = [row for row in root.walk() if _holds_entries(row)]
    if len(heads) > 1 and any(one.above is heads[0].above for one in heads[1:]):
        raise Open(f"it is not clear whether {heads[0].short!r} is a session.")
    return [_undivided(root)]


def _holds_entries(row: Row) -> bool:
    """Whether a row without the name of a part has several rows with figures below it."""
    own = any(one.dimension != "count" for one in row.quantities)
    if row.form in ("root", "prose", "table") or row.kind or row.beside or own:
        return False
    return sum(any(one.quantities or one.cells for one in top.walk()) for top in row.rows) > 1


def resting(row: Row) -> bool:
    """Whether a part is a day of rest: it says so, and has no entry with a figure."""
    below = [one for one in row.walk() if one is not row and not one.beside]
    if any(one.quantities and one.kind != "rest" for one in below):
        return False
    return bool(_RESTS.match(row.said)) or any(one.kind == "rest" for one in below[:2])


# What stands for another part.


def repeated(row: Row, root: Row) -> Row | None:
    """The part that a row says it is as: "Same as Day 1"; None for none.

    A row repeats a part as it is in one itself: a day a day, a meal the meal of that day.
    """
    below = [one for one in row.rows if one.kind not in ("total", "aside") and not one.told]
    if len(below) > 1 or (below and below[0].rows):
        return None
    text = below[0].text if below else row.said
    said = SAME.match(text)
    if said is None or root.form != "root":
        return None
    target = _part_named(root, text[said.end() :].strip(" .*_"), row)
    own = next((one for one in (row, *row.over()) if one.kind in RANK), None)
    if own is None or target is None or target.kind == own.kind:
        return target
    same = [one for one in target.walk() if one.kind == own.kind and one.keys == own.keys]
    return same[0] if len(same) == 1 else None


def tells_of_another(row: Row) -> bool:
    """Whether a row adds to another part, or may: "Repeat Day 1, and a pear", or all that a day has
    is "Leftovers from Day 1 and a pear".
    """
    if SAME.match(row.said):
        return True
    over = row.above
    if over is None or over.kind != "day" or len(over.rows) > 1:
        return False
    return any(named[1] not in over.keys for named in _NUMBERED.finditer(row.said))


def with_repeated(part: Part, root: Row) -> Part:
    """A part with the rows of the one that it repeats, if it repeats one."""
    again = repeated(part.rows[0], root)
    return part if again is None else replace(part, rows=[again], again=[])


def _part_named(root: Row, text: str, but: Row) -> Row | None:
    """The part of a response that a text is the name of, as it stands over its rows."""
    name = name_of(text, head=True)
    if name is None or name.kind not in RANK or text[name.end :].strip(_ENDS):
        return None
    named = (
        row for row in root.walk()
        if row.kind == name.kind and row is not but and row.keys[:1] == name.keys[:1]
    )  # fmt: skip
    found = next(named, None)
    return found if found is not None and found.rows else None
