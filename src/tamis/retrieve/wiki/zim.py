"""A ZIM archive, such as Kiwix makes of a whole Wikipedia, read in process by libzim.

libzim is under the GPL: it is an extra, and imported nowhere else.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from itertools import islice
from math import log
from pathlib import Path
from threading import RLock
from typing import Any

from tamis.bad_input import needs_package
from tamis.documents.html.mediawiki import to_markdown
from tamis.inputs.files import starts_with
from tamis.retrieve.wiki._titles import canonical, key, moment, resolve, similar
from tamis.retrieve.wiki.encyclopaedia import PageMissing
from tamis.text.normalised import whole
from tamis.types import Document, InputError

_MAGIC = b"ZIM\x04"
_WORD = re.compile(r"\w\w+")
_WORDS = 20
_WIDER = 3  # times as many titles as requested are fetched, as several may lead to one page
_FUSION = 60  # the constant of reciprocal rank fusion (Cormack et al., SIGIR 2009)


class ZimWiki:
    """The pages of an archive.

    A search fuses the archive's title suggestions with its full-text search; a page with exactly
    that title comes first. Raises InputError where the file is not a complete archive, where
    libzim is not installed, and where the archive is later than `date`.
    """

    def __init__(self, path: Path, date: str | None = None) -> None:
        self.path, self._lock = path, RLock()
        self._archive = _open(path)
        self.date = self._about("Date")
        parts = [
            self._about("Name") or path.stem,
            self._about("Flavour").lstrip("_"),
            self.date[:7],
        ]
        self.name = f"zim {parts[0]}"
        for part in parts[1:]:
            if part and part not in self.name:
                self.name += f"_{part}"
        if date and self.date and moment(self.date) > moment(date):
            raise InputError(
                f"{path} is of {self.date}, later than {date}; give an earlier archive, or "
                f"{self.date} as the date."
            )

    def titles(self) -> Iterator[str]:
        """The titles of all pages, without redirects; some millions in a large archive."""
        for at in range(self._archive.entry_count):
            with self._lock, self._reading():
                # libzim has no other way to go through all entries.
                entry = self._archive._get_entry_by_id(at)
                if entry.is_redirect or not entry.get_item().mimetype.startswith("text/html"):
                    continue
                title = str(entry.title)
            yield title

    def search(self, query: str, k: int = 10) -> list[str]:
        """As in the protocol; none for a query without a word."""
        query = whole(query).replace("\0", " ")
        if not _WORD.search(query):
            return []
        with self._lock, self._reading():
            exact = [entry] if (entry := self._entry(query)) is not None else []
            first = list(self._titles(exact))
            scores: dict[str, float] = {}
            for paths in (self._suggested(query, _WIDER * k), self._found(query, _WIDER * k)):
                for rank, title in enumerate(self._titles(map(self._at, paths)), 1):
                    scores[title] = scores.get(title, 0.0) + 1 / (_FUSION + rank)
        ranked = sorted(scores, key=lambda title: -scores[title])
        return list(dict.fromkeys([*first, *ranked]))[:k]

    def page(self, title: str, *, revision: str | None = None) -> Document:
        """As in the protocol; InputError where the archive is damaged."""
        with self._lock, self._reading():
            entry = self._entry(title)
            if entry is None:
                raise PageMissing(title, self._like(title))
            item = self._end(entry).get_item()
            if not item.mimetype.startswith("text/"):
                raise PageMissing(title, reason=f"it is no page but {item.mimetype}.")
            content, found, kind = bytes(item.content), item.title, item.mimetype
        text = content.decode("utf-8", "replace")
        return Document(found, found, to_markdown(text) if "html" in kind else text.strip())

    def _entry(self, title: str) -> Any | None:
        """The entry of a title, exactly or with another case; None where there is none."""
        archive, wanted = self._archive, canonical(title)
        path = wanted.replace(" ", "_")
        # Archives from before 2021, and those of Wikipedia for some time after, have the prefix.
        for name in dict.fromkeys((path, f"A/{path}", wanted)):
            if name and archive.has_entry_by_path(name):
                return archive.get_entry_by_path(name)
        if wanted and archive.has_entry_by_title(wanted):
            return archive.get_entry_by_title(wanted)
        entries = map(self._at, self._suggested(wanted, 10))
        return next((e for e in entries if e is not None and key(e.title) == key(wanted)), None)

    def _end(self, entry: Any) -> Any:
        """The entry at the end of the redirects from `entry`."""
        trail = {entry.path: entry}

        def step(path: str) -> str | None:
            if not trail[path].is_redirect:
                return None
            following = trail[path].get_redirect_entry()
            trail.setdefault(following.path, following)
            return str(following.path)

        return trail[resolve(entry.path, step)]

    def _titles(self, entries: Iterable[Any | None]) -> Iterator[str]:
        """The canonical titles of the pages among `entries`, each once."""
        seen = set()
        for entry in entries:
            try:
                end = self._end(entry) if entry is not None else None
            except PageMissing:
                continue
            if end is None or end.title in seen:
                continue
            seen.add(end.title)
            if end.get_item().mimetype.startswith("text/"):
                yield end.title

    def _at(self, path: str) -> Any | None:
        return self._archive.get_entry_by_path(path) if path else None

    def _like(self, title: str) -> tuple[str, ...]:
        """Titles similar to a missing one: suggestions for it and for its words."""
        wanted = canonical(title)[:300]
        words = wanted.split()
        tries = [wanted, " ".join(words[:-1]), words[0][:4] if words else "", *words[:5]]
        paths = [p for one in dict.fromkeys(tries) if one for p in self._suggested(one, 20)]
        paths += self._found(wanted, 20)
        return similar(wanted, self._titles(map(self._at, dict.fromkeys(paths))))

    def _suggested(self, query: str, k: int) -> list[str]:
        from libzim.suggestion import SuggestionSearcher

        with self._lock:
            found = SuggestionSearcher(self._archive).suggest(query[:300]).getResults(0, k)
            return list(islice(found, k))

    def _found(self, query: str, k: int) -> list[str]:
        from libzim.search import Query, Searcher

        if not self._archive.has_fulltext_index:
            return []
        searcher = Searcher(self._archive)

        def matches(asked: str) -> tuple[list[str], int]:
            found = searcher.search(Query().set_query(asked))
            return list(islice(found.getResults(0, k), k)), found.getEstimatedMatches()

        paths, _ = matches(query[:1000])
        if len(paths) >= k:
            return paths
        # An archive finds only pages with all the words. No page has all words of a question, so
        # its words are searched one by one; a rare one counts more.
        scores = dict.fromkeys(paths, 0.0)
        for word in list(dict.fromkeys(_WORD.findall(query[:1000].lower())))[:_WORDS]:
            single, number = matches(word)
            weight = log((self._archive.article_count + 1) / (number + 1))
            for rank, path in enumerate(single, 1):
                scores[path] = scores.get(path, 0.0) + max(weight, 0.0) / (_FUSION + rank)
        others = sorted((p for p in scores if scores[p] > 0), key=lambda path: -scores[path])
        return list(dict.fromkeys([*paths, *others]))[:k]

    def _about(self, name: str) -> str:
        try:
            return bytes(self._archive.get_metadata(name)).decode("utf-8", "replace").strip()
        except (RuntimeError, KeyError):
            return ""

    @contextmanager
    def _reading(self) -> Iterator[None]:
        try:
            yield
        except (RuntimeError, KeyError, OSError, UnicodeDecodeError) as error:
            raise InputError(
                f"{self.path} is damaged ({str(error) or type(error).__name__:.200}); get it "
                "again with `tamis wiki get`."
            ) from error


def _open(path: Path) -> Any:
    if not starts_with(path, _MAGIC):
        raise InputError(f"{path} is not a ZIM archive; `tamis wiki get` says where there is one.")
    try:
        from libzim.reader import Archive
    except ImportError as error:
        raise needs_package(f"{path}, a ZIM archive,", "libzim", extra="wiki") from error
    try:
        return Archive(path)
    except RuntimeError as error:
        raise InputError(
            f"{path} is not a whole ZIM archive ({str(error).strip():.200}); get it again with "
            "`tamis wiki get`, which goes on where it stopped."
        ) from error
