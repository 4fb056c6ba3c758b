"""Reads a sentence that is worded, from its first word to its last, as a type says that people do.

Each type names wordings with the parameters that they mean. A sentence means that type if it says
the same words in the same order, with its own values in place of those of the wording; only the
words of `SAYS_NOTHING` may be more or less. So a negation, an "each" or a condition that no wording
has refuses the sentence, and a type that somebody adds is read too.

A type may also declare words for the values of its parameters, and a parameter that any words fill.
Its wordings are then compared in the one form of `plan_words`, with whole sentences alone.
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
from tamis.checking.requests.plan_words import plan_form
from tamis.checking.requests.sentences import Sentence, sentences
from tamis.checking.requests.token import Token, keys_of, tokens_of, unframed
from tamis.checking.turning import turning
from tamis.text.quantities import Quantity
from tamis.types import InputError

_PARTS: Mapping[tuple[str, ...], str] = {
    **{(unit,): unit for unit in UNITS if " " not in unit},
    ("bullet", "point"): "bullet", ("list", "item"): "item", ("code", "block"): "code block",
    ("stanza",): "verse", ("subject", "line"): "subject",
}  # fmt: skip
"""The names of parts of a response, in the form of tokens, as `where` names them."""
_ALONE = ("title", "subject")
"""Parts of which there is one."""

_LONGEST = 400
_MOST_TOKENS = 16


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


def of_sentence(sentence: str) -> ConstraintType | None:
    """The one constraint that a sentence of a file states as a whole; None where it states none."""
    cut = list(sentences(sentence))
    made = worded(cut[0]) if len(cut) == 1 else ()
    return made[0][1] if len(made) == 1 else None


def worded(sentence: Sentence) -> Stated:
    """The constraints that a sentence states in the wordings of their types; else none.

    All of it is one wording, or each of its parts between commas and "and" is one.
    """
    if len(sentence.text) > _LONGEST:
        return ()
    if (made := _whole(sentence) or _planned(sentence)) is not None:
        return ((sentence, made),)
    parts = between_joints(sentence)
    if not 1 < len(parts) <= _MOST_PARTS:
        return ()
    found = tuple((part, made) for part in parts if (made := _whole(part)) is not None)
    if len(found) < len(parts) or _reaches(parts) or _refers([made for _, made in found]):
        return ()
    # "Work must start at 9 AM and end by 5 PM".
    return () if len({_is_of_a_part(made) for _, made in found}) > 1 else found


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
    for tokens in map(tokens_of, parts):
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


def _is_of_a_part(made: ConstraintType) -> bool:
    """Whether a constraint on a plan names what it is of."""
    own = type(made)
    names = {*own.vocabulary, own.free} & {*own.model_fields}
    return any(getattr(made, name) != own.model_fields[name].default for name in names)


def _whole(sentence: Sentence) -> ConstraintType | None:
    """The one constraint that a sentence states from its first word to its last."""
    tokens = tokens_of(sentence)
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


def _matches(tokens: Sequence[Token]) -> Iterator[ConstraintType]:
    """The constraints of all wordings that have these tokens."""
    for template in _by_keys().get(keys_of(tokens), ()):
        if (spec := _filled(template, tokens)) is not None:
            try:
                yield from_spec(spec)
            except InputError:
                continue


def _filled(template: _Template, tokens: Sequence[Token]) -> dict[str, Any] | None:
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
            if "unit" in type_of(template.id).model_fields and token.value.unit:
                spec["unit"] = token.value.unit
            if "currency" in spec and token.value.dimension == "money":
                spec["currency"] = token.value.unit
    return spec


def _said(token: Token) -> str:
    """A value that is not exchanged, as it is compared."""
    if isinstance(token.value, Quantity):
        return f"{token.bound} {token.value.low} {token.value.high}"
    return str(token.value)


def _plain(token: Token) -> Any:
    """The value of a token as a parameter has it: 3, "20:00", a text, a list of texts."""
    if not isinstance(token.value, Quantity):
        return token.value
    if token.value.dimension == "clock":
        return _clock(token.value.low)
    return token.value.low


def _bound(id: str, token: Token) -> dict[str, Any] | None:
    """The bound of a quantity as the fields of a type; None where the type has no such field."""
    one, fields = token.value, type_of(id).model_fields
    if token.is_clock:
        return _times(token) if one.sure and "not_before" in fields else None
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


def _times(token: Token) -> dict[str, Any] | None:
    """The bound of a time of the day as fields."""
    if token.value.dimension == "span":
        low, high = _clock(token.value.low), _clock(token.value.high)
        return {"not_before": low, "not_after": high} if token.bound == "between" else None
    return {token.bound: _clock(token.value.low)} if token.bound else None


def _clock(minutes: float) -> str:
    hours, rest = divmod(int(minutes), 60)
    return f"{hours:02}:{rest:02}"


def _is_sure(token: Token) -> bool:
    return not isinstance(token.value, Quantity) or token.value.sure


def _part(tokens: list[Token]) -> tuple[str, list[Token]] | None:
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
    return where, unframed([*tokens[:start], *tokens[end:]])


def _where(which: Token, unit: tuple[str, ...]) -> str:
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
        if len(type_of(id).vocabulary) > 1:
            continue
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
    tokens = tokens_of(cut[0])
    fixed = dict(given)
    if (named := _part(tokens)) and named[0] == fixed.get("where"):
        # What is said of a part is said of any.
        del fixed["where"]
        tokens = named[1]
    yield keys_of(tokens), _template(id, tokens, fixed)


def _template(id: str, tokens: Sequence[Token], fixed: dict[str, Any]) -> _Template:
    """A template of a wording's tokens and parameters; those that values fill are taken away."""
    lists = frozenset(name for name, value in fixed.items() if isinstance(value, list | tuple))
    slots: dict[int, str] = {}
    bounds: dict[int, str] = {}
    said: dict[int, str] = {}
    for at, token in enumerate(tokens):
        if token.key == "NTH":
            said[at] = _said(token)
        if not token.is_number and token.key[0] != "Q":
            continue
        if token.is_number:
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
    return _Template(id, fixed, slots, bounds, said, lists)


