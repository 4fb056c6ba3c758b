"""The names of a plan's parts: weeks, days, sessions, meals, and what is beside the plan.

A label is what a line begins with, before its colon or dash: "Day 1 (Monday)", "Tuesday and
Thursday", "Workout A – Legs", "Meal 2: Lunch".
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Literal

from tamis.text.numbers import CARDINALS, ORDINALS

Kind = Literal["", "week", "day", "session", "meal", "part", "rest", "total", "aside"]
"""What a label names. `part` is a part of a session (warm-up, circuit), `rest` a pause in one,
`aside` what is no part of the plan: notes, goals, shopping lists.
"""

RANK: dict[Kind, int] = {"week": 1, "day": 2, "session": 3, "meal": 4, "part": 4}
"""Which contains which; others contain nothing."""

WEEKDAYS = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
_WEEKDAY = (
    r"(?:mon(?:day)?|tue(?:s(?:day)?)?|wed(?:nesday)?|thu(?:r(?:s(?:day)?)?)?|fri(?:day)?"
    r"|sat(?:urday)?|sun(?:day)?)s?\b\.?"
)
_WORDS = "|".join([*(w for w in CARDINALS if w != "zero"), *ORDINALS])
_N = rf"(?:\d{{1,3}}\b|[A-Ha-h]\b|[IVX]{{1,4}}\b|(?:{_WORDS})\b)"
_JOIN = r"(?:\s?(?:,|&|\+|/|-|–|—|\band\b|\bto\b|\bthrough\b)\s?)+(?:and\s)?"
# Further ones: "sessions 1 to 3", but not the weight in "Workout E – 8,910 kg".
_MORE = rf"{_JOIN}{_N}(?![,.]\d|\s?(?:kg|lbs?|k?cal|kj|calories|min\w*|h|hours?|g|ml|x|×)\b)"
_DAY = (
    rf"(?:(?:training |rest |workout |lifting )?days?\s?#?{_N}"
    rf"(?: of \d{{1,2}}\b|(?:{_MORE}|{_JOIN}days? {_N})*)"
    rf"|(?:{_WORDS}) day\b(?! of)"
    rf"|{_WEEKDAY}(?:{_JOIN}{_WEEKDAY})*"
    r"|weekends?\b|weekdays?\b|(?:every|each) day\b|daily\b(?= (?:plan|menu|schedule|routine"
    r"|meals)))"
)
_SESSION = (
    r"(?:(?:(?!repeat|same|see|as |like)\w+ )?(?:session|workout|training(?: session)?|class"
    rf"|unit)s?\s?#?{_N}"
    rf"(?:{_MORE})*|(?:{_WORDS}) (?:session|workout)\b"
    r"|(?:legs?|push|pull|chest|back|arms?|shoulders?|upper(?:[ -]body)?|lower(?:[ -]body)?"
    r"|full[ -]body|cardio|core) day\b|(?:workout|session)(?=\s*(?:[:–—(]"
    r"|$)))(?! (?:plan|routine|program|schedule))"
)
_MEALS = (
    r"breakfast|brunch|lunch|dinner|supper|tea|snacks?|dessert|elevenses|morning tea|afternoon tea"
    r"|high tea|main meal|meal"
)
_MEAL = (
    r"(?:(?:first|second|third|early|late|light|big|mid-?|pre-?workout|post-?workout|pre-?bed"
    r"|bed ?time|morning|midday|afternoon|evening|night|optional|main|\d(?:st|nd|rd|th))[ -]){0,2}"
    rf"(?:{_MEALS})\b(?! (?:plan|prep|ideas|schedule|menu|planner))(?:\s?#?{_N})?|(?:pre"
    rf"|post)-?workout\b|eating occasion\s?#?{_N}"
)
_PART = (
    r"(?:(?:dynamic |general |active |the |main |static )?(?:warm(?:ing)?[ -]?up"
    r"|cool(?:ing)?[ -]?down"
    rf"|circuit|finisher|main (?:set|part|workout|block)|stretching)(?:\s?{_N})?"
    rf"|(?:superset|circuit|block|round|station|phase)\s?{_N})"
)
_REST = r"(?:active )?(?:rest(?: periods?)?|breaks?|pauses?|recovery|off)\b"
_TOTAL = (
    rf"(?:totals?(?: \w+){{1,4}}(?=\s*[:=(])|totals? (?:{_DAY}|{_MEALS}\b|{_SESSION})"
    r"|(?:daily |weekly |overall |the )?(?:averages?|avg|mean)\b[^:=\n]{0,30}?(?=\s*[:=≈~])"
    r"|(?:grand |sub-?|daily |day |weekly |session |workout |overall |meal |approx(?:imate|\.)? "
    r"|plan |estimated |running |nutrition(?:al)? |sum )*(?:totals?|sum(?: of \w+)?|altogether"
    r"|in all"
    rf"|Σ|∑)\b|all(?= ?$)|(?:{_MEALS}|{_DAY}|{_SESSION}|week\w*)(?:['’]s| in)? totals?\b"
    r"|totals? (?:for|of|per|daily|calories?|kcal|protein|fat|carbs?|time|duration|tonnage|volume"
    r"|burned|energy|intake)\b|totals?(?: \w+){0,4}(?=\s*[:=(]))"
)
_ASIDE = (
    r"(?:(?:\w+ ){0,2}(?:notes?|tips?|remarks?|reminders?|disclaimers?|summary|summaries"
    r"|shopping(?: list)?|grocer(?:y|ies)(?: list)?|(?:\w+ ){0,2}goals?|(?:\w+ ){0,2}targets?"
    r"|constraint check|check(?: against)?|hints?|advice|guidelines|recap|assumptions?|nota bene"
    r"|n\.?b\.?|p\.?s"
    r"|substitutions|swaps|faqs?|storage|why (?:this|it|these)(?: \w+){0,3}|important)\b"
    r"(?! ?\d)(?: (?:list|and \w+|for \w+|tips|notes))?)"
)
# "- [ ] Breakfast", "1.2. Breakfast", "(Day 2 total = 1,680 kcal)".
_LEAD = re.compile(
    r"(?:[^\w(\[]|_)*(?:\[[ xX]?\]\s*|\((?=[^()]{0,30}\btotal\b))?(?:\d{1,2}(?:\.\d{1,2})+\.?\s+)?"
)
# "= Workout 1" repeats it.
_EQUALS = re.compile(r"\s*=\s+\w")
_KINDS: tuple[tuple[Kind, str], ...] = (
    ("total", _TOTAL),
    ("week", rf"weeks?\s?#?{_N}(?:{_MORE})*"),
    ("day", _DAY),
    ("session", _SESSION),
    ("meal", _MEAL),
    ("part", _PART),
    ("rest", _REST),
    ("aside", _ASIDE),
)
_LABEL = re.compile("|".join(f"(?P<{kind}>(?:{words}))" for kind, words in _KINDS), re.I)
# What ends a label: a colon, a dash with blanks, a bar, the end; brackets belong to it.
_END = re.compile(
    r"[*_\s]*(?:\((?P<note>[^()]{0,120})\)[*_\s]*)?(?:(?P<mark>[:：|]|\s?\.{3,}|\s[-–—=≈~]+(?=\s)|[-–—](?=\s"
    r"|$)|,\s(?=\d)"
    r"|[.](?=\s|$))[*_\s]*|(?P<end>[\s\W_]*$))"
)
# "TOTAL   2455 kcal".
_SUMS = re.compile(r"(?P<note>(?!))?(?P<mark>\s{1,60})(?=[~≈]?\d)")
MAX_LABEL = 160


@dataclass(frozen=True)
class Label:
    """What a line begins with: its kind, its name, and where what follows it begins.

    `days` are the days that it names, as "1" or "monday"; `note` is what stands in brackets.
    """

    kind: Kind
    name: str
    rest: int
    days: tuple[str, ...] = ()
    note: str = ""


def label_of(text: str, *, whole: bool = False) -> Label | None:
    """The label that a text begins with, if it names a part of a plan.

    With `whole` the text is a heading, or a cell: further words belong to its name.
    """
    if _EQUALS.match(text):
        return None
    lead = _LEAD.match(text)
    at = lead.end() if lead else 0
    found = _LABEL.match(text, at)
    if found is None:
        return None
    kind: Kind = found.lastgroup or ""  # type: ignore[assignment]
    end = _END.match(text, found.end()) or (
        _SUMS.match(text, found.end()) if kind == "total" else None
    )
    days = days_of(found[0]) if kind == "day" else ()
    if end is None:
        if not whole or len(text) > MAX_LABEL or kind in ("rest",):
            return None
        if kind == "meal" and re.match(r"\s[a-z]", text[found.end() :]):
            return None
        return Label(kind, text[at:].strip(" *_:═=─~#"), len(text), days)
    note = end["note"] or ""
    if kind == "day" and (named := [day for day in days_of(note) if day in WEEKDAYS]):
        days = (*days, *named) if len(named) == len(days) else days
    name = text[at : end.start("mark") if end["mark"] else len(text)].strip(" *_:═=─~#")
    return Label(kind, name, end.end(), days, note)


def days_of(name: str) -> tuple[str, ...]:
    """The days that a name holds: ("1", "3", "5") of "Days 1, 3 and 5", those of a range too."""
    text = re.sub(r"\bof \d+", "", name.casefold())
    found: list[tuple[int, int, str]] = []
    for one in re.finditer(_WEEKDAY, text):
        full = next(day for day in WEEKDAYS if day.startswith(one[0][:3]))
        found.append((one.start(), one.end(), full))
    if not found:
        if re.search(r"\bweekends?\b", text):
            return ("saturday", "sunday")
        if re.search(r"\bweekdays?\b", text):
            return WEEKDAYS[:5]
        if re.search(r"\b(?:every|each) day\b|\bdaily\b", text):
            return ("all",)
        for one in re.finditer(rf"{_N}", text, re.I):
            word = one[0]
            n = int(word) if word.isdigit() else CARDINALS.get(word, ORDINALS.get(word))
            if n is not None:
                found.append((one.start(), one.end(), str(n)))
    days: list[str] = []
    for at, (start, _, day) in enumerate(found):
        between = text[found[at - 1][1] : start].strip() if at else ""
        if at and re.fullmatch(r"(?:days?\s)?(?:-|–|—|to|through)(?:\sdays?)?", between):
            days += _through(days[-1], day)
        days.append(day)
    return tuple(dict.fromkeys(days))


def _through(first: str, last: str) -> list[str]:
    """The days between two."""
    if first in WEEKDAYS and last in WEEKDAYS:
        begin, end = WEEKDAYS.index(first), WEEKDAYS.index(last)
        return [WEEKDAYS[n % 7] for n in range(begin + 1, end if end > begin else end + 7)]
    if first.isdigit() and last.isdigit() and 0 < int(last) - int(first) <= 366:
        return [str(n) for n in range(int(first) + 1, int(last))]
    return []
