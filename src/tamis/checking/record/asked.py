"""What a constraint asks for, by its own words: a record that says otherwise is refused."""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from dataclasses import dataclass

from tamis.checking.constraint_types.amounts._prices import agree, prices
from tamis.checking.ledger.requirement import Bound
from tamis.checking.record.quotes import inside
from tamis.checking.record.reply import Operator, Record, Refused
from tamis.checking.record.values import DOTTED, HALF, currency, dimension_of, factor
from tamis.text.quantities import Quantity, quantities
from tamis.text.quotes import Quotes

_FIGURE = re.compile(r"\d|\b(?:half|quarters?|thirds?|fifths?|tenths?|dozen|grand)\b", re.I)
_MORNING = re.compile(r" ?(?:in the (?P<am>morning)|in the (?:afternoon|evening)|at night)\b", re.I)
_NOT = re.compile(
    r"\b(?:no|not|never|without|none|nothing|nobody|avoid|hate|too|\w+n['’]t|dont)\b", re.I
)
_OPERATORS: dict[str, tuple[Operator, Operator]] = {
    "at least": (">=", "<"), "at most": ("<=", ">"), "more than": (">", "<="),
    "less than": ("<", ">="), "about": ("about", "about"),
}  # fmt: skip
"""The operator that a word before a figure is, and the one that it is with a "not"."""


@dataclass(frozen=True)
class Asked:
    """What a record asks for, borne out by its constraint.

    `dimension` and `unit` are those of the values and of the bound, `scale` is what one of the unit
    is in the base unit of the dimension. `bare`: the constraint says no unit.
    """

    bound: Bound
    dimension: str
    unit: str
    scale: float
    bare: bool = False


def asked(record: Record, constraint: str) -> Asked:
    """What a record asks for; Refused where the constraint's words do not bear it out."""
    if not record.target and record.compare == "minus":
        # "Just as much of the one as of the other", "longer than".
        dimension, shown, scale = _unit(record.unit)
        return Asked(_bound(record.operator, (0.0,)), dimension, shown, scale)
    if not record.target:
        return Asked(_without_figure(record, constraint), "count", "", 1.0)
    unit = "" if record.aggregate == "count" else record.unit
    if record.compare == "share":
        unit = "%"
    dimension, shown, scale = _unit(unit)
    if (dimension == "share") != (record.compare == "share"):
        raise Refused("it is of a share, and no share is asked for, or the other way")
    found = [_target(one, constraint, dimension, unit) for one in record.target]
    operator = _operator(record, [one for one, _ in found], constraint)
    values = [value / scale for _, ends in found for value in ends]
    bare = dimension != "count" and any(
        one is not None and one.dimension == "count" and not _units(one) for one, _ in found
    )
    bound = _bound(operator, values)
    if record.compare == "share":
        dimension, _, scale = _unit("" if record.aggregate == "count" else record.figures)
    return Asked(bound, dimension, shown, scale, bare)


def _unit(unit: str) -> tuple[str, str, float]:
    """The dimension of a unit, the unit in which values are shown, and what one of that is."""
    if unit in ("am", "pm", "clock"):
        return "clock", "clock", 1.0
    dimension = dimension_of(unit)
    match dimension:
        case "time":
            return dimension, "min", 1.0
        case "money":
            return dimension, currency(unit), 1.0
        case "count":
            return dimension, "", 1.0
    return dimension, unit, factor(unit)


def _without_figure(record: Record, constraint: str) -> Bound:
    """None at all, or at least one."""
    if record.aggregate != "count":
        raise Refused("the record names no figure of the constraint")
    if record.operator == "==" and _NOT.search(constraint):
        return Bound(0.0, 0.0)
    if record.operator == ">=" and not _NOT.search(constraint):
        return Bound(1.0)
    raise Refused("the record names no figure of the constraint")


