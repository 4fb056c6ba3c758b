"""Readers of sets, repetitions and the weight that an exercise moves."""

from __future__ import annotations

import re

from tamis.checking.program.amounts import NUMBER, POUND, RANGE, ZERO, Amount, between
from tamis.checking.program.items import Reader, Reading, is_attribute
from tamis.checking.program.outline import Node

SETS_REPS = (
    re.compile(
        rf"(?P<sets>\d{{1,40}})\s?(?:sets?|rounds?)\s?(?:x|of|,|@|:|-|\(|for|with|;|\|)*\s?(?:of )?"
        rf"{RANGE}\s?(?:reps?\b|repetitions?\b)",
        re.IGNORECASE,
    ),
    re.compile(
        rf"{RANGE}\s?(?:reps?|repetitions?)\s?(?:x|for|,|@|-|per set)*\s?(?:for )?"
        rf"(?P<sets>\d{{1,40}})\s?sets?\b",
        re.IGNORECASE,
    ),
    re.compile(
        rf"(?<![\w.])(?P<sets>\d{{1,40}})\s?x\s?{RANGE}\b(?!\s?-?(?:kg|lbs?|m|s))", re.IGNORECASE
    ),
    re.compile(
        rf"(?P<sets>\d{{1,40}})\s?sets?\s?(?:x|of)\s?{RANGE}\b(?!\s?-?\s?(?:sec|min|s\b))", re.I
    ),
)
_LABELLED_SETS = re.compile(r"\bsets?\s?[:=]\s?(\d+)", re.IGNORECASE)
_LABELLED_REPS = re.compile(rf"\b(?:reps?|repetitions?)(?: per set)?\s?[:=]\s?{RANGE}", re.I)
_REPS = re.compile(rf"{RANGE}\s?(?:reps?\b|repetitions?\b)", re.IGNORECASE)
_LOAD = re.compile(
    rf"(?<![\w.,])(?P<low>{NUMBER})(?:\s?(?:-|to)\s?(?P<high>{NUMBER}))?\s?-?"
    rf"(?P<unit>kgs?|kilograms?|kilos?|lbs?|pounds?)\b(?!\s?(?:total|tonnage|of tonnage))",
    re.IGNORECASE,
)
_RESULT = re.compile(
    rf"(?:tonnage|volume|=|total(?: \w+){{0,3}}|lifted)\s?[:=]?\s?~?(?P<low>{NUMBER})\s?"
    rf"(?P<unit>kgs?|lbs?)\b|(?P<low2>{NUMBER})\s?(?P<unit2>kgs?|lbs?) (?:total|tonnage|lifted)",
    re.IGNORECASE,
)
_SIDES = re.compile(
    r"(?:reps?|repetitions?|\d)\s?(?:per|each|/|on each)\s?(?:arm|leg|side)\b", re.IGNORECASE
)
_BODY = re.compile(r"body[ -]?weight|\bbw\b", re.IGNORECASE)
_HELD = re.compile(r"\d\s?-?(?:s|secs?|seconds?|mins?|minutes?)\b", re.IGNORECASE)
_PER_SET = re.compile(r"\d{1,40}\s?(?:,|/)\s?\d{1,40}(?:\s?(?:,|/)\s?\d{1,40})+")


def lifted(node: Node) -> Reading | None:
    """Reads the weight that an exercise moves: sets × repetitions × kilograms.

    Weights are taken as written, also "per dumbbell"; a body weight that is not given counts as
    0 to 100 kg. A tonnage that the response claims is used only where the exercise does not give
    its sets, repetitions and weight.
    """
    if is_attribute(node):
        return None
    text = _figures_of(node)
    if node.cells:
        extra = next((c for h, c in node.cells.items() if re.search("tonnage|volume|total", h)), "")
        found = re.search(NUMBER, extra)
        claimed = between(found[0], None) if found is not None else None
    else:
        result = _RESULT.search(text)
        claimed = None
        if result is not None:
            claimed = between(result["low"] or result["low2"], None)
            text = text[: result.start()] + " ; " + text[result.end() :]
    if _PER_SET.search(re.sub(r"\d{1,3},\d{3}", "", text)):
        return None
    if len(single := _SET_HEAD.split(text)) > 2:
        return _set_by_set(node, single[1:])
    made = _sets_reps(text)
    if made is None:
        if claimed is not None and not _HELD.search(text):
            return Reading(node, claimed, (claimed.low,), "")
        if _HELD.search(text) and re.search(r"\bsets?\b", text, re.IGNORECASE):
            return Reading(node, ZERO, (), "held, not repeated")
        return None
    sets, reps = made
    if "%" in text:
        return None
    if _SIDES.search(text):
        reps = Amount(reps.low, 2 * reps.high)
    load = _load(text, sets * reps)
    if load is None:
        if claimed is not None:
            return Reading(node, claimed, (claimed.low,), "")
        load = Amount(0.0, 100.0)
    total = sets * reps * load
    working = " x ".join(part.text() for part in (sets, reps, load))
    return Reading(node, total, (sets.low, reps.low, load.low), working)


