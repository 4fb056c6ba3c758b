"""Parts of an answer that are named by number: "the last two sentences of paragraph 3"."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from tamis.text.numbers import CARDINALS, ORDINALS
from tamis.text.sentences import Sentence

_Number = Callable[[str], int]

# Not above ten: "twenty-five" would be a range.
_CARDINALS = [word for word, n in CARDINALS.items() if 1 <= n <= 10]
_ORDINAL = (
    r"(?:(?:second|third|next)[-\s]+to[-\s]+(?:the\s+)?last|penultimate|last|final"
    rf"|{'|'.join(ORDINALS)}|\d{{1,2}}(?:st|nd|rd|th))"
)
_CARDINAL = rf"(?:\d{{1,2}}|{'|'.join(_CARDINALS)})"
_JOIN = r"(?:\s*,\s*(?:and\s+|or\s+)?|\s+(?:and|or|to|through)\s+|\s*[-–&]\s*)(?:the\s+)?"
_PARAGRAPH = r"paragraphs?"
_SENTENCE = r"(?:sentences?|lines?)"
_ITEM = (
    r"(?:bullets?(?:\s+points?)?|points?|items?|approach(?:es)?|methods?|techniques?|steps?|"
    r"categor(?:y|ies)|examples?|datasets?|models?|strateg(?:y|ies)|types?)"
)


def _numbers(unit: str, name: str) -> str:
    return (
        rf"(?:(?P<{name}o>{_ORDINAL}(?:{_JOIN}{_ORDINAL}){{0,9}})\s+(?:(?P<{name}n>{_CARDINAL})\s+)?"
        rf"(?P<{name}u>{unit})\b"
        rf"|(?P<{name}v>{unit})\s+(?:number\s+|no\.\s*|\#\s*)?"
        rf"(?P<{name}c>(?!one\s+\w){_CARDINAL}(?:{_JOIN}{_CARDINAL}){{0,9}})\b(?!\s*(?:{unit}|%|percent|words)))"
    )


_ANY = rf"(?:{_SENTENCE}|{_PARAGRAPH}|{_ITEM})"
_PART = re.compile(
    rf"\b{_numbers(_ANY, 'a')}"
    rf"(?:\s+(?:of|in|from)\s+(?:the\s+)?{_numbers(rf'(?:{_PARAGRAPH}|{_ITEM})', 'b')})?"
)
NAMED = re.sub(r"\?P<\w+>", "?:", _PART.pattern)
"""Such a name as a regular expression without groups."""


class Counts:
    """The sentences of an answer by paragraph and by list item."""

    def __init__(self, answer: Sequence[Sentence]) -> None:
        everything = range(len(answer))
        self.sentences: list[list[int]] = [[k] for k in everything]
        self.paragraphs = _grouped([one.paragraph for one in answer])
        self.items = _grouped([one.item for one in answer])

    def of(self, unit: str) -> list[list[int]]:
        """The parts that a unit names, each as its sentences."""
        if re.fullmatch(_PARAGRAPH, unit):
            return self.paragraphs
        return self.sentences if re.fullmatch(_SENTENCE, unit) else self.items


@dataclass(frozen=True)
class Part:
    """Sentences that are named by number; none where the answer has no such part."""

    name: str
    sentences: tuple[int, ...]
    whole_paragraphs: bool


def parts(text: str, counts: Counts) -> Iterator[Part]:
    """The parts that a text in lower case names, in the text's order.

    Items are those of the answer's list. If the answer has no list, no item counts as missing: "the
    first approach" need not be an item.
    """
    for found in _PART.finditer(text):
        unit = found["au"] or found["av"]
        among = counts.of(unit)
        if outer := found["bu"] or found["bv"]:
            around = _chosen(found, "b", counts.of(outer))
            among = [one for one in among if set(one) <= {k for part in around for k in part}]
        chosen = _chosen(found, "a", among)
        if not chosen and re.fullmatch(_ITEM, unit) and not counts.items:
            continue
        whole = re.fullmatch(_PARAGRAPH, unit) is not None
        yield Part(found[0], tuple(sorted({k for part in chosen for k in part})), whole)


def _grouped(keys: Sequence[int | None]) -> list[list[int]]:
    groups: dict[int, list[int]] = {}
    for k, key in enumerate(keys):
        if key is not None:
            groups.setdefault(key, []).append(k)
    return list(groups.values())


def _chosen(found: re.Match[str], name: str, among: list[list[int]]) -> list[list[int]]:
    if found[f"{name}o"]:
        number = _cardinal(found[f"{name}n"]) if found[f"{name}n"] else 1
        indexes = _spread(found[f"{name}o"], _ORDINAL, lambda one: _ordinal(one, len(among)))
        if number > 1:
            first = indexes[0]
            low = first if first < len(among) - 1 or first == 0 else len(among) - number
            indexes = [*range(max(0, low), low + number)]
    else:
        indexes = _spread(found[f"{name}c"], _CARDINAL, lambda one: _cardinal(one) - 1)
    return [among[k] for k in indexes if 0 <= k < len(among)]


def _spread(names: str, pattern: str, number: _Number) -> list[int]:
    """The numbers of a list such as "first, third to fifth"."""
    found: list[int] = []
    end = 0
    for one in re.finditer(pattern, names):
        between = names[end : one.start()]
        k = number(one[0])
        if found and re.search(r"\b(?:to|through)\b|[-–]", between) and found[-1] < k:
            found += range(found[-1] + 1, k)
        found.append(k)
        end = one.end()
    return found


def _ordinal(name: str, size: int) -> int:
    if name in ("last", "final"):
        return size - 1
    if name.startswith("third") and "last" in name:
        return size - 3
    if name == "penultimate" or "last" in name:
        return size - 2
    digits = re.match(r"\d+", name)
    return int(digits[0]) - 1 if digits else ORDINALS[name] - 1


def _cardinal(name: str) -> int:
    return int(name) if name.isdigit() else CARDINALS[name]
