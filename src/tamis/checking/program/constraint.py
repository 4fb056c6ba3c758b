"""A constraint in words becomes requirements: quantity, unit, bound, and where it must hold.

It is read by the quantities that plans are read by. No word is left out in silence: what might
change a demand and is not understood refuses the constraint.
"""

from __future__ import annotations

import math
import re
import unicodedata
from collections.abc import Sequence
from dataclasses import replace

from tamis.checking.program.requirement import Bound, Requirement, Scope
from tamis.reading.quantities import Quantity, quantities
from tamis.types import InputError

MAX_CHARACTERS = 1000

_DASHES = dict.fromkeys(map(ord, "‐‑‒–—―−"), "-")
# Longest first: "no more than" holds "more than", "not less than" holds "less than".
_COMPARISONS: tuple[tuple[str, str], ...] = (
    ("low",
        r"greater than or equal(?: to)?|more than or equal(?: to)?|equal to or (?:greater|more"
        r"|higher) than"
            r"|no (?:less|fewer|lower|shorter|earlier) than|not (?:be |go |fall |drop |start "
            r"|begin )?(?:less|fewer|lower|below|under|shorter|earlier)(?: than)?"
            r"|at least|at or (?:after|above|over)|on or after|not before|>=|≥|⩾|(?:a "
            r"|the )?minim(?:um|al)(?: of)?(?: is| be)?|min\b\.?(?! ?/)"),
    ("high",
        r"less than or equal(?: to)?|(?:fewer|lower) than or equal(?: to)?|equal to or (?:less"
        r"|lower|fewer) than"
             r"|no (?:more|greater|higher|longer|later|heavier) than|(?:not|never) (?:be |go "
             r"|last |take |start |have |end )?(?:exceed(?:ing)?|surpass|(?:more|greater|higher"
             r"|longer|later|heavier)(?: than)?|above|over|beyond|after)"
             r"|at most|up to|at or (?:before|below|under)|on or before|at the latest|<=|≤|⩽"
             r"|(?:be )?(?:limited|capped|restricted|kept) (?:to|at)"
             r"|(?:a |the )?maxim(?:um|al)(?: of)?(?: is| be)?|max\b\.?|without exceeding"
             r"|cannot exceed|can't exceed|within(?= \d| ?$)"),
    ("above",
        r"more than|greater than|higher than|longer than|later than|heavier than|exceed(?:s|ing)?"
        r"|above|over|>"),
    ("below",
        r"less than|fewer than|lower than|shorter than|earlier than|lighter than|below|under|<"),
    ("exact", r"exactly|precisely|equals?(?: to)?|="),
    ("about", r"about|around|approximately|approx\.?|roughly|circa|close to|nearly|~"),
)  # fmt: skip
COMPARISON = re.compile(
    "|".join(f"(?P<{name}>(?<!\\w)(?:{words})(?!\\w))" for name, words in _COMPARISONS), re.I
)
_AFTER = re.compile(
    r"[\s/-]*(?:\w+\s+){0,3}?(?:or (?P<low>more|above|higher|greater|longer|later|after)\b"
    r"|or (?P<high>less|fewer|below|lower|shorter|under|earlier|before)\b"
    r"|(?P<least>minimum|min\b|at least(?=$|[^\w\s]| (?:per|each|every|a|in)\b))"
    r"|(?P<most>maximum|max\b|at the latest|at most(?=$|[^\w\s]| (?:per|each|every|a|in)\b)))",
    re.I,
)
_NUTRIENTS = {
    "calorie": r"(?:kilo)?calor(?:y|ies?|ic)|kcals?|cals?\b|energy|k?j\b|kilojoules?",
    "protein": r"proteins?",
    "fat": r"fats?\b",
    "carbohydrate": r"carb(?:ohydrate)?s?\b",
    "fiber": r"fib(?:er|re)",
    "sugar": r"sugars?\b",
    "sodium": r"sodium",
    "cholesterol": r"cholesterol",
}
_UNITS = {"calorie": "kcal", "sodium": "mg", "cholesterol": "mg"}
_MEALS = r"breakfast|brunch|lunch|dinner|supper|snack|morning tea|afternoon tea|dessert"
_ONLY = re.compile(rf"\b(?P<meal>{_MEALS})(?:e?s)?\b", re.I)
_SCOPES: tuple[tuple[Scope, str], ...] = (
    ("exercise", r"\b(?:each|every|per|any) (?:\w+ )?(?:exercise|lift|movement)s?\b"),
    ("entry", r"\b(?:each|every|any) (?:\w+ )?(?:machine|station|activity|item|entry|block)s?\b"),
    ("meal",
        r"\b(?:each|every|per|all|any) (?:individual |single )?(?:meals?\b(?! plan)"
        rf"|(?:{_MEALS})e?s?\b)"),
    ("session",
        r"\b(?:each|every|per|all|any|in a|the|a) (?:\w+ )?(?:session|workout|training"
        r"|class)s?\b(?! (?:plan|routine|program|schedule|week|days?))"
                r"|\b(?:each|every|per) (?:\w+ )?session|\b(?:each|every|per|any|all|on each"
                r"|on every) (?:training|workout|lifting|gym) days?\b|/ ?(?:session|workout)\b"),
    ("day",
        r"\b(?:each|every|per|a|any|each of the \w+) (?:\w+ )?days?\b(?!-)|\bdaily\b|/ ?day\b"
        r"|\ball (?:\w+ )?days\b"),
    ("week", r"\b(?:each|every|per|a|the) (?:\w+ )?week\b|\bweekly\b|/ ?week\b"),
)  # fmt: skip
_WHOLE = re.compile(
    r"\b(?:whole|entire|overall|combined|altogether|across|in total|in all|weekly|(?:over|in"
    r"|for) (?:all|the week)|per week)\b"
    r"|\btotal (?:workout |exercise |training )?(?:time|duration)\b(?!.*\b(?:each|per|every)\b)"
    r"|\b(?:for|of|in|over) (?:the|all) (?:routine|plan|program|week|\w+ (?:routine|plan|program))",
    re.I,
)
# What clearly means the plan as a whole; "of the plan" may mean each of its days.
_ALL = re.compile(
    r"\b(?:whole|entire|overall|combined|altogether|across|in total|in all|weekly|(?:over|in"
    r"|for) (?:all|the week(?:end)?)|per week)\b",
    re.I,
)
# All parts together: "over all sessions" names no session.
_TOGETHER = re.compile(r"\b(?:over|across) all\b|\ball (?:\w+ ){1,2}combined\b", re.I)
_EACH = re.compile(r"\b(?:each|every|per|daily|any)\b", re.I)
_PER_DAY = re.compile(r"\bper (?:day|session)\b.*\b(?:days|sessions)\b|\bx \d+\b", re.I)
_BOTH_WAYS = re.compile(r"each way|each direction|both ways|both directions|\beach time\b", re.I)
_TOLERANCE = re.compile(r"\+\s?/\s?-|±|\bwithin\b|give or take|toleran|\bplus or minus\b", re.I)
_DISTINCT = re.compile(r"\b(?:different|distinct|unique)\b", re.I)
_COUNTED: tuple[tuple[str, str], ...] = (
    ("rest day", r"rest(?:ing)?[ -]days?|days? off|days? of rest|recovery days?"),
    ("session",
        r"(?:\w+ )?sessions?|workouts?\b(?! (?:plan|routine|sessions?|days?))|training days?"
        r"|workout days?|gym days?"),
    ("exercise", r"(?:\w+ )?(?:exercises?|movements?)"),
    ("set", r"(?:working )?sets?"),
    ("rep", r"reps?|repetitions?"),
    ("snack", r"snacks?"),
    ("meal", r"(?:eating occasions?|meals?\b(?! plan))"),
    ("week", r"weeks?(?! long)"),
    ("day", r"days?"),
)  # fmt: skip
_TONNAGE = re.compile(
    r"tonnage|\blift(?:s|ed|ing)?\b|\b(?:total|training|lifting) (?:weight|volume|load)|\bvolume\b",
    re.I,
)
_HEAVY = re.compile(r"\bheav(?:y|ier|iest)\b|\bweights?\b|\bload\b", re.I)
_KNOWN = re.compile(
    r"\b(?:the|do|does|an?|must|should|shall|will|may|can|needs?|has|have|had|to|be|is|are|being"
    r"|it|its|that|which|there|of|for|in|at|with|on|and|over"
    r"|across|include[sd]?|including|contain(?:s|ed|ing)?|consists?|corresponds?|spans?|covers?"
    r"|comprises?|feature[sd]?|provide[sd]?|offers?|supply"
    r"|supplies|made|up|allow|lasts?|lasting|duration|length|long|takes?|time|total|totals|number"
    r"|count|amount|sum|value|numbers|each|every|per|all|any"
    r"|whole|entire|overall|combined|altogether|single|individual|day|days|daily|week|weeks"
    r"|weekly|session|sessions|workouts?|sets?|reps?|repetitions?"
    r"|training|strength|cardio|cardiovascular|resistance|fitness|gym|weight|weights|lift|lifts"
    r"|lifted|lifting|tonnage|volume|load|exercises?|movements?"
    r"|meals?|snacks?|plan|plans|planned|planning|routine|routines|program|programme|schedule"
    r"|design|designed|diet|dietary|nutritional|nutrition|macros?"
    r"|comes?|goe?s?|adds?|amounts?|sums?|total(?:s|led)|somewhere|intake|consumption|consumed|content|food|foods"
    r"|burn|burns|burned|burnt|burning|kg|kgs"
    r"|kilograms?|kilos?|lbs?|pounds?|t|tonnes?|tons?|g|gr|grams?"
    r"|mg|milligrams?|minutes?|mins?|hours?|hrs?|h|equal|equals|exactly|or|than|rest|resting|off"
    r"|least|most|between|from|limited|agent|user|performed"
    r"|done|given|kept|keep|remain|stay|within|range|meet|meets|reach|reaches|achieve|as|by"
    r"|calorific|response|minimum|maximum|minimal|maximal|only|so|i|we"
    r"|more|less|fewer|greater|higher|lower|longer|shorter|exceed|use[sd]?|using|heavier"
    r"|different|distinct|unique|eating|occasions?|working|class|recovery)\b",
    re.I,
)
_PLACED = re.compile(
    r"\b(?:before|after|(?:the|only) (?:first|second|third|last)|both|one of|except|excluding"
    r"|(?:exercises?|meals?|days?|sessions?|snacks?) with|between the"
    r"|(?:more|less|fewer|greater|higher|lower|longer|shorter) than (?:the|any|that)|day \d"
    r"|session \d)\b",
    re.I,
)
_NOT_COUNTED = re.compile(r"\bnot (?:counting|including)\b|\bwithout (?=breaks?\b|lunch\b)", re.I)
_DENIED = re.compile(r"\b(?:not|never|none|without)\b|n['’]t\b", re.I)
_NO = re.compile(
    r"^(?:there (?:must|should) be )?no (?P<what>(?:single )?[a-z]+(?: [a-z]+)?) (?:may|must"
    r"|should|can|shall|is to|will|is allowed to)(?P<rest>.*)$"
    r"|^no (?P<all>[a-z]+)(?P<over> (?:is )?(?:above|over|more than|below|under|less than)\b.*)$",
    re.I,
)


