"""A clause of a request as constraint sentences, in the style of the ACS data (Figure 2)."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from tamis.checking.extraction.clauses import Clause, Plan, number
from tamis.checking.extraction.times import clock, time, training

_HEADS: dict[Plan, str] = {
    "schedule": r"\b(?:schedule|timetable|time table|agenda|daily routine|day plan)\b",
    "workout plan": r"\b(?:workouts?|training|exercise|fitness|cardio|strength|lifting|gym)\b"
    r"[\w -]{0,30}?\b(?:plan|routine|program\w*|session|workout|split)s?\b"
    r"|\b(?:session|day)s? [\w -]{0,20}?workouts?\b",
    "meal plan": r"\b(?:meals?|food|diet|eating|nutrition)[ -](?:plan|menu)|\bmenu\b|\bdiet\b",
}
_SIGNS: dict[Plan, str] = {
    "workout plan": r"\b(?:exercises|sessions?|workouts?|tonnage|lift\w*)\b",
    "meal plan": r"\b(?:meals|calor\w+|kcal|protein)\b",
    "schedule": r"\b(?:of sleep|to sleep|for sleep|for work|of work)\b",
}


def plan_of(request: str) -> Plan:
    """The plan that the request asks for: the first one named, else the first hint of one."""
    for kinds in (_HEADS, _SIGNS):
        found: list[tuple[int, Plan]] = [
            (match.start(), plan)
            for plan, words in kinds.items()
            if (match := re.search(words, request, re.I))
        ]
        if found:
            return min(found)[1]
    return "plan"


def phrases(clause: Clause, plan: Plan) -> Iterator[str]:
    """Sentences that may express the demand of the clause, best first; none without a demand.

    Quantities of food without a scope are taken as per day, those of a workout as per session.
    """
    near = clause.after[:30]
    denied = clause.denied and clause.quantity.kind != "clock"
    if clause.quantity.kind in ("kcal", "gram") and _EACH_BARE.search(clause.before[-40:]):
        return iter(())
    if denied or _NO_DEMAND.search(clause.before[-60:]) or _NO_DEMAND.search(near):
        return iter(())
    if _SHARE.match(near):
        return iter(())
    return _OF_KIND[clause.quantity.kind](clause, plan)


# Statements about the user's own life demand nothing.
_NO_DEMAND = re.compile(
    r"\b(?:currently|usually|normally|typically|already|used to|yesterday|last (?:week|month)"
    r"|so far|I weigh|I(?:'m| am)(?: only| about)?\s*$|I(?: have|'ve)(?: only)? been|my weight"
    r"|years? old|right now|at the moment|I (?:burned|slept|ate|did)"
    r"|(?:start|begin|end|finish|open|close)s? (?:each|every|the|with) [^.,;]{0,24}\bwith)\b"
    r"|\brests?(?: \w+){0,4}\s*$",
    re.I,
)
# Of what "each" is, is not said: "three meals a day, each under 600 kcal".
_EACH_BARE = re.compile(
    r"\beach(?: (?:under|over|max|at most|at least|no more than|less than|around|about|with))?\s*$"
    r"|\b(?:each|every|per) (?:serving|portion)\b[^,;.]{0,30}$",
    re.I,
)
# Part of something else: "30% of the calories", "a 500-calorie deficit".
_SHARE = re.compile(
    r"\s*-?(?:%|percent|format|clock|notation|deficit|surplus|times|more than|less than|above"
    r"|below)",
    re.I,
)
_NUTRIENT = re.compile(
    r"\b(?:(?P<fat>fats?)|(?P<carbohydrate>carb(?:s|ohydrates?)?)|(?P<fibre>fib(?:er|re)s?)"
    r"|(?P<protein>proteins?)|(?P<sugar>sugars?)|(?P<sodium>sodium)|(?P<salt>salt)"
    r"|(?P<cholesterol>cholesterol))\b",
    re.I,
)
_NUTRIENT_OF = re.compile(
    rf"[ -]{{0,40}}(?:of )?(?:(?!from|with|for|in|per|of|and)[\w-]+ ){{0,2}}?{_NUTRIENT.pattern}",
    re.I,
)
_NO_OBJECT = re.compile(
    r"\s*(?:$|[,;:().]|(?:per|each|every|a|daily|or|at|in total|for|and|minimum|maximum)\b)", re.I
)
_COURSE = re.compile(r"\b(?:breakfast|lunch|dinner|supper|brunch|snack|dessert)s?\b", re.I)
_SERVING = re.compile(
    r".{0,25}?\b(?:per|each|every|an?) (?:serving|portion|person|head|guest|plate|bowl|slice|piece"
    r"|cup|dish|item|snack|bar|batch|recipe|100)\b",
    re.I,
)
_UNSATURATED = re.compile(r"\b(?:un)?saturated|trans|added|net\b", re.I)


def _kcal(clause: Clause, plan: Plan) -> Iterator[str]:
    if plan == "workout plan" or re.search(r"\bburn\w*|\bexpend\w*", clause.before, re.I):
        demand = f"burn {number(clause)} calories."
        yield f"{training(clause.scope)} {demand}"
        return
    yield from _eaten(clause, "caloric", "calories")


def _gram(clause: Clause, plan: Plan) -> Iterator[str]:
    unit = "milligrams" if clause.quantity.unit.lower().startswith("m") else "grams"
    inside = _NUTRIENT_OF.match(clause.after)
    ahead = list(_NUTRIENT.finditer(clause.before)) if _NO_OBJECT.match(clause.after) else []
    if (found := inside or (ahead[-1] if ahead else None)) is None:
        return
    if _UNSATURATED.search(clause.after[:25] if inside else clause.before[-25:]):
        return
    yield from _eaten(clause, found.lastgroup or "", unit)


def _eaten(clause: Clause, nutrient: str, unit: str) -> Iterator[str]:
    """A demand on a day, a week, a meal or the whole plan; none for a course or a serving."""
    if (
        _SERVING.match(clause.after)
        or _COURSE.search(clause.before[-40:])
        or _COURSE.search(clause.after[:30])
    ):
        return
    amount = f"{number(clause)} {unit}"
    if clause.scope == "meal":
        what = "" if nutrient == "caloric" else f" of {nutrient}"
        yield f"Each meal must contain {amount}{what}."
    elif clause.scope == "plan":
        yield f"The total {nutrient} intake of the meal plan must be {amount}."
    elif clause.scope == "week":
        yield f"The total weekly {nutrient} intake must be {amount}."
    else:
        yield f"The total daily {nutrient} intake must be {amount}."


_LIFTED = re.compile(r"\b(?:lift\w*|tonnage|volume|total weight|weight lifted|load|move)\b", re.I)


def _weight(clause: Clause, plan: Plan) -> Iterator[str]:
    near = clause.before + clause.after[:60]
    if plan != "workout plan" or not _LIFTED.search(near):
        return
    unit = clause.quantity.unit.lower()
    unit = "kg" if unit.startswith("k") else "lbs" if unit.startswith(("l", "p")) else "tonnes"
    where = {"plan": "for the whole plan", "day": "per day", "week": "per week"}
    where |= {"exercise": "per exercise"}
    per = where.get(clause.scope or "", "per session")
    yield f"The total lifting tonnage {per} must be {number(clause)} {unit}."


_PERIOD = re.compile(r"\b(?:every|within|after|in|last|past|first|next|than)(?: the)?\s*$", re.I)
_FREQUENCY = re.compile(r"\b(?:a|per|each|every)\s+week\b|\bweekly\b|-a-week\b", re.I)
_TRAIN = re.compile(r"\b(?:train|work(?:ing)? ?out|exercise|gym|sessions?|workouts?|lift)\w*", re.I)


# "Legs on exactly two days": not how long the plan is.
_ON_DAYS = re.compile(r"\w on(?: (?:exactly|at least|at most|only|just|the|any|up to))*\s*$", re.I)


def _days(clause: Clause, plan: Plan) -> Iterator[str]:
    unit = clause.quantity.unit
    if "night" in unit or _PERIOD.search(clause.before) or _ON_DAYS.search(clause.before):
        return
    if "rest" in unit:
        yield f"The workout plan must include {number(clause)} rest days."
        return
    if unit.startswith(("training", "workout")):
        yield from _sessions(clause)
        return
    if _FREQUENCY.search(clause.after[:30]):
        if plan == "workout plan":
            yield f"The number of workout sessions per week must be {number(clause)}."
        return
    if plan != "schedule":
        singular = clause.quantity.number == "1"
        noun = ("week" if "week" in unit else "day") + "s" * (not singular)
        yield f"The {plan} must be for {number(clause)} {noun}."


def _count(clause: Clause, plan: Plan) -> Iterator[str]:
    noun = clause.quantity.unit
    amount = f"{number(clause)} {noun if clause.quantity.number == '1' else _plural(noun)}"
    last = noun.split()[-1].rstrip("s")
    if last in ("time", "training", "workout", "session"):
        if plan == "workout plan" and (last != "time" or _TRAIN.search(clause.before)):
            yield from _sessions(clause)
        elif plan == "schedule" and last != "time":
            yield f"The schedule must include {amount}."
        return
    if last == "exercise" or last == "movement":
        in_all = clause.scope == "plan"
        amount = f"{number(clause)} exercises"
        yield (
            f"The workout plan must include a total of {amount}."
            if in_all
            else f"{training(clause.scope)} include {amount}."
        )
    elif last in ("set", "rep", "repetition"):
        yield f"Each exercise must include {amount}."
    elif last in ("meal", "snack"):
        each = {"plan": " in total", "week": " each week"}.get(clause.scope or "", " each day")
        subject = plan if plan != "plan" else "meal plan"
        yield f"The {subject} must include {amount}{'' if plan == 'schedule' else each}."
    else:
        each = f" each {clause.scope}" if clause.scope in ("day", "week", "meal", "session") else ""
        yield f"The {plan} must include {amount}{each}."


def _plural(noun: str) -> str:
    return noun if noun.endswith("s") else f"{noun}es" if noun.endswith("sh") else f"{noun}s"


def _sessions(clause: Clause) -> Iterator[str]:
    if clause.scope == "week" or _FREQUENCY.search(clause.quantity.unit):
        yield f"The number of workout sessions per week must be {number(clause)}."
    elif clause.scope == "day":
        yield f"The number of workout sessions per day must be {number(clause)}."
    else:
        yield f"The workout plan must contain {number(clause)} sessions."


def _bare(clause: Clause, plan: Plan) -> Iterator[str]:
    """A number without a unit, where the words before it name what it measures."""
    named = re.search(r"\bcalor\w+|\bkcals?\b", clause.before[-50:], re.I)
    if plan == "meal plan" and named and _NO_OBJECT.match(clause.after):
        yield from _eaten(clause, "caloric", "calories")


def _money(clause: Clause, plan: Plan) -> Iterator[str]:
    each = f" of each {clause.scope}" if clause.scope in ("day", "meal", "week") else ""
    yield f"The total cost{each} must be {number(clause)}."


_OF_KIND: dict[str, Callable[[Clause, Plan], Iterator[str]]] = {
    "kcal": _kcal,
    "gram": _gram,
    "weight": _weight,
    "time": time,
    "clock": clock,
    "days": _days,
    "count": _count,
    "money": _money,
    "bare": _bare,
}
