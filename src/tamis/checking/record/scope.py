"""The parts of a response that a constraint's own words speak of, and the groups of a record."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from tamis.checking.ledger.names import ONCE, Kind
from tamis.checking.ledger.row import Row
from tamis.checking.record.computed import Computed, Found, common, holds
from tamis.checking.record.reply import Refused
from tamis.text.numbers import named

_EVERY = re.compile(
    rf"\b(?:each|every|no|any|all|per) (?:(?:of )?(?:the|my) )?(?P<meal>{'|'.join(ONCE)})", re.I
)
# Said of each part, with its name; and of all together.
_EACH = re.compile(
    rf"\b(?:each|every|per|any|no|an?) (?:of (?:the|my) )?(?:(?:{named(1, 7)}|single|training) )?"
    r"(?P<part>day|night|week|session|workout|meal)s?\b"
    r"|\b(?P<adverb>daily|nightly|weekly)\b", re.I,
)  # fmt: skip
_KINDS: dict[str, Kind] = {
    "day": "day", "night": "day", "daily": "day", "nightly": "day", "week": "week",
    "weekly": "week", "session": "session", "workout": "session", "meal": "meal",
}  # fmt: skip
_TOGETHER = re.compile(
    r"\b(?:in all|all in|in total|total|altogether|overall|combined|together|whole|entire)\b", re.I
)
_RATE = re.compile(r"\b(?:per|an?) (?:day|night|week|session|workout|meal)\b", re.I)
# "Every break", "no single item"; but not "no more than", and not of a day.
_SINGLE = re.compile(
    r"\b(?:each|every|any|no)(?: single| other)? (?!(?:more|less|fewer|later|earlier|longer|matter"
    r"|of)\b|(?:day|night|week|month|year|session|workout|meal|training)s?\b)[^\W\d_]", re.I,
)  # fmt: skip


@dataclass(frozen=True)
class Said:
    """Of what a constraint says that it holds.

    `each` are kinds of parts of each of which it holds, `meals` meals; `together`: of all together;
    `rate`: it may be of a rate ("60 a night"); `single`: of each of some things ("every break").
    """

    each: frozenset[Kind]
    meals: frozenset[str]
    together: bool
    rate: bool
    single: bool


def said(constraint: str) -> Said:
    """The words of a constraint that say of what it holds."""
    parts = (one["part"] or one["adverb"] for one in _EACH.finditer(constraint))
    single = bool(_SINGLE.search(constraint))
    return Said(
        frozenset(_KINDS[one.lower()] for one in parts),
        frozenset(one["meal"].casefold() for one in _EVERY.finditer(constraint)),
        bool(_TOGETHER.search(constraint)) and not single,
        bool(_RATE.search(constraint)),
        single,
    )


def meant(said: Said, root: Row) -> list[Row]:
    """The parts of each of which a constraint says that it holds: days, sessions, breakfasts."""
    found: list[Row] = []
    for row in root.walk():
        named = row.kind in said.each or (row.kind == "meal" and said.meals & set(row.keys))
        if named and not row.beside and not any(holds(one, row) for one in found):
            found.append(row)
    return found


def check(computed: Computed, constraint: str) -> list[Row]:
    """The parts that no group is of; Refused where groups and parts contradict each other."""
    words = said(constraint)
    groups = [one for one in computed.groups if one.rows]
    of_each = words.each or words.meals
    if words.together and not of_each and len(computed.groups) > 1:
        raise Refused("it has several groups, and the constraint speaks of all together")
    one = computed.record.groups[0] if len(computed.record.groups) == 1 else None
    if one and words.single and computed.record.aggregate == "sum" and len(one.spans) > 1:
        raise Refused("it adds up, and the constraint speaks of each")
    # What is divided is a rate: "60 a night on average".
    parts = [] if computed.record.per else meant(words, computed.values.root)
    alone = len(groups) == 1 == len(computed.groups) and len(groups[0].items) > 1
    if len(parts) > 1 and alone and not words.together and not words.rate:
        raise Refused("it has one group, and the constraint speaks of each of several parts")
    used = [[n for n, part in enumerate(parts) if any(holds(part, row) for row in group.rows)]
            for group in groups]  # fmt: skip
    if len(parts) > 1 and any(used):
        for group, its in zip(groups, used, strict=True):
            if len(its) > 1:
                raise Refused(f"its group {group.name!r} lies in several parts")
        once = [its[0] for its in used if its]
        if len(set(once)) < len(once) and computed.asked.dimension != "clock":
            raise Refused("it has several groups in one part")
        return [part for n, part in enumerate(parts) if n not in once]
    if computed.record.aggregate != "each":
        _merged(groups, computed.quotes.text)
    return []


def _merged(groups: Sequence[Found], text: str) -> None:
    """Refused where one group lies in two parts or lines, as full as each other one is in one."""
    if len(groups) < 2:
        return
    top = common([row for group in groups for row in group.rows])
    parts = [row for row in top.rows if row.rows or row.kind or len(groups) > 2]
    in_parts = [
        Counter(n for n, part in enumerate(parts) for row in group.rows if holds(part, row))
        for group in groups
    ]
    # Of a table whose columns are days the lines are weeks, which the rows do not show.
    in_lines = [Counter(text.count("\n", 0, one.place[0][0]) for one in group.items)
                for group in groups]  # fmt: skip
    for found in (in_parts, in_lines) if len(groups) > 2 else (in_parts,):
        several = [n for n, one in enumerate(found) if len(one) > 1]
        least = min((min(one.values()) for one in found if len(one) == 1), default=0)
        if len(several) == 1 and min(found[several[0]].values()) >= least:
            raise Refused(f"its group {groups[several[0]].name!r} lies in several parts")