_NOT_WANTED = re.compile(
    r"^(?:please,? )?I (?:do not|don['’]t|never|would not|wouldn['’]t) (?:want|like|wish)(?: to)?"
    r"\b(?P<rest>.*)$",
    re.I,
)
_MUST_NOT = re.compile(
    r"^(?P<what>.*?)\b(?:(?:must|should|may|shall|will|do|does|can) ?(?:not|never|n['’]t)|can['’]t"
    r"|cannot|won['’]t) (?!exceed)"
    r"(?P<rest>[a-z]+(?: \w+){0,3} (?:more|less|fewer|longer|shorter|greater|higher|lower|heavier)"
    r" than\b.*)$",
    re.I,
)
_BOTH = re.compile(r"^(?:in |on |for )?both (?:of the )?(?=days|sessions|workouts|meals)", re.I)
# "One unbroken hour" is an hour, in one block.
_WHAT_LENGTH = re.compile(
    r"\b(?:full|whole|complete|unbroken|uninterrupted|continuous|consecutive|straight|solid)"
    r"\s(?=hours?\b|min(?:ute)?s?\b|rest days?\b|days?\b)", re.I,
)  # fmt: skip
_UNBROKEN = re.compile(
    r"\b(?:unbroken|uninterrupted|continuous(?:ly)?|consecutive(?! (?:meals|snacks))|straight|solid"
    r"|in one (?:go|block|piece)|in a row|without (?:a |any )?(?:break|interruption)s?"
    r"|single (?:block|stretch))\b", re.I,
)  # fmt: skip


