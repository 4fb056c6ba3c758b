"""Readers of nutrients, burned calories and minutes from the lines of a plan."""

from __future__ import annotations

import re

from tamis.judge.program.items import Reader, Reading, is_attribute, is_rest
from tamis.judge.program.numbers import RANGE, ZERO, Amount, between, spans
from tamis.judge.program.outline import Node

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
_BEFORE = {
    name: re.compile(
        rf"(?<![\w.,/]){RANGE}\s?(?:{_CALORIE})"
        if name == "calorie"
        else rf"(?<![\w.,/]){RANGE}\s?-?(?P<unit>m?g|(?:milli)?grams?)\s?(?:of )?{words}\b",
        re.IGNORECASE,
    )
    for name, words in _NAMES.items()
}
_AFTER = {
    name: re.compile(
        rf"\b{words}\b(?: \(\w+\))?\s?[:=]\s?{_APPROX}{RANGE}\s?(?P<unit>m?g\b)?", re.IGNORECASE
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
        matches = list(after.finditer(node.text)) or list(before.finditer(node.text))
        if not matches and all(letter in _initials(node.text) for letter in "PCF"):
            matches = [m for m in _INITIAL.finditer(node.text) if m["name"] == name[0].upper()]
        return _reading(node, [between(m["low"], m["high"]) for m in matches])

    return read


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

    Where it is done in sets or rounds the figure may be for one or for all of them.
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
    return Reading(node, Amount(minutes.low, minutes.high * max(n, 1)), (minutes.low,))


_TIMES = re.compile(
    rf"\b(?P<n>\d+)\s?(?:sets?|rounds?|intervals?)?\s?(?:x|of|times|@)\s?{RANGE}[ -]?(?:s|m|h)|"
    rf"{RANGE.replace('low', 'from').replace('high', 'till')}[ -]?(?:secs?|seconds?|mins?|minutes?)"
    r"\s?(?:x|times)\s?(?P<m>\d+)",
    re.IGNORECASE,
)
