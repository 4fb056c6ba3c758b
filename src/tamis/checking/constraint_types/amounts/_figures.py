"""What the figures of a line are for, and what the line comes to.

A figure is an entry, or it is beside the matter: a total, a goal ("budget: $500"), what is left or
saved, an old price, a price for each of something. A line comes to an interval; what may be read in
two ways makes it wider.
"""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Literal

from tamis.checking.program.interval import Interval, added, hull
from tamis.reading.quantities import Quantity, quantities

Role = Literal["entry", "part", "rate", "total", "goal", "old", "rest", "less", "note"]
"""`part` is in an entry ("3 × $80 = $240"), `rest` what is left, `less` what is taken off."""


@dataclass(eq=False)
class Figure:
    """A figure at `start:end` of a line; `rate` is what it is for each of: "night", "each"."""

    value: Interval
    start: int
    end: int
    unit: str = ""
    role: Role = "entry"
    rate: str = ""
    column: Role | Literal[""] = ""
    final: bool = False
    """Whether it is what a calculation comes to."""
    apart: bool = False
    """Whether it is not said for each of what is asked for."""

    def written(self, text: str) -> str:
        """The figure as it stands in the line."""
        return text[self.start : self.end]


@dataclass
class Come:
    """What a line comes to; `value` is None where it has no entry. `doubt` is what it hangs on."""

    value: Interval | None = None
    total: bool = False
    working: str = ""
    doubt: str = ""
    told: str = ""
    said: Interval | None = None
    """A total of more than the line, in a sentence that has an entry as well."""
    figures: list[Figure] = field(default_factory=list)


_ADDS_UP = re.compile(r"\badd(?:s|ed|ing)? up to\s(?:about |around )?$", re.I)


def bounded(text: str, start: int, low: float, high: float, hedge: str) -> Interval:
    """An amount as it is said: "up to 20" is from nothing to 20, "adds up to 20" is 20."""
    if hedge == "at most" and _ADDS_UP.search(text, max(start - 30, 0), start):
        return Interval(low, high)
    if hedge in ("at most", "less than"):
        return Interval(0.0, high)
    return Interval(low, math.inf) if hedge in ("at least", "more than") else Interval(low, high)


