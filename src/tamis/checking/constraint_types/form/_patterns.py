"""A user's regular expression on a text, without the risk that it never ends.

A pattern may take exponential time on a text that a model wrote, so the standard library's engine,
which cannot be stopped, is not used: `regex` reads the same patterns and gives up after a while.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from tamis.types import InputError

SECONDS = 2.0
"""After so long a search gives up."""

LONGEST = 100_000
"""Longer texts are not searched."""


class GaveUp(Exception):
    """A search that took too long; its text is a sentence."""


@lru_cache(maxsize=256)
def compiled(pattern: str) -> Any:
    """The pattern; InputError where it is none."""
    import regex  # type: ignore[import-untyped]

    try:
        return regex.compile(pattern, regex.VERSION0)
    except (regex.error, OverflowError, RecursionError) as error:
        raise InputError(f"{pattern!r:.80} is no regular expression: {error}.") from None


def spans(pattern: str, text: str, *, whole: bool = False) -> list[tuple[int, int]]:
    """Where a pattern matches: the places that do not overlap, or the whole text. May give up."""
    if len(text) > LONGEST:
        raise GaveUp(f"the text is longer than {LONGEST:,} characters, so it was not searched.")
    try:
        if whole:
            found = compiled(pattern).fullmatch(text, timeout=SECONDS)
            return [found.span()] if found else []
        return [one.span() for one in compiled(pattern).finditer(text, timeout=SECONDS)]
    except TimeoutError:
        raise GaveUp(f"the pattern took longer than {SECONDS:g} s, so the search ended.") from None
