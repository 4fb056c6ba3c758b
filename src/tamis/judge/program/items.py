"""The items of a section, and the numbers that each of them gives."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass

from tamis.judge.program.numbers import NUMBER, RANGE, ZERO, Amount, between, plain, spans
from tamis.judge.program.outline import Node

_ATTRIBUTE = re.compile(
    r"(?:(?:total|estimated|approx\.?|approximate|lifting|target|exercise|average|each|per|rest|"
    r"hold|working|lifted|calorie|work) )*(?:sets?(?: (?:x|and|&) reps?)?|reps?|repetitions?|"
    r"weights?|loads?|rest|rest time|rests?|tempo|durations?|time|calories?(?: burn(?:ed|t)?)?|"
    r"burn(?:ed|t) calories|calorie burn|kcal|intensity|tonnage|volume|distance|rpe|level|speed|"
    r"pace|form|description|instructions?|how to|protein|fats?|carb(?:ohydrate)?s?|macros|"
    r"nutrition|muscles?(?: \w+)*|equipment|focus|goal|repeat|rounds?|lifting tonnage|"
    r"lifted weight|weight lifted|ingredients)",
    re.IGNORECASE,
)
_REST = re.compile(
    r"(?:active |short |water |quick )?(?:rest|recovery|break|breather|pause)\b", re.IGNORECASE
)
_AROUND = re.compile(
    r"(?:\w+ )?(?:warm(?:ing)?[ -]?up|cool(?:ing)?[ -]?down|stretch(?:ing|es)?\b|dynamic stretch)",
    re.IGNORECASE,
)
_ORDER = re.compile(
    r"(?:perform|repeat|complete|rest for|take a|focus on|choose|adjust|aim for|keep|remember|"
    r"gradually|increase|listen|stay|make sure|ensure|consult|drink|use a|start with|do \w+ |"
    r"this |these |here|you |it |the |please|note|enjoy|feel free|if |for |with |your )",
    re.IGNORECASE,
)
_ROUNDS = re.compile(
    r"\b(?:(?P<a>\d+)(?:-\d+)? (?:rounds|circuits|times)\b|repeat(?:ed)? (?:\w+ ){0,3}?(?P<b>\d+)"
    r" (?:more )?times)",
    re.IGNORECASE,
)


def is_attribute(node: Node) -> bool:
    """Whether a line says something about the item above it: "Sets: 3", "Weight: 80 kg"."""
    return not node.cells and _ATTRIBUTE.fullmatch(node.label) is not None


def is_rest(node: Node) -> bool:
    """Whether an item is a pause."""
    lead = next(iter(node.cells.values()), node.label) if node.cells else node.label
    return _REST.match(lead) is not None


def is_around(node: Node) -> bool:
    """Whether it is a warm-up or a cool-down: part of a session, hardly one of its exercises."""
    return _AROUND.match(node.label) is not None


def is_prose(node: Node) -> bool:
    """Whether a line is a sentence about the plan, not a part of it."""
    if node.kind not in ("text", "item") or node.cells:
        return False
    words = len(node.text.split())
    sentence = node.text.endswith((".", "!", "?")) and words >= 6
    return (node.kind == "text" and (sentence or words > 30)) or (
        bool(_ORDER.match(node.text)) and (words >= 5 or node.kind == "text")
    )  # fmt: skip


def rounds(text: str) -> int:
    """How often a group of exercises is gone through, where its heading says so; else 1."""
    found = _ROUNDS.search(text)
    return max(int(found["a"] or found["b"]), 1) if found is not None else 1


@dataclass(frozen=True)
class Reading:
    """What one line gives: an amount, the numbers it is made of, and how."""

    node: Node
    amount: Amount
    numbers: tuple[float, ...] = ()
    working: str = ""
    group: str = ""


Reader = Callable[[Node], Reading | None]


def gather(node: Node, reader: Reader, own_first: bool = False) -> list[Reading]:
    """The finest readings below a section: those of its items, else what it says itself.

    What can be broken down is not believed where its parts have numbers of their own (ACS,
    §2.2). With `own_first` an item's own figure stands before those of the lines below it,
    which then describe how it is done.
    """
    found: list[Reading] = []
    waiting = [node]
    while waiting:
        at = waiting.pop()
        if at.claim or at.kind == "note":
            continue
        listed = at.kind in ("item", "row", "text")
        if listed and is_prose(at):
            continue
        own = reader(at) if at is not node else None
        if own is not None and ((own_first and listed) or not _any_below(at, reader)):
            found.append(own)
            continue
        waiting.extend(reversed(at.children))
    if not found and (own := reader(node)) is not None:
        return [own]
    return found


def _any_below(node: Node, reader: Reader) -> bool:
    return any(
        reader(below) is not None
        for below in node.walk()
        if below is not node and not below.claim and not is_prose(below)
    )


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
    times = _REPEATED.search(text)
    sets = node.cells.get("sets", "") or node.cells.get("rounds", "")
    n = int(times["n"] or times["m"]) if times else int(sets) if sets.isdecimal() else 1
    if n > 1:
        minutes = Amount(minutes.low, minutes.high * n)
    return Reading(node, minutes, (minutes.low,), "")


_SETS_REPS = (
    re.compile(
        rf"(?P<sets>\d+)\s?(?:sets?|rounds?)\s?(?:x|of|,|@|:|-|\(|for|with|;|\|)*\s?(?:of )?"
        rf"{RANGE}\s?(?:reps?\b|repetitions?\b)",
        re.IGNORECASE,
    ),
    re.compile(
        rf"{RANGE}\s?(?:reps?|repetitions?)\s?(?:x|for|,|@|-|per set)*\s?(?:for )?"
        rf"(?P<sets>\d+)\s?sets?\b",
        re.IGNORECASE,
    ),
    re.compile(rf"(?<![\w.])(?P<sets>\d+)\s?x\s?{RANGE}(?!\s?(?:kg|lbs?|min|sec))", re.IGNORECASE),
    re.compile(rf"(?P<sets>\d+)\s?sets?\s?(?:x|of)\s?{RANGE}(?!\s?-?\s?(?:sec|min|s\b))", re.I),
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
_PAIRED = re.compile(
    r"\b(?:each|per|in each) ?(?:dumb-?bell|hand|arm|side|leg|kettlebell|db)?\b|\bdumb-?bells\b|"
    r"\bboth (?:hands|arms)\b",
    re.IGNORECASE,
)
_BODY = re.compile(r"body[ -]?weight|\bbw\b", re.IGNORECASE)
_HELD = re.compile(r"\d\s?-?(?:s|secs?|seconds?|mins?|minutes?)\b", re.IGNORECASE)
_PER_SET = re.compile(r"\d+\s?(?:,|/)\s?\d+(?:\s?(?:,|/)\s?\d+)+")


def lifted(node: Node) -> Reading | None:
    """Reads the weight that an exercise moves: sets × repetitions × kilograms.

    A weight "per dumbbell" or "per leg" may be meant once or twice; a body's weight that is not
    given counts from none to 100 kg. A tonnage that the response claims is believed only where
    the exercise does not give its sets, repetitions and weight.
    """
    text = "; ".join(
        [node.text, *(c.text for c in node.children if is_attribute(c) and not c.claim)]
    )
    if node.cells:
        text = "; ".join(
            f"{_UNIT_OF.split(head)[0]}: {cell}{_unit_of(head)}"
            for head, cell in node.cells.items()
            if _FACTOR.match(head)
        )
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
    made = _sets_reps(text)
    if made is None:
        if claimed is not None and not _HELD.search(text):
            return Reading(node, claimed, (claimed.low,), "")
        if _HELD.search(text) and re.search(r"\bsets?\b", text, re.IGNORECASE):
            return Reading(node, ZERO, (), "held, not repeated")
        return None
    sets, reps = made
    load = _load(text)
    if load is None:
        if claimed is not None:
            return Reading(node, claimed, (claimed.low,), "")
        load = Amount(0.0, 100.0)
    if _PAIRED.search(text):
        load = Amount(load.low, 2 * load.high)
    total = sets * reps * load
    working = " x ".join(part.text() for part in (sets, reps, load))
    return Reading(node, total, (sets.low, reps.low, load.low), working)


_UNIT_OF = re.compile(r"[(\s]")
_FACTOR = re.compile(r"(?:\W|working )*(?:sets?|reps?|repetitions?|weight|load)")


def _unit_of(head: str) -> str:
    found = re.search(r"\b(kgs?|lbs?|pounds?)\b", head)
    return f" {found[1]}" if found else ""


def _sets_reps(text: str) -> tuple[Amount, Amount] | None:
    for pattern in _SETS_REPS:
        if (found := pattern.search(text)) is not None:
            return Amount.of(float(found["sets"])), between(found["low"], found["high"])
    sets, reps = _LABELLED_SETS.search(text), _LABELLED_REPS.search(text)
    if reps is not None and re.match(r"\s?-?\s?(?:sec|min|s\b)", text[reps.end() :], re.I):
        return None
    counted = reps or _REPS.search(text)
    if counted is None:
        return None
    return Amount.of(float(sets[1]) if sets else 1.0), between(counted["low"], counted["high"])


def _load(text: str) -> Amount | None:
    if (found := _LOAD.search(text)) is not None:
        factor = 0.45359237 if found["unit"].lower().startswith(("lb", "pound")) else 1.0
        return between(found["low"], found["high"]) * Amount.of(factor)
    if _BODY.search(text):
        return None
    if re.search(r"(?:weight|load)s?:\s*(?:-|none|n/a|0)?\s*(?:kgs?|lbs?)?\s*(?:;|$)", text, re.I):
        return ZERO
    return None


def name_of(node: Node) -> str:
    """What an item is called, for comparing it with others."""
    lead = next((cell for cell in node.cells.values() if cell), node.label) if node.cells else None
    return " ".join(re.findall(r"[a-z]+", plain(lead or node.label).lower()))