def plain(text: str) -> str:
    """The text with plain digits, dashes and blanks."""
    text = unicodedata.normalize(
        "NFKC", text.replace("½", " 1/2").replace("¼", " 1/4").replace("¾", " 3/4")
    )
    return " ".join(text.translate(_DASHES).replace("⁄", "/").split())


def read(constraint: str) -> tuple[Requirement, ...]:
    """What a constraint demands, most often one thing; InputError, in one sentence, where that is
    not understood.

    That includes words that might change the demand ("the second session", "exercises with 5
    sets"): no word is ignored silently.
    """
    if len(constraint) > MAX_CHARACTERS:
        raise InputError(
            f"the constraint has {len(constraint)} characters, more than the {MAX_CHARACTERS} of "
            "one demand."
        )
    text = plain(constraint).rstrip(" .")
    if not text:
        raise InputError("the constraint is empty.")
    outer = " ".join(re.sub(r"\([^()]*\)", " ", text).split()) or text
    aside = " ".join(re.findall(r"\(([^()]*)\)", text))
    if _TOLERANCE.search(aside):
        raise InputError(f"the program cannot judge {aside[:100]!r} in {text[:200]!r}.")
    outer = _WHAT_LENGTH.sub(" ", _BOTH.sub("each ", _without_no(outer)))
    outer = re.sub(r"\ba\s+(?=hour\b)", "an ", _UNBROKEN.sub(" ", outer), flags=re.I)
    found = [one for one in quantities(outer) if not one.ordinal]
    for one in found:
        if not one.sure and one.dimension not in ("clock", "span"):
            said, (low, high) = outer[one.start : one.end], one.written
            if math.isinf(high):
                raise InputError(f"{said[:100]!r} is no number that the program can read.")
            raise InputError(f"{said!r} may be {low:g} or {high:g}.")
        if re.search(r" or ", outer[one.start : one.end]):
            raise InputError(f"the constraint makes more than one demand: {text[:200]!r}.")
    if negative := re.search(r"(?<![\w)\d])-\d[\d.,]*", outer):
        raise InputError(f"the constraint has a number below zero: {negative[0]!r}.")
    if denied := _DENIED.search(_NOT_COUNTED.sub(" ", COMPARISON.sub(" ", outer))):
        raise InputError(f"the program cannot judge {denied[0]!r} in {text[:200]!r}.")
    made = _demands(outer, found)
    if not made:
        raise InputError(f"the program does not understand {' '.join(constraint.split())[:200]!r}.")
    whole = _ALL.search(outer) is not None or _PER_DAY.search(aside) is not None
    if _BOTH_WAYS.search(aside):
        made = [
            replace(one, scope="direction") if one.measure == "duration" else one for one in made
        ]
    unbroken = _UNBROKEN.search(text) is not None
    if unbroken and any(one.measure != "duration" or one.scope != "plan" for one in made):
        raise InputError(f"the program cannot judge what is in one block in {text[:200]!r}.")
    return tuple(
        replace(one, text=constraint.strip(), whole=whole, unbroken=unbroken) for one in made
    )


