"""Sets, repetitions and weights of an exercise, and what they lift together."""

from __future__ import annotations

import re
from dataclasses import dataclass

from tamis.checking.program.interval import UNKNOWN, Interval, added, hull
from tamis.checking.program.mentions import Mention, mentions
from tamis.checking.program.outline import Node
from tamis.reading.quantities import Quantity, quantities

ONE = Interval(1.0, 1.0)
_BY = re.compile(r"\s?(?:[x×*]|sets? (?:of|x|×)|\bof\b|\bby\b|,|at|@|\bfor\b)\s?", re.I)
_X = re.compile(r"\s?[x×*]\s?", re.I)
# A set that goes so far, or takes so long, has no repetitions.
_HELD = re.compile(r"\d\s?[x×]\s?\d{1,4}\s?(?:m|km|s|secs?|seconds?|mins?|minutes?)\b", re.I)
_UNWEIGHTED = re.compile(r"\b(?:no|without) (?:added )?weights?\b|\b0 kg\b|\bunweighted\b", re.I)
_LOADED = re.compile(r"@|\bcarry|\bcarries|\bweighted|\bloaded|\bwith\b|sled|\bkg\b|\blbs?\b", re.I)
_EACH = re.compile(
    r"\W{0,3}\s?(?:each|per (?:dumbbell|hand|arm|side|leg|kettlebell|db|kb|plate|weight)"
    r"|(?:in )?(?:each|either) (?:hand|arm|side|leg)"
    r"|dumbbells|dbs?\b|/\s?(?:hand|side|arm|leg|dumbbell)|a (?:side|hand))",
    re.I,
)
_ARROW = re.compile(r"→|⇒|=>|->")
_PAIR = re.compile(r"(?<!\d)(?:2|two)\s?[x×]\s?$", re.I)
_SIDE = re.compile(r"\W{0,3}\s?(?:each|per|a|/)\s?(?:each |per )?(?:leg|side|arm|hand)s?\b", re.I)
_SETS = re.compile(r"sets?\b|rounds?\b|series\b", re.I)
_REPS = re.compile(r"rep(?:s|etitions?)?\b|times\b", re.I)
_TONNAGE = re.compile(r"(?:=|tonnage|volume|total|lifted|→|->)[^\d]{0,24}$", re.I)
_TONNAGE_AFTER = re.compile(r"\s?\)?\s?(?:tonnage|volume|in total|total|lifted)\b", re.I)
_REST = re.compile(r"\brest\b|\bbreak\b|\bpause\b", re.I)
# "Sets: 4", but not the "sets: 12" of "4 sets: 12 reps".
_NAMED = re.compile(
    r"(?<!\d)(?<!\d\s)\b(?P<noun>sets|reps|repetitions|rounds)(?: per set)?\s?[:=]\s?$", re.I
)
# What says how, not how much.
_TEMPO = re.compile(
    r"\btempo\W{0,3}[\dxX]{1,2}(?:[-–/ ]?[\dxX]){2,3}\b|\bR[PI][ER]\W{0,3}[\d.]{1,4}", re.I
)
_LIST = re.compile(r"(?<![\d.])\d{1,3}(?:\s?[/,-]\s?\d{1,3}){2,9}(?![\d.])")


@dataclass
class Lift:
    """An exercise: its sets, the repetitions of each, the weight in kg; None for what it does not
    say. `tonnage` is what they lift; `stated` is what the plan says that they lift.
    """

    sets: Interval | None = None
    reps: Interval | None = None
    weight: Interval | None = None
    stated: Interval | None = None
    factor: Interval = ONE
    told: str = ""
    working: str = ""
    heaviest: Interval | None = None
    """The most that one of its sets lifts, where they differ."""

    @property
    def tonnage(self) -> Interval | None:
        """What is lifted in all."""
        if self.sets is None and self.reps is None and self.weight is None:
            return self.stated
        if self.reps is None and self.sets is None:
            return self.stated
        if self.weight is None:
            # Of an unknown weight, the body's perhaps.
            return self.stated or UNKNOWN
        self.working = " x ".join(_shown(one) for one in (self.sets, self.reps, self.weight) if one)
        made = (self.sets or ONE) * (self.reps or Interval(1, 30)) * self.weight
        if self.sets is None and self.reps is not None:
            made = Interval(made.low, made.high * 10)
        if self.reps is None:
            return self.stated or made
        made = made * self.factor
        if self.stated is None:
            return made
        for factor in {self.factor.low, self.factor.high, 1.0, 2.0}:
            base = (self.sets or ONE) * (self.reps or ONE) * self.weight
            if (base * Interval(factor, factor)).near(self.stated, 0.01):
                return self.stated
        return made


