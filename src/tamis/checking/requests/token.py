"""A sentence as the tokens by which wordings are compared: words in a common form, and values."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from tamis.checking.requests.sentences import MASK, Sentence
from tamis.text.quantities import Quantity, quantities

AUXILIARIES = frozenset(
    ("is", "are", "be", "do", "does", "has", "have", "must", "should", "shall", "will")
)  # fmt: skip
_DEMANDING = ("must", "should", "shall")
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
    ("approximately",): "about",
    ("between",): "range", ("from",): "range",
    ("greater", "than", "or", "equal", "to"): "min", ("less", "than", "or", "equal", "to"): "max",
    ("equal", "to"): "exactly", ("equal",): "exactly", ("limited", "to"): "max",
    ("greater", "than"): "above", ("longer", "than"): "above", ("exceed",): "above",
    ("≥",): "min", ("≤",): "max", (">", "="): "min", ("<", "="): "max", (">",): "above",
    ("<",): "below",
}  # fmt: skip
"""What stands before a number and bounds it, in the form of tokens."""
_AT: Mapping[tuple[str, ...], str] = {
    ("at", "or", "after"): "not_before", ("no", "earlier", "than"): "not_before",
    ("not", "earlier", "than"): "not_before", ("not", "before"): "not_before",
    ("at", "or", "before"): "not_after", ("no", "later", "than"): "not_after",
    ("not", "later", "than"): "not_after", ("not", "after"): "not_after", ("by",): "not_after",
    ("before",): "before", ("after",): "after", ("at",): "at", ("between",): "between",
}  # fmt: skip
"""What stands before a time of the day and bounds it, in the form of tokens."""
_BEHIND: Mapping[tuple[str, ...], str] = {
    ("max",): "max", ("maximum",): "max", ("at", "most"): "max", ("or", "fewer"): "max",
    ("or", "less"): "max", ("min",): "min", ("minimum",): "min", ("at", "least"): "min",
    ("or", "more"): "min", ("exactly",): "exactly",
}  # fmt: skip
"""What stands behind a number and its noun, at the end of a sentence, and bounds it."""

OPPOSITE = {"above": "max", "below": "min", "before": "not_before", "after": "not_after"}
"""The bound of what must not be so."""

_WORD = re.compile(rf"{MASK}+|[^\W_]+(?:['’.-][^\W_]+)*|[^\w\s]")
_MONEY = "$€£¥"
_MINUS = ("-", "−", "–")


@dataclass(frozen=True)
class Token:
    """A word in its common form, or a value: a quantity, a quote, or several quotes.

    `bound` is what was said about a quantity beside its number; `predicate`: an auxiliary stands
    before it; `demanded`: one that demands ("must").
    """

    key: str
    value: Any = None
    bound: str = ""
    predicate: bool = False
    demanded: bool = False

    @property
    def is_number(self) -> bool:
        """Whether it is a number that may be bounded: no "third"."""
        return isinstance(self.value, Quantity) and self.key != "NTH"

    @property
    def is_clock(self) -> bool:
        """Whether it is a time of the day, or from one to another."""
        return self.key in ("N clock", "N span")


def keys_of(tokens: Sequence[Token]) -> tuple[str, ...]:
    """The common forms of some tokens, by which they are looked up."""
    return tuple(one.key for one in tokens)


def tokens_of(sentence: Sentence) -> list[Token]:
    """The tokens of a sentence, with what only says that something is to be there taken away."""
    return unframed(_with_bounds(list(_split(sentence))))


def _split(sentence: Sentence) -> Iterator[Token]:
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
            if _is_unclear(sentence.masked, number):
                number = replace(number, sure=False)
            kind = "NTH" if number.ordinal else f"N {number.dimension}".removesuffix(" count")
            yield Token(kind, number)
        elif word[0][0] == MASK:
            yield Token("Q", quotes.get((start, at), ""))
        elif word[0] not in "-–.":
            low = word[0].lower().replace("’", "'")
            yield Token(_NOT.get(low) or singular(low), low)


def _is_unclear(text: str, number: Quantity) -> bool:
    """Whether a number is below zero, open ("45+"), or one of two that are no range: "3 or 5"."""
    sign = text[max(number.start - 2, 0) : number.start].lstrip()
    either = re.search(r"\bor\b", text[number.start : number.end]) and number.dimension == "count"
    return (
        sign in _MINUS
        or "+" in text[number.start : number.end + 1]
        or bool(either and number.high - number.low > 1)
    )


def singular(word: str) -> str:
    """A word without the s of a plural."""
    return word[:-1] if len(word) > 3 and word.endswith("s") and word[-2] != "s" else word


def _with_bounds(tokens: list[Token]) -> list[Token]:
    """The tokens without those that say nothing; quotes are joined, and numbers have bounds."""
    found: list[Token] = []
    predicate, demanded, before = False, False, None
    for token in _joined(tokens):
        word, before = before, token.value if token.key[0] != "Q" else None
        if token.key[0] != "Q" and token.value in SAYS_NOTHING:
            predicate = predicate or token.value in AUXILIARIES
            demanded = demanded or token.value in _DEMANDING
            continue
        if word == "your" and token.key in _WHOLE and found:
            # "End your answer with".
            continue
        token = replace(token, predicate=predicate, demanded=demanded)
        predicate = demanded = False
        if token.is_number:
            token = _bounded(found, token)
        found.append(token)
    while found and found[-1].key == ",":
        # "No emojis, please".
        found.pop()
    numbers = [n for n, one in enumerate(found) if one.is_number]
    for many in (2, 1):
        behind = _BEHIND.get(keys_of(found[-many:]))
        if behind and len(numbers) == 1 and not found[numbers[0]].bound:
            found[numbers[0]] = replace(found[numbers[0]], bound=behind)
            return found[:-many]
    return found


def _bounded(found: list[Token], number: Token) -> Token:
    """A number with the bound that stands at the end of what was found, which is taken away."""
    bounds = _AT if number.is_clock else _BEFORE
    for many in (5, 3, 2, 1):
        said = found[-many:]
        if (bound := bounds.get(keys_of(said))) and len(said) == many:
            del found[-many:]
            led = any(one.predicate for one in (*said, number))
            must = any(one.demanded for one in (*said, number))
            key = "N clock" if bound == "between" else number.key
            return replace(number, key=key, bound=bound, predicate=led, demanded=must)
    return number


def _joined(tokens: list[Token]) -> Iterator[Token]:
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


def _next_quote(tokens: list[Token], at: int) -> tuple[str, int] | None:
    """What joins a quote to the one before ("and", "or", or a comma), and where it ends."""
    joint = ""
    while at < len(tokens) and tokens[at].key in (",", "and", "or"):
        joint = tokens[at].key if tokens[at].key != "," else joint or ","
        at += 1
    return (joint, at + 1) if joint and at < len(tokens) and tokens[at].key == "Q" else None


def unframed(tokens: list[Token]) -> list[Token]:
    """The tokens without the name of the whole, and with one form of "there is to be (no)"."""
    if len(tokens) > 1 and tokens[0].key in _WHOLE and tokens[1].predicate:
        # "The answer must …", but "answer three questions".
        tokens = tokens[1:]
    if len(tokens) > 2 and tokens[-1].key in _WHOLE and tokens[-2].key == "in":
        tokens = tokens[:-2]
    if len(tokens) > 1 and tokens[0].key in _REPLYING and tokens[1].key in ("in", "as"):
        return unframed(tokens[1:])
    if tokens and tokens[0].key in ("not", "no"):
        rest = tokens[1:]
        while rest and (rest[0].key in _CARRIERS or rest[0].key == "any"):
            rest = rest[1:]
        if rest and (opposite := OPPOSITE.get(rest[0].bound)) and rest[0].value.sure:
            # "Don't use more than three bullets".
            return [replace(rest[0], bound=opposite), *rest[1:]]
        return [replace(tokens[0], key="no", value="no"), *rest]
    rest = tokens
    while rest and rest[0].key in _CARRIERS:
        rest = rest[1:]
    if len(rest) < len(tokens) and rest and (rest[0].key in ("not", "no") or rest[0].is_number):
        return unframed(rest)
    return tokens