def _without_no(text: str) -> str:
    """ "No day may have more than 8" is "each day must have at most 8", and so is what is not
    wanted.
    """
    found = _NO.match(text)
    lead = f"each {found['what'] or found['all']} must" if found else ""
    if found is None and (found := _NOT_WANTED.match(text)):
        lead = "must"
    if found is None and (found := _MUST_NOT.match(text)):
        lead = f"{found['what']}must "
    if found is None:
        return text
    for said, meant in (
        (
            r"\b(?:more|longer|greater|higher|heavier|later) than\b|\babove\b|\bover\b"
            r"|\bexceed(?:ing)?\b",
            "at most",
        ),
        (r"\b(?:less|fewer|shorter|lower|earlier) than\b|\bbelow\b|\bunder\b", "at least"),
    ):
        rest = found["rest"] or found["over"]
        turned, n = re.subn(said, meant, rest, count=1, flags=re.I)
        if n:
            return lead + turned
    return text


def _demands(text: str, found: Sequence[Quantity]) -> list[Requirement]:
    for attempt in (_gap, _moment, _amounts, _tonnage, _weight, _session_length, _counts, _length):
        if made := attempt(text, found):
            return made
    return []


# The bound.


def bound_on(text: str, one: Quantity, factor: float = 1.0) -> Bound:
    """The bound that the words of a text put on a quantity."""
    low, high = one.low * factor, one.high * factor
    if low != high:
        return Bound(low, high)
    kind, about = "exact", one.hedge == "about"
    for found in COMPARISON.finditer(text, 0, one.start):
        if found.lastgroup == "about":
            about = True
        else:
            kind = found.lastgroup or "exact"
    if (after := _AFTER.match(text, one.end)) is not None:
        kind = "low" if after["low"] or after["least"] else "high"
    elif text[one.end : one.end + 1] == "+" or text[one.start : one.end].rstrip(
        "abcdefghijklmnopqrstuvwxyz "
    ).endswith("+"):
        kind = "low"
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


def _scope(text: str) -> Scope:
    return next((scope for scope, words in _SCOPES if re.search(words, text, re.I)), "plan")


def _only(text: str) -> str:
    found = _ONLY.search(text)
    return found["meal"].lower() if found else ""


def _in_all(text: str, scope: Scope) -> bool:
    """Whether all days or sessions together are meant, even if the words name a part too."""
    return scope == "week" or (_WHOLE.search(text) is not None and not _EACH.search(text))


def _complete(
    text: str, found: Sequence[Quantity], used: int, words: str = "", several: bool = False
) -> None:
    """InputError where the text has words, or figures, that might restrict the demand."""
    placed = _PLACED.search(text.replace("days with", "days    ") if several else text)
    if placed is not None:
        raise InputError(f"the program cannot judge {placed[0]!r} in {text[:200]!r}.")
    if len(found) > used:
        raise InputError(f"the constraint makes more than one demand: {text[:200]!r}.")
    rest = text
    for one in reversed(found):
        rest = rest[: one.start] + " " + rest[one.end :]
    rest = COMPARISON.sub(" ", rest)
    for said in (
        *_NUTRIENTS.values(),
        _MEALS + "|snacks|breakfasts|lunches|dinners",
        words or "$^",
    ):
        rest = re.sub(rf"\b(?:{said})\b", " ", rest, flags=re.I)
    left = re.findall(r"[^\W\d_]{2,}|[%±\d]", _KNOWN.sub(" ", rest))
    if left:
        raise InputError(f"the program cannot judge {' '.join(left)!r} in {text[:200]!r}.")


_LONG = re.compile(r"(?:days?|weeks?|sessions?|meals?)\b", re.I)
_FOR = re.compile(r"\b(?:for|of|over|in|across|per|every|each|all|on each of)\s+(?:the\s+)?$", re.I)


def _explained(text: str, found: Sequence[Quantity]) -> list[Quantity]:
    """The quantities without those that only say for how long: "for 3 days"."""
    return [
        one
        for one in found
        if not (
            one.dimension == "count" and _LONG.match(one.noun) and _FOR.search(text[: one.start])
        )
    ]


# The measures.