def _shown(value: Interval) -> str:
    return f"{value.low:g}" if value.sure else f"{value.low:g}–{value.high:g}"


# A line that has sets and repetitions of its own, and a name: an exercise, no attribute.
_NAMES_ONE = re.compile(r"[^\W\d_]{3}[^\d\n]{0,60}\d{1,2}\s?[x×]\s?\d|\d sets? (?:of|x)", re.I)


def lift(node: Node) -> Lift | None:
    """The exercise of a node: of its cells, or of its text with the attributes below it."""
    if node.shape == "row":
        return _of_row(node)
    text = node.text
    for child in node.children:
        if child.kind == "" and not child.children and not _NAMES_ONE.match(child.text):
            text += " ; " + (child.text or "")
    return of_text(text)


def _of_row(node: Node) -> Lift | None:
    made = Lift()
    found = mentions(node)
    by: dict[str, list[Mention]] = {}
    for one in found:
        by.setdefault(one.subject, []).append(one)
    name = node.cells[0].node.text if node.cells else ""
    for subject in ("sets", "reps", "weight", "tonnage"):
        values = list(by.get(subject, ()))
        if values:
            setattr(made, {"tonnage": "stated"}.get(subject, subject), values[0].value)
            if (
                subject == "reps"
                and (many := _LIST.search(values[0].node.text))
                and len(values) > 1
            ):
                numbers = [float(n) for n in re.findall(r"\d+", many[0])]
                made.sets, made.reps = ONE, Interval(sum(numbers), sum(numbers))
    text = " ".join(cell.node.text for cell in node.cells)
    if (made.sets is None or made.reps is None) and (own := of_text(_joined(node))) is not None:
        made.sets, made.reps = made.sets or own.sets, made.reps or own.reps
        made.weight = made.weight or own.weight
    if made.sets is None and made.reps is None and made.stated is None:
        return None
    both = re.search(r"\bboth\b|\btogether\b", name, re.I)
    if (
        re.search(
            r"\bper (?:dumbbell|hand|side)|\beach\b",
            text + " " + " ".join(c.header for c in node.cells),
            re.I,
        )
    ) and not both:
        made.factor = Interval(1.0, 2.0)
    return made


def _joined(node: Node) -> str:
    return " ; ".join(cell.node.text for cell in node.cells)


