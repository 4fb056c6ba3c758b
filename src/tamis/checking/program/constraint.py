"""A constraint in words becomes requirements: quantity, unit, bound, and where it must hold.

It is read by the quantities that plans are read by. No word is left out in silence: each reader
says which places it has used (`words`), and a word elsewhere that might change the demand refuses
the constraint.
"""

from __future__ import annotations

import itertools
import math
import re
import unicodedata
from collections.abc import Sequence
from dataclasses import replace

from tamis.checking.program.requirement import Bound, Requirement, Scope
from tamis.checking.program.words import Words
from tamis.reading.quantities import Quantity, quantities
from tamis.types import InputError

MAX_CHARACTERS = 1000

_DASHES = dict.fromkeys(map(ord, "‐‑‒–—―−"), "-")
# Longest first: "no more than" holds "more than", "not less than" holds "less than".
_COMPARISONS: tuple[tuple[str, str], ...] = (
    ("low",
        r"greater than or equal(?: to)?|more than or equal(?: to)?|equal to or (?:greater|more"
        r"|higher) than"
            r"|no (?:less|fewer|lower|shorter|earlier) than"
            r"|(?<!need )not (?:be |go |fall |drop |start |begin )?(?:less|fewer|lower|below"
            r"|under|shorter|earlier)(?: than)?"
            r"|at least|at or (?:after|above|over)|on or after|not before|>=|≥|⩾|(?:a "
            r"|the )?minim(?:um|al)(?: of)?(?: is| be)?|min\b\.?(?! ?/)"),
    ("high",
        r"less than or equal(?: to)?|(?:fewer|lower) than or equal(?: to)?|equal to or (?:less"
        r"|lower|fewer) than"
             r"|no (?:more|greater|higher|longer|later|heavier) than"
             r"|(?<!need )(?:not|never) (?:be |go |last |take |start |have |end )?"
             r"(?:exceed(?:ing)?|surpass|(?:more|greater|higher|longer|later|heavier)(?: than)?"
             r"|above|over|beyond|after)"
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
    r"[\s/-]*(?:\w+\s+){0,3}?(?P<said>or (?P<low>more|above|higher|greater|longer|later|after)\b"
    r"|or (?P<high>less|fewer|below|lower|shorter|under|earlier|before)\b"
    r"|(?P<least>minimum|min\b|at least(?=$|[^\w\s]| (?:per|each|every|a|in)\b))"
    r"|(?P<most>maximum|max\b|at the latest|at most(?=$|[^\w\s]| (?:per|each|every|a|in)\b)))",
    re.I,
)
# What may stand between a bound and its number; the noun "minimum" may be further away.
_GAP = re.compile(
    r"[\s:,]*(?:(?:an?|the|of|at|be|is|to|total|about|around|approximately|approx\.?|roughly"
    r"|nearly|grand total)(?!\w)[\s:,]*|~\s*)*"
)
_FAR = re.compile(r"(?:a |the )?(?:max|min)", re.I)
_RANGE = re.compile(r"\b(?:between|from)\s*$", re.I)
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
_ONE = r"(?:(?:individual|single|workout|training|gym|exercise|lifting|full|whole|calendar) )?"
# "For all days" may be each of them or all together.
_ALL_THE = r"(?<!for )(?<!in )(?<!of )(?<!over )(?<!across )\ball"
_SCOPE_TEXTS: tuple[tuple[Scope, str], ...] = (
    ("exercise", rf"\b(?:each|every|per|any) {_ONE}(?:exercise|lift|movement)s?\b"),
    ("entry",
        rf"\b(?:each|every|any) {_ONE}(?:machine|station|activity|item|entry|block)s?\b"),
    ("meal",
        rf"(?:\b(?:each|every|per|any)|{_ALL_THE}) (?:individual |single )?(?:meals?\b(?! plan)"
        rf"|(?:{_MEALS})e?s?\b)"),
    ("session",
        rf"(?:\b(?:each|every|per|any|in a|the|a)|{_ALL_THE}) {_ONE}(?:session|workout|training"
        r"|class)s?\b(?! (?:plan|routine|program|schedule|week|days?))"
        rf"|(?:\b(?:each|every|per|any)|{_ALL_THE}) (?:training|workout|lifting|gym) days?\b"
        r"|/ ?(?:session|workout)\b"),
    ("day",
        rf"\b(?:each|every|per|a|any|each of the \w+) {_ONE}days?\b(?!-)|\bdaily\b|/ ?day\b"
        rf"|{_ALL_THE} days\b"),
    ("week", rf"\b(?:each|every|per|a|the) {_ONE}week\b|\bweekly\b|/ ?week\b"),
)  # fmt: skip
_SCOPES = tuple((scope, re.compile(words, re.I)) for scope, words in _SCOPE_TEXTS)
_SCOPE_WORDS = dict(_SCOPES)
_NIGHTLY = re.compile(r"\b(?:each|every|per|a) night\b", re.I)
_PLANS = (
    r"(?:whole|entire) (?:\w+ )?(?:plan|routine|program(?:me)?|week(?:end)?|menu|schedule|period"
    r"|diet|trip)"
)
_TOTAL_TIME = (
    r"|\btotal (?:workout |exercise |training )?(?:time|duration)\b(?!.*\b(?:each|per|every)\b)"
)
_OF_PLAN = (
    r"|\b(?:for|of|in|over) (?:the|all) (?:routine|plan|program|week|\w+ (?:routine|plan|program))"
)
# What clearly means the plan as a whole; "of the plan" may mean each of its days.
_ALL_WORDS = (
    rf"\b(?:{_PLANS}|overall|combined|altogether|across (?:all|the (?:\w+ )?(?:plan|week|routine"
    r"|program))|over all|in total|in all(?! \w)|weekly"
    r"|(?:over|in|for) the week(?:end)?|per week)\b"
)
_ALL = re.compile(_ALL_WORDS, re.I)
_WHOLE = re.compile(_ALL_WORDS + _TOTAL_TIME + _OF_PLAN, re.I)
# All parts together: "over all sessions" names no session.
_TOGETHER = re.compile(r"\b(?:over|across) all\b|\b(?:in )?all (?:\w+ ){1,2}combined\b", re.I)
_EACH = re.compile(r"\b(?:each|every|per|daily|any)\b", re.I)
_PER_DAY = re.compile(r"\bper (?:day|session)\b.*\b(?:days|sessions)\b|\bx \d+\b", re.I)
_BOTH_WAYS = re.compile(r"each way|each direction|both ways|both directions|\beach time\b", re.I)
_PER = re.compile(r"\b(?:per|each|every|daily)\b", re.I)
_DISTINCT = re.compile(r"\b(?:different|distinct|unique)\b", re.I)
_COUNTED: tuple[tuple[str, re.Pattern[str]], ...] = tuple(
    (subject, re.compile(rf"(?<!\w)-?\s?{words}(?!\w)", re.I))
    for subject, words in (
        ("rest day", r"(?P<noun>rest(?:ing)?[ -]days?|days? off|days? of rest|recovery days?)"),
        ("session",
            r"(?:\w+ )?(?P<noun>sessions?|workouts?\b(?! (?:plan|routine|sessions?|days?))"
            r"|training days?|workout days?|gym days?)"),
        ("exercise", r"(?:\w+ )?(?P<noun>exercises?|movements?)"),
        ("set", r"(?P<noun>(?:working )?sets?)"),
        ("rep", r"(?P<noun>reps?|repetitions?)"),
        ("snack", r"(?P<noun>snacks?)"),
        ("meal", r"(?P<noun>eating occasions?|meals?\b(?! plan))"),
        ("week", r"(?P<noun>weeks?(?! long))"),
        ("day", r"(?P<noun>days?)"),
    )
)  # fmt: skip
_TONNAGE = re.compile(
    r"tonnage|\blift(?:s|ed|ing)?\b|\b(?:total|training|lifting) (?:weight|volume|load)|\bvolume\b",
    re.I,
)
_HEAVY = re.compile(r"\bheav(?:y|ier|iest)\b|\bweights?\b|\bload\b", re.I)
_KNOWN = re.compile(
    r"\b(?:the|do|does|an?|must|should|shall|will|may|can|needs?|has|have|had|to|be|is|are|being"
    r"|it|its|that|which|there|of|for|in|at|with|on|and"
    r"|include[sd]?|including|contain(?:s|ed|ing)?|consists?|corresponds?|spans?|covers?"
    r"|comprises?|feature[sd]?|provide[sd]?|offers?|supply"
    r"|supplies|made|up|allow|lasts?|lasting|duration|length|long|takes?|time|total|totals|number"
    r"|count|amount|sum|value|numbers"
    r"|whole|entire|overall|combined|altogether|single|individual|day|days|week|weeks"
    r"|session|sessions|workouts?|sets?|reps?|repetitions?"
    r"|training|(?:strength|cardio|cardiovascular|resistance|fitness)"
    r"(?= (?:training |workout )?(?:plan|program|routine|schedule))|gym|weight|weights|lift|lifts"
    r"|lifted|lifting|tonnage|volume|load|exercises?|movements?"
    r"|meals?|snacks?|plan|plans|planned|planning|routine|routines|program|programme|schedule"
    r"|design|designed|diet|dietary|nutritional|nutrition|macros?"
    r"|comes?|goe?s?|adds? up|amounts?|sums?|total(?:s|led)|somewhere|intake"
    r"|consumption|consumed|content|food|foods"
    r"|burn|burns|burned|burnt|burning|kg|kgs"
    r"|kilograms?|kilos?|lbs?|pounds?|t|tonnes?|tons?|g|gr|grams?"
    r"|mg|milligrams?|minutes?|mins?|hours?|hrs?|h|equal|equals|exactly"
    r"|agent|user|performed"
    r"|done|given|kept|keep|remain|stay|range|meet|meets|reach|reaches|achieve|as"
    r"|calorific|response|so|i|we|use[sd]?|using"
    r"|different|distinct|unique|eating|occasions?)\b",
    re.I,
)
_PLACED = re.compile(
    r"\b(?:one of|(?:exercises?|meals?|days?|sessions?|snacks?) with"
    r"|(?:day|session|week|workout|meal) (?:\d|(?-i:[A-Z])\b))\b",
    re.I,
)
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
    r"|cannot|won['’]t) (?!exceed|have to|need|necessarily|always|only|just)"
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
    text = plain(constraint).rstrip(" .!")
    if not text:
        raise InputError("the constraint is empty.")
    outer = " ".join(re.sub(r"\([^()]*\)", " ", text).split())
    aside = " ".join(re.findall(r"\(([^()]*)\)", text)) if outer else ""
    outer = _WHAT_LENGTH.sub(" ", _BOTH.sub("each ", _without_no(outer or text)))
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
    whole = _SCOPE_WORDS["day"].search(outer) is None and (
        _ALL.search(outer) is not None or _PER_DAY.search(aside) is not None
    )
    made, words = _demands(outer, found, whole)
    if not made:
        raise InputError(f"the program does not understand {' '.join(constraint.split())[:200]!r}.")
    if turning := words.turning():
        raise InputError(f"the program cannot judge {' '.join(turning)!r} in {text[:200]!r}.")
    if (of := _WHOSE.match(outer)) and not all(_is_of(of.lastgroup or "", one) for one in made):
        raise InputError(f"it is not clear whether each {of.lastgroup} is meant in {text[:200]!r}.")
    if aside and _BOTH_WAYS.fullmatch(aside.strip()):
        made = [
            replace(one, scope="direction") if one.measure == "duration" else one for one in made
        ]
    elif aside and not _says_again(aside, found, made):
        raise InputError(f"the program cannot judge {aside[:100]!r} in {text[:200]!r}.")
    unbroken = _UNBROKEN.search(text) is not None
    if unbroken and any(one.measure != "duration" or one.scope != "plan" for one in made):
        raise InputError(f"the program cannot judge what is in one block in {text[:200]!r}.")
    return tuple(
        replace(one, text=constraint.strip(), whole=whole, unbroken=unbroken) for one in made
    )


# "Exercises must have 3 sets": each of them, or all together?
_WHOSE = re.compile(
    r"(?:the |an? |one )?(?:(?P<day>days?)|(?P<meal>meals?)|(?P<session>sessions?|workouts?)"
    r"|(?P<exercise>(?<= )exercise|exercises)|(?P<set>sets?)) (?:must|should|shall|may|can|will"
    r"|needs?|ha(?:s|ve) to|is|are)\b",
    re.I,
)


def _is_of(part: str, one: Requirement) -> bool:
    """Whether a requirement is on the parts that a sentence is about."""
    daily = part == "day" and one.measure in ("duration", "clock", "gap")
    return daily or part in (one.scope, one.subject.removesuffix("s"))


def _says_again(aside: str, found: Sequence[Quantity], made: Sequence[Requirement]) -> bool:
    """Whether a remark in brackets only says what the rest comes to: "5000 calories (2500 per day
    for 2 days)", "3 days with 3 meals each (9 meals in total)".
    """
    words = Words(aside)
    said = list(quantities(aside))
    for one in said:
        words.use(one.start, one.end)
    words.take(_PER)
    try:
        _complete(words, said, len(said))
    except InputError:
        return False
    stated = {one.high for one in found}
    known = {a * b for a, b in itertools.combinations([one.high for one in found], 2)}
    known |= {sum(one.bound.low for one in made if one.subject in ("meal", "snack"))}
    return math.prod(one.high for one in said) in (stated if len(said) == 2 else known)


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


def _demands(text: str, found: Sequence[Quantity], whole: bool) -> tuple[list[Requirement], Words]:
    """What the first reader that knows the sentence makes of it, and the words that it used."""
    for attempt in (_gap, _moment, _amounts, _tonnage, _weight, _session_length, _counts, _length):
        words = Words(text)
        if whole and attempt not in (_gap, _moment, _weight):
            words.take(_ALL)
        if made := attempt(words, found):
            return made, words
    return [], Words(text)


# The bound.


def bound_on(
    words: Words, one: Quantity, factor: float = 1.0, begin: int = 0, end: int | None = None
) -> Bound:
    """The bound that the words of a text put on a quantity, from `begin` to `end` of it."""
    text = words.text if end is None else words.text[:end]
    words.use(one.start, one.end)
    low, high = one.low * factor, one.high * factor
    if low != high:
        words.take(_RANGE, begin, one.start)
        return Bound(low, high)
    kind, about = "exact", False
    said = None
    for found in COMPARISON.finditer(text, begin, one.start):
        near = _GAP.fullmatch(text, found.end(), one.start) is not None
        if found.lastgroup == "about":
            about = about or near
            words.use(found.start(), found.end() if near else found.start())
        else:
            said = found if near or _FAR.match(found[0]) else None
    if said is not None:
        kind = said.lastgroup or "exact"
        words.use(*said.span())
    if (after := _AFTER.match(text, one.end)) is not None:
        words.use(*after.span("said"))
        after_kind = "low" if after["low"] or after["least"] else "high"
        if said is not None:
            raise InputError(f"the constraint makes more than one demand: {text[:200]!r}.")
        kind = after_kind
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
    return next((scope for scope, words in _SCOPES if words.search(text)), "plan")


def _held(words: Words, *scopes: Scope) -> None:
    """Use the words that say for each of what it holds: "each day"."""
    for one in scopes:
        if one in _SCOPE_WORDS:
            words.take(_SCOPE_WORDS[one])


def _only(text: str) -> str:
    """The meal that is meant; InputError where several are named."""
    found = {one["meal"].lower() for one in _ONLY.finditer(text)}
    if len(found) > 1:
        raise InputError(f"the constraint makes more than one demand: {text[:200]!r}.")
    return found.pop() if found else ""


def _in_all(text: str, scope: Scope) -> bool:
    """Whether all days or sessions together are meant, even if the words name a part too."""
    return scope == "week" or (_WHOLE.search(text) is not None and not _EACH.search(text))


def _use_in_all(words: Words) -> None:
    _held(words, "week")
    words.take(_WHOLE)
    words.take(_TOGETHER)


def _complete(
    words: Words, found: Sequence[Quantity], used: int, known: str = "", several: bool = False
) -> None:
    """InputError where the text has words, or figures, that nothing has used and that might
    restrict the demand.
    """
    text = words.text
    rest = words.rest()
    for placed in _PLACED.finditer(text.replace("days with", "days    ") if several else text):
        if rest[slice(*placed.span())].strip():
            raise InputError(f"the program cannot judge {placed[0]!r} in {text[:200]!r}.")
    if len(found) > used:
        raise InputError(f"the constraint makes more than one demand: {text[:200]!r}.")
    for said in (
        *_NUTRIENTS.values(),
        _MEALS + "|snacks|breakfasts|lunches|dinners",
        known or "$^",
    ):
        rest = re.sub(rf"\b(?:{said})\b", " ", rest, flags=re.I)
    left = re.findall(r"[^\W\d_]{2,}|[%±\d]", _KNOWN.sub(" ", rest))
    if left:
        raise InputError(f"the program cannot judge {' '.join(left)!r} in {text[:200]!r}.")


# The measures.


def _amounts(words: Words, found: Sequence[Quantity]) -> list[Requirement]:
    text = words.text
    named = sorted(
        (hit.start(), subject)
        for subject, names in _NUTRIENTS.items()
        for hit in re.finditer(rf"\b(?:{names})", text, re.I)
    )
    if not named:
        return []
    values = [one for one in found if one.dimension in ("energy", "mass", "count")]
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
    if len({name for _, name in named} | {subject}) > 1:
        raise InputError(f"the constraint makes more than one demand: {text[:200]!r}.")
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
        _use_in_all(words)
    elif scope == "plan" and burned:
        scope = "plan" if re.search(r"\bplan\b|\broutine\b", text, re.I) else "session"
    bound = bound_on(words, one, factor)
    days = scope == "session" and not burned and re.search(r"\bdays?\b", text, re.I)
    if scope in ("meal", "session", "day") and not days:
        # "Snacks … per day" may be each of them or all.
        _held(words, scope, "plan" if only == "snack" else "day")
    _complete(words, found, 1)
    return [Requirement(text, subject, "amount", bound, unit, scope, only)]


def _tonnage(words: Words, found: Sequence[Quantity]) -> list[Requirement]:
    text = words.text
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
    if scope == "plan":
        _use_in_all(words)
    else:
        _held(words, "session", "day")
    bound = bound_on(words, values[0], 0.001)
    _complete(words, found, 1)
    return [Requirement(text, "tonnage", "tonnage", bound, "kg", scope)]


_EACH_WEIGHT = re.compile(r"\beach (?:weights?|load)\b", re.I)
_NOTHING = re.compile(r"\bnothing\b", re.I)


def _weight(words: Words, found: Sequence[Quantity]) -> list[Requirement]:
    text = words.text
    values = [one for one in found if one.dimension == "mass" and one.high >= 500]
    lifted = _scope(text) == "exercise" and re.search(r"\blift(?:s|ed|ing)?\b", text, re.I)
    if not values or not (_HEAVY.search(text) or lifted):
        return []
    bound = bound_on(words, values[0], 0.001)
    if bound.strict and words.take(_NOTHING):
        # "Nothing heavier than 40 kg" is "at most 40 kg".
        bound = Bound(low=bound.high) if math.isinf(bound.low) else Bound(high=bound.low)
    _held(words, "exercise", "session", "day")
    words.take(_EACH_WEIGHT)
    _complete(words, found, 1, r"lift|used|machine|dumbbell|barbell|set")
    return [Requirement(text, "weight", "weight", bound, "kg", "exercise")]


_LASTS = re.compile(
    r"\b(?:sessions?|workouts?|exercises?|training|class)\b.*\b(?:last\w*|long|duration|takes?"
    r"|length|be (?:\w+ ){0,4}\d)"
    r"|\b(?:duration|length|time)\b.* (?:of|for) (?:each|every|the|an?)\b|\b(?:workout|exercise"
    r"|training) time\b",
    re.I,
)
_PART_OF = re.compile(r"\b(?:rest|warm|cool|stretch|circuit|climb|break|interval|sprint)", re.I)


def _session_length(words: Words, found: Sequence[Quantity]) -> list[Requirement]:
    text = words.text
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
        _held(words, "exercise")
    else:
        subject = "session"
        if _in_all(text, scope):
            scope = "plan"
            _use_in_all(words)
        elif scope in ("plan", "day"):
            scope = "session"
    if scope == "session":
        _held(words, "session", "day")
    bound = bound_on(words, values[0])
    _complete(words, found, 1)
    return [Requirement(text, subject, "duration", bound, "min", scope)]


def _noun(words: Words, begin: int, near: bool = False) -> str | None:
    """What is counted: the first countable noun, which is used; with `near`, only within two words,
    and none of the others ("one of the sessions").
    """
    best: tuple[int, str, re.Match[str]] | None = None
    for subject, names in _COUNTED:
        found = names.search(words.text, begin)
        if found is None:
            continue
        between = words.text[begin : found.start()].casefold().split()
        if near and (len(between) > 2 or "of" in between):
            continue
        if best is None or found.start() < best[0]:
            best = (found.start(), subject, found)
    if best is None:
        return None
    words.use(*best[2].span("noun"))
    return best[1]


def _counts(words: Words, found: Sequence[Quantity]) -> list[Requirement]:
    text = words.text
    values = [one for one in found if one.dimension == "count"]
    if not values or len(values) < len(found):
        return []
    scope = _scope(text)
    named = re.search(r"\bnumber of (?:\w+ )?", text, re.I)
    if named is not None and (subject := _noun(words, named.start() + 10)) is not None:
        made = _counted(words, subject, bound_on(words, values[-1]), scope)
        _complete(words, found, 1)
        return [made]
    counted = [(one, subject) for one in values if (subject := _noun(words, one.end, near=True))]
    if len(counted) > 1:
        return _several(words, counted, found)
    if counted:
        one, subject = counted[0]
        made = _counted(words, subject, bound_on(words, one), scope)
        _complete(words, found, 1)
        return [made, *_named_meals(text, made)]
    before = re.match(r"(?:the )?(?:total |daily |weekly )*(\w+)(?: count)?", text, re.I)
    if before is not None and (subject := _noun(words, before.start(1), near=True)) is not None:
        made = _counted(words, subject, bound_on(words, values[-1]), scope)
        _complete(words, found, 1)
        return [made]
    return _others(words, values, scope)


def _named_meals(text: str, made: Requirement) -> list[Requirement]:
    """The meals that a count names beside it: "breakfast, lunch, one snack and dinner"."""
    if made.measure != "count" or made.subject not in ("meal", "snack"):
        return []
    names = dict.fromkeys(found["meal"].lower() for found in _ONLY.finditer(text))
    names.pop(made.subject, None)
    return [
        replace(made, subject="meal", bound=Bound(low=1), scope="day", only=name) for name in names
    ]


# "One day must have 4 meals" is not "one day, and 4 meals on each".
_HAS = re.compile(
    r"\b(?:must|shall|should|will|may|can|needs?|has|have|includes?|contains?)\b", re.I
)
_FOR_EACH = re.compile(r"\beach$|\bon each of the\b", re.I)


def _several(
    words: Words, counted: list[tuple[Quantity, str]], found: Sequence[Quantity]
) -> list[Requirement]:
    """ "3 meals and 1 snack per day", "3 days with 3 meals each"."""
    text = words.text
    subjects = [subject for _, subject in counted]
    joined = text[counted[0][0].end : counted[1][0].start]
    each_once = len(set(subjects)) == len(subjects) == len(found) <= 3
    if not each_once or re.search(r"\b(?:or|for|over)\b", joined, re.I):
        raise InputError(f"the constraint makes more than one demand: {text[:200]!r}.")
    if _HAS.search(text, counted[0][0].end, counted[-1][0].start):
        raise InputError(f"the program cannot judge some of the parts in {text[:200]!r}.")
    scope = _scope(text)
    made = []
    for one, subject in counted:
        own: Scope = "plan" if subject in ("day", "week", "session", "rest day") else scope
        if own == "plan" and subject in ("meal", "snack"):
            own = "day"
        if subject in ("exercise", "set") and own == "plan":
            own = "session"
        begun = max((o.end for o, _ in counted if o.end < one.start), default=0)
        bound = bound_on(words, one, begin=begun, end=one.end)
        # "3 meals and 1 snack": the meals are those besides the snack.
        beside = "meal" if subject == "meal" and "snack" in subjects else ""
        made.append(replace(_counted(words, subject, bound, own), only=beside))
    exact = [one.bound.low == one.bound.high for one in made]
    if exact[-1] and not all(exact):
        # "At most 3 meals and 1 snack": the bound may hold for both.
        raise InputError(f"it is not clear what the bound is for in {text[:200]!r}.")
    if {"day", "session"} & {*subjects}:
        words.take(_FOR_EACH)
    _complete(words, found, len(found), "plus", several=True)
    eaten = next((one for one in made if one.subject in ("meal", "snack")), None)
    if eaten and "meal" not in subjects:
        made += _named_meals(text, eaten)
    return made


_THING = re.compile(
    r"[ -](?P<noun>[a-z]+(?:-[a-z]+)?(?: (?!per\b|each\b|every\b|a\b|in\b|on\b|must\b|for\b"
    r"|during\b|daily\b)[a-z]+){0,3})",
    re.I,
)


def _others(words: Words, values: Sequence[Quantity], scope: Scope) -> list[Requirement]:
    """Other things that are counted: "8 glasses of water per day", "3 gym visits"."""
    text = words.text
    if len(values) != 1 or not values[0].noun or scope not in ("plan", "day", "week"):
        return []
    one = values[0]
    found = _THING.match(text, one.end)
    if found is None:
        return []
    if re.match(r"(?:the|an?|of|as|times)\b", found["noun"], re.I):
        return []
    bound = bound_on(words, one)
    _held(words, scope)
    noun = " ".join(words.rest()[slice(*found.span("noun"))].lower().split())
    if not noun or _DISTINCT.search(noun) or Words(noun).turning():
        return []
    words.use(*found.span("noun"))
    _complete(words, values, 1)
    return [Requirement(text, noun, "count", bound, "", scope)]


_COUNTED_IN: dict[str, tuple[Scope, ...]] = {
    "day": ("week",),
    "rest day": ("week",),
    "session": ("week",),
    "exercise": ("session", "day", "week"),
    "set": ("exercise", "session", "day", "week"),
    "rep": ("exercise",),
    "meal": ("day",),
    "snack": ("day",),
}
"""Where a count may hold; in other places it is not understood."""
_PER_SET = re.compile(r"\bper set\b", re.I)


def _counted(words: Words, subject: str, bound: Bound, scope: Scope) -> Requirement:
    text = words.text
    within = _COUNTED_IN.get(subject, ())
    if _TOGETHER.search(text) and not _EACH.search(text):
        scope = "plan"
        words.take(_TOGETHER)
    if scope in within:
        _held(words, scope)
    elif scope == "week":
        scope = "plan"
    if scope == "exercise":
        _held(words, "session")
    if subject == scope or subject in ("day", "session", "rest day"):
        scope = "plan"
    if (
        subject == "exercise"
        and scope == "plan"
        and not re.search(r"\btotal\b|\ball\b", text, re.I)
    ):
        inside = re.search(r"\bsession|\bworkout\b(?! (?:plan|routine|program))", text, re.I)
        scope = "session" if inside else "plan"
    if subject in ("set", "rep"):
        scope = "exercise" if words.take(_PER_SET) else scope
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
    r"\b(?:the|an?|schedule[sd]?|must|should|has|have|had|needs? to|include[sd]?|including"
    r"|contain|allow|allocate[sd]?|dedicate[sd]?|spend|be|is|are|of|for|to|at|in|on|with|and|total"
    r"|time|day|minutes?|hours?|long|duration|lasts?|(?<!-)up|there"
    r"|user|i|my|me|way|direction|plan|amount|period|block|uninterrupted"
    r"|single|spent|assigned|number|devoted|set|aside|during|from|equal"
    r"|session|person|agent|workout plan"
    r"|provide|give|so|that|it|as|throughout|worth|dedicated|activity|activities|planned"
    r"|reserve[sd]?|take|takes|may|need|want|get|full|week|visit|visits)\b",
    re.I,
)  # fmt: skip
_VERBS = re.compile(
    r"\b(?:start|begin|commence|end|finish|stop|conclude|done|o'clock|am|pm|take|takes|place|occur"
    r"|happen|served|placed|held|eaten|working hours|complet)(?:e?s|e?d|ning|ing)?\b",
    re.I,
)
_TRAVEL = re.compile(r"commut|travel|driv(?:e|ing)|journey|\btrips?\b|\bway\b|direction", re.I)
_SUBJECT = re.compile(
    r"^(?:(?:the|daily|workout|session|schedule|plan|routine|training|day"
    r"|program)\b\s*)+(?=must|should|shall|needs?|has to|will)",
    re.I,
)


