"""Reads the instructions of IFBench where a request words them as it does (`published.txt`).

Those of IFEval are worded freely, and read by the other readers.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

from tamis.checking.worksheet import Span
from tamis.inputs.files import shipped_text
from tamis.text.numbers import spelled

_REST = {
    "ratio:overlap": "reference_text",
    "repeat:repeat_change": "prompt_to_repeat",
    "repeat:repeat_span": "prompt_to_repeat",
}
"""The argument that is the request without its instructions."""

_NUMBERS = frozenset(
    "N n m small_n percentage min_words max_words n_start n_end".split()  # noqa: SIM905
)
"""The arguments that are numbers."""

_BEFORE = re.compile(r"(?:^|(?<=[.!?:\n]))[^.!?\n]{0,80}$")


@dataclass(frozen=True)
class Instructed:
    """An instruction that stands in a request, with its place."""

    id: str
    arguments: Mapping[str, Any]
    span: Span


def published(request: str) -> list[Instructed]:
    """The instructions of IFBench in a request, in order; linear in the request."""
    found: list[Instructed] = []
    for id, pattern in _wordings().items():
        if (match := pattern.search(request)) is None:
            continue
        values = {name: _value(name, said) for name, said in match.groupdict().items()}
        if None not in values.values():
            found.append(Instructed(id, values, _sentence(request, match.span())))
    found.sort(key=lambda one: one.span)
    rest = _without(request, [one.span for one in found])
    return [
        Instructed(one.id, {**one.arguments, _REST[one.id]: rest}, one.span)
        if one.id in _REST
        else one
        for one in found
    ]


@cache
def _wordings() -> dict[str, re.Pattern[str]]:
    lines = shipped_text(__package__, "published.txt").splitlines()
    pairs = (line.split(" ", 1) for line in lines if not line.startswith("#"))
    return {id: re.compile(pattern, re.IGNORECASE) for id, pattern in pairs}


def _value(name: str, said: str | None) -> int | str | None:
    """An argument as the published data have it; None for a number that is none."""
    if said is None or name not in _NUMBERS:
        return said and said.strip()
    if said.isdigit():
        return int(said)
    words = re.findall(r"[a-z]+", said.lower())
    read = spelled(words) if words else None
    return read.value if read and read.end == len(words) else None


def _sentence(request: str, span: Span) -> Span:
    """The span with the beginning of its sentence, and its full stop."""
    start, end = span
    before = _BEFORE.search(request, max(0, start - 80), start)
    start = before.start() if before else start
    while start < end and request[start].isspace():
        start += 1
    while end < len(request) and request[end] in ".!\"”')":
        end += 1
    return start, end


def _without(request: str, spans: list[Span]) -> str:
    """The request without its instructions, and without the one blank that parts them from it."""
    kept, at = [], 0
    for start, end in spans:
        kept.append(request[at:start].removesuffix(" "))
        at = max(at, end)
        at += request[at : at + 1] == " "
    return "".join([*kept, request[at:]])
