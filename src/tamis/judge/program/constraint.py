"""A constraint in words becomes a `Requirement`."""

from __future__ import annotations

import math
import re
from dataclasses import replace

from tamis.judge.program import clock
from tamis.judge.program.numbers import NUMBER, RANGE, between, plain, spans, value
from tamis.judge.program.requirement import Bound, Measure, Requirement, Scope
from tamis.types import InputError

# Longest first: "no more than" holds "more than", "not less than" holds "less than".
_COMPARISONS: tuple[tuple[str, str], ...] = (
    (
        r"greater than or equal(?: to)?|more than or equal(?: to)?|equal to or (?:greater|more|"
        r"higher) than|no (?:less|fewer|lower|shorter) than|not (?:be |go |fall |drop )?"
        r"(?:less|fewer|lower|below|under|shorter)(?: than)?|at least|>=|≥|⩾|"
        r"(?:a |the )?minim(?:um|al)(?: of)?(?: is| be)?|min\b\.?(?! ?/)",
        "low",
    ),
    (
        r"less than or equal(?: to)?|(?:fewer|lower) than or equal(?: to)?|equal to or (?:less|"
        r"lower|fewer) than|no (?:more|greater|higher|longer|later) than|(?:not|never) "
        r"(?:be |go )?(?:exceed(?:ing)?|surpass|(?:more|greater|higher|longer)(?: than)?|above|"
        r"over|beyond)|at most|up to|<=|≤|⩽|(?:be )?(?:limited|capped|restricted) (?:to|at)|"
        r"(?:a |the )?maxim(?:um|al)(?: of)?(?: is| be)?|max\b\.?|without exceeding|"
        r"cannot exceed|can't exceed",
        "high",
    ),
    (r"more than|greater than|higher than|longer than|exceed(?:s|ing)?|above|over|>", "above"),
    (r"less than|fewer than|lower than|shorter than|below|under|<", "below"),
    (r"exactly|precisely|equals?(?: to)?|=", "exact"),
    (r"about|around|approximately|approx\.?|roughly|circa|close to|nearly|~", "about"),
)
_COMPARISON = re.compile(
    "|".join(f"(?P<{name}>(?<!\\w)(?:{words})(?!\\w))" for words, name in _COMPARISONS),
    re.IGNORECASE,
)
_AFTER = re.compile(
    r"\s*[\w/]*\s*(?:\w+\s+)?(?:or (?P<low>more|above|higher|greater|longer)|or (?P<high>less|"
    r"fewer|below|lower|shorter|under)|(?P<least>minimum|min\b)|(?P<most>maximum|max\b))",
    re.IGNORECASE,
)
_BETWEEN = re.compile(
    rf"\b(?:between|from)\s+(?P<a>{NUMBER})\s*(?P<unit>[a-z]*)\s*(?:and|to|-)\s*(?P<b>{NUMBER})",
    re.IGNORECASE,
)
_QUANTITY = re.compile(rf"(?<![\w.,:/]){RANGE}", re.IGNORECASE)

_EACH = r"(?:each|every|per|a|any)"
_SCOPES: tuple[tuple[Scope, str], ...] = (
    ("direction", r"each way|each direction|both ways|both directions|one[ -]way|to and from"),
    ("exercise", r"\b(?:each|every|per) (?:\w+ )?exercise"),
    ("meal", r"\b(?:each|every|per) (?:individual |single )?meal\b(?! plan)"),
    (
        "session",
        r"\b(?:each|every|per|all|any|in a|the) (?:\w+ )?(?:session|workout|training)s?\b"
        r"(?! (?:plan|routine|program|schedule|week))|\b(?:each|every|per) (?:\w+ )?session",
    ),
    ("day", r"\b(?:each|every|per|a) (?:\w+ )?day\b(?!-)|\bdaily\b|/ ?day\b|\bin a day\b"),
    ("week", r"\b(?:each|every|per|a) week\b|\bweekly\b|/ ?week\b"),
)
_WHOLE = re.compile(
    r"\bwhole\b|\bentire\b|\boverall\b|for the (?:routine|plan|program|week)|"
    r"across (?:all|the)|over (?:the|all|\d+) |(?:days|sessions|meals|workouts) combined",
    re.IGNORECASE,
)