def _activity(text: str) -> str:
    """The activity that a clause is about: what remains without the words around it."""
    text = re.sub(r"\d+(?:[.,:]\d+)*|[^\w\s'&/-]", " ", text)
    text = re.sub(r"(?<!\w)-|-(?!\w)", " ", text)
    return " ".join(_FILLER.sub(" ", text).lower().split())


_BETWEEN_STARTS = re.compile(
    r"\bbetween (?:the )?starts? of (?:any )?(?:two )?(?:consecutive )?"
    r"(?:meals|eating occasions)\b",
    re.I,
)


def _gap(words: Words, found: Sequence[Quantity]) -> list[Requirement]:
    """ "At least 2 hours between the starts of meals"."""
    if len(found) != 1 or found[0].dimension != "time" or not words.take(_BETWEEN_STARTS):
        return []
    bound = bound_on(words, found[0])
    _complete(words, found, 1)
    return [Requirement(words.text, "meal", "gap", bound, "min", "day")]


_RESTS = re.compile(r"(?:the |each |every |any )?(?:rest|breaks?|pauses?)(?= )", re.I)
_BETWEEN_ROUNDS = re.compile(r"\bbetween (?:the )?(?P<what>rounds|sets|exercises|circuits)\b", re.I)
_EACH_MACHINE = re.compile(r"(?:each|every|any) (?P<what>machine|station)\b", re.I)
# "A 30-minute walk", "the walk must last": one entry, where "work must last" may be several.
_ONE_BEFORE = re.compile(r"\ban? $", re.I)
_ONE_NAMED = re.compile(
    r"\b(?:an?|the) (?!(?:total|whole|minimum|maximum|sum|amount|day|schedule|plan|user)\b)\w",
    re.I,
)


