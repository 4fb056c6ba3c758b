"""Demands of a clause on time: how long something lasts, and when it happens."""

from __future__ import annotations

import re
from collections.abc import Iterator

from tamis.checking.extraction.clauses import LONGEST, Clause, Plan, number
from tamis.checking.program.requirement import Scope


def training(scope: Scope | None) -> str:
    """The beginning of a demand on a workout: on each session unless another scope is given."""
    if scope == "plan":
        return "The workout plan must in total"
    part = {"day": "day of the workout plan", "week": "week", "exercise": "exercise"}
    return f"Each {part.get(scope or '', 'workout session')} must"


_FILLING = re.compile(
    r"\b(?:long|in (?:length|duration|total)|each|every|per|session|sessions|workout|workouts|time"
    r"|available|for|of|the|a|an|day|daily|week|weekly|training|total|exercise|exercises|or|more"
    r"|less"
    r"|please|at|least|most|to|minimum|maximum|max|min|whole|entire|plan|routine|cardio|strength"
    r"|exercising|lasting|so|about|in|is|class|way|direction)\b|[^\w]+",
    re.I,
)


def time(clause: Clause, plan: Plan) -> Iterator[str]:
    """A time span: the length of a session, or the time for an activity in a schedule."""
    if plan in ("schedule", "plan"):
        yield from _spent(clause)
    elif plan == "workout plan":
        amount = f"{number(clause)} {clause.quantity.unit}"
        after = clause.after[: _end_of_object(clause.after)]
        if not _FILLING.sub("", after):
            verb = "last" if clause.scope != "plan" else "last a total of"
            yield f"{training(clause.scope)} {verb} {amount}."
        else:
            what = _object(after)
            of = "" if _PREPOSITIONS.match(what) else "of "
            yield f"{training(clause.scope)} include {amount} {of}{what}."


_OBJECT_ENDS = re.compile(
    r"[,:](?!\d)|[;—]|\s(?:and|but|plus|while|so|because|since|as|that|which|where|then|too"
    r"|please|or more|or less|or so|at least|at most|a day|per day|each day|every day|daily|minimum"
    r"|maximum|max)\b",
    re.I,
)
_SIDES = re.compile(r"\((?:\w+ ){0,3}(?:way|direction)s?\)", re.I)
_TWO = re.compile(r"^( ?(?:of|for|on)? ?(?:the )?[\w-]+ and [\w-]+)\s*(?:$|[,.;:])")
_PREPOSITIONS = re.compile(r"(?:of|for|on|to|doing|in)\b", re.I)
_LOOSE_END = re.compile(r"(?:\s(?:from|at|by|for|of|in|to|is|are)){1,40}$", re.I)
_LONGEST_OBJECT = 10


def _end_of_object(after: str) -> int:
    if two := _TWO.match(after[:LONGEST]):
        return two.end(1)
    ends = _OBJECT_ENDS.search(after)
    return ends.start() if ends else len(after)


def _object(after: str) -> str:
    said = " ".join(after[: _end_of_object(after)].split()).strip(" .-–(")
    return _LOOSE_END.sub("", said)


def _spent(clause: Clause) -> Iterator[str]:
    """The activity that the time is spent on: the words after it, else those before it."""
    quantity = clause.quantity
    amount = f"{number(clause)} {quantity.unit}"
    what = _object(clause.after)
    if not what or len(what.split()) > _LONGEST_OBJECT or re.match(r"(?:in|at) ", what):
        what, where = _subject(clause.before), what
        if what and len(where.split()) <= 4:
            yield f"The schedule must include {amount} for {what}{' ' * bool(where)}{where}."
        return
    if re.match(r"(?:daily )?(?:schedule|day|timetable|plan)\b", what):
        return
    if clause.scope == "direction" or _SIDES.search(what):
        plain = _SIDES.sub("", what).strip()
        if re.match(r"(?:each|every|per|either|one) (?:way|direction)", plain, re.I):
            plain = f"for {_subject(clause.before)}"
        yield f"The schedule must include {amount} {plain} each way."
    elif _PREPOSITIONS.match(what):
        yield f"The schedule must include {amount} {what}."
    elif quantity.modifier and not clause.bound:
        article = "an" if quantity.number.startswith(("8", "11", "18")) else "a"
        single = quantity.unit.rstrip("s")
        yield f"The schedule must include {article} {quantity.number}-{single} {what}."
    else:
        yield f"The schedule must include {amount} for {what}."