_NUTRIENTS = {
    "calorie": r"(?:kilo)?calor(?:y|ies?|ic)|kcals?|cals?\b",
    "protein": r"proteins?",
    "fat": r"fats?\b",
    "carbohydrate": r"carb(?:ohydrate)?s?\b",
    "fiber": r"fib(?:er|re)",
    "sugar": r"sugars?\b",
    "sodium": r"sodium|salt\b",
    "cholesterol": r"cholesterol",
}
_NUTRIENT_UNITS = {"calorie": "kcal", "sodium": "mg", "cholesterol": "mg"}
_MASS = re.compile(r"\s*-?(?P<unit>mg|milligrams?|g|grams?|gr)\b", re.IGNORECASE)
_TONNAGE = re.compile(
    r"tonnage|weight lifted|lifted weight|total (?:lifting|lift|weight|volume|load)|lift(?:ing)? "
    r"volume|\blift",
    re.IGNORECASE,
)
_WEIGHT_UNITS = {"kg": 1.0, "kilogram": 1.0, "kilo": 1.0, "t": 1000.0, "ton": 1000.0}
_WEIGHT_UNITS |= {"tonne": 1000.0, "lb": 0.45359237, "pound": 0.45359237}
_WEIGHT = re.compile(r"\s*-?(kg|kilogram|kilo|lb|pound|tonne|ton|t)s?\b", re.IGNORECASE)

_COUNTED: tuple[tuple[str, str], ...] = (
    ("rest day", r"rest(?:ing)?[ -]days?|days? (?:of|off for) rest|days? off"),
    ("exercise", r"exercises?|movements?"),
    ("session", r"sessions?|(?<!the )workouts?\b(?! (?:plan|routine|session))|training days?|"
     r"workout days?"),
    ("snack", r"snacks?"),
    ("meal", r"meals?\b(?! plan)"),
    ("set", r"sets?"),
    ("rep", r"reps?|repetitions?"),
    ("week", r"weeks?(?! long)|-week"),
    ("day", r"days?|-day"),
    ("food", r"food items?|dishes|foods?|items? of food"),
)  # fmt: skip
_DAYPART = re.compile(r"\bin the (?P<one>morning|afternoon|evening)|\bat (?P<two>night)\b", re.I)


def read(constraint: str) -> Requirement:
    """What a constraint demands; InputError, in one sentence, where that is not understood."""
    text = " ".join(plain(constraint).split()).rstrip(" .")
    if not text:
        raise InputError("the constraint is empty.")
    # What stands in parentheses explains the figure ("3 meals per day for 2 days").
    outer = " ".join(re.sub(r"\([^()]*\)", " ", text).split())
    aside = " ".join(re.findall(r"\(([^()]*)\)", text))
    outer = outer or text
    for attempt in (_nutrient, _tonnage, _length, _count, _clock):
        found = attempt(outer)
        if found is not None:
            if found.scope == "plan" and re.search(_SCOPES[0][1], aside, re.IGNORECASE):
                found = replace(found, scope="direction")
            return replace(found, text=constraint.strip())
    raise InputError(f"the program does not understand {' '.join(constraint.split())[:200]!r}.")


def _scope(text: str) -> Scope:
    for scope, words in _SCOPES:
        if re.search(words, text, re.IGNORECASE):
            return scope
    return "plan"


def _bound(text: str, start: int, end: int, low: float, high: float, factor: float = 1) -> Bound:
    """The bound on the number at `start:end` of `text`, in units of `factor`."""
    low, high = low * factor, high * factor
    if low != high:
        return Bound(low, high)
    kind, about = "exact", False
    for found in _COMPARISON.finditer(text, 0, start):
        if found.lastgroup == "about":
            about = True
        else:
            kind = found.lastgroup or "exact"
    if (after := _AFTER.match(text, end)) is not None:
        kind = "low" if after["low"] or after["least"] else "high"
    match kind:
        case "low":
            return Bound(low=low, about=about)
        case "high":
            return Bound(high=high, about=about)
        case "above":
            return Bound(low=low, strict=True)
        case "below":
            return Bound(high=high, strict=True)
    return Bound(low, high, about=about)