def _length(words: Words, found: Sequence[Quantity]) -> list[Requirement]:
    """How long an activity lasts."""
    text = words.text
    times = [one for one in found if one.dimension == "time"]
    moments = [one for one in found if one.dimension in ("clock", "span")]
    if not times or len(found) > len(times) + len(moments):
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
    end = len(text)
    if excluded := re.search(
        r"\bexcluding\b|\bexcept\b|\bwithout\b(?! exceeding)|\bnot (?:counting|including)\b", text,
        re.I,
    ):  # fmt: skip
        what = text[excluded.end() :]
        if not re.fullmatch(r"\W*(?:the |any |lunch |meal )*(?:breaks?|lunch)\W*", what, re.I):
            raise InputError(
                f"the program cannot judge {text[excluded.start() :][:80]!r} in {text[:200]!r}."
            )
        words.use(excluded.start(), end)
        end = len(text[: excluded.start()].rstrip(" ,"))
    bound = bound_on(words, one, end=end)
    if (rests := _RESTS.match(text)) and (between := _BETWEEN_ROUNDS.search(text)):
        words.use(*rests.span())
        words.use(*between.span())
        _complete(words, found, 1)
        what = f"rest between {between['what'].lower()}"
        return [Requirement(text, what, "duration", bound, "min", "entry")]
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
    scope: Scope = "plan"
    if both or _BOTH_WAYS.search(text):
        scope = "direction"
        words.take(_BOTH_WAYS)
    moment = moments[0] if moments else None
    if moment is not None:
        at_or_from = re.search(r"\b(?:at|from)\s*$", text[: moment.start], re.I)
        if at_or_from is None or len(moments) > 1:
            raise InputError(f"the program cannot judge a length and a time in {text[:200]!r}.")
        words.use(at_or_from.start(), moment.end)
    before, after = _placed(words, one.end, end)
    part = _DAYPART.search(text)
    if part is not None:
        words.use(*part.span())
    _held(words, "day")
    words.take(_NIGHTLY)
    machine = _EACH_MACHINE.match(text)
    if machine is not None:
        words.use(*machine.span())
    front, back = words.rest()[: one.start], words.rest()[one.end : end]
    if both:
        words.use(times[1].start, len(text))
        back = words.rest()[one.end :]
    lead, tail = _activity(_SUBJECT.sub(" ", front.strip())), _activity(back)
    if lead and tail:
        raise InputError(f"the program cannot judge {lead!r} in {text[:200]!r}.")
    subject = lead or tail
    named = bool(lead) and (_ONE_NAMED.search(front) is not None or lead.endswith("s"))
    total = re.search(r"\btotal\b", text, re.I) is not None
    if machine is not None:
        if subject not in ("", "used"):
            raise InputError(f"the program cannot judge {subject!r} in {text[:200]!r}.")
        scope, subject = "entry", machine["what"].lower()
    if not subject:
        return []
    return [
        Requirement(
            text,
            subject,
            "duration",
            bound,
            "min",
            scope,
            one=_ONE_BEFORE.search(front) is not None or (named and not total),
            daypart=(part["one"] or part["two"]).lower() if part else "",
            before=before,
            after=after,
            start=Bound(moment.low, moment.low) if moment else None,
        )
    ]


