"""The program judge: arithmetic done by a program, not by a model (ACS, §4).

A constraint is read as requirements (`constraint`). The response goes through stages, each in a
file of its own: its tree (`reading.document`), its parts (`outline`, by the names of `groups`), its
numbers (`reading.quantities`, `mentions`), what they come to (`sums`, `lifts`, `counts`,
`timeline`), and the verdict (`decision`, `schedules`, `group`). What is open is an interval: a
verdict is given only where all of it says the same.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace

from tamis.checking.judgement import Judgement, fault, guarded
from tamis.checking.program import constraint as sentence
from tamis.checking.program import decision, schedules
from tamis.checking.program.group import Group, Open, cut, span_of
from tamis.checking.program.mentions import Mention, measured
from tamis.checking.program.outline import MAX_CHARACTERS, Node, outline
from tamis.checking.program.requirement import Bound, Requirement
from tamis.checking.program.sums import Adder, parts_of, short
from tamis.checking.program.timeline import clock
from tamis.checking.worksheet import Capability, Number, Worksheet, between
from tamis.types import InputError

__all__ = ["SCOPES", "judge", "judge_demands", "read", "reason"]

MAX_NUMBERS = 2_000
"""The most numbers that a worksheet lists."""

SCOPES = {
    "plan": "in all",
    "day": "each day",
    "week": "each week",
    "session": "each session",
    "meal": "each meal",
    "exercise": "each exercise",
    "entry": "each entry",
    "direction": "each way",
}
"""The scopes of a requirement in words."""


def read(constraint: str) -> tuple[Requirement, ...]:
    """What a constraint demands; InputError where that is not understood, or by a fault of ours."""
    try:
        return sentence.read(constraint)
    except InputError:
        raise
    except Exception as error:
        raise InputError(fault(error)) from error


@guarded
def judge(constraint: str, response: str) -> Judgement:
    """Whether `response` satisfies `constraint`, with the worksheet; never raises.

    Undecided judgements have the outcome `abstained` and a reason, and a worksheet as far as there
    is one.
    """
    try:
        demands = read(constraint)
    except (InputError, Open) as doubt:
        return Judgement(None, "program", "abstained", reason=str(doubt))
    return judge_demands(demands, response)


@guarded
def judge_demands(demands: Sequence[Requirement], response: str) -> Judgement:
    """The same for a constraint that is read already."""
    why = "the response is empty." if not response.strip() else ""
    if len(response) > MAX_CHARACTERS:
        why = f"the response has more than {MAX_CHARACTERS:,} characters."
    if why:
        return Judgement(None, "program", "abstained", reason=why)
    root = outline(response)
    made = [_judged(demand, root) for demand in demands]
    for said in (False, None):
        if found := next((one for one in made if one.satisfied is said), None):
            return found
    sheets = [one.worksheet for one in made if one.worksheet]
    return replace(made[0], worksheet=_joined(sheets))


def _joined(sheets: list[Worksheet]) -> Worksheet:
    """The worksheets of a constraint that demands several things as one."""
    first = sheets[0]
    if len(sheets) == 1:
        return first
    parts = [
        replace(part, name=f"{part.name}, {sheet.quantity} {sheet.scope}: {sheet.bound}")
        for sheet in sheets
        for part in sheet.parts
    ]
    return replace(first, parts=tuple(parts), bound="; ".join(sheet.bound for sheet in sheets))


def _judged(demand: Requirement, root: Node) -> Judgement:
    adder = Adder(root, _subject(demand), _aims(demand))
    try:
        weekly = demand.scope == "week" or (demand.whole and "week" in demand.text.casefold())
        if weekly and demand.subject != "session" and len(list(parts_of(root, "week"))) > 1:
            raise Open("the plan has several weeks.")
        named = (one for kind in ("week", "day", "session") for one in parts_of(root, kind))
        if weekly and next(named, None) is None:
            raise Open("the plan names no days, and may be for less than a week.")
        groups = _groups(demand, root, adder)
        if not groups:
            raise Open(f"nothing was found that {demand.subject} could be read of.")
    except Open as doubt:
        return Judgement(None, "program", "abstained", reason=str(doubt))
    sheet = _worksheet(demand, groups, root, adder)
    if (demand.scope in ("plan", "week") or sheet.satisfied) and (again := decision.left_out(root)):
        why = f"it is not clear what {short(again.text)} repeats."
        return Judgement(None, "program", "abstained", why)
    if sheet.satisfied is None:
        return Judgement(None, "program", "abstained", reason(sheet), worksheet=sheet)
    return Judgement(sheet.satisfied, "program", worksheet=sheet)


def _subject(demand: Requirement) -> str:
    if demand.measure == "duration":
        return "time"
    return decision.SUBJECTS.get(demand.subject, demand.subject)


def _aims(demand: Requirement) -> tuple[float, ...]:
    return tuple(end for end in (demand.bound.low, demand.bound.high) if math.isfinite(end))


def _groups(demand: Requirement, root: Node, adder: Adder) -> list[Group]:
    match demand.measure:
        case "count":
            return decision.counts(demand, root)
        case "amount" if demand.subject in ("set", "rep"):
            return decision.sets(demand, root)
        case "amount":
            return decision.amounts(demand, root, adder)
        case "tonnage":
            return decision.tonnages(demand, root)
        case "weight":
            return decision.weights(root)
        case "clock":
            return schedules.clocks(demand, root)
        case "gap":
            return schedules.gaps(root)
    if demand.subject == "session":
        return schedules.sessions_lengths(demand, root, adder)
    if demand.scope in ("entry", "exercise"):
        return schedules.each_entry(demand, root, adder)
    return schedules.durations(demand, root)


def _worksheet(demand: Requirement, groups: list[Group], root: Node, adder: Adder) -> Worksheet:
    return Worksheet(
        demand.subject,
        demand.unit,
        _bound_text(demand),
        " ".join(filter(None, (SCOPES[demand.scope], demand.only))),
        _capability(demand, root),
        tuple(group.part(demand.bound) for group in groups),
        _claims(root),
        _numbers(root, adder),
    )


def reason(sheet: Worksheet) -> str:
    """What the first open part hangs on, in a sentence."""
    part = next(part for part in sheet.parts if part.satisfied is None)
    said = part.open[0] if part.open else ""
    # "whether …", "what …"; or a sentence: "'Nuts' has no figure".
    hangs = f"; it hangs on {said}" if said.startswith(("wh", "the")) else f", as {said}"
    hangs = hangs if said else ""
    if part.open and part.high is not None and math.isinf(part.high) and not part.entries:
        return f"{part.name}: {part.open[0]}."
    return f"{part.name} comes to {between(part.total, part.high, sheet.unit)}{hangs}."


def _capability(demand: Requirement, root: Node) -> Capability:
    match demand.measure:
        case "count":
            return "counting"
        case "tonnage" | "weight":
            return "multiplication and summation"
        case "clock" | "gap":
            return "date-time"
        case "duration":
            clocks = sum(
                q.dimension in ("clock", "span") for one in root.walk() for q in one.quantities
            )
            return "date-time" if clocks > 1 else "summation"
    return "summation"


def _bound_text(demand: Requirement) -> str:
    said = []
    if demand.measure != "clock":
        said.append(demand.bound.text(demand.unit))
    if demand.distinct:
        said.append("each name once")
    if demand.daypart:
        said.append(f"in the {demand.daypart}")
    said += [f"{name} {what}" for name, what in (("before", demand.before), ("after", demand.after))
             if what]  # fmt: skip
    for name, bound in (("starts", demand.start), ("ends", demand.end)):
        if bound is not None:
            said.append(f"{name} {_clock_bound(bound)}")
    return ", ".join(said)


def _clock_bound(bound: Bound) -> str:
    if bound.low == bound.high:
        return f"at {clock(bound.low)}"
    if math.isinf(bound.high):
        return f"{'after' if bound.strict else 'not before'} {clock(bound.low)}"
    if math.isinf(bound.low):
        return f"{'before' if bound.strict else 'not after'} {clock(bound.high)}"
    return f"between {clock(bound.low)} and {clock(bound.high)}"


def _numbers(root: Node, adder: Adder) -> tuple[Number, ...]:
    """Every number of the plan with its role: those that were added, and the others."""
    read_ones = {(id(one.node), one.quantity.start): one for one in adder.ledger}
    made = []
    for node in root.walk():
        # The numbers of a row are those of its cells.
        in_row = node.shape == "cell" and node.parent is not None and node.parent.shape == "row"
        found = [] if in_row else measured(node)
        for one in found:
            used = read_ones.get((id(one.node), one.quantity.start))
            role, why = (used.role, used.why) if used else _unused(one, adder.subject)
            made.append(Number(one.text, one.subject, role, why, span_of(one)))
            if len(made) == MAX_NUMBERS:
                return tuple(made)
    return tuple(made)


def _unused(one: Mention, subject: str) -> tuple[str, str]:
    if one.subject != subject:
        return "other", ""
    if one.node.beside:
        return "note", "it stands beside the plan"
    return "note", "no part that was added"


def _claims(root: Node) -> tuple[str, ...]:
    """The response's claims about itself: title, goals, totals, last sentences."""
    found = []
    for node in root.walk():
        title = node.shape in ("heading", "line") and not node.kind and node.parent is root
        claims = node.beside or node.shape == "sentence" or (title and node.children)
        if claims and node.quantities:
            found.append(cut(node.text, 100))
        if len(found) == 8:
            break
    return tuple(found)
