"""Constraints on the figures of a plan: nutrients, weights, lengths of sessions, counts."""

from __future__ import annotations

import re

from tamis.checking.program.amounts import NUMBER, POUND, spans
from tamis.checking.program.bounds import COMPARISON, Quantity, bound_on, quantities
from tamis.checking.program.requirement import Bound, Requirement, Scope
from tamis.types import InputError

_SCOPES: tuple[tuple[Scope, str], ...] = (
    ("exercise", r"\b(?:each|every|per) (?:\w+ )?exercise"),
    (
        "meal",
        r"\b(?:each|every|per) (?:individual |single )?meals?\b(?! plan)|"
        r"\b(?:each|every) (?:breakfast|lunch|dinner|supper|brunch|snack)\b",
    ),
    (
        "session",
        r"\b(?:each|every|per|all|any|in a|the|a) (?:\w+ )?(?:session|workout|training)s?\b"
        r"(?! (?:plan|routine|program|schedule|week))|\b(?:each|every|per) (?:\w+ )?session",
    ),
    ("day", r"\b(?:each|every|per|a|any) (?:\w+ )?day\b(?!-)|\bdaily\b|/ ?day\b|\ball days\b"),
    ("week", r"\b(?:each|every|per|a|the) (?:\w+ )?week\b|\bweekly\b|/ ?week\b"),
)
_WHOLE = re.compile(
    r"\b(?:whole|entire|overall|combined|altogether|across|in total|in all)\b|"
    r"\btotal (?:workout |exercise |training )?(?:time|duration)\b(?!.*\b(?:each|per|every)\b)|"
    r"\b(?:for|of|in|over) (?:the|all) (?:routine|plan|program|week|\w+ (?:routine|plan|program))",
    re.IGNORECASE,
)
_NUTRIENTS = {
    "calorie": r"(?:kilo)?calor(?:y|ies?|ic)|kcals?|cals?\b",
    "protein": r"proteins?",
    "fat": r"fats?\b",
    "carbohydrate": r"carb(?:ohydrate)?s?\b",
    "fiber": r"fib(?:er|re)",
    "sugar": r"sugars?\b",
    "sodium": r"sodium",
    "cholesterol": r"cholesterol",
}
_UNITS = {"calorie": "kcal", "sodium": "mg", "cholesterol": "mg"}
_MASS = re.compile(r"\s*-?(?P<unit>mg|milligrams?|kg|kilograms?|grams?|gr|g)\b", re.IGNORECASE)
_CALORIES = re.compile(rf"\s*-?(?:{_NUTRIENTS['calorie']})", re.IGNORECASE)
_ELSE = re.compile(
    r"\s*-?(?:\w+ )?(?:days?|meals?|sessions?|weeks?|exercises?|hours?|min)", re.IGNORECASE
)
_TONNAGE = re.compile(r"tonnage|\blift|\b(?:total|training) (?:weight|volume|load)", re.IGNORECASE)
_WEIGHT = re.compile(r"\s*-?(kg|kilogram|kilo|lb|pound|tonne|ton|t)s?\b", re.IGNORECASE)
_KILOGRAMS = {"kg": 1.0, "kilogram": 1.0, "kilo": 1.0, "t": 1000.0, "ton": 1000.0}
_KILOGRAMS |= {"tonne": 1000.0, "lb": POUND, "pound": POUND}

_COUNTED: tuple[tuple[str, str], ...] = (
    ("rest day", r"rest(?:ing)?[ -]days?|days? off"),
    ("exercise", r"exercises?|movements?"),
    (
        "session",
        r"sessions?|workouts?\b(?! (?:plan|routine|sessions?|days?))|training days?|workout days?",
    ),
    ("set", r"sets?"),
    ("rep", r"reps?|repetitions?"),
    ("snack", r"snacks?"),
    ("meal", r"meals?\b(?! plan)"),
    ("week", r"weeks?(?! long)"),
    ("day", r"days?"),
)
_KNOWN = re.compile(
    r"\b(?:the|do|does|an?|must|should|shall|will|needs?|has|have|had|to|be|is|are|being|it|its|"
    r"that|which|"
    r"there|of|for|in|at|with|on|and|over|across|include[sd]?|including|contain(?:s|ed|ing)?|"
    r"consists?|corresponds?|spans?|covers?|comprises?|feature[sd]?|provide[sd]?|offers?|"
    r"supply|supplies|made|up|allow|lasts?|lasting|duration|length|long|takes?|time|total|totals|"
    r"number|count|amount|sum|value|numbers|each|every|per|all|any|whole|entire|overall|combined|"
    r"altogether|single|individual|day|days|daily|week|weeks|weekly|session|sessions|workouts?|"
    r"sets?|reps?|repetitions?|training|strength|cardio|cardiovascular|resistance|fitness|gym|"
    r"weight|weights|lift|lifts|"
    r"lifted|lifting|tonnage|volume|load|exercises?|movements?|meals?|meal|snacks?|plan|plans|"
    r"planned|planning|routine|routines|program|programme|schedule|design|designed|diet|dietary|"
    r"nutritional|nutrition|macros?|intake|consumption|consumed|content|food|foods|burn|burns|"
    r"burned|burnt|burning|kg|kgs|kilograms?|kilos?|lbs?|pounds?|t|tonnes?|tons?|g|gr|grams?|mg|"
    r"milligrams?|minutes?|mins?|hours?|hrs?|h|equal|equals|exactly|or|than|rest|resting|off|"
    r"different|distinct|unique|least|most|between|from|limited|agent|user|performed|"
    r"done|given|kept|keep|remain|stay|within|range|meet|meets|reach|reaches|achieve|as|by|a|"
    r"calorific|energy|response|minimum|maximum|minimal|maximal|only|breakfast|lunch|dinner|"
    r"supper|brunch|so|i|we|more|less|fewer|greater|higher|lower|longer|shorter|exceed)\b",
    re.IGNORECASE,
)
_PLACED = re.compile(
    r"\b(?:before|after|(?:the|only) (?:first|second|third|last)|both|one of|except|"
    r"(?:exercises?|meals?|days?|sessions?|snacks?) with|between the|"
    r"(?:more|less|fewer|greater|higher|lower|longer|shorter) than (?:the|any|that))\b",
    re.IGNORECASE,
)