def _amounts(text: str, found: Sequence[Quantity]) -> list[Requirement]:
    named = sorted(
        (hit.start(), subject)
        for subject, words in _NUTRIENTS.items()
        for hit in re.finditer(rf"\b(?:{words})", text, re.I)
    )
    if not named:
        return []
    rest = _explained(text, found)
    values = [one for one in rest if one.dimension in ("energy", "mass", "count")]
    if not values:
        return []
    one = values[0]
    if one.dimension == "energy":
        subject = "calorie"
    else:
        grams = one.dimension == "mass"
        near = [subject for at, subject in named if grams and 0 <= at - one.end < 9]
        subject = (near or [s for _, s in named if s != "calorie" or not grams] or [""])[0]
        if not grams and (
            one.noun and not re.match(r"(?:or|and|each|per|daily|in total)\b", one.noun)
        ):
            return []
    if not subject:
        raise InputError(f"the constraint gives calories in grams: {text[:200]!r}.")
    factor = 1.0
    unit = _UNITS.get(subject, "g")
    if one.dimension == "mass" and unit == "mg":
        factor = 1000.0
    elif (
        one.dimension == "count"
        and subject == "calorie"
        and re.search(r"\bkj\b|kilojoule", text, re.I)
    ):
        factor = 1 / 4.184
    scope, only = _scope(text), _only(text)
    burned = re.search(r"\bburn", text, re.I) is not None
    if only:
        scope = "meal"
    elif _in_all(text, scope):
        scope = "plan"
    elif scope == "plan" and burned:
        scope = "plan" if re.search(r"\bplan\b|\broutine\b", text, re.I) else "session"
    _complete(text, rest, 1)
    return [Requirement(text, subject, "amount", bound_on(text, one, factor), unit, scope, only)]


def _tonnage(text: str, found: Sequence[Quantity]) -> list[Requirement]:
    values = [one for one in found if one.dimension == "mass"]
    if (
        not values
        or not _TONNAGE.search(text)
        or re.search(r"\bheavier\b|\bweight of\b", text, re.I)
    ):
        return []
    scope = _scope(text)
    if scope == "exercise":
        return []
    if scope == "week" or (scope == "session" and _WHOLE.search(text) and not _EACH.search(text)):
        scope = "plan"
    elif scope == "day" or (scope == "plan" and not _WHOLE.search(text)):
        scope = "session"
    _complete(text, found, 1)
    return [Requirement(text, "tonnage", "tonnage", bound_on(text, values[0], 0.001), "kg", scope)]


def _weight(text: str, found: Sequence[Quantity]) -> list[Requirement]:
    values = [one for one in found if one.dimension == "mass" and one.high >= 500]
    lifted = _scope(text) == "exercise" and re.search(r"\blift(?:s|ed|ing)?\b", text, re.I)
    if not values or not (_HEAVY.search(text) or lifted):
        return []
    _complete(text, found, 1, r"nothing|lift|used|machine|dumbbell|barbell|set")
    bound = bound_on(text, values[0], 0.001)
    if bound.strict and re.search(r"\bnothing\b", text, re.I):
        # "Nothing heavier than 40 kg" is "at most 40 kg".
        bound = Bound(low=bound.high) if math.isinf(bound.low) else Bound(high=bound.low)
    return [Requirement(text, "weight", "weight", bound, "kg", "exercise")]


_LASTS = re.compile(
    r"\b(?:sessions?|workouts?|exercises?|training|class)\b.*\b(?:last\w*|long|duration|takes?"
    r"|length|be (?:\w+ ){0,4}\d)"
    r"|\b(?:duration|length|time)\b.* (?:of|for) (?:each|every|the|an?)\b|\b(?:workout|exercise"
    r"|training) time\b",
    re.I,
)
_PART_OF = re.compile(r"\b(?:rest|warm|cool|stretch|circuit|climb|break|interval|sprint)", re.I)


def _session_length(text: str, found: Sequence[Quantity]) -> list[Requirement]:
    values = [one for one in found if one.dimension == "time"]
    if (
        not values
        or not _LASTS.search(text)
        or re.search(r"\bschedule\b|\bvisit|\bmachine|\bstation", text, re.I)
    ):
        return []
    if _PART_OF.search(text):
        return []
    scope = _scope(text)
    if scope == "exercise":
        subject = "exercise"
    else:
        subject = "session"
        if _in_all(text, scope):
            scope = "plan"
        elif scope in ("plan", "day"):
            scope = "session"
    rest = _explained(text, found)
    _complete(text, rest, 1)
    return [Requirement(text, subject, "duration", bound_on(text, values[0]), "min", scope)]


def _noun(text: str, near: bool) -> str | None:
    """What is counted: the first countable noun; with `near`, only within two words."""
    best: tuple[int, str] | None = None
    for subject, words in _COUNTED:
        found = re.search(rf"(?<!\w)-?\s?(?:{words})(?!\w)", text, re.I)
        if found is None or (near and len(text[: found.start()].split()) > 2):
            continue
        if best is None or found.start() < best[0]:
            best = (found.start(), subject)
    return None if best is None else best[1]