_COMMON_WORDS = """
a an the i i'd i'll i'm i’d i’m me my we you it and but or so also then plus with for to of
on in at by from is are be been being should must shall will would could can may have has
had having get gets getting want wants like likes need needs include includes including fit
fits add adds make sure please that which who this these there their each every per day
daily about around exactly precisely approximately roughly least most more less than no not
up maximum minimum max min limited limit limiting limits last lasts lasting takes take
taking spend spends devote allocate reserve allow allows plan schedule set aside time block
blocks do does doing done total amount duration hours minutes until till only just some
maybe ideally if possible as well over under between within create design give help try go
going
"""
_COMMON = frozenset(_COMMON_WORDS.split())
_TOKEN = re.compile(r"[\w'’-]+")


def _subject(before: str) -> str:
    """The last content words before the quantity, such as "sleep" in "sleep for"."""
    words = _TOKEN.findall(before[-80:])
    while words and words[-1].lower() in _COMMON:
        words.pop()
    kept: list[str] = []
    while words and words[-1].lower() not in _COMMON and len(kept) < 3:
        kept.insert(0, words.pop())
    return " ".join(kept)


_STARTS = re.compile(r"\b(?:start|begin|commence)\w*\b", re.I)
_FINISHES = re.compile(r"\b(?:finish|end|stop|done|off|over|leave)\w*\b", re.I)
_VERBS = re.compile(
    r"\b(?:start|begin|commence|finish|end|stop|done|leave|off)\w*\b|\b(?:have|eat)\b", re.I
)
_BED = re.compile(
    r"\b(?:go(?:ing)? to bed|in bed|go(?:ing)? to sleep|asleep|bedtime|lights out)\b", re.I
)
_WAKE = re.compile(r"\b(?:wake|get|be|getting|waking) ?up\b|\bup\s+(?:at|by)\s*$", re.I)
_LINK = re.compile(
    r"\b(at|by|before|after|from|until|till|around|about|earlier than|later than)\s*$", re.I
)
_NEVER = re.compile(
    r"(?:\b\w*n['’]t|\bnot|\bnever)\b(?: be)?(?= (?:[\w'’-]+ ){0,4}\w+ ?$)"
    r"|\bno(?= (?:later|earlier) than ?$)",
    re.I,
)
_TURNED = {
    "before": "no earlier than",
    "earlier than": "no earlier than",
    "after": "no later than",
    "later than": "no later than",
}


def clock(clause: Clause, plan: Plan) -> Iterator[str]:
    """A clock time: when something must start or end."""
    if plan not in ("schedule", "plan"):
        return
    before, time = clause.before, clause.quantity.number
    link = _LINK.search(before)
    if link and (never := _NEVER.search(before)):
        said, at = before[: never.start()], _TURNED.get(link[1].lower(), "")
        said += before[never.end() : link.start()]
    else:
        said, at = before[: link.start()] if link else before, link[1].lower() if link else "at"
        at = "" if clause.denied else at
    if not at:
        return
    if _BED.search(said):
        yield f"Sleep must start {at} {time}."
        return
    if _WAKE.search(before):
        yield f"Sleep must end {at} {time}."
        return
    what = _subject(_VERBS.sub("the", said)) or _subject_behind(clause.after)
    if not what:
        return
    span = re.match(r"(?:from|between) ", time, re.I)
    if span or re.search(r"[–—-]| (?:to|until|till) ", time):
        words = time if span else f"from {time}"
        yield f"The schedule must include {what} {words}."
    elif _FINISHES.search(said):
        yield f"{what.capitalize()} must end {at} {time}."
    elif _STARTS.search(said):
        yield f"{what.capitalize()} must start {at} {time}."
    else:
        yield f"The schedule must include {what} {at} {time}."


def _subject_behind(after: str) -> str:
    """ "an 8 AM start of work" and the like."""
    found = re.match(r"\s*(?:start|finish|end) (?:of|to|for) (?:the |my )?(\w+)", after, re.I)
    return found[1] if found else ""