def figure(text: str) -> Requirement | None:
    """The requirement of a constraint on a plan's figures; None for any other constraint."""
    for attempt in (_nutrient, _tonnage, _session_length, _count):
        if (found := attempt(text)) is not None:
            _complete(text)
            return found
    return None


def _complete(text: str) -> None:
    """InputError where the text has words that might restrict the demand."""
    if (placed := _PLACED.search(text)) is not None:
        raise InputError(f"the program cannot judge {placed[0]!r} in {text[:200]!r}.")
    if _figures_in(text) > 1:
        raise InputError(f"the constraint gives more than one figure: {text[:200]!r}.")
    rest = COMPARISON.sub(" ", text)
    for words in _NUTRIENTS.values():
        rest = re.sub(rf"\b(?:{words})\b", " ", rest, flags=re.IGNORECASE)
    rest = re.sub(rf"{NUMBER}\s*(?:k?g|mg)?\b(?!\s*[%±])", " ", rest, flags=re.IGNORECASE)
    left = re.findall(r"[^\W\d_]{2,}|[%±\d]", _KNOWN.sub(" ", rest))
    if left:
        raise InputError(f"the program cannot judge {' '.join(left)!r} in {text[:200]!r}.")


_BESIDE = re.compile(r"\b(?:for|of|over|in|across|per|every|each)\s+(?:the\s+)?$", re.IGNORECASE)


def _figures_in(text: str) -> int:
    """The number of demanded figures; "1 hour 15 minutes" is one, an added "for 3 days" is none."""
    lengths = list(spans(text))
    return sum(
        not any(length.start < q.start < length.end for length in lengths)
        and not (_ELSE.match(text, q.end) and _BESIDE.search(text[: q.start]))
        for q in quantities(text)
    )


def scope_of(text: str) -> Scope:
    """Where a constraint must hold: in each of something, or in all."""
    for scope, words in _SCOPES:
        if re.search(words, text, re.IGNORECASE):
            return scope
    return "plan"


def _nutrient(text: str) -> Requirement | None:
    named = sorted(
        (found.start(), subject)
        for subject, words in _NUTRIENTS.items()
        for found in re.finditer(rf"\b(?:{words})", text, re.IGNORECASE)
    )
    for quantity in quantities(text) if named else ():
        unit = _MASS.match(text, quantity.end)
        if _CALORIES.match(text, quantity.end):
            subject = "calorie"
        elif unit is None and _ELSE.match(text, quantity.end):
            continue
        else:
            # "150 grams of protein", else what the sentence names first.
            near = [s for at, s in named if unit and 0 <= at - unit.end() < 9]
            subject = (near or [s for _, s in named if s != "calorie" or unit is None] or [""])[0]
        if not subject:
            raise InputError(f"the constraint gives calories in grams: {text[:200]!r}.")
        own = _UNITS.get(subject, "g")
        factor = 1.0
        if unit is not None and unit["unit"].lower().startswith("m") != (own == "mg"):
            factor = 0.001 if own == "g" else 1000.0
        if unit is not None and unit["unit"].lower().startswith("k"):
            factor *= 1000.0
        scope = scope_of(text)
        burned = re.search(r"\bburn", text, re.IGNORECASE) is not None
        if _in_all(text, scope):
            scope = "plan"
        elif scope == "plan" and burned:
            scope = "plan" if re.search(r"\bplan\b|\broutine\b", text, re.I) else "session"
        bound = bound_on(text, quantity, factor)
        return Requirement(text, subject, "amount", bound, own, scope, _only(text))
    return None


