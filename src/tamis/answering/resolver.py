"""Finds the document that a model means by an id or a title."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Literal

from tamis.text.normalised import plain_words
from tamis.types import Document, Evidence

How = Literal["id", "title", "repaired", "unknown"]

_WRAPPING = " \t\n\"'“”‘’`*_<>()[]{}.,;"
# "ID: 12", "#12", "doc_12", "Document 12", and at the end of a line as prompts show documents.
_LABELLED = re.compile(
    r"(?:.*[|(\[—–-]\s*)?[*_`]*(?:#|(?:doc(?:ument)?|page|passage)?[\s_-]*id\b[*_`]*\s*[:#=]?|"
    r"(?:doc(?:ument)?|page|passage|entity)[\s_:#-]*)[\s*_`:]*#?(?P<id>\S.*)",
    re.I | re.S,
)
_LEADING = re.compile(r"(?P<id>\S+?)\s*(?:[:|,(—–]|\s-\s|\s)\s*(?P<rest>\S.*)", re.S)
_TITLE_FIELD = re.compile(r"\bTITLE\b[*_]*:\s*(?P<title>[^|\n]+)", re.I)
_SUFFIX = re.compile(r"(?<!\s)\s*+\([^()]*\)\s*+$")
MAX_LENGTH = 1_000
"""The most characters of an id or a title."""


@dataclass(frozen=True)
class Resolved:
    """The document that is meant, None where it is `unknown`, and `how` it was found."""

    document: Document | None
    how: How


@dataclass(frozen=True)
class ResolvedList:
    """Documents in the order given, without duplicates.

    `counts` has each `how` and `doubled`, with how many of the values; `unknown` are the values
    that name no document.
    """

    documents: tuple[Document, ...]
    counts: Counter[str]
    unknown: tuple[str, ...] = ()


class Resolver:
    """Finds documents by ids and titles (QUEST-LOFT, §3.5: ids are turned into titles by program).

    Ids are tried before titles. A title may differ in case, accents and punctuation, and may lack
    the disambiguator in brackets at its end. A text that fits two documents is `unknown`.
    """

    def __init__(self, documents: Iterable[Document]) -> None:
        self._documents: Sequence[Document] = tuple(documents)
        self._ids = {document.id: document for document in reversed(self._documents)}

    def resolve(self, text: str) -> Resolved:
        """The document that `text` names.

        `how`: `id`, the exact id; `title`, a title instead of an id; `repaired`, an id with text
        around it, such as "ID: 12" or "[12]"; `unknown`.
        """
        text = text.strip()
        if found := self._ids.get(text):
            return Resolved(found, "id")
        if not text or len(text) > MAX_LENGTH:
            return Resolved(None, "unknown")
        if found := _only(self._titles.get(text)):
            return Resolved(found, "title")
        for id in _ids_within(text):
            if found := self._ids.get(id) or _only(self._folded_ids.get(id.casefold())):
                return Resolved(found, "repaired")
        named = _TITLE_FIELD.search(text)
        words = plain_words(named["title"] if named else text)
        found = self._led(text)
        if found:
            return Resolved(found, "repaired")
        for titles in (self._plain_titles, self._short_titles):
            if words in titles:
                found = _only(titles[words])
                return Resolved(found, "title" if found else "unknown")
        return Resolved(None, "unknown")

    def resolve_all(self, values: Iterable[str]) -> ResolvedList:
        """The documents that a list of values names.

        A value that names no document but is a list of names separated by commas counts as these.
        """
        documents: dict[str, Document] = {}
        counts: Counter[str] = Counter()
        unknown = []
        for value in values:
            for resolved in self._each(value):
                counts[resolved.how] += 1
                document = resolved.document
                if document is None:
                    unknown.append(value)
                elif document.id in documents:
                    counts["doubled"] += 1
                else:
                    documents[document.id] = document
        return ResolvedList(tuple(documents.values()), counts, tuple(unknown))

    def evidence(self, quoted: Iterable[Evidence]) -> tuple[Evidence, ...]:
        """The evidence with the ids of its documents; evidence for unknown documents is left out.

        Where there is only one document, every quote is taken to be from it.
        """
        only = self._documents[0] if len(self._documents) == 1 else None
        found = [(self.resolve(one.doc_id).document or only, one.text) for one in quoted]
        return tuple(Evidence(document.id, text) for document, text in found if document)

    def _each(self, value: str) -> list[Resolved]:
        whole = self.resolve(value)
        if whole.document is None and "," in value and len(value) <= MAX_LENGTH:
            parts = [self.resolve(part) for part in value.split(",") if part.strip()]
            if parts and all(part.document for part in parts):
                return [Resolved(part.document, "repaired") for part in parts]
        return [whole]

    def _led(self, text: str) -> Document | None:
        """The document whose id and title, in this order, are the text: "74: A Title"."""
        led = _LEADING.fullmatch(text)
        document = self._ids.get(led["id"].strip(_WRAPPING)) if led else None
        if led and document and plain_words(led["rest"]) == plain_words(document.title) != "":
            return document
        return None

    @cached_property
    def _titles(self) -> dict[str, list[Document]]:
        return self._by(lambda document: document.title.strip())

    @cached_property
    def _folded_ids(self) -> dict[str, list[Document]]:
        return self._by(lambda document: document.id.casefold())

    @cached_property
    def _plain_titles(self) -> dict[str, list[Document]]:
        return self._by(lambda document: plain_words(document.title))

    @cached_property
    def _short_titles(self) -> dict[str, list[Document]]:
        return self._by(lambda document: plain_words(_SUFFIX.sub("", document.title)))

    def _by(self, key: Callable[[Document], str]) -> dict[str, list[Document]]:
        found: dict[str, list[Document]] = {}
        for document in self._documents:
            if name := key(document):
                found.setdefault(name, []).append(document)
        return found


def _ids_within(text: str) -> Iterator[str]:
    """Possible ids in `text`, without the text that models put around them."""
    bare = text.strip(_WRAPPING)
    yield bare
    if labelled := _LABELLED.fullmatch(bare):
        yield labelled["id"].strip(_WRAPPING)
        head, bar, _ = labelled["id"].partition("|")
        yield (head.rstrip() if bar else head).strip(_WRAPPING)


def _only(documents: Sequence[Document] | None) -> Document | None:
    return documents[0] if documents and len(documents) == 1 else None