_LIMITS = r"limit|cap|goal|target|allowance|ceiling"
_GOAL_BEFORE = re.compile(
    rf"\b(?:{_LIMITS}|aim(?:ing)?(?: for)?|out of(?: your| the)?)\b\W{{0,3}}"
    r"(?:is |was |of |to |at |for \w{1,20}:? )?(?:about |around |~)?$"
    r"|\b(?:stay|keep|kept|fit|remain|well|just|comfortably|safely|comes? in|came in)\w*"
    r"(?: \w{1,15}){0,3} (?:under|within|below)(?: (?:the|your|our|my|a))?(?: \w{1,15})? ?$",
    re.I,
)
_INCOME = re.compile(
    r"\b(?:income|take-home(?: pay)?|net pay|paycheck|you (?:earn|make|have|bring home))\b"
    r"[^.;]{0,20}$",
    re.I,
)
SAVES = re.compile(
    r"\bif (?:you|we|i) (?:can |could )?(?:save|put aside|set aside)\b"
    r"|\byou(?:['’]ll| will) have (?=[$€£])|\binterest\b",
    re.I,
)
_DEPOSIT = re.compile(r"\b(?:deposit|down payment|instal?lments?)\b[^.;]{0,25}$", re.I)
_GOAL_AFTER = re.compile(
    rf"\s?\(?(?:[\w-]{{1,15}} ){{0,2}}(?:max(?:imum)?\b|(?:budget|{_LIMITS})\b"
    # "9:15–10:00 Budget review" is no goal.
    r"(?!\s(?!(?:for|of|per|a|an|the|is|was|in|and|or|to|that|which|with|on|this|we|you|it|set|so"
    r"|but|by|at|each|limit|cap|left)\b)[a-z]))(?!\s?:)",
    re.I,
)
_BUDGET = re.compile(
    r"(?:(?P<which>[\w-]{1,20}) )?budget(?:\W{0,4}(?:is |was |of |for (?:[\w-]{1,20} ){0,3}|~"
    r"|about |around )?){0,2}$",
    re.I,
)
_OWN_BUDGET = frozenset(
    re.findall(
        r"\w+",
        "a the your my our total overall whole entire trip weekend weekly daily monthly party given"
        " set original stated available max maximum project event this that on",
    )
)
_CLAIM = re.compile(r"\b(?:each|all|every|everything|none|both|whole)\b", re.I)
_BOUNDED = re.compile(
    r"\b(?:under|below|less than|up to|at most|no more than|within|max(?:imum)?(?: of)?)\s$", re.I
)
_REST_BEFORE = re.compile(
    r"\b(?:left(?:[- ]?over)?|leav(?:e|es|ing)|remain(?:s|ing|der)?|spare|surplus|balance|unspent"
    r")\b[^.;]{0,20}$",
    re.I,
)
_REST_AFTER = re.compile(
    r"\s?\(?(?:\w{1,10} )?(?:left\b|leftover|remain(?:s|ing)?\b|to spare|spare\b|under budget"
    r"|below budget|surplus)",
    re.I,
)
_OLD_BEFORE = re.compile(
    r"\b(?:originally|regular(?:ly)?(?: price)?|normally|instead of|rather than|down from"
    r"|compared (?:to|with)|retails?(?: at| for)?|rrp|msrp|list price|full price|old price|worth"
    r"|valued? at)\b[^.;,)]{0,15}$|\(\s?was\s$",
    re.I,
)
_THEN = re.compile(
    r"\s?(?:→|->|⇒)\s(?!=)|\s[$€£]\d[\d.,]{0,9}\s?\(?(?:on sale|sale\b|now\b|reduced)", re.I
)
_WAS = re.compile(r"\bwas\s$", re.I)
_NOW = re.compile(r"[^.;]{0,20}\b(?:now|today|on sale|reduced)\b", re.I)
_LESS_BEFORE = re.compile(
    r"\b(?:sav(?:e|es|ed|ing|ings)|discount(?:s|ed)?|coupons?|cash ?back|rebate|refund(?:ed)?"
    r"|promo(?:tion)?|voucher|cheaper by|reduced by)\b[^.;]{0,25}$",
    re.I,
)
SAVINGS = re.compile(r"\W*(?:[\w-]{1,15} )?savings?\b(?! of)\W*[:–|(-]", re.I)
_LESS_AFTER = re.compile(
    r"\s?(?:off\b|discount|cheaper|savings?\b|saved\b|less than\b|back\b|coupon|refund|rebate)",
    re.I,
)
_TOTAL_BEFORE = re.compile(
    r"\b(?:sub-?|grand )?(?:totals?|totall?(?:s|ing|ed)|sum|altogether|all together|in all"
    r"|overall (?:costs?|price|spend\w*|budget)|everything)\b[^.;]{0,40}$"
    r"|^\W{0,6}overall\b(?! i\b)[^.;]{0,40}$"
    r"|\b(?:comes?|came|adds? up|amounts?|brings?(?: \w{1,15}){1,4}) to\s(?:about |around "
    r"|roughly |just |only )?$",
    re.I,
)
_TOTAL_AFTER = re.compile(
    r"[\s)*]{0,3}(?:in total|total\b(?!\s?[:=])|altogether|in all\b|overall\b|all together)", re.I
)
_RESULT = re.compile(
    r"(?:=|→|⇒|\b(?:equals|makes|making|comes to|coming to|so|that['’]s|totall?ing))\s?"
    r"(?:about |approx\.? )?[~≈]?$",
    re.I,
)
_ABOVE = re.compile(
    r"\W*(?:(?:and|so|that|this|it|these|those|they|all|both|together|altogether|in|of)\b\W*){0,6}",
    re.I,
)
_UNITS = (
    r"night|day|person|piece|month|week|hour|year|head|serving|portion|slice|bottle|ticket|pound"
    r"|kilo|kg|lb|dozen|class|lesson|session|ride|way|set|round|item|unit|guest|adult|child|pack|meal"
)
RATE_AFTER = re.compile(
    rf"\s?\(?(?:(?:/\s?|per\s|an?\s(?={_UNITS})|(?:for )?(?:every\s|each\s(?={_UNITS})))"
    r"(?P<unit>[^\W\d_]+|100 ?(?:g|ml)\b)|(?P<each>each\b|apiece\b|ea\b\.?|pp\b|p\.p\.|p/p))",
    re.I,
)
_OF_RATE = re.compile(r"^\s?(?:each|apiece|(?:per|a|for|/)\s?[^\W\d_]{1,15})")
_RATE_BEFORE = re.compile(
    r"\b(?:per|for each|each) (?P<unit>[^\W\d_]+)\b[^\d.;,]{0,15}$"
    r"|\b(?P<how>daily|nightly|weekly|monthly|hourly|yearly|annual)\b[^\d.;,]{0,25}$",
    re.I,
)
_LEAD = re.compile(r"\b(?:per|for each) (?P<unit>[^\W\d_]+)\W{0,3}(?::|$)", re.I)
_OFTEN = {
    "daily": "day", "nightly": "night", "weekly": "week", "monthly": "month", "hourly": "hour",
    "yearly": "year", "annual": "year",
}  # fmt: skip
_SAME = {
    "each": "item", "ea": "item", "ea.": "item", "apiece": "item", "piece": "item", "unit": "item",
    "pp": "person", "p.p.": "person", "p/p": "person", "head": "person", "people": "person",
    "guest": "person", "adult": "person", "traveler": "person", "traveller": "person",
    "pax": "person", "participant": "person", "attendee": "person", "kid": "person",
    "child": "person", "friend": "person", "portion": "serving", "annum": "year", "kilo": "kg",
    "mo": "month", "mth": "month", "yr": "year", "wk": "week", "hr": "hour", "pers": "person",
}  # fmt: skip
_TIMES_BEFORE = re.compile(
    r"(?<![\d.,])(?P<n>\d{1,3})\s?(?:[^\W\d_]{1,15}\s){0,2}(?:[x×*@]|times)\s?\(?[$€£]?$", re.I
)
_TIMES_AFTER = re.compile(
    r"(?:\s?\(?(?:each|/[^\W\d_]{1,12}|per [^\W\d_]{1,12})\)?)?\s?\(?\s?[x×*]\s?(?P<n>\d{1,3})\b"
    r"(?!\.\d)",
    re.I,
)
_TIMES_NAME = re.compile(r"(?<!\w)(?:\d{1,2}\s?[x×]|[x×]\s?\d{1,2})(?!\w)", re.I)
_AT = re.compile(r"(?<![\d.,])(?P<n>\d{1,3}) [^\W\d_]{1,15} (?:at|@) (?:about |around )?$", re.I)
_OR = re.compile(r"\bor\b|\s/\s", re.I)
_PLUS = re.compile(r"\+|\b(?:plus|and another)\b", re.I)
_INSIDE = re.compile(r"\b(?:incl\w*|of which|made up of|broken down)\b", re.I)
_OPENS = re.compile(r"[:(—]|\s[–-]\s|\b(?:incl\w*|of which|for|made up)\b", re.I)
_CLOSES = re.compile(r"[=→]|\b(?:total|sum|altogether|makes|so|in all)\b", re.I)
_LETTERS = re.compile(r"[^\W\d_]{3}")
_OPTIONAL = re.compile(r"\b(?:optional(?:ly)?|if (?:you|desired|needed)|extra if)\b", re.I)
_TAX = re.compile(
    r"\W*(?:(?:sales|local|city|tourist|estimated) )?(?:tax(?:es)?|vat|gst|tips?|gratuity"
    r"|gratuities)\b",
    re.I,
)
_SHARES = ("person", "serving", "month", "week", "night", "year", "hour")
_NEAR = 60
MAX_FIGURES = 24
"""A line with more is not looked into."""