def _target(
    text: str, constraint: str, dimension: str, unit: str
) -> tuple[Quantity | None, tuple[float, ...]]:
    """The quantity that a target is in the constraint, and its ends in the base unit."""
    places = Quotes(constraint).places(text)
    if not places:
        raise Refused(f"the constraint does not name {text!r:.40}")
    if dimension == "money":
        money = [one for one in prices(constraint) if inside((one.start, one.end), places[0])]
        if money:
            if not agree(money[0].currency, currency(unit)):
                raise Refused(f"the constraint is not in {unit}")
            return None, (money[0].low, money[0].high)
    said = DOTTED.sub(r"\1:\2", constraint) if dimension == "clock" else constraint
    here = [one for one in quantities(said) if inside((one.start, one.end), places[0])]
    if len(here) > 1 and dimension != "clock":
        # "5 hours 15": of which the first alone would be read.
        raise Refused(f"{text!r:.40} has several figures")
    if len(here) == 1:
        (start, _), (_, end) = places[0][0], places[0][-1]
        if _FIGURE.search(f"{said[start : here[0].start]} {said[here[0].end : end]}"):
            # "Two thirds", of which two alone would be read.
            raise Refused(f"{text!r:.40} is not read whole")
    same = [one for one in here if one.dimension == dimension]
    if dimension == "clock":
        half = _MORNING.match(constraint, places[0][-1][1]) or _MORNING.search(text)
        if half:
            unit = "am" if half["am"] else "pm"
        ends = _clock(text, here, unit)
        return here[0], ends
    bare = [one for one in here if one.dimension == "count"] if dimension != "count" else []
    if not same and len(bare) == 1:
        # "Under 600": in the unit of the plan; but "2 full hours" says its unit.
        told = _units(bare[0])
        if told and _unit(told[0])[:2] != _unit(unit)[:2]:
            raise Refused(f"the constraint does not say {unit}")
        times = factor(told[0] if told else unit)
        if dimension == "share":
            # "Half of", a fraction; a bare number above one is no share.
            if bare[0].high >= 1:
                raise Refused(f"{text!r:.40} is no share")
            times = 100.0
        return bare[0], (bare[0].low * times, bare[0].high * times)
    if len(same) != 1:
        raise Refused(f"{text!r:.40} is no figure of {unit or 'a count'}")
    return same[0], (same[0].low, same[0].high)


def _units(one: Quantity) -> list[str]:
    """The words behind a bare number that are units: "2 full hours"."""
    return [word for word in one.noun.split() if dimension_of(word) != "count"]


def _clock(text: str, here: Sequence[Quantity], unit: str) -> tuple[float, ...]:
    """The time of the clock that a target is: "9", "7:30 pm", "between 12 and 1 pm"."""
    if len(here) != 1:
        raise Refused(f"{text!r:.40} is no time of the clock")
    one = here[0]
    if one.dimension not in ("clock", "span", "count"):
        raise Refused(f"{text!r:.40} is no time of the clock")
    hours = 60 if one.dimension == "count" else 1
    ends = (one.low * hours, one.high * hours)
    if (one.dimension == "count" or not one.sure) and unit in ("am", "pm"):
        return tuple(end % HALF + HALF * (unit == "pm") for end in ends)
    if one.dimension == "count" and ends[0] <= HALF:
        raise Refused(f"it is not clear whether {text!r:.40} is in the morning")
    return ends


def _operator(record: Record, found: Sequence[Quantity | None], constraint: str) -> Operator:
    """The operator of a record, strict where the words before its figure are.

    Refused where they are those of another one.
    """
    hedges = {one.hedge for one in found if one is not None and one.hedge}
    if not hedges or record.operator == "between":
        return record.operator
    if len(hedges) > 1:
        raise Refused(f"the constraint says {' and '.join(sorted(hedges))}")
    hedge = hedges.pop()
    plain, turned = _OPERATORS[hedge]
    if hedge in ("more than", "less than") and _NOT.search(constraint):
        # "Nobody should do more than two hours."
        plain = turned
    if plain[0] != record.operator[0]:
        raise Refused(f"the constraint says {plain}, the record {record.operator}")
    return plain


def _bound(operator: Operator, values: Sequence[float]) -> Bound:
    low, high = min(values), max(values)
    match operator:
        case "<=" | "<":
            return Bound(high=high, strict=operator == "<")
        case ">=" | ">":
            return Bound(low, strict=operator == ">")
        case "about":
            return Bound(low, high, about=True)
    if operator == "==" and low != high:
        raise Refused("several figures are to be one")
    if not math.isfinite(high):
        raise Refused("a figure has no end")
    return Bound(low, high)