def _counts(text: str, found: Sequence[Quantity]) -> list[Requirement]:
    values = [one for one in found if one.dimension == "count"]
    if not values or len(values) < len(found):
        return []
    scope = _scope(text)
    named = re.search(r"\bnumber of (?:\w+ )?", text, re.I)
    if named is not None and (subject := _noun(text[named.start() + 10 :], near=False)) is not None:
        _complete(text, _explained(text, found), 1)
        return [_counted(text, subject, bound_on(text, values[-1]), scope)]
    counted = [(one, subject) for one in values if (subject := _noun(text[one.end :], near=True))]
    if len(counted) > 1:
        return _several(text, counted, found)
    if counted:
        _complete(text, _explained(text, found) or found, 1)
        one, subject = counted[0]
        made = _counted(text, subject, bound_on(text, one), scope)
        return [made, *_named_meals(text, made)]
    before = re.match(r"(?:the )?(?:total |daily |weekly )*(\w+)(?: count)?", text, re.I)
    if before is not None and (subject := _noun(before[1], near=False)) is not None:
        _complete(text, _explained(text, found), 1)
        return [_counted(text, subject, bound_on(text, values[-1]), scope)]
    return _others(text, values, scope)


def _named_meals(text: str, made: Requirement) -> list[Requirement]:
    """The meals that a count names beside it: "breakfast, lunch, one snack and dinner"."""
    if made.measure != "count" or made.subject not in ("meal", "snack"):
        return []
    names = dict.fromkeys(found["meal"].lower() for found in _ONLY.finditer(text))
    names.pop(made.subject, None)
    return [
        replace(made, subject="meal", bound=Bound(low=1), scope="day", only=name) for name in names
    ]


def _several(
    text: str, counted: list[tuple[Quantity, str]], found: Sequence[Quantity]
) -> list[Requirement]:
    """ "3 meals and 1 snack per day", "3 days with 3 meals each"."""
    subjects = [subject for _, subject in counted]
    joined = text[counted[0][0].end : counted[1][0].start]
    each_once = len(set(subjects)) == len(subjects) == len(found) <= 3
    if not each_once or re.search(r"\b(?:or|for|over)\b", joined, re.I):
        kept = _explained(text, found)
        only = [(one, subject) for one, subject in counted if one in kept]
        if len(kept) != 1 or len(only) != 1:
            raise InputError(f"the constraint makes more than one demand: {text[:200]!r}.")
        _complete(text, kept, 1)
        return [_counted(text, only[0][1], bound_on(text, only[0][0]), _scope(text))]
    _complete(text, found, len(found), "plus", several=True)
    scope = _scope(text)
    made = []
    for one, subject in counted:
        own: Scope = "plan" if subject in ("day", "week", "session", "rest day") else scope
        if own == "plan" and subject in ("meal", "snack"):
            own = "day"
        if subject in ("exercise", "set") and own == "plan":
            own = "session"
        cut = text[: one.end]
        begun = max((o.end for o, _ in counted if o.end < one.start), default=0)
        bound = bound_on(" " * begun + cut[begun:], one)
        # "3 meals and 1 snack": the meals are those besides the snack.
        beside = "meal" if subject == "meal" and "snack" in subjects else ""
        made.append(replace(_counted(text, subject, bound, own), only=beside))
    eaten = next((one for one in made if one.subject in ("meal", "snack")), None)
    if eaten and "meal" not in subjects:
        made += _named_meals(text, eaten)
    return made


_THING = re.compile(
    r"[ -](?P<noun>[a-z]+(?:-[a-z]+)?(?: (?!per\b|each\b|every\b|a\b|in\b|on\b|must\b|for\b"
    r"|during\b|daily\b)[a-z]+){0,3})(?P<after>.*)$",
    re.I,
)


def _others(text: str, values: Sequence[Quantity], scope: Scope) -> list[Requirement]:
    """Other things that are counted: "8 glasses of water per day", "3 gym visits"."""
    rest = _explained(text, values)
    if len(rest) != 1 or not rest[0].noun:
        return []
    one = rest[0]
    found = _THING.match(text, one.end)
    if found is None:
        return []
    if re.match(r"(?:the|an?|of|as|times)\b", found["noun"], re.I):
        return []
    noun = re.sub(r"\b(?:different|distinct|unique)\b", "", found["noun"].lower()).strip()
    _complete(
        text[: one.end] + " " + found["after"],
        [o for o in values if o.start <= one.start],
        len(values),
    )
    return [
        Requirement(
            text,
            noun,
            "count",
            bound_on(text, one),
            "",
            scope,
            distinct=_DISTINCT.search(text) is not None,
        )
    ]


def _counted(text: str, subject: str, bound: Bound, scope: Scope) -> Requirement:
    if _TOGETHER.search(text) and not _EACH.search(text):
        scope = "plan"
    if subject == scope or (
        subject in ("day", "session", "rest day") and scope in ("week", "day", "session")
    ):
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
    return Requirement(
        text, subject, "count", bound, "", scope, distinct=_DISTINCT.search(text) is not None
    )