def rate_in(header: str) -> str:
    """What the figures below a header are for each of: "person" below "Cost per person"."""
    found = _RATE_BEFORE.search(header) or re.search(r"/\s?(?P<unit>[^\W\d_]+)", header)
    if found is None:
        return ""
    named = found.groupdict()
    return _OFTEN[named["how"].casefold()] if named.get("how") else rate_unit(named["unit"])


def rate_of_lead(text: str) -> str:
    """What the figures after a lead are for each of: "Nutrition (per serving):"."""
    found = _LEAD.search(text)
    return rate_unit(found["unit"]) if found else ""


def rate_unit(word: str) -> str:
    """What a rate is for each of, in one word: "person" for "guests"."""
    folded = word.casefold().strip()
    for one in (folded, folded.removesuffix("s"), folded.removesuffix("es")):
        if one in _SAME:
            return _SAME[one]
    return folded if len(folded) < 4 else folded.removesuffix("s")


def assign(
    text: str,
    figures: Sequence[Figure],
    *,
    told: bool = False,
    heads: bool = False,
    aims: Sequence[float] = (),
    budgets: bool = False,
) -> None:
    """Give the figures of a line their roles; `told`: it is a sentence, `heads`: it is a heading.

    With `budgets` they are prices, which may be budgets, old ones, or what is left or saved. `aims`
    are the ends of the constraint's bound: a heading or a sentence that names one states it.
    """
    told = told or heads
    behind = 0
    for n, one in enumerate(figures):
        # What follows a figure, as "per night", says nothing of the next one.
        low = max(behind, one.start - _NEAR)
        rated = RATE_AFTER.match(text, one.end)
        behind = rated.end() if rated else one.end
        high = min(figures[n + 1].start if n + 1 < len(figures) else len(text), one.end + _NEAR)
        one.role = one.column or _role(text, one, low, high, told=told, budgets=budgets)
        if heads and one.role == "entry" and _BOUNDED.search(text, low, one.start):
            one.role = "goal"
        if one.role in ("entry", "rate"):
            states = {one.value.low, one.value.high} & set(aims)
            if told and not one.column and states and (one.value.sure or not one.value.low):
                one.role = "goal"
            elif told and _CLAIM.search(text) and _BOUNDED.search(text, low, one.start):
                # "Each of them is under $30."
                one.role = "goal"
            elif one.value.low < 0:
                one.role = "less"
        one.rate = _rate(text, one, low, high) or one.rate
        if one.role == "entry" and one.rate:
            one.role = "rate"


