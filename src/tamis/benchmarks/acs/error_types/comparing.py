"""What a rationale lacks of a worksheet, or has besides: by its numbers, by its items."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Literal

from tamis.benchmarks.acs.error_types.counts import claimed
from tamis.benchmarks.acs.error_types.spans import Span, clock
from tamis.benchmarks.acs.error_types.sums import Statement
from tamis.benchmarks.acs.error_types.tokens import Token, tidied, words
from tamis.checking.worksheet import Entry, Part, Worksheet, amount

_TOTAL = re.compile(r"(?:\btotal|\bsum|\baltogether|\badds? up|\bcomes? to|=)\D{0,30}\d")
_LEAD = re.compile(r"[:(|@–—]|\s-\s")
_SMALL = words("a an the of and with or in on at for to")
_SHOWN = 3
_MOST = 500


@dataclass(frozen=True)
class Differs:
    """The kind of error that a difference shows, and a sentence that says where."""

    category: Literal["extraction", "counting", "schedule understanding", "calculation"]
    reason: str


def by_number(
    text: str,
    found: Sequence[Token],
    sums: Sequence[Statement],
    times: Sequence[Span],
    worksheet: Worksheet,
) -> Differs | None:
    """A difference in the addends or the total of a sum, or in times of the clock.

    The sums that the rationale writes out are compared with each part's entries; where it writes
    none, its numbers are.
    """
    kind: Literal["extraction", "schedule understanding"] = (
        "schedule understanding" if worksheet.capability == "date-time" else "extraction"
    )
    known = _known(found, sums, times, worksheet)
    chains = list(_chains(sums, worksheet.unit == "min"))
    # The whole sum of one part shows nothing of the others.
    owners = [
        frozenset(
            n for n, part in enumerate(worksheet.parts) if not any(_matched(part.entries, chain))
        )
        for chain in chains
    ]
    untouched: list[Differs] = []
    for n, part in enumerate(worksheet.parts):
        if part.satisfied and not worksheet.satisfied:
            continue
        own = [c for c, owner in zip(chains, owners, strict=True) if not owner or n in owner]
        chain = _closest(own, part.entries)
        if chain is not None:
            missing, spare = _matched(part.entries, chain)
        elif worksheet.satisfied and any(owners):
            continue
        else:
            missing, spare = [e for e in part.entries if not _within(e, known)], []
        differs = Differs(kind, _lacks(part, worksheet.unit, missing, spare))
        if missing and len(missing) == len(part.entries):
            untouched.append(differs)
        elif missing or spare:
            return differs
        elif _key(part.total) not in known and _TOTAL.search(text):
            total = amount(part.total, worksheet.unit)
            said = f"Every number of {_name(part)} is there, but not their total, {total}."
            return Differs("calculation", said)
    # A judge that wrongly saw a failure need not have come to every part.
    failing = sum(not part.satisfied for part in worksheet.parts)
    if untouched and len(untouched) == (failing or len(worksheet.parts)):
        return untouched[0]
    return None


def _known(
    found: Sequence[Token],
    sums: Sequence[Statement],
    times: Sequence[Span],
    worksheet: Worksheet,
) -> set[float]:
    """The numbers of a rationale, in the worksheet's unit as far as that can be told."""
    numbers = [token for token in found if token.kind == "number"]
    known = {_key(token.value) for token in numbers}
    if worksheet.unit == "min" or worksheet.capability == "date-time":
        # Bare numbers may be minutes or hours.
        known |= {_key(value) for t in numbers for value in (t.as_minutes, 60 * t.value)}
        known |= {_key(length) for span in times for length in span.lengths}
        known |= {_key(minute) for t in found if t.kind == "time" for minute in clock(t)}
        known |= {_key(term) for said in sums for term in said.minutes}
    else:
        known |= {_key(term) for said in sums for term in said.terms}
    return known


def by_count(text: str, worksheet: Worksheet) -> Differs | None:
    """A difference in the items that are counted, or in how many they make."""
    said = frozenset(re.findall(r"\w+", text))
    stated = claimed(text, worksheet.quantity)
    named_any = False
    for part in _telling(worksheet):
        missing = [entry for entry in part.entries if not _named(entry, text, said)]
        if part.entries and len(missing) == len(part.entries):
            continue
        named_any = True
        if missing:
            return Differs("extraction", _lacks(part, "", missing, (), names=True))
        if stated and round(part.total) not in stated:
            return Differs(
                "counting",
                f"Every item of {_name(part)} is there, but they are counted as "
                f"{_or(stated)} where the worksheet has {part.total:g}.",
            )
    if named_any:
        return None
    totals = {round(part.total) for part in _telling(worksheet)}
    if not stated:
        return Differs("extraction", "None of the items of the worksheet are in the rationale.")
    if totals and totals.isdisjoint(stated):
        return Differs(
            "counting",
            f"It says {_or(stated)} where the worksheet has {_or(totals)}, and lists no items.",
        )
    return None


