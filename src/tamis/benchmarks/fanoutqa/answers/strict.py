"""Loose and strict accuracy as we consider right: meanings are compared, not spellings.

Numbers are compared by value, with their scale words and units, dates in any order of writing,
words by Snowball stems without case, accents and punctuation. A mention is credited to one
reference only, so a list of two 2s needs two. The answer written out always scores 1 against
itself: see `_in_order`.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import zip_longest
from typing import Any

from tamis.benchmarks.fanoutqa.answers import atoms
from tamis.benchmarks.fanoutqa.answers._numbers import Number
from tamis.benchmarks.fanoutqa.answers.atoms import Atoms
from tamis.measures.references import ordered_references
from tamis.text.dates import Reading

_YES, _NO = frozenset({"yes", "true"}), frozenset({"no", "fals"})
_HEDGES = frozenset(
    atoms.read(
        "about approximately approx around roughly circa ca c estimated at nearly almost over"
    ).keys
)

Span = tuple[int, int]


class Strict:
    """An answer, prepared for finding its references in many texts."""

    words = "pystemmer"

    def __init__(self, answer: Any) -> None:
        wanted = ordered_references(answer)
        self.references = tuple(
            ("yes" if one else "no") if isinstance(one, bool) else one for one in wanted
        )
        self._only_truth = wanted[0] if isinstance(wanted[0], bool) and len(wanted) == 1 else None
        self._wanted = [_Wanted.of(one) for one in wanted]
        self._in_rows = isinstance(answer, dict)

    def found(self, generation: str) -> tuple[bool, ...]:
        """For each reference whether it is mentioned in `generation`."""
        text = _Text(generation)
        if self._only_truth is not None:
            return (_says(text) is self._only_truth,)
        spans = self._in_order(text)
        if all(spans):
            return (True,) * len(spans)
        other = self._longest_first(text, [None] * len(spans))
        spans = self._longest_first(text, spans)
        if self._in_rows:
            spans, other = (self._judged_by_row(text, one) for one in (spans, other))
        best = max(spans, other, key=lambda one: sum(map(bool, one)))
        return tuple(map(bool, best))

    def _in_order(self, text: _Text) -> list[Span | None]:
        """Each reference's first mention after that of the reference before it.

        In the answer written out this finds all references: they occur there in order, so the
        first mentions of the earlier ones end before each.
        """
        at, spans = 0, list[Span | None]()
        for wanted in self._wanted:
            span = next(text.mentions(wanted, at), None)
            at = span[1] if span else at
            spans.append(span)
        return spans

    def _longest_first(self, text: _Text, spans: list[Span | None]) -> list[Span | None]:
        """References take their first free mention, the longest first; `spans` are taken."""
        taken = bytearray(len(text.atoms.keys))
        spans = [*spans]
        for span in [one for one in spans if one]:
            taken[span[0] : span[1]] = b"\1" * (span[1] - span[0])
        for i in sorted(range(len(spans)), key=lambda i: -len(self._wanted[i].items)):
            if spans[i] is None:
                every = text.mentions(self._wanted[i])
                spans[i] = free = next((s for s in every if not any(taken[s[0] : s[1]])), None)
                if free:
                    taken[free[0] : free[1]] = b"\1" * (free[1] - free[0])
        return spans

    def _judged_by_row(self, text: _Text, spans: list[Span | None]) -> list[Span | None]:
        """A truth value counts if it is the first one after its key, on the same line."""
        judged = [*spans]
        starts = sorted(
            span[0] for w, span in zip(self._wanted, spans, strict=True) if span and w.truth is None
        )
        for i, wanted in enumerate(self._wanted):
            if wanted.truth is None:
                continue
            key = spans[i - 1] if i else None
            judged[i] = None
            if key is not None:
                after = bisect_left(starts, key[1])
                end = starts[after] if after < len(starts) else len(text.atoms.keys)
                judged[i] = text.first_truth(key[1], end, wanted.truth)
        return judged


@dataclass(frozen=True)
class _Wanted:
    """A reference: its atoms, and its truth value if it is yes or no.

    Without atoms its `marks` are searched: characters that are neither letters nor digits.
    """

    items: tuple[str | Number | tuple[Reading, ...], ...]
    marks: str = ""
    truth: bool | None = None

    @classmethod
    @lru_cache(maxsize=16_384)
    def of(cls, one: str | bool) -> _Wanted:
        """The parsed reference; cached, as the golds of a benchmark recur with every run."""
        if isinstance(one, bool):
            return cls(("yes" if one else "no",), truth=one)
        read = atoms.read(one)
        items: list[str | Number | tuple[Reading, ...]] = []
        at = 0
        while at < len(read.keys):
            if at in read.dates:
                at, readings = read.dates[at]
                items.append(readings)
            else:
                items.append(read.numbers.get(at) or read.keys[at])
                at += 1
        return cls(tuple(_without_lead(items)), "" if items else _marks(one))


def _without_lead(items: list[Any]) -> list[Any]:
    """Without a leading article, and without the hedges before a number."""
    if not items:
        return items
    if len(items) > 1 and items[0] == "the":
        items = items[1:]
    hedged = 0
    while hedged < len(items) - 1 and items[hedged] in _HEDGES:
        hedged += 1
    return items[hedged:] if isinstance(items[hedged], Number | tuple) else items


class _Text:
    """A text to score, with the positions of each atom."""

    def __init__(self, text: str) -> None:
        self.atoms: Atoms = atoms.read(text)
        self._text = text
        self._marks: str | None = None
        self._positions: dict[str, list[int]] = {}
        for i, key in enumerate(self.atoms.keys):
            self._positions.setdefault(key, []).append(i)
        for i, number in self.atoms.numbers.items():
            for other in number.other_keys:
                self._positions.setdefault(other, []).append(i)
        self._dates = sorted(self.atoms.dates)

    def mentions(self, wanted: _Wanted, start: int = 0) -> Iterator[Span]:
        """The spans in which a reference is mentioned from `start` on, in order."""
        if not wanted.items:
            if self._marks is None:
                self._marks = _marks(self._text)
            # A reference of marks alone has no atoms, so its span is empty.
            if wanted.marks in self._marks:
                yield start, start
            return
        for position in self._first_positions(wanted, start):
            end = position + 1 if wanted.truth is not None else self._end(wanted.items, position)
            if end is not None:
                yield position, end

    def first_truth(self, start: int, end: int, truth: bool) -> Span | None:
        """The position of the first yes or no from `start` on, on the same line, if `truth`."""
        offsets, keys = self.atoms.offsets, self.atoms.keys
        for i in range(start, min(end, start + 1000)):
            if keys[i] in _YES | _NO:
                same_line = self.atoms.text.find("\n", offsets[max(start - 1, 0)], offsets[i]) < 0
                return (i, i + 1) if same_line and keys[i] in (_YES if truth else _NO) else None
        return None

    def _first_positions(self, wanted: _Wanted, start: int) -> Iterable[int]:
        first = wanted.items[0]
        if isinstance(first, tuple):
            positions: list[int] = self._dates
        elif isinstance(first, Number):
            every = [self._positions.get(key, []) for key in (first.key, *first.other_keys)]
            positions = sorted(set().union(*every))
        elif wanted.truth is not None:
            every = [self._positions.get(key, []) for key in (_YES if wanted.truth else _NO)]
            positions = sorted(set().union(*every))
        else:
            positions = self._positions.get(first, [])
        return (positions[i] for i in range(bisect_left(positions, start), len(positions)))

    def _end(self, items: tuple[Any, ...], at: int) -> int | None:
        """Where the mention that begins at `at` ends; None where there is none."""
        keys = self.atoms.keys
        for item in items:
            if at >= len(keys):
                return None
            if isinstance(item, tuple):
                after, readings = self.atoms.dates.get(at, (0, ()))
                if not _fits(readings, item):
                    return None
                at = after
            elif isinstance(item, Number):
                number = self.atoms.numbers.get(at)
                if number is None or not number.answers(item):
                    return None
                at += 1
            elif keys[at] == item:
                at += 1
            else:
                return None
        return at


def _fits(found: tuple[Reading, ...], wanted: tuple[Reading, ...]) -> bool:
    """Whether some reading of a date has every part (year, month, day) of the wanted one."""
    return any(
        all(want is None or want == have for have, want in zip(one, other, strict=True))
        for one in found
        for other in wanted
    )


_NOTHING = frozenset(
    ["way", "idea", "answer", "inform", "data", "evid", "clue", "record", "mention", "one"]
)
"""Stems before which "no" is not the answer no: "there is no way to say"."""


def _says(text: _Text) -> bool | None:
    """Whether a text means yes or no: its first word, else the only one of the two that it has,
    else the last one.
    """
    keys = text.atoms.keys
    said = [
        key in _YES
        for key, after in zip_longest(keys, keys[1:], fillvalue="")
        if key in _YES or (key in _NO and not (key == "no" and after in _NOTHING))
    ]
    if not said:
        return None
    if text.atoms.keys[0] in _YES | _NO or len(set(said)) == 1:
        return said[0]
    return said[-1]


def _marks(text: str) -> str:
    """The characters that are neither letters nor digits nor blanks."""
    return "".join(c for c in atoms.folded(text) if not c.isalnum() and not c.isspace())
