"""Readers of nutrients, burned calories and minutes from the lines of a plan."""

from __future__ import annotations

import math
import re

from tamis.checking.program.amounts import NUMBER, RANGE, ZERO, Amount, between, spans, value
from tamis.checking.program.items import Reader, Reading, is_attribute, is_rest
from tamis.checking.program.outline import Node

_CALORIE = r"(?:kilo)?cal(?:orie)?s?\b|kcals?\b|kilocal\w*"
_NAMES = {
    "calorie": r"(?:calories?(?: (?:burned|burnt|burn))?|kcals?|cals?|burned calories|energy)",
    "protein": r"prot(?:ein)?s?",
    "fat": r"(?:total )?fats?",
    "carbohydrate": r"carb(?:ohydrate)?s?",
    "fiber": r"fib(?:er|re)",
    "sugar": r"sugars?",
    "sodium": r"sodium",
    "cholesterol": r"cholesterol",
}
_APPROX = r"(?:approx(?:imately|\.)?|about|around|~|≈)?\s?"
_INITIAL = re.compile(rf"\b(?P<name>[PCF])\s?[:=]?\s?{RANGE}\s?g?\b")
# "30 g protein powder" is a food, "8 g fat" is not.
_FOOD = (
    r"(?![ -](?:powder|bars?|shakes?|smoothies?|pancakes?|drinks?|balls?|muffins?|cookies?|yogurt|"
    r"waffles?|chips|cereal|free|reduced|spread))"
)
_BEFORE = {
    name: re.compile(
        rf"(?<![\w.,/]){RANGE}\s?(?:{_CALORIE})"
        if name == "calorie"
        else rf"(?<![\w.,/]){RANGE}\s?-?(?P<unit>m?g|(?:milli)?grams?)\s?(?:of )?{words}\b{_FOOD}",
        re.IGNORECASE,
    )
    for name, words in _NAMES.items()
}
_AFTER = {
    name: re.compile(
        rf"(?<!saturated )(?<!trans )\b{words}\b(?: \(\w+\))?\s?[:=]\s?{_APPROX}{RANGE}"
        r"\s?(?P<unit>m?g\b)?",
        re.IGNORECASE,
    )
    for name, words in _NAMES.items()
}


def _initials(text: str) -> set[str]:
    """The letters of "P 48 / C 45 / F 36"."""
    return {found["name"] for found in _INITIAL.finditer(text)}


def nutrient(name: str) -> Reader:
    """Reads the amount of a nutrient, or the calories, from a line or from its table's column."""
    before, after = _BEFORE[name], _AFTER[name]
    column = re.compile(rf"\b{_NAMES[name]}\b", re.IGNORECASE)

    def read(node: Node) -> Reading | None:
        if node.cells:
            for head, cell in node.cells.items():
                if column.search(head) and (found := re.search(RANGE, cell)) is not None:
                    return _reading(node, [between(found["low"], found["high"])])
            if any(column.search(head) for head in node.cells):
                return None
        text = _AIM.sub(" ", node.text)
        matches = list(after.finditer(text)) or list(before.finditer(text))
        if not matches and all(letter in _initials(text) for letter in "PCF"):
            matches = [m for m in _INITIAL.finditer(text) if m["name"] == name[0].upper()]
        if len(matches) > 1 and _OR.search(text, matches[0].end(), matches[-1].start()):
            # Only one of the alternatives is eaten.
            amounts = [between(m["low"], m["high"]) for m in matches]
            either = Amount(min(a.low for a in amounts), max(a.high for a in amounts))
            return Reading(node, either)
        if len(matches) == 1 and (many := _portions(text, matches[0].end())) is not None:
            one = between(matches[0]["low"], matches[0]["high"])
            shown = f"{many.text()} x {one.text()}"
            return Reading(node, one * many, (one.low,), shown)
        return _reading(node, [between(m["low"], m["high"]) for m in matches])

    return read


_AIM = re.compile(
    r"\((?:target|goal|aim|limit|max|min|of)\b[^()]{0,80}\)|"
    r"\([^()]{0,80}\b(?:allowed|target|goal|limit)\)",
    re.IGNORECASE,
)
_OR = re.compile(r"\bor\b", re.IGNORECASE)
_OVER = re.compile(r"\)?\s?x\s?(\d{1,2})\b", re.IGNORECASE)
_EACH = re.compile(
    r"\W{0,2}\s?(?:(?P<hundred>per 100 ?(?:g|ml)\b)|(?P<serving>(?:per|a) (?:serving|portion)\b)|"
    r"(?P<each>each\b|apiece\b|per (?:\w+)\b))",
    re.IGNORECASE,
)


