"""Reads the constraints of a request with a model: each quoted from it, and typed if it can be.

The registry's types are the schema of the reply. What the program has read and no quote of the
model covers is kept, and what it could not read and no quote covers is told as not read.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from tamis.checking.constraint_types import from_spec, known, type_of
from tamis.checking.extraction.request import Part, read_request
from tamis.checking.worksheet import Span
from tamis.prompts import PromptTemplates
from tamis.reading.jsonish import read_object
from tamis.types import Chat, InputError

NAMES = ("extract",)

_WORDING = PromptTemplates("tamis.checking.extraction", NAMES)
_RULE = re.compile(r"^(?======)", re.M)
_MOST = 200
_LONGEST = 1_000

fingerprint = _WORDING.fingerprint


@dataclass(frozen=True)
class Named:
    """What a model named: its words in the request, a sentence, and its plain values."""

    quote: str
    sentence: str
    spec: dict[str, Any] | None = None


@dataclass(frozen=True)
class ByModel:
    """What a model found in a request.

    `named` stand in the request, `refused` are quotes that do not; `unread` are requirements that
    the program tells of and the model does not name; `besides` are constraints that the program
    read and the model does not name.
    """

    named: tuple[Named, ...]
    refused: tuple[str, ...] = ()
    unread: tuple[str, ...] = ()
    besides: tuple[Part, ...] = ()


async def by_model(chat: Chat, request: str, prompts: str | None = None) -> ByModel:
    """The constraints that the model finds in the request.

    `prompts` is a folder whose `extract.j2` replaces Tamis's own. Raises InputError, with what to
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
        return _placed(found, request)
    raise InputError(
        f"the model named no constraints: {why}; give them in a file (--constraints), or try again."
    )


def read_list(text: str) -> tuple[Named, ...] | None:
    """The constraints in a reply; None where it holds no list of them, whatever else it says.

    A list of objects with a `quote`, or of strings that are quotes. Of a list that was cut by the
    token limit, the complete items are kept.
    """
    read = read_object(text, ("constraints",), "constraints")
    listed = None if read is None else next(
        (value for key, value in read.value.items() if key.casefold() == "constraints"), None
    )  # fmt: skip
    if listed is None and re.search(r"\[\s*\]\s*(?:```\s*)?$", text.strip()[-20:]):
        return ()
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


def _placed(found: Iterable[Named], request: str) -> ByModel:
    """What was found with what the program makes of the same request."""
    named: list[Named] = []
    refused: list[str] = []
    places: list[Span] = []
    for one in found:
        if (place := _place(one.quote, request)) is None:
            refused.append(one.quote)
            continue
        places.append(place)
        named.append(one if _fits(one.spec) else Named(one.quote, one.sentence))
    parts = [part for part in read_request(request).parts if not _covered(part.span, places)]
    unread = tuple(part.text for part in parts if part.kind == "unread")
    besides = tuple(part for part in parts if part.kind == "constraint")
    return ByModel(tuple(dict.fromkeys(named)), tuple(refused), unread, besides)


def _fits(spec: dict[str, Any] | None) -> bool:
    try:
        return spec is not None and from_spec(spec) is not None
    except InputError:
        return False


def _place(quote: str, request: str) -> Span | None:
    """Where a quote stands in the request, whatever its white space and case."""
    words = [re.escape(word) for word in quote.strip(" .,;:\"'").split()]
    found = re.search(r"\s+".join(words), request, re.IGNORECASE) if words else None
    return None if found is None else found.span()


def _covered(span: Span, places: Iterable[Span]) -> bool:
    return any(start < span[1] and span[0] < end for start, end in places)


def _types() -> Iterable[str]:
    """Each type of constraint with its parameters, a line each, for the prompt."""
    for id in known():
        made = type_of(id)
        fields = ", ".join(name for name in made.model_fields if name != "where")
        summary = (made.__doc__ or "").strip().split("\n", 1)[0]
        yield f"{id}({fields}): {summary}"
