"""Constraints on a schedule: how long something lasts, and when it begins or ends."""

from __future__ import annotations

import math
import re

from tamis.checking.program import clock
from tamis.checking.program.amounts import NUMBER, Span, spans, value
from tamis.checking.program.bounds import BETWEEN, COMPARISON, Quantity, bound_on
from tamis.checking.program.requirement import Bound, Requirement
from tamis.types import InputError

_DAYPART = re.compile(r"\bin the (?P<one>morning|afternoon|evening)|\bat (?P<two>night)\b", re.I)
_PLACED = re.compile(
    r"\b(?P<where>before|after)\s+(?:the |their |my |his |her )?"
    r"(?P<what>[a-z]+(?: [a-z]+){0,2} ?)$",
    re.IGNORECASE,
)
_FILLER = re.compile(
    r"\b(?:the|an?|daily|schedule[sd]?|must|should|has|have|had|needs? to|include[sd]?|including|"
    r"contain|allow|allocate[sd]?|dedicate[sd]?|spend|be|is|are|of|for|to|at|in|on|with|and|total|"
    r"time|each|every|per|day|exactly|minutes?|hours?|long|duration|lasts?|least|most|up|there|"
    r"user|i|my|me|must|not|no|way|direction|plan|amount|period|block|minimum|maximum|"
    r"uninterrupted|single|spent|assigned|number|devoted|set|aside|during|between|from|equal|more|"
    r"less|than|or|exceed|limited|about|around|approximately|roughly|both|session|person|agent|"
    r"workout plan|provide|give|so|that|it|as|throughout|worth|some|any|dedicated|activity|"
    r"activities|planned|reserve[sd]?)\b",
    re.IGNORECASE,
)
_VERBS = re.compile(
    r"\b(?:start|begin|end|finish|stop|conclude|done|over|early|earlier|later|late|latest|earliest|"
    r"o'clock|am|pm|take|takes|place|occur|happen|until|till|before|after|by|than|served|placed|"
    r"within|held|eaten|working hours)(?:e?s|ning|ing)?\b",
    re.IGNORECASE,
)


_SUBJECT = re.compile(
    r"^(?:(?:the|each|every|daily|workout|session|schedule|plan|routine|training|day|program)\b\s*)+"
    r"(?=must|should|shall|needs?|has to|will)",
    re.IGNORECASE,
)

_AT = re.compile(r"\b(?:at|from)\s*$", re.IGNORECASE)
_TRAVEL = re.compile(r"commut|travel|driv(?:e|ing)|journey|\btrips?\b|\bway\b|direction", re.I)


def time(text: str) -> Requirement | None:
    """The requirement of a constraint on a schedule; None for any other constraint."""
    return _length(text) or _clock(text)


def _length(text: str) -> Requirement | None:
    found = list(spans(text))
    if not found:
        return None
    ranged = BETWEEN.search(text)
    if ranged is not None and re.search(
        r"\d ?[ap]\.?m\b", ranged[0] + text[ranged.end() :][:4], re.I
    ):
        raise InputError(f"the program cannot judge what lasts {ranged[0]!r} in {text[:200]!r}.")
    quantity = _quantity(text, found, ranged)
    if quantity.high >= clock.DAY and re.match(
        r"\s*+(?:-\s*+)?(?:day|schedule)", text[quantity.end :]
    ):
        return None
    if re.match(
        r"\s*(?:long\s*)?(?:before|after|earlier|later|from|until)\b", text[quantity.end :]
    ):
        raise InputError(f"the program cannot judge a distance in time in {text[:200]!r}.")
    both = (
        ranged is None
        and len(found) == 2
        and found[0].minutes == found[1].minutes
        and _TRAVEL.search(text) is not None
    )
    if len(found) > (2 if ranged is not None or both else 1):
        return None
    lead = _SUBJECT.sub(" ", text[: quantity.start])
    about = lead + " ~ " + text[quantity.end :]
    scope = "plan"
    if both or re.search(r"each way|each direction|both ways|both directions|\beach time\b", text):
        # "1 hour for commuting to work and 1 hour for commuting from work"
        scope = "direction"
        about = text[found[0].end : found[1].start if both else None]
    before, after, about = _placed(about)
    at = _moment(text[quantity.end :]) or _moment(text[: quantity.start])
    if at is not None:
        about = _without(about)
    part = _DAYPART.search(text)
    subject = _activity(about)
    if not subject:
        return None
    return Requirement(
        text,
        subject,
        "duration",
        bound_on(text, quantity),
        "min",
        "direction" if scope == "direction" else "plan",
        daypart=(part["one"] or part["two"]).lower() if part else "",
        before=before,
        after=after,
        start=Bound(at.start.minute, at.start.minute) if at else None,
        end=Bound(at.end.minute, at.end.minute) if at and at.end else None,
    )


