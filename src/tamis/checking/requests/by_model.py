"""Reads the constraints of a request with a model: each quoted from it, and typed if it can be.

The registry's types are the schema of the reply. What lies in no quote is told as not read.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from math import isfinite
from typing import Any

from tamis.arguments import argument
from tamis.checking.constraint_types import ConstraintType, from_spec, known, type_of
from tamis.checking.requests.request import left_over
from tamis.checking.requests.sentence import of_sentence
from tamis.checking.worksheet import Span
from tamis.prompts import PromptTemplates
from tamis.reading.jsonish import Budget, read_object, read_value
from tamis.reading.quantities import quantities
from tamis.reading.spoken import without_thoughts
from tamis.types import Chat, InputError

NAMES = ("extract",)

_WORDING = PromptTemplates("tamis.checking.requests", NAMES)
_RULE = re.compile(r"^(?======)", re.M)
_LIST = re.compile(r"\[\s*+(?=[\"\]])")
_MOST = 200
_LONGEST = 1_000

_SIGNS = str.maketrans("‘’‚“”„–—", "'''\"\"\"--")

fingerprint = _WORDING.fingerprint


class NoList(InputError):
    """A model gave no list of constraints."""


@dataclass(frozen=True)
class Named:
    """What a model named: its words in the request, a sentence, and its plain values.

    `typed` is what they are as a constraint, None where they do not fit and the sentence is not
    understood.
    """

    quote: str
    sentence: str
    spec: dict[str, Any] | None = None
    typed: ConstraintType | None = None


@dataclass(frozen=True)
class ByModel:
    """What a model found in a request.

    `named` stand in the request, `refused` are quotes that do not; `unread` is what lies in no
    quote, but for the `task`, which is what is to be made. A figure that is not in the request is
    not believed: then the quote itself is the sentence.
    """

    named: tuple[Named, ...]
    refused: tuple[str, ...] = ()
    unread: tuple[str, ...] = ()
    task: tuple[str, ...] = ()


async def by_model(chat: Chat, request: str, prompts: str | None = None) -> ByModel:
    """The constraints that the model finds in the request.

    `prompts` is a folder whose `extract.j2` replaces Tamis's own. Raises NoList, with what to
    do, where there is no list: the call failed, was refused, or its reply cannot be read.
    """
    # A line that looks like the end of the request must not end it.
    asked = _RULE.sub(" ", request)
    reply = await chat([_WORDING.render("extract", prompts, request=asked, types=list(_types()))])
    if reply.failed:
        why = f"the call failed ({reply.failed})"
    elif reply.refused:
        why = "the provider's filter refused the request"
    elif not reply.text.strip():
        why = "its reply is empty"
    elif (found := read_list(reply.text)) is None:
        why = "no list can be read from its reply"
    else:
        return placed(found, request)
    raise NoList(
        f"the model named no constraints: {why}; give them as {argument('constraints')}, or try "
        "again."
    )


def read_list(text: str) -> tuple[Named, ...] | None:
    """The constraints in a reply; None where it holds no list of them, whatever else it says.

    A list of objects with a `quote`, or of strings that are quotes. Of a list that was cut by the
    token limit, the complete items are kept.
    """
    listed = None
    if (read := read_object(text, ("constraints",), "constraints")) is not None:
        members = {key.casefold(): value for key, value in read.value.items()}
        listed = members.get("constraints")
    if listed is None:
        # A bare list of strings, or an empty one.
        answer = without_thoughts(text)
        if (begins := _LIST.search(answer)) is not None:
            found = read_value(answer, begins.start(), Budget(answer))
            listed = None if found is None else found[0]
    if not isinstance(listed, list):
        return None
    return tuple(filter(None, map(_named, listed[:_MOST])))


def _named(item: Any) -> Named | None:
    if isinstance(item, str):
        item = {"quote": item}
    if not isinstance(item, dict):
        return None
    quote, sentence = item.get("quote"), item.get("sentence")
    if not isinstance(quote, str) or not quote.strip() or len(quote) > _LONGEST:
        return None
    words = sentence if isinstance(sentence, str) and sentence.strip() else quote
    typed = item.get("typed")
    return Named(
        quote.strip(),
        " ".join(words.split())[:_LONGEST],
        typed if isinstance(typed, dict) else None,
    )


def placed(found: Iterable[Named], request: str) -> ByModel:
    """What was found with its places in the request, and what lies in none of them."""
    named: list[Named] = []
    refused: list[str] = []
    spans: list[Span] = []
    place_of = _places(request)
    figures = _figures(request)
    for one in found:
        if (place := place_of(one.quote)) is None:
            refused.append(one.quote)
            continue
        if not _stand(one.sentence, figures):
            one = Named(one.quote, one.quote)
        spans.append(place)
        named.append(replace(one, typed=_typed(one, figures)))
    unread, task = left_over(request, spans)
    return ByModel(tuple(named), tuple(refused), unread, task)


def _typed(named: Named, figures: set[float]) -> ConstraintType | None:
    """The typed constraint that a named one is, by its plain values or else by its sentence."""
    try:
        if named.spec is not None and _stand(named.spec, figures):
            return from_spec(named.spec)
    except InputError:
        pass
    return of_sentence(named.sentence)


def _stand(value: Any, figures: set[float]) -> bool:
    """Whether all figures of a value are among those of the request; one more or less is too.

    "Under 100" is at most 99, and "no" or "a" is no figure.
    """
    return all(
        one <= 1 or not figures.isdisjoint((one, one - 1, one + 1)) for one in _figures(value)
    )


def _figures(value: Any) -> set[float]:
    """The numbers in a text, or in the strings and numbers of plain values."""
    if isinstance(value, dict):
        value = [*value.values()]
    if isinstance(value, list):
        return set().union(*map(_figures, value))
    if isinstance(value, str):
        # `quantities` is for lines: its time grows with the square of their length.
        lines = re.findall(rf".{{1,{_LONGEST}}}", value)
        return {
            number
            for line in lines
            for one in quantities(line)
            for number in (one.low, one.high, *one.written, *([] if one.sure else [one.low + 720]))
            if isfinite(number)
        }
    return {float(value)} if isinstance(value, int | float) else set()


def _places(request: str) -> Callable[[str], Span | None]:
    """A function that says where a quote stands in the request, or that it does not.

    White space, case, and the shape of quotation marks and dashes are not looked at.
    """
    folded, at = _folded(request)

    def place_of(quote: str) -> Span | None:
        wanted, _ = _folded(quote.strip(" .,;:\"'“”‘’\n\t"))
        start = folded.find(wanted) if wanted else -1
        while start >= 0:
            end = start + len(wanted)
            if not (_inside(folded, start) or _inside(folded, end)):
                return at[start], at[end - 1] + 1
            start = folded.find(wanted, start + 1)
        return None

    return place_of


def _inside(text: str, at: int) -> bool:
    """Whether a place is in the middle of a word."""
    return 0 < at < len(text) and text[at - 1].isalnum() and text[at].isalnum()


def _folded(text: str) -> tuple[str, list[int]]:
    """A text without case and with single blanks, and where each of its signs comes from."""
    signs: list[str] = []
    at: list[int] = []
    for n, sign in enumerate(text.translate(_SIGNS)):
        if sign.isspace():
            if signs and signs[-1] == " ":
                continue
            sign = " "
        for one in sign.casefold():
            signs.append(one)
            at.append(n)
    return "".join(signs), at


def _types() -> Iterable[str]:
    """Each type of constraint with its parameters, a line each, for the prompt."""
    for id in known():
        made = type_of(id)
        fields = ", ".join(name for name in made.model_fields if name != "where")
        summary = (made.__doc__ or "").strip().split("\n", 1)[0]
        yield f"{id}({fields}): {summary}"