def _role(text: str, one: Figure, low: int, high: int, *, told: bool, budgets: bool) -> Role:
    def before(pattern: re.Pattern[str]) -> re.Match[str] | None:
        return pattern.search(text, low, one.start)

    def after(pattern: re.Pattern[str]) -> re.Match[str] | None:
        return pattern.match(text, one.end, high)

    if budgets and not SAVINGS.match(text):
        if after(_REST_AFTER) or before(_REST_BEFORE):
            return "rest"
        then = _THEN.match(text, one.end)
        if before(_OLD_BEFORE) or then or (before(_WAS) and _NOW.match(text, one.end)):
            return "old"
        if after(_LESS_AFTER) or before(_LESS_BEFORE):
            return "less"
    if told and after(_TOTAL_AFTER):
        return "total"
    if result := before(_RESULT):
        # "= $13.31" or "It comes to $13.31" on a line of its own is what the lines above come to.
        alone = not _LETTERS.search(text[: one.start])
        return "total" if alone or _ABOVE.fullmatch(text, 0, result.start()) else "entry"
    if budgets and (before(_INCOME) or (told and before(_DEPOSIT))):
        return "note"
    budget = before(_BUDGET) if budgets else None
    if budget and (told or (budget["which"] or "a").casefold() in _OWN_BUDGET):
        return "goal"
    if before(_GOAL_BEFORE) or after(_GOAL_AFTER):
        return "goal"
    if before(_TOTAL_BEFORE) or after(_TOTAL_AFTER):
        return "total"
    return "entry"


def _rate(text: str, one: Figure, low: int, high: int) -> str:
    if found := RATE_AFTER.match(text, one.end, high):
        return rate_unit(found["unit"] or found["each"])
    if found := _RATE_BEFORE.search(text, low, one.start):
        return _OFTEN[found["how"].casefold()] if found["how"] else rate_unit(found["unit"])
    return ""


def at_rate(figures: Sequence[Figure], rate: str) -> None:
    """Take the figures as those for each of something: others may be a part of it.

    Without a rate a total for each of something is not that of all.
    """
    for one in figures:
        if one.role == "total" and one.rate != rate and (rate or one.rate in _SHARES):
            one.role = "note"
        elif rate and one.role in ("entry", "rate"):
            if one.rate != rate:
                one.value = one.value.or_nothing()
                one.apart = True
            one.role, one.rate = "entry", ""


def same(one: Interval, other: Interval, share: float = 0.002) -> bool:
    """Whether two intervals are the same, up to a share of them."""
    if math.isinf(one.high) or math.isinf(other.high):
        return one == other
    slack = share * max(abs(one.high), abs(other.high)) + 0.011
    return abs(one.low - other.low) <= slack and abs(one.high - other.high) <= slack


