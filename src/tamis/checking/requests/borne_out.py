"""Whether the words of a request bear out the typed constraint that a model makes of them.

The model says what a requirement is; a program can see whether its numbers and words stand in the
quote, whether all numbers of the quote were used, and whether a word that turns a meaning was.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from math import isfinite
from typing import Any

from tamis.checking.constraint_types import ConstraintType, Count, type_of
from tamis.checking.constraint_types.amounts._prices import currency_of
from tamis.checking.requests.token import SAYS_NOTHING, singular
from tamis.text.quantities import quantities

_LONGEST = 1_000
_WORD = re.compile(r"[^\W\d_]+(?:['’][^\W\d_]+)?|[$€£¥%#@<>{}]")
_CONDITION = re.compile(
    r"\b(?:unless|except|excluding|if|when|whenever|until|otherwise|instead|besides|apart"
    r"|counting|optional(?:ly)?)\b",
    re.I,
)
_EACH = re.compile(r"\b(?:each|every|per|apiece|any one|no single|daily|weekly)\b", re.I)
_NOT = re.compile(
    r"\b(?:no|not|never|without|none|nothing|nor|neither|avoid|dont|cannot|\w+n['’]t)\b", re.I
)
_COMPARED = re.compile(r"\bno(?:t|thing)? (?:more|less|fewer|longer|shorter|over|under)\b", re.I)
_CHOICES = ("where", "per", "which", "order", "by", "of", "subject")
"""Parameters that say of what a constraint holds."""


def borne_out(
    made: ConstraintType,
    quote: str,
    request: str,
    others: Sequence[Mapping[str, Any] | None] = (),
) -> bool:
    """Whether a quote bears out a constraint; `others` are plain values that have the same words.

    Each number of the constraint stands in the quote, each text in the request, each number of the
    quote is in the constraint or in one of the others, the quote has a word by which people state
    such a type, and a condition, an "each" and a negation are in both or in none.
    """
    spec = {name: value for name, value in made.spec().items() if name != "type"}
    mine = figures([*spec.values()])
    used = mine.union(*(figures([*one.values()]) for one in others if one))
    told, bounded = _said(_A_UNIT.sub(" ", quote)), bounds(quote)
    return (
        all(one <= 1 or one in bounded for one in mine)
        and all(max(said) <= 1 or bounds(quote, said) & used for said in told)
        and all(_stands(name, text, quote, request, made) for name, text in _texts(spec))
        and _is_of_type(made, spec, quote)
        and _turns(made, spec, quote)
    )


# "€13.50 an hour" has one number.
_A_UNIT = re.compile(r"\ban? (?=hour|minute|dozen)", re.I)


def figures(value: Any) -> set[float]:
    """The numbers in a text, or in the strings and numbers of plain values."""
    if isinstance(value, bool):
        return set()
    if isinstance(value, Mapping):
        value = [*value.values()]
    if isinstance(value, list | tuple):
        return set().union(*map(figures, value))
    if isinstance(value, str):
        return set().union(*_said(value))
    return {float(value)} if isinstance(value, int | float) else set()


def _said(text: str) -> Iterator[set[float]]:
    """The numbers of a text, each with all that it may mean: 8:30 may be in the evening."""
    # `quantities` is for lines: its time grows with the square of their length.
    for line in re.findall(rf".{{1,{_LONGEST}}}", text):
        for one in quantities(line):
            later = [] if one.sure else [one.low + 720]
            ends = (one.low, one.written[0]) if one.low == one.high else (one.low, *one.written)
            if found := {number for number in (*ends, one.high, *later) if isfinite(number)}:
                yield found


def bounds(quote: str, told: set[float] | None = None) -> set[float]:
    """The numbers of a quote, and what they bound: "under 100" are at most 99."""
    told = figures(quote) if told is None else told
    steps = (-1, 0, 1) if _STRICT.search(quote) else (0,)
    return {one + step for one in told for step in steps}


_STRICT = re.compile(
    r"\b(?:under|over|below|above|beyond|past|before|after|(?:less|fewer|more|longer|shorter|larger"
    r"|smaller|greater|higher|lower) than)\b|[<>]",
    re.I,
)


def _texts(spec: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """The texts of plain values, each with its parameter."""
    for name, value in spec.items():
        if name != "where":
            listed = value if isinstance(value, list | tuple) else [value]
            yield from ((name, one) for one in listed if isinstance(one, str))


def _stands(name: str, text: str, quote: str, request: str, made: ConstraintType) -> bool:
    """Whether a text of a constraint is in the request; if not, it is one that names no words.

    These are one of few choices (`upper`), a sign, a currency, or what a wording of the type means
    without naming it. The figures of a text are looked at as numbers.
    """
    if name == "currency":
        return any(currency_of(word) == text for word in _WORD.findall(quote))
    few = _CHOICE.search(str(type(made).model_fields[name].annotation))
    if few or (name == "per" and text in ("item", "total")):
        return True
    if figures(text) or not re.search(r"\w", text) or text in _usual(made.id):
        return True
    return _folded(text) in _folded(request)


_CHOICE = re.compile(r"\bLiteral\[")


def _folded(text: str) -> str:
    return " ".join(re.findall(r"\w+|[^\w\s\"'“”‘’]", text.casefold()))


@cache
def _usual(id: str) -> frozenset[str]:
    """The values that the wordings of a type have without naming them: `upper` of "all caps"."""
    return frozenset(
        text
        for wording, given in type_of(id).wordings.items()
        for _, text in _texts(given)
        if _folded(text) not in _folded(wording)
    )


def _is_of_type(made: ConstraintType, spec: Mapping[str, Any], quote: str) -> bool:
    """Whether a quote has a word of the type's wordings, or one of the constraint's own texts."""
    words = _WORD.findall(quote)
    if {singular(one.lower()) for one in words} & _words(made.id):
        return True
    if spec.get("currency") and any(currency_of(one) == spec["currency"] for one in words):
        return True
    return any(len(text) > 1 and _folded(text) in _folded(quote) for _, text in _texts(spec))


@cache
def _words(id: str) -> frozenset[str]:
    """The words by which people state a type, without those that any requirement has."""
    said = [*type_of(id).wordings, id.replace("_", " "), getattr(type_of(id), "one", "")]
    found = {singular(one.lower()) for text in said for one in _WORD.findall(text)}
    return frozenset(found - SAYS_NOTHING - _OF_ALL)


_OF_ALL = frozenset(
    ("no", "not", "at", "most", "least", "more", "less", "than", "exactly", "use", "with", "in",
     "of", "to", "and", "or", "each", "every", "per", "one", "two", "three", "all", "max", "min",
     "about", "between", "under", "over", "write", "keep", "first", "last", "as", "by", "for",
     "from", "on", "don't", "avoid", "without", "never", "any", "contain", "include", "only",
     "response", "answer", "text")
)  # fmt: skip


def _turns(made: ConstraintType, spec: Mapping[str, Any], quote: str) -> bool:
    """Whether the words of a quote that turn a meaning are used by a constraint."""
    rest = _folded(quote)
    for _, text in _texts(spec):
        rest = rest.replace(_folded(text), " ")
    if _CONDITION.search(rest):
        return False
    if _EACH.search(rest) and not (
        made.id.startswith("items_") or any(spec.get(name) for name in _CHOICES)
    ):
        return False
    bounded = any(name in spec for name in ("max", "min", "below", "above", "before", "after"))
    forbids = (isinstance(made, Count) and made.forbids) or made.carries is True
    turned = forbids or bounded or any(spec.get(one) for one in ("never", "only", "avoided"))
    turned = turned or spec.get("which") == "none" or made.id in _FORBID
    return turned or not _NOT.search(_COMPARED.sub(" ", rest))


_FORBID = frozenset(
    ("letter_case", "unique_words", "items_distinct", "only", "clock", "plan", "no_characters")
)
