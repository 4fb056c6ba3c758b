"""A model reads the response into a table of quotes; the program checks, adds up and compares.

The model only says which figures count and where they belong. A quote that does not stand in the
response is refused, the value is the one that the program reads in the quote, and a number of the
response that the table leaves out is open: so a verdict never rests on the model's arithmetic, and
what it overlooked does not help.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from tamis.checking import program
from tamis.checking.judgement import Judgement, guarded
from tamis.checking.ledger.figures import Figure, figures
from tamis.checking.ledger.interval import UNKNOWN, Interval, added
from tamis.checking.ledger.lifting import of_text
from tamis.checking.ledger.parts import Open
from tamis.checking.ledger.requirement import Requirement
from tamis.checking.ledger.row import Row, cut
from tamis.checking.ledger.rows import rows_of
from tamis.checking.ledger.working import Group, high_of, reason, together
from tamis.checking.prompts import table_prompt
from tamis.checking.worksheet import Entry, Number, Span, Worksheet
from tamis.reading.jsonish import read_object
from tamis.types import Chat, Outcome, Reply

MAX_ENTRIES = 2_000

_FIGURES = {
    "calorie": " in kcal or kJ, as in the plan",
    "tonnage": ", here the weight that is lifted",
    "session": " in the unit of the plan",
}


def reads(demand: Requirement) -> bool:
    """Whether a table can be asked for: sums of energy, nutrients, minutes and lifted weights."""
    of_sessions = demand.measure == "duration" and demand.subject == "session"
    return demand.measure in ("amount", "tonnage") or of_sessions


async def judge(
    chat: Chat, constraint: str, response: str, *, prompts: str | None = None, name: str = "model"
) -> Judgement:
    """Whether `response` satisfies `constraint`, by a table that `chat` writes.

    Constraints that no table helps with (counts, times of the clock), and those that are not
    understood, are judged by the program alone. `prompts` is a folder whose `table.j2` replaces
    Tamis's own.
    """
    demand = _demand(constraint)
    if demand is None or not response.strip():
        return program.judge(constraint, response)
    return judgement(await chat([asked(demand, response, prompts)]), constraint, response, name)


def prompt(constraint: str, response: str, prompts: str | None = None) -> str | None:
    """The prompt that asks for the table; None where the program judges alone."""
    demand = _demand(constraint)
    return None if demand is None or not response.strip() else asked(demand, response, prompts)


def _demand(constraint: str) -> Requirement | None:
    demand = program.demand_of(constraint)
    return demand if demand is not None and reads(demand) else None


def asked(demand: Requirement, response: str, prompts: str | None) -> str:
    """The prompt for one demand."""
    what = "calories (energy)" if demand.subject == "calorie" else demand.subject
    group: str = "day" if demand.measure == "amount" else "session"
    if demand.scope in ("day", "session", "meal"):
        group = demand.scope
    if demand.measure == "tonnage":
        wanted = "sets, repetitions and weight of every exercise"
        entry = "exercise; its quote has the sets, the repetitions and the weight"
    elif demand.subject == "session":
        wanted = f"how long every exercise and every break of each {group} takes"
        entry = "exercise or break"
    else:
        wanted = f"the {what} of everything in each {group}"
        entry = f"figure of {what}"
    if demand.only:
        wanted += f"; only {demand.only} is asked for, each as a group of its own"
    figure = _FIGURES.get(demand.subject, " in the unit of the plan")
    example = {"day": "Day 1", "session": "Session 1", "meal": "Day 1, lunch"}[group]
    return table_prompt(
        response, wanted=wanted, entry=entry, group=group, figure=figure, example=example,
        folder=prompts,
    )  # fmt: skip


@dataclass
class _Table:
    """The checked table: its groups, the numbers that it accounts for, and what was refused."""

    groups: list[Group] = field(default_factory=list)
    covered: list[tuple[int, int, str]] = field(default_factory=list)
    refused: list[str] = field(default_factory=list)


@guarded
def judgement(reply: Reply, constraint: str, response: str, name: str = "model") -> Judgement:
    """The judgement of a reply with a table."""
    by = f"{name} and program"
    demand = _demand(constraint)
    if demand is None or not response.strip():
        return program.judge(constraint, response)
    if reply.failed:
        return Judgement(None, by, "failed", f"The call failed: {reply.failed.rstrip('.')}.")
    if reply.refused:
        return Judgement(None, by, "refused", "The model declined, or the provider's filter did.")
    read = read_object(reply.text, ("groups",))
    broken = read is not None and (read.cut or (reply.truncated and not read.complete))
    if read is None or broken or "groups" not in read.value:
        outcome, why = _without_table(reply, cut_off=reply.truncated or bool(read and read.cut))
        return Judgement(None, by, outcome, why, rationale=reply.text)
    root = rows_of(response)
    table = _checked(read.value, demand, response, root)
    try:
        groups = _with_left_out(demand, table, root)
    except Open as doubt:
        return Judgement(None, by, "abstained", str(doubt), rationale=reply.text)
    sheet = _worksheet(demand, table, groups, response)
    if sheet.satisfied is None:
        return Judgement(None, by, "abstained", reason(sheet), reply.text, sheet)
    return Judgement(sheet.satisfied, by, rationale=reply.text, worksheet=sheet)


def _without_table(reply: Reply, *, cut_off: bool) -> tuple[Outcome, str]:
    """What became of a reply from which no table is read, and why."""
    if cut_off:
        return "truncated", "The reply breaks off in its table."
    return "unparsed" if reply.text.strip() else "missing", "The reply holds no table."


def _worksheet(
    demand: Requirement, table: _Table, groups: Sequence[Group], response: str
) -> Worksheet:
    if demand.scope == "plan":
        groups = [together(groups)]
    numbers = tuple(
        Number(response[start:end], demand.subject, role, "the model's table", (start, end))
        for start, end, role in table.covered
    )
    return Worksheet(
        demand.subject, demand.unit, demand.bound.text(demand.unit), demand.where,
        "multiplication and summation" if demand.measure == "tonnage" else "summation",
        tuple(one.part(demand.bound.keeps) for one in groups), tuple(table.refused[:8]), numbers,
    )  # fmt: skip


def _checked(record: Mapping[str, Any], demand: Requirement, response: str, root: Row) -> _Table:
    table = _Table()
    where = _Finder(response)
    found = {one.span: one for one in _numbers(root, demand)}
    for group in _list(record.get("groups"))[:MAX_ENTRIES]:
        if not isinstance(group, Mapping):
            continue
        times = group.get("times", 1)
        count = times if isinstance(times, int) and 0 < times <= 366 else 1
        made = Group(cut(str(group.get("name", ""))) or "a group", None, count=count)
        for entry in _list(group.get("entries"))[:MAX_ENTRIES]:
            _take(entry, made, demand, where, found, table)
        if made.entries:
            made.value = added(
                Interval(one.amount, one.amount if one.high is None else one.high)
                for one in made.entries
            )
        else:
            made.open.append(f"the table has no figure for {made.name}")
        table.groups.append(made)
    for other in _list(record.get("not_counted"))[:MAX_ENTRIES]:
        quote = str(other.get("quote", "")) if isinstance(other, Mapping) else ""
        if (place := where.find(quote, reuse=True)) is not None:
            why = str(other.get("why", "note")).casefold()
            role = why if why in ("total", "goal", "repeat") else "note"
            table.covered += [(*span, role) for span in found if _inside(span, place)]
    return table


def _take(
    entry: object, group: Group, demand: Requirement, where: _Finder,
    found: Mapping[Span, Figure], table: _Table,
) -> None:  # fmt: skip
    """Add an entry of the table to its group, if its quote stands in the response."""
    if not isinstance(entry, Mapping):
        return
    quote = str(entry.get("quote", ""))
    place = where.find(quote)
    if place is None:
        table.refused.append(f"the table quotes {cut(quote, 60)!r}, which is not in the response")
        group.open.append(f"{cut(quote, 40)!r}, which the response does not say")
        group.entries.append(Entry(cut(quote), 0.0, (), "not in the response", high=UNKNOWN.high))
        return
    spans = [span for span in found if _inside(span, place)]
    value, working = _value(entry.get("amount"), quote, [found[span] for span in spans], demand)
    if value is not None and demand.measure != "tonnage":
        # A figure of the quote that is another one than what counts may count as well.
        spans = [span for span in spans if found[span].value.near(value, 0.01)]
    if value is None:
        group.open.append(f"what {cut(quote, 40)!r} gives")
        value = UNKNOWN
    table.covered += [(*span, "entry") for span in spans]
    entry = Entry(cut(quote), value.low, (value.low,), working, high_of(value), place)
    group.entries.append(entry)


def _value(
    amount: object, quote: str, numbers: list[Figure], demand: Requirement
) -> tuple[Interval | None, str]:
    """What a quote gives, as the program reads it; None where that is not what the table says."""
    if demand.measure == "tonnage":
        how = of_text(quote)
        return (how.tonnage, how.working) if how and how.weight is not None else (None, "")
    if len(numbers) == 1 and amount is not None:
        return numbers[0].value, ""
    said = amount if isinstance(amount, int | float) and not isinstance(amount, bool) else None
    same = [
        one for one in numbers
        if said is not None
        and (one.value.near(Interval.at(said), 0.01) or said == one.value.low)
    ]  # fmt: skip
    return (same[0].value, "") if same and len({one.value for one in same}) == 1 else (None, "")


def _numbers(root: Row, demand: Requirement) -> list[Figure]:
    """The figures of the response that measure what is demanded."""
    subject = {"calorie": "energy", "session": "time", "tonnage": "mass"}.get(
        demand.subject, demand.subject
    )
    wanted = {subject, "weight"} if subject == "mass" else {subject}
    return [one for row in root.walk() for one in figures(row) if one.subject in wanted]


def _with_left_out(demand: Requirement, table: _Table, root: Row) -> list[Group]:
    """The groups with the numbers that the table leaves out: each may belong to any of them."""
    if not table.groups:
        raise Open("the table has no groups.")
    spans = {(start, end) for start, end, _ in table.covered}
    left = [one for one in _numbers(root, demand) if one.span not in spans]
    if demand.measure == "tonnage":
        # A weight that was left out lifts nobody knows what.
        left = [one for one in left if not one.row.beside and one.value.high < 1_000_000]
    for one in left:
        for group in table.groups:
            if group.value is not None:
                more = UNKNOWN.high if demand.measure == "tonnage" else one.value.high
                doubt = f"{one.written!r}, which the table leaves out"
                group.hang(doubt, group.value.or_more(more))
    return table.groups


class _Finder:
    """Finds quotes in a text, blanks and case aside, each after the one before where it can."""

    def __init__(self, text: str) -> None:
        self.at = 0
        self.places = [m.span() for m in re.finditer(r"\S+", text)]
        self.words = [text[start:end].casefold() for start, end in self.places]
        self.joined = " ".join(self.words)
        self.starts = []
        at = 0
        for word in self.words:
            self.starts.append(at)
            at += len(word) + 1

    def find(self, quote: str, *, reuse: bool = False) -> Span | None:
        """The place of a quote: the next after the last one found, else the first."""
        wanted = " ".join(quote.casefold().split())
        if not wanted:
            return None
        found = self.joined.find(wanted, 0 if reuse else self.at)
        if found < 0:
            found = self.joined.find(wanted)
        if found < 0:
            return None
        if not reuse:
            self.at = found + 1
        return self._place(found), self._place(found + len(wanted) - 1) + 1

    def _place(self, at: int) -> int:
        """The place in the text of a character of the joined words."""
        n = bisect_right(self.starts, at) - 1
        return self.places[n][0] + min(at - self.starts[n], len(self.words[n]) - 1)


def _inside(span: Span, place: Span) -> bool:
    return place[0] <= span[0] and span[1] <= place[1]


def _list(value: object) -> list[Any]:
    return value if isinstance(value, list) else []
