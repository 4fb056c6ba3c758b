"""Titles and dates as MediaWiki understands them, and similar titles."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from datetime import UTC, datetime
from urllib.parse import unquote

from tamis.retrieve.wiki.encyclopaedia import PageMissing
from tamis.text.normalised import title_key, whole
from tamis.types import InputError

MAX_REDIRECTS = 5
"""The most redirects that are followed, one after another."""

_LONGEST = 300  # characters: longer than any title
_ADDRESS = re.compile(r"https?://[^/\s]+/(?:wiki/|w/index\.php\?title=)([^?&]+)", re.I)


def canonical(title: str) -> str:
    """A title in MediaWiki's form: blanks for underscores, a capital first, no section.

    The URL of a page is converted to its title.
    """
    title = whole(title.strip()[: 10 * _LONGEST])
    if found := _ADDRESS.match(title):
        title = unquote(found[1])
    title = " ".join(title.replace("_", " ").split())
    title = title.partition("#")[0].rstrip() or title
    return title[:1].upper() + title[1:]


def key(title: str) -> str:
    """A key to compare titles without regard to case and kind of quotation marks."""
    return title_key(canonical(title)).casefold()


def similar(title: str, titles: Iterable[str], limit: int = 5) -> tuple[str, ...]:
    """The `titles` most similar to a title, best first; dissimilar ones are left out."""
    from rapidfuzz import fuzz, process, utils

    found = process.extract(
        canonical(title)[:_LONGEST],
        list(dict.fromkeys(titles)),
        scorer=fuzz.WRatio,
        processor=utils.default_process,
        limit=limit,
        score_cutoff=70,
    )
    return tuple(match for match, _, _ in found)


def resolve(title: str, step: Callable[[str], str | None]) -> str:
    """The title at the end of the redirects from `title`; `step` gives the next one, or None.

    Raises PageMissing where they form a cycle, or are more than MAX_REDIRECTS.
    """
    trail = [title]
    while (following := step(trail[-1])) is not None:
        trail.append(following)
        if following in trail[:-1]:
            raise PageMissing(
                title, reason=f"its redirects go round in a circle ({' → '.join(trail):.300})."
            )
        if len(trail) > MAX_REDIRECTS + 1:
            raise PageMissing(
                title, reason=f"more than {MAX_REDIRECTS} redirects follow on each other."
            )
    return trail[-1]


def moment(date: str) -> datetime:
    """The moment of an ISO date or time, in UTC; a day means its beginning.

    As in FanOutQA, whose pages of "20 November" are those of the midnight before it. Raises
    InputError for anything else.
    """
    try:
        found = datetime.fromisoformat(date.strip())
    except ValueError as error:
        raise InputError(f"{date!r:.60} is no date; write it as 2023-11-20.") from error
    return found.replace(tzinfo=UTC) if found.tzinfo is None else found.astimezone(UTC)


def by_key(names: Mapping[str, str]) -> dict[str, str]:
    """Canonical titles by the `key` of each name; a key of two pages is left out."""
    found: dict[str, str | None] = {}
    for name, title in names.items():
        if found.setdefault(key(name), title) != title:
            found[key(name)] = None
    return {name: title for name, title in found.items() if title is not None}