def come_to(text: str, figures: list[Figure], *, prose: bool) -> Come:
    """What a line comes to, by the figures whose roles are assigned."""
    made = Come(figures=figures)
    if len(figures) > MAX_FIGURES:
        values = [one.value for one in figures if one.role == "entry"] or [Interval(0.0, math.inf)]
        made.value = Interval(max(one.low for one in values), added(values).high)
        made.doubt = "it has many figures"
        return made
    _results(text, figures, made)
    entries = [one for one in figures if one.role == "entry"]
    totals = [one for one in figures if one.role == "total"]
    rates = [one for one in figures if one.role == "rate"]
    less = [one for one in figures if one.role == "less"]
    if entries and totals and prose:
        made.said = totals[-1].value
    if not entries and totals:
        # "$12 per person ($24 total)" is the line's own.
        made.value, made.total = totals[-1].value, not rates
        return made
    if len(figures) > 1:
        _within(text, entries, rates, made)
        entries = [one for one in entries if one.role == "entry"]
        rates = [one for one in rates if one.role == "rate"]
    worth = [(one, _times(text, one, made)) for one in entries]
    worth += [(one, _each(text, one, made)) for one in rates]
    worth.sort(key=lambda pair: pair[0].start)
    if not worth:
        if less and not prose:
            value = added(Interval(-abs(o.value.high), 0.0) for o in less)
            made.value, made.doubt = value, "whether what is taken off counts"
        return made
    made.value = _together(text, worth, made, prose=prose)
    if not made.working and len(worth) > 1:
        made.working = " and ".join(one.written(text) for one, _ in worth)
    if any(one.apart for one, _ in worth):
        made.doubt = "what share of it counts"
    if _OPTIONAL.search(text):
        made.value, made.doubt = made.value.or_nothing(), "it is optional"
    elif not prose and _TAX.match(text):
        made.value, made.doubt = made.value.or_nothing(), "whether taxes and tips count"
    return made


def _within(text: str, entries: list[Figure], rates: list[Figure], made: Come) -> None:
    """Find the figures that are parts of another: "(6 hours at $30/hour): $180", "$180 ($90 per
    night)", "$850: $500 for the venue, $350 for food"; but "flight $300, food $40/day" are two.
    """
    both = [*entries, *rates]
    for one in both:
        product = _each(text, one, Come()) if one.role == "rate" else _times(text, one, Come())
        for other in entries:
            apart = other is not one and other.role == "entry" and not same(product, one.value)
            if apart and same(product, other.value):
                one.role, made.working = "part", f"{one.written(text)} as often as said"
    left = [one for one in both if one.role == "entry"]
    depths = _depths(text)
    for one in rates:
        if one.role != "rate" or not left:
            continue
        before, after = (left[0], one) if left[0].start < one.start else (one, left[0])
        between = _OF_RATE.sub("", text[before.end : after.start])
        if depths[one.start] > depths[left[0].start] or not _LETTERS.search(between):
            one.role = "part"
    if len(left) > 2:
        _summed(text, left)


def _summed(text: str, entries: list[Figure]) -> None:
    """The first figure of a line may be what the others come to, or the last: "$850: $500 …"."""
    entries = sorted(entries, key=lambda one: one.start)
    first, last = entries[0], entries[-1]
    opens = _OPENS.search(text, first.end, entries[1].start)
    closes = _CLOSES.search(text, entries[-2].end, last.start)
    for one, said in ((first, opens), (last, closes)):
        others = [other for other in entries if other is not one]
        if same(one.value, added(other.value for other in others)):
            if said:
                for other in others:
                    other.role = "part"
            else:
                one.value = one.value.or_nothing()
            return


def _depths(text: str) -> list[int]:
    """How many brackets are open at each place."""
    made, depth = [], 0
    for sign in text:
        made.append(depth)
        depth += (sign in "([") - (sign in ")]")
    return made


def _results(text: str, figures: list[Figure], made: Come) -> None:
    """What comes after "=" is the entry, what stands before it is part of it."""
    at = 0
    for n, one in enumerate(figures):
        low = figures[n - 1].end if n else 0
        if one.role != "entry" or not _RESULT.search(text, low, one.start):
            continue
        one.final = True
        parts = [other for other in figures[at:n] if other.role in ("entry", "rate")]
        for other in parts:
            other.role = "part"
        if len(parts) == 1 and (n_times := _factor(text, parts[0])) is not None:
            value = parts[0].value * n_times
            if not same(value, one.value, 0.01):
                made.told = f"{parts[0].written(text)} × {n_times.low:g} is not {one.written(text)}"
                made.doubt = "its multiplication is not right"
                one.value = hull([value, one.value])
        at = n + 1