# Times.

_DAYPART = re.compile(r"\bin the (?P<one>morning|afternoon|evening)|\bat (?P<two>night)\b", re.I)
_RELATIVE = re.compile(
    r"\b(?P<where>before|after)\s+(?:the |their |my |his |her )?"
    r"(?P<what>[a-z]+(?: [a-z]+){0,2} ?)$",
    re.I,
)
_FILLER = re.compile(
    r"\b(?:the|an?|daily|schedule[sd]?|must|should|has|have|had|needs? to|include[sd]?|including"
    r"|contain|allow|allocate[sd]?|dedicate[sd]?|spend|be|is|are|of|for|to|at|in|on|with|and|total"
    r"|time|each|every|per|day|exactly|minutes?|hours?|long|duration|lasts?|least|most|(?<!-)up|there"
    r"|user|i|my|me|not|no|way|direction|plan|amount|period|block|minimum|maximum|uninterrupted"
    r"|single|spent|assigned|number|devoted|set|aside|during|between|from|equal|more|less|than|or"
    r"|exceed|limited|about|around|approximately|roughly|both|session|person|agent|workout plan"
    r"|provide|give|so|that|it|as|throughout|worth|some|any|dedicated|activity|activities|planned"
    r"|reserve[sd]?|take|takes|may|need|want|get|full|week|weekly|visit|visits)\b",
    re.I,
)  # fmt: skip
_VERBS = re.compile(
    r"\b(?:start|begin|commence|end|finish|stop|conclude|done|over|early|earlier|later|late|latest"
    r"|earliest|o'clock|am|pm|take|takes|place|occur|happen|until|till"
    r"|before|after|by|than|served|placed|within|held|eaten|working hours|all|complet)"
    r"(?:e?s|e?d|ning|ing)?\b",
    re.I,
)
_TRAVEL = re.compile(r"commut|travel|driv(?:e|ing)|journey|\btrips?\b|\bway\b|direction", re.I)
_SUBJECT = re.compile(
    r"^(?:(?:the|each|every|daily|workout|session|schedule|plan|routine|training|day"
    r"|program)\b\s*)+(?=must|should|shall|needs?|has to|will)",
    re.I,
)


def _activity(text: str) -> str:
    """The activity that a clause is about: what remains without the words around it."""
    text = COMPARISON.sub(" ", _DAYPART.sub(" ", text))
    text = re.sub(r"\d+(?:[.,:]\d+)*|[^\w\s'&/-]", " ", text)
    text = re.sub(r"(?<!\w)-|-(?!\w)", " ", text)
    return " ".join(_FILLER.sub(" ", text).lower().split())


def _gap(text: str, found: Sequence[Quantity]) -> list[Requirement]:
    """ "At least 2 hours between the starts of meals"."""
    if len(found) != 1 or found[0].dimension != "time":
        return []
    between = re.search(
        r"\bbetween (?:the )?(?P<starts>starts? of )?(?:any )?(?:two )?(?:consecutive )?(?P<what>"
        r"meals|eating occasions)\b",
        text,
        re.I,
    )
    if between is None or not between["starts"]:
        return []
    return [Requirement(text, "meal", "gap", bound_on(text, found[0]), "min", "day")]


def _length(text: str, found: Sequence[Quantity]) -> list[Requirement]:
    """How long an activity lasts."""
    times = [one for one in found if one.dimension == "time"]
    moments = [one for one in found if one.dimension in ("clock", "span")]
    counts = [
        one for one in _explained(text, found) if one.dimension not in ("time", "clock", "span")
    ]
    if not times or counts:
        return []
    one = times[0]
    if any(at.dimension == "span" for at in moments):
        at = moments[0]
        raise InputError(
            f"the program cannot judge what lasts {text[at.start : at.end]!r} in {text[:200]!r}."
        )
    if one.high >= 24 * 60 and re.match(r"\s*(?:-\s*)?(?:day|schedule)", text[one.end :]):
        return []
    if re.match(r"\s*(?:long\s*)?(?:before|after|earlier|later|from|until)\b", text[one.end :]):
        raise InputError(f"the program cannot judge a distance in time in {text[:200]!r}.")
    if excluded := re.search(
        r"\bexcluding\b|\bexcept\b|\bwithout\b|\bnot (?:counting|including)\b", text, re.I
    ):
        what = text[excluded.end() :]
        if not re.fullmatch(r"\W*(?:the |any |lunch |meal )*(?:breaks?|lunch)\W*", what, re.I):
            raise InputError(
                f"the program cannot judge {text[excluded.start() :][:80]!r} in {text[:200]!r}."
            )
        text = text[: excluded.start()].rstrip(" ,")
    if re.match(r"(?:the |each |every |any )?(?:rest|breaks?|pauses?) ", text, re.I) and (
        between := re.search(
            r"\bbetween (?:the )?(?P<what>rounds|sets|exercises|circuits)\b", text, re.I
        )
    ):
        return [
            Requirement(
                text,
                f"rest between {between['what'].lower()}",
                "duration",
                bound_on(text, one),
                "min",
                "entry",
            )
        ]
    if between := re.search(
        r"\bbetween (?:the |any |two |consecutive )*(?:rounds|sets|exercises|circuits|meals"
        r"|snacks)\b",
        text,
        re.I,
    ):
        raise InputError(f"the program cannot judge {between[0]!r} in {text[:200]!r}.")
    both = len(times) == 2 and times[0].high == times[1].high and _TRAVEL.search(text) is not None
    if len(times) > 1 + both:
        return []
    lead = _SUBJECT.sub(" ", text[: one.start])
    about = f"{lead} ~ {text[one.end :]}"
    scope: Scope = "plan"
    if both or _BOTH_WAYS.search(text):
        scope, about = "direction", text[times[0].end : times[1].start if both else None]
    moment = moments[0] if moments else None
    if moment is not None:
        if not re.search(r"\b(?:at|from)\s*$", text[: moment.start], re.I):
            raise InputError(f"the program cannot judge a length and a time in {text[:200]!r}.")
        about = about.replace(text[moment.start : moment.end], " ")
    before, after, about = _placed(about)
    part = _DAYPART.search(text)
    subject = _activity(about)
    per_entry = re.match(r"(?:each|every|any) (?P<what>\w+)", text, re.I)
    if per_entry and per_entry["what"].lower() in ("machine", "station"):
        scope, subject = "entry", per_entry["what"].lower()
    if not subject:
        return []
    start = Bound(moment.low, moment.low) if moment else None
    made = Requirement(text, subject, "duration", bound_on(text, one), "min", scope, start=start)
    daypart = (part["one"] or part["two"]).lower() if part else ""
    return [replace(made, daypart=daypart, before=before, after=after)]


