"""One form of what sentences about plans say in several: "each session", "per workout session".

Words for the same thing become one word, "per" and what it is of stand last, and what only says
that a plan has something is taken away. What is left must still be worded as a type says.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from tamis.checking.requests.token import OPPOSITE, Token, keys_of

PLAN = "plan has"
"""Stands for all that says that a plan has what follows: "the schedule must include"."""

_SAME: Mapping[tuple[str, ...], str] = {
    ("meal", "plan"): "plan", ("workout", "plan"): "plan", ("training", "plan"): "plan",
    ("routine",): "plan", ("program",): "plan", ("schedule",): "plan", ("whole", "plan"): "plan",
    ("whole", "routine"): "plan", ("every",): "each", ("begin",): "start", ("finish",): "end",
    ("total", "number"): "number",
}  # fmt: skip
"""Words for the same thing, in the form of tokens."""

_HAS: tuple[tuple[str, ...], ...] = (
    ("include",), ("contain",), ("provide",), ("span",), ("cover",), ("last",), ("for",),
    ("consist", "of"), ("correspond", "to"), ("duration", "of"), ("take", "place"), ("happen",),
)  # fmt: skip
"""What says of a plan, or of each of its parts, that it has what follows."""


def plan_form(tokens: Sequence[Token]) -> list[Token]:
    """The tokens of a sentence or a wording in the one form."""
    if not (found := _without(_renamed(tokens), "in", "plan")):
        return []
    found = _with_per_last(_of_each(_numbered(_begun(_without_has(found)))))
    if any(one.key == "per" for one in found):
        found = _without(_without(found, "of", "plan"), "total")
        return found[1:] if found[0].key == PLAN else found
    return found


def _renamed(tokens: Sequence[Token]) -> list[Token]:
    found: list[Token] = []
    for token in tokens:
        found.append(token)
        for many in (2, 1):
            if len(found) >= many and (same := _SAME.get(keys_of(found[-many:]))):
                found[-many:] = [replace(found[-many], key=same)]
                break
        if token.key == "for" and len(found) > 1 and found[-2].is_number:
            # "3 hours for meals".
            found[-1] = replace(token, key="of")
    return found


def _without(tokens: Sequence[Token], *said: str) -> list[Token]:
    """The tokens without some words, wherever they stand."""
    found: list[Token] = []
    for token in tokens:
        found.append(token)
        if keys_of(found[-len(said) :]) == said:
            del found[-len(said) :]
    return found


def _begun(tokens: list[Token]) -> list[Token]:
    """With one word for "the plan must include", "there must be"."""
    if len(tokens) > 1 and tokens[0].key in ("plan", "there") and tokens[1].predicate:
        return [replace(tokens[0], key=PLAN), *tokens[1:]]
    return tokens


def _without_has(tokens: list[Token]) -> list[Token]:
    """Without the verbs behind "must" or "is" that say that there is something."""
    start = next((n for n, one in enumerate(tokens) if one.predicate), len(tokens))
    rest = tokens[start:]
    for verbs in (_HAS, (("total", "of"),)):
        said = next((one for one in verbs if keys_of(rest[: len(one)]) == one), ())
        rest = rest[len(said) :]
    if len(rest) == len(tokens) - start or not (rest and rest[0].is_number):
        return tokens
    # The number stands behind "must" as well.
    number = replace(rest[0], predicate=True, demanded=tokens[start].demanded)
    return [*tokens[:start], number, *rest[1:]]


def _numbered(tokens: list[Token]) -> list[Token]:
    """ "The number of exercises must be 4" as "4 exercises"."""
    if keys_of(tokens[:2]) == ("number", "of") and tokens[-1].is_number:
        return [Token(PLAN), tokens[-1], *tokens[2:-1]]
    return tokens


def _of_each(tokens: list[Token]) -> list[Token]:
    """ "Each session must have …" as "… per session", and "no session may have more than" too."""
    if tokens[0].key not in ("each", "no"):
        return tokens
    ends = (n for n, one in enumerate(tokens) if n and (_ends(one) or one.key == "may"))
    end = next(ends, len(tokens))
    noun, rest = tokens[1:end], tokens[end:]
    times = [one for one in rest if one.is_clock]
    if tokens[0].key == "no":
        rest = rest[1:] if rest and rest[0].key == "may" else rest
        numbers = [n for n, one in enumerate(rest) if one.is_number]
        bound = OPPOSITE.get(rest[numbers[0]].bound) if len(numbers) == 1 else None
        if bound is None:
            return tokens
        rest[numbers[0]] = replace(rest[numbers[0]], bound=bound)
        if times:
            # "No work after 6 PM"; but of several one may start after it.
            alone = len(rest) == 1 and noun and noun[-1].key not in ("start", "end")
            return [*noun, *rest] if alone else tokens
    if not noun or times:
        return tokens
    return [Token(PLAN), *rest, Token("per"), *noun]


def _with_per_last(tokens: list[Token]) -> list[Token]:
    """With "per session", "in each session" and "daily" at the end; as it is where two are said."""
    starts = [n for n, one in enumerate(tokens) if one.key in ("per", "each", "daily")]
    if len(starts) != 1:
        return tokens
    (start,) = starts
    before, (said, *after) = tokens[:start], tokens[start:]
    end = next((n for n, one in enumerate(after) if _ends(one)), len(after))
    noun, rest = after[:end], after[end:]
    if said.key == "daily":
        if after and keys_of(before) not in ((), ("total",)):
            return tokens
        noun, rest = [Token("day", "day")], after
    if said.key == "each" and before and before[-1].key in ("in", "of", "on", "for"):
        before = before[:-1]
    return [*before, *rest, Token("per"), *noun] if noun else tokens


def _ends(token: Token) -> bool:
    """Whether what a noun is of ends before a token: a number, or a verb behind "must"."""
    return token.is_number or token.predicate