def _in_all(text: str, scope: Scope) -> bool:
    """Whether all days or sessions together are meant, even if the words name a part too."""
    return scope == "week" or (_WHOLE.search(text) is not None and not _each(text))


def _each(text: str) -> bool:
    return re.search(r"\b(?:each|every|per|daily)\b", text, re.IGNORECASE) is not None


def _only(text: str) -> str:
    found = re.search(r"\b(breakfast|lunch|dinner|supper|brunch|snack)", text, re.IGNORECASE)
    return found[1].lower() if found else ""


def _tonnage(text: str) -> Requirement | None:
    for quantity in quantities(text):
        unit = _WEIGHT.match(text, quantity.end)
        if unit is None or not _TONNAGE.search(text):
            continue
        scope = scope_of(text)
        if scope == "week" or (scope == "session" and _WHOLE.search(text) and not _each(text)):
            scope = "plan"
        elif scope == "plan" and not _WHOLE.search(text):
            scope = "session"
        bound = bound_on(text, quantity, _KILOGRAMS[unit[1].lower()])
        return Requirement(text, "tonnage", "tonnage", bound, "kg", scope)
    return None


_LASTS = re.compile(
    r"\b(?:sessions?|workouts?|exercises?|training|meals?)\b.*\b(?:last\w*|long|duration|takes?|"
    r"length|be (?:\w+ ){0,4}\d)|\b(?:duration|length|time)\b.* (?:of|for) (?:each|every|the|an?)"
    r"\b|\b(?:workout|exercise|training) time\b",
    re.IGNORECASE,
)


def _session_length(text: str) -> Requirement | None:
    found = next(spans(text), None)
    if found is None or not _LASTS.search(text) or re.search(r"\bschedule\b", text, re.I):
        return None
    if re.search(r"\b(?:rest|warm|cool|stretch)", text, re.IGNORECASE):
        return None
    scope = scope_of(text)
    if _in_all(text, scope):
        scope = "plan"
    elif scope in ("plan", "day"):
        scope = "session"
    numbers = quantities(text)
    if not numbers or not numbers[0].high:
        return None
    quantity = numbers[0]
    minutes = found.minutes.low / quantity.high
    if quantity.low == quantity.high:
        quantity = Quantity(found.start, found.end, found.minutes.low, found.minutes.high)
        minutes = 1.0
    elif found.minutes.low != found.minutes.high:
        minutes = found.minutes.high / quantity.high
    bound = bound_on(text, quantity, minutes)
    return Requirement(text, "session", "duration", bound, "min", scope)


def _count(text: str) -> Requirement | None:
    found = quantities(text)
    if not found or next(spans(text), None) is not None:
        return None
    scope = scope_of(text)
    # "Number of exercises per session must be equal to 5": the noun is before the number.
    named = re.search(r"\bnumber of (?:\w+ )?", text, re.IGNORECASE)
    if named is not None and (subject := _noun(text[named.start() + 10 :])) is not None:
        return _counted(text, subject, bound_on(text, found[-1]), scope)
    nouns = [(q, _noun(text[q.end :], near=True)) for q in found]
    counted = [(q, subject) for q, subject in nouns if subject is not None]
    if len(counted) > 1:
        raise InputError(f"the constraint makes more than one demand: {text[:200]!r}.")
    if counted:
        return _counted(text, counted[0][1], bound_on(text, counted[0][0]), scope)
    before = re.match(r"(?:the )?(?:total |daily |weekly )*(\w+)(?: count)?", text, re.IGNORECASE)
    if before is not None and (subject := _noun(before[1])) is not None:
        return _counted(text, subject, bound_on(text, found[-1]), scope)
    return None


def _counted(text: str, subject: str, bound: Bound, scope: Scope) -> Requirement:
    if subject == scope or (subject in ("day", "session", "rest day") and scope in ("week", "day")):
        scope = "plan"
    if (
        subject == "exercise"
        and scope == "plan"
        and not re.search(r"\btotal\b|\ball\b", text, re.I)
    ):
        within = re.search(r"\bsession|\bworkout\b(?! (?:plan|routine|program))", text, re.I)
        scope = "session" if within else "plan"
    if subject in ("set", "rep"):
        scope = "exercise" if re.search(r"\bper set\b", text, re.I) else scope
        return Requirement(text, subject, "amount", bound, "", scope)
    distinct = re.search(r"\b(?:different|distinct|unique)\b", text, re.IGNORECASE) is not None
    return Requirement(text, subject, "count", bound, "", scope, distinct=distinct)


def _noun(text: str, near: bool = False) -> str | None:
    """What is counted: the first countable noun; with `near`, only within two words."""
    best: tuple[int, str] | None = None
    for subject, words in _COUNTED:
        found = re.search(rf"(?<!\w)-?\s?(?:{words})(?!\w)", text, re.IGNORECASE)
        if found is None or (near and len(text[: found.start()].split()) > 2):
            continue
        if best is None or found.start() < best[0]:
            best = (found.start(), subject)
    return None if best is None else best[1]
