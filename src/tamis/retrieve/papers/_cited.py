"""Collects papers and their paragraphs from lists of undocumented form."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from tamis.retrieve.papers._fields import (
    BrokenError,
    authors,
    first_identity,
    identity,
    text,
    year,
)
from tamis.retrieve.papers.paper import Paper

_IDS = ("corpus_id", "corpusid", "corpusId", "paper_id", "paperId", "s2_id", "_id", "id")
_TITLES = ("title", "paper_title", "cited_paper_title")
_TEXTS = ("text", "paragraph", "passage", "passage_text", "content")
_LISTS = ("paragraphs", "passages", "cited_paragraphs", "body_text")


@dataclass
class _Entry:
    id: str | None
    title: str
    year: int | None = None
    authors: tuple[str, ...] = ()
    paragraphs: list[str] = field(default_factory=list)


class Gathered:
    """Papers by id or title, in the order in which they were first named."""

    def __init__(self) -> None:
        self._entries: list[_Entry] = []
        self._by_id: dict[str, _Entry] = {}
        self._by_title: dict[str, _Entry] = {}

    def name(self, value: Any, where: str) -> _Entry:
        """The paper that a title, an id or an object names; the fields of an object are added."""
        if isinstance(value, dict):
            title = next((text(value[key], key) for key in _TITLES if value.get(key)), "")
            entry = self._entry(first_identity(value, _IDS), " ".join(title.split()))
            if entry is None:
                raise BrokenError(f'has a "{where}" with neither an id nor a title')
            entry.year = entry.year or year(value.get("year"))
            entry.authors = entry.authors or authors(value.get("authors"))
            for key in _LISTS:
                self.add(entry, value.get(key), f"{where}.{key}")
            return entry
        said = identity(value)
        numeric = said is not None and said.isdecimal()
        entry = self._entry(said if numeric else None, "" if numeric or said is None else said)
        if entry is None:
            raise BrokenError(f'has {value!r:.40} as "{where}", which names no paper')
        return entry

    def add(self, entry: _Entry, value: Any, where: str) -> None:
        """Add `value`, a paragraph or a list of paragraphs, to a paper."""
        for number, one in enumerate(value if isinstance(value, list) else [value]):
            said = _said(one) if isinstance(one, dict) else text(one, f"{where}[{number}]")
            if said:
                entry.paragraphs.append(said)

    def add_all(self, values: Sequence[Any], entries: Sequence[_Entry], where: str) -> None:
        """Add paragraphs that name their papers, or else are in the order of `entries`."""
        aligned = len(values) == len(entries)
        for number, value in enumerate(values):
            if isinstance(value, dict) and _names_paper(value):
                entry = self.name(value, f"{where}[{number}]")
                self.add(entry, _said(value), f"{where}[{number}]")
            elif aligned or len(entries) == 1:
                self.add(entries[number if aligned else 0], value, f"{where}[{number}]")
            else:
                raise BrokenError(
                    f'has {len(values):,} "{where}" for {len(entries):,} papers, of which '
                    f"number {number + 1:,} does not say which it is from"
                )

    def papers(self) -> tuple[Paper, ...]:
        """The papers that have a paragraph."""
        return tuple(
            Paper(
                entry.id or entry.title,
                entry.title or f"Paper {entry.id}",
                tuple(dict.fromkeys(entry.paragraphs)),
                entry.year,
                entry.authors,
            )
            for entry in self._entries
            if entry.paragraphs
        )

    def _entry(self, id: str | None, title: str) -> _Entry | None:
        if not id and not title:
            return None
        known = self._by_id.get(id or "") or self._by_title.get(title.casefold())
        if known is not None and not (id and known.id and id != known.id):
            entry = known
        else:
            entry = _Entry(id, title)
            self._entries.append(entry)
        entry.id, entry.title = entry.id or id, entry.title or title
        if entry.id:
            self._by_id.setdefault(entry.id, entry)
        if entry.title:
            self._by_title.setdefault(entry.title.casefold(), entry)
        return entry


def _names_paper(value: Mapping[str, Any]) -> bool:
    return first_identity(value, _IDS) is not None or any(value.get(key) for key in _TITLES)


def _said(value: Mapping[str, Any]) -> str:
    found = next((value[key] for key in _TEXTS if value.get(key)), None)
    return text(found, "paragraph")
