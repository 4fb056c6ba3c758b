"""Verdicts of the verifiers: with their working, and undecided where readings differ."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from functools import lru_cache

from tamis.checking.constraint_types.constraint_type import decided, undecided
from tamis.checking.instructions.instruction import PublishedCodeError
from tamis.checking.instructions.response import Response
from tamis.checking.judgement import Judgement
from tamis.checking.worksheet import Span

__all__ = [
    "agreed", "between", "decided", "published_found", "published_pattern", "related", "said",
    "shown", "undecided",
]  # fmt: skip

_QUOTED = 60
_SPECIAL = re.compile(r"[.^$*+?{}\[\]\\|()]")
_UNSAFE = re.compile(r"[*+{\\]")
_MOST_OPTIONAL = 3


def said(text: str) -> str:
    """A text short and on one line, in quotes."""
    if len(text) <= _QUOTED and text.isprintable():
        return f'"{text}"'
    text = " ".join(text[: 2 * _QUOTED].split())
    return f'"{text[:_QUOTED]}…"' if len(text) > _QUOTED else f'"{text}"'


def related(number: int, relation: str, bound: int) -> bool:
    """Whether a number is `less than` or `at least` a bound."""
    return number < bound if relation == "less than" else number >= bound


def between(low: int, high: int, fits: Callable[[int], bool], what: str, *more: str) -> Judgement:
    """The verdict on a number that is surely from `low` to `high`.

    Undecided where it hangs on what counts.
    """
    working = (f"{low:,} {what}" if low == high else f"{low:,} to {high:,} {what}", *more)
    verdicts = {fits(number) for number in range(low, high + 1)}
    if len(verdicts) > 1:
        return undecided(f"{low:,} to {high:,} {what}, depending on what counts as one.", *working)
    return decided(verdicts.pop(), *working)


def agreed(
    response: Response, test: Callable[[list[Span]], tuple[bool, str]], hangs: str = ""
) -> Judgement:
    """The verdict on the sentences, where it is the same for every reading of what is one.

    `test` says for the places of sentences whether they keep to the instruction, and its working.
    """
    found = [test(sentences) for sentences in response.sentence_readings]
    if len({verdict for verdict, _ in found}) > 1:
        return undecided(
            hangs or "it hangs on whether headings and items without a full stop are sentences.",
            *(working for _, working in found),
        )
    return decided(*found[0])


@lru_cache(maxsize=1000)
def published_pattern(keyword: str, *, whole: bool = False) -> re.Pattern[str]:
    """What the published code searches for: it takes a keyword as a regular expression.

    PublishedCodeError where it is none, or could take long: such a one is not run.
    """
    if _UNSAFE.search(keyword) or keyword.count("?") > _MOST_OPTIONAL:
        raise PublishedCodeError(
            f"it takes {said(keyword)} as a regular expression, which is not run here"
        )
    try:
        return re.compile(rf"\b{keyword}\b" if whole else keyword, re.IGNORECASE)
    except re.error:
        raise PublishedCodeError(
            f"{said(keyword)} is no regular expression, as which it takes it"
        ) from None


def published_found(response: Response, keyword: str, *, whole: bool = False) -> list[str]:
    """What the published code finds for a keyword, in order."""
    pattern = published_pattern(keyword, whole=whole)
    text = response.text
    # A literal that is not there need not be searched for by any case, which is slow.
    literal = not _SPECIAL.search(keyword) and keyword.isascii() and text.isascii()
    if literal and keyword.lower() not in response.lower:
        return []
    return pattern.findall(text)


def shown(values: Iterable[object], most: int = 8) -> str:
    """The first of some values, with a comma between."""
    listed = [str(value)[:_QUOTED] for value in values]
    more = f" and {len(listed) - most:,} more" if len(listed) > most else ""
    return ", ".join(listed[:most]) + more
