"""A dated encyclopaedia: search for titles, open pages as Markdown (FanOutQA, §3).

Three kinds of source stand behind one protocol: pages of one's own in a folder or a table, a ZIM
archive, and a MediaWiki as it was on a date.
"""

from __future__ import annotations

from pathlib import Path
from typing import Protocol

from tamis.types import Document, InputError

MINI = Path(__file__).parent / "mini" / "pages.jsonl"
"""The small wiki that comes with Tamis."""

_KINDS = "give mini, a folder of pages, a .jsonl or .parquet file of pages, a .zim archive, or live"


class Encyclopaedia(Protocol):
    """Pages by their titles, at one date; safe to use from several threads."""

    name: str
    """Its identity in logs: `folder mini 2023-11-20`, `zim wikipedia_en_all_nopic_2023-10`."""

    def search(self, query: str, k: int = 10) -> list[str]:
        """The titles of at most `k` pages, best first; none where nothing matches."""
        ...

    def page(self, title: str, *, revision: str | None = None) -> Document:
        """The page of that title, or the one that it redirects to.

        Id and title of the document are the canonical title, its text is Markdown. A source that
        holds one revision of each page gives that one, whatever `revision` is. Raises PageMissing.
        """
        ...


class PageMissing(LookupError):
    """There is no page to be read under `title`; `similar` are at most five titles that there are.

    `reason` says why a page that is there cannot be read, "" where there is none. As a string it
    is one sentence for a person or a model.
    """

    def __init__(self, title: str, similar: tuple[str, ...] = (), reason: str = "") -> None:
        self.title, self.similar, self.reason = title, similar[:5], reason
        said = f"The page {title!r:.200} cannot be read: {reason}" if reason else ""
        super().__init__(said or f"There is no page {title!r:.200}{self._instead()}.")

    def _instead(self) -> str:
        if not self.similar:
            return ", and no title is like it"
        return f"; titles like it are {', '.join(map(repr, self.similar))}"

    def __reduce__(self) -> tuple[type[PageMissing], tuple[str, tuple[str, ...], str]]:
        return PageMissing, (self.title, self.similar, self.reason)


def open_wiki(where: str, date: str | None = None) -> Encyclopaedia:
    """The encyclopaedia that `where` names, as of `date` (ISO; a day is its beginning, in UTC).

    `where` is "mini", a folder, `.jsonl` or `.parquet` of pages, a `.zim` archive or the name of
    one that `tamis wiki get` has fetched, or "live": the MediaWiki of TAMIS_WIKI_API, that of the
    English Wikipedia unless set. Raises InputError for
    what is none of these or cannot be opened, and for an archive that is later than `date`.
    """
    from tamis.retrieve.wiki._titles import moment

    if date is not None:
        moment(date)
    if where == "live":
        from tamis.retrieve.wiki.mediawiki import open_live

        return open_live(date)
    path = _fetched(where) or Path(where).expanduser()
    if path.suffix.lower() == ".zim":
        from tamis.retrieve.wiki.zim import ZimWiki

        return ZimWiki(path, date)
    from tamis.retrieve.wiki.folder import FolderWiki

    if where == "mini":
        return FolderWiki(MINI, date)
    if not path.exists():
        raise InputError(f"The encyclopaedia {where} does not exist; {_KINDS}.")
    if path.is_file() and not path.name.lower().endswith((".jsonl", ".jsonl.gz", ".parquet")):
        raise InputError(f"{where} is no encyclopaedia of a kind that is read; {_KINDS}.")
    return FolderWiki(path, date)


def _fetched(where: str) -> Path | None:
    """The archive of that name that lies in the cache."""
    from tamis.retrieve.wiki.archives import fetched

    return next((path for path in fetched() if path.stem == where), None)
