"""The sums and products that a rationale writes out, and whether they are right.

A statement is called false only where no usual way to read it makes it true: a dash may be a
minus or a dash, times may be in hours or in minutes, results may be rounded.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from tamis.benchmarks.acs.error_types.expressions import addends, value
from tamis.benchmarks.acs.error_types.tokens import Token, words

_APPROXIMATE = words("~ ≈ ≃ ≅ about approximately approx roughly around nearly almost")
# What may stand between an equality and its result, and between a last term and "is".
_BEFORE_RESULT = _APPROXIMATE | words("a an the total of exactly only just to grand sum")
_BEFORE_IS = words(
    "calories kcal cal cals grams gram g protein fat carbs kg kilograms lb lbs pounds "
    "reps sets meals sessions exercises days which this that it total in together altogether all"
)
_COMPARED = words("less more under over short below above fewer greater shy away")
_CONVERTED = words("g gram grams kg kilograms lb lbs pounds oz ounces km miles week weeks")
_SUM_BEFORE = words("sum total adding add added summing combining totalling")
_SUM_AFTER = ("add", "sum", "total", "amount", "come")
_READINGS = 40
_GAP = 3
_LONGEST = 2000
_LOOSE = 0.02


@dataclass(frozen=True)
class Statement:
    """One "a + b = c" of a rationale.

    `terms` are the addends, products already multiplied out, and `result` is what the rationale
    says they make, both in the unit that they are written in; `minutes` and `result_minutes`
    have them in minutes. `true` is whether they do make it.
    """

    text: str
    terms: tuple[float, ...]
    minutes: tuple[float, ...]
    result: float
    result_minutes: float
    true: bool


def statements(text: str, found: Sequence[Token]) -> list[Statement]:
    """The statements of a rationale in order: written with signs, or as a list and its sum.

    `found` are the tokens of `text`. What cannot be read with certainty is left out.
    """
    made: list[Statement] = []
    for line in _lines(found):
        for i, token in enumerate(line):
            if token.kind == "equals":
                statement = _signed(text, line, i) or _listed(text, line, i)
                if statement is not None:
                    made.append(statement)
    return made


def _lines(found: Sequence[Token]) -> Iterator[list[Token]]:
    line: list[Token] = []
    for token in found:
        if token.kind == "end":
            yield line
            line = []
        else:
            line.append(token)
    yield line


def _signed(text: str, line: Sequence[Token], at: int) -> Statement | None:
    left = _left(line, at)
    right = _right(line, at)
    if left is None or right is None or not any(t.kind == "op" for t in left):
        return None
    units = [
        {t.text for t in side if t.kind == "word"} & _CONVERTED
        for side in (line[max(0, at - 2 * len(left) - 2) : at], line[at + 1 : at + 4])
    ]
    if units[0] and units[1] and units[0].isdisjoint(units[1]):
        return None
    result, expression = right
    loose = line[at].text in _APPROXIMATE or any(
        token.text in _APPROXIMATE for token in line[at + 1 : at + 4]
    )
    true = any(_holds(side, expression, loose) for side in _readings(left))
    terms = addends(left)
    if terms is None or _is_span(left, result):
        return None
    said = text[left[0].at : result.until]
    return Statement(said, terms[0], terms[1], result.value, result.as_minutes, true)


def _is_span(left: Sequence[Token], result: Token) -> bool:
    """Whether it may be hours of the clock: "8 - 5 = 9 hours"."""
    signs = [token.text for token in left if token.kind == "op"]
    return signs == ["-"] and result.minutes is not None and left[0].minutes is None


def _left(line: Sequence[Token], at: int) -> list[Token] | None:
    """The expression that ends before the equality at `at`: numbers, signs, brackets only."""
    start = at
    while start > 0 and line[start - 1].kind in ("number", "op", "open", "close", "word"):
        if line[start - 1].text == "%":
            return None
        start -= 1
    if start < at and line[start].kind == "op" and not _is_dash(line, start):
        # It goes on from what cannot be read.
        return None
    kept = _without_notes(line[start:at])
    gap = [token.text for token in line[start:at]]
    last = max(
        (i for i, t in enumerate(line[start:at]) if t.kind in ("number", "close")), default=0
    )
    if line[at].text.isalpha() or " " in line[at].text:
        if not set(gap[last + 1 :]) <= _BEFORE_IS:
            return None
    elif len(gap) - last > 6:
        return None
    # Two numbers side by side: prose, then the expression.
    for i in range(len(kept) - 1, 0, -1):
        if kept[i].kind in ("number", "open") and kept[i - 1].kind in ("number", "close"):
            kept = kept[i:] if any(t.kind == "op" for t in kept[i:]) else []
            break
    while kept and kept[0].kind == "op":
        kept = kept[1:]
    return kept if 2 < len(kept) <= _LONGEST else None


def _is_dash(line: Sequence[Token], i: int) -> bool:
    return line[i].text == "-"


def _right(line: Sequence[Token], at: int) -> tuple[Token, list[Token]] | None:
    """The result after the equality at `at`, and the whole expression that begins with it."""
    i = at + 1
    while i < min(len(line), at + 6) and (
        line[i].kind == "equals" or line[i].text in _BEFORE_RESULT
    ):
        i += 1
    if i >= len(line) or line[i].kind not in ("number", "open"):
        return None
    end = i
    while end < len(line) and line[end].kind in ("number", "op", "open", "close", "word"):
        end += 1
    after = [token.text for token in line[i + 1 : i + 4]]
    if "%" in after[:1] or (line[at].text.isalpha() and not _COMPARED.isdisjoint(after)):
        return None
    if after[:1] == ["-"] and line[i + 1].at == line[i].until and line[i + 2 : i + 3]:
        return None
    expression = _without_notes(line[i:end])
    whole: list[Token] = []
    for token in expression:
        if whole and token.kind in ("number", "open") and whole[-1].kind in ("number", "close"):
            break
        whole.append(token)
    while whole and whole[-1].kind in ("op", "open"):
        whole.pop()
    numbers = [token for token in whole if token.kind == "number"]
    return (numbers[0], whole) if numbers else None


def _without_notes(tokens: Sequence[Token]) -> list[Token]:
    """The numbers, signs and grouping brackets; "300 (2 slices) + 250" loses its note."""
    kept: list[Token] = []
    depth = 0
    for i, token in enumerate(tokens):
        if depth:
            depth += (token.kind == "open") - (token.kind == "close")
        elif token.kind == "open" and i and tokens[i - 1].kind in ("number", "word", "close"):
            depth = 1
        elif token.kind == "open" and i and tokens[i - 1].text == "-":
            kept.append(token)
        elif token.kind == "op" and token.text == "-" and not _subtracts(tokens, i):
            kept.clear()
        elif token.kind != "word":
            kept.append(token)
    return kept


def _subtracts(tokens: Sequence[Token], i: int) -> bool:
    return i + 1 < len(tokens) and tokens[i + 1].kind in ("number", "open")


def _readings(left: list[Token]) -> Iterator[list[Token]]:
    """The expression, and what is left of it where a minus is taken for a dash."""
    yield left
    dashes = [i for i, token in enumerate(left) if token.text == "-"]
    for i in dashes[:_READINGS]:
        if any(token.kind == "op" for token in left[i + 1 :]):
            yield left[i + 1 :]


def _holds(left: Sequence[Token], right: Sequence[Token], loose: bool) -> bool:
    # "300 + 250 = 550 + 400 = 950" is a running sum: the first number is the result.
    for side in (right, right[:1]):
        for minutes_left, minutes_right in ((False, False), (True, True), (False, True)):
            a, b = value(left, minutes_left), value(side, minutes_right)
            if a is None or b is None:
                return True
            if abs(a - b) <= _slack(left, side, b, minutes_right) + (
                _LOOSE * abs(b) if loose else 0
            ):
                return True
    return False


def _slack(left: Sequence[Token], right: Sequence[Token], said: float, minutes: bool) -> float:
    places = max(token.places for token in right if token.kind == "number")
    exact = all(t.places == 0 for t in left) and all(t.text != "/" for t in left)
    if exact and places == 0:
        return 1e-6
    return max(1e-6, (60 if minutes else 1) * 0.5 * 10.0**-places + 1e-9 * abs(said))


def _listed(text: str, line: Sequence[Token], at: int) -> Statement | None:
    """ "The sum of 300, 250 and 400 is 950", and "300, 250 and 400 add up to 950"."""
    right = _right(line, at)
    if right is None or len(right[1]) != 1:
        return None
    result = right[0]
    start, items = _list_before(line, at)
    opened = any(token.text in _SUM_BEFORE for token in line[max(0, start - 3) : start + 1])
    closed = line[at].text.startswith(_SUM_AFTER) or any(
        "total" in t.text for t in line[at : at + 4]
    )
    if len(items) < 2 or not (opened or closed):
        return None
    loose = any(token.text in _APPROXIMATE for token in line[at : at + 4])
    # Numbers before the list may be part of the prose: "the 3 meals, 300, 250 and 400".
    starts = {0, *range(max(0, len(items) - _READINGS), len(items) - 1)}
    readings = [[line[i] for i in items[start:]] for start in sorted(starts)]
    if any(math.isclose(math.prod(t.value for t in r), result.value) for r in readings):
        return None
    right_ones = [reading for reading in readings if _adds_up(reading, result, loose)]
    if not right_ones and not opened and not _alike(line, items):
        return None
    terms = right_ones[0] if right_ones else readings[0]
    return Statement(
        text[terms[0].at : result.until],
        tuple(term.value for term in terms),
        tuple(term.as_minutes for term in terms),
        result.value,
        result.as_minutes,
        bool(right_ones),
    )


def _list_before(line: Sequence[Token], at: int) -> tuple[int, list[int]]:
    """Where the list before the equality at `at` begins, and the places of its numbers."""
    items: list[int] = []
    words_between, apart = 0, True
    i = at - 1
    while i >= 0 and line[i].kind in ("number", "comma", "word", "open", "close"):
        token = line[i]
        if token.kind == "number":
            if not apart:
                break
            items.append(i)
            words_between, apart = 0, False
        elif token.kind == "comma" or token.text == "and":
            apart = True
        elif token.kind == "word":
            words_between += 1
            if token.text in _SUM_BEFORE or words_between > _GAP:
                break
        i -= 1
    return max(i, 0), items[::-1]


def _alike(line: Sequence[Token], items: Sequence[int]) -> bool:
    """Whether the numbers count the same thing, by the words behind them: no sets and reps."""
    behind = {line[i + 1].text for i in items if line[i + 1].kind == "word"}
    return len(behind - {"and"}) <= 1


def _adds_up(terms: Sequence[Token], result: Token, loose: bool) -> bool:
    sums = math.fsum(t.value for t in terms), math.fsum(t.as_minutes for t in terms)
    return any(
        abs(total - said) <= _slack(terms, [result], said, False) + loose * _LOOSE * abs(said)
        for total, said in zip(sums, (result.value, result.as_minutes), strict=True)
    )