# Wordings with words that others may stand for.

_NO_NAME = frozenset(
    ("and", "or", "in", "at", "on", "of", "to", "by", "for", "from", "with", "as", "than", "then",
     "may", "can", "could", "might", "would", "we", "they", "total")
)  # fmt: skip
"""Words that are no part of the name of an activity."""


@dataclass(frozen=True)
class _Gap:
    """A place of a wording that each word for a value of a parameter fills; without words, any.

    What stands first in a sentence is one: "meals must start" would be said of each.
    """

    name: str
    words: Mapping[str, str] | None = None
    first: bool = False

    def value(self, tokens: Sequence[Token]) -> str:
        """The value that some tokens mean; empty where they mean none."""
        if self.words is not None:
            return self.words.get(_said_by(tokens), "")
        several = tokens[-1].key != tokens[-1].value
        named = all(map(_is_of_a_name, tokens)) and not (self.first and several)
        return _said_by(tokens, "value") if named else ""


def _said_by(tokens: Sequence[Token], form: str = "key") -> str:
    return " ".join(str(getattr(one, form)) for one in tokens)


def _is_of_a_name(token: Token) -> bool:
    """Whether a word may be of the name of an activity: no value, and nothing that turns."""
    word = token.value
    if not isinstance(word, str) or not word.isalpha() or token.predicate:
        return False
    return word not in _NO_NAME and not turning(word)


_Places = tuple[str | _Gap, ...]


def _planned(sentence: Sentence) -> ConstraintType | None:
    """The one constraint that a sentence states in the form of `plan_words`, of all its words."""
    said = tokens_of(sentence)
    if not said or len(said) > _MOST_TOKENS:
        return None
    tokens, found = plan_form(said), set[ConstraintType]()
    for places, template in _with_gaps():
        if any(isinstance(one, _Gap) and not one.words for one in places) and not _demands(said):
            continue
        for aligned, values in _fitted(places, tokens):
            if (spec := _filled(template, aligned)) is not None:
                try:
                    found.add(from_spec({**spec, **values}))
                except InputError:
                    continue
    return found.pop() if len(found) == 1 else None


def _demands(tokens: Sequence[Token]) -> bool:
    """Whether a sentence demands: a meeting that "is at 3 PM" may be what the text tells."""
    return tokens[0].key == "no" or any(one.demanded for one in tokens)


def _fitted(
    places: _Places, tokens: Sequence[Token]
) -> Iterator[tuple[list[Token], dict[str, str]]]:
    """Each way in which tokens fit places: a token for each place, and the values of the gaps."""
    if not places or not tokens:
        if not places and not tokens:
            yield [], {}
        return
    first, rest = places[0], places[1:]
    for many in (1, 2, 3) if isinstance(first, _Gap) else (1,):
        taken = tokens[:many]
        if len(taken) < many:
            return
        values: dict[str, str] = {}
        if isinstance(first, _Gap):
            if not (value := first.value(taken)):
                continue
            values[first.name] = value
        elif not (taken[0].key == first or (first == _ANY and _is_amount(taken[0]))):
            return
        for aligned, others in _fitted(rest, tokens[many:]):
            yield [taken[0], *aligned], {**values, **others}


_ANY = "N of any unit"


def _is_amount(token: Token) -> bool:
    return token.is_number and not token.is_clock


@cache
def _with_gaps() -> tuple[tuple[_Places, _Template], ...]:
    """The wordings of the types that have words for values, with their places."""
    return tuple(
        made
        for id in known()
        if type_of(id).vocabulary or type_of(id).free
        for wording, given in type_of(id).wordings.items()
        for cut in sentences(wording)
        if (made := _gapped(id, tokens_of(cut), dict(given)))
    )


def _gapped(id: str, said: Sequence[Token], fixed: dict[str, Any]) -> tuple[_Places, _Template]:
    tokens, places, aligned = plan_form(said), list[str | _Gap](), list[Token]()
    while tokens:
        gap, many = _gap(id, tokens, fixed, free=_demands(said))
        if gap:
            gap = replace(gap, first=not places)
            del fixed[gap.name]
        places.append(gap or tokens[0].key)
        aligned.append(Token("gap") if gap else tokens[0])
        tokens = tokens[many:]
    template = _template(id, aligned, fixed)
    named = not {*type_of(id).vocabulary} & {*template.fixed} and "unit" in type_of(id).model_fields
    first = next((n for n, one in enumerate(places) if isinstance(one, _Gap)), len(places))
    for at in template.slots:
        if named and first < at:
            # What is measured was named: the type refuses units that are not its own.
            places[at] = _ANY
    return tuple(places), template


def _gap(
    id: str, tokens: Sequence[Token], fixed: Mapping[str, Any], *, free: bool
) -> tuple[_Gap | None, int]:
    """The gap at the first of some tokens of a wording, and how many of them are in it."""
    made = type_of(id)
    for many in (3, 2, 1):
        said = tokens[:many]
        for name, groups in made.vocabulary.items():
            for words in groups:
                if name in fixed and words.get(_said_by(said)) == fixed[name]:
                    return _Gap(name, words), many
        if free and made.free in fixed and _said_by(said, "value") == fixed[made.free]:
            return _Gap(made.free), many
    return None, 1