def _telling(worksheet: Worksheet) -> Sequence[Part]:
    """The parts that decide: where the constraint fails those that fail, else all of them.

    A judge that wrongly saw a failure may have stopped at any part; one that wrongly saw none
    went past those that fail.
    """
    failing = [part for part in worksheet.parts if not part.satisfied]
    return failing or worksheet.parts


def _chains(sums: Sequence[Statement], in_time: bool) -> Iterable[list[float]]:
    """The addends of each statement, with earlier results among them taken apart again."""
    made: dict[float, list[float]] = {}
    for said in sums[:_MOST]:
        terms = said.minutes if in_time else said.terms
        leaves = [leaf for term in terms for leaf in made.get(_key(term), [term])]
        # A running sum of thousands of lines would grow with its square.
        if len(leaves) <= _MOST:
            made[_key(said.result_minutes if in_time else said.result)] = leaves
            yield leaves


def _closest(chains: Sequence[list[float]], entries: Sequence[Entry]) -> list[float] | None:
    """The sum that has most of the entries; None where none has half of them."""
    best: list[float] | None = None
    most = (0, 0)
    for chain in chains:
        missing, spare = _matched(entries, chain)
        score = (len(entries) - len(missing), -len(spare))
        if len(chain) > 1 and 2 * score[0] >= len(entries) and score > most:
            best, most = chain, score
    return best


def _matched(entries: Sequence[Entry], chain: Sequence[float]) -> tuple[list[Entry], list[float]]:
    """The entries that are not in a sum, and the addends that are no entry's.

    An entry is in a sum with its amount or with the numbers that make it up.
    """
    ways = (_taken(entries, chain, whole_first) for whole_first in (True, False))
    return min(ways, key=lambda way: len(way[0]) + len(way[1]))


def _taken(
    entries: Sequence[Entry], chain: Sequence[float], whole_first: bool
) -> tuple[list[Entry], list[float]]:
    left = Counter(_key(value) for value in chain if _key(value))
    missing = []
    for entry in entries:
        whole = Counter([_key(entry.amount)])
        pieces = Counter(_key(number) for number in entry.numbers if _key(number))
        ways = [whole]
        if _key(sum(entry.numbers)) == _key(entry.amount):
            ways.insert(1 if whole_first else 0, pieces)
        way = next((way for way in ways if all(left[v] >= n for v, n in way.items())), None)
        if way is not None:
            left -= way
        elif _key(entry.amount):
            missing.append(entry)
    return missing, list(left.elements())


def _within(entry: Entry, known: set[float]) -> bool:
    if not _key(entry.amount) or _key(entry.amount) in known:
        return True
    return bool(entry.numbers) and all(_key(number) in known for number in entry.numbers)


def _named(entry: Entry, text: str, said: frozenset[str]) -> bool:
    """Whether an item is named: its name as it stands, or two thirds of its words."""
    name = _LEAD.split(tidied(entry.text).strip(), maxsplit=1)[0].strip() or entry.text.lower()
    if name in text:
        return True
    own = [word for word in re.findall(r"\w+", name) if word not in _SMALL]
    return len(own) > 1 and 3 * sum(word in said for word in own) >= 2 * len(own)


def _lacks(
    part: Part,
    unit: str,
    missing: Sequence[Entry],
    spare: Sequence[float],
    names: bool = False,
) -> str:
    said = []
    if missing:
        shown = [
            f'"{entry.text}"' if names else f'{amount(entry.amount, unit)} ("{entry.text}")'
            for entry in missing[:_SHOWN]
        ]
        said.append(f"lacks {_many(shown, len(missing))}")
    if spare:
        shown = [amount(value, unit) for value in spare[:_SHOWN]]
        said.append(f"has {_many(shown, len(spare))} that the worksheet has not")
    return f"For {_name(part)} the rationale {' and '.join(said)}."


def _many(shown: list[str], count: int) -> str:
    more = f" and {count - len(shown)} more" if count > len(shown) else ""
    return ", ".join(" ".join(each.split()) for each in shown) + more


def _or(numbers: Iterable[int]) -> str:
    return " or ".join(f"{n}" for n in sorted(numbers)[:_SHOWN])


def _name(part: Part) -> str:
    return " ".join(part.name.split()) or "the plan"


def _key(value: float) -> float:
    return round(value, 2)
