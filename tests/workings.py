"""Worked labels: the arithmetic behind an item of ACS, written on one line, worked again.

A working is steps separated by semicolons. A step is `name: expression = result` (name and result
may be left out) or `bound …`, which holds for the results since the bound before it. An
expression is arithmetic over + - × ÷, with amounts of time as `2 h` and `30 min`, times of day as
`18:30` and `23:00 to 6:30` for the time between two of them; or a list `A | B | C`, which counts.
"""

from __future__ import annotations

import re
from fractions import Fraction
from typing import NamedTuple

NUMBER = re.compile(r"(?<![\d.])\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d+(?:\.\d+)?")
CLOCK = re.compile(r"(?<![\d:])(\d{1,2})(?:[:.](\d\d))?(?![\d:])\s*(?:([ap])\.?m\b)?", re.I)
WORDS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
PERIODS = {"morning": (0, 720), "afternoon": (720, 1080), "evening": (1020, 1440)}


class Quantity(NamedTuple):
    """A number, a clock time (minutes after midnight) or an amount of time (minutes)."""

    amount: Fraction
    kind: str = "number"


def evaluate(text: str) -> Quantity:
    """What an expression comes to."""
    tokens = re.findall(r"\d+:\d\d|\d+(?:\.\d+)?|[-+×÷()]|to\b|h\b|min\b|\S+", text)
    value = terms(tokens)
    assert not tokens, f"{text!r}: not understood from {tokens[0]!r}"
    return value


def terms(tokens: list[str]) -> Quantity:
    """A sum or difference."""
    value = factors(tokens)
    while tokens and tokens[0] in "+-":
        sign = 1 if tokens.pop(0) == "+" else -1
        other = factors(tokens)
        assert value.kind == other.kind != "clock", "only like amounts can be added"
        value = Quantity(value.amount + sign * other.amount, value.kind)
    return value


def factors(tokens: list[str]) -> Quantity:
    """A product or quotient; at most one factor is an amount of time."""
    value = primary(tokens)
    while tokens and tokens[0] in "×÷":
        times = tokens.pop(0) == "×"
        other = primary(tokens)
        assert "clock" not in (value.kind, other.kind)
        assert value.kind == "number" or other.kind == "number"
        kind = value.kind if other.kind == "number" else other.kind
        amount = value.amount * other.amount if times else value.amount / other.amount
        value = Quantity(amount, kind)
    return value


def primary(tokens: list[str]) -> Quantity:
    """A number, an amount of time, a clock time, the time between two, or a bracket."""
    token = tokens.pop(0)
    if token == "(":
        value = terms(tokens)
        assert tokens.pop(0) == ")"
        return value
    if ":" in token:
        hours, minutes = map(int, token.split(":"))
        start = Quantity(Fraction(60 * hours + minutes), "clock")
        if tokens and tokens[0] == "to":
            tokens.pop(0)
            end = primary(tokens)
            return Quantity((end.amount - start.amount) % 1440, "duration")
        return start
    if tokens and tokens[0] in ("h", "min"):
        return Quantity(Fraction(token) * (60 if tokens.pop(0) == "h" else 1), "duration")
    return Quantity(Fraction(token))


def holds(value: Quantity, bound: str) -> bool:
    """Whether a value keeps to a bound; near "about", only clear cases are allowed."""
    if bound == "any":
        return True
    if bound.startswith("between "):
        low, high = map(evaluate, bound.removeprefix("between ").split(" and "))
        assert value.kind == low.kind == high.kind
        return low.amount <= value.amount <= high.amount
    word, limit_text = re.fullmatch(
        r"(exactly|at least|at most|more than|less than|about) (.+)", bound
    ).groups()  # type: ignore[union-attr]
    limit = evaluate(limit_text)
    assert value.kind == limit.kind, f"{value} against {bound!r}"
    difference = value.amount - limit.amount
    if word == "about":
        off = abs(difference) / limit.amount
        assert off <= Fraction(1, 20) or off >= Fraction(1, 5), "too near to tell"
        return off <= Fraction(1, 20)
    return {
        "exactly": difference == 0,
        "at least": difference >= 0,
        "at most": difference <= 0,
        "more than": difference > 0,
        "less than": difference < 0,
    }[word]


def clocks(text: str) -> set[int]:
    """Every time of day that a text can be read to name, in minutes after midnight."""
    found = set()
    has_halves = re.search(r"\d\s*[ap]\.?m\b", text, re.I)
    for hours, minutes, half in CLOCK.findall(text):
        time = 60 * (int(hours) % 24) + int(minutes or 0)
        if half:
            found.add(time % 720 + (720 if half.lower() == "p" else 0))
        elif minutes or has_halves:
            found |= {time, (time + 720) % 1440} if has_halves else {time}
    found |= {720} if re.search(r"\bnoon\b", text, re.I) else set()
    return found | ({0} if re.search(r"\bmidnight\b", text, re.I) else set())