def _placed(words: Words, begin: int, end: int) -> tuple[str, str]:
    """The activities that this one must come before and after, at the end of the text."""
    found = _RELATIVE.search(words.text[:end].rstrip(), begin)
    if found is None:
        return "", ""
    words.use(*found.span())
    what = found["what"].strip().lower()
    return (what, "") if found["where"].lower() == "before" else ("", what)


_TIMELY = re.compile(
    r"later|latest|earlier|before|after|least|most|exactly|precisely|[<>≤≥⩾⩽=]", re.I
)
_WHEN = re.compile(
    r"\b(?:(?P<by>by)|(?P<below>before)|(?P<above>after)|(?P<exact>at)"
    r"|(?P<low>at the earliest(?: at)?))\s(?:the )?$",
    re.I,
)
_WITHIN = re.compile(r"\b(?P<said>between|within|from)\s(?:the )?$", re.I)
_STARTS = re.compile(r"\b(?:start|begin|commence|wake|get up|go to|bed)", re.I)
_ENDS = re.compile(r"\b(?:end|finish|stop|conclude|complet|done|over|out)(?:e?s|e?d|ing)?\b", re.I)
_BED = re.compile(r"\bbed|\ba?sleep|\bwake|\blights?\b", re.I)
_ALL_OF = re.compile(r"^(?:all|each|every)\b", re.I)


