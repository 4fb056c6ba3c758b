"""Cuts a request into its sentences: of lines, of the items of lists, and between semicolons.

What stands in quotes, in code or in tags is one token of its sentence, whatever is in it.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator
from dataclasses import dataclass

from tamis.checking.worksheet import Span

MASK = "¤"
"""Stands in the masked text for each character of a quote."""

_QUOTE = re.compile(
    r'"([^"\n]{1,400}+)"|“([^“”\n]{1,400}+)”|«([^«»\n]{1,400}+)»|`([^`\n]{1,400}+)`'
    r"|(?<![^\s(\[,])['‘]((?:[^'‘’\n]|['’](?=\w)){1,120}+)['’](?!\w)"
)
_END = re.compile(r"(?<![.!?])[.!?]++(?=\s|$)|;(?=\s|$)|(?<!\s)\s++")
_SMALL = re.compile(r"[a-z](?!\))")
_MARK = re.compile(r"(?<![ \t])[ \t]*+(?:[-*•–+]|\(?\d{1,2}[.)]|[a-z]\))[ \t]++")
_ON = re.compile(r"[ \t]?[a-z\d]")
_SHORT = re.compile(r"(?:^|[\s(])(?:e\.?g|i\.?e|etc|vs|max|min|approx|no|[ap]\.?m|p\.?s)$", re.I)


@dataclass(frozen=True)
class Sentence:
    """A sentence of a request, from `start`, without its mark of a list and its full stop.

    `masked` is `text` with the characters of quotes as `MASK`; `quotes` are their places in it,
    with what they hold.
    """

    text: str
    masked: str
    start: int
    quotes: tuple[tuple[Span, str], ...] = ()

    @property
    def span(self) -> Span:
        """Its place in the request."""
        return self.start, self.start + len(self.text)

    def cut(self, start: int, end: int) -> Sentence:
        """A part of it, without blanks and commas around."""
        while start < end and self.masked[start] in " \t\n,":
            start += 1
        while end > start and self.masked[end - 1] in " \t\n,":
            end -= 1
        inside = tuple(
            ((a - start, b - start), said) for (a, b), said in self.quotes if start <= a < end
        )
        return Sentence(self.text[start:end], self.masked[start:end], self.start + start, inside)


def sentences(request: str) -> Iterator[Sentence]:
    """The sentences of a request in order, in linear time; only marks and blanks lie between."""
    masked, quotes = _masked(request)
    at = 0
    for stop in [*_END.finditer(masked), None]:
        if stop is not None and _goes_on(masked, stop):
            continue
        end = len(masked) if stop is None else stop.start()
        mark = _MARK.match(masked, at, end)
        start = mark.end() if mark else at
        inside = quotes[bisect_left(quotes, ((start, 0), "")) : bisect_left(quotes, ((end, 0), ""))]
        whole = Sentence(
            request[start:end], masked[start:end], start,
            tuple(((a - start, b - start), said) for (a, b), said in inside),
        )  # fmt: skip
        if (cut := whole.cut(0, end - start)).text:
            yield cut
        at = end if stop is None else stop.end()


def _goes_on(masked: str, stop: re.Match[str]) -> bool:
    """Whether a sentence goes on: behind a short form ("max. 60 words"), a blank, or in a line that
    begins with a small letter.
    """
    if stop[0].isspace():
        return "\n" not in stop[0] or bool(_SMALL.match(masked, stop.end()))
    short = _SHORT.search(masked, max(0, stop.start() - 8), stop.start())
    return stop[0] == "." and bool(short and _ON.match(masked, stop.end()))


def _masked(request: str) -> tuple[str, list[tuple[Span, str]]]:
    """The request with quotes masked, and these with their places, in order."""
    letters = list(request)
    quotes: list[tuple[Span, str]] = []
    for found in _QUOTE.finditer(request):
        start, end = found.span()
        said = next(part for part in found.groups() if part is not None)
        letters[start:end] = MASK * (end - start)
        # A sentence may end within the quotes.
        if said.rstrip()[-1:] in (".", "!", "?") and re.match(
            r"\s+[A-Z]|\s*$", request[end : end + 9]
        ):
            letters[end - 1] = "."
            end -= 1
        quotes.append(((start, end), said.strip()))
    return "".join(letters), quotes
