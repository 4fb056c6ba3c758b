"""Reads a piece that is worded as a type of constraint says that people word it.

Each type names wordings with the parameters that they mean; a piece that says the same words, but
for articles, helping verbs and the values, means that type with its own values. So a type that
somebody adds is read too. Words of comparison are not compared: the bound is read from the piece.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from typing import Any

from tamis.checking.constraint_types import from_spec, known, type_of
from tamis.checking.extraction.found import (
    NO_SPACES,
    Context,
    Found,
    Nowhere,
    bound_of,
    singular,
    strict_bound,
    where_of,
    words_of,
)
from tamis.checking.extraction.pieces import MASK, Piece, pieces
from tamis.checking.extraction.wording import MORE_BEHIND
from tamis.checking.worksheet import Span
from tamis.reading.quantities import Quantity
from tamis.types import InputError

_BOUNDS = ("exactly", "min", "max", "about", "below", "above")

_LIGHT = words_of(
    "the a an your my our its their please pls must should has have having had need needs to be "
    "is are was use uses used using include includes including contain contains containing with "
    "in of keep kept make makes give gives write written put add adds it this that these and "
    "also just only so then i you we us me would like want can could will shall ought for on as "
    "at by response answer reply output text length total overall altogether here there "
    "very sure exactly precisely least most more less fewer than under over above below between "
    "about around roughly approximately up max maximum min minimum tops no-more"
)
_SAME = {
    "every": "each", "all": "each", "per": "each", "any": "each", "begin": "start",
    "begins": "start", "starts": "start", "beginning": "start", "starting": "start",
    "open": "start", "opens": "start", "ends": "end", "ending": "end", "finish": "end",
    "finishes": "end", "close": "end", "closes": "end", "conclude": "end", "concludes": "end",
    "without": "no", "avoid": "no", "never": "no", "not": "no", "don't": "no", "dont": "no",
    "none": "no", "nothing": "no", "neither": "no", "nor": "no", "cannot": "no", "can't": "no",
    "shouldn't": "no", "mustn't": "no", "refrain": "no", "doesn't": "no", "chars": "character",
    "final": "last", "opening": "first", "closing": "last", "dot": "period", "capital": "uppercase",
    "caps": "uppercase", "cap": "uppercase", "capitalised": "uppercase", "capitalized": "uppercase",
    "list": "list", "bullets": "bullet", "lists": "list", "titles": "title",
}  # fmt: skip
_PAIRS = {
    ("full", "stop"): "period", ("upper", "case"): "uppercase", ("lower", "case"): "lowercase",
    ("capital", "letter"): "uppercase", ("each", "cap"): "uppercase", ("block", "letter"):
    "uppercase", ("small", "letter"): "lowercase", ("each", "uppercase"): "uppercase",
    ("each", "lowercase"): "lowercase", ("bullet", "point"): "bullet",
    ("exclamation", "point"): "exclamation-mark", ("exclamation", "mark"): "exclamation-mark",
    ("block", "capital"): "uppercase", ("em", "dash"): "em-dash", ("semi", "colon"): "semicolon",
}  # fmt: skip
"""Two words that mean the same as one."""
_WORD = re.compile(rf"{MASK}+|[^\W_]+(?:['’-][^\W_]+)*|[^\w\s]")
_KIND = {"clock": "CLOCK", "money": "MONEY", "time": "TIME", "span": "SPAN"}


@dataclass(frozen=True)
class _Token:
    """A word in its common form, or the slot of a value: a quantity or a quote."""

    key: str
    start: int
    end: int
    value: Any = None


@dataclass(frozen=True)
class _Template:
    """A wording: its tokens, its type, what is fixed, which parameter each slot fills; as said."""

    id: str
    keys: tuple[str, ...]
    fixed: Mapping[str, Any]
    slots: Mapping[int, str]
    bound: int | None
    said: str


def templates(piece: Piece, context: Context) -> Iterator[Found]:
    """The constraint that a piece states in words that a type knows, if it is one alone."""
    try:
        where, said = where_of(piece, context)
    except Nowhere:
        return
    if where in ("title", "subject") and not _keyed(piece, said):
        # "Give it a title": the part itself is wanted.
        where, said = "", (0, 0)
    general = not re.search(r"\b(?:no|none)\b", piece.low[slice(*said)])
    tokens = _tokens(piece, said if general else (0, 0))
    if len(tokens) > 12 or all(one.value is not None for one in tokens):
        return
    specs: list[dict[str, Any]] = []
    for template in _by_keys().get(tuple(one.key for one in tokens), ()):
        spec = _filled(template, tokens, piece)
        if spec is None or (where and not _holds_of_parts(template.id)):
            return
        if where and spec.setdefault("where", where) != where:
            return
        if template.id == "ends_with" and MORE_BEHIND.match(piece.after.lower()):
            return
        if template.id == "characters" and NO_SPACES.match(piece.after.lower()):
            return
        if spec not in specs:
            specs.append(spec)
    if len(specs) == 1 and _fits(specs[0]):
        yield Found(specs[0], (0, len(piece.text)))


def _keyed(piece: Piece, place: Span) -> bool:
    """Whether a wording has the words of a piece without those that name the part."""
    return tuple(one.key for one in _tokens(piece, place)) in _by_keys()


def _fits(spec: Mapping[str, Any]) -> bool:
    """Whether the type takes such values: "the number 16" is no "number larger than 16"."""
    try:
        from_spec(spec)
    except InputError:
        return False
    return True


def _filled(template: _Template, tokens: Sequence[_Token], piece: Piece) -> dict[str, Any] | None:
    spec: dict[str, Any] = {"type": template.id, **template.fixed}
    # "No text around the JSON" has the words of "no JSON".
    nothing = template.id.endswith("_valid") and template.keys[:1] == ("no",)
    if nothing and not _BUT.search(piece.low):
        return None
    if template.id == "only":
        # "In the table" has all the words of "only the table" that matter.
        return None
    for value in template.fixed.values():
        # The words of "DD/MM/YYYY" are those of "DD.MM.YYYY".
        marked = isinstance(value, str) and re.search(r"[^\w ]", value)
        if marked and value.lower() in template.said and value.lower() not in piece.low:
            return None
    for at, name in template.slots.items():
        spec[name] = tokens[at].value if name != "terms" else [tokens[at].value]
    if template.bound is not None:
        one: Quantity = tokens[template.bound].value
        times = f"{piece.low[one.start : one.end]} {one.noun}"
        if _OFTEN.search(template.said) and not _OFTEN.search(times):
            # "Mention the price 42" does not ask for it so often.
            return None
        fields = type_of(template.id).model_fields
        if "below" in fields:
            spec |= strict_bound(piece, one, written="unit" in fields)
        else:
            spec |= bound_of(piece, one)
    return spec


_BUT = re.compile(r"\b(?:around|besides?|outside|before|after|but|else)\b")
_OFTEN = re.compile(r"\b(?:once|twice|thrice|times?)\b")


def _tokens(piece: Piece, place: Span = (0, 0)) -> list[_Token]:
    """The words of a piece that matter, in common forms, with its values as slots.

    `place` is where it names the part that it is about: its words are left out.
    """
    found: list[_Token] = []
    quantities = [one for one in piece.quantities if not one.ordinal]
    quotes = dict(piece.quotes)
    at = 0
    while word := _WORD.search(piece.masked, at):
        start, at = word.span()
        if place[0] <= start < place[1]:
            continue
        if number := next((q for q in quantities if q.start <= start < q.end), None):
            key = _KIND.get(number.dimension, "N")
            if number.dimension not in (*_KIND, "count") and number.unit:
                key = f"N {number.dimension}"
            if not (found and found[-1].value is number):
                found.append(_Token(key, number.start, number.end, number))
            at = number.end
        elif word[0][0] == MASK:
            said = next((text for (a, b), text in quotes.items() if a <= start < b), "")
            found.append(_Token("Q", start, at, said))
        else:
            low = word[0].lower().replace("’", "'")
            if low not in _LIGHT and (low[0].isalnum() or low in "*#"):
                key = _SAME.get(low) or singular(low)
                if found and (pair := _PAIRS.get((found[-1].key, key))):
                    found[-1] = replace(found[-1], key=pair, end=at)
                else:
                    found.append(_Token(_SAME.get(key, key), start, at))
    return found


@cache
def _holds_of_parts(id: str) -> bool:
    """Whether people say it of parts of a response, as far as the type's wordings tell."""
    return any("where" in given for given in type_of(id).wordings.values())