def _placed(text: str) -> tuple[str, str, str]:
    """The activity that this one must come before or after, and the text without that."""
    found = _RELATIVE.search(text.strip())
    if found is None:
        return "", "", text
    what, rest = found["what"].strip().lower(), text.strip()[: found.start()]
    return (what, "", rest) if found["where"].lower() == "before" else ("", what, rest)


def _moment(text: str, found: Sequence[Quantity]) -> list[Requirement]:
    """When something begins or ends."""
    moments = [one for one in found if one.dimension in ("clock", "span")]
    if not moments or any(one.dimension == "time" for one in found):
        return []
    if len(found) > 1:
        if len(moments) > 1:
            raise InputError(f"the constraint makes more than one demand: {text[:200]!r}.")
        return []
    at = moments[0]
    if max(at.low, at.high) > 24 * 60:
        return []
    lead = text[: at.start].lower()
    subject = " ".join(
        _VERBS.sub(" ", _activity(text[: at.start] + " ~ " + text[at.end :])).split()
    )
    if not subject:
        return []
    if subject in ("meals", "meal", "eating", "food"):
        subject = "meals"
    exact = Bound(at.low, at.low)
    make = Requirement(text, subject, "clock", exact, "clock")
    starts = re.search(r"\b(?:start|begin|commence|wake|get up|go to|bed)", lead)
    ends = re.search(
        r"\b(?:end|finish|stop|conclude|complet|done|over|out)(?:e?s|e?d|ing)?\b", lead
    )
    if at.dimension == "span":
        within = Bound(at.low, at.high)
        if starts:
            return [replace(make, start=within)]
        if ends:
            return [replace(make, end=within)]
        start, end = Bound(low=at.low), Bound(high=at.high)
        if re.search(r"\bfrom\b", lead + text[at.start : at.start + 5].lower()) and not re.search(
            r"\b(?:between|within)\b", lead
        ):
            start, end = exact, Bound(at.high, at.high)
        return [replace(make, start=start, end=end)]
    said = next((m.lastgroup for m in reversed(list(COMPARISON.finditer(text, 0, at.start)))), "")
    after = _AFTER.match(text, at.end)
    bound = exact
    if said == "low" or (after and after["low"]) or re.search(r"\b(?:earliest)\b", lead):
        bound = Bound(low=at.low)
    elif (
        (said in ("high", "below") and not re.search(r"\bearlier than\b", lead))
        or re.search(r"\b(?:by|no later than|not later than)\b", lead)
        or (after and (after["high"] or after["most"]))
    ):
        bound = Bound(high=at.low)
    elif re.search(r"\b(?:before|earlier than)\b", lead):
        bound = Bound(high=at.low, strict=True)
    elif re.search(r"\b(?:after|later than)\b", lead):
        bound = Bound(low=at.low, strict=True)
    elif not (ends or starts or re.search(r"\b(?:at|from|around)\b", lead)):
        return []
    by = math.isinf(bound.low) and not starts and re.search(r"\b(?:by|before)\b", lead)
    if re.search(r"\blights? (?:out|off)\b", text, re.I):
        return [replace(make, subject="sleep", start=bound)]
    if (ends and not re.search(r"\b(?:start|begin|commence)", lead)) or (
        by and not re.search(r"\bbed|sleep|wake", lead)
    ):
        return [replace(make, end=bound)]
    return [replace(make, start=bound)]