def numbers(text: str) -> list[Fraction]:
    """The numbers of a text, in its order."""
    return [Fraction(number.replace(",", "")) for number in NUMBER.findall(text)]


def sections(response: str, names: set[str]) -> dict[str, str]:
    """The stretch of a response under each name that it has, up to the next of them."""
    starts = {}
    for name in names:
        found = re.search(rf"^.*(?<!\w){re.escape(name)}(?!\w)", response, re.M | re.I)
        if name and found:
            starts[name] = found.end()
    ends = [*sorted(starts.values()), len(response)]
    return {name: response[at : ends[ends.index(at) + 1]] for name, at in starts.items()}


def steps(working: str) -> list[tuple[str, str, str]]:
    """Each step as name ("bound" for one), expression and result."""
    found = []
    for step in working.split("; "):
        if step.startswith("bound "):
            found.append(("bound", step.removeprefix("bound "), ""))
            continue
        name, colon, rest = step.partition(": ")
        expression, _, result = (rest if colon else step).partition(" = ")
        found.append((name if colon else "", expression, result))
    return found


def in_order(wanted: list[Fraction], among: list[Fraction]) -> bool:
    """Whether all of `wanted` occur in `among`, in this order."""
    rest = iter(among)
    return all(number in rest for number in wanted)


def is_list(expression: str) -> bool:
    """Whether an expression lists things to count."""
    return not re.match(r"[\d(]", expression)


def check_source(expression: str, text: str, response: str) -> None:
    """Whether what an expression uses is in its section of the response."""
    if is_list(expression):
        names = [name.strip().casefold() for name in expression.split(" | ")]
        assert expression == "none" or len(set(names)) == len(names)
        for name in names:
            assert name == "none" or name in text.casefold(), f"{name!r} is not in its section"
        return
    for hours, minutes in re.findall(r"(\d+):(\d\d)", expression):
        assert 60 * int(hours) + int(minutes) in clocks(response), f"{hours}:{minutes}"
    # What converts a unit, averages or repeats is the reader's and need not be in the response.
    plain = re.sub(r"\d+:\d\d|÷ (1000|60|\d)\b|(?<=\)) × \d\b", " ", expression)
    among = numbers(text)
    if ":" in expression:
        assert set(numbers(plain)) <= set(among), expression
    else:
        assert in_order(numbers(plain), among), f"{expression!r} does not follow {among}"


def check_bound(bound: str, constraint: str, results: list[Quantity]) -> None:
    """Whether a bound is the constraint's, or an earlier result that it compares with."""
    low = constraint.casefold()
    named = {Quantity(n) for n in numbers(constraint)}
    named |= {
        Quantity(Fraction(i)) for i, word in enumerate(WORDS) if re.search(rf"\b{word}\b", low)
    }
    named |= {Quantity(Fraction(t), "clock") for t in clocks(constraint)}
    named |= {
        Quantity(60 * n.amount, "duration") for n in named if n.kind == "number" and "hour" in low
    }
    named |= {Quantity(n.amount, "duration") for n in named if n.kind == "number" and "min" in low}
    for word, times in PERIODS.items():
        if word in low:
            named |= {Quantity(Fraction(time), "clock") for time in times}
    for limit in re.findall(r"\d[\d:.]*(?: h| min)?", bound):
        value = evaluate(limit)
        assert value in named or value in results, f"{limit} is not in {constraint!r}"


def conclude(item: dict[str, str]) -> bool:
    """Work a label through: check every step, and say whether every bound holds."""
    response, satisfied = item["agent_response"], True
    found = steps(item["working"])
    assert found[-1][0] == "bound", "a working ends in a bound"
    parts = sections(response, {name for name, *_ in found} - {"bound"})
    results: list[Quantity] = []
    pending: list[Quantity] = []
    for name, expression, result in found:
        if name == "bound":
            assert pending, "a bound needs something to hold for"
            check_bound(expression, item["constraint"], results)
            satisfied = all(holds(value, expression) for value in pending) and satisfied
            results, pending = results + pending, []
            continue
        check_source(expression, parts.get(name, response), response)
        if is_list(expression):
            count = 0 if expression == "none" else len(expression.split(" | "))
            assert count == int(result), f"{expression!r} is {count}"
            pending.append(Quantity(Fraction(count)))
            continue
        value = evaluate(expression)
        if result:
            stated = evaluate(result)
            assert stated.amount == value.amount, f"{expression} is {float(value.amount)}"
        pending.append(value)
    return satisfied