def of_text(text: str) -> Lift | None:
    """The exercise that a text describes; None where it gives neither sets nor repetitions."""
    made = Lift()
    text = _TEMPO.sub(lambda one: " " * len(one[0]), text)
    found = [one for one in quantities(text) if not one.ordinal]
    arrow = _ARROW.search(text)
    if arrow:
        # What is worked out again after an arrow repeats the sets.
        found = [one for one in found if one.start < arrow.start() or one.dimension == "mass"]
    several: list[Lift] = []
    weights = [n for n, one in enumerate(found) if one.dimension == "mass" and one.high >= 500]
    stated = [
        n
        for n in weights
        if _TONNAGE.search(text[max(found[n].start - 30, 0) : found[n].start])
        or _TONNAGE_AFTER.match(text, found[n].end)
    ]
    plain = [n for n in weights if n not in stated]
    held = _HELD.search(text) is not None
    for n, one in enumerate(found):
        if one.dimension != "count":
            continue
        after = found[n + 1] if n + 1 < len(found) else None
        before = _NAMED.search(text[max(one.start - 24, 0) : one.start])
        noun = before["noun"] if before else one.noun or _noun_of_range(text, one)
        if _SETS.match(noun):
            if _REST.search(text[max(one.start - 20, 0) : one.start]) or re.search(
                r"warm", noun, re.I
            ):
                continue
            if made.sets is not None and made.reps is not None:
                several.append(made)
                made = Lift(stated=made.stated)
            made.sets = _interval(one)
            rest = re.match(
                r"(?:\w+ )?(?:sets?|rounds?)\s?(?:of|x|×|@|:)\s?(?=\d)",
                noun + text[one.end + 1 + len(one.noun) :][:40],
                re.I,
            )
            if (
                after is not None
                and rest
                and after.dimension == "count"
                and not _SETS.match(after.noun)
            ):
                made.reps = made.reps or _interval(after)
        elif _REPS.match(noun):
            made.reps = _interval(one)
        elif after is not None and _X.fullmatch(text[one.end : after.start]):
            if after.dimension == "count" and not (held and made.sets is not None):
                # "3x10": sets, then repetitions; "3 x 10 reps".
                if (
                    made.sets is not None
                    and made.reps is not None
                    and n
                    and not _X.fullmatch(text[found[n - 1].end : one.start])
                ):
                    several.append(made)
                    made = Lift(stated=made.stated)
                if made.sets is None:
                    made.sets = _interval(one)
                elif made.reps is None:
                    made.reps = _interval(one)
                if made.reps is None:
                    made.reps = _interval(after)
            elif after.dimension in ("length", "time"):
                # "4 x 40 m", "3 x 45 s": each set goes so far, or takes so long.
                made.sets = made.sets or _interval(one)
            elif (
                after.dimension == "mass"
                and made.reps is None
                and ((made.sets is None and one.high != 2) or (made.sets is not None and not held))
            ):
                # "2 x 20 kg" are two dumbbells, where nothing else is said of sets.
                made.reps = _interval(one)
    pairs = _pairs(text, found, weights)
    if pairs:
        each = " + ".join(f"{found[n - 1].low:g} x {_shown(_kilograms(found[n]))}" for n in weights)
        heavy = max((_kilograms(found[n]) for n in weights), key=lambda one: one.high)
        sets = Interval(len(pairs), len(pairs))
        return Lift(sets, ONE, None, added(pairs), working=each, heaviest=heavy)
    many = _LIST.search(text)
    if many and (made.sets is not None or "rep" in text[many.end() : many.end() + 6]):
        numbers = [float(n) for n in re.findall(r"\d+", many[0])]
        if made.sets is None or made.sets.low == len(numbers):
            # Several weights for several numbers of repetitions: which belongs to which is open.
            fewest = 0.0 if len(plain) > 1 else sum(numbers)
            made.sets, made.reps = ONE, Interval(fewest, sum(numbers))
    if made.sets is None and made.reps is None:
        if stated:
            return Lift(stated=_kilograms(found[stated[-1]]))
        return None
    if len(plain) == 2 and not stated:
        product = (made.sets or ONE) * (made.reps or ONE) * _kilograms(found[plain[0]])
        if product.near(_kilograms(found[plain[1]]), 0.005):
            stated, plain = plain[1:], plain[:1]
    if (
        not plain
        and not stated
        and (_UNWEIGHTED.search(text) or (held and not _LOADED.search(text)))
    ):
        made.weight = Interval(0.0, 0.0)
    if plain:
        values = [_kilograms(found[n]) for n in plain]
        made.weight = hull(values)
        last = found[plain[-1]]
        if _EACH.match(text[last.end :]):
            made.factor = Interval(1.0, 2.0)
        elif _PAIR.search(text[: last.start]):
            made.factor = Interval(2.0, 2.0)
    if several and len(plain) == len(several) + 1:
        # "2 x 10 @ 60 kg, 1 x 8 @ 70 kg"
        every = [*several, made]
        total = []
        for how, n in zip(every, plain, strict=True):
            total.append((how.sets or ONE) * (how.reps or ONE) * _kilograms(found[n]))
        return Lift(added(one.sets or ONE for one in every), ONE, None, added(total))
    if several:
        every = [*several, made]
        made.sets = added(one.sets or ONE for one in every)
        made.reps = hull(one.reps or ONE for one in every)
    if stated:
        made.stated = _kilograms(found[stated[-1]])
    if re.search(r"(?:\b(?:per|each)|/)\s?(?:leg|side|arm)\b", text, re.I) and made.factor == ONE:
        made.factor = Interval(1.0, 2.0)
    return made


def _pairs(text: str, found: list[Quantity], weights: list[int]) -> list[Interval]:
    """What each set lifts, where each has its own: "10 reps @ 60 kg, 8 reps @ 70 kg"."""
    if len(weights) < 2 or re.search(r"\b\d+\s?sets\b", text, re.I):
        return []
    made = []
    for n in weights:
        if n == 0 or found[n - 1].dimension != "count":
            return []
        between = text[found[n - 1].end : found[n].start]
        if not re.fullmatch(r"\s?(?:reps?|repetitions?)?\s?(?:@|at|x|×|with|,)\s?", between, re.I):
            return []
        made.append(_interval(found[n - 1]) * _kilograms(found[n]))
    singles = len(re.findall(r"\bset \d", text, re.I)) == len(made)
    return made if singles or not re.search(r"\d\s?[x×]\s?\d", text) else []


def _noun_of_range(text: str, one: Quantity) -> str:
    found = re.match(r"[ -]?([a-z]+)", text[one.end : one.end + 30], re.I)
    return found[1] if found else ""


def _interval(one: Quantity) -> Interval:
    return Interval(one.low, one.high)


def _kilograms(one: Quantity) -> Interval:
    return Interval(one.low / 1000, one.high / 1000)