def _quantities(text: str) -> list[tuple[int, int, float, float]]:
    """The numbers of `text`: start, end, least and greatest value."""
    found = []
    taken = -1
    for match in _BETWEEN.finditer(text):
        both = value(match["a"]), value(match["b"])
        found.append((match.start(), match.end(), both[0].low, both[1].high))
        taken = match.end()
    for match in _QUANTITY.finditer(text):
        if match.start() >= taken:
            amount = between(match["low"], match["high"])
            found.append((match.start(), match.end(), amount.low, amount.high))
    return found


def _nutrient(text: str) -> Requirement | None:
    named = [
        (found.start(), subject)
        for subject, words in _NUTRIENTS.items()
        for found in re.finditer(rf"\b(?:{words})", text, re.IGNORECASE)
    ]
    if not named:
        return None
    for start, end, low, high in _quantities(text):
        unit = _MASS.match(text, end)
        tail = text[end : end + 20]
        calories = re.match(rf"\s*-?(?:{_NUTRIENTS['calorie']})", tail, re.IGNORECASE)
        # "150 grams of protein", else the nutrient that the sentence names first; a bare number
        # ("the caloric intake is 3100") too, where nothing else is counted by it.
        after = re.match(r"\s*(?:of )?(\w+)", text[unit.end() :] if unit else tail)
        if calories:
            subject = "calorie"
        elif (
            unit is None
            and after is not None
            and re.match(
                r"\s*-?(?:days?|meals?|sessions?|weeks?|exercises?|hours?|min)", tail, re.IGNORECASE
            )
        ):
            continue
        else:
            following = [s for at, s in named if unit and at in range(unit.end(), unit.end() + 9)]
            others = [s for _, s in sorted(named) if s != "calorie" or unit is None]
            if not (following or others):
                continue
            subject = (following or others)[0]
        if subject == "calorie" and unit is not None:
            raise InputError(f"the constraint gives calories in {unit['unit']}: {text[:200]!r}.")
        own = _NUTRIENT_UNITS.get(subject, "g")
        factor = 1.0
        if unit is not None and unit["unit"].lower().startswith("m") != (own == "mg"):
            factor = 0.001 if own == "g" else 1000.0
        scope = _scope(text)
        if scope == "week" or (scope == "plan" and re.search(r"\bburn", text, re.IGNORECASE)):
            scope = "session" if re.search(r"\bburn", text, re.I) and scope == "plan" else "plan"
            if _WHOLE.search(text) or "plan" in text.lower():
                scope = "plan"
        measured: Measure = "amount"
        bound = _bound(text, start, end, low, high, factor)
        return Requirement(text, subject, measured, bound, own, scope)
    return None


def _tonnage(text: str) -> Requirement | None:
    for start, end, low, high in _quantities(text):
        unit = _WEIGHT.match(text, end)
        if unit is None or not _TONNAGE.search(text):
            continue
        factor = _WEIGHT_UNITS[unit[1].lower()]
        scope = _scope(text)
        if scope == "plan" and not _WHOLE.search(text):
            scope = "session"
        bound = _bound(text, start, end, low, high, factor)
        return Requirement(text, "tonnage", "tonnage", bound, "kg", scope)
    return None


