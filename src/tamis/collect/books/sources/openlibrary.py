"""Open Library's dumps: authors, works, editions and redirects.

A line has five columns with tabs between them: type, key, revision, date, and the record as JSON.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping
from typing import Any

from tamis.collect.books.dates import year_of
from tamis.collect.books.entities import Author, Edition, Work

AUTHOR = re.compile(rb"/authors/OL(\d{1,15})A")
AUTHOR_KEY, WORK_KEY = b"/authors/OL", b"/works/OL"
WIKIDATA = re.compile(rb'"wikidata"\s*:\s*"(Q\d{1,15})"')

LONGEST_TITLE = 300
"""Characters; a longer text is not a title but a description."""

TOO_LONG = (
    f"title of more than {LONGEST_TITLE} characters",
    f"title of more than {LONGEST_TITLE} characters with its subtitle",
)
"""The faults of a line with such a title, without a subtitle and with one."""

_BEFORE_SIGN = re.compile(r"(?<! ) ++([:;,])(?= |$)")
_NUMBER = re.compile(r"OL(\d{1,15})[AWM]")


def columns(line: bytes) -> list[bytes] | None:
    """The five columns of a line; None where it is not in this form."""
    if not (line.startswith(b"/type/") and line.endswith(b"}")):
        return None
    found = line.split(b"\t", 4)
    return found if len(found) == 5 and found[4].startswith(b"{") else None


def number_of(key: object) -> int | None:
    """The number in a key such as `/authors/OL1A`, or in {"key": …}; None where there is none."""
    if isinstance(key, Mapping):
        key = key.get("key")
    found = _NUMBER.search(key) if isinstance(key, str) else None
    return int(found[1]) if found else None


def text_of(value: object) -> str:
    """A text, or the `value` of a text object; white space folded, characters composed (NFC)."""
    if isinstance(value, Mapping):
        value = value.get("value")
    if not isinstance(value, str):
        return ""
    text = " ".join(value[: 4 * LONGEST_TITLE].split())
    return text if text.isascii() else unicodedata.normalize("NFC", text)


def title_of(value: object) -> str:
    """A title without the punctuation and blanks that catalogues add around it."""
    return _BEFORE_SIGN.sub(r"\1", text_of(value)).rstrip("/:;,= ").strip()


def texts_of(title: str, subtitle: str) -> list[str]:
    """A title, and the title with its subtitle, unless the title holds the subtitle already."""
    texts = [title] if title else []
    if title and subtitle and subtitle.lower() not in title.lower():
        texts.append(f"{title}: {subtitle}")
    return texts


def author_of(number: int, values: Mapping[str, Any]) -> Author:
    """An author from their record."""
    names = [text_of(values.get(field)) for field in ("name", "personal_name", "fuller_name")]
    remote = values.get("remote_ids")
    wikidata = remote.get("wikidata") if isinstance(remote, Mapping) else None
    birth = text_of(values.get("birth_date"))
    return Author(
        number,
        tuple(dict.fromkeys(name for name in names if name)),
        birth,
        year_of(birth),
        wikidata if isinstance(wikidata, str) else "",
    )


def work_of(number: int, values: Mapping[str, Any]) -> Work:
    """A work from its record; its title may be empty."""
    authors = []
    for entry in _list(values.get("authors")):
        inner = entry.get("author") if isinstance(entry, Mapping) else None
        if (found := number_of(inner if inner is not None else entry)) is not None:
            authors.append(found)
    return Work(
        number,
        title_of(values.get("title")),
        title_of(values.get("subtitle")),
        tuple(dict.fromkeys(authors)),
        year_of(values.get("first_publish_date")),
    )


def edition_of(work: int, values: Mapping[str, Any]) -> Edition:
    """An edition from its record, as one of `work`; its title may be empty."""
    title = title_of(values.get("title"))
    prefix = text_of(values.get("title_prefix"))
    if prefix and title and not title.lower().startswith(prefix.lower()):
        title = f"{prefix} {title}" if prefix[-1].isalnum() else f"{prefix}{title}"
    languages = []
    for entry in _list(values.get("languages")):
        key = entry.get("key") if isinstance(entry, Mapping) else entry
        if isinstance(key, str) and key:
            languages.append(key.rsplit("/", 1)[-1].lower())
    return Edition(
        work,
        title,
        title_of(values.get("subtitle")),
        tuple(dict.fromkeys(languages)),
        year_of(values.get("publish_date")),
    )


def redirect_of(columns: list[bytes], values: Mapping[str, Any]) -> tuple[str, int, int] | None:
    """A redirect as its kind (`A` or `W`), from and to; None for editions and other records."""
    key, location = columns[1].decode("latin-1"), values.get("location")
    start, end = number_of(key), number_of(location)
    kind = key[-1:]
    if start is None or end is None or kind not in "AW" or str(location)[-1:] != kind:
        return None
    return kind, start, end


def _list(value: object) -> list[Any]:
    return value if isinstance(value, list) else []
