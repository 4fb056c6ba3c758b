"""What a rationale says of the time between two times of the clock, and whether it is right."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from tamis.benchmarks.acs.error_types.tokens import Token, words

DAY = 24 * 60
_TO = words("to until till through")
# Between a span and its length nothing else may stand, or the length may be of something else.
_JOIN = words(
    "is are = equals equal which that this a an the total of duration lasting lasts i e ie for "
    "gives makes giving making it it's spans totals totaling totalling or about exactly only just "
    "period block window there amounts to so , ( : approximately roughly ~ ≈ from between span"
)
_LESS = words(
    "minus excluding exclude except without subtract subtracting less break not "
    "deducting after lunch every per"
)
_CLOCK = re.compile(r"(\d{1,2})(?::(\d\d))?(?::\d\d)?\s?([ap])?")
_GAP, _NAME = 8, 5
_BEFORE, _AFTER, _SPANS = 60, 12, 20


@dataclass(frozen=True)
class Span:
    """Two times of the clock with the length that the rationale gives, None where it gives none.

    `lengths` are the minutes between them in every reading (a time without AM or PM has two);
    `true` is None where no length is given or the sentence takes something off.
    """

    text: str
    lengths: frozenset[int]
    given: float | None = None
    true: bool | None = None


def clock(token: Token) -> frozenset[int]:
    """The minutes from midnight that a time may stand for; a bare hour may be AM or PM."""
    if token.text == "noon":
        return frozenset([12 * 60])
    if token.text == "midnight":
        return frozenset([0])
    found = _CLOCK.match(token.text)
    if found is None or int(found[1]) > 24 or int(found[2] or 0) > 59:
        return frozenset()
    hour, minute = int(found[1]), int(found[2] or 0)
    if found[3] and hour <= 12:
        return frozenset([(hour % 12 + 12 * (found[3] == "p")) * 60 + minute])
    minutes = (hour % 24) * 60 + minute
    if hour > 12 or hour == 0 or found[1].startswith("0") or found[3]:
        return frozenset([minutes])
    return frozenset([minutes, (minutes + DAY // 2) % DAY])


def spans(text: str, found: Sequence[Token]) -> list[Span]:
    """The spans between two times in a rationale, in order. `found` are the tokens of `text`."""
    made: list[Span] = []
    sentence: list[int] = []
    start = 0
    i = 0
    while i < len(found):
        if found[i].kind == "end":
            sentence, start = [], i + 1
        two = _two_times(found, i)
        if two is None:
            i += 1
            continue
        last, lengths = two
        sentence = [*sentence[-_SPANS:], min(lengths)]
        given = _given(found, last)
        if given is None:
            made.append(Span(text[found[i].at : found[last].until], lengths))
            i = last + 1
            continue
        said = found[given]
        span = text[found[i].at : said.until]
        minutes = said.as_minutes
        if any(token.text in _LESS for token in _around(found, start, given)):
            made.append(Span(span, lengths, minutes))
        else:
            # Several spans may be added up in one sentence.
            sums = [sum(sentence[k:]) for k in range(len(sentence))]
            loose = any(
                t.text in ("about", "approximately", "roughly", "~", "≈") for t in found[last:given]
            )
            slack = 30 if loose else 30 * 10.0**-said.places if said.places else 0.5
            # "17:00 - 9:00 = 8 hours" subtracts the start from the end.
            turned = found[i + 1].text == "-" and any(t.text == "=" for t in found[last:given])
            back = [DAY - length for length in lengths] if turned else []
            true = any(abs(length - minutes) <= slack for length in (*lengths, *sums, *back))
            made.append(Span(span, lengths, minutes, true))
        i = given + 1
    return made


def _around(found: Sequence[Token], start: int, given: int) -> Iterator[Token]:
    """What a sentence says before a length at `given`, from `start`, and shortly after it."""
    yield from found[max(start, given - _BEFORE) : given]
    for token in found[given : given + _AFTER]:
        if token.kind == "end":
            return
        yield token


def _two_times(found: Sequence[Token], i: int) -> tuple[int, frozenset[int]] | None:
    """The index of the second time of a span that begins at `i`, and its possible lengths."""
    if i + 2 >= len(found) or found[i + 2].kind != "time":
        return None
    between = found[i + 1]
    before = found[i - 1].text if i else ""
    if not (
        between.text == "-"
        or between.text in _TO
        or (between.text == "and" and before == "between")
    ):
        return None
    ends = clock(found[i + 2])
    if found[i].kind == "time":
        starts = clock(found[i])
    elif found[i].kind == "number" and found[i].minutes is None and found[i].text.isdigit():
        # "9 to 11 PM"
        hour = int(found[i].text)
        starts = (
            frozenset([hour % 12 * 60, hour % 12 * 60 + 720]) if 1 <= hour <= 12 else frozenset()
        )
    else:
        return None
    lengths = frozenset((end - start) % DAY or DAY for start in starts for end in ends)
    return (i + 2, lengths) if lengths else None


def _given(found: Sequence[Token], last: int) -> int | None:
    """The index of the length that follows a span ending at `last`, if one does.

    Either at once, or in brackets after a name: "9 AM - 12 PM: deep work (3 hours)".
    """
    words = 0
    for i in range(last + 1, min(last + 1 + _GAP, len(found))):
        token = found[i]
        if token.kind == "number":
            if token.minutes is None:
                return None
            bracketed = (
                found[i - 1].kind == "open"
                and found[i + 1 : i + 2]
                and (found[i + 1].kind in ("close", "comma"))
            )
            return i if not words or bracketed else None
        if token.kind in ("end", "time", "op") or (words and token.kind == "equals"):
            return None
        if token.text not in _JOIN and token.kind not in ("open", "close", "comma", "colon"):
            words += 1
            if words > _NAME:
                return None
    return None
