"""Reads a sentence that is worded, from its first word to its last, as a type says that people do.

Each type names wordings with the parameters that they mean. A sentence means that type if it says
the same words in the same order, with its own values in place of those of the wording; only the
words of `SAYS_NOTHING` may be more or less. So a negation, an "each" or a condition that no wording
has refuses the sentence, and a type that somebody adds is read too.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from typing import Any

from tamis.checking.constraint_types import ConstraintType, from_spec, known, type_of
from tamis.checking.constraint_types.text import UNITS
from tamis.checking.demand import LENGTHS
from tamis.checking.requests.sentences import MASK, Sentence, sentences
from tamis.reading.quantities import Quantity, quantities
from tamis.types import InputError

AUXILIARIES = frozenset(
    ("is", "are", "be", "do", "does", "has", "have", "must", "should", "shall", "will")
)  # fmt: skip
SAYS_NOTHING = AUXILIARIES | frozenset(
    ("a", "an", "the", "it", "its", "this", "that", "you", "your", "please", "pls", "kindly",
     "thanks", "thank", "hi", "hello")
)  # fmt: skip
"""All words that a sentence may have besides its wording: articles, pronouns (but for plurals,
which mean parts), auxiliaries and politeness; at most 40."""

_WHOLE = ("response", "answer", "reply", "output", "text")
"""Nouns for all that is checked."""
_NOT = {
    "don't": "not", "dont": "not", "never": "not", "mustn't": "not", "shouldn't": "not",
    "can't": "not", "cannot": "not", "doesn't": "not", "avoid": "not", "without": "not",
}  # fmt: skip
_CARRIERS = ("use", "using", "include", "including", "contain", "containing", "write", "add",
             "give", "in", "with")  # fmt: skip
"""Verbs and prepositions that say that something is to be there, and no more."""

_REPLYING = ("write", "answer", "reply", "respond", "return", "output")
"""Verbs for giving the response, before "in" and "as"."""

_BEFORE: Mapping[tuple[str, ...], str] = {
    ("at", "most"): "max", ("no", "more", "than"): "max", ("not", "more", "than"): "max",
    ("no", "longer", "than"): "max", ("not", "longer", "than"): "max", ("up", "to"): "max",
    ("not", "exceed"): "max", ("max",): "max", ("maximum",): "max", ("maximum", "of"): "max",
    ("at", "least"): "min", ("no", "fewer", "than"): "min", ("no", "less", "than"): "min",
    ("not", "fewer", "than"): "min", ("not", "less", "than"): "min", ("min",): "min",
    ("minimum",): "min", ("minimum", "of"): "min", ("less", "than"): "below",
    ("fewer", "than"): "below", ("under",): "below", ("below",): "below",
    ("more", "than"): "above", ("over",): "above", ("above",): "above", ("exactly",): "exactly",
    ("about",): "about", ("around",): "about", ("roughly",): "about",
    ("between",): "range", ("from",): "range",
}  # fmt: skip
"""What stands before a number and bounds it, in the form of tokens."""
_BEHIND: Mapping[tuple[str, ...], str] = {
    ("max",): "max", ("maximum",): "max", ("at", "most"): "max", ("or", "fewer"): "max",
    ("or", "less"): "max", ("min",): "min", ("minimum",): "min", ("at", "least"): "min",
    ("or", "more"): "min", ("exactly",): "exactly",
}  # fmt: skip
"""What stands behind a number and its noun, at the end of a sentence, and bounds it."""

_PARTS: Mapping[tuple[str, ...], str] = {
    **{(unit,): unit for unit in UNITS if " " not in unit},
    ("bullet", "point"): "bullet", ("list", "item"): "item", ("code", "block"): "code block",
    ("stanza",): "verse", ("subject", "line"): "subject",
}  # fmt: skip
"""The names of parts of a response, in the form of tokens, as `where` names them."""
_ALONE = ("title", "subject")
"""Parts of which there is one."""

_WORD = re.compile(rf"{MASK}+|[^\W_]+(?:['’.-][^\W_]+)*|[^\w\s]")
_MONEY = "$€£¥"
_LONGEST = 400
_MOST_TOKENS = 16


@dataclass(frozen=True)
class _Token:
    """A word in its common form, or a value: a quantity, a quote, or several quotes.

    `bound` is what was said about a quantity beside its number; `predicate`: an auxiliary stands
    before it.
    """

    key: str
    value: Any = None
    bound: str = ""
    predicate: bool = False


@dataclass(frozen=True)
class _Template:
    """A wording: its type, what is fixed, and which parameter each value fills, by its place.

    A slot with an empty name takes the bound of its quantity; `said` are values that are not
    exchanged, which have to be the same; `lists` are parameters that are lists.
    """

    id: str
    fixed: Mapping[str, Any]
    slots: Mapping[int, str]
    bounds: Mapping[int, str]
    said: Mapping[int, str]
    lists: frozenset[str]


Stated = tuple[tuple[Sentence, ConstraintType], ...]
"""Constraints, each with the part of a sentence that states it."""


def worded(sentence: Sentence) -> Stated:
    """The constraints that a sentence states in the wordings of their types; else none.

    All of it is one wording, or each of its parts between commas and "and" is one.
    """
    if len(sentence.text) > _LONGEST:
        return ()
    if (made := _whole(sentence)) is not None:
        return ((sentence, made),)
    parts = between_joints(sentence)
    if not 1 < len(parts) <= _MOST_PARTS:
        return ()
    found = tuple((part, made) for part in parts if (made := _whole(part)) is not None)
    if len(found) < len(parts) or _reaches(parts) or _refers([made for _, made in found]):
        return ()
    return found


_JOINT = re.compile(r",\s++(?:and\s++)?|(?<!\s)\s++and\s++|\n")
_MOST_PARTS = 9


def between_joints(sentence: Sentence) -> list[Sentence]:
    """The parts of a sentence between commas and "and"."""
    joints = _JOINT.finditer(sentence.masked)
    ends = [0, *(at for one in joints for at in one.span()), len(sentence.text)]
    return [sentence.cut(a, b) for a, b in zip(ends[::2], ends[1::2], strict=True)]


def _reaches(parts: Sequence[Sentence]) -> bool:
    """Whether a negation may be of a later part too: "avoid emojis and all caps"."""
    denied = False
    for tokens in map(_tokens, parts):
        own = tokens[0].key == "no" or any(one.bound for one in tokens)
        if denied and not own:
            return True
        denied = denied or tokens[0].key == "no"
    return False


def _refers(made: Sequence[ConstraintType]) -> bool:
    """Whether one may be of a part that another names: "three bullets, at most 12 words"."""
    lengths = [one for one in made if one.id in LENGTHS]
    others = [one for one in made if one.id not in LENGTHS and one.carries is not True]
    counted = [one for one in others if not getattr(one, "forbids", False)]
    return any(one.where for one in made) or (bool(lengths) and bool(counted)) or len(lengths) > 1


def _whole(sentence: Sentence) -> ConstraintType | None:
    """The one constraint that a sentence states from its first word to its last."""
    tokens = _tokens(sentence)
    if not tokens or len(tokens) > _MOST_TOKENS:
        return None
    if found := set(_matches(tokens)):
        return found.pop() if len(found) == 1 else None
    named = _part(tokens)
    if named is None:
        return None
    where, rest = named
    found = {one for one in _matches(rest) if not one.where and ".items." not in known()[one.id]}
    if len(found) != 1:
        return None
    (one,) = found
    try:
        return from_spec({**one.spec(), "where": where})
    except InputError:
        return None


def _matches(tokens: Sequence[_Token]) -> Iterator[ConstraintType]:
    """The constraints of all wordings that have these tokens."""
    for template in _by_keys().get(tuple(one.key for one in tokens), ()):
        if (spec := _filled(template, tokens)) is not None:
            try:
                yield from_spec(spec)
            except InputError:
                continue


def _filled(template: _Template, tokens: Sequence[_Token]) -> dict[str, Any] | None:
    """The plain values of a wording with the values of a sentence; None where they do not fit."""
    spec: dict[str, Any] = {"type": template.id, **template.fixed}
    if any(_said(tokens[at]) != said for at, said in template.said.items()):
        return None
    for at, name in template.slots.items():
        token = tokens[at]
        if name:
            if token.bound != template.bounds.get(at, "") or not _is_sure(token):
                return None
            value = _plain(token)
            listed = name in template.lists and not isinstance(value, list)
            spec[name] = [value] if listed else value
        elif (bound := _bound(template.id, token)) is None:
            return None
        else:
            spec |= bound
            if "unit" in spec and token.value.unit:
                spec["unit"] = token.value.unit
            if "currency" in spec and token.value.dimension == "money":
                spec["currency"] = token.value.unit
    return spec


def _said(token: _Token) -> str:
    """A value that is not exchanged, as it is compared."""
    if isinstance(token.value, Quantity):
        return f"{token.bound} {token.value.low} {token.value.high}"
    return str(token.value)


def _plain(token: _Token) -> Any:
    """The value of a token as a parameter has it: 3, "20:00", a text, a list of texts."""
    if not isinstance(token.value, Quantity):
        return token.value
    if token.value.dimension == "clock":
        hours, minutes = divmod(int(token.value.low), 60)
        return f"{hours:02}:{minutes:02}"
    return token.value.low


def _bound(id: str, token: _Token) -> dict[str, float] | None:
    """The bound of a quantity as the fields of a type; None where the type has no such field."""
    one, fields = token.value, type_of(id).model_fields
    low, high = one.written if "unit" in fields else (one.low, one.high)
    if not one.sure or (low < high and token.bound not in ("", "range")):
        return None
    if low < high:
        return {"min": low, "max": high}
    if token.bound in ("below", "above") and token.bound not in fields:
        # Of what is counted, "under 100" are at most 99.
        return {"max": low - 1} if token.bound == "below" else {"min": low + 1}
    name = token.bound or "exactly"
    return {name: low} if name in fields else None


def _tokens(sentence: Sentence) -> list[_Token]:
    """The tokens of a sentence, with what only says that something is to be there taken away."""
    return _unframed(_with_bounds(list(_split(sentence))))


def _split(sentence: Sentence) -> Iterator[_Token]:
    """The words of a sentence in small letters and without the s of a plural, and its values."""
    numbers = list(quantities(sentence.masked))
    quotes = dict(sentence.quotes)
    at = 0
    while word := _WORD.search(sentence.masked, at):
        start, at = word.span()
        begins = at if word[0] in _MONEY else start
        number = next((one for one in numbers if one.start <= begins < one.end), None)
        if number is not None:
            at = number.end
            kind = "NTH" if number.ordinal else f"N {number.dimension}".removesuffix(" count")
            yield _Token(kind, number)
        elif word[0][0] == MASK:
            yield _Token("Q", quotes.get((start, at), ""))
        elif word[0] not in "-–.":
            low = word[0].lower().replace("’", "'")
            yield _Token(_NOT.get(low) or singular(low), low)


def singular(word: str) -> str:
    """A word without the s of a plural."""
    return word[:-1] if len(word) > 3 and word.endswith("s") and word[-2] != "s" else word


def _with_bounds(tokens: list[_Token]) -> list[_Token]:
    """The tokens without those that say nothing; quotes are joined, and numbers have bounds."""
    found: list[_Token] = []
    predicate, before = False, None
    for token in _joined(tokens):
        word, before = before, token.value if token.key[0] != "Q" else None
        if token.key[0] != "Q" and token.value in SAYS_NOTHING:
            predicate = predicate or token.value in AUXILIARIES
            continue
        if word == "your" and token.key in _WHOLE and found:
            # "End your answer with".
            continue
        token, predicate = replace(token, predicate=predicate), False
        if _is_number(token):
            for many in (3, 2, 1):
                said = found[-many:]
                bound = _BEFORE.get(tuple(one.key for one in said)) if said else None
                if bound is not None:
                    del found[-many:]
                    led = any(one.predicate for one in said) or token.predicate
                    token = replace(token, bound=bound, predicate=led)
                    break
        found.append(token)
    while found and found[-1].key == ",":
        # "No emojis, please".
        found.pop()
    numbers = [n for n, one in enumerate(found) if _is_number(one)]
    for many in (2, 1):
        behind = _BEHIND.get(tuple(one.key for one in found[-many:]))
        if behind and len(numbers) == 1 and not found[numbers[0]].bound:
            found[numbers[0]] = replace(found[numbers[0]], bound=behind)
            return found[:-many]
    return found


def _is_sure(token: _Token) -> bool:
    return not isinstance(token.value, Quantity) or token.value.sure


def _is_number(token: _Token) -> bool:
    return isinstance(token.value, Quantity) and token.key != "NTH"


def _joined(tokens: list[_Token]) -> Iterator[_Token]:
    """The tokens with each list of quotes as one: all of them ("Q&"), or one of them ("Q|")."""
    at = 0
    while at < len(tokens):
        token, at = tokens[at], at + 1
        if token.key != "Q":
            yield token
            continue
        said, kinds = [token], set()
        while found := _next_quote(tokens, at):
            joint, at = found
            kinds.add(joint)
            said.append(tokens[at - 1])
        if len(said) > 1:
            key = "Q|" if "or" in kinds else "Q&"
            token = replace(token, key=key, value=[one.value for one in said])
        yield token


def _next_quote(tokens: list[_Token], at: int) -> tuple[str, int] | None:
    """What joins a quote to the one before ("and", "or", or a comma), and where it ends."""
    joint = ""
    while at < len(tokens) and tokens[at].key in (",", "and", "or"):
        joint = tokens[at].key if tokens[at].key != "," else joint or ","
        at += 1
    return (joint, at + 1) if joint and at < len(tokens) and tokens[at].key == "Q" else None


def _unframed(tokens: list[_Token]) -> list[_Token]:
    """The tokens without the name of the whole, and with one form of "there is to be (no)"."""
    if len(tokens) > 1 and tokens[0].key in _WHOLE and tokens[1].predicate:
        # "The answer must …", but "answer three questions".
        tokens = tokens[1:]
    if len(tokens) > 2 and tokens[-1].key in _WHOLE and tokens[-2].key == "in":
        tokens = tokens[:-2]
    if len(tokens) > 1 and tokens[0].key in _REPLYING and tokens[1].key in ("in", "as"):
        return _unframed(tokens[1:])
    if tokens and tokens[0].key in ("not", "no"):
        rest = tokens[1:]
        while rest and (rest[0].key in _CARRIERS or rest[0].key == "any"):
            rest = rest[1:]
        if rest and (opposite := _OPPOSITE.get(rest[0].bound)) and rest[0].value.sure:
            # "Don't use more than three bullets".
            return [replace(rest[0], bound=opposite), *rest[1:]]
        return [replace(tokens[0], key="no", value="no"), *rest]
    rest = tokens
    while rest and rest[0].key in _CARRIERS:
        rest = rest[1:]
    if len(rest) < len(tokens) and rest and (rest[0].key in ("not", "no") or _is_number(rest[0])):
        return _unframed(rest)
    return tokens


_OPPOSITE = {"above": "max", "below": "min"}


def _part(tokens: list[_Token]) -> tuple[str, list[_Token]] | None:
    """The one part that a sentence names, as `where`, and the tokens without it; else None."""
    keys = [one.key for one in tokens]
    found = [
        (where, at, end)
        for at in range(len(keys))
        for end in (at + 3, at + 2, at + 1)
        if (where := _where(tokens[at], tuple(keys[at + 1 : end]))) and end <= len(keys)
    ]
    if len(found) != 1:
        return None
    where, start, end = found[0]
    if start and keys[start - 1] in ("in", "of", "for"):
        start -= 1
    elif start and keys[start] not in ("per", *_ALONE):
        # "No emojis each line": how the two belong together is not said.
        return None
    return where, _unframed([*tokens[:start], *tokens[end:]])


def _where(which: _Token, unit: tuple[str, ...]) -> str:
    """A part of a response as `where` names it, of a word and the unit behind it; or empty."""
    if not unit:
        return which.key if which.key in _ALONE else ""
    if (named := _PARTS.get(unit)) is None:
        return ""
    if which.key == "NTH":
        nth = int(which.value.low)
        return f"first {named}" if nth == 1 else f"{named} {nth}"
    said = {"every": "each", "all": "each", "per": "each"}.get(which.key, which.key)
    return f"{said} {named}" if said in ("each", "last") else ""


@cache
def _by_keys() -> Mapping[tuple[str, ...], tuple[_Template, ...]]:
    """All wordings of all types by their tokens."""
    found: dict[tuple[str, ...], tuple[_Template, ...]] = {}
    for id in known():
        for wording, given in type_of(id).wordings.items():
            for keys, made in _templates(id, wording, given):
                found[keys] = (*found.get(keys, ()), made)
    return found


def _templates(
    id: str, wording: str, given: Mapping[str, Any]
) -> Iterator[tuple[tuple[str, ...], _Template]]:
    """A wording as a template; none where it has a value that is in none of its parameters."""
    cut = list(sentences(wording))
    if len(cut) != 1:
        return
    tokens = _tokens(cut[0])
    fixed = dict(given)
    if (named := _part(tokens)) and named[0] == fixed.get("where"):
        # What is said of a part is said of any.
        del fixed["where"]
        tokens = named[1]
    lists = frozenset(name for name, value in fixed.items() if isinstance(value, list | tuple))
    slots: dict[int, str] = {}
    bounds: dict[int, str] = {}
    said: dict[int, str] = {}
    for at, token in enumerate(tokens):
        if token.key == "NTH":
            said[at] = _said(token)
        if not _is_number(token) and token.key[0] != "Q":
            continue
        if _is_number(token):
            bound = _bound(id, token) or {}
            if bound and all(fixed.get(name) == value for name, value in bound.items()):
                slots[at] = ""
                for name in bound:
                    del fixed[name]
                continue
        names = [
            name
            for name, value in fixed.items()
            if value is not True and value in (_plain(token), [_plain(token)], (_plain(token),))
        ]
        if names:
            slots[at], bounds[at] = names[0], token.bound
            del fixed[names[0]]
        else:
            said[at] = _said(token)
    yield tuple(one.key for one in tokens), _Template(id, fixed, slots, bounds, said, lists)