_SET_HEAD = re.compile(r"\bset \d+\b\s?[:-]?", re.IGNORECASE)


def _set_by_set(node: Node, sets: list[str]) -> Reading | None:
    """An exercise whose sets are given one by one."""
    total = ZERO
    shown = []
    for one in sets:
        reps = _REPS.search(one) or re.search(rf"(?P<low>{NUMBER})(?P<high>)(?=\s?(?:x|@))", one)
        if reps is None:
            return None
        times = between(reps["low"], reps["high"] or None)
        load = _load(one, times) or Amount(0.0, 100.0)
        total += times * load
        shown.append(f"{times.text()} x {load.text()}")
    return Reading(node, total, (), " + ".join(shown))


def _figures_of(node: Node) -> str:
    """The text that holds an exercise's sets, repetitions and weight."""
    if node.cells:
        return "; ".join(
            f"{_UNIT_OF.split(head)[0]}: {cell}{_unit_of(head)}"
            for head, cell in node.cells.items()
            if _FACTOR.match(head)
        )
    return "; ".join([node.text, *(c.text for c in node.children if is_attribute(c))])


_UNIT_OF = re.compile(r"[(\s]")
_FACTOR = re.compile(r"(?:\W|working )*(?:sets?|reps?|repetitions?|weight|load)")


def _unit_of(head: str) -> str:
    found = re.search(r"\b(kgs?|lbs?|pounds?)\b", head)
    return f" {found[1]}" if found else ""


def _sets_reps(text: str) -> tuple[Amount, Amount] | None:
    for pattern in SETS_REPS:
        if (found := pattern.search(text)) is not None:
            return Amount.of(float(found["sets"])), between(found["low"], found["high"])
    sets, reps = _LABELLED_SETS.search(text), _LABELLED_REPS.search(text)
    if reps is not None and re.match(r"\s?-?\s?(?:sec|min|s\b)", text[reps.end() :], re.I):
        return None
    counted = reps or _REPS.search(text)
    if counted is None:
        return None
    return Amount.of(float(sets[1]) if sets else 1.0), between(counted["low"], counted["high"])


def _load(text: str, lifts: Amount) -> Amount | None:
    """The weight of one repetition; as a range if two weights may be meant.

    A weight that is the product of the others is a claim, not an input.
    """
    found = [
        between(m["low"], m["high"]) * Amount.of(POUND if m["unit"][0] in "lLpP" else 1.0)
        for m in _LOAD.finditer(text)
    ]
    claimed = lifts.low * found[0].low if found else 0.0
    found = found[:1] + [weight for weight in found[1:] if abs(weight.low - claimed) > 1e-6]
    if found:
        return Amount(min(w.low for w in found), max(w.high for w in found))
    if _BODY.search(text):
        return None
    if re.search(
        r"(?:weight|load)s?:\s*+(?:(?:-|none|n/a|0)\s*+)?(?:(?:kgs?|lbs?)\s*+)?(?:;|$)", text, re.I
    ):
        return ZERO
    return None


def repetitions(subject: str) -> Reader:
    """Reads how many sets, or repetitions in a set, an exercise has."""

    def read(node: Node) -> Reading | None:
        if is_attribute(node):
            return None
        text = _figures_of(node)
        if len(single := _SET_HEAD.findall(text)) > 1:
            return Reading(node, Amount.of(len(single))) if subject == "set" else None
        made = _sets_reps(text)
        if made is None:
            return None
        amount = made[0] if subject == "set" else made[1]
        return Reading(node, amount, (amount.low,))

    return read