_SESSION_LENGTH = re.compile(
    r"\b(?:sessions?|workouts?|exercises?|training|meals?|days?)\b.*\b(?:last|long|duration|take|"
    r"length|be (?:\w+ ){0,3}\d|minutes long)|\b(?:duration|length) of (?:each|every|the|a)\b",
    re.IGNORECASE,
)
_FILLER = re.compile(
    r"\b(?:the|a|an|daily|schedule|must|should|has to|have to|needs? to|include[sd]?|contain|have|"
    r"has|allow|allocate[sd]?|dedicate[sd]?|spend|be|is|of|for|to|at|in|on|with|and|total|time|"
    r"each|every|per|day|exactly|minutes?|hours?|long|duration|last|least|most|up|there|"
    r"someone|user|i|my|me|must|not|no|way|direction|plan|amount|period|block|"
    r"minimum|maximum|uninterrupted|single|spent|dedicated|"
    r"scheduled|assigned|number|devoted|set aside|aside|during|between|from|"
    r"equal|more|less|than|or|exceed|limited|about|around|approximately|roughly)\b",
    re.IGNORECASE,
)


def _length(text: str) -> Requirement | None:
    found = list(spans(text))
    ranged = _BETWEEN.search(text)
    if not found:
        return None
    span = found[0]
    low, high, start = span.minutes.low, span.minutes.high, span.start
    if ranged is not None and ranged.end() > span.start:
        both = value(ranged["a"]), value(ranged["b"])
        factor = span.minutes.low / both[1].low if both[1].low else 1.0
        low, high, start = both[0].low * factor, both[1].high * factor, ranged.start()
        if ranged["unit"] and len(found) > 1:
            low, high = found[0].minutes.low, found[1].minutes.high
            found = found[1:]
    bound = _bound(text, start, span.end, low, high)
    scope = _scope(text)
    if re.match(r"\s*(?:\(\s*)?(?:day|schedule)", text[span.end :]) and high >= clock.DAY:
        return None
    part = _DAYPART.search(text)
    daypart = (part["one"] or part["two"]).lower() if part else ""
    at = clock.first(text[span.end :]) or clock.first(text[: span.start])
    begins = ends = None
    if at is not None:
        begins = Bound(at.start.minute, at.start.minute)
        ends = Bound(at.end.minute, at.end.minute) if at.end else None
    subject = _activity(text[: span.start] + " ~ " + _untimed(text[span.end :]))
    times = 1
    if len(found) > 1 and ranged is None:
        # "1 hour for commuting to work and 1 hour for commuting from work"
        if len(found) == 2 and found[0].minutes == found[1].minutes:
            scope, times = "direction", 2
            subject = _activity(text[found[0].end : found[1].start])
            subject = re.sub(r"\b(?:to|from) work\b", "", subject).strip() or subject
        else:
            return None
    if scope in ("session", "exercise", "meal") and _SESSION_LENGTH.search(text):
        return Requirement(text, scope, "duration", bound, "min", scope)
    if not subject and re.search(r"\b(?:session|workout|routine)s?\b", text, re.IGNORECASE):
        return Requirement(text, "session", "duration", bound, "min", "session")
    if not subject:
        return None
    single = bool(re.search(r"uninterrupted|consecutive|continuous|straight", text, re.I))
    return Requirement(
        text, subject, "duration", bound, "min", scope, daypart, begins, ends, single, times
    )


def _untimed(text: str) -> str:
    at = clock.first(text)
    return text if at is None else text[: at.at] + " " + text[at.until :]


def _activity(text: str) -> str:
    """The activity that a clause is about: what remains without the words around it."""
    text = _COMPARISON.sub(" ", _DAYPART.sub(" ", text))
    text = re.sub(rf"{NUMBER}|[^\w\s'&/-]", " ", text)
    text = re.sub(r"(?<!\w)-|-(?!\w)", " ", text)
    return " ".join(_FILLER.sub(" ", text).lower().split())