@cache
def _by_keys() -> Mapping[tuple[str, ...], tuple[_Template, ...]]:
    """All wordings of all types by their tokens."""
    found: dict[tuple[str, ...], tuple[_Template, ...]] = {}
    for id in known():
        for wording, given in type_of(id).wordings.items():
            if (made := _template(id, wording, given)) is not None:
                found[made.keys] = (*found.get(made.keys, ()), made)
    return found


def _template(id: str, wording: str, given: Mapping[str, Any]) -> _Template | None:
    """A wording as a template; None where it has several pieces, or a value that is not in it."""
    cut = pieces(wording)
    if len(cut) != 1:
        return None
    fixed = dict(given)
    try:
        where, said = where_of(cut[0], Context())
    except Nowhere:
        where, said = "", (0, 0)
    # A wording holds for whatever part of a response it is said of.
    tokens = _tokens(cut[0], said if where and where == fixed.pop("where", "") else (0, 0))
    if "where" in given and tokens == _tokens(cut[0]):
        fixed["where"] = given["where"]
    slots: dict[int, str] = {}
    bound: int | None = None
    numbers = [n for n, one in enumerate(tokens) if isinstance(one.value, Quantity)]
    bounds = [name for name in _BOUNDS if isinstance(fixed.get(name), int | float)]
    if bounds:
        for name in bounds:
            fixed.pop(name)
        if len(numbers) == 1:
            bound = numbers.pop()
        elif not numbers:
            # "no bullets", "a single line": the bound is in the words.
            fixed = dict(given)
    if numbers:
        return None
    for n, one in enumerate(tokens):
        if one.key != "Q":
            continue
        names = [
            name for name, value in fixed.items() if value in (one.value, [one.value], (one.value,))
        ]
        if not names:
            return None
        slots[n] = names[0]
        fixed.pop(names[0])
    try:
        type_of(id)
    except InputError:
        return None
    return _Template(id, tuple(one.key for one in tokens), fixed, slots, bound, wording.lower())
