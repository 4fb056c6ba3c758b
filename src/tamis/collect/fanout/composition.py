"""Whether the answer to a question is composed of the answers to its sub-questions.

A part of an answer has a source where it occurs in the answers, questions or page titles below it,
or is a count, sum, mean, difference or ratio of numbers there.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations
from typing import Any

from tamis.collect.fanout.tree import Question
from tamis.collect.fanout.values import Part, Text, as_float, decimals, numbers_in, parts_of, words

_MOST_PAIRS = 60


@dataclass(frozen=True)
class Composition:
    """All parts of an answer, those without a source (`missing`) and the undecidable ones.

    `unclear` are those that cannot be looked up: a yes or a no has no source in a text.
    """

    parts: tuple[Part, ...]
    missing: tuple[Part, ...]
    unclear: tuple[Part, ...]


def composition(question: Question) -> Composition:
    """Look for the source of every part of an answer in the tree below it."""
    below = list(question.below)
    answers = [part for node in below for part in parts_of(node.answer)]
    texts = [node.question for node in below]
    texts += [node.evidence.title for node in below if node.evidence is not None]
    sources = Text(" ¶ ".join([*(_plain(part.value) for part in answers), *texts]))
    short = [f" {words(str(part.value))} " for part in answers if isinstance(part.value, str)]
    numbers = _Computed(question, answers)
    has_yes_no = any(not part.checkable for part in answers)

    def found(part: Part) -> bool:
        if sources.holds(part):
            return True
        if isinstance(part.value, str):
            phrase = f" {words(part.value)} "
            if sources.has_words(part.value) or any(
                len(name) > 5 and name in phrase for name in short
            ):
                return True
            amounts, _ = numbers_in(part.value)
            return bool(amounts) and all(numbers.give(*amount) for amount in amounts)
        return numbers.give(as_float(part.value), decimals(part.value))

    parts = tuple(parts_of(question.answer))
    checkable = [part for part in parts if part.checkable]
    unclear = tuple(part for part in parts if not part.checkable and not has_yes_no)
    return Composition(parts, tuple(part for part in checkable if not found(part)), unclear)


class _Computed:
    """The numbers that follow from those of the sub-answers by simple arithmetic."""

    def __init__(self, question: Question, answers: list[Part]) -> None:
        found: list[float] = []
        for part in answers:
            if isinstance(part.value, bool):
                continue
            if isinstance(part.value, str):
                found += [value for value, _ in numbers_in(part.value)[0]]
            else:
                found.append(as_float(part.value))
        self.numbers = [value for value in found if math.isfinite(value)]
        self.simple = {*_counts(question), *_sums(self.numbers)}
        for node in [question, *question.below]:
            values = [_one_number(part.answer) for part in node.parts if not part.parts]
            self.simple.update(_sums([value for value in values if value is not None]))

    def give(self, value: float, places: int) -> bool:
        """Whether `value`, written with `places` decimals, can be computed."""
        tolerance = 0.5 * 10**-places if places else 0.5 if abs(value) >= 10 else 1e-9

        def same(other: float) -> bool:
            return math.isclose(value, other, rel_tol=1e-9) or abs(value - other) <= tolerance

        return any(map(same, self.simple)) or any(map(same, self._pairs()))

    def _pairs(self) -> Iterator[float]:
        for a, b in combinations(sorted(set(self.numbers))[:_MOST_PAIRS], 2):
            yield b - a
            yield a + b
            if a > 0:
                yield from (b / a, a / b, 100 * a / b, 100 * (b - a) / a)


def _counts(question: Question) -> Iterator[float]:
    """How many items lists have, and how often each answer was given."""
    for node in [question, *question.below]:
        yield float(len(node.parts))
        if isinstance(node.answer, (list, dict)):
            yield float(len(node.answer))
        counts: Counter[Any] = Counter(_plain(part.answer) for part in node.parts)
        yield from map(float, counts.values())


def _sums(numbers: list[float]) -> Iterator[float]:
    if numbers:
        yield math.fsum(numbers)
        yield math.fsum(numbers) / len(numbers)
        yield sorted(numbers)[len(numbers) // 2]


def _one_number(answer: Any) -> float | None:
    if isinstance(answer, bool):
        return None
    if isinstance(answer, (int, float)):
        return as_float(answer)
    found = numbers_in(answer)[0] if isinstance(answer, str) else []
    return found[0][0] if len(found) == 1 else None


def _plain(value: Any) -> str:
    return f"{value:.12g}" if isinstance(value, float) else str(value)