def _factor(text: str, one: Figure) -> Interval | None:
    """How often a figure counts, where that stands beside it: "3 × $80", "$80 x 3"."""
    found = _TIMES_AFTER.match(text, one.end) or _TIMES_BEFORE.search(
        text, max(one.start - 30, 0), one.start
    )
    return Interval(float(found["n"]), float(found["n"])) if found else None


def _times(text: str, one: Figure, made: Come) -> Interval:
    if one.final:
        return one.value
    if (n := _factor(text, one)) is not None:
        made.working = f"{n.low:g} × {one.written(text)}"
        return one.value * n
    if (at := _AT.search(text, max(one.start - 40, 0), one.start)) and int(at["n"]) > 1:
        made.doubt = f"whether {one.written(text)} is for each"
        return Interval(one.value.low, one.value.high * float(at["n"]))
    if not one.column and (named := _TIMES_NAME.search(text, 0, one.start)):
        n_named = float("".join(c for c in named[0] if c.isdigit()))
        made.doubt = f"whether {one.written(text)} is for each"
        return Interval(one.value.low, one.value.high * max(n_named, 1.0))
    return one.value


def _each(text: str, one: Figure, made: Come) -> Interval:
    """A figure for each of something, as often as the line says; else once or more often."""
    n = _factor(text, one)
    if n is None:
        # "$20 an hour": this is no one hour.
        rated = RATE_AFTER.match(text, one.end)
        behind = rated.end() if rated else one.end
        counted = [q for q in quantities(text) if _counts(q, one)]
        counted = [q for q in counted if not one.end <= q.start < behind]
        named = [q for q in counted if _is_of(q, one.rate)]
        before = [q for q in counted if q.end <= one.start and not q.noun.startswith(("of ",))]
        chosen = named[:1] or (before if one.rate == "item" and len(before) == 1 else [])
        if chosen:
            low, high = chosen[0].written if chosen[0].dimension != "count" else (
                chosen[0].low, chosen[0].high,
            )  # fmt: skip
            n = Interval(low, high)
    if n is None or math.isinf(n.high) or not 0 < n.high <= 1000:
        made.doubt = f"for how many {one.written(text)} is meant"
        return Interval(one.value.low, math.inf)
    made.working = f"{n.low:g} × {one.written(text)}"
    return one.value * n


def _counts(q: Quantity, one: Figure) -> bool:
    outside = q.end <= one.start or q.start >= one.end
    return outside and not q.ordinal and q.dimension in ("count", "mass", "volume", "time")


def _is_of(q: Quantity, rate: str) -> bool:
    word = q.noun.split(" ")[0] if q.dimension == "count" else q.unit
    return bool(word) and rate_unit(word) == rate


def _gaps(text: str, worth: Sequence[tuple[Figure, Interval]]) -> list[str]:
    return [text[a.end : b.start] for (a, _), (b, _) in pairwise(worth)]


def _together(
    text: str, worth: list[tuple[Figure, Interval]], made: Come, *, prose: bool
) -> Interval:
    """What several figures of a line come to: a list, alternatives, one within the other."""
    values = [value for _, value in worth]
    if len(worth) == 1:
        return values[0]
    most = max(values, key=lambda one: one.high)
    inside = _INSIDE.search(text, worth[0][0].end, worth[1][0].start)
    if inside and added(values[1:]).high <= values[0].low:
        return values[0]
    if prose and not all(_PLUS.search(gap) for gap in _gaps(text, worth)):
        made.doubt = "its figures are in a sentence"
        return Interval(max(one.low for one in values), added(values).high)
    gaps = _gaps(text, worth)
    if any(_OR.search(gap) for gap in gaps):
        made.doubt = "which of the alternatives is meant"
        return Interval(min(v.low for v in values), most.high if len(values) == 2
                        else added(values).high)  # fmt: skip
    total = values[0]
    for gap, value in zip(gaps, values[1:], strict=True):
        if _PLUS.search(gap):
            total = total + value
        elif _INSIDE.search(gap) and value.high <= total.high:
            continue
        elif "(" in gap.rpartition(")")[2] or not _LETTERS.search(gap):
            made.doubt = "whether its figures are parts of one another"
            total = Interval(total.low, total.high + value.high)
        else:
            total = total + value
    return total