def _portions(text: str, end: int) -> Amount | None:
    """How often a figure that ends at `end` counts: "400 calories each", "x 2", "per 100 g".

    None where there are no such words; unsure where the number of portions is not given.
    """
    if (times := _OVER.match(text, end)) is not None:
        return Amount.of(float(times[1]))
    found = _EACH.match(text, end)
    if found is None:
        return None
    if found["hundred"]:
        weight = re.search(rf"(?P<n>{NUMBER})\s?(?:g|grams?|ml)\b", text[: found.start()])
        return value(weight["n"]) * Amount.of(0.01) if weight else Amount(0.0, 20.0)
    noun = r"(?:servings?|portions?)" if found["serving"] else r"\w"
    many = re.match(rf"\W*(?P<n>{NUMBER})\s?(?:x\s)?{noun}", text)
    return value(many["n"]) if many else Amount(1.0, 20.0)


def _reading(node: Node, amounts: list[Amount]) -> Reading | None:
    if not amounts:
        return None
    total = ZERO
    for one in amounts:
        total += one
    working = " + ".join(one.text() for one in amounts) if len(amounts) > 1 else ""
    return Reading(node, total, tuple(one.low for one in amounts), working)


_TIMED = re.compile(r"\b(?:durations?|time|mins?|minutes?|length|hours?|seconds?|secs?)\b", re.I)
_REPEATED = re.compile(r"\b(?P<n>\d+)\s?(?:sets?|rounds?|x|times|intervals?)\b|\bx\s?(?P<m>\d+)\b",
                       re.IGNORECASE)  # fmt: skip


def duration(node: Node) -> Reading | None:
    """Reads how long an exercise takes, in minutes.

    With sets or rounds, the figure may be for one or for all of them.
    """
    if node.cells:
        for head, cell in node.cells.items():
            if not _TIMED.search(head) or re.search(r"\brest\b", head):
                continue
            found = next(spans(cell), None)
            if found is not None:
                return _repeated(node, found.minutes, cell)
            if (number := re.fullmatch(rf"~?\s?{RANGE}", cell)) is not None:
                factor = 1 / 60 if re.search(r"\bsec", head) else 60 if "hour" in head else 1
                minutes = between(number["low"], number["high"]) * Amount.of(factor)
                return _repeated(node, minutes, "")
        return None
    if is_attribute(node) and not re.match(r"(?:\w+ )*(?:duration|time|rest)", node.label, re.I):
        return None
    text = re.sub(r"\brest\b.*", "", node.text, flags=re.I) if not is_rest(node) else node.text
    found = next(spans(text), None)
    return None if found is None else _repeated(node, found.minutes, text)


def _repeated(node: Node, minutes: Amount, text: str) -> Reading:
    """The time of an exercise: "3 sets of 30 seconds" is sure, "10 minutes, 3 sets" is not."""
    if (found := _TIMES.search(text)) is not None:
        n = int(found["n"] or found["m"])
        return Reading(node, minutes, (minutes.low,)).times(n)
    times = _REPEATED.search(text)
    sets = node.cells.get("sets", "") or node.cells.get("rounds", "")
    n = int(times["n"] or times["m"]) if times else int(sets) if sets.isdecimal() else 1
    # "8 rounds: 30 seconds sprint, 30 seconds rest" may be all of that, eight times.
    longest = math.fsum(span.minutes.high for span in spans(node.text)) if n > 1 else 0.0
    high = max(n, 1) * max(minutes.high, longest)
    return Reading(node, Amount(minutes.low, high), (minutes.low,))


_TIMES = re.compile(
    rf"\b(?P<n>\d{{1,40}})\s?(?:sets?|rounds?|intervals?)?\s?(?:x|of|times|@)\s?"
    rf"{RANGE}[ -]?(?:s|m|h)|"
    rf"{RANGE.replace('low', 'from').replace('high', 'till')}[ -]?(?:secs?|seconds?|mins?|minutes?)"
    r"\s?(?:x|times)\s?(?P<m>\d{1,40})",
    re.IGNORECASE,
)
