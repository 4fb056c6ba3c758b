"""An encyclopaedia of the user's own pages: a folder of files, or a table of pages."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from pathlib import Path
from threading import Lock

from tamis.retrieve.bm25 import BM25
from tamis.retrieve.wiki._pages import WikiPage, read_pages
from tamis.retrieve.wiki._titles import by_key, canonical, key, moment, resolve, similar
from tamis.retrieve.wiki.encyclopaedia import PageMissing
from tamis.text.normalised import plain_words
from tamis.types import Document, InputError


class FolderWiki:
    """Pages held in memory. A search finds equal titles first, then by BM25 in titles and texts.

    `pages` may have a title with several dates: the last one that is not after `date` is used; a
    page with only later dates is left out.
    """

    def __init__(self, where: Path, date: str | None = None) -> None:
        pages = _as_of(read_pages(where), date)
        if not pages:
            raise InputError(f"{where} holds no page of {date} or before; give a later date.")
        self.date = date or max((page.date for page in pages), default="")
        self.name = " ".join(filter(None, ("folder", _called(where), self.date)))
        self._targets = {page.title: page.target for page in pages if page.target}
        self._pages = {page.title: page for page in pages if not page.target}
        self._revisions = {page.revision: page for page in self._pages.values() if page.revision}
        # A page comes before a redirect of its name.
        names = {name: page.title for page in pages for name in page.redirects}
        self._names = {**names, **{page.title: page.title for page in pages}}
        self._by_key = by_key(self._names)
        self._lock = Lock()

    def __len__(self) -> int:
        return len(self._pages)

    def titles(self) -> Iterator[str]:
        """The titles of all pages, without redirects."""
        return iter(self._pages)

    def search(self, query: str, k: int = 10) -> list[str]:
        """As in the protocol; the name of a redirect finds its page."""
        found: dict[str, None] = {}
        for name in filter(None, (self._find(query), self._by_words.get(plain_words(query)))):
            try:
                found[resolve(name, self._step)] = None
            except PageMissing:
                continue
        with self._lock:
            index = self._index
        if index is not None:
            found.update((hit.document.id, None) for hit in index.search(query, k))
        return [title for title in found if title in self._pages][:k]

    def page(self, title: str, *, revision: str | None = None) -> Document:
        """As in the protocol; an existing `revision` is returned whatever the title."""
        page = self._revisions.get(revision or "")
        if page is None:
            found = self._find(title)
            found = resolve(found, self._step) if found else None
            page = self._pages.get(found or "")
        if page is None:
            names = (self._names[name] for name in similar(title, self._names, 10))
            raise PageMissing(title, tuple(name for name in dict.fromkeys(names)))
        return Document(page.title, page.title, page.text)

    def _find(self, title: str) -> str | None:
        wanted = canonical(title)
        return self._names.get(title) or self._names.get(wanted) or self._by_key.get(key(wanted))

    def _step(self, title: str) -> str | None:
        target = self._targets.get(title)
        return (self._find(target) or target) if target else None

    @cached_property
    def _by_words(self) -> dict[str, str]:
        return {plain_words(name): title for name, title in reversed(self._names.items())}

    @cached_property
    def _index(self) -> BM25 | None:
        documents = [Document(page.title, page.title, page.text) for page in self._pages.values()]
        try:
            return BM25.build(documents)
        except InputError:
            return None  # not a word in any of them


def _called(where: Path) -> str:
    """The name of the encyclopaedia: of the file, or of its folder if that is just "pages"."""
    name = where.resolve().name.partition(".")[0]
    return where.resolve().parent.name if name in ("pages", "wiki") else name


def _as_of(pages: Sequence[WikiPage], date: str | None) -> list[WikiPage]:
    """One page for each title: the last of those that are not after `date`."""
    latest: dict[str, WikiPage] = {}
    for page in sorted(pages, key=lambda page: page.date):
        if not (date and page.date) or moment(page.date) <= moment(date):
            latest[page.title] = page
    return [latest[title] for title in dict.fromkeys(p.title for p in pages) if title in latest]
