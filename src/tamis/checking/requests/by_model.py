"""Reads a request with a model: it divides it into quotes, of requirements, tasks and background.

The model copies and classifies; the program checks. A quote stands in the request; a type is
believed only where its quote bears it out (`borne_out`); what lies in no quote is told as not read.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal, get_args, get_origin

from pydantic.fields import FieldInfo

from tamis.arguments import argument
from tamis.checking.constraint_types import ConstraintType, from_spec, known, type_of
from tamis.checking.requests.borne_out import borne_out, bounds, figures
from tamis.checking.requests.request import has_wording, left_over
from tamis.checking.requests.wordings import of_sentence
from tamis.checking.worksheet import Span, overlap
from tamis.prompts import PromptTemplates
from tamis.reading.reply_object import read_object
from tamis.reading.spoken import without_thoughts
from tamis.text.json import Budget, read_value
from tamis.text.quotes import EDGES, Quotes
from tamis.types import Chat, InputError

NAMES = ("extract",)

_WORDING = PromptTemplates("tamis.checking.requests", NAMES)
_RULE = re.compile(r"^(?======)", re.M)
_LIST = re.compile(r"\[\s*+(?=[\"\]])")
_MOST = 200
_LONGEST = 1_000


Kind = Literal["requirement", "task", "background"]


class NoList(InputError):
    """A model gave no list of constraints."""


@dataclass(frozen=True)
class Named:
    """A part that a model named: its words in the request, and what kind it is.

    Of a requirement `sentence` says it alone, `spec` are plain values of a type, and `typed` the
    constraint that decides it, None where it fits no type, or is not borne out by the quote.
    """

    quote: str
    sentence: str
    kind: Kind = "requirement"
    spec: dict[str, Any] | None = None
    typed: ConstraintType | None = None


@dataclass(frozen=True)
class ByModel:
    """What a model found in a request.

    `named` are its requirements, `refused` quotes that do not stand in the request and types that
    their quotes do not bear out, `unread` what lies in no quote; `task` is what is to be made, at
    the beginning, `background` all else that the model set aside.
    """

    named: tuple[Named, ...]
    refused: tuple[str, ...] = ()
    unread: tuple[str, ...] = ()
    task: tuple[str, ...] = ()
    background: tuple[str, ...] = ()


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
    """The parts in a reply; None where it holds no list of them, whatever else it says.

    A list of objects with a `quote`, or of strings that are quotes. Of a list that was cut by the
    token limit, the complete items are kept.
    """
    listed = None
    if (read := read_object(text, ("parts", "constraints"), "parts")) is not None:
        members = {key.casefold(): value for key, value in read.value.items()}
        listed = members.get("parts", members.get("constraints"))
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
    quote, sentence, kind = item.get("quote"), item.get("sentence"), item.get("kind")
    if not isinstance(quote, str) or not quote.strip() or len(quote) > _LONGEST:
        return None
    words = sentence if isinstance(sentence, str) and sentence.strip() else quote
    typed = item.get("typed")
    return Named(
        quote.strip(),
        " ".join(words.split())[:_LONGEST],
        # What is of no known kind is not set aside.
        kind if kind in ("task", "background") else "requirement",
        typed if isinstance(typed, dict) else None,
    )


def placed(found: Iterable[Named], request: str) -> ByModel:
    """What was found with its places in the request, and what lies in none of them."""
    kept: list[tuple[Named, Span]] = []
    refused: list[str] = []
    quotes = Quotes(request)
    for one in found:
        place = quotes.first(one.quote.strip(EDGES))
        if place is None:
            refused.append(one.quote)
        elif one.kind == "requirement" or not has_wording(request[slice(*place)]):
            kept.append((one, place))
    spans = [place for _, place in kept]
    unread, task = left_over(request, spans)
    wanted = [(one, place) for one, place in kept if one.kind == "requirement"]
    aside = dict.fromkeys(one.quote for one, _ in kept if one.kind != "requirement")
    typed: list[Named] = []
    for one, place in wanted:
        made, is_believed = _typed(one, place, wanted, request)
        typed.append(made)
        if one.spec is not None and not is_believed:
            refused.append(f"{_shown(one.spec)}, of {one.quote!r}")
    return ByModel(
        tuple(typed),
        tuple(dict.fromkeys(refused)),
        unread,
        task,
        tuple(quote for quote in aside if not _is_of(quote, task)),
    )


def _shown(spec: dict[str, Any]) -> str:
    """Plain values of a type, short: "words(max=600)"."""
    values = ", ".join(f"{name}={value!r}" for name, value in spec.items() if name != "type")
    return f"{spec.get('type')}({values})"[:_MOST]


def _is_of(quote: str, task: Sequence[str]) -> bool:
    """Whether a quote is what is to be made, and no more."""
    return any(quote.casefold().strip(" .,:") == one.casefold() for one in task)


def _typed(
    named: Named, place: Span, wanted: Sequence[tuple[Named, Span]], request: str
) -> tuple[Named, bool]:
    """A requirement with the constraint that it is, by its plain values or else by its sentence.

    And whether it is by its plain values.
    """
    quote = request[slice(*place)]
    # The numbers of a quote may belong to another requirement with the same words.
    others = [one.spec for one, span in wanted if one is not named and overlap(place, span)]
    made = _from_spec(named.spec)
    if made is not None and borne_out(made, quote, request, others):
        return replace(named, typed=made), True
    if not {one for one in figures(named.sentence) if one > 1} <= bounds(quote):
        named = replace(named, sentence=named.quote)
    said = of_sentence(named.sentence)
    if said is not None and borne_out(said, quote, request, others):
        return replace(named, typed=said), False
    return named, False


def _from_spec(spec: dict[str, Any] | None) -> ConstraintType | None:
    try:
        made = None if spec is None else from_spec(spec)
    except InputError:
        return None
    return made if made is None or made.id not in NOT_BELIEVED else None


NOT_BELIEVED = ("named_count", "sections", "regex")
"""Types that a model does not name: half of the wrong verdicts on recorded replies were theirs.

What a noun counts in a response, and what a section is, takes a reader; a pattern is the model's
own invention.
"""


def _types() -> Iterable[str]:
    """Each type of constraint with its parameters, a line each, for the prompt."""
    for id in known():
        made = type_of(id)
        if not made.decides or id in NOT_BELIEVED:
            continue
        fields = ", ".join(_field(*one) for one in made.model_fields.items() if one[0] != "where")
        summary = (made.__doc__ or "").strip().split("\n", 1)[0]
        yield f"{id}({fields}): {summary}"


def _field(name: str, field: FieldInfo) -> str:
    """A parameter with the values that it takes, where these are few."""
    values = [str(one) for one in _values(field.annotation)]
    return f"{name}: {'|'.join(values)}" if values else name


def _values(annotation: Any) -> Iterator[Any]:
    if get_origin(annotation) is Literal:
        yield from get_args(annotation)
    elif get_args(annotation):
        for one in get_args(annotation):
            yield from _values(one)
