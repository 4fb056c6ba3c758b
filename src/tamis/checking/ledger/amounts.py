"""Energy, nutrients and minutes of a plan: of its days, sessions, meals, or all of it."""

from __future__ import annotations

import re
from collections.abc import Sequence

from tamis.checking.ledger.adding import Adder
from tamis.checking.ledger.counting import is_meal, is_once, is_snack, meals
from tamis.checking.ledger.figures import NUTRIENTS, Figure, figures
from tamis.checking.ledger.interval import UNKNOWN, Interval, added
from tamis.checking.ledger.parts import Open, Part, days, has_clock, parts, sessions
from tamis.checking.ledger.requirement import Requirement
from tamis.checking.ledger.row import Row
from tamis.checking.ledger.sums import Sum
from tamis.checking.ledger.words import tokens
from tamis.checking.ledger.working import Group, together

_SEVERAL = re.compile(r"\d\s?[x×]\s?\d|\b(?:sets?|rounds?|intervals?|reps?|repeat)\b", re.I)


def amounts(demand: Requirement, root: Row, adder: Adder) -> list[Group]:
    """What the parts of a plan come to; `Open` where its parts are not clear."""
    if demand.scope == "meal":
        return _of_meals(demand, root, adder)
    found = sessions(root) if demand.scope == "session" else days(root)
    sum_of = _length if demand.measure == "duration" else sum_of_part
    groups = [Group.of(one.name, sum_of(one, adder), one.count) for one in found]
    if demand.subject in NUTRIENTS:
        for part, group in zip(found, groups, strict=True):
            _open_to_bare(group, part)
    if not any(row.form == "root" for one in found for row in one.rows):
        _add_strays(groups, found, root, adder)
    return [together(groups)] if demand.scope == "plan" and len(groups) > 1 else groups


def sum_of_part(part: Part, adder: Adder) -> Sum:
    """What a part comes to, whose rows may stand in several places."""
    if part.rows[0].form == "root":
        return adder.rows(part.rows[0].rows)
    made = Sum()
    values = []
    for row in part.rows:
        found = adder.part(row)
        made.take(found)
        if found.value is not None:
            values.append(found.value)
    made.value = added(values) if values else None
    for row in part.again:
        told = adder.part(row).value
        if told is not None and not (made.value and told.near(made.value)):
            made.hang(f"what {row.quoted} adds", (made.value or told).or_more())
    return made


def _open_to_bare(group: Group, part: Part) -> None:
    """What a part comes to is open where one of its entries is about the sum of rows whose last
    figure is a bare weight: "Granola, 40 g – 4 g" below days that end with "Protein: about 130 g".
    """
    rows = [row for one in part.rows for row in one.walk() if not row.rows and not row.beside]
    weights = (
        [one.value for one in figures(row) if one.subject == "mass"] for row in rows
        if not any(one.subject in NUTRIENTS for one in figures(row))
    )  # fmt: skip
    last = [found[-1] for found in weights if found]
    for one in group.entries:
        if len(last) > 2 and Interval.at(one.amount).near(added(last), 0.1):
            group.hang(f"whether {one.text!r} is the sum of rows that do not name it", UNKNOWN)
            return


def _length(part: Part, adder: Adder) -> Sum:
    """How long a session lasts: its entries added; those with times of the clock are open."""
    made = sum_of_part(part, adder)
    if made.value is None:
        return made
    timed = next((row for one in part.rows for row in one.walk() if has_clock(row)), None)
    if timed is not None:
        made.hang(f"what of {timed.quoted} is a length", UNKNOWN)
    for one in made.counted:
        if _SEVERAL.search(one.row.text):
            made.hang(f"how often the time of {one.row.quoted} counts", UNKNOWN)
    return made


def _add_strays(groups: Sequence[Group], found: Sequence[Part], root: Row, adder: Adder) -> None:
    """Leave the parts open by figures outside of them that may belong to each: "Daily: a shake"."""
    tops = [row for one in found for row in (*one.rows, *one.again)]
    inside = {row for top in tops for row in top.walk()}
    above = {over for one in found for row in one.rows for over in row.over()}
    sums = [one.value for one in groups if one.value is not None]
    whole = added(sums)
    known = [*sums, whole, whole.times(1 / max(len(sums), 1))]
    least = min((one.low for one in sums), default=0.0)
    begun = False
    for row in root.walk():
        begun = begun or row in inside
        if row.form == "root" or row in inside:
            continue
        first = row is root.rows[0] and row.form != "item"
        title = first or row in above or (row.form == "head" and not (begun or row.rows))
        for figure in adder.read(row):
            # A first line that is no heading may tell of an entry that is small beside the parts.
            goal = title and (row.form == "head" or 2 * figure.value.high >= least)
            _stray(figure, groups, adder, known, goal=goal)


def _stray(
    one: Figure, groups: Sequence[Group], adder: Adder, sums: Sequence[Interval], *, goal: bool
) -> None:
    """Say what a figure outside of all parts is."""
    if one.row.beside and any(row.kind == "total" for row in (one.row, *one.row.over())):
        adder.assign([one], "total", "it is named as a total")
    elif goal:
        adder.assign([one], "goal", "it stands in a title")
    elif not adder.only_claims(one, sums):
        adder.assign([one], "open", "it stands outside of all parts")
        for group in groups:
            if group.value is not None:
                doubt = f"whether {one.row.quoted} belongs to {group.name}"
                group.hang(doubt, group.value.or_more(one.value.high))


def _of_meals(demand: Requirement, root: Row, adder: Adder) -> list[Group]:
    """Each meal of each day, or those that are meant."""
    made = []
    for day in days(root):
        found = [one for row in day.rows for one in parts(root, "meal", row)]
        if demand.only:
            found = [one for one in found if is_meal(one.rows[0], demand.only)]
        if not found and demand.only != "snack":
            raise Open(f"{day.name} has no {demand.only or 'meal'}.")
        perhaps = [one for one in meals(day).perhaps if one.kind != "meal"]
        if unread := [one for one in perhaps if demand.only in ("", *tokens(one.text))]:
            raise Open(f"it is not clear whether {unread[0].quoted} is a meal.")
        for one in found:
            if len(one.rows) > 1 and not is_once(one.rows[0]):
                raise Open(f"it is not clear what of {day.name} is one meal.")
            group = Group.of(f"{day.name}, {one.name}", sum_of_part(one, adder))
            if not demand.only and is_snack(one.rows[0]) and not demand.bound.keeps(group.value):
                group.hang("whether a snack is a meal", None)
            made.append(group)
    if not made:
        raise Open(f"no {demand.only or 'meal'} is named.")
    return made