def _count(text: str) -> Requirement | None:
    quantities = _quantities(text)
    if not quantities:
        return None
    scope = _scope(text)
    # "Number of exercises per session must be equal to 5": the noun stands before the number.
    named = re.search(r"\bnumber of (?:\w+ )?", text, re.IGNORECASE)
    if named is not None:
        subject = _noun(text[named.start() + 10 :])
        if subject is not None:
            start, end, low, high = quantities[-1]
            return _counted(text, subject, _bound(text, start, end, low, high), scope)
    for start, end, low, high in quantities:
        subject = _noun(text[end:], near=True)
        if subject is not None:
            return _counted(text, subject, _bound(text, start, end, low, high), scope)
    before = re.match(r"(?:the )?(?:total |daily |weekly )*(\w+)(?: count)?", text, re.IGNORECASE)
    if before is not None and (subject := _noun(before[1])) is not None:
        start, end, low, high = quantities[-1]
        return _counted(text, subject, _bound(text, start, end, low, high), scope)
    return None


def _counted(text: str, subject: str, bound: Bound, scope: Scope) -> Requirement | None:
    if subject == scope or (subject == "day" and scope == "week"):
        scope = "plan"
    if subject in ("set", "rep"):
        return Requirement(text, subject, "amount", bound, "", scope)
    if (
        subject == "exercise"
        and scope == "plan"
        and re.search(r"\bsession|workout\b(?! (?:plan|r))", text, re.IGNORECASE)
    ):
        scope = "session" if not re.search(r"\btotal\b|across|all", text, re.I) else "plan"
    return Requirement(text, subject, "count", bound, "", scope)


def _noun(text: str, near: bool = False) -> str | None:
    """What is counted: the first counted noun, or that within two words where it must be near."""
    best: tuple[int, str] | None = None
    for subject, words in _COUNTED:
        if (found := re.search(rf"(?<![\w])-?\s?(?:{words})(?!\w)", text, re.IGNORECASE)) is None:
            continue
        if near and len(text[: found.start()].split()) > 2:
            continue
        if best is None or found.start() < best[0]:
            best = (found.start(), subject)
    return None if best is None else best[1]


_VERB = (
    (re.compile(r"\b(?:start|begin|commence)s?(?:ing)?\b|\bno earlier than|not before|\bafter\b",
                re.I), "start"),
    (re.compile(r"\b(?:end|finish|stop|conclude|be done|be over)(?:e?s|ing)?\b|\bby\b|\bbefore\b",
                re.I), "end"),
)  # fmt: skip
_CLOCK_FILLER = re.compile(
    r"\b(?:start|begin|end|finish|stop|conclude|done|over|early|earlier|later|late|o'clock|am|pm|"
    r"take|takes|place|occur|happen|scheduled?|take place|until|till|before|after|by|than|served|"
    r"placed|somewhere|within)(?:e?s|ning|ing)?\b",
    re.IGNORECASE,
)


def _clock(text: str) -> Requirement | None:
    at = clock.first(text)
    if at is None:
        return None
    around = text[: at.at] + " ~ " + text[at.until :]
    subject = " ".join(_CLOCK_FILLER.sub(" ", _activity(around)).split())
    lead = text[: at.at].lower()
    verb = None
    for pattern, name in _VERB:
        if pattern.search(lead):
            verb = name
            break
    if not subject:
        return None
    exact = Bound(at.start.minute, at.start.minute)
    if at.end is not None:
        inside = Bound(at.start.minute, math.inf), Bound(-math.inf, at.end.minute)
        if not re.search(r"\bbetween\b|\bwithin\b", lead) and re.search(r"\bfrom\b", lead):
            inside = exact, Bound(at.end.minute, at.end.minute)
        return Requirement(text, subject, "clock", exact, "", "plan", start=inside[0],
                           end=inside[1])  # fmt: skip
    bound = exact
    if re.search(r"\b(?:by|before|no later than|latest|at most|not later than)\b", lead):
        bound = Bound(high=at.start.minute)
    elif re.search(r"\b(?:after|no earlier than|not before|not earlier than|earliest)\b", lead):
        bound = Bound(low=at.start.minute)
    if verb is None and not re.search(r"\bat\b|\bfrom\b", lead) and bound is exact:
        return None
    if verb == "end" and not (bound.low == -math.inf and re.search(r"\bstart|begin", lead)):
        return Requirement(text, subject, "clock", exact, "", "plan", end=bound)
    return Requirement(text, subject, "clock", exact, "", "plan", start=bound)