def _moment(words: Words, found: Sequence[Quantity]) -> list[Requirement]:
    """When something begins or ends."""
    text = words.text
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
    lead = text[: at.start]
    words.use(at.start, at.end)
    _held(words, "day")
    starts, ends = _STARTS.search(lead), _ENDS.search(lead)
    if ends is not None:
        words.use(*ends.span())
    start: Bound | None = None
    end: Bound | None = None
    exact = Bound(at.low, at.low)
    if at.dimension == "span":
        within = _WITHIN.search(lead)
        if within is not None:
            words.use(*within.span())
        if starts or ends:
            both = Bound(at.low, at.high)
            start, end = (both, None) if starts else (None, both)
        elif (within and within["said"].lower() == "from") or text[at.start :].startswith("from"):
            start, end = exact, Bound(at.high, at.high)
        else:
            start, end = Bound(low=at.low), Bound(high=at.high)
    else:
        kind, bound = _when(words, at)
        if kind == "exact" and not (starts or ends or _WHEN.search(lead)):
            return []
        early = math.isinf(bound.low) and not starts
        if re.search(r"\blights? (?:out|off)\b", text, re.I):
            start = bound
        elif ends and not re.search(r"\b(?:start|begin|commence)", lead, re.I):
            end = bound
        elif early and not _BED.search(text):
            # "Dinner by 7 PM" may begin then, or be over.
            start = end = bound
        else:
            start = bound
    # That the first begins after a time, and the last ends before one, holds of all.
    of_all = (start is None or math.isinf(start.high)) and (end is None or math.isinf(end.low))
    of_all = of_all or (end is not None and start == end)
    if of_all:
        words.take(_ALL_OF)
    subject = " ".join(_VERBS.sub(" ", _activity(words.rest())).split())
    if re.search(r"\blights? (?:out|off)\b", text, re.I):
        subject = "sleep"
    if not subject:
        return []
    if subject in ("meals", "meal", "eating", "food"):
        subject = "meals"
    if subject.endswith("s") and not of_all and not (start and end):
        # The first of them and the last are not all.
        raise InputError(f"it is not clear which of {subject} is meant in {text[:200]!r}.")
    return [Requirement(text, subject, "clock", exact, "clock", start=start, end=end)]


def _when(words: Words, at: Quantity) -> tuple[str, Bound]:
    """How a time of the clock is bounded: "exact", "low", "high", "below", "above"."""
    text = words.text
    kind = "exact"
    if (when := _WHEN.search(text[: at.start])) is not None:
        words.use(*when.span())
        kind = when.lastgroup or "exact"
    said = None
    for found in COMPARISON.finditer(text, 0, at.start):
        near = _GAP.fullmatch(text, found.end(), at.start) or (
            when and found[0].casefold() == "at the latest"
        )
        said = found if near and _TIMELY.search(found[0]) else None
    if said is not None:
        words.use(*said.span())
        kind = said.lastgroup or "exact"
    elif (after := _AFTER.match(text, at.end)) is not None:
        words.use(*after.span("said"))
        kind = "low" if after["low"] or after["least"] else "high"
    match kind:
        case "low":
            return kind, Bound(low=at.low)
        case "high" | "by":
            return kind, Bound(high=at.low)
        case "below":
            return kind, Bound(high=at.low, strict=True)
        case "above":
            return kind, Bound(low=at.low, strict=True)
    return "exact", Bound(at.low, at.low)