def _moment(text: str) -> clock.Found | None:
    """The clock time at which something must be; InputError for "before 8 AM"."""
    at = clock.first(text)
    if at is not None and not _AT.search(text[: at.at]):
        raise InputError(f"the program cannot judge a length and a time in {text[:200]!r}.")
    return at


def _quantity(text: str, found: list[Span], ranged: re.Match[str] | None) -> Quantity:
    """The demanded length in minutes; "between 2 and 3 hours" has its unit at the end."""
    span = found[0]
    if ranged is None or ranged.end() <= span.start:
        return Quantity(span.start, span.end, span.minutes.low, span.minutes.high)
    if ranged["unit"] and len(found) > 1:
        return Quantity(ranged.start(), found[1].end, span.minutes.low, found[1].minutes.high)
    factor = span.minutes.low / (value(ranged["b"]).low or 1.0)
    low, high = value(ranged["a"]).low * factor, value(ranged["b"]).low * factor
    return Quantity(ranged.start(), span.end, low, high)


def _placed(text: str) -> tuple[str, str, str]:
    """The activity that this one must come before or after, and the text without that."""
    found = _PLACED.search(text.strip())
    if found is None:
        return "", "", text
    what = found["what"].strip().lower()
    rest = text.strip()[: found.start()]
    return (what, "", rest) if found["where"].lower() == "before" else ("", what, rest)


def _without(text: str) -> str:
    """The text without its clock time."""
    at = clock.first(text)
    return text if at is None else text[: at.at] + " " + text[at.until :]


def _activity(text: str) -> str:
    """The activity that a clause is about: what remains without the words around it."""
    text = COMPARISON.sub(" ", _DAYPART.sub(" ", text))
    text = re.sub(rf"{NUMBER}|[^\w\s'&/-]", " ", text)
    text = re.sub(r"(?<!\w)-|-(?!\w)", " ", text)
    return " ".join(_FILLER.sub(" ", text).lower().split())


def _clock(text: str) -> Requirement | None:
    if re.search(r"\bbetween\b", text, re.IGNORECASE):
        text = re.sub(r"\band\b", "to", text)
    at = clock.first(text)
    if at is None:
        return None
    if clock.first(text[at.until :]) is not None:
        raise InputError(f"the constraint gives more than one time: {text[:200]!r}.")
    subject = " ".join(_VERBS.sub(" ", _activity(text[: at.at] + " ~ " + text[at.until :])).split())
    lead = text[: at.at].lower()
    if not subject:
        return None
    exact = Bound(at.start.minute, at.start.minute)
    if at.end is not None:
        within = Bound(at.start.minute, at.end.minute)
        if re.search(r"\b(?:start|begin|commence|wake|get up|go to|bed)", lead):
            return Requirement(text, subject, "clock", exact, "clock", start=within)
        if re.search(r"\b(?:end|finish|stop|conclude)", lead):
            return Requirement(text, subject, "clock", exact, "clock", end=within)
        start, end = Bound(at.start.minute, math.inf), Bound(-math.inf, at.end.minute)
        if re.search(r"\bfrom\b", lead) and not re.search(r"\b(?:between|within)\b", lead):
            start, end = exact, Bound(at.end.minute, at.end.minute)
        return Requirement(text, subject, "clock", exact, "clock", start=start, end=end)
    bound = exact
    if re.search(
        r"\b(?:by|before|no later than|at the latest|at most|not later than)\b", text, re.I
    ):
        before = re.search(r"\bbefore\b", lead) and not re.search(r"\bor before\b", text)
        bound = Bound(high=at.start.minute, strict=bool(before))
    elif re.search(r"\b(?:after|no earlier than|not before|not earlier than|earliest)\b", lead):
        bound = Bound(low=at.start.minute, strict=re.search(r"\bafter\b", lead) is not None)
    ends = re.search(r"\b(?:end|finish|stop|conclude|done|over)(?:e?s|ing)?\b", lead)
    starts = re.search(r"\b(?:start|begin|commence)", lead)
    if bound is exact and not (ends or starts or re.search(r"\b(?:at|from|around)\b", lead)):
        return None
    by = math.isinf(bound.low) and not starts and re.search(r"\b(?:by|before)\b", lead)
    if (ends and not starts) or (by and not re.search(r"\bbed|sleep|wake", lead)):
        return Requirement(text, subject, "clock", exact, "clock", end=bound)
    return Requirement(text, subject, "clock", exact, "clock", start=bound)
